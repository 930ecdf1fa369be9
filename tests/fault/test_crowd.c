/* Crowds of idle and of slow clients while others are served. */
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "endurance.h"
#include "injected.h"
#include "support/suite.h"

#define SHORT_IDLE 140
#define SHORT_SLOW 60
#define LONG_IDLE 1334
#define LONG_SLOW 666
#define SHORT_ASKED 3000
#define LONG_ASKED 20000
#define PATIENCE_MS 30000

static const char slow_request[] = "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Padding: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n";

/* ---- others are served ---- */

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The 99th percentile of so many requests one after the other, in microseconds. `between` is called after each. */
static long ask_many(unsigned port, long count, void (*between)(void *context), void *context)
{
    char *body = rw_script_example("lunge-100.resolve.request");
    int64_t *times = calloc((size_t)count, sizeof *times);
    rw_caller caller = RW_CALLER(port);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    ck_assert_ptr_nonnull(times);
    for (long i = 0; i < count; i++) {
        const int64_t begin = rw_clock_monotonic_ns();
        const rw_call_end end = rw_caller_ask(&caller, "POST", "/v1/resolve", "", body, &answer);
        times[i] = rw_clock_monotonic_ns() - begin;
        ck_assert_msg(end == RW_CALL_ANSWERED && answer.status == 200, "request %ld ended as %d with %d", i, end, answer.status);
        between(context);
    }
    qsort(times, (size_t)count, sizeof *times, by_size);
    const long p99 = (long)(times[count - 1 - count / 100] / 1000);
    rw_caller_hang_up(&caller);
    rw_call_answer_free(&answer);
    free(times);
    free(body);
    return p99;
}

static void nothing(void *context)
{
    (void)context;
}

/* ---- the crowd ---- */

typedef struct crowd {
    rw_caller *idle, *slow;
    size_t idle_count, slow_count;
    size_t sent;   /* bytes that slow clients have sent, by turns */
    int64_t begun; /* when they began */
    size_t cut;    /* slow clients that the daemon has let go */
} crowd;

static void gather(rw_caller **callers, size_t count, unsigned port)
{
    *callers = calloc(count, sizeof **callers);
    ck_assert_ptr_nonnull(*callers);
    for (size_t i = 0; i < count; i++) {
        (*callers)[i] = RW_CALLER(port);
        ck_assert_msg(rw_caller_connect(&(*callers)[i]), "client %zu finds nobody: %s", i, strerror(errno));
    }
}

/* A byte a second from each slow client, spread over the second. Those that the daemon has ended take none any more, which
 * is looked at below. */
static void trickle(void *context)
{
    crowd *all = context;
    const double seconds = (double)(rw_clock_monotonic_ns() - all->begun) / 1e9;
    const size_t due = (size_t)(seconds * (double)all->slow_count);
    for (; all->sent < due && all->sent / all->slow_count < sizeof slow_request - 2; all->sent++) {
        const rw_caller *caller = &all->slow[all->sent % all->slow_count];
        const ssize_t sent = send(caller->fd, slow_request + all->sent / all->slow_count, 1, MSG_NOSIGNAL);
        ck_assert(sent == 1 || errno == EPIPE || errno == ECONNRESET);
    }
}

/* Waits until every slow client has been cut off; none may be answered. They go on sending, so only a deadline does it. */
static void wait_cut(crowd *all)
{
    for (size_t i = 0; i < all->slow_count; i++) {
        const int64_t give_up = rw_clock_monotonic_ns() + (int64_t)PATIENCE_MS * 1000000;
        char byte;
        for (;;) {
            struct pollfd poller = {.fd = all->slow[i].fd, .events = POLLIN};
            trickle(all);
            const int ready = poll(&poller, 1, 100);
            ck_assert_msg(rw_clock_monotonic_ns() < give_up, "slow client %zu is still there", i);
            if (ready <= 0)
                continue;
            ck_assert_msg(recv(all->slow[i].fd, &byte, 1, 0) <= 0, "slow client %zu got an answer", i);
            break;
        }
        all->cut++;
    }
}

/* The idle ones are still there, and are served when they ask. */
static void use_idle(crowd *all)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (size_t i = 0; i < all->idle_count; i++) {
        const rw_call_end end = rw_caller_ask(&all->idle[i], "GET", "/livez", "", NULL, &answer);
        ck_assert_msg(end == RW_CALL_ANSWERED && answer.status == 200, "idle client %zu ended as %d", i, end);
    }
    rw_call_answer_free(&answer);
}

static void dismiss(rw_caller *callers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rw_caller_hang_up(&callers[i]);
    free(callers);
}

static void allow_descriptors(void)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

START_TEST(crowd__of_idle_and_slow_clients_holds_nobody_up)
{
    static const char *const arguments[] = {"--max-connections=4000", "--head-deadline=4s", "--idle-deadline=10m", NULL};
    rw_endurance endurance;
    rw_test_server server;
    rw_endurance_begin(&endurance, "crowd", 1, 1);
    allow_descriptors();
    rw_test_server_start(&server, arguments);
    rw_script_documents(server.port);
    const long asked = endurance.is_long ? LONG_ASKED : SHORT_ASKED;
    const long alone = ask_many(server.port, asked, nothing, NULL);
    crowd all = {.idle_count = endurance.is_long ? LONG_IDLE : SHORT_IDLE,
                 .slow_count = endurance.is_long ? LONG_SLOW : SHORT_SLOW};
    gather(&all.idle, all.idle_count, server.port);
    use_idle(&all); /* from now on they have an idle deadline, not that of a first head */
    gather(&all.slow, all.slow_count, server.port);
    all.begun = rw_clock_monotonic_ns();
    const long crowded = ask_many(server.port, asked, trickle, &all);
    wait_cut(&all);
    use_idle(&all);
    dismiss(all.idle, all.idle_count);
    dismiss(all.slow, all.slow_count);
    rw_test_server_end(&server);
    rw_endurance_end(&endurance, "%zu idle and %zu slow clients; p99 of the others %ld us, %ld us alone; all %zu slow ones cut off by the deadline",
                     all.idle_count, all.slow_count, crowded, alone, all.cut);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("crowd");
    tcase_add_test(cases, crowd__of_idle_and_slow_clients_holds_nobody_up);
    return rw_test_suite_run(cases);
}
