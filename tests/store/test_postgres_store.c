#include <check.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/access.h"
#include "store/postgres.h"
#include "store_calls.h"
#include "support/postgres.h"
#include "support/postgres_proxy.h"
#include "test_postgres_notices.h"

static rw_test_postgres server;
static rw_test_proxy proxy;
static char schema[64];
static rw_problem problem;
static rw_store *store;

/* Short, since some tests wait for them; the shortest that connecting knows is two seconds. */
static const rw_store_postgres_options quick = {
    .connections_max = 2, .connect_timeout_s = 2, .statement_timeout_ms = 1000};

static rw_store_status open_at(const char *address)
{
    rw_problem_free(&problem);
    return rw_store_open_postgres(address, &quick, &store, &problem);
}

/* A schema for each test: its number and the clock. */
static void set_up(void)
{
    rw_problem_init(&problem);
    store = NULL;
    snprintf(schema, sizeof schema, "test_%lld", (long long)rw_clock_monotonic_ns());
}

static void tear_down(void)
{
    rw_store_close(store);
    rw_problem_free(&problem);
}

static void set_up_proxy(void)
{
    char address[RW_TEST_ADDRESS_SIZE];
    set_up();
    rw_test_proxy_start(&proxy, &server);
    rw_test_postgres_address(&server, proxy.folder, schema, address);
    if (open_at(address) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void tear_down_proxy(void)
{
    tear_down();
    rw_test_proxy_end(&proxy);
}

static void expect(rw_store_status wanted, rw_store_status status, rw_problem_code code)
{
    if (status != wanted)
        ck_abort_msg("status %d, not %d: %s", (int)status, (int)wanted, problem.detail);
    if (status != RW_STORE_OK)
        ck_assert_str_eq(rw_problem_info_get(problem.code)->name, rw_problem_info_get(code)->name);
}

static rw_store_status put(const char *name, const char *document, rw_store_put_result *result)
{
    return store_put(store, name, NULL, document, NULL, result, &problem);
}

static rw_store_status ping(void)
{
    rw_problem_free(&problem);
    return rw_store_ping(store, &problem);
}

static size_t count_changes(void)
{
    rw_store_change_list changes;
    rw_problem_free(&problem);
    expect(RW_STORE_OK, rw_store_list_changes(store, 0, 1000, &changes, &problem), 0);
    const size_t count = changes.count;
    rw_store_change_list_free(&changes);
    return count;
}

static size_t count_audit(void)
{
    rw_store_audit_list audit;
    expect(RW_STORE_OK, rw_store_audit_read(store, 0, 1000, &audit, &problem), 0);
    const size_t count = audit.count;
    rw_store_audit_list_free(&audit);
    return count;
}

static void run_sql(const char *sql)
{
    free(rw_test_postgres_run(&server, sql));
}

START_TEST(open__refuses_a_malformed_address_and_keeps_it_to_itself)
{
    expect(RW_STORE_ERROR, open_at("postgres://user:s3cret@host:port:more/x?nonsense=1"), RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_ptr_null(strstr(problem.detail, "s3cret"));
    ck_assert_ptr_nonnull(strstr(problem.detail, "postgres://USER"));
}
END_TEST

START_TEST(open__says_that_nobody_answers)
{
    expect(RW_STORE_UNAVAILABLE, open_at("postgres://user:s3cret@/db?host=/nowhere/at/all"),
           RW_PROBLEM_STORE_UNAVAILABLE);
    ck_assert_ptr_null(strstr(problem.detail, "s3cret"));
    ck_assert_ptr_nonnull(strstr(problem.detail, "/nowhere/at/all"));
}
END_TEST

START_TEST(open__refuses_the_tables_of_another_program)
{
    char address[RW_TEST_ADDRESS_SIZE];
    char sql[160];
    rw_test_postgres_address(&server, NULL, schema, address);
    snprintf(sql, sizeof sql, "CREATE TABLE \"%s\".customers (id int)", schema);
    run_sql(sql);
    expect(RW_STORE_ERROR, open_at(address), RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_ptr_nonnull(strstr(problem.detail, "another program"));
}
END_TEST

START_TEST(open__refuses_another_encoding)
{
    char address[RW_TEST_ADDRESS_SIZE];
    run_sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    snprintf(address, sizeof address, "postgres://postgres@/latin?host=%s", server.folder);
    expect(RW_STORE_ERROR, open_at(address), RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_ptr_nonnull(strstr(problem.detail, "UTF-8"));
}
END_TEST

START_TEST(open__refuses_a_changed_history_and_a_newer_one)
{
    char address[RW_TEST_ADDRESS_SIZE];
    char sql[256];
    rw_test_postgres_address(&server, NULL, schema, address);
    expect(RW_STORE_OK, open_at(address), 0);
    rw_store_close(store);
    store = NULL;

    snprintf(sql, sizeof sql, "INSERT INTO \"%s\".rootwarp_migrations VALUES (1000, 'x', 'x', '0.0.1', 0, 'x')", schema);
    run_sql(sql);
    expect(RW_STORE_OK, open_at(address), 0);
    rw_store_close(store);
    store = NULL;
    snprintf(sql, sizeof sql, "UPDATE \"%s\".rootwarp_migrations SET oldest_release = '999.0.0' WHERE number = 1000",
             schema);
    run_sql(sql);
    expect(RW_STORE_ERROR, open_at(address), RW_PROBLEM_STORE_TOO_NEW);
    snprintf(sql, sizeof sql, "UPDATE \"%s\".rootwarp_migrations SET checksum = 'y' WHERE number = 1", schema);
    run_sql(sql);
    expect(RW_STORE_ERROR, open_at(address), RW_PROBLEM_STORE_UNSUITABLE);
}
END_TEST

enum { STARTERS = 6 };

static void *start_one(void *argument)
{
    rw_store *own = NULL;
    rw_problem own_problem;
    rw_problem_init(&own_problem);
    const rw_store_status status = rw_store_open_postgres(argument, NULL, &own, &own_problem);
    if (status != RW_STORE_OK)
        fprintf(stderr, "a starter: %s\n", own_problem.detail);
    rw_store_close(own);
    rw_problem_free(&own_problem);
    return status == RW_STORE_OK ? NULL : argument;
}

START_TEST(open__several_may_start_at_once)
{
    char address[RW_TEST_ADDRESS_SIZE];
    char sql[160];
    pthread_t threads[STARTERS];
    rw_test_postgres_address(&server, NULL, schema, address);
    for (size_t i = 0; i < STARTERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, start_one, address), 0);
    for (size_t i = 0; i < STARTERS; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        ck_assert_ptr_null(failed);
    }
    snprintf(sql, sizeof sql, "SELECT count(*) FROM \"%s\".rootwarp_migrations", schema);
    char *steps = rw_test_postgres_run(&server, sql);
    ck_assert_str_eq(steps, "2");
    free(steps);
}
END_TEST

START_TEST(connection__one_that_broke_is_replaced)
{
    rw_store_put_result result;
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    run_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rootwarp'");
    expect(RW_STORE_OK, put("run", "{1}", &result), 0);
    run_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rootwarp'");
    ck_assert_uint_eq(count_changes(), 2);
}
END_TEST

START_TEST(commit__that_never_arrived_is_done_again)
{
    rw_store_put_result result;
    atomic_store(&proxy.mode, RW_TEST_PROXY_CUT_BEFORE_COMMIT);
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    ck_assert_int_eq(atomic_load(&proxy.mode), RW_TEST_PROXY_PASS);
    ck_assert(result.created);
    ck_assert_int_eq(result.revision, 1);
    ck_assert_int_eq(result.sequence, 1);
    ck_assert_uint_eq(count_changes(), 1);
    ck_assert_uint_eq(count_audit(), 1);
}
END_TEST

START_TEST(commit__whose_answer_was_lost_is_looked_up)
{
    rw_store_put_result result;
    atomic_store(&proxy.mode, RW_TEST_PROXY_CUT_AFTER_COMMIT);
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    ck_assert_int_eq(atomic_load(&proxy.mode), RW_TEST_PROXY_PASS);
    ck_assert(result.created && !result.unchanged);
    ck_assert_int_eq(result.revision, 1);
    ck_assert_uint_eq(count_changes(), 1);

    int64_t sequence = 0;
    atomic_store(&proxy.mode, RW_TEST_PROXY_CUT_AFTER_COMMIT);
    expect(RW_STORE_OK, store_delete(store, RW_STORE_CLIP, "walk", &match_any, &sequence, &problem), 0);
    ck_assert_int_eq(sequence, 2);

    const rw_store_token_request request = {
        .id = "abc", .name = "n", .scopes = 1, .digest = rw_token_digest_of("x", 1), .first_only = true};
    const rw_origin origin = {.actor = NULL};
    atomic_store(&proxy.mode, RW_TEST_PROXY_CUT_AFTER_COMMIT);
    expect(RW_STORE_OK, rw_store_token_create(store, &request, &origin, &problem), 0);
    const rw_store_token_use use = {.id = "abc", .at_ms = 7};
    atomic_store(&proxy.mode, RW_TEST_PROXY_CUT_AFTER_COMMIT);
    expect(RW_STORE_OK, rw_store_token_note_uses(store, &use, 1, &problem), 0);
    ck_assert_int_eq(atomic_load(&proxy.mode), RW_TEST_PROXY_PASS);
    rw_store_token_list tokens;
    expect(RW_STORE_OK, rw_store_token_list_read(store, &tokens, &problem), 0);
    ck_assert_uint_eq(tokens.count, 1);
    ck_assert_int_eq(tokens.items[0].last_used_at_ms, 7);
    rw_store_token_list_free(&tokens);
    ck_assert_uint_eq(count_audit(), 3);
}
END_TEST

START_TEST(silence__is_noticed_in_time_and_then_nobody_waits)
{
    rw_store_put_result result;
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    atomic_store(&proxy.mode, RW_TEST_PROXY_SILENT);
    expect(RW_STORE_UNAVAILABLE, put("run", "{1}", &result), RW_PROBLEM_STORE_UNAVAILABLE);

    /* Thousands of calls would take for ever if each waited. */
    for (int i = 0; i < 5000; i++)
        expect(RW_STORE_UNAVAILABLE, put("run", "{1}", &result), RW_PROBLEM_STORE_UNAVAILABLE);
    expect(RW_STORE_UNAVAILABLE, ping(), RW_PROBLEM_STORE_UNAVAILABLE);

    atomic_store(&proxy.mode, RW_TEST_PROXY_PASS);
    expect(RW_STORE_OK, ping(), 0);
    expect(RW_STORE_OK, put("run", "{1}", &result), 0);
}
END_TEST

START_TEST(restart__of_the_server_is_survived)
{
    rw_store_put_result result;
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    rw_test_postgres_kill(&server);
    expect(RW_STORE_UNAVAILABLE, put("run", "{1}", &result), RW_PROBLEM_STORE_UNAVAILABLE);
    rw_store_revision revision;
    rw_problem_free(&problem);
    expect(RW_STORE_UNAVAILABLE, rw_store_get_revision(store, RW_STORE_CLIP, "walk", 0, &revision, &problem),
           RW_PROBLEM_STORE_UNAVAILABLE);
    expect(RW_STORE_UNAVAILABLE, ping(), RW_PROBLEM_STORE_UNAVAILABLE);
    rw_test_postgres_restart(&server);
    expect(RW_STORE_OK, ping(), 0);
    expect(RW_STORE_OK, put("run", "{1}", &result), 0);
    ck_assert_uint_eq(count_changes(), 2);
    rw_test_postgres_kill(&server); /* this one is the case's own child */
}
END_TEST

START_TEST(write__a_standby_takes_none)
{
    char address[RW_TEST_ADDRESS_SIZE];
    rw_store_put_result result;
    rw_test_postgres_address(&server, NULL, schema, address);
    expect(RW_STORE_OK, open_at(address), 0);
    rw_store_close(store);
    store = NULL;
    snprintf(address + strlen(address), sizeof address - strlen(address), "%%20-cdefault_transaction_read_only%%3Don");
    expect(RW_STORE_OK, open_at(address), 0);
    expect(RW_STORE_UNAVAILABLE, put("walk", "{1}", &result), RW_PROBLEM_STORE_UNAVAILABLE);
    ck_assert_uint_eq(count_changes(), 0);
}
END_TEST

START_TEST(open__read_only_changes_nothing)
{
    char address[RW_TEST_ADDRESS_SIZE];
    rw_store_put_result result;
    rw_store_postgres_options reader = quick;
    reader.read_only = true;
    rw_test_postgres_address(&server, NULL, schema, address);
    expect(RW_STORE_ERROR, rw_store_open_postgres(address, &reader, &store, &problem), RW_PROBLEM_STORE_UNSUITABLE);
    expect(RW_STORE_OK, open_at(address), 0);
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    rw_store_close(store);
    store = NULL;
    expect(RW_STORE_OK, rw_store_open_postgres(address, &reader, &store, &problem), 0);
    expect(RW_STORE_READ_ONLY, put("run", "{1}", &result), RW_PROBLEM_STORE_READ_ONLY);
    ck_assert_uint_eq(count_changes(), 1);
}
END_TEST

START_TEST(write__waits_for_another_only_so_long)
{
    char address[RW_TEST_ADDRESS_SIZE];
    rw_store_put_result result;
    rw_test_postgres_address(&server, NULL, schema, address);
    expect(RW_STORE_OK, open_at(address), 0);
    PGconn *other = PQconnectdb(address);
    PQclear(PQexec(other, "BEGIN"));
    PGresult *lock = PQexec(other, "SELECT 1 FROM counters FOR UPDATE");
    ck_assert_int_eq(PQresultStatus(lock), PGRES_TUPLES_OK);
    PQclear(lock);
    expect(RW_STORE_BUSY, put("walk", "{1}", &result), RW_PROBLEM_STORE_BUSY);
    ck_assert_uint_eq(count_changes(), 0); /* readers do not wait */
    PQclear(PQexec(other, "ROLLBACK"));
    PQfinish(other);
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
}
END_TEST

START_TEST(error__is_told_with_its_state)
{
    char address[RW_TEST_ADDRESS_SIZE];
    char sql[160];
    rw_store_put_result result;
    rw_test_postgres_address(&server, NULL, schema, address);
    expect(RW_STORE_OK, open_at(address), 0);
    snprintf(sql, sizeof sql, "ALTER TABLE \"%s\".changes RENAME TO gone", schema);
    run_sql(sql);
    expect(RW_STORE_ERROR, put("walk", "{1}", &result), RW_PROBLEM_INTERNAL);
    ck_assert_ptr_nonnull(strstr(problem.detail, "42P01"));
    snprintf(sql, sizeof sql, "ALTER TABLE \"%s\".gone RENAME TO changes", schema);
    run_sql(sql);
    expect(RW_STORE_OK, put("walk", "{1}", &result), 0);
    ck_assert_int_eq(result.sequence, 1); /* nothing of the failed one was left */
    snprintf(sql, sizeof sql, "UPDATE \"%s\".documents SET body = '{2}'", schema);
    run_sql(sql);
    rw_store_revision revision;
    expect(RW_STORE_CORRUPT, rw_store_get_revision(store, RW_STORE_CLIP, "walk", 0, &revision, &problem),
           RW_PROBLEM_STORE_CORRUPT);
}
END_TEST

enum { WRITERS = 4, WRITES = 15 };

typedef struct writer {
    pthread_t thread;
    char address[RW_TEST_ADDRESS_SIZE];
    int number;
    bool failed;
} writer;

static void *write_some(void *argument)
{
    writer *self = argument;
    rw_store *own = NULL;
    rw_problem own_problem;
    rw_problem_init(&own_problem);
    self->failed = rw_store_open_postgres(self->address, NULL, &own, &own_problem) != RW_STORE_OK;
    for (int i = 0; i < WRITES && !self->failed; i++) {
        char document[32];
        rw_store_put_result result;
        snprintf(document, sizeof document, "{%d.%d}", self->number, i);
        self->failed = store_put(own, "shared", NULL, document, i == 0 && self->number == 0 ? NULL : &match_any, &result,
                                 NULL) != RW_STORE_OK;
    }
    rw_store_close(own);
    rw_problem_free(&own_problem);
    return NULL;
}

/* A replica that has read up to a number never misses one that appears later below it. */
START_TEST(changes__appear_in_order_to_every_replica)
{
    writer writers[WRITERS];
    char address[RW_TEST_ADDRESS_SIZE];
    rw_test_postgres_address(&server, NULL, schema, address);
    expect(RW_STORE_OK, open_at(address), 0);
    store_must_put(store, "shared", NULL, "{}");
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = (writer){.number = i + 1};
        memcpy(writers[i].address, address, sizeof address);
        ck_assert_int_eq(pthread_create(&writers[i].thread, NULL, write_some, &writers[i]), 0);
    }
    int64_t seen = 0;
    while (seen < 1 + WRITERS * WRITES) {
        rw_store_change_list changes;
        expect(RW_STORE_OK, rw_store_list_changes(store, seen, 1000, &changes, &problem), 0);
        for (size_t i = 0; i < changes.count; i++)
            ck_assert_int_eq(changes.items[i].sequence, ++seen);
        rw_store_change_list_free(&changes);
    }
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(writers[i].thread, NULL);
        ck_assert(!writers[i].failed);
    }
}
END_TEST

static TCase *plain_cases(void)
{
    TCase *cases = tcase_create("alone");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, open__refuses_a_malformed_address_and_keeps_it_to_itself);
    tcase_add_test(cases, open__says_that_nobody_answers);
    tcase_add_test(cases, open__refuses_the_tables_of_another_program);
    tcase_add_test(cases, open__refuses_another_encoding);
    tcase_add_test(cases, open__refuses_a_changed_history_and_a_newer_one);
    tcase_add_test(cases, open__several_may_start_at_once);
    tcase_add_test(cases, open__read_only_changes_nothing);
    tcase_add_test(cases, write__a_standby_takes_none);
    tcase_add_test(cases, write__waits_for_another_only_so_long);
    tcase_add_test(cases, error__is_told_with_its_state);
    tcase_add_test(cases, changes__appear_in_order_to_every_replica);
    return cases;
}

static TCase *network_cases(void)
{
    TCase *cases = tcase_create("network");
    tcase_add_checked_fixture(cases, set_up_proxy, tear_down_proxy);
    tcase_add_test(cases, connection__one_that_broke_is_replaced);
    tcase_add_test(cases, commit__that_never_arrived_is_done_again);
    tcase_add_test(cases, commit__whose_answer_was_lost_is_looked_up);
    tcase_add_test(cases, silence__is_noticed_in_time_and_then_nobody_waits);
    tcase_add_test(cases, restart__of_the_server_is_survived); /* the last: it ends the server */
    return cases;
}

int main(void)
{
    if (!rw_test_postgres_available())
        return 77;
    rw_test_postgres_start(&server);
    Suite *suite = suite_create("the PostgreSQL store");
    suite_add_tcase(suite, plain_cases());
    suite_add_tcase(suite, notice_cases(&server));
    suite_add_tcase(suite, network_cases());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rw_test_postgres_end(&server);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
