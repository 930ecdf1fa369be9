#include "http/store_threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "support/suite.h"

enum { JOBS = 8, LONG_MS = 600000 };

/* What became of jobs, in the order in which they were begun. */
typedef struct bench {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool gate_open;
    int suspended, begun, timely;
    int order[JOBS];
} bench;

typedef struct job {
    rw_http_store_job job;
    int number;
} job;

static bench made;

static void suspend(void *context, rw_http_store_job *queued)
{
    (void)queued;
    ((bench *)context)->suspended++;
}

/* Stays until the gate is open. */
static void run(void *context, rw_http_store_job *begun, bool timely)
{
    bench *self = context;
    pthread_mutex_lock(&self->mutex);
    if (self->begun < JOBS)
        self->order[self->begun] = ((const job *)begun)->number;
    self->begun++;
    self->timely += timely ? 1 : 0;
    pthread_cond_broadcast(&self->changed);
    while (timely && !self->gate_open)
        pthread_cond_wait(&self->changed, &self->mutex);
    pthread_mutex_unlock(&self->mutex);
}

static rw_http_store_threads *start(unsigned count, size_t room, int64_t patience_ms)
{
    const rw_http_store_calls calls = {.context = &made, .suspend = suspend, .run = run};
    made = (bench){.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    rw_http_store_threads *threads = rw_http_store_threads_new(count, room, patience_ms, &calls);
    ck_assert_ptr_nonnull(threads);
    return threads;
}

static void wait_begun(int count)
{
    pthread_mutex_lock(&made.mutex);
    while (made.begun < count)
        pthread_cond_wait(&made.changed, &made.mutex);
    pthread_mutex_unlock(&made.mutex);
}

static void open_gate(void)
{
    pthread_mutex_lock(&made.mutex);
    made.gate_open = true;
    pthread_cond_broadcast(&made.changed);
    pthread_mutex_unlock(&made.mutex);
}

START_TEST(jobs__are_begun_in_turn_and_all_of_them)
{
    job jobs[JOBS];
    rw_http_store_threads *threads = start(1, JOBS, LONG_MS);
    for (int i = 0; i < JOBS; i++) {
        jobs[i].number = i;
        ck_assert(rw_http_store_threads_add(threads, &jobs[i].job, false));
    }
    open_gate();
    wait_begun(JOBS);
    for (int i = 0; i < JOBS; i++)
        ck_assert_int_eq(made.order[i], i);
    ck_assert_int_eq(made.timely, JOBS);
    ck_assert_uint_eq(rw_http_store_threads_waiting(threads), 0);
    rw_http_store_threads_free(threads);
}
END_TEST

START_TEST(threads__each_take_one)
{
    job jobs[3];
    rw_http_store_threads *threads = start(3, JOBS, LONG_MS);
    for (int i = 0; i < 3; i++)
        ck_assert(rw_http_store_threads_add(threads, &jobs[i].job, false));
    wait_begun(3); /* the gate is closed: none is done */
    open_gate();
    rw_http_store_threads_free(threads);
}
END_TEST

START_TEST(room__is_for_those_who_wait)
{
    job jobs[5];
    rw_http_store_threads *threads = start(1, 2, LONG_MS);
    ck_assert(rw_http_store_threads_add(threads, &jobs[0].job, false));
    wait_begun(1);
    ck_assert(rw_http_store_threads_add(threads, &jobs[1].job, false));
    ck_assert(rw_http_store_threads_add(threads, &jobs[2].job, false));
    ck_assert_uint_eq(rw_http_store_threads_waiting(threads), 2);
    ck_assert(!rw_http_store_threads_add(threads, &jobs[3].job, false));
    ck_assert_int_eq(made.suspended, 3);
    ck_assert(rw_http_store_threads_add(threads, &jobs[4].job, true));
    ck_assert_uint_eq(rw_http_store_threads_waiting(threads), 3);
    open_gate();
    wait_begun(4);
    ck_assert(rw_http_store_threads_add(threads, &jobs[3].job, false));
    wait_begun(5);
    rw_http_store_threads_free(threads);
}
END_TEST

START_TEST(job__that_has_waited_too_long_is_only_refused)
{
    job jobs[2];
    rw_http_store_threads *threads = start(1, 2, -1);
    ck_assert(rw_http_store_threads_add(threads, &jobs[0].job, false));
    ck_assert(rw_http_store_threads_add(threads, &jobs[1].job, false));
    wait_begun(2); /* through a closed gate */
    ck_assert_int_eq(made.timely, 0);
    rw_http_store_threads_free(threads);
}
END_TEST

static void *stop(void *threads)
{
    rw_http_store_threads_stop(threads);
    return NULL;
}

START_TEST(stop__lets_end_what_has_begun_and_refuses_the_rest)
{
    enum { MANY = 20000 };
    const struct timespec moment = {.tv_nsec = 1000000};
    job *jobs = calloc(MANY, sizeof *jobs);
    pthread_t stopping;
    rw_http_store_threads *threads = start(1, MANY, LONG_MS);
    ck_assert_ptr_nonnull(jobs);
    ck_assert(rw_http_store_threads_add(threads, &jobs[0].job, false));
    wait_begun(1);
    ck_assert_int_eq(pthread_create(&stopping, NULL, stop, threads), 0);
    int taken = 1;
    while (taken < MANY && rw_http_store_threads_add(threads, &jobs[taken].job, false)) {
        taken++;
        nanosleep(&moment, NULL);
    }
    ck_assert_int_lt(taken, MANY);
    open_gate();
    pthread_join(stopping, NULL);
    ck_assert_int_eq(made.begun, taken);
    ck_assert_int_eq(made.timely, 1);
    rw_http_store_threads_stop(threads);
    rw_http_store_threads_free(threads);
    rw_http_store_threads_free(NULL);
    rw_http_store_threads_stop(NULL);
    free(jobs);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("store_threads");
    tcase_add_test(cases, jobs__are_begun_in_turn_and_all_of_them);
    tcase_add_test(cases, threads__each_take_one);
    tcase_add_test(cases, room__is_for_those_who_wait);
    tcase_add_test(cases, job__that_has_waited_too_long_is_only_refused);
    tcase_add_test(cases, stop__lets_end_what_has_begun_and_refuses_the_rest);
    return rw_test_suite_run(cases);
}
