/*
 * The parts of the SQLite store: each operation of store_backend.h, written for one file of its own kind.
 */
#ifndef RW_STORE_SQLITE_STORE_H
#define RW_STORE_SQLITE_STORE_H

#include <sys/types.h>

#include "store/data_folder.h"
#include "store/sqlite_db.h"
#include "store/store_backend.h"

#define RW_SQLITE_FILE "rootwarp.db" /* in the data folder */

typedef struct rw_sqlite_store {
    rw_store base; /* first, so that one is the other */
    rw_data_folder folder;
    rw_sqlite_db db;
    char *path; /* of the database file */
    dev_t device; /* what stood there when it was opened */
    ino_t inode;
} rw_sqlite_store;

static inline rw_sqlite_db *rw_sqlite_store_db(rw_store *store)
{
    return &((rw_sqlite_store *)store)->db;
}

/* sqlite_write.c */
rw_store_status rw_sqlite_put(rw_store *store, const rw_store_put_request *request, rw_store_put_result *result,
                              rw_problem *problem);
rw_store_status rw_sqlite_delete(rw_store *store, const rw_store_delete_request *request, int64_t *sequence,
                                 rw_problem *problem);

/* sqlite_access.c */
extern const rw_store_access_operations rw_sqlite_access_operations;

/* sqlite_audit.c */
rw_store_status rw_sqlite_audit_read(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                                     rw_problem *problem);

/* What an entry of the audit log tells; for use inside the transaction of the change. */
typedef struct rw_sqlite_audit {
    const char *action;
    const char *subject;
    int64_t revision; /* 0: none */
    int64_t at_ms;
} rw_sqlite_audit;

rw_store_status rw_sqlite_audit_append(sqlite3 *connection, const rw_origin *origin, const rw_sqlite_audit *entry,
                                       rw_problem *problem);

/* sqlite_export.c, sqlite_import.c, sqlite_purge.c, sqlite_store.c */
rw_store_status rw_sqlite_export(rw_store *store, const rw_store_export_sink *sink, int64_t *sequence,
                                 rw_problem *problem);
rw_store_status rw_sqlite_import(rw_store *store, const rw_store_import_request *request,
                                 rw_store_import_result *result, rw_problem *problem);
rw_store_status rw_sqlite_purge(rw_store *store, rw_store_kind kind, const char *name, const rw_origin *origin,
                                rw_store_purge_result *result, rw_problem *problem);

/* sqlite_read.c */
rw_store_status rw_sqlite_get_revision(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                       rw_store_revision *out, rw_problem *problem);
rw_store_status rw_sqlite_list_revisions(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                         size_t limit, rw_store_revision_list *out, rw_problem *problem);
rw_store_status rw_sqlite_list_changes(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                       rw_problem *problem);
rw_store_status rw_sqlite_read_heads(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                     int64_t *sequence, rw_problem *problem);
rw_store_status rw_sqlite_ping(rw_store *store, rw_problem *problem); /* also when the file has gone from its place */

/* For use inside a transaction. */
rw_store_status rw_sqlite_read_sequence(sqlite3 *connection, int64_t *sequence, rw_problem *problem);

#endif
