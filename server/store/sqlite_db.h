/*
 * SQLite as this store uses it: one connection behind a mutex, the driver of its statements, one runner for
 * transactions, and one translation of SQLite's result codes.
 */
#ifndef RW_STORE_SQLITE_DB_H
#define RW_STORE_SQLITE_DB_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/sql.h"

/* A connection as the operations see it. */
typedef struct rw_sqlite_session {
    rw_sql sql; /* first, so that one is the other */
    sqlite3 *connection;
} rw_sqlite_session;

rw_sqlite_session rw_sqlite_session_on(sqlite3 *connection);

static inline sqlite3 *rw_sqlite_connection(const rw_sql *sql)
{
    return ((const rw_sqlite_session *)sql)->connection;
}

typedef struct rw_sqlite_db {
    rw_sqlite_session session;
    pthread_mutex_t mutex;
    bool read_only; /* transactions that would write are refused */
    int busy_timeout_ms;
} rw_sqlite_db;

/* Opens, or makes, the file with mode 0600 and sets every pragma the store relies on. Read only it makes nothing. */
rw_store_status rw_sqlite_db_open(const char *path, const rw_store_sqlite_options *options, rw_sqlite_db *db,
                                  rw_problem *problem);
void rw_sqlite_db_close(rw_sqlite_db *db);

/* Status for an SQLite result code; unless it is OK the problem is set to "cannot <what>: <SQLite's reason>". */
rw_store_status rw_sqlite_report(sqlite3 *connection, int result, const char *what, rw_problem *problem);

/* rw_sql_transact for this database: BEGIN IMMEDIATE to write, so that it waits for other writers at its start and not
 * in its middle. Callers take turns. */
rw_store_status rw_sqlite_transact(rw_sqlite_db *db, rw_sql_mode mode, rw_sql_work work, void *context,
                                   rw_problem *problem);

#endif
