#include "catalog/snapshot.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a, 64 bits. */
static uint64_t hash_name(const char *name, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    return hash;
}

/* The upper half decides too: FNV's low bits alone are weak. */
static size_t first_slot(const rw_name_index *index, uint64_t hash)
{
    return (size_t)(hash ^ (hash >> 32)) & index->mask;
}

static bool index_init(rw_name_index *index, size_t count)
{
    size_t slots = 8;
    while (slots / 2 < count)
        slots *= 2;
    index->slots = calloc(slots, sizeof *index->slots);
    index->mask = slots - 1;
    return index->slots != NULL;
}

static void index_add(rw_name_index *index, const char *name, size_t position)
{
    const uint64_t hash = hash_name(name, strlen(name));
    size_t slot = first_slot(index, hash);
    while (index->slots[slot].position_and_one != 0)
        slot = (slot + 1) & index->mask;
    index->slots[slot] = (rw_name_index_slot){.hash = hash, .position_and_one = position + 1};
}

static bool name_is(const rw_catalog_document *document, const char *name, size_t length)
{
    return strlen(document->name) == length && memcmp(document->name, name, length) == 0;
}

rw_catalog_snapshot *rw_snapshot_make(size_t clip_capacity, size_t profile_capacity)
{
    rw_catalog_snapshot *snapshot = calloc(1, sizeof *snapshot);
    if (snapshot == NULL)
        return NULL;
    snapshot->clips = calloc(clip_capacity + 1, sizeof *snapshot->clips);
    snapshot->profiles = calloc(profile_capacity + 1, sizeof *snapshot->profiles);
    if (snapshot->clips == NULL || snapshot->profiles == NULL) {
        rw_snapshot_free(snapshot);
        return NULL;
    }
    return snapshot;
}

bool rw_snapshot_index_clips(rw_catalog_snapshot *snapshot)
{
    if (!index_init(&snapshot->clip_index, snapshot->clip_count))
        return false;
    for (size_t i = 0; i < snapshot->clip_count; i++)
        index_add(&snapshot->clip_index, snapshot->clips[i]->document->view.name, i);
    return true;
}

bool rw_snapshot_index_profiles(rw_catalog_snapshot *snapshot)
{
    if (!index_init(&snapshot->profile_index, snapshot->profile_count))
        return false;
    for (size_t i = 0; i < snapshot->profile_count; i++)
        index_add(&snapshot->profile_index, snapshot->profiles[i].current->document->view.name, i);
    return true;
}

void rw_snapshot_free(rw_catalog_snapshot *snapshot)
{
    if (snapshot == NULL)
        return;
    for (size_t i = 0; i < snapshot->profile_count; i++) {
        rw_profile_entry_release(snapshot->profiles[i].current);
        rw_profile_entry_release(snapshot->profiles[i].as_saved);
    }
    for (size_t i = 0; i < snapshot->clip_count; i++)
        rw_clip_entry_release(snapshot->clips[i]);
    free(snapshot->profile_index.slots);
    free(snapshot->clip_index.slots);
    free(snapshot->profiles);
    free(snapshot->clips);
    free(snapshot);
}

rw_clip_entry *rw_snapshot_find_clip(const rw_catalog_snapshot *snapshot, const char *name, size_t length)
{
    const rw_name_index *index = &snapshot->clip_index;
    const uint64_t hash = hash_name(name, length);
    for (size_t slot = first_slot(index, hash);; slot = (slot + 1) & index->mask) {
        const rw_name_index_slot *found = &index->slots[slot];
        if (found->position_and_one == 0)
            return NULL;
        rw_clip_entry *clip = snapshot->clips[found->position_and_one - 1];
        if (found->hash == hash && name_is(&clip->document->view, name, length))
            return clip;
    }
}

const rw_head_profile *rw_snapshot_find_profile(const rw_catalog_snapshot *snapshot, const char *name,
                                                size_t length)
{
    const rw_name_index *index = &snapshot->profile_index;
    const uint64_t hash = hash_name(name, length);
    for (size_t slot = first_slot(index, hash);; slot = (slot + 1) & index->mask) {
        const rw_name_index_slot *found = &index->slots[slot];
        if (found->position_and_one == 0)
            return NULL;
        const rw_head_profile *profile = &snapshot->profiles[found->position_and_one - 1];
        if (found->hash == hash && name_is(&profile->current->document->view, name, length))
            return profile;
    }
}

rw_clip_entry *rw_snapshot_find_clip_revision(const rw_catalog_snapshot *snapshot, const char *name,
                                              int64_t revision)
{
    rw_clip_entry *head = rw_snapshot_find_clip(snapshot, name, strlen(name));
    if (head != NULL && head->document->view.revision == revision)
        return head;
    for (size_t i = 0; i < snapshot->profile_count; i++) {
        rw_clip_entry *clip = snapshot->profiles[i].as_saved->clip;
        if (clip->document->view.revision == revision && strcmp(clip->document->view.name, name) == 0)
            return clip;
    }
    return NULL;
}
