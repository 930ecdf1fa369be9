/*
 * How a PostgreSQL database is brought up to date with the history compiled in from schema/sql/postgres. The tables lie
 * in the schema that the connection makes them in, and have it for themselves.
 */
#ifndef RW_STORE_POSTGRES_MIGRATE_H
#define RW_STORE_POSTGRES_MIGRATE_H

#include "store/migration.h"
#include "store/postgres_db.h"

/* This release's own. */
rw_migration_history rw_postgres_history_built_in(void);

/*
 * Applies what is missing, all of it or nothing. Any number of processes may do so at once: they take turns at a lock in
 * the database, and each but the first finds nothing left to do. Refuses, and changes nothing:
 *   store_unsuitable  a database that is not in UTF-8, that holds the tables of another program, or whose history
 *                     differs from this one
 *   store_too_new     a newer release's step that this release may not run on
 */
rw_store_status rw_pg_migrate(rw_pg_pool *pool, const rw_migration_history *history, rw_problem *problem);

#endif
