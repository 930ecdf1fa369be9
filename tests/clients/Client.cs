// The C# client against daemons; the first argument is what to try, the second the daemon's URL.
using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

static class Client
{
    const string Request = "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40}," +
                           "\"target\":{\"position\":[900,0,0],\"radius\":40}}";
    static readonly TimeSpan Long = TimeSpan.FromSeconds(30);

    static void Check(bool holds, string what)
    {
        if (!holds)
            throw new Exception("it does not hold that " + what);
    }

    static async Task Questions(string url)
    {
        using (var rootwarp = new RootwarpClient(url + "/", new RootwarpOptions { Timeout = Long, Patience = Long }))
        {
            RootwarpAnswer answer = await rootwarp.Ask("/v1/resolve", Request);
            Check(answer.Status == RootwarpStatus.Ok && answer.Http == 200, "a question is answered: " + answer.Text);
            Check(answer.Text.Contains("\"applied_scale\":1.3"), "the answer is whole: " + answer.Text);
            answer = await rootwarp.Ask("/v1/resolve", "{}");
            Check(answer.Status == RootwarpStatus.Refused && answer.Http == 400, "a wrong question is refused");
            Check(answer.Text.Contains("\"/profile\""), "the refusal names the field: " + answer.Text);
            answer = await rootwarp.AskBatch(new[] { Request, Request.Replace("lunge", "nothing") });
            int first = answer.Text.IndexOf("\"applied_scale\":1.3"), second = answer.Text.IndexOf("profile_not_found");
            Check(answer.Status == RootwarpStatus.Ok && first > 0 && second > first, "a batch keeps its order: " + answer.Text);
            var many = new Task<RootwarpAnswer>[50];
            for (int i = 0; i < many.Length; i++)
                many[i] = rootwarp.Ask("/v1/resolve", Request);
            foreach (RootwarpAnswer one in await Task.WhenAll(many))
                Check(one.Status == RootwarpStatus.Ok, "questions may be asked at once");
            Check(rootwarp.Asked == 53 && rootwarp.Answered == 52 && rootwarp.Retried == 0, "they are counted");
            await Cancelled(rootwarp);
        }
    }

    static async Task Cancelled(RootwarpClient rootwarp)
    {
        try
        {
            await rootwarp.Ask("/v1/resolve", Request, new CancellationToken(true));
        }
        catch (OperationCanceledException)
        {
            return;
        }
        Check(false, "a question can be cancelled");
    }

    // The daemon allows one question a second.
    static async Task Busy(string url)
    {
        using (var hasty = new RootwarpClient(url, new RootwarpOptions { Timeout = Long, Patience = TimeSpan.FromMilliseconds(400) }))
        using (var patient = new RootwarpClient(url, new RootwarpOptions { Timeout = Long, Patience = Long }))
        {
            RootwarpAnswer answer = await hasty.Ask("/v1/resolve", Request);
            for (int i = 0; i < 20 && answer.Http != 429; i++)
                answer = await hasty.Ask("/v1/resolve", Request);
            Check(answer.Status == RootwarpStatus.Busy && answer.Http == 429, "a busy daemon says so: " + answer.Http);
            Check(hasty.Wait > TimeSpan.Zero && hasty.Wait <= TimeSpan.FromSeconds(1), "it names a time: " + hasty.Wait);
            answer = await hasty.Ask("/v1/resolve", Request);
            Check(answer.Status == RootwarpStatus.Busy && answer.Http == 0, "it is left alone meanwhile");
            for (int i = 0; i < 2; i++)
                Check((await patient.Ask("/v1/resolve", Request)).Status == RootwarpStatus.Refused, "who has patience is answered");
            Check(patient.Retried > 0 && patient.Wait == TimeSpan.Zero, "it had to ask again");
        }
    }

    static async Task Unreachable(string url)
    {
        using (var rootwarp = new RootwarpClient(url, new RootwarpOptions { Patience = Long, Timeout = Long, Attempts = 4 }))
        {
            RootwarpAnswer answer = await rootwarp.Ask("/v1/resolve", Request);
            Check(answer.Status == RootwarpStatus.Unreachable && answer.Http == 0 && answer.Text == "", "nobody answers");
            Check(rootwarp.Retried == 3, "it is tried as often as asked");
        }
        await Silent();
        try
        {
            new RootwarpClient("").Dispose();
        }
        catch (ArgumentException)
        {
            return;
        }
        Check(false, "a missing URL is told");
    }

    // Somebody takes connections and says nothing.
    static async Task Silent()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        string url = "http://127.0.0.1:" + ((IPEndPoint)listener.LocalEndpoint).Port;
        using (var hasty = new RootwarpClient(url, new RootwarpOptions { Patience = Long, Timeout = TimeSpan.FromMilliseconds(50), Attempts = 2 }))
        {
            RootwarpAnswer answer = await hasty.Ask("/v1/resolve", Request);
            Check(answer.Status == RootwarpStatus.Unreachable && hasty.Retried == 1, "silence is given up");
        }
        var closing = new RootwarpClient(url, new RootwarpOptions { Patience = Long, Timeout = Long });
        Task<RootwarpAnswer> asked = closing.Ask("/v1/resolve", Request);
        closing.Dispose();
        Check((await asked).Status == RootwarpStatus.Unreachable, "closing ends a question");
        Check((await closing.Ask("/v1/resolve", Request)).Status == RootwarpStatus.Unreachable, "a closed one asks nobody");
        listener.Stop();
    }

    static int Main(string[] arguments)
    {
        Func<string, Task> test = arguments[0] == "questions" ? Questions : arguments[0] == "busy" ? (Func<string, Task>)Busy : Unreachable;
        try
        {
            test(arguments[1]).GetAwaiter().GetResult();
            return 0;
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            return 1;
        }
    }
}
