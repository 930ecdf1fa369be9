#include "http/store_threads.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"

#define NS_PER_MS INT64_C(1000000)

struct rw_http_store_threads {
    rw_http_store_calls calls;
    size_t room_max;
    int64_t patience_ns;
    pthread_t *threads;
    unsigned count; /* of those that were started and not joined */
    pthread_mutex_t mutex; /* guards all below */
    pthread_cond_t changed;
    rw_http_store_job *first, **end;
    size_t waiting;
    bool stopped;
};

/* With the mutex held. */
static rw_http_store_job *take_first(rw_http_store_threads *threads)
{
    rw_http_store_job *job = threads->first;
    threads->first = job->next;
    if (threads->first == NULL)
        threads->end = &threads->first;
    threads->waiting--;
    return job;
}

static void *serve(void *context)
{
    rw_http_store_threads *threads = context;
    pthread_mutex_lock(&threads->mutex);
    for (;;) {
        while (threads->first == NULL && !threads->stopped)
            pthread_cond_wait(&threads->changed, &threads->mutex);
        if (threads->first == NULL)
            break;
        rw_http_store_job *job = take_first(threads);
        const bool timely = !threads->stopped && rw_clock_monotonic_ns() - job->queued_ns <= threads->patience_ns;
        pthread_mutex_unlock(&threads->mutex);
        threads->calls.run(threads->calls.context, job, timely);
        pthread_mutex_lock(&threads->mutex);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

static bool start(rw_http_store_threads *threads, unsigned count)
{
    threads->threads = calloc(count, sizeof *threads->threads);
    if (threads->threads == NULL)
        return false;
    while (threads->count < count &&
           pthread_create(&threads->threads[threads->count], NULL, serve, threads) == 0)
        threads->count++;
    return threads->count == count;
}

rw_http_store_threads *rw_http_store_threads_new(unsigned count, size_t room_max, int64_t patience_ms,
                                                 const rw_http_store_calls *calls)
{
    rw_http_store_threads *threads = calloc(1, sizeof *threads);
    if (threads == NULL)
        return NULL;
    threads->calls = *calls;
    threads->room_max = room_max;
    threads->patience_ns = patience_ms * NS_PER_MS;
    threads->end = &threads->first;
    if (pthread_mutex_init(&threads->mutex, NULL) != 0) {
        free(threads);
        return NULL;
    }
    if (pthread_cond_init(&threads->changed, NULL) != 0) {
        pthread_mutex_destroy(&threads->mutex);
        free(threads);
        return NULL;
    }
    if (start(threads, count))
        return threads;
    rw_http_store_threads_free(threads);
    return NULL;
}

bool rw_http_store_threads_add(rw_http_store_threads *threads, rw_http_store_job *job, bool take_in)
{
    pthread_mutex_lock(&threads->mutex);
    const bool taken = !threads->stopped && (take_in || threads->waiting < threads->room_max);
    if (taken) {
        threads->calls.suspend(threads->calls.context, job);
        job->next = NULL;
        job->queued_ns = rw_clock_monotonic_ns();
        *threads->end = job;
        threads->end = &job->next;
        threads->waiting++;
        pthread_cond_signal(&threads->changed);
    }
    pthread_mutex_unlock(&threads->mutex);
    return taken;
}

size_t rw_http_store_threads_waiting(rw_http_store_threads *threads)
{
    pthread_mutex_lock(&threads->mutex);
    const size_t waiting = threads->waiting;
    pthread_mutex_unlock(&threads->mutex);
    return waiting;
}

void rw_http_store_threads_stop(rw_http_store_threads *threads)
{
    if (threads == NULL)
        return;
    pthread_mutex_lock(&threads->mutex);
    threads->stopped = true;
    pthread_cond_broadcast(&threads->changed);
    pthread_mutex_unlock(&threads->mutex);
    while (threads->count > 0)
        pthread_join(threads->threads[--threads->count], NULL);
}

void rw_http_store_threads_free(rw_http_store_threads *threads)
{
    if (threads == NULL)
        return;
    rw_http_store_threads_stop(threads);
    pthread_cond_destroy(&threads->changed);
    pthread_mutex_destroy(&threads->mutex);
    free(threads->threads);
    free(threads);
}
