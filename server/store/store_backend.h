/*
 * What a database has to provide to be a store, beside the driver of its statements (sql.h). The operations of store.h,
 * access.h and transfer.h are written over these.
 */
#ifndef RW_STORE_STORE_BACKEND_H
#define RW_STORE_STORE_BACKEND_H

#include "store/sql.h"

typedef struct rw_store_backend {
    /* As rw_sql_transact. */
    rw_store_status (*transact)(rw_store *store, rw_sql_mode mode, rw_sql_work work, void *context,
                                rw_problem *problem);
    /* As rw_store_scratch_file. */
    rw_store_status (*scratch_file)(rw_store *store, int *descriptor, rw_problem *problem);
    /* As rw_store_backup_file; NULL: it is backed up elsewhere. */
    rw_store_status (*backup_file)(rw_store *store, int *descriptor, rw_problem *problem);
    /* As rw_store_listen and rw_store_unlisten; NULL: nobody else writes. */
    rw_store_status (*listen)(rw_store *store, rw_store_heard heard, void *context, rw_problem *problem);
    void (*unlisten)(rw_store *store);
    void (*close)(rw_store *store);
} rw_store_backend;

/* First member of every backend's own struct. */
struct rw_store {
    const rw_store_backend *backend;
};

#endif
