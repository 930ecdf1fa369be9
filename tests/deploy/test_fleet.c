/* What clients of three daemons behind haproxy notice of what happens to daemons and database: docs/fleet.md. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "fault/endurance.h"
#include "fault/injected.h"
#include "fleet.h"
#include "support/metric.h"

#define READS_BETWEEN 400
#define SHORT_ROUNDS 1
#define LONG_ROUNDS 20
#define SHORT_CUT_S 3
#define LONG_CUT_S 60
#define SHORT_WRITES 50
#define LONG_WRITES 4000
#define WRITES_MAX LONG_WRITES
#define EVERY_NS 20000000

static rw_fleet fleet;

static void set_up(void)
{
    rw_fleet_start(&fleet, "--drain-delay=0s");
}

/* haproxy looks once a second, and believes the second answer. */
static void set_up_drain(void)
{
    rw_fleet_start(&fleet, "--drain-delay=5s");
}

static void tear_down(void)
{
    rw_fleet_end(&fleet);
}

/* ---- a write is seen by all ---- */

typedef struct seen {
    long long first;                     /* the version before the first write */
    _Atomic int64_t written[WRITES_MAX]; /* when the answer to each write came; 0: not yet */
    long total;
} seen;

typedef struct watcher {
    seen *all;
    unsigned port;
    int64_t *times; /* how long each write took to be seen here */
    pthread_t thread;
} watcher;

static void *watch(void *argument)
{
    watcher *self = argument;
    rw_caller caller = RW_CALLER(self->port);
    const struct timespec rest = {.tv_nsec = 1000000};
    for (long done = 0; done < self->all->total;) {
        const long long version = rw_fleet_version(&caller);
        const int64_t now = rw_clock_monotonic_ns();
        for (; done < self->all->total && version > self->all->first + done; done++) {
            int64_t since;
            while ((since = atomic_load(&self->all->written[done])) == 0)
                nanosleep(&rest, NULL); /* seen before the writer had its answer */
            self->times[done] = now > since ? now - since : 0;
        }
        nanosleep(&rest, NULL);
    }
    rw_caller_hang_up(&caller);
    return NULL;
}

static void write_all(seen *all)
{
    rw_caller callers[FLEET_REPLICAS];
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        callers[i] = RW_CALLER(fleet.replicas[i].port);
    for (int i = 0; i < all->total; i++) {
        const struct timespec rest = {.tv_nsec = EVERY_NS};
        ck_assert(rw_fleet_write(&callers[i % FLEET_REPLICAS], i + 1, &answer));
        ck_assert_msg(answer.status == 200, "%d: %s", answer.status, rw_call_body(&answer));
        ck_assert_int_eq(rw_fleet_number(&answer, "X-Catalog-Version"), all->first + i + 1);
        atomic_store(&all->written[i], rw_clock_monotonic_ns());
        nanosleep(&rest, NULL);
    }
    rw_call_answer_free(&answer);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        rw_caller_hang_up(&callers[i]);
}

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Each replica's answer to the same question at a version that all have. */
static void expect_same_bytes(long long version)
{
    static const char *const questions[] = {"lunge-60", "lunge-100", "lunge-250", "lunge-900", "vault", "hurdle"};
    rw_call_answer first, other;
    rw_call_answer_init(&first);
    rw_call_answer_init(&other);
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        char name[64], headers[64];
        snprintf(name, sizeof name, "%s.resolve.request", questions[q]);
        snprintf(headers, sizeof headers, "X-Min-Catalog-Version: %lld\r\n", version);
        char *question = rw_script_example(name);
        for (size_t i = 0; i < FLEET_REPLICAS; i++) {
            rw_caller caller = RW_CALLER(fleet.replicas[i].port);
            rw_call_answer *answer = i == 0 ? &first : &other;
            ck_assert_int_eq(rw_caller_ask(&caller, "POST", "/v1/resolve", headers, question, answer),
                             RW_CALL_ANSWERED);
            ck_assert_msg(answer->status == 200, "%d: %s", answer->status, rw_call_body(answer));
            ck_assert_str_eq(rw_call_body(answer), rw_call_body(&first));
            rw_caller_hang_up(&caller);
        }
        free(question);
    }
    rw_call_answer_free(&first);
    rw_call_answer_free(&other);
}

