/*
 * The connections of a store: lent to one thread at a time, made when they are needed, dropped when they break.
 *
 *   I1  At most connections_max sessions are open, lent or idle; who finds none waits for one, within limits.
 *   I2  A lost connection ends its generation: those of it that are idle are closed, since the same has likely befallen
 *       them, and those that are lent are closed when they come back. So a second attempt always has a fresh one.
 *   I3  While the database is away (`down`), sessions are refused at once, except that one caller at a time may try to
 *       connect: one that probes, or anyone when nobody has tried for a while. So threads do not pile up behind a
 *       database that does not answer.
 */
#ifndef RW_STORE_POSTGRES_POOL_H
#define RW_STORE_POSTGRES_POOL_H

#include "store/postgres_session.h"

/* *session is the caller's until it gives it back. probe: try to connect even while the database is away, and tell the
 * reason; else the problem says no more than that it is. UNAVAILABLE, BUSY. */
rw_store_status rw_pg_pool_take(rw_pg_pool *pool, bool probe, rw_pg_session **session, rw_problem *problem);
void rw_pg_pool_give(rw_pg_pool *pool, rw_pg_session *session);

/* Whether commits tell others of what they changed. Any thread. */
bool rw_pg_pool_notifies(const rw_pg_pool *pool);
void rw_pg_pool_set_notifies(rw_pg_pool *pool, bool notifies);

const char *rw_pg_pool_address(const rw_pg_pool *pool);
const rw_store_postgres_options *rw_pg_pool_options(const rw_pg_pool *pool);

#endif
