/*
 * How often a client may ask: a token bucket for each key, in a table of fixed size.
 *
 * A bucket holds `burst` requests and fills at `per_second`. It is kept as one number, the moment at which it will be
 * full again; a bucket that is full needs no memory at all, so its place is free for another. When every place that a
 * key may take is held by somebody with less than a full bucket, the one that is nearest to full is given away: its
 * owner starts with a full bucket again. So memory is bounded whatever addresses come, and the hash is keyed, so that
 * nobody can aim at another's place.
 *
 * Any thread. Each call takes the lock of one of 64 parts of the table for a few instructions.
 */
#ifndef RW_ACCESS_RATE_LIMIT_H
#define RW_ACCESS_RATE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_RATE_LIMIT_MAX 1000000 /* of per_second and burst */

typedef struct rw_rate_limit rw_rate_limit;

/* Off until it is set. rw_hash_start() must have succeeded. NULL without memory. */
rw_rate_limit *rw_rate_limit_new(void);

/* per_second: 0 .. RW_RATE_LIMIT_MAX; 0: off. burst: 0 .. RW_RATE_LIMIT_MAX; 0: as per_second. */
void rw_rate_limit_set(rw_rate_limit *limit, int64_t per_second, int64_t burst);

/* Takes NULL. */
void rw_rate_limit_free(rw_rate_limit *limit);

/* Takes one request out of the key's bucket; always true while it is off. False when it is empty: then *wait_ns says how long until it is not.
 * now_ns: of rw_clock_monotonic_ns(). */
bool rw_rate_limit_take(rw_rate_limit *limit, const void *key, size_t length, int64_t now_ns, int64_t *wait_ns);

#endif
