/*
 * PostgreSQL as this store uses it: a pool of connections, one runner for transactions that also decides what is tried
 * again, statements whose errors are looked at once at their end, and one translation of PostgreSQL's error codes.
 */
#ifndef RW_STORE_POSTGRES_DB_H
#define RW_STORE_POSTGRES_DB_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/postgres.h"

#define RW_PG_NONCE_SIZE 33 /* 32 hexadecimal characters and a zero byte */
#define RW_PG_MESSAGE_SIZE 320
#define RW_PG_PARAMETERS_MAX 10

typedef struct rw_pg_pool rw_pg_pool;

/* What went wrong first in a session; everything after it is its consequence. */
typedef enum rw_pg_failure {
    RW_PG_SOUND = 0,
    RW_PG_REFUSED,  /* by the server, for good */
    RW_PG_COLLIDED, /* with another transaction: nothing was done, and the same may succeed at once */
    RW_PG_LOST      /* the connection: what was not committed is gone */
} rw_pg_failure;

/* The one row of the table counters. */
typedef struct rw_pg_counters {
    int64_t changes, audit, access;
} rw_pg_counters;

/* A connection, held by one thread for one transaction. */
typedef struct rw_pg_session {
    struct rw_pg_session *next; /* the pool's */
    uint64_t generation;        /* the pool's */
    PGconn *connection;
    int64_t patience_ms;     /* how long the server may say nothing */
    rw_pg_counters counters; /* of a transaction that writes: as it will leave them */
    char nonce[RW_PG_NONCE_SIZE];
    rw_pg_failure failure;
    bool silent;       /* LOST because nothing came in time */
    char state[6];     /* SQLSTATE of the failure, or "" */
    char message[RW_PG_MESSAGE_SIZE];
} rw_pg_session;

/* Checks the address; connects only when a transaction needs to. */
rw_store_status rw_pg_pool_open(const char *address, const rw_store_postgres_options *options, rw_pg_pool **pool,
                                rw_problem *problem);
void rw_pg_pool_close(rw_pg_pool *pool); /* takes NULL */

typedef enum rw_pg_mode {
    RW_PG_READ,   /* sees one moment */
    RW_PG_LOAD,   /* the same, for as long as it takes */
    RW_PG_WRITE,  /* holds the lock of the counters from its start on: writers take turns */
    RW_PG_MIGRATE /* no lock, for as long as it takes; may change the schema */
} rw_pg_mode;

/* One piece of work inside a transaction; its own outputs go to `context`. It may run more than once, and begins anew
 * each time. */
typedef rw_store_status (*rw_pg_work)(rw_pg_session *session, void *context, rw_problem *problem);

/* Runs the work in a transaction of its own; commits when it returns OK and rolls back otherwise. */
rw_store_status rw_pg_transact(rw_pg_pool *pool, rw_pg_mode mode, rw_pg_work work, void *context, rw_problem *problem);

/* The same to find out whether the database answers: tries it even if it did not just now, and says why it does not. */
rw_store_status rw_pg_probe(rw_pg_pool *pool, rw_pg_mode mode, rw_pg_work work, void *context, rw_problem *problem);

/*
 * A statement. Once something has failed in the session, nothing is sent and rows end; rw_pg_query_end tells.
 *
 *     rw_pg_query query = rw_pg_query_begin(session, "SELECT revision FROM heads WHERE name = $1");
 *     rw_pg_bind_text(&query, 1, name);
 *     while (rw_pg_query_row(&query))
 *         use(rw_pg_column_int(&query, 0));
 *     return rw_pg_query_end(&query, "read the heads", problem);
 */
typedef struct rw_pg_query {
    rw_pg_session *session;
    const char *sql;
    PGresult *row;
    bool sent;
    int count;
    const char *values[RW_PG_PARAMETERS_MAX];
    int lengths[RW_PG_PARAMETERS_MAX];
    int formats[RW_PG_PARAMETERS_MAX];
    bool numeric[RW_PG_PARAMETERS_MAX]; /* the value is in numbers, so that a query may be copied before it is sent */
    char numbers[RW_PG_PARAMETERS_MAX][24];
} rw_pg_query;

rw_pg_query rw_pg_query_begin(rw_pg_session *session, const char *sql);

/* Indexes from 1. Texts are borrowed until the query ends. What is not bound is NULL, as is a NULL text; the highest
 * index that is bound is the number of parameters, so the last one has to be bound. */
void rw_pg_bind_int(rw_pg_query *query, int index, int64_t value);
void rw_pg_bind_null(rw_pg_query *query, int index);
void rw_pg_bind_text(rw_pg_query *query, int index, const char *text);
void rw_pg_bind_bytes(rw_pg_query *query, int index, const char *text, size_t length);

/* Rows come one at a time, so that a large answer never lies in memory whole. */
bool rw_pg_query_row(rw_pg_query *query);

/* Columns from 0. A text is borrowed until the next row; NULL reads as "" and 0. */
int64_t rw_pg_column_int(const rw_pg_query *query, int index);
const char *rw_pg_column_text(const rw_pg_query *query, int index, size_t *length);

/* Runs the statement if no row was asked for, passes over rows that were not, releases it and reports: unless it is OK
 * the problem is set to "cannot <what>: <reason>". */
rw_store_status rw_pg_query_end(rw_pg_query *query, const char *what, rw_problem *problem);

/* Runs a text of one or more statements without parameters. */
rw_store_status rw_pg_run(rw_pg_session *session, const char *sql, const char *what, rw_problem *problem);

/* OK while nothing has failed; else reports as rw_pg_query_end. */
rw_store_status rw_pg_report(const rw_pg_session *session, const char *what, rw_problem *problem);

#endif
