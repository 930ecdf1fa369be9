/*
 * The connection on which a store hears of other processes' commits: a thread of its own, which connects again whenever
 * the connection breaks, ever more seldom while that does not work.
 */
#ifndef RW_STORE_POSTGRES_LISTENER_H
#define RW_STORE_POSTGRES_LISTENER_H

#include "store/postgres_pool.h"

typedef struct rw_pg_listener rw_pg_listener;

/* The pool is borrowed; it is told to notify others once the server has taken the wish to listen. NO_MEMORY. */
rw_store_status rw_pg_listener_start(rw_pg_pool *pool, rw_store_heard heard, void *context, rw_pg_listener **listener,
                                     rw_problem *problem);

/* Takes NULL. */
void rw_pg_listener_stop(rw_pg_listener *listener);

#endif
