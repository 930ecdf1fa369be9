/*
 * SQLite as this store uses it: one connection behind a mutex, one runner for transactions, statements whose errors
 * are looked at once at their end, and one translation of SQLite's result codes.
 */
#ifndef RW_STORE_SQLITE_DB_H
#define RW_STORE_SQLITE_DB_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/store.h"

typedef struct rw_sqlite_db {
    sqlite3 *connection;
    pthread_mutex_t mutex;
    bool read_only; /* transactions that would write are refused */
} rw_sqlite_db;

/* Opens, or makes, the file with mode 0600 and sets every pragma the store relies on. Read only it makes nothing. */
rw_store_status rw_sqlite_db_open(const char *path, const rw_store_sqlite_options *options, rw_sqlite_db *db,
                                  rw_problem *problem);
void rw_sqlite_db_close(rw_sqlite_db *db);

/* Status for an SQLite result code; unless it is OK the problem is set to "cannot <what>: <SQLite's reason>". */
rw_store_status rw_sqlite_report(sqlite3 *connection, int result, const char *what, rw_problem *problem);

/* One piece of work inside a transaction; its own outputs go to `context`. */
typedef rw_store_status (*rw_sqlite_work)(sqlite3 *connection, void *context, rw_problem *problem);

typedef enum rw_sqlite_mode { RW_SQLITE_READ, RW_SQLITE_WRITE } rw_sqlite_mode;

/*
 * Runs the work in a transaction of its own: BEGIN IMMEDIATE to write, so that it waits for other writers at its
 * start and not in its middle. Commits when the work returns OK and rolls back otherwise. Callers take turns.
 */
rw_store_status rw_sqlite_transact(rw_sqlite_db *db, rw_sqlite_mode mode, rw_sqlite_work work, void *context,
                                   rw_problem *problem);

/*
 * A statement. After the first error, binding and stepping do nothing and rows end; rw_sqlite_query_end tells.
 *
 *     rw_sqlite_query query = rw_sqlite_query_begin(connection, sql);
 *     rw_sqlite_bind_text(&query, 1, name);
 *     while (rw_sqlite_query_row(&query))
 *         use(rw_sqlite_column_int(&query, 0));
 *     return rw_sqlite_query_end(&query, "read the heads", problem);
 */
typedef struct rw_sqlite_query {
    sqlite3 *connection;
    sqlite3_stmt *statement;
    int result;
    bool stepped;
} rw_sqlite_query;

rw_sqlite_query rw_sqlite_query_begin(sqlite3 *connection, const char *sql);

/* Indexes from 1. Texts are borrowed until the query ends; a NULL text binds NULL. */
void rw_sqlite_bind_int(rw_sqlite_query *query, int index, int64_t value);
void rw_sqlite_bind_null(rw_sqlite_query *query, int index);
void rw_sqlite_bind_text(rw_sqlite_query *query, int index, const char *text);
void rw_sqlite_bind_bytes(rw_sqlite_query *query, int index, const char *text, size_t length);

bool rw_sqlite_query_row(rw_sqlite_query *query);

/* Columns from 0. A text is borrowed until the next row; NULL reads as "". */
int64_t rw_sqlite_column_int(rw_sqlite_query *query, int index);
const char *rw_sqlite_column_text(rw_sqlite_query *query, int index, size_t *length);

/* Runs the statement if no row was asked for, releases it and reports. */
rw_store_status rw_sqlite_query_end(rw_sqlite_query *query, const char *what, rw_problem *problem);

#endif
