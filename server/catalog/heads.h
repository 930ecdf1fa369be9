/*
 * The heads of one kind, clips or profiles, of one version of the catalogue: in order of name, and an index over them by
 * hash of name. An item is a view of catalog.h or what begins with one, so that it begins with a pointer to its document.
 *
 * The next version is made by copying the two arrays and changing them: no item that stays is looked at, so that a change
 * costs little however many there are. Nothing here owns an item.
 */
#ifndef RW_CATALOG_HEADS_H
#define RW_CATALOG_HEADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "catalog/catalog.h"

typedef struct rw_head_slot {
    uint64_t hash;
    void *item; /* NULL: free */
} rw_head_slot;

typedef struct rw_heads {
    void **items; /* by ascending name */
    size_t count;
    rw_head_slot *slots; /* open addressing, at most half full */
    size_t mask;         /* slots - 1, slots a power of two */
} rw_heads;

/* A name that has another item than before. */
typedef struct rw_head_change {
    const char *name;
    void *item; /* NULL: the name is gone */
    void *old;  /* what it had before; NULL: it is new */
} rw_head_change;

typedef struct rw_head_changes {
    rw_head_change *items;
    size_t count;
} rw_head_changes;

static inline const char *rw_head_name(const void *item)
{
    return (*(const rw_catalog_document *const *)item)->name;
}

/* Makes an empty list; false without memory. */
bool rw_heads_begin(rw_heads *heads);

/* Makes `next` out of `current` and changes in order of name, and fills in what each replaces. False without memory. */
bool rw_heads_merge(const rw_heads *current, const rw_head_changes *changes, rw_heads *next);

/* Releases the arrays and leaves nothing. */
void rw_heads_free(rw_heads *heads);

/* By name[0 .. length); NULL when there is none. */
void *rw_heads_find(const rw_heads *heads, const char *name, size_t length);

#endif
