// A client of rootwarp for C#: questions over connections that stay open, batches, retries, and patience with a daemon that
// is busy. Copy this file; it needs nothing but System.Net.Http, so it is the same for .NET, Unity and Mono.
//
//     var rootwarp = new RootwarpClient("http://127.0.0.1:7420", new RootwarpOptions { Token = token });
//     RootwarpAnswer answer = await rootwarp.Ask("/v1/resolve", question);
//
// Bodies and answers are JSON texts as docs/api.md has them; a game reads and writes them with what it has for JSON. The
// client asks questions only, which may be asked again without harm. One client serves any number of threads.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

public enum RootwarpStatus
{
    /// <summary>An answer.</summary>
    Ok,

    /// <summary>A problem document: the question is wrong, and would be wrong again.</summary>
    Refused,

    /// <summary>The daemon asked to wait (429, 503) for longer than there was patience: ask when Wait is zero.</summary>
    Busy,

    /// <summary>No answer in time.</summary>
    Unreachable,
}

public sealed class RootwarpAnswer
{
    public readonly RootwarpStatus Status;

    /// <summary>The status of HTTP; 0 when none came.</summary>
    public readonly int Http;

    /// <summary>The answer or the problem document; empty when none came.</summary>
    public readonly string Text;

    public RootwarpAnswer(RootwarpStatus status, int http, string text)
    {
        Status = status;
        Http = http;
        Text = text;
    }
}

public sealed class RootwarpOptions
{
    public string Token;

    /// <summary>Of one attempt.</summary>
    public TimeSpan Timeout = TimeSpan.FromMilliseconds(250);

    /// <summary>Of one question with all its attempts.</summary>
    public TimeSpan Patience = TimeSpan.FromMilliseconds(500);

    /// <summary>Of one question, the first one included.</summary>
    public int Attempts = 3;
}

public sealed class RootwarpClient : IDisposable
{
    readonly HttpClient http;
    readonly string url;
    readonly RootwarpOptions options;
    long asked, answered, retried;
    readonly Stopwatch clock = Stopwatch.StartNew(); // what follows counts its ticks: nobody sets it
    long busyUntil; // no question before
    volatile bool closed;

    public RootwarpClient(string url, RootwarpOptions options = null)
    {
        if (string.IsNullOrEmpty(url))
            throw new ArgumentException("the URL of the daemon is missing", nameof(url));
        this.url = url.TrimEnd('/');
        this.options = options ?? new RootwarpOptions();
        http = new HttpClient { Timeout = System.Threading.Timeout.InfiniteTimeSpan }; // each attempt has its own
        http.DefaultRequestHeaders.ExpectContinue = false;
        if (this.options.Token != null)
            http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", this.options.Token);
    }

    /// <summary>Questions that are under way end soon, as Unreachable; so does what is asked afterwards.</summary>
    public void Dispose()
    {
        closed = true;
        http.Dispose();
    }

    /// <summary>What became of everything that was asked so far.</summary>
    public long Asked => Interlocked.Read(ref asked);
    public long Answered => Interlocked.Read(ref answered);
    public long Retried => Interlocked.Read(ref retried);

    /// <summary>How long the daemon has asked to be left alone; until then questions are Busy at once.</summary>
    public TimeSpan Wait
    {
        get
        {
            long left = Interlocked.Read(ref busyUntil) - clock.Elapsed.Ticks;
            return left > 0 ? TimeSpan.FromTicks(left) : TimeSpan.Zero;
        }
    }

    /// <summary>Asks for many resolves at once: {"results": […]}, in their order.</summary>
    public Task<RootwarpAnswer> AskBatch(IEnumerable<string> requests, CancellationToken cancel = default(CancellationToken)) =>
        Ask("/v1/resolve", "{\"requests\":[" + string.Join(",", requests) + "]}", cancel);

    /// <summary>
    /// Asks. Broken connections and answers of 429 and 503 are tried again, after the time that the daemon names in
    /// Retry-After, as long as attempts and patience last. Throws only when it is cancelled.
    /// </summary>
    public async Task<RootwarpAnswer> Ask(string path, string body, CancellationToken cancel = default(CancellationToken))
    {
        TimeSpan end = clock.Elapsed + options.Patience;
        Interlocked.Increment(ref asked);
        var answer = new RootwarpAnswer(RootwarpStatus.Busy, 0, "");
        if (Wait > TimeSpan.Zero)
            return answer;
        for (int n = 0; n < options.Attempts; n++)
        {
            TimeSpan left = end - clock.Elapsed;
            if (closed)
                return new RootwarpAnswer(RootwarpStatus.Unreachable, 0, "");
            if (left < TimeSpan.FromMilliseconds(1))
                break;
            if (n > 0)
                Interlocked.Increment(ref retried);
            var (tried, named) = await Attempt(path, body, left < options.Timeout ? left : options.Timeout, cancel).ConfigureAwait(false);
            answer = tried;
            if (answer.Status == RootwarpStatus.Ok)
                Interlocked.Increment(ref answered);
            if (answer.Status == RootwarpStatus.Ok || answer.Status == RootwarpStatus.Refused)
                break;
            TimeSpan pause = named ?? TimeSpan.FromMilliseconds(5 << Math.Min(n, 6));
            if (clock.Elapsed + pause >= end)
            {
                if (answer.Status == RootwarpStatus.Busy)
                    Interlocked.Exchange(ref busyUntil, (clock.Elapsed + pause).Ticks);
                break;
            }
            if (n + 1 < options.Attempts)
                await Task.Delay(pause, cancel).ConfigureAwait(false);
        }
        return answer;
    }

    // The answer, and the time that it asks to wait, if it names one.
    async Task<(RootwarpAnswer, TimeSpan?)> Attempt(string path, string body, TimeSpan timeout, CancellationToken cancel)
    {
        using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel))
        using (var content = new StringContent(body, Encoding.UTF8, "application/json"))
        {
            limit.CancelAfter(timeout);
            try
            {
                using (HttpResponseMessage response = await http.PostAsync(url + path, content, limit.Token).ConfigureAwait(false))
                {
                    string text = await response.Content.ReadAsStringAsync().ConfigureAwait(false);
                    int code = (int)response.StatusCode;
                    RootwarpStatus status = code == 429 || code == 503 ? RootwarpStatus.Busy
                        : response.IsSuccessStatusCode ? RootwarpStatus.Ok : RootwarpStatus.Refused;
                    return (new RootwarpAnswer(status, code, text), response.Headers.RetryAfter?.Delta);
                }
            }
            catch (Exception error) when (error is HttpRequestException || error is OperationCanceledException || error is ObjectDisposedException)
            {
                cancel.ThrowIfCancellationRequested();
                return (new RootwarpAnswer(RootwarpStatus.Unreachable, 0, ""), null);
            }
        }
    }
}
