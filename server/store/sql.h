/*
 * SQL as the store's operations speak it: transactions and statements, whatever database is behind them. The operations
 * are written once, with texts that SQLite and PostgreSQL both understand; what the two do not share is a handful of
 * texts in rw_sql_driver. Parameters are written $1, $2, ….
 */
#ifndef RW_STORE_SQL_H
#define RW_STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/store.h"

#define RW_SQL_VALUES_MAX 10
#define RW_SQL_NONCE_SIZE 33 /* 32 hexadecimal characters and a zero byte */

typedef struct rw_sql_driver rw_sql_driver;

/* The last numbers that were given: in the change log, in the audit log, and to the tokens as a whole. */
typedef struct rw_sql_counters {
    int64_t changes, audit, access;
} rw_sql_counters;

/* A connection inside a transaction; first member of each backend's own. */
typedef struct rw_sql {
    const rw_sql_driver *driver;
    bool writing;
    rw_sql_counters found;         /* while writing: the counters at the beginning */
    rw_sql_counters counters;      /* and as the transaction will leave them */
    char nonce[RW_SQL_NONCE_SIZE]; /* the transaction's own, where the backend gives it one; else "" */
} rw_sql;

typedef enum rw_sql_mode {
    RW_SQL_READ,   /* sees one moment */
    RW_SQL_PROBE,  /* the same; also tries to reach a database that was away just now, and says why it is; of SQLite it
                    * waits for nobody, and is BUSY at once */
    RW_SQL_LOAD,   /* READ, for as long as it takes */
    RW_SQL_WRITE,  /* writers take turns: none of them sees or leaves anything half done */
    RW_SQL_MIGRATE /* may change the schema, and relies on nothing in it */
} rw_sql_mode;

/* One piece of work inside a transaction; its own outputs go to `context`. It may run more than once, and begins anew
 * each time. */
typedef rw_store_status (*rw_sql_work)(rw_sql *sql, void *context, rw_problem *problem);

/* Runs the work in a transaction of its own; commits when it returns OK and rolls back otherwise. */
rw_store_status rw_sql_transact(rw_store *store, rw_sql_mode mode, rw_sql_work work, void *context,
                                rw_problem *problem);

/* What a backend does between the beginning and the end of a transaction: the work, and, when it writes, the counters
 * around it. */
rw_store_status rw_sql_work_inside(rw_sql *sql, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *problem);

/* Of a transaction that writes, as it has left them so far; else as they are stored. */
rw_store_status rw_sql_read_counters(rw_sql *sql, rw_sql_counters *counters, rw_problem *problem);

/* The change log's. */
rw_store_status rw_sql_read_sequence(rw_sql *sql, int64_t *sequence, rw_problem *problem);

/* For work that passes rows on as they come, and so cannot begin anew. UNAVAILABLE. */
rw_store_status rw_sql_report_broken(rw_problem *problem);

typedef struct rw_sql_value {
    enum { RW_SQL_NULL, RW_SQL_INT, RW_SQL_TEXT } kind;
    int64_t number;
    const char *text;
    size_t length;
} rw_sql_value;

/*
 * A statement. After the first error nothing more is sent and rows end; rw_sql_query_end tells.
 *
 *     rw_sql_query query = rw_sql_query_begin(sql, "SELECT revision FROM heads WHERE name = $1");
 *     rw_sql_bind_text(&query, 1, name);
 *     while (rw_sql_query_row(&query))
 *         use(rw_sql_column_int(&query, 0));
 *     return rw_sql_query_end(&query, "read the heads", problem);
 */
typedef struct rw_sql_query {
    rw_sql *sql;
    const char *text;
    rw_sql_value values[RW_SQL_VALUES_MAX];
    int count;
    bool sent;
    void *cursor; /* the backend's */
    int result;   /* the backend's */
} rw_sql_query;

rw_sql_query rw_sql_query_begin(rw_sql *sql, const char *text);

/* Indexes from 1. Texts are borrowed until the query ends; a NULL text is NULL, as is what is not bound, but the last
 * one has to be bound. */
void rw_sql_bind_int(rw_sql_query *query, int index, int64_t value);
void rw_sql_bind_null(rw_sql_query *query, int index);
void rw_sql_bind_text(rw_sql_query *query, int index, const char *text);
void rw_sql_bind_bytes(rw_sql_query *query, int index, const char *text, size_t length);

/* Rows come one at a time, so that a large answer never lies in memory whole. */
bool rw_sql_query_row(rw_sql_query *query);

/* Columns from 0. A text is borrowed until the next row; NULL reads as "" and 0. */
int64_t rw_sql_column_int(const rw_sql_query *query, int index);
const char *rw_sql_column_text(const rw_sql_query *query, int index, size_t *length);

/* Runs the statement if no row was asked for, releases it and reports: unless it is OK the problem is set to "cannot
 * <what>: <reason>". */
rw_store_status rw_sql_query_end(rw_sql_query *query, const char *what, rw_problem *problem);

/* A database's side of the above. */
struct rw_sql_driver {
    void (*send)(rw_sql_query *query);
    bool (*row)(rw_sql_query *query);
    int64_t (*column_int)(const rw_sql_query *query, int index);
    const char *(*column_text)(const rw_sql_query *query, int index, size_t *length);
    rw_store_status (*end)(rw_sql_query *query, const char *what, rw_problem *problem);

    const char *read_counters;  /* one row: changes, audit, access */
    const char *lock_counters;  /* the same at the beginning of a transaction that writes */
    const char *store_counters; /* $1, $2, $3 in the same order */
    const char *append_audit;   /* $1 sequence, $2 at, $3 actor, $4 action, $5 subject, $6 revision, $7 remote,
                                 * $8 request_id, $9 nonce */
};

#endif
