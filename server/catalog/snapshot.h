/*
 * One version of the catalogue: its heads in order of name, and an index over them by hash of name.
 */
#ifndef RW_CATALOG_SNAPSHOT_H
#define RW_CATALOG_SNAPSHOT_H

#include "catalog/catalog.h"
#include "catalog/entry.h"

typedef struct rw_name_index_slot {
    uint64_t hash;
    size_t position_and_one; /* 0: free */
} rw_name_index_slot;

/* Open addressing, at most half full. */
typedef struct rw_name_index {
    rw_name_index_slot *slots;
    size_t mask; /* slots - 1, slots a power of two */
} rw_name_index;

typedef struct rw_head_profile {
    rw_profile_entry *current;  /* against its clip's head */
    rw_profile_entry *as_saved; /* against the clip revision that it records; often the same entry */
} rw_head_profile;

struct rw_catalog_snapshot {
    int64_t sequence;
    rw_clip_entry **clips; /* by ascending name; each a reference */
    size_t clip_count;
    rw_head_profile *profiles; /* by ascending name; each two references */
    size_t profile_count;
    rw_name_index clip_index;
    rw_name_index profile_index;
};

/* An empty snapshot with room for so many entries, to be filled in order and then indexed. NULL without memory. */
rw_catalog_snapshot *rw_snapshot_make(size_t clip_capacity, size_t profile_capacity);

/* Builds the indexes; false without memory. */
bool rw_snapshot_index_clips(rw_catalog_snapshot *snapshot);
bool rw_snapshot_index_profiles(rw_catalog_snapshot *snapshot);

/* Releases the snapshot and its references. Takes NULL. */
void rw_snapshot_free(rw_catalog_snapshot *snapshot);

/* By name[0 .. length), through the indexes; NULL when there is none. */
rw_clip_entry *rw_snapshot_find_clip(const rw_catalog_snapshot *snapshot, const char *name, size_t length);
const rw_head_profile *rw_snapshot_find_profile(const rw_catalog_snapshot *snapshot, const char *name,
                                                size_t length);

/* The clip of this name and revision if any entry of the snapshot holds it, as a head or as a recorded revision. */
rw_clip_entry *rw_snapshot_find_clip_revision(const rw_catalog_snapshot *snapshot, const char *name,
                                              int64_t revision);

#endif
