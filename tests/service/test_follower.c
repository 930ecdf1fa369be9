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
    bool deaf; /* cannot listen */
    rw_store_heard heard;
    void *heard_context;
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

static rw_store_status listen_to(rw_store *store, rw_store_heard heard, void *context, rw_problem *why)
{
    distant_store *self = (distant_store *)store;
    if (self->deaf) {
        rw_problem_set(why, RW_PROBLEM_OUT_OF_MEMORY, "no thread");
        return RW_STORE_NO_MEMORY;
    }
    self->heard = heard;
    self->heard_context = context;
    return RW_STORE_OK;
}

static void unlisten(rw_store *store)
{
    ((distant_store *)store)->heard = NULL;
}

static const rw_store_backend backend = {.transact = transact, .listen = listen_to, .unlisten = unlisten};

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
    follower = NULL;
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

static void start_listening(int64_t interval_ms)
{
    const rw_follower_options options = {
        .interval_ms = interval_ms, .listen = true, .report = report, .moved = note_move, .context = last_detail};
    ck_assert(rw_follower_start(&distant.base, catalog, &options, &follower, &problem));
}

START_TEST(notice__brings_the_look_forward)
{
    start_listening(3600000);
    store_must_put(distant.real, "walk", NULL, "length=9");
    distant.heard(distant.heard_context, 1);
    AWAIT(version() == 1);
    AWAIT(rw_follower_count(follower).loads == 1);
    ck_assert_uint_eq(rw_follower_count(follower).looks, 1);
    ck_assert_uint_eq(rw_follower_count(follower).notices, 1);
    rw_follower_stop(follower);
    follower = NULL;
    ck_assert(distant.heard == NULL); /* nobody is told any more */
}
END_TEST

/* What is known already is worth no look: a daemon hears of its own writes, too. */
START_TEST(notice__of_what_is_known_is_passed_over)
{
    store_must_put(distant.real, "walk", NULL, "length=9");
    ck_assert_int_eq(rw_catalog_refresh(catalog, &problem), RW_STORE_OK);
    start_listening(3600000);
    distant.heard(distant.heard_context, 1);
    store_must_put(distant.real, "run", NULL, "length=9");
    distant.heard(distant.heard_context, 2);
    AWAIT(version() == 2);
    ck_assert_uint_eq(rw_follower_count(follower).looks, 1);
}
END_TEST

/* However many come, looks stay a while apart. */
START_TEST(notice__a_storm_of_them_is_a_few_looks)
{
    enum { NOTICES = 1000, APART_MS = 50 };
    start_listening(3600000);
    const int64_t began = rw_clock_monotonic_ns();
    for (int i = 1; i <= NOTICES; i++) {
        if (i % 100 == 0)
            store_must_put(distant.real, i % 200 == 0 ? "walk" : "run", NULL, i % 300 == 0 ? "length=9" : "length=8");
        distant.heard(distant.heard_context, 1000 + i);
    }
    const int64_t changes = store_must_put(distant.real, "last", NULL, "length=7").sequence;
    distant.heard(distant.heard_context, 5000);
    AWAIT(version() == changes);
    const int64_t passed_ms = (rw_clock_monotonic_ns() - began) / 1000000;
    ck_assert_uint_eq(rw_follower_count(follower).notices, NOTICES + 1);
    ck_assert_uint_le(rw_follower_count(follower).looks, (uint64_t)(2 + passed_ms / APART_MS));
}
END_TEST

/* A notice without a look that follows: the look that comes anyway finds what it was about. */
START_TEST(notice__that_is_lost_costs_the_wait)
{
    start_listening(20);
    store_must_put(distant.real, "walk", NULL, "length=9");
    AWAIT(version() == 1);
    ck_assert_uint_eq(rw_follower_count(follower).notices, 0);
}
END_TEST

START_TEST(start__fails_when_the_store_cannot_listen)
{
    distant.deaf = true;
    const rw_follower_options options = {.interval_ms = 20, .listen = true};
    ck_assert(!rw_follower_start(&distant.base, catalog, &options, &follower, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_OUT_OF_MEMORY);
    ck_assert_ptr_null(follower);
    distant.deaf = false;
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
    tcase_add_test(cases, notice__brings_the_look_forward);
    tcase_add_test(cases, notice__of_what_is_known_is_passed_over);
    tcase_add_test(cases, notice__a_storm_of_them_is_a_few_looks);
    tcase_add_test(cases, notice__that_is_lost_costs_the_wait);
    tcase_add_test(cases, start__fails_when_the_store_cannot_listen);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
