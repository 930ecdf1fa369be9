/*
 * PostgreSQL as this store uses it: a pool of connections, one runner for transactions that also decides what is tried
 * again, the driver of its statements, and one translation of PostgreSQL's error codes.
 */
#ifndef RW_STORE_POSTGRES_DB_H
#define RW_STORE_POSTGRES_DB_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/postgres.h"
#include "store/sql.h"

#define RW_PG_MESSAGE_SIZE 320
#define RW_PG_CHANNEL "rootwarp" /* notifications of commits, each with the change log's last number */

typedef struct rw_pg_pool rw_pg_pool;

/* What went wrong first in a session; everything after it is its consequence. */
typedef enum rw_pg_failure {
    RW_PG_SOUND = 0,
    RW_PG_REFUSED,  /* by the server, for good */
    RW_PG_COLLIDED, /* with another transaction: nothing was done, and the same may succeed at once */
    RW_PG_LOST      /* the connection: what was not committed is gone */
} rw_pg_failure;

/* A connection, held by one thread for one transaction. */
typedef struct rw_pg_session {
    rw_sql sql;                 /* first, so that one is the other */
    struct rw_pg_session *next; /* the pool's */
    uint64_t generation;        /* the pool's */
    PGconn *connection;
    int64_t patience_ms; /* how long the server may say nothing */
    rw_pg_failure failure;
    bool silent;   /* LOST because nothing came in time */
    char state[6]; /* SQLSTATE of the failure, or "" */
    char message[RW_PG_MESSAGE_SIZE];
} rw_pg_session;

/* Checks the address; connects only when a transaction needs to. */
rw_store_status rw_pg_pool_open(const char *address, const rw_store_postgres_options *options, rw_pg_pool **pool,
                                rw_problem *problem);
void rw_pg_pool_close(rw_pg_pool *pool); /* takes NULL */

extern const rw_sql_driver rw_pg_driver;

/* rw_sql_transact for this database. */
rw_store_status rw_pg_transact(rw_pg_pool *pool, rw_sql_mode mode, rw_sql_work work, void *context,
                               rw_problem *problem);

/* Runs a text of one or more statements without parameters. */
rw_store_status rw_pg_run(rw_pg_session *session, const char *sql, const char *what, rw_problem *problem);

/* OK while nothing has failed; else reports as rw_sql_query_end. */
rw_store_status rw_pg_report(const rw_pg_session *session, const char *what, rw_problem *problem);

#endif
