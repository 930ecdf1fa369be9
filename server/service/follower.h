/*
 * Follows a store that other processes write to, too: a thread of its own looks at the change log again and again and
 * takes over what is new, so that the catalogue is never older than a look and its load. While the store does not
 * answer the catalogue stays as it is and grows old.
 *
 * What the store hears of others' writes brings the next look forward, and is worth no more than that: a notice that is
 * lost costs the wait for the look that comes anyway. All notices until that look are of the same look.
 */
#ifndef RW_SERVICE_FOLLOWER_H
#define RW_SERVICE_FOLLOWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/problem.h"
#include "catalog/catalog.h"

typedef struct rw_follower rw_follower;

typedef struct rw_follower_options {
    /* Between two looks at most this: a random time from half of it, so that many processes that started together do
     * not go on together. */
    int64_t interval_ms;
    bool listen; /* let the store tell of others' writes */
    /* Told by the follower's thread when the store stops to answer, with the reason, and when it answers again. */
    void (*report)(void *context, bool answers, const char *detail);
    /* Told by the same thread when the catalogue has gone on; NULL: nobody is. */
    void (*moved)(void *context);
    void *context;
} rw_follower_options;

/* Starts to follow with a catalogue that is up to date. store and catalog are borrowed and must outlive the follower.
 */
bool rw_follower_start(rw_store *store, rw_catalog *catalog, const rw_follower_options *options, rw_follower **out,
                       rw_problem *problem);

/* Takes NULL. */
void rw_follower_stop(rw_follower *follower);

/* Makes it look now. Any thread. */
void rw_follower_wake(rw_follower *follower);

typedef struct rw_follower_counts {
    uint64_t looks;   /* at the end of the change log */
    uint64_t loads;   /* of them that found something to take over */
    uint64_t notices; /* of something new */
} rw_follower_counts;

/* Any thread, never blocks. */
rw_follower_counts rw_follower_count(const rw_follower *follower);

/* Milliseconds since the catalogue was known to show all that is stored; and whether the last look found the store
 * answering. Any thread, never blocks. */
int64_t rw_follower_age_ms(const rw_follower *follower);
bool rw_follower_answers(const rw_follower *follower);

#endif
