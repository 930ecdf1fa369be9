/*
 * One version of the catalogue: its heads.
 */
#ifndef RW_CATALOG_SNAPSHOT_H
#define RW_CATALOG_SNAPSHOT_H

#include "catalog/catalog.h"
#include "catalog/entry.h"
#include "catalog/heads.h"

struct rw_catalog_snapshot {
    int64_t sequence;
    rw_heads clips;    /* of rw_clip_entry, each a reference */
    rw_heads profiles; /* of rw_profile_entry, compiled against its clip's head, each a reference */

    /* Written by who makes the next version, read by who frees this one; readers look at neither. */
    bool superseded;                              /* the next one has taken over the references of all that stay */
    rw_head_changes clip_changes, profile_changes; /* by then: what the next one has otherwise; `old` is still ours */
};

/* An empty snapshot of sequence 0. NULL without memory. */
rw_catalog_snapshot *rw_snapshot_make(void);

/* Releases the snapshot and its references, but for those that were taken over. Takes NULL. */
void rw_snapshot_free(rw_catalog_snapshot *snapshot);

/* By name[0 .. length), through the indexes; NULL when there is none. */
rw_clip_entry *rw_snapshot_find_clip(const rw_catalog_snapshot *snapshot, const char *name, size_t length);
rw_profile_entry *rw_snapshot_find_profile(const rw_catalog_snapshot *snapshot, const char *name, size_t length);

/* The clip of this name and revision if any entry of the snapshot holds it, as a head or as a recorded revision. */
rw_clip_entry *rw_snapshot_find_clip_revision(const rw_catalog_snapshot *snapshot, const char *name,
                                              int64_t revision);

#endif
