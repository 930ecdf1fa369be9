/*
 * Requests that wait for the catalogue to go on. One thread watches over all of them; it sleeps until it is woken or the
 * first of them has waited long enough.
 */
#ifndef RW_HTTP_WAITERS_H
#define RW_HTTP_WAITERS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rw_http_waiters rw_http_waiters;

/* Embedded in what waits. Fields are private. */
typedef struct rw_http_waiter {
    struct rw_http_waiter *next, *previous;
    uint64_t version;
    int64_t deadline_ns;
} rw_http_waiter;

/* Called with a lock held: may not call back. */
typedef struct rw_http_waiters_calls {
    void *context;
    uint64_t (*version)(void *context);                        /* of the catalogue now */
    void (*suspend)(void *context, rw_http_waiter *waiter); /* before it is watched */
    void (*resume)(void *context, rw_http_waiter *waiter);  /* once it is not watched any more, which is its last use */
} rw_http_waiters_calls;

/* NULL without memory or thread. */
rw_http_waiters *rw_http_waiters_new(const rw_http_waiters_calls *calls);

/* Suspends the waiter, and resumes it when the catalogue is at `version`, or after so long. False when nobody may wait
 * any more: then it was not suspended. */
bool rw_http_waiters_add(rw_http_waiters *waiters, rw_http_waiter *waiter, uint64_t version, int64_t milliseconds);

/* To be called when the catalogue may have gone on. Costs next to nothing while nobody waits. Any thread. */
void rw_http_waiters_wake(rw_http_waiters *waiters);

/* Resumes all and lets nobody wait from now on. Takes NULL. */
void rw_http_waiters_release(rw_http_waiters *waiters);

/* Releases, and ends the thread. Takes NULL. */
void rw_http_waiters_free(rw_http_waiters *waiters);

#endif
