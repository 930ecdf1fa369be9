#include "http/waiters.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

#define NS_PER_S INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

struct rw_http_waiters {
    rw_http_waiters_calls calls;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards all below */
    pthread_cond_t changed;
    rw_http_waiter head; /* of a ring */
    bool looked_for;     /* the thread has something to look at */
    bool released, ending;
    atomic_size_t count;
};

static void take_out(rw_http_waiters *waiters, rw_http_waiter *waiter)
{
    waiter->next->previous = waiter->previous;
    waiter->previous->next = waiter->next;
    atomic_fetch_sub(&waiters->count, 1);
    waiters->calls.resume(waiters->calls.context, waiter);
}

/* Resumes those whose wait is over; returns when the next one's will be, INT64_MAX when nobody is left. */
static int64_t look_around(rw_http_waiters *waiters)
{
    int64_t next_ns = INT64_MAX;
    if (waiters->head.next == &waiters->head)
        return next_ns;
    const int64_t now = rw_clock_monotonic_ns();
    const uint64_t version = waiters->calls.version(waiters->calls.context);
    for (rw_http_waiter *waiter = waiters->head.next; waiter != &waiters->head;) {
        rw_http_waiter *following = waiter->next;
        if (waiters->released || version >= waiter->version || now >= waiter->deadline_ns)
            take_out(waiters, waiter);
        else if (waiter->deadline_ns < next_ns)
            next_ns = waiter->deadline_ns;
        waiter = following;
    }
    return next_ns;
}

static void sleep_until(rw_http_waiters *waiters, int64_t deadline_ns)
{
    const struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / NS_PER_S),
                                      .tv_nsec = (long)(deadline_ns % NS_PER_S)};
    int result = 0;
    while (!waiters->looked_for && !waiters->ending && result == 0)
        result = deadline_ns == INT64_MAX ? pthread_cond_wait(&waiters->changed, &waiters->mutex)
                                          : pthread_cond_timedwait(&waiters->changed, &waiters->mutex, &deadline);
}

static void *watch(void *context)
{
    rw_http_waiters *waiters = context;
    pthread_mutex_lock(&waiters->mutex);
    while (!waiters->ending) {
        waiters->looked_for = false;
        sleep_until(waiters, look_around(waiters));
    }
    pthread_mutex_unlock(&waiters->mutex);
    return NULL;
}

static bool make_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    const bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

rw_http_waiters *rw_http_waiters_new(const rw_http_waiters_calls *calls)
{
    rw_http_waiters *waiters = calloc(1, sizeof *waiters);
    if (waiters == NULL)
        return NULL;
    waiters->calls = *calls;
    waiters->head.next = waiters->head.previous = &waiters->head;
    if (pthread_mutex_init(&waiters->mutex, NULL) != 0) {
        free(waiters);
        return NULL;
    }
    if (!make_condition(&waiters->changed)) {
        pthread_mutex_destroy(&waiters->mutex);
        free(waiters);
        return NULL;
    }
    if (pthread_create(&waiters->thread, NULL, watch, waiters) != 0) {
        pthread_cond_destroy(&waiters->changed);
        pthread_mutex_destroy(&waiters->mutex);
        free(waiters);
        return NULL;
    }
    return waiters;
}

/* With the lock held. */
static void rouse(rw_http_waiters *waiters)
{
    waiters->looked_for = true;
    pthread_cond_signal(&waiters->changed);
}

bool rw_http_waiters_add(rw_http_waiters *waiters, rw_http_waiter *waiter, uint64_t version, int64_t milliseconds)
{
    pthread_mutex_lock(&waiters->mutex);
    const bool taken = !waiters->released;
    if (taken) {
        waiter->version = version;
        waiter->deadline_ns = rw_clock_monotonic_ns() + milliseconds * NS_PER_MS;
        waiters->calls.suspend(waiters->calls.context, waiter);
        waiter->next = &waiters->head;
        waiter->previous = waiters->head.previous;
        waiter->previous->next = waiter;
        waiters->head.previous = waiter;
        atomic_fetch_add(&waiters->count, 1);
        /* The catalogue may have gone on since the request looked at it, and not wake anyone again. */
        rouse(waiters);
    }
    pthread_mutex_unlock(&waiters->mutex);
    return taken;
}

void rw_http_waiters_wake(rw_http_waiters *waiters)
{
    if (atomic_load(&waiters->count) == 0)
        return;
    pthread_mutex_lock(&waiters->mutex);
    rouse(waiters);
    pthread_mutex_unlock(&waiters->mutex);
}

void rw_http_waiters_release(rw_http_waiters *waiters)
{
    if (waiters == NULL)
        return;
    pthread_mutex_lock(&waiters->mutex);
    waiters->released = true;
    look_around(waiters);
    pthread_mutex_unlock(&waiters->mutex);
}

void rw_http_waiters_free(rw_http_waiters *waiters)
{
    if (waiters == NULL)
        return;
    rw_http_waiters_release(waiters);
    pthread_mutex_lock(&waiters->mutex);
    waiters->ending = true;
    pthread_cond_signal(&waiters->changed);
    pthread_mutex_unlock(&waiters->mutex);
    pthread_join(waiters->thread, NULL);
    pthread_cond_destroy(&waiters->changed);
    pthread_mutex_destroy(&waiters->mutex);
    free(waiters);
}
