/*
 * The parts of the PostgreSQL store: each operation of store_backend.h, written for one file of its own kind.
 */
#ifndef RW_STORE_POSTGRES_STORE_H
#define RW_STORE_POSTGRES_STORE_H

#include "store/postgres_db.h"
#include "store/store_backend.h"

typedef struct rw_pg_store {
    rw_store base; /* first, so that one is the other */
    rw_pg_pool *pool;
} rw_pg_store;

static inline rw_pg_pool *rw_pg_store_pool(rw_store *store)
{
    return ((rw_pg_store *)store)->pool;
}

/* postgres_write.c */
rw_store_status rw_pg_put(rw_store *store, const rw_store_put_request *request, rw_store_put_result *result,
                          rw_problem *problem);
rw_store_status rw_pg_delete(rw_store *store, const rw_store_delete_request *request, int64_t *sequence,
                             rw_problem *problem);

/* postgres_access.c */
extern const rw_store_access_operations rw_pg_access_operations;

/* postgres_audit.c */
rw_store_status rw_pg_audit_read(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                                 rw_problem *problem);

/* What an entry of the audit log tells; for use inside the transaction of the change. */
typedef struct rw_pg_audit {
    const char *action;
    const char *subject;
    int64_t revision; /* 0: none */
    int64_t at_ms;
} rw_pg_audit;

rw_store_status rw_pg_audit_append(rw_pg_session *session, const rw_origin *origin, const rw_pg_audit *entry,
                                   rw_problem *problem);

/* postgres_read.c */
rw_store_status rw_pg_get_revision(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                   rw_store_revision *out, rw_problem *problem);
rw_store_status rw_pg_list_revisions(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                     size_t limit, rw_store_revision_list *out, rw_problem *problem);
rw_store_status rw_pg_list_changes(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                   rw_problem *problem);
rw_store_status rw_pg_read_heads(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                 int64_t *sequence, rw_problem *problem);
rw_store_status rw_pg_ping(rw_store *store, rw_problem *problem);

/* For use inside a transaction. */
rw_store_status rw_pg_read_sequence(rw_pg_session *session, int64_t *sequence, rw_problem *problem);

/* For a second attempt at work that has passed rows on already. */
rw_store_status rw_pg_report_broken(rw_problem *problem);

/* postgres_export.c, postgres_import.c, postgres_purge.c */
rw_store_status rw_pg_export(rw_store *store, const rw_store_export_sink *sink, int64_t *sequence,
                             rw_problem *problem);
rw_store_status rw_pg_import(rw_store *store, const rw_store_import_request *request, rw_store_import_result *result,
                             rw_problem *problem);
rw_store_status rw_pg_purge(rw_store *store, rw_store_kind kind, const char *name, const rw_origin *origin,
                            rw_store_purge_result *result, rw_problem *problem);

#endif
