/* Token buckets, on a clock of the test's own. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access/rate_limit.h"
#include "base/hash.h"
#include "support/suite.h"

#define SECOND INT64_C(1000000000)
#define START (1000 * SECOND)

static rw_rate_limit *limit;

static void set_up(void)
{
    ck_assert(rw_hash_start());
    limit = rw_rate_limit_new();
    ck_assert_ptr_nonnull(limit);
}

static void tear_down(void)
{
    rw_rate_limit_free(limit);
}

static bool take(const char *key, int64_t now_ns)
{
    int64_t wait_ns = 0;
    return rw_rate_limit_take(limit, key, strlen(key), now_ns, &wait_ns);
}

static int taken(const char *key, int64_t now_ns)
{
    int count = 0;
    while (count < 100000 && take(key, now_ns))
        count++;
    return count;
}

START_TEST(off__lets_everybody_through)
{
    for (int i = 0; i < 10000; i++)
        ck_assert(take("a", START));
    rw_rate_limit_set(limit, 1, 1);
    ck_assert_int_eq(taken("a", START), 1);
    rw_rate_limit_set(limit, 0, 1);
    ck_assert(take("a", START));
}
END_TEST

START_TEST(bucket__holds_the_burst_and_fills_at_the_rate)
{
    rw_rate_limit_set(limit, 10, 25);
    ck_assert_int_eq(taken("a", START), 25);
    ck_assert_int_eq(taken("a", START + SECOND), 10);
    ck_assert_int_eq(taken("a", START + SECOND + SECOND / 2), 5);
    ck_assert_int_eq(taken("a", START + 100 * SECOND), 25);
}
END_TEST

START_TEST(bucket__without_a_burst_holds_a_second)
{
    rw_rate_limit_set(limit, 7, 0);
    ck_assert_int_eq(taken("a", START), 7);
}
END_TEST

START_TEST(wait__is_just_long_enough)
{
    rw_rate_limit_set(limit, 4, 2);
    int64_t wait_ns = 0;
    ck_assert_int_eq(taken("a", START), 2);
    ck_assert(!rw_rate_limit_take(limit, "a", 1, START, &wait_ns));
    ck_assert_int_eq(wait_ns, SECOND / 4);
    ck_assert(!take("a", START + wait_ns - 1));
    ck_assert(take("a", START + wait_ns));
}
END_TEST

START_TEST(refused__costs_nothing)
{
    rw_rate_limit_set(limit, 1, 1);
    ck_assert(take("a", START));
    for (int i = 0; i < 1000; i++)
        ck_assert(!take("a", START + i));
    ck_assert(take("a", START + SECOND));
}
END_TEST

START_TEST(keys__have_buckets_of_their_own)
{
    rw_rate_limit_set(limit, 1, 3);
    ck_assert_int_eq(taken("a", START), 3);
    ck_assert_int_eq(taken("b", START), 3);
    ck_assert(!take("a", START));
}
END_TEST

/* However many keys come: whoever has room gets it, and one who asks all the time is still told to wait. */
START_TEST(table__is_bounded_and_favours_the_newcomer)
{
    rw_rate_limit_set(limit, 1, 2);
    for (int i = 0; i < 100000; i++) {
        char key[32];
        snprintf(key, sizeof key, "client %d", i);
        ck_assert(take(key, START));
    }
    int refused = 0;
    ck_assert_int_ge(taken("greedy", START), 2);
    for (int i = 0; i < 1000; i++)
        refused += take("greedy", START) ? 0 : 1;
    ck_assert_int_eq(refused, 1000);
}
END_TEST

enum { THREADS = 4, TRIES = 20000, BURST = 1000 };

static atomic_int granted;

static void *hammer(void *context)
{
    (void)context;
    for (int i = 0; i < TRIES; i++)
        if (take("shared", START))
            atomic_fetch_add(&granted, 1);
    return NULL;
}

START_TEST(threads__share_one_bucket_exactly)
{
    pthread_t threads[THREADS];
    rw_rate_limit_set(limit, 1, BURST);
    atomic_store(&granted, 0);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, hammer, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_int_eq(atomic_load(&granted), BURST);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("rate limit");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, off__lets_everybody_through);
    tcase_add_test(cases, bucket__holds_the_burst_and_fills_at_the_rate);
    tcase_add_test(cases, bucket__without_a_burst_holds_a_second);
    tcase_add_test(cases, wait__is_just_long_enough);
    tcase_add_test(cases, refused__costs_nothing);
    tcase_add_test(cases, keys__have_buckets_of_their_own);
    tcase_add_test(cases, table__is_bounded_and_favours_the_newcomer);
    tcase_add_test(cases, threads__share_one_bucket_exactly);
    return rw_test_suite_run(cases);
}
