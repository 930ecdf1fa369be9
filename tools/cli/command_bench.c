/* bench: how much a daemon answers, and how fast. */
#include "answer.h"
#include "command.h"
#include "file.h"
#include "replay_request.h"
#include "table.h"

#include "base/buffer.h"
#include "codec/json_write.h"
#include "load/load.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define REQUESTS_BYTES_MAX ((size_t)256 * 1024 * 1024)
#define BUSY 0.9 /* of a processor: from there on the figures may be this program's */

enum { CONNECTIONS_MAX = 10000, HOST_SIZE = 256 };

typedef struct rw_bench {
    rw_console *console;
    const rw_arguments *arguments;
    rw_client client;
    char host[HOST_SIZE]; /* as in the URL, with its port */
    const char *prefix;   /* of the paths */
    char *body;           /* of --file; NULL: a recording is asked */
    size_t body_length;
    rw_buffer bytes;      /* all requests, one behind the other */
    rw_load_request *requests;
    size_t count, capacity;
    size_t connections;
    double seconds, rate;
    struct addrinfo *addresses; /* of the host */
    const struct addrinfo *address; /* the one that is asked */
    rw_load_result result;
    double processors; /* that this program used */
} rw_bench;

/* ---- where ---- */

/* The host of the URL, and who it is. */
static int find_server(rw_bench *bench)
{
    static const char scheme[] = "http://";
    const char *server = bench->client.server, *authority = server + strlen(scheme);
    if (strncmp(server, scheme, strlen(scheme)) != 0 || strchr(server, '@') != NULL) {
        rw_console_error(bench->console, "bench asks over plain http://HOST:PORT; ask the daemon itself, behind what speaks "
                                         "TLS for it");
        return RW_EXIT_USAGE;
    }
    const size_t length = strcspn(authority, "/");
    bench->prefix = authority + length;
    char host[HOST_SIZE];
    const char *port = "80";
    if (length >= sizeof host) {
        rw_console_error(bench->console, "the name of the host is too long");
        return RW_EXIT_USAGE;
    }
    memcpy(bench->host, authority, length);
    memcpy(host, bench->host, sizeof host);
    char *bracket = strchr(host, ']'), *colon = strrchr(bracket != NULL ? bracket : host, ':');
    if (colon != NULL) {
        *colon = '\0';
        port = colon + 1;
    }
    if (bracket != NULL)
        *bracket = '\0';
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    const int error = getaddrinfo(host[0] == '[' ? host + 1 : host, port, &hints, &bench->addresses);
    if (error == 0)
        return RW_EXIT_OK;
    rw_console_error(bench->console, "%s is not known: %s", bench->host, gai_strerror(error));
    return RW_EXIT_UNREACHABLE;
}

/* ---- what ---- */

static int no_memory(rw_bench *bench)
{
    rw_console_error(bench->console, "no memory for the requests after %zu of them", bench->count);
    return RW_EXIT_INTERNAL;
}

/* Requests are offsets until all are there, since the bytes move. */
static int add_request(rw_bench *bench, const char *method, const char *target, const char *body, size_t length)
{
    if (bench->count == bench->capacity) {
        const size_t capacity = bench->capacity == 0 ? 64 : 2 * bench->capacity;
        rw_load_request *grown = realloc(bench->requests, capacity * sizeof *grown);
        if (grown == NULL)
            return no_memory(bench);
        bench->requests = grown;
        bench->capacity = capacity;
    }
    const size_t start = bench->bytes.length;
    rw_buffer_append_format(&bench->bytes, "%s %s", method, bench->prefix);
    rw_buffer_append_text(&bench->bytes, target);
    rw_buffer_append_format(&bench->bytes, " HTTP/1.1\r\nHost: %s\r\n", bench->host);
    if (bench->client.token[0] != '\0')
        rw_buffer_append_format(&bench->bytes, "Authorization: Bearer %s\r\n", bench->client.token);
    if (length > 0)
        rw_buffer_append_format(&bench->bytes, "Content-Type: application/json\r\nContent-Length: %zu\r\n", length);
    rw_buffer_append_text(&bench->bytes, "\r\n");
    rw_buffer_append(&bench->bytes, body, length);
    if (!rw_buffer_ok(&bench->bytes))
        return no_memory(bench);
    bench->requests[bench->count++] = (rw_load_request){.length = bench->bytes.length - start};
    return RW_EXIT_OK;
}

static void place_requests(rw_bench *bench)
{
    const char *at = bench->bytes.data;
    for (size_t i = 0; i < bench->count; i++) {
        bench->requests[i].bytes = at;
        at += bench->requests[i].length;
    }
}

static int read_file(rw_bench *bench, const char *path)
{
    if (!rw_file_read(bench->console, "the request", path, &bench->body, &bench->body_length))
        return RW_EXIT_BAD_INPUT;
    return add_request(bench, "POST", "/v1/resolve", bench->body, bench->body_length);
}

