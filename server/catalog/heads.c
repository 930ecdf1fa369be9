#include "catalog/heads.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS_MIN 8

/* FNV-1a, 64 bits. */
static uint64_t hash_name(const char *name, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    return hash;
}

/* The upper half decides too: FNV's low bits alone are weak. */
static size_t home_of(const rw_heads *heads, uint64_t hash)
{
    return (size_t)(hash ^ (hash >> 32)) & heads->mask;
}

static bool name_is(const void *item, const char *name, size_t length)
{
    const char *own = rw_head_name(item);
    return strlen(own) == length && memcmp(own, name, length) == 0;
}

void *rw_heads_find(const rw_heads *heads, const char *name, size_t length)
{
    const uint64_t hash = hash_name(name, length);
    for (size_t at = home_of(heads, hash);; at = (at + 1) & heads->mask) {
        const rw_head_slot *slot = &heads->slots[at];
        if (slot->item == NULL || (slot->hash == hash && name_is(slot->item, name, length)))
            return slot->item;
    }
}

/* The index */

static void add(rw_heads *heads, rw_head_slot slot)
{
    size_t at = home_of(heads, slot.hash);
    while (heads->slots[at].item != NULL)
        at = (at + 1) & heads->mask;
    heads->slots[at] = slot;
}

static size_t slot_of(const rw_heads *heads, const char *name, const void *item)
{
    size_t at = home_of(heads, hash_name(name, strlen(name)));
    while (heads->slots[at].item != item)
        at = (at + 1) & heads->mask;
    return at;
}

/* Those behind the hole that may stand in it move up, so that no search ends before its item. */
static void remove_slot(rw_heads *heads, size_t hole)
{
    for (size_t at = (hole + 1) & heads->mask; heads->slots[at].item != NULL; at = (at + 1) & heads->mask) {
        const size_t home = home_of(heads, heads->slots[at].hash);
        if (((at - home) & heads->mask) >= ((at - hole) & heads->mask)) {
            heads->slots[hole] = heads->slots[at];
            hole = at;
        }
    }
    heads->slots[hole] = (rw_head_slot){.item = NULL};
}

/* Names that go make room first. */
static void change_index(rw_heads *heads, const rw_head_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        const rw_head_change *change = &changes->items[i];
        if (change->old == NULL)
            continue;
        const size_t at = slot_of(heads, change->name, change->old);
        if (change->item != NULL)
            heads->slots[at].item = change->item;
        else
            remove_slot(heads, at);
    }
    for (size_t i = 0; i < changes->count; i++) {
        const rw_head_change *change = &changes->items[i];
        if (change->old == NULL && change->item != NULL)
            add(heads, (rw_head_slot){hash_name(change->name, strlen(change->name)), change->item});
    }
}

/* The index of `current` with room for as many as `next` has. */
static bool copy_index(const rw_heads *current, rw_heads *next)
{
    const size_t before = current->mask + 1;
    size_t size = before;
    while (size / 2 < next->count)
        size *= 2;
    next->mask = size - 1;
    if (size == before) {
        next->slots = malloc(size * sizeof *next->slots);
        if (next->slots != NULL)
            memcpy(next->slots, current->slots, size * sizeof *next->slots);
        return next->slots != NULL;
    }
    next->slots = calloc(size, sizeof *next->slots);
    for (size_t i = 0; next->slots != NULL && i < before; i++) {
        if (current->slots[i].item != NULL)
            add(next, current->slots[i]);
    }
    return next->slots != NULL;
}

/* The list */

/* The first place from `start` on whose name is not before this one. */
static size_t lower_bound(const rw_heads *heads, size_t start, const char *name)
{
    size_t end = heads->count;
    while (start < end) {
        const size_t middle = start + (end - start) / 2;
        if (strcmp(rw_head_name(heads->items[middle]), name) < 0)
            start = middle + 1;
        else
            end = middle;
    }
    return start;
}

static void append(rw_heads *heads, void *const *items, size_t count)
{
    if (count > 0)
        memcpy(heads->items + heads->count, items, count * sizeof *items);
    heads->count += count;
}

static void merge_list(const rw_heads *current, const rw_head_changes *changes, rw_heads *next)
{
    size_t taken = 0;
    for (size_t i = 0; i < changes->count; i++) {
        rw_head_change *change = &changes->items[i];
        const size_t place = lower_bound(current, taken, change->name);
        append(next, current->items + taken, place - taken);
        taken = place;
        change->old = NULL;
        if (place < current->count && strcmp(rw_head_name(current->items[place]), change->name) == 0)
            change->old = current->items[taken++];
        if (change->item != NULL)
            append(next, &change->item, 1);
    }
    append(next, current->items + taken, current->count - taken);
}

bool rw_heads_begin(rw_heads *heads)
{
    rw_heads made = {.items = malloc(sizeof *made.items), .mask = SLOTS_MIN - 1};
    made.slots = calloc(SLOTS_MIN, sizeof *made.slots);
    if (made.items == NULL || made.slots == NULL) {
        rw_heads_free(&made);
        return false;
    }
    *heads = made;
    return true;
}

bool rw_heads_merge(const rw_heads *current, const rw_head_changes *changes, rw_heads *next)
{
    rw_heads made = {.items = malloc((current->count + changes->count + 1) * sizeof *made.items)};
    if (made.items == NULL)
        return false;
    merge_list(current, changes, &made);
    if (!copy_index(current, &made)) {
        rw_heads_free(&made);
        return false;
    }
    change_index(&made, changes);
    *next = made;
    return true;
}

void rw_heads_free(rw_heads *heads)
{
    free(heads->items);
    free(heads->slots);
    *heads = (rw_heads){.items = NULL};
}
