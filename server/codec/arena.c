#include "codec/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)4096)
#define BLOCK_SIZE_GROWN_MAX ((size_t)64 * 1024) /* of blocks for small pieces */

struct rw_arena_block {
    rw_arena_block *next;
    size_t used;
    size_t size; /* of the bytes after the struct */
};

/* The bytes begin at a multiple of the strictest alignment. */
#define HEADER_SIZE ((sizeof(rw_arena_block) + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t))

void rw_arena_init(rw_arena *arena)
{
    *arena = (rw_arena){.blocks = NULL};
}

void rw_arena_use(rw_arena *arena, rw_reserve *reserve)
{
    arena->reserve = reserve;
}

static void release_block(rw_arena *arena, rw_arena_block *block)
{
    rw_reserve_give(arena->reserve, block, HEADER_SIZE + block->size);
}

void rw_arena_free(rw_arena *arena)
{
    if (arena != NULL)
        rw_arena_rewind(arena, (rw_arena_mark){.block = NULL});
}

void rw_arena_reset(rw_arena *arena)
{
    rw_arena_block *kept = NULL;
    rw_arena_block *block = arena->blocks;
    while (block != NULL) {
        rw_arena_block *next = block->next;
        if (kept == NULL && block->size <= RW_ARENA_KEPT_MAX)
            kept = block;
        else
            release_block(arena, block);
        block = next;
    }
    if (kept != NULL) {
        kept->next = NULL;
        kept->used = 0;
    }
    arena->blocks = kept;
}

rw_arena_mark rw_arena_mark_now(const rw_arena *arena)
{
    return (rw_arena_mark){.block = arena->blocks, .used = arena->blocks != NULL ? arena->blocks->used : 0};
}

void rw_arena_rewind(rw_arena *arena, rw_arena_mark mark)
{
    while (arena->blocks != mark.block) {
        rw_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        release_block(arena, block);
    }
    if (mark.block != NULL)
        mark.block->used = mark.used;
}

/* Each block is at least twice as large as the one before, so that there are few; and a large piece has some room behind
 * it, so that the small ones that follow need no block of their own. */
static rw_arena_block *add_block(rw_arena *arena, size_t size)
{
    const size_t twice = arena->blocks != NULL ? arena->blocks->size * 2 : BLOCK_SIZE;
    const size_t grown = twice < BLOCK_SIZE_GROWN_MAX ? twice : BLOCK_SIZE_GROWN_MAX;
    if (size > SIZE_MAX - HEADER_SIZE - BLOCK_SIZE)
        return NULL;
    size_t bytes = HEADER_SIZE + (size + BLOCK_SIZE > grown ? size + BLOCK_SIZE : grown);
    rw_arena_block *block = rw_reserve_take(arena->reserve, bytes, &bytes);
    if (block == NULL)
        return NULL;
    block->used = 0;
    block->size = bytes - HEADER_SIZE;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *rw_arena_take(rw_arena *arena, size_t count, size_t size)
{
    const size_t alignment = alignof(max_align_t);
    if (size != 0 && count > (SIZE_MAX - alignment) / size)
        return NULL;
    const size_t wanted = count * size == 0 ? 1 : count * size;
    const size_t bytes = (wanted + alignment - 1) / alignment * alignment;
    rw_arena_block *block = arena->blocks;
    if (block == NULL || bytes > block->size - block->used) {
        block = add_block(arena, bytes);
        if (block == NULL)
            return NULL;
    }
    void *piece = (char *)block + HEADER_SIZE + block->used;
    block->used += bytes;
    return piece;
}

void *rw_arena_allocate(rw_arena *arena, size_t count, size_t size)
{
    void *piece = rw_arena_take(arena, count, size);
    return piece != NULL ? memset(piece, 0, count * size) : NULL;
}

char *rw_arena_text(rw_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = rw_arena_take(arena, length + 1, 1);
    if (copy == NULL)
        return NULL;
    if (length > 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}
