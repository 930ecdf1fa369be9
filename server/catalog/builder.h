/*
 * Makes the next snapshot out of the current one and what the store's log has beyond it.
 */
#ifndef RW_CATALOG_BUILDER_H
#define RW_CATALOG_BUILDER_H

#include "catalog/snapshot.h"

/*
 * Stores the next snapshot, owned by the caller, or NULL when the store has nothing new. It takes over the references of
 * `current` to all that did not change; `current` may be read until it is freed, which has to be before the next one is
 * made out of what was stored. Starting from an empty snapshot of sequence 0 loads everything.
 */
rw_store_status rw_snapshot_build_next(rw_store *store, const rw_catalog_compiler *compiler,
                                       rw_catalog_snapshot *current, rw_catalog_snapshot **next,
                                       rw_problem *problem);

#endif