/* Adds what was measured to the table. */
static void time_writes(const char *table)
{
    rw_endurance endurance;
    watcher watchers[FLEET_REPLICAS];
    rw_caller caller = RW_CALLER(fleet.replicas[0].port);
    seen *all = calloc(1, sizeof *all);
    ck_assert_ptr_nonnull(all);
    rw_endurance_begin(&endurance, table, SHORT_WRITES, LONG_WRITES);
    all->total = endurance.total;
    all->first = rw_fleet_version(&caller);
    rw_caller_hang_up(&caller);
    int64_t *times = calloc((size_t)all->total * FLEET_REPLICAS, sizeof *times);
    ck_assert_ptr_nonnull(times);
    for (size_t i = 0; i < FLEET_REPLICAS; i++) {
        watchers[i] = (watcher){.all = all, .port = fleet.replicas[i].port, .times = times + i * (size_t)all->total};
        ck_assert_int_eq(pthread_create(&watchers[i].thread, NULL, watch, &watchers[i]), 0);
    }
    write_all(all);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        pthread_join(watchers[i].thread, NULL);
    expect_same_bytes(all->first + all->total);
    const size_t count = (size_t)all->total * FLEET_REPLICAS;
    qsort(times, count, sizeof *times, by_size);
    rw_endurance_end(
        &endurance,
        "%ld writes, one every %d ms, seen by a replica after: median %.0f ms, p99 %.0f ms, p99.9 %.0f ms, longest "
        "%.0f ms; all replicas gave the same bytes",
        all->total, EVERY_NS / 1000000, (double)times[count / 2] / 1e6, (double)times[count - 1 - count / 100] / 1e6,
        (double)times[count - 1 - count / 1000] / 1e6, (double)times[count - 1] / 1e6);
    free(times);
    free(all);
}

START_TEST(write__is_seen_by_all_and_answered_alike)
{
    time_writes("fleet_writes");
}
END_TEST

/* Each listens, is connected, and is told nothing. */
START_TEST(write__is_seen_by_all_although_nobody_hears_of_it)
{
    static const char heard[] = "rootwarp_catalog_notices_total";
    long long before[FLEET_REPLICAS];
    atomic_store(&fleet.between.mode, RW_TEST_PROXY_DEAF);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        before[i] = rw_test_metric(fleet.replicas[i].port, heard);
    time_writes("fleet_writes_unheard");
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        ck_assert_int_eq(rw_test_metric(fleet.replicas[i].port, heard), before[i]);
    atomic_store(&fleet.between.mode, RW_TEST_PROXY_PASS);
}
END_TEST

/* ---- replicas come and go ---- */

START_TEST(replica__may_be_killed_and_drained)
{
    rw_endurance endurance;
    rw_fleet_sums killed = {0}, drained = {0};
    rw_endurance_begin(&endurance, "fleet_replicas", SHORT_ROUNDS, LONG_ROUNDS);
    for (endurance.done = 0; endurance.done < endurance.total; endurance.done++) {
        const size_t victim = (size_t)endurance.done % FLEET_REPLICAS, leaver = (victim + 1) % FLEET_REPLICAS;
        rw_fleet_load load;
        rw_fleet_load_start(&load, &fleet, true);
        rw_fleet_load_pass(&load, READS_BETWEEN);
        rw_fleet_kill(&fleet, victim);
        rw_fleet_load_pass(&load, READS_BETWEEN);
        rw_fleet_return(&fleet, victim);
        rw_fleet_load_end(&load, &killed);
        ck_assert_int_eq(atomic_load(&load.lost) + atomic_load(&load.unexplained), 0);

        rw_fleet_load_start(&load, &fleet, true);
        rw_fleet_load_pass(&load, READS_BETWEEN);
        rw_fleet_drain(&fleet, leaver);
        rw_fleet_load_pass(&load, READS_BETWEEN);
        rw_fleet_return(&fleet, leaver);
        rw_fleet_load_end(&load, &drained);
        ck_assert_int_eq(atomic_load(&load.lost) + atomic_load(&load.unexplained), 0);
        ck_assert_msg(atomic_load(&load.retried) == 0,
                      "%ld reads needed a retry while a replica was drained; the first: %s", atomic_load(&load.retried),
                      load.first);
    }
    rw_endurance_end(
        &endurance,
        "%ld replicas killed: %ld reads, %ld with a retry, none failed, %ld writes; %ld drained: %ld reads, none "
        "with a retry, %ld writes",
        endurance.done, killed.reads, killed.retried, killed.writes, endurance.done, drained.reads, drained.writes);
}
END_TEST

