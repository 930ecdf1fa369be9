/*
 * What a database has to provide to be a store. store.c forwards every call of store.h to this table unchanged; the
 * contracts are written there.
 */
#ifndef RW_STORE_STORE_BACKEND_H
#define RW_STORE_STORE_BACKEND_H

#include "store/store.h"

typedef struct rw_store_operations {
    rw_store_status (*put)(rw_store *store, const rw_store_put_request *request, rw_store_put_result *result,
                           rw_problem *problem);
    rw_store_status (*remove)(rw_store *store, const rw_store_delete_request *request, int64_t *sequence,
                              rw_problem *problem);
    rw_store_status (*get_revision)(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                    rw_store_revision *out, rw_problem *problem);
    rw_store_status (*list_revisions)(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                      size_t limit, rw_store_revision_list *out, rw_problem *problem);
    rw_store_status (*list_changes)(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                    rw_problem *problem);
    rw_store_status (*read_heads)(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                  int64_t *sequence, rw_problem *problem);
    rw_store_status (*ping)(rw_store *store, rw_problem *problem);
    void (*close)(rw_store *store);
} rw_store_operations;

/* First member of every backend's own struct. */
struct rw_store {
    const rw_store_operations *operations;
};

#endif
