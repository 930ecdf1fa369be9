/*
 * What was replaced while others may still read it: it is kept until it has been out of use for so long that nobody can,
 * and then freed, when the next thing is replaced. One thread.
 */
#ifndef RW_BASE_RETIRED_H
#define RW_BASE_RETIRED_H

#include <stdint.h>

/* First member of what is kept. */
typedef struct rw_retired {
    struct rw_retired *older;
    int64_t since_ns;
} rw_retired;

typedef struct rw_retired_list {
    rw_retired *newest;
    int64_t patience_ns;           /* how long each is kept */
    void (*free)(rw_retired *one); /* of what it is the first member of */
} rw_retired_list;

/* Takes what was just replaced, which may be NULL, and frees what has been here for longer than the patience. now_ns: of
 * rw_clock_monotonic_ns(). */
void rw_retired_add(rw_retired_list *list, rw_retired *one, int64_t now_ns);

/* Frees all that is left: nobody may read any of it. */
void rw_retired_clear(rw_retired_list *list);

#endif
