/*
 * What one writer knows of its documents: what was acknowledged, and the one write whose answer never came. No other
 * writer uses its names, so the daemon's memory of them must be one of at most two.
 */
#ifndef RW_TESTS_FAULT_LEDGER_H
#define RW_TESTS_FAULT_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "call.h"

#define RW_LEDGER_NAMES 4
#define RW_LEDGER_RECENT 64 /* acknowledged revisions that are still to be looked at */

typedef struct rw_ledger_entry {
    char target[48];       /* /v1/clips/… or /v1/profiles/… */
    bool is_profile;
    bool exists;           /* acknowledged, or seen since */
    uint64_t seed;         /* of the document that is its head */
    long revision;         /* of the head */
    long last_revision;    /* the highest that was ever seen; none may be reused */
    char etag[80];
    enum { RW_LEDGER_NOTHING, RW_LEDGER_PUT, RW_LEDGER_DELETE } pending; /* sent, and not answered */
    uint64_t pending_seed;
} rw_ledger_entry;

typedef struct rw_ledger_revision {
    int name;
    long revision;
    char etag[80];
} rw_ledger_revision;

typedef struct rw_ledger {
    int writer;
    uint64_t random;
    rw_ledger_entry entries[RW_LEDGER_NAMES]; /* the last one is a profile on the first, which is never deleted */
    rw_ledger_revision recent[RW_LEDGER_RECENT];
    int recent_count;
    long acknowledged; /* writes, ever */
    char fault[512];   /* what was found to be wrong; "" so far */
} rw_ledger;

void rw_ledger_init(rw_ledger *ledger, int writer, uint64_t seed);

uint64_t rw_ledger_random(rw_ledger *ledger);

/* One random write. False when it was not answered, which leaves it pending, or when something is wrong. */
bool rw_ledger_write(rw_ledger *ledger, rw_caller *caller);

/* Compares the daemon's memory with the ledger and settles what was pending; false with `fault` set. */
bool rw_ledger_verify(rw_ledger *ledger, rw_caller *caller);

#endif
