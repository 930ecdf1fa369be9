/* Under ThreadSanitizer: many clients that read and write, reloads all the time, and now and then a drain and a new
 * daemon. */
#include <check.h>
#include <signal.h>
#include <time.h>

#include "base/clock.h"
#include "endurance.h"
#include "injected.h"
#include "load.h"
#include "support/suite.h"

#define CLIENTS 64
#define SHORT_SECONDS 20
#define LONG_SECONDS 600
#define CYCLE_SECONDS 5 /* from start to drain */
#define RELOAD_NS 50000000

enum { THREADS_ANSWERED, THREADS_WRITES, THREADS_RELOADS, THREADS_DRAINS };

static void reload_for(const rw_test_server *server, int seconds, rw_endurance *endurance)
{
    const int64_t end = rw_clock_monotonic_ns() + (int64_t)seconds * 1000000000;
    while (rw_clock_monotonic_ns() < end) {
        const struct timespec pause = {.tv_nsec = RELOAD_NS};
        ck_assert_int_eq(kill(server->pid, SIGHUP), 0);
        endurance->figures[THREADS_RELOADS]++;
        nanosleep(&pause, NULL);
    }
}

/* One daemon from start to end. */
static void live_once(rw_test_server *server, bool first, rw_endurance *endurance)
{
    if (first)
        rw_test_server_start(server, NULL);
    else
        rw_test_server_restart(server, NULL);
    if (first)
        rw_script_documents(server->port);
    const rw_load_options options = {.port = server->port, .clients = CLIENTS, .write_every = 4, .again = !first,
                                     .fresh_connections = endurance->figures[THREADS_DRAINS] % 2 == 1};
    rw_load *load = rw_load_start(&options);
    reload_for(server, CYCLE_SECONDS, endurance);
    /* It drains under load: who is connected gets an answer, and who comes later is refused. */
    ck_assert_int_eq(rw_test_server_stop(server), 0);
    const rw_load_counts counts = rw_load_stop(load);
    ck_assert_msg(counts.wrong == 0 && counts.broken == 0, "%ld wrong, %ld without an answer: %s", counts.wrong,
                  counts.broken, counts.first);
    endurance->figures[THREADS_ANSWERED] += counts.right;
    endurance->figures[THREADS_WRITES] += counts.writes;
    endurance->figures[THREADS_DRAINS]++;
}

START_TEST(threads__of_the_daemon_do_not_race)
{
    rw_endurance endurance;
    rw_test_server server;
    rw_endurance_begin(&endurance, "threads", SHORT_SECONDS, LONG_SECONDS);
    for (bool first = true; endurance.done < endurance.total; first = false) {
        live_once(&server, first, &endurance);
        endurance.done += CYCLE_SECONDS;
        rw_endurance_keep(&endurance);
    }
    rw_test_server_check_and_remove(&server);
    rw_endurance_end(&endurance, "%ld s, %d clients, %ld requests answered, %ld of them writes, %ld reloads, %ld drains; none without an answer, no race",
                     endurance.done, CLIENTS, endurance.figures[THREADS_ANSWERED], endurance.figures[THREADS_WRITES],
                     endurance.figures[THREADS_RELOADS], endurance.figures[THREADS_DRAINS]);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("threads");
    tcase_add_test(cases, threads__of_the_daemon_do_not_race);
    return rw_test_suite_run(cases);
}
