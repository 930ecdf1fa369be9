/* A store that other processes write to, and that is away at times: SQLite behind a table of our own. */
#include <check.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "service/follower.h"
#include "store/store_backend.h"
#include "store_calls.h"
#include "temporary_folder.h"
#include "toy_compiler.h" /* of tests/catalog */

#define PATIENCE_NS INT64_C(30000000000)

typedef struct distant_store {
    rw_store base;
    rw_store *real;
    atomic_bool away;
    atomic_bool put_back; /* to where it began */
    atomic_int loads, pings;
} distant_store;

static temporary_folder folder;
static distant_store distant;
static toy_counts counts;
static rw_catalog *catalog;
static rw_follower *follower;
static rw_problem problem;
static atomic_int went, came, moves;

#define DETAIL_SIZE 512
static char last_detail[DETAIL_SIZE];

static rw_store_status refuse(rw_problem *why)
{
    rw_problem_set(why, RW_PROBLEM_STORE_UNAVAILABLE, "far away");
    return RW_STORE_UNAVAILABLE;
}

static rw_store_status nothing_inside(rw_sql *sql, void *context, rw_problem *why)
{
    (void)sql;
    (void)context;
    (void)why;
    return RW_STORE_OK;
}

static rw_store_status transact(rw_store *store, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *why)
{
    distant_store *self = (distant_store *)store;
    atomic_fetch_add(mode == RW_SQL_PROBE ? &self->pings : &self->loads, 1);
    if (atomic_load(&self->away))
        return refuse(why);
    /* Work that reads nothing finds a log without an entry. */
    return rw_sql_transact(self->real, mode, atomic_load(&self->put_back) ? nothing_inside : work, context, why);
}

static const rw_store_backend backend = {.transact = transact};

static void note_move(void *context)
{
    (void)context;
    atomic_fetch_add(&moves, 1);
}

static void report(void *context, bool answers, const char *detail)
{
    if (!answers)
        snprintf(context, DETAIL_SIZE, "%s", detail);
    atomic_fetch_add(answers ? &came : &went, 1); /* the last: whoever sees it may read the detail */
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    distant.base.backend = &backend;
    if (rw_store_open_sqlite(folder.path, NULL, &distant.real, &problem) != RW_STORE_OK)
        ck_abort_msg("%s", problem.detail);
    const rw_catalog_compiler compiler = toy_compiler(&counts);
    ck_assert_int_eq(rw_catalog_open(&distant.base, &compiler, NULL, &catalog, &problem), RW_STORE_OK);
}

static void start(int64_t interval_ms)
{
    const rw_follower_options options = {
        .interval_ms = interval_ms, .report = report, .moved = note_move, .context = last_detail};
    ck_assert(rw_follower_start(&distant.base, catalog, &options, &follower, &problem));
}

static void tear_down(void)
{
    rw_follower_stop(follower);
    rw_catalog_close(catalog);
    rw_store_close(distant.real);
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
    ck_assert_int_eq(atomic_load(&counts.alive), 0);
}

static int64_t version(void)
{
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const int64_t sequence = rw_catalog_sequence(&guard);
    rw_catalog_reader_end(&guard);
    return sequence;
}

#define AWAIT(condition)                                                                                               \
    do {                                                                                                               \
        const int64_t since = rw_clock_monotonic_ns();                                                                 \
        while (!(condition)) {                                                                                         \
            const struct timespec step = {.tv_nsec = 1000000};                                                         \
            ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "%s", #condition);                            \
            nanosleep(&step, NULL);                                                                                    \
        }                                                                                                              \
    } while (false)

START_TEST(follow__takes_over_what_others_write)
{
    start(20);
    store_must_put(distant.real, "walk", NULL, "length=9");
    AWAIT(version() == 1);
    store_must_put(distant.real, "run", NULL, "length=9");
    AWAIT(version() == 2);
    AWAIT(atomic_load(&moves) == 2);
    ck_assert(rw_follower_answers(follower));
    ck_assert_int_eq(atomic_load(&went), 0);
    ck_assert_int_eq(atomic_load(&distant.pings), 0);
}
END_TEST

START_TEST(follow__looks_at_once_when_it_is_woken)
{
    start(3600000);
    store_must_put(distant.real, "walk", NULL, "length=9");
    rw_follower_wake(follower);
    AWAIT(version() == 1);
}
END_TEST

START_TEST(follow__grows_old_while_the_store_is_away_and_catches_up)
{
    start(20);
    atomic_store(&distant.away, true);
    AWAIT(!rw_follower_answers(follower));
    AWAIT(rw_follower_age_ms(follower) > 100);
    const int loads = atomic_load(&distant.loads);
    const int pings = atomic_load(&distant.pings);
    AWAIT(atomic_load(&distant.pings) > pings + 3);
    ck_assert_int_eq(atomic_load(&distant.loads), loads); /* who does not answer is not asked for more */
    store_must_put(distant.real, "walk", NULL, "length=9");
    ck_assert_int_eq(version(), 0);

    atomic_store(&distant.away, false);
    AWAIT(version() == 1);
    AWAIT(rw_follower_answers(follower));
    ck_assert_int_eq(atomic_load(&went), 1);
    ck_assert_str_eq(last_detail, "far away");
    AWAIT(atomic_load(&came) == 1);
}
END_TEST

START_TEST(follow__notices_a_store_that_was_put_back)
{
    start(20);
    store_must_put(distant.real, "walk", NULL, "length=9");
    AWAIT(version() == 1);
    atomic_store(&distant.put_back, true);
    AWAIT(!rw_follower_answers(follower));
    AWAIT(atomic_load(&went) == 1);
    ck_assert_ptr_nonnull(strstr(last_detail, "older state"));
    ck_assert_int_eq(version(), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("follower");
    TCase *cases = tcase_create("follow");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, follow__takes_over_what_others_write);
    tcase_add_test(cases, follow__looks_at_once_when_it_is_woken);
    tcase_add_test(cases, follow__grows_old_while_the_store_is_away_and_catches_up);
    tcase_add_test(cases, follow__notices_a_store_that_was_put_back);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
