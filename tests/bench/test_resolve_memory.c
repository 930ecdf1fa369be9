/* What a resolve allocates, and what a connection holds while it is idle. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "failing_allocator.h"
#include "in_process.h"
#include "support/folder.h"

enum { ALLOCATIONS_MAX = 2 };

/* Of a connection that waits for its next request: body, answer and what reading takes, each up to 16 KiB. */
#define IDLE_BYTES_MAX ((size_t)50 * 1024)

typedef struct fixture {
    char folder[RW_TEST_PATH_SIZE];
    in_process server;
    rw_http_exchange *exchange;
    rw_buffer body;
} fixture;

static void set_up(fixture *at)
{
    rw_test_folder_make(at->folder);
    ck_assert(in_process_start(&at->server, at->folder, 10));
    at->exchange = malloc(sizeof *at->exchange);
    ck_assert_ptr_nonnull(at->exchange);
    rw_http_exchange_init(at->exchange);
    rw_buffer_init(&at->body, SIZE_MAX);
}

static void tear_down(fixture *at)
{
    rw_buffer_free(&at->body);
    rw_http_exchange_free(at->exchange);
    free(at->exchange);
    in_process_stop(&at->server);
    rw_test_folder_remove(at->folder);
}

/* Allocations of one request. */
static unsigned long count(fixture *at, int *status)
{
    failing_allocator_arm(0);
    *status = in_process_resolve(&at->server, at->exchange, at->body.data, at->body.length);
    return failing_allocator_seen();
}

/* 0: of three phases; 1: of one; else a batch of so many. */
static void ask(fixture *at, unsigned items)
{
    rw_buffer_clear(&at->body);
    if (items == 0)
        in_process_vault(&at->body);
    else if (items == 1)
        in_process_reach(&at->body, 3);
    else
        in_process_batch(&at->body, items, 10);
    ck_assert(rw_buffer_ok(&at->body));
}

/* The second of a kind finds what the first left. */
START_TEST(resolve__allocates_next_to_nothing_however_large_the_batch)
{
    static const unsigned kinds[] = {1, 0, 2, 100, 1000};
    fixture at;
    set_up(&at);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ask(&at, kinds[i]);
        int status = 0;
        const unsigned long first = count(&at, &status);
        ck_assert_int_eq(status, 200);
        ck_assert_ptr_null(strstr(at.exchange->response.body, "\"problem\""));
        const unsigned long second = count(&at, &status);
        ck_assert_int_eq(status, 200);
        ck_assert_msg(first < 20, "%u items: %lu allocations at first", kinds[i], first);
        ck_assert_msg(second <= ALLOCATIONS_MAX, "%u items: %lu allocations", kinds[i], second);
    }
    tear_down(&at);
}
END_TEST

/* Whatever it was asked before, and refused. */
START_TEST(resolve__an_idle_connection_holds_little)
{
    static const unsigned kinds[] = {1, 0, 100, 1000};
    fixture at;
    set_up(&at);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ask(&at, kinds[i]);
        ck_assert_int_eq(in_process_resolve(&at.server, at.exchange, at.body.data, at.body.length), 200);
        rw_http_exchange_reset(at.exchange);
        ck_assert_uint_le(at.exchange->body.capacity + at.exchange->response.room.capacity + RW_ARENA_KEPT_MAX,
                          IDLE_BYTES_MAX);
    }
    tear_down(&at);
}
END_TEST

/* Allocations fail one after the other, until none does: each time it is told, and the next request is answered. */
START_TEST(resolve__survives_every_failed_allocation)
{
    fixture at;
    set_up(&at);
    ask(&at, 100);
    int status = 0;
    unsigned long n = 0;
    do {
        rw_http_exchange_free(at.exchange);
        rw_http_exchange_init(at.exchange);
        rw_reserve_free(at.server.engine.reserve);
        at.server.engine.reserve = NULL;
        failing_allocator_arm(++n);
        status = in_process_resolve(&at.server, at.exchange, at.body.data, at.body.length);
        failing_allocator_arm(0);
        ck_assert_msg(status == 200 || status == 503, "allocation %lu: %d", n, status);
        ck_assert_int_eq(in_process_resolve(&at.server, at.exchange, at.body.data, at.body.length), 200);
    } while (status != 200 && n < 100);
    ck_assert_uint_gt(n, 2);
    ck_assert_int_eq(status, 200);
    tear_down(&at);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("resolve_memory");
    TCase *tests = tcase_create("resolve_memory");
    tcase_add_test(tests, resolve__allocates_next_to_nothing_however_large_the_batch);
    tcase_add_test(tests, resolve__an_idle_connection_holds_little);
    tcase_add_test(tests, resolve__survives_every_failed_allocation);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
