/* How soon a daemon shows what another has written: with notifications, without, and with those that get lost. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "replicas.h"
#include "support/postgres_proxy.h"

enum { TIMED_WRITES = 12, NOTICES = 1000 };

/* Until one daemon hears of what another writes: both have come to listening, and to telling. */
static void await_hearing(unsigned writer, unsigned listener)
{
    const long long before = rw_test_metric(listener, "rootwarp_catalog_notices_total");
    const int64_t since = rw_clock_monotonic_ns();
    while (rw_test_metric(listener, "rootwarp_catalog_notices_total") == before) {
        ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "nothing is heard");
        put_new(writer);
        for (int i = 0; i < 25; i++)
            pause_briefly();
    }
    await_version(listener, version_of(writer), since);
}

static void set_up_two(const char *first, const char *second)
{
    use_schema(NULL);
    start_replica(&replicas[0], first);
    start_replica(&replicas[1], second);
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(replicas[0].port, 0, false), 201);
}

static void tear_down_two(void)
{
    rw_test_server_end(&replicas[0]);
    rw_test_server_end(&replicas[1]);
    rw_test_postgres_end(&database);
}

static void time_writes(const char *what)
{
    int64_t times[TIMED_WRITES];
    for (size_t i = 0; i < TIMED_WRITES; i++) {
        const int64_t since = rw_clock_monotonic_ns();
        const long long version = put_new(replicas[0].port);
        times[i] = await_version(replicas[1].port, version, since);
    }
    qsort(times, TIMED_WRITES, sizeof *times, compare_times);
    printf("%s: a write is seen after: median %.0f ms, longest of %d %.0f ms\n", what,
           (double)times[TIMED_WRITES / 2] / 1e6, TIMED_WRITES, (double)times[TIMED_WRITES - 1] / 1e6);
}

/* Half a minute at least would pass between two looks. */
START_TEST(notification__shows_a_write_long_before_the_next_look)
{
    set_up_two("--store-poll=60s", "--store-poll=60s");
    await_hearing(replicas[0].port, replicas[1].port);
    const int64_t since = rw_clock_monotonic_ns();
    time_writes("with notifications");
    ck_assert_int_lt(rw_clock_monotonic_ns() - since, PATIENCE_NS);
    tear_down_two();
}
END_TEST

START_TEST(notification__is_not_needed)
{
    set_up_two(NULL, "--store-notify=false");
    time_writes("without notifications");
    ck_assert_int_eq(rw_test_metric(replicas[1].port, "rootwarp_catalog_notices_total"), 0);
    tear_down_two();
}
END_TEST

/* Connected, answered when it asked to listen, and never told anything again. */
START_TEST(notification__that_a_silent_listener_misses_costs_a_poll)
{
    rw_test_proxy proxy;
    char direct[RW_TEST_ADDRESS_SIZE], schema[64];
    snprintf(schema, sizeof schema, "silent_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_postgres_start(&database);
    rw_test_proxy_start(&proxy, &database);
    atomic_store(&proxy.mode, RW_TEST_PROXY_DEAF);
    rw_test_postgres_address(&database, NULL, schema, address);
    start_replica(&replicas[0], NULL);
    memcpy(direct, address, sizeof direct);
    rw_test_postgres_address(&database, proxy.folder, schema, address);
    start_replica(&replicas[1], NULL);
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(replicas[0].port, 0, false), 201);
    await_version(replicas[1].port, 2, rw_clock_monotonic_ns());
    memcpy(address, direct, sizeof address);
    start_replica(&replicas[2], NULL);
    await_hearing(replicas[0].port, replicas[2].port);
    time_writes("with a listener that is connected and silent");
    ck_assert_int_eq(rw_test_metric(replicas[1].port, "rootwarp_catalog_notices_total"), 0);
    for (size_t i = 0; i < REPLICAS; i++)
        rw_test_server_end(&replicas[i]);
    rw_test_proxy_end(&proxy);
    rw_test_postgres_end(&database);
}
END_TEST

