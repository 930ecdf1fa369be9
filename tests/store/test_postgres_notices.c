#include "test_postgres_notices.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "store/access.h"
#include "store/postgres.h"
#include "store_calls.h"
#include "support/postgres_proxy.h"

#define PATIENCE_NS INT64_C(30000000000)

/* A store that listens, and what it has heard. */
typedef struct listener {
    rw_store *store;
    _Atomic int64_t heard;
    atomic_int times;
} listener;

static const rw_test_postgres *server;
static char schema[64];
static rw_problem problem;
static rw_test_proxy proxy;
static listener first, second;

static void note(void *context, int64_t sequence)
{
    listener *self = context;
    atomic_fetch_add(&self->times, 1);
    if (sequence > atomic_load(&self->heard))
        atomic_store(&self->heard, sequence);
}

static void open_listener(listener *self, const char *socket_folder)
{
    char address[RW_TEST_ADDRESS_SIZE];
    atomic_store(&self->heard, 0);
    atomic_store(&self->times, 0);
    rw_test_postgres_address(server, socket_folder, schema, address);
    if (rw_store_open_postgres(address, NULL, &self->store, &problem) != RW_STORE_OK ||
        rw_store_listen(self->store, note, self, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    snprintf(schema, sizeof schema, "notices_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_proxy_start(&proxy, server);
}

static void tear_down(void)
{
    rw_store_close(first.store);
    rw_store_close(second.store);
    first.store = second.store = NULL;
    rw_test_proxy_end(&proxy);
    rw_problem_free(&problem);
}

/* A write that changes something. */
static int64_t write_through(rw_store *store)
{
    char document[32];
    rw_store_put_result result;
    snprintf(document, sizeof document, "{%lld}", (long long)rw_clock_monotonic_ns());
    rw_store_status status = store_put(store, "walk", NULL, document, &match_any, &result, &problem);
    if (status == RW_STORE_CONFLICT)
        status = store_put(store, "walk", NULL, document, NULL, &result, &problem);
    ck_assert_msg(status == RW_STORE_OK, "%s", problem.detail);
    return result.sequence;
}

/* Writes until a listener hears of one of these writes: how soon the other side has come to listening, and to telling,
 * is its own affair. */
static void write_until_heard(rw_store *store, const listener *self)
{
    const int64_t began = rw_clock_monotonic_ns();
    const int64_t from = write_through(store);
    while (atomic_load(&self->heard) < from) {
        const struct timespec step = {.tv_nsec = 20000000};
        ck_assert_msg(rw_clock_monotonic_ns() - began < PATIENCE_NS, "nothing is heard");
        nanosleep(&step, NULL);
        write_through(store);
    }
}

START_TEST(listener__hears_of_its_own_and_others_writes)
{
    open_listener(&first, NULL);
    open_listener(&second, NULL);
    write_until_heard(first.store, &first);
    write_until_heard(first.store, &second);
    write_until_heard(second.store, &first);
    rw_store_unlisten(first.store);
    const int times = atomic_load(&first.times);
    write_until_heard(second.store, &second);
    ck_assert_int_eq(atomic_load(&first.times), times);
}
END_TEST

START_TEST(listener__comes_back_when_its_connection_is_cut)
{
    open_listener(&first, NULL);
    write_until_heard(first.store, &first);
    char *cut = rw_test_postgres_run(
        server, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
    ck_assert_str_eq(cut, "1");
    free(cut);
    write_until_heard(first.store, &first);
}
END_TEST

START_TEST(listener__that_is_deaf_hangs_nothing)
{
    atomic_store(&proxy.mode, RW_TEST_PROXY_DEAF);
    open_listener(&first, proxy.folder);
    open_listener(&second, NULL);
    write_until_heard(second.store, &second);
    write_through(first.store);
    write_until_heard(second.store, &second);
    ck_assert_int_eq(atomic_load(&first.times), 0);
}
END_TEST

/* Everything is saved, once; nobody is told any more. */
START_TEST(notify__that_the_server_refuses_loses_no_write)
{
    const int64_t began = rw_clock_monotonic_ns();
    int64_t writes = 0;
    atomic_store(&proxy.mode, RW_TEST_PROXY_NO_NOTIFY);
    open_listener(&first, proxy.folder);
    while (atomic_load(&proxy.refused) == 0) {
        ck_assert_msg(rw_clock_monotonic_ns() - began < PATIENCE_NS, "nothing is notified");
        ck_assert_int_eq(write_through(first.store), ++writes);
    }
    ck_assert_int_eq(write_through(first.store), ++writes);
    ck_assert_int_eq(atomic_load(&proxy.refused), 1);
    rw_store_audit_list audit;
    ck_assert_int_eq(rw_store_audit_read(first.store, 0, 10000, &audit, &problem), RW_STORE_OK);
    ck_assert_int_eq((int64_t)audit.count, writes);
    rw_store_audit_list_free(&audit);
}
END_TEST

TCase *notice_cases(const rw_test_postgres *running)
{
    server = running;
    TCase *cases = tcase_create("notices");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, listener__hears_of_its_own_and_others_writes);
    tcase_add_test(cases, listener__comes_back_when_its_connection_is_cut);
    tcase_add_test(cases, listener__that_is_deaf_hangs_nothing);
    tcase_add_test(cases, notify__that_the_server_refuses_loses_no_write);
    return cases;
}
