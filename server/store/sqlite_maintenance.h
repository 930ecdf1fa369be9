/*
 * What backup, verification and restoring of an SQLite file share.
 */
#ifndef RW_STORE_SQLITE_MAINTENANCE_H
#define RW_STORE_SQLITE_MAINTENANCE_H

#include "store/maintenance.h"
#include "store/sqlite_store.h"

/* How long they wait for a daemon that is writing. */
#define RW_SQLITE_MAINTENANCE_PATIENCE_MS 10000

/* The database file that a path names: in it, when it is a folder. *file is the caller's to free. */
rw_store_status rw_sqlite_locate(const char *path, char **file, rw_problem *problem);

/* Opens a database of ours that exists, whether its schema is up to date or older, to be read as of one moment: it is
 * inside a transaction. *connection is the caller's to close. */
rw_store_status rw_sqlite_open_existing(const char *path, sqlite3 **connection, rw_problem *problem);

/* rw_store_verify_sqlite on a connection. */
rw_store_status rw_sqlite_verify(sqlite3 *connection, rw_store_fault_sink sink, void *context,
                                 rw_store_verification *out, rw_problem *problem);

/* Copies an open database to `file` and verifies the copy before it gets that name: store_corrupt when it has faults. */
rw_store_status rw_sqlite_copy_verified(sqlite3 *source, const char *file, rw_store_verification *out,
                                        rw_problem *problem);

#endif
