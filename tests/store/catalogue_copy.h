/* A whole catalogue in memory: what an export gave, ready to be compared with another and to be imported. */
#ifndef RW_TESTS_CATALOGUE_COPY_H
#define RW_TESTS_CATALOGUE_COPY_H

#include "base/buffer.h"
#include "store/transfer.h"

typedef struct catalogue_copy {
    rw_buffer text; /* a line for each name and revision */
    rw_store_import_name *names;
    size_t name_count;
    rw_store_import_revision *revisions; /* of all names */
    size_t revision_count;
    int64_t sequence;
} catalogue_copy;

/* Aborts the test when the store cannot be exported. */
void catalogue_copy_take(rw_store *store, catalogue_copy *copy);
void catalogue_copy_free(catalogue_copy *copy);

/* Imports it into a store. */
rw_store_status catalogue_copy_import(const catalogue_copy *copy, rw_store *store, bool dry_run,
                                      rw_store_import_result *result, rw_problem *problem);

#endif
