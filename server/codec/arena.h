/*
 * An arena: memory that is handed out piece by piece and released at once.
 *
 * For what one request reads. One thread at a time.
 */
#ifndef RW_CODEC_ARENA_H
#define RW_CODEC_ARENA_H

#include <stddef.h>

#include "base/reserve.h"

#define RW_ARENA_KEPT_MAX ((size_t)16 * 1024)

typedef struct rw_arena_block rw_arena_block;

/* Fields are private. */
typedef struct rw_arena {
    rw_arena_block *blocks; /* the one in use first */
    rw_reserve *reserve;
} rw_arena;

/* How much of an arena was handed out. Fields are private. */
typedef struct rw_arena_mark {
    rw_arena_block *block;
    size_t used;
} rw_arena_mark;

/* An empty arena; allocates nothing. */
void rw_arena_init(rw_arena *arena);

/* From now on large blocks come from a reserve, which is borrowed, and go back there. */
void rw_arena_use(rw_arena *arena, rw_reserve *reserve);

/* Releases everything and leaves an empty arena. Takes NULL. */
void rw_arena_free(rw_arena *arena);

/* Releases all but a block of at most RW_ARENA_KEPT_MAX bytes, and leaves an empty arena that begins with it. */
void rw_arena_reset(rw_arena *arena);

/* Takes back what was handed out after the mark, which must still be. */
rw_arena_mark rw_arena_mark_now(const rw_arena *arena);
void rw_arena_rewind(rw_arena *arena, rw_arena_mark mark);

/* count * size bytes, zeroed, aligned for any type; never NULL for a count of 0. NULL when no memory is left or the
 * product overflows. */
void *rw_arena_allocate(rw_arena *arena, size_t count, size_t size);

/* The same, not zeroed: for what is written before it is read. */
void *rw_arena_take(rw_arena *arena, size_t count, size_t size);

/* A copy of text[0 .. length) with a zero byte after it; NULL when no memory is left. */
char *rw_arena_text(rw_arena *arena, const char *text, size_t length);

#endif