START_TEST(notification__connections_that_are_cut_all_the_time_cost_a_poll)
{
    set_up_two(NULL, NULL);
    await_hearing(replicas[0].port, replicas[1].port);
    for (int i = 0; i < 4; i++) {
        free(rw_test_postgres_run(&database,
                                  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"));
        const int64_t since = rw_clock_monotonic_ns();
        await_version(replicas[1].port, put_new(replicas[0].port), since);
    }
    await_hearing(replicas[0].port, replicas[1].port);
    tear_down_two();
}
END_TEST

/* A thousand notifications of things that are not there: each look finds nothing, and looks stay 50 ms apart. */
START_TEST(notification__a_thousand_of_them_are_a_few_looks)
{
    char sql[160];
    set_up_two("--store-poll=60s", "--store-poll=60s");
    await_hearing(replicas[0].port, replicas[1].port);
    const long long looks = rw_test_metric(replicas[1].port, "rootwarp_catalog_looks_total");
    const long long notices = rw_test_metric(replicas[1].port, "rootwarp_catalog_notices_total");
    const int64_t since = rw_clock_monotonic_ns();
    for (int i = 0; i < 10; i++) {
        snprintf(sql, sizeof sql, "SELECT count(pg_notify('rootwarp', (%d + n)::text)) FROM generate_series(1, %d) n",
                 1000000 + i * 1000, NOTICES / 10);
        free(rw_test_postgres_run(&database, sql));
    }
    rw_test_metric_await(replicas[1].port, "rootwarp_catalog_notices_total", notices + 1);
    await_version(replicas[1].port, put_new(replicas[0].port), rw_clock_monotonic_ns());
    const long long more = rw_test_metric(replicas[1].port, "rootwarp_catalog_looks_total") - looks;
    const long long most = 3 + (rw_clock_monotonic_ns() - since) / 50000000;
    printf("%d notifications: %lld looks\n", NOTICES, more);
    ck_assert_int_le(more, most);
    tear_down_two();
}
END_TEST

/* From the server's own log, to which only this replica's statements go: what is neither the end of the change log nor
 * the frame of a transaction. */
static size_t count_reads(size_t *from)
{
    char path[RW_TEST_PATH_SIZE + 8];
    size_t length = 0;
    size_t count = 0;
    snprintf(path, sizeof path, "%s/log", database.folder);
    char *log = rw_test_file_read(path, &length);
    for (char *line = log + *from; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t end = strcspn(line, "\n");
        const bool newline = line[end] == '\n';
        line[end] = '\0';
        const bool statement = strstr(line, "LOG:  statement: ") != NULL || strstr(line, "LOG:  execute ") != NULL;
        if (statement && strstr(line, ": BEGIN ISOLATION") == NULL && strstr(line, ": COMMIT") == NULL &&
            strstr(line, ": SELECT change_sequence, audit_sequence, access_version FROM counters") == NULL)
            count++;
        if (!newline)
            break;
    }
    *from = length;
    free(log);
    return count;
}

START_TEST(change__costs_a_replica_two_queries_beside_its_look)
{
    size_t from = 0;
    use_schema(NULL);
    start_replica(&replicas[0], "--store-poll=60s");
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(replicas[0].port, 0, false), 201);
    snprintf(address + strlen(address), sizeof address - strlen(address), "%%20-clog_statement%%3Dall");
    start_replica(&replicas[1], "--store-poll=60s");
    await_hearing(replicas[0].port, replicas[1].port);
    ck_assert_uint_gt(count_reads(&from), 0); /* its start */
    const long long looks = rw_test_metric(replicas[1].port, "rootwarp_catalog_looks_total");
    await_version(replicas[1].port, put_new(replicas[0].port), rw_clock_monotonic_ns());
    rw_test_metric_await(replicas[1].port, "rootwarp_catalog_looks_total", looks + 1);
    ck_assert_uint_eq(count_reads(&from), 2);
    ck_assert_int_eq(rw_test_metric(replicas[1].port, "rootwarp_catalog_looks_total"), looks + 1);
    tear_down_two();
}
END_TEST

int main(void)
{
    if (!rw_test_postgres_available())
        return 77;
    Suite *suite = suite_create("notices");
    TCase *cases = tcase_create("how soon");
    tcase_add_test(cases, notification__shows_a_write_long_before_the_next_look);
    tcase_add_test(cases, notification__is_not_needed);
    tcase_add_test(cases, notification__that_a_silent_listener_misses_costs_a_poll);
    tcase_add_test(cases, notification__connections_that_are_cut_all_the_time_cost_a_poll);
    tcase_add_test(cases, notification__a_thousand_of_them_are_a_few_looks);
    tcase_add_test(cases, change__costs_a_replica_two_queries_beside_its_look);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
