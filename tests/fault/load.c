#include "load.h"

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "injected.h"

#define NS_PER_MS INT64_C(1000000)
#define RETRY_STEP_NS 2000000
/* A daemon that stops may end a connection that has rested for a quarter of a second, and that meets a request which is on
 * its way. */
#define RESTED_NS INT64_C(200000000)

typedef struct load_client {
    pthread_t thread;
    rw_load *load;
    int number;
    int64_t answered_ns;
    rw_load_counts counts;
} load_client;

struct rw_load {
    rw_load_options options;
    rw_scripted *script;
    size_t script_count;
    load_client *clients;
    atomic_bool stop;
    atomic_long answered;
    atomic_int_fast64_t present_ns; /* since when the daemon listens; INT64_MAX: it does not */
};

/* Whether it is one for readers; whether the daemon is ready is another question, and exports and backups, which grow with
 * every write, are made one at a time: whoever comes meanwhile is asked to wait. */
static bool reads(const rw_scripted *scripted)
{
    return !rw_scripted_writes(scripted) && strncmp(scripted->target, "/readyz", 7) != 0 &&
           strcmp(scripted->target, "/v1/export") != 0 && strcmp(scripted->target, "/backup") != 0 &&
           strcmp(scripted->method, "HEAD") != 0;
}

/* Whether the daemon may have let the connection go because it rested. */
static bool rested(const rw_caller *caller, bool kept, int64_t answered_ns, rw_call_end end)
{
    return kept && end == RW_CALL_CLOSED && caller->sent_ns - answered_ns > RESTED_NS;
}

/* Whether to try once more. */
static bool patient(const rw_load *load, int64_t first_refused_ns)
{
    const int64_t present_ns = atomic_load(&load->present_ns);
    const int64_t since_ns = present_ns > first_refused_ns ? present_ns : first_refused_ns;
    const long patience_ms = load->options.retry_refused_ms;
    return patience_ms > 0 &&
           (since_ns == INT64_MAX || rw_clock_monotonic_ns() - since_ns < patience_ms * NS_PER_MS);
}

/* Asks; where nobody listens, again and again for as long as the options allow. */
static rw_call_end ask(load_client *client, rw_caller *caller, const rw_scripted *what, rw_call_answer *answer)
{
    int64_t refused_ns = 0;
    for (;;) {
        const bool kept = caller->fd >= 0;
        const rw_call_end end = rw_caller_ask(caller, what->method, what->target, what->headers, what->body, answer);
        if (rested(caller, kept, client->answered_ns, end))
            continue;
        client->answered_ns = rw_clock_monotonic_ns();
        if (end != RW_CALL_REFUSED) {
            const long waited_ms = refused_ns == 0 ? 0 : (long)((caller->sent_ns - refused_ns) / NS_PER_MS);
            client->counts.reconnects += refused_ns != 0;
            client->counts.refused_ms = waited_ms > client->counts.refused_ms ? waited_ms : client->counts.refused_ms;
            return end;
        }
        refused_ns = refused_ns == 0 ? client->answered_ns : refused_ns;
        if (!patient(client->load, refused_ns))
            return end;
        const struct timespec pause = {.tv_nsec = RETRY_STEP_NS};
        nanosleep(&pause, NULL);
    }
}

static void count(load_client *client, const rw_scripted *what, rw_call_end end, const rw_call_answer *answer)
{
    rw_load_counts *counts = &client->counts;
    const bool right = end == RW_CALL_ANSWERED && answer->status == what->status;
    counts->right += right;
    counts->writes += right && strcmp(what->method, "PUT") == 0;
    counts->wrong += end == RW_CALL_ANSWERED && !right;
    counts->refused += end == RW_CALL_REFUSED;
    counts->broken += end == RW_CALL_CLOSED || end == RW_CALL_CUT || end == RW_CALL_SILENT;
    if (!right && *counts->first == '\0')
        snprintf(counts->first, sizeof counts->first, "%s %s: ended as %d: %d %.120s", what->method, what->target, end,
                 answer->status, rw_call_body(answer));
    atomic_fetch_add(&client->load->answered, right);
}

/* A clip of this client, with another curve each time. */
static void write_clip(const load_client *client, unsigned turn, char target[48], char body[256], rw_scripted *out)
{
    snprintf(target, 48, "/v1/clips/load.%d", client->number);
    snprintf(body, 256, "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[%u,0,0],[%u.5,1,0]]}}",
             turn % 97 + 1, turn % 89 + 200);
    *out = (rw_scripted){.method = "PUT",
                         .target = target,
                         .headers = turn == 0 ? "" : "If-Match: *\r\n",
                         .body = body,
                         .status = turn == 0 ? 201 : 200};
}

static void *run(void *context)
{
    load_client *client = context;
    rw_load *load = client->load;
    rw_caller caller = RW_CALLER(load->options.port);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    size_t next = (size_t)client->number;
    unsigned writes = load->options.again ? 1 : 0;
    sigset_t all; /* they belong to the thread that runs the test, which waits for some of them */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (long turn = 1; !atomic_load(&load->stop); turn++) {
        rw_scripted what;
        char target[48], body[256];
        const bool write = load->options.write_every > 0 && turn % load->options.write_every == 0;
        if (write)
            write_clip(client, writes, target, body, &what);
        else {
            do
                what = load->script[next++ % load->script_count];
            while (!reads(&what));
        }
        const rw_call_end end = ask(client, &caller, &what, &answer);
        count(client, &what, end, &answer);
        if (write && end == RW_CALL_ANSWERED)
            writes++;
        if (load->options.fresh_connections)
            rw_caller_hang_up(&caller);
        if (end == RW_CALL_REFUSED)
            break; /* nobody listens any more */
    }
    rw_caller_hang_up(&caller);
    rw_call_answer_free(&answer);
    return NULL;
}

rw_load *rw_load_start(const rw_load_options *options)
{
    rw_load *load = calloc(1, sizeof *load);
    ck_assert_ptr_nonnull(load);
    load->options = *options;
    load->script = rw_script_load(&load->script_count);
    load->clients = calloc((size_t)options->clients, sizeof *load->clients);
    ck_assert_ptr_nonnull(load->clients);
    for (int i = 0; i < options->clients; i++) {
        load->clients[i].load = load;
        load->clients[i].number = i;
        ck_assert_int_eq(pthread_create(&load->clients[i].thread, NULL, run, &load->clients[i]), 0);
    }
    return load;
}

void rw_load_absent(rw_load *load)
{
    atomic_store(&load->present_ns, INT64_MAX);
}

void rw_load_present(rw_load *load)
{
    atomic_store(&load->present_ns, rw_clock_monotonic_ns());
}

long rw_load_answered(const rw_load *load)
{
    return atomic_load(&load->answered);
}

rw_load_counts rw_load_stop(rw_load *load)
{
    rw_load_counts all = {0};
    atomic_store(&load->stop, true);
    for (int i = 0; i < load->options.clients; i++) {
        const rw_load_counts *counts = &load->clients[i].counts;
        pthread_join(load->clients[i].thread, NULL);
        all.right += counts->right;
        all.writes += counts->writes;
        all.wrong += counts->wrong;
        all.refused += counts->refused;
        all.broken += counts->broken;
        all.reconnects += counts->reconnects;
        all.refused_ms = counts->refused_ms > all.refused_ms ? counts->refused_ms : all.refused_ms;
        if (*all.first == '\0')
            memcpy(all.first, counts->first, sizeof all.first);
    }
    rw_script_free(load->script, load->script_count);
    free(load->clients);
    free(load);
    return all;
}
