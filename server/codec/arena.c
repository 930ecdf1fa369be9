#include "codec/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE 4096

struct rw_arena_block {
    rw_arena_block *next;
    size_t used;
    size_t size; /* of the bytes after the struct */
};

/* The bytes begin at a multiple of the strictest alignment. */
#define HEADER_SIZE ((sizeof(rw_arena_block) + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t))

void rw_arena_init(rw_arena *arena)
{
    arena->blocks = NULL;
}

void rw_arena_free(rw_arena *arena)
{
    if (arena == NULL)
        return;
    rw_arena_block *block = arena->blocks;
    while (block != NULL) {
        rw_arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena->blocks = NULL;
}

void rw_arena_reset(rw_arena *arena)
{
    rw_arena_block *kept = NULL;
    rw_arena_block *block = arena->blocks;
    while (block != NULL) {
        rw_arena_block *next = block->next;
        if (block->size > RW_ARENA_KEPT_MAX || (kept != NULL && kept->size >= block->size)) {
            free(block);
        } else {
            free(kept);
            kept = block;
        }
        block = next;
    }
    if (kept != NULL) {
        kept->next = NULL;
        kept->used = 0;
    }
    arena->blocks = kept;
}

/* A piece that fills most of a block gets one of its own, behind the block in use, so that its rest is not lost. */
static rw_arena_block *add_block(rw_arena *arena, size_t size)
{
    const size_t bytes = size > BLOCK_SIZE / 2 ? size : BLOCK_SIZE;
    if (bytes > SIZE_MAX - HEADER_SIZE)
        return NULL;
    rw_arena_block *block = malloc(HEADER_SIZE + bytes);
    if (block == NULL)
        return NULL;
    block->used = 0;
    block->size = bytes;
    if (arena->blocks != NULL && bytes > BLOCK_SIZE) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        block->next = arena->blocks;
        arena->blocks = block;
    }
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
