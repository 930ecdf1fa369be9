/*
 * Large pieces of memory, kept from one user for the next.
 *
 * malloc gives large pieces back to the system, and the next one then costs a page fault for each of its pages, which
 * is more than what is written there takes. A reserve keeps some, up to a bound that is the whole process's, so that
 * connections need not hold theirs while they are idle. Every piece comes from malloc, so that free() may release it.
 * Any number of threads.
 */
#ifndef RW_BASE_RESERVE_H
#define RW_BASE_RESERVE_H

#include <stddef.h>

#define RW_RESERVE_PIECE_MIN ((size_t)16 * 1024) /* what is smaller is malloc's and free's */
#define RW_RESERVE_PIECES_MAX 16

typedef struct rw_reserve rw_reserve;

/* Keeps at most so many bytes. NULL without memory: every function takes that for a reserve that keeps nothing. */
rw_reserve *rw_reserve_new(size_t bytes_max);

/* Releases what is kept. */
void rw_reserve_free(rw_reserve *reserve);

/* A piece of at least `wanted` bytes, of which *size are the caller's; not zeroed. NULL, with *size untouched, without
 * memory. */
void *rw_reserve_take(rw_reserve *reserve, size_t wanted, size_t *size);

/* Gives a piece up: it is kept, in the place of smaller ones if need be, or freed. Takes NULL. */
void rw_reserve_give(rw_reserve *reserve, void *piece, size_t size);

#endif