/* ---- the database goes ---- */

/* Until the writer is told to wait, or is through again. */
static void await_more(atomic_long *count, const char *what)
{
    const long before = atomic_load(count);
    const int64_t since = rw_clock_monotonic_ns();
    while (atomic_load(count) == before)
        rw_fleet_pause(since, what);
}

static void restart_database(rw_fleet_load *load)
{
    rw_test_postgres_kill(&fleet.database);
    await_more(&load->put_off, "no write is put off");
    rw_fleet_load_pass(load, READS_BETWEEN);
    rw_test_postgres_restart(&fleet.database);
    await_more(&load->writes, "writing does not go on");
}

static void cut_database(rw_fleet_load *load, long seconds)
{
    const struct timespec while_cut = {.tv_sec = seconds};
    atomic_store(&fleet.between.mode, RW_TEST_PROXY_SILENT);
    await_more(&load->put_off, "no write is put off");
    nanosleep(&while_cut, NULL);
    rw_fleet_load_pass(load, READS_BETWEEN);
    atomic_store(&fleet.between.mode, RW_TEST_PROXY_PASS);
    await_more(&load->writes, "writing does not go on");
}

START_TEST(database__may_restart_and_be_cut_off)
{
    rw_endurance endurance;
    rw_fleet_load load;
    rw_fleet_sums restarted = {0}, cut = {0};
    rw_endurance_begin(&endurance, "fleet_database", SHORT_ROUNDS, LONG_ROUNDS);
    const long cut_s = endurance.is_long ? LONG_CUT_S : SHORT_CUT_S;
    rw_fleet_load_start(&load, &fleet, true);
    rw_fleet_load_pass(&load, READS_BETWEEN);
    for (endurance.done = 0; endurance.done < endurance.total; endurance.done++)
        restart_database(&load);
    rw_fleet_load_end(&load, &restarted);
    ck_assert_int_eq(atomic_load(&load.lost) + atomic_load(&load.unexplained), 0);
    ck_assert_msg(atomic_load(&load.retried) == 0, "%ld reads needed a retry; the first: %s",
                  atomic_load(&load.retried), load.first);

    rw_fleet_load_start(&load, &fleet, true);
    cut_database(&load, cut_s);
    rw_fleet_load_end(&load, &cut);
    ck_assert_int_eq(atomic_load(&load.lost) + atomic_load(&load.unexplained), 0);
    ck_assert_msg(atomic_load(&load.retried) == 0, "%ld reads needed a retry; the first: %s",
                  atomic_load(&load.retried), load.first);
    rw_endurance_end(
        &endurance,
        "%ld crashes of the database: %ld reads, none with a retry, %ld writes, %ld put off with Retry-After; cut "
        "off for %ld s: %ld reads, none with a retry, %ld writes, %ld put off",
        endurance.done, restarted.reads, restarted.writes, restarted.put_off, cut_s, cut.reads, cut.writes,
        cut.put_off);
}
END_TEST

int main(void)
{
    if (!rw_fleet_available())
        return 77;
    Suite *suite = suite_create("fleet");
    TCase *cases = tcase_create("three and a proxy");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, write__is_seen_by_all_and_answered_alike);
    tcase_add_test(cases, write__is_seen_by_all_although_nobody_hears_of_it);
    tcase_add_test(cases, database__may_restart_and_be_cut_off);
    suite_add_tcase(suite, cases);
    TCase *draining = tcase_create("replicas come and go");
    tcase_add_checked_fixture(draining, set_up_drain, tear_down);
    tcase_add_test(draining, replica__may_be_killed_and_drained);
    suite_add_tcase(suite, draining);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
