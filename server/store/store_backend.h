/*
 * What a database has to provide to be a store. store.c forwards every call of store.h and transfer.h to this table unchanged; the
 * contracts are written there.
 */
#ifndef RW_STORE_STORE_BACKEND_H
#define RW_STORE_STORE_BACKEND_H

#include "store/access.h"
#include "store/store.h"
#include "store/transfer.h"

/* Of access.h. */
typedef struct rw_store_access_operations {
    rw_store_status (*create)(rw_store *store, const rw_store_token_request *request, const rw_origin *origin,
                              rw_problem *problem);
    rw_store_status (*rotate)(rw_store *store, const char *id, const rw_token_digest *digest, int64_t old_ends_at_ms,
                              const rw_origin *origin, rw_problem *problem);
    rw_store_status (*revoke)(rw_store *store, const char *id, bool only_old, const rw_origin *origin,
                              rw_problem *problem);
    rw_store_status (*list)(rw_store *store, rw_store_token_list *out, rw_problem *problem);
    rw_store_status (*version)(rw_store *store, int64_t *version, rw_problem *problem);
    rw_store_status (*note_uses)(rw_store *store, const rw_store_token_use *uses, size_t count, rw_problem *problem);
    rw_store_status (*audit)(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                             rw_problem *problem);
} rw_store_access_operations;

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
    rw_store_status (*export_all)(rw_store *store, const rw_store_export_sink *sink, int64_t *sequence,
                                  rw_problem *problem);
    rw_store_status (*import)(rw_store *store, const rw_store_import_request *request,
                              rw_store_import_result *result, rw_problem *problem);
    rw_store_status (*purge)(rw_store *store, rw_store_kind kind, const char *name, const rw_origin *origin,
                             rw_store_purge_result *result, rw_problem *problem);
    rw_store_status (*scratch_file)(rw_store *store, int *descriptor, rw_problem *problem);
    rw_store_status (*ping)(rw_store *store, rw_problem *problem);
    void (*close)(rw_store *store);
    const rw_store_access_operations *access;
} rw_store_operations;

/* First member of every backend's own struct. */
struct rw_store {
    const rw_store_operations *operations;
};

#endif