/* What was answered well, as many as there is room for. */
static int read_recording(rw_bench *bench, const char *path)
{
    rw_recording_reader reader;
    rw_recording_entry entry;
    rw_recording_status status = RW_RECORDING_ENTRY;
    int code = RW_EXIT_OK;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        rw_console_error(bench->console, "cannot read the recording %s: %s", path, strerror(errno));
        return RW_EXIT_BAD_INPUT;
    }
    rw_recording_reader_init(&reader, fd);
    while (code == RW_EXIT_OK && bench->bytes.length < REQUESTS_BYTES_MAX / 2 &&
           (status = rw_recording_next(&reader, &entry)) == RW_RECORDING_ENTRY)
        if (entry.status == 200 && rw_replay_may_ask(&entry) && entry.request_length < REQUESTS_BYTES_MAX / 4)
            code = add_request(bench, entry.method, entry.target, entry.request, entry.request_length);
    const uint64_t offset = reader.offset;
    rw_recording_reader_free(&reader);
    close(fd);
    if (code == RW_EXIT_OK && status != RW_RECORDING_ENTRY && status != RW_RECORDING_END && status != RW_RECORDING_TORN) {
        rw_console_error(bench->console, "%s, byte %" PRIu64 ": %s", path, offset, rw_recording_status_text(status));
        return RW_EXIT_BAD_INPUT;
    }
    if (code == RW_EXIT_OK && bench->count == 0) {
        rw_console_error(bench->console, "%s holds no request that was answered with 200", path);
        return RW_EXIT_BAD_INPUT;
    }
    return code;
}

static int read_requests(rw_bench *bench)
{
    const char *file = rw_arguments_text(bench->arguments, "file");
    const char *recording = rw_arguments_text(bench->arguments, "recording");
    if ((file != NULL) == (recording != NULL)) {
        rw_console_error(bench->console, "ask what? give a resolve request with -f FILE, or a recording with --recording FILE");
        return RW_EXIT_USAGE;
    }
    const int code = file != NULL ? read_file(bench, file) : read_recording(bench, recording);
    if (code == RW_EXIT_OK)
        place_requests(bench);
    return code;
}

/* ---- how ---- */

static bool read_number(rw_bench *bench, const char *name, double otherwise, double minimum, double maximum, double *out)
{
    *out = rw_arguments_number(bench->arguments, name, otherwise);
    if (*out >= minimum && *out <= maximum)
        return true;
    rw_console_error(bench->console, "--%s %s is not between %g and %g", name, rw_arguments_text(bench->arguments, name),
                     minimum, maximum);
    return false;
}

static int read_options(rw_bench *bench)
{
    double connections;
    if (!read_number(bench, "connections", 16, 1, CONNECTIONS_MAX, &connections) ||
        !read_number(bench, "seconds", 5, 0.01, 86400, &bench->seconds) ||
        !read_number(bench, "rate", 0, 0, 1e6, &bench->rate))
        return RW_EXIT_USAGE;
    bench->connections = (size_t)connections;
    return RW_EXIT_OK;
}

