/*
 * Old revisions, compiled when they are first asked for and kept while there is room, the least recently used going
 * first; and, among them, the answer that a revision does not exist. However many threads ask for the same revision
 * at once, one of them loads it and the others wait.
 */
#ifndef RW_CATALOG_REVISION_CACHE_H
#define RW_CATALOG_REVISION_CACHE_H

#include "catalog/entry.h"

typedef struct rw_revision_cache rw_revision_cache;

typedef struct rw_revision_key {
    rw_store_kind kind;
    char name[RW_NAME_SIZE];
    int64_t revision;
} rw_revision_key;

/* One of the two, as the key's kind says; a reference. */
typedef struct rw_revision_entry {
    rw_clip_entry *clip;
    rw_profile_entry *profile;
} rw_revision_entry;

void rw_revision_entry_release(rw_revision_entry *entry);

/* Loads what a key names; called without any lock and free to ask the cache for another key, a profile for its clip.
 * On OK *out is a reference that the cache takes. */
typedef rw_store_status (*rw_revision_loader)(void *context, const rw_revision_key *key, rw_revision_entry *out,
                                              rw_problem *problem);

/* NULL without memory. */
rw_revision_cache *rw_revision_cache_make(size_t count_max, size_t bytes_max);

/* No call may be under way. Takes NULL. */
void rw_revision_cache_free(rw_revision_cache *cache);

/* On OK *out is a reference of the caller's. NOT_FOUND is remembered, any other failure is not. loader NULL: only what is
 * remembered is told; else BUSY at once, without a problem. */
rw_store_status rw_revision_cache_get(rw_revision_cache *cache, const rw_revision_key *key,
                                      rw_revision_loader loader, void *context, rw_revision_entry *out,
                                      rw_problem *problem);

/* Forgets that revisions do not exist: to be called when the store may have new ones. What is being loaded at that
 * moment is not remembered as absent either. */
void rw_revision_cache_forget_absent(rw_revision_cache *cache);

/* Forgets everything, what is being loaded now included: revisions that were there may have been purged. */
void rw_revision_cache_forget_all(rw_revision_cache *cache);

/* What is kept at the moment, for metrics and tests. */
typedef struct rw_revision_cache_size {
    size_t count; /* entries and remembered absences */
    size_t bytes; /* of the entries' documents */
} rw_revision_cache_size;

rw_revision_cache_size rw_revision_cache_measure(rw_revision_cache *cache);

#endif
