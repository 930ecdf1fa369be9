/*
 * The few threads on which requests wait for the store, so that none that serves connections does. A request that has to
 * wait is suspended, and queued here without any memory being allocated; a thread takes the oldest, does its work, and
 * resumes it.
 */
#ifndef RW_HTTP_STORE_THREADS_H
#define RW_HTTP_STORE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rw_http_store_threads rw_http_store_threads;

/* Embedded in what has to be done. Fields are private. */
typedef struct rw_http_store_job {
    struct rw_http_store_job *next;
    int64_t queued_ns;
} rw_http_store_job;

typedef struct rw_http_store_calls {
    void *context;
    /* With a lock held, before the job is queued: may not call back. */
    void (*suspend)(void *context, rw_http_store_job *job);
    /* On one of the threads. Not timely: it has waited too long, or the threads stop, and is only to be refused. Ends with
     * the job resumed, which is its last use. */
    void (*run)(void *context, rw_http_store_job *job, bool timely);
} rw_http_store_calls;

/* As many threads, 1 or more; at most room_max jobs wait for one, but for those that are taken in, none longer than patience_ms before it is begun. NULL
 * without memory or threads. */
rw_http_store_threads *rw_http_store_threads_new(unsigned count, size_t room_max, int64_t patience_ms,
                                                 const rw_http_store_calls *calls);

/* Suspends the job and queues it. False when too many wait, unless it has to be taken in, or the threads were stopped: then it
 * was not suspended. Any thread. */
bool rw_http_store_threads_add(rw_http_store_threads *threads, rw_http_store_job *job, bool take_in);

/* Jobs that no thread has begun. Any thread. */
size_t rw_http_store_threads_waiting(rw_http_store_threads *threads);

/* Ends the threads when each has done what it is at; what waits is refused, as is all that is added from now on. Takes
 * NULL. */
void rw_http_store_threads_stop(rw_http_store_threads *threads);

/* Stops, and releases. Takes NULL. */
void rw_http_store_threads_free(rw_http_store_threads *threads);

#endif