static double processor_seconds(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return NAN;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void show_progress(void *context, double seconds)
{
    const rw_bench *bench = context;
    rw_console_progress(bench->console, "measuring, about %.0f s to go", fmax(bench->seconds - seconds, 0));
}

static int load(rw_bench *bench, double seconds)
{
    const rw_load_job job = {.address = bench->address->ai_addr,
                             .address_length = bench->address->ai_addrlen,
                             .connections = bench->connections,
                             .requests = bench->requests,
                             .request_count = bench->count,
                             .seconds = seconds,
                             .rate = bench->rate,
                             .tell = show_progress,
                             .context = bench};
    const double before = processor_seconds();
    const char *trouble = rw_load_run(&job, &bench->result);
    rw_console_progress_end(bench->console);
    if (trouble != NULL) {
        rw_console_error(bench->console, "%s: %s", bench->client.shown, trouble);
        return RW_EXIT_UNREACHABLE;
    }
    bench->processors = (processor_seconds() - before) / bench->result.seconds;
    return RW_EXIT_OK;
}

/* ---- what came of it ---- */

static double per_second(const rw_bench *bench)
{
    return (double)bench->result.answers / bench->result.seconds;
}

static void add_row(rw_table *table, const char *name, const char *format, double value)
{
    char text[64];
    snprintf(text, sizeof text, format, value);
    rw_table_text(table, name, RW_COLOUR_NONE);
    rw_table_text(table, text, RW_COLOUR_NONE);
}

static bool print_table(const rw_bench *bench)
{
    const rw_load_result *result = &bench->result;
    rw_table table;
    rw_table_init(&table, (const char *const[]){"figure", ">value"}, 2);
    add_row(&table, "connections", "%.0f", (double)bench->connections);
    if (bench->rate > 0)
        add_row(&table, "asked a second", "%.0f", bench->rate);
    add_row(&table, "seconds", "%.2f", result->seconds);
    add_row(&table, "answers", "%.0f", (double)result->answers);
    add_row(&table, "answers a second", "%.0f", per_second(bench));
    add_row(&table, "other than 200", "%.0f", (double)result->failures);
    add_row(&table, "p50, ms", "%.3f", result->p50 / 1e3);
    add_row(&table, "p99, ms", "%.3f", result->p99 / 1e3);
    add_row(&table, "p99.9, ms", "%.3f", result->p999 / 1e3);
    add_row(&table, "processors used here", "%.2f", bench->processors);
    const bool printed = rw_table_print(&table, bench->console->out, bench->console->colour_out, true);
    rw_table_free(&table);
    return printed;
}

static bool print_json(const rw_bench *bench)
{
    const rw_load_result *result = &bench->result;
    rw_buffer text;
    rw_json_writer writer;
    rw_buffer_init(&text, 4096);
    rw_json_writer_init(&writer, &text);
    rw_json_object_begin(&writer);
    rw_json_put_integer(&writer, "connections", (int64_t)bench->connections);
    rw_json_key(&writer, "rate");
    if (bench->rate > 0)
        rw_json_number(&writer, bench->rate);
    else
        rw_json_null(&writer);
    rw_json_put_number(&writer, "seconds", result->seconds);
    rw_json_put_integer(&writer, "answers", (int64_t)result->answers);
    rw_json_put_number(&writer, "answers_per_second", per_second(bench));
    rw_json_put_integer(&writer, "failures", (int64_t)result->failures);
    rw_json_put_number(&writer, "p50_ms", result->p50 / 1e3);
    rw_json_put_number(&writer, "p99_ms", result->p99 / 1e3);
    rw_json_put_number(&writer, "p999_ms", result->p999 / 1e3);
    rw_json_put_number(&writer, "processors_used", bench->processors);
    rw_json_object_end(&writer);
    const bool written = rw_buffer_append_char(&text, '\n');
    if (written)
        fwrite(text.data, 1, text.length, bench->console->out);
    rw_buffer_free(&text);
    return written;
}

static int report(rw_bench *bench)
{
    if (bench->result.answers == 0) {
        rw_console_error(bench->console, "nothing was answered in %g seconds", bench->seconds);
        return RW_EXIT_UNREACHABLE;
    }
    if (!(rw_arguments_has(bench->arguments, "json") ? print_json(bench) : print_table(bench))) {
        rw_console_error(bench->console, "out of memory while printing the figures");
        return RW_EXIT_INTERNAL;
    }
    if (bench->processors > BUSY)
        rw_console_warning(bench->console, "this program was as busy as one thread can be: the figures say what it can "
                                           "ask, not what the daemon can answer");
    return bench->result.failures > 0 ? RW_EXIT_NO : RW_EXIT_OK;
}

/* ---- all of it ---- */

/* One answer before all others, to say what is wrong while there is somebody to read it. */
static int ask_once(rw_bench *bench)
{
    rw_answer answer = {0};
    rw_client_request request = {.method = "GET", .path = "/v1/limits"};
    if (bench->body != NULL)
        request = (rw_client_request){
            .method = "POST", .path = "/v1/resolve", .body = bench->body, .length = bench->body_length};
    int code = rw_answer_ask(bench->console, &bench->client, &request, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(bench->console, bench->arguments, request.path, &answer);
    rw_answer_free(&answer);
    return code;
}

/* A name may have addresses at which the daemon does not listen. */
static int choose_address(rw_bench *bench)
{
    bench->address = rw_load_choose(bench->addresses);
    if (bench->address != NULL)
        return RW_EXIT_OK;
    rw_console_error(bench->console, "%s: cannot connect to the server", bench->client.shown);
    return RW_EXIT_UNREACHABLE;
}

int rw_command_bench(rw_console *console, const rw_arguments *arguments)
{
    rw_bench bench = {.console = console, .arguments = arguments};
    rw_buffer_init(&bench.bytes, REQUESTS_BYTES_MAX);
    int code = read_options(&bench);
    if (code == RW_EXIT_OK)
        code = rw_client_make(console, arguments, &bench.client);
    if (code == RW_EXIT_OK)
        code = find_server(&bench);
    if (code == RW_EXIT_OK)
        code = read_requests(&bench);
    if (code == RW_EXIT_OK)
        code = ask_once(&bench);
    if (code == RW_EXIT_OK)
        code = choose_address(&bench);
    if (code == RW_EXIT_OK) {
        rw_console_note(console, "%zu request%s over %zu connection%s for %g s, and a tenth of that before", bench.count,
                        bench.count == 1 ? "" : "s in turn", bench.connections, bench.connections == 1 ? "" : "s",
                        bench.seconds);
        code = load(&bench, bench.seconds / 10);
    }
    if (code == RW_EXIT_OK)
        code = load(&bench, bench.seconds);
    if (code == RW_EXIT_OK)
        code = report(&bench);
    if (bench.addresses != NULL)
        freeaddrinfo(bench.addresses);
    rw_buffer_free(&bench.bytes);
    free(bench.requests);
    free(bench.body);
    return code;
}
