/*
 * The schema's history, compiled into the binary from schema/sql/sqlite, and how a file is brought up to date with
 * it. A file remembers what was applied to it, each with a checksum and with the oldest release that may still run
 * on it afterwards.
 */
#ifndef RW_STORE_SQLITE_MIGRATE_H
#define RW_STORE_SQLITE_MIGRATE_H

#include "store/migration.h"
#include "store/sqlite_db.h"

/* This release's own. */
rw_migration_history rw_sqlite_history_built_in(void);

/*
 * Applies what is missing, all of it or nothing. A file that already has a schema is first copied, whole and synced,
 * to "<path>.before-NNNN", NNNN being the first migration to come. Refuses, and changes nothing:
 *   store_unsuitable  a database of another program; a history that differs from this binary's
 *   store_too_new     a newer release's migration that this release may not run on
 */
rw_store_status rw_sqlite_migrate(rw_sqlite_db *db, const char *path, const rw_migration_history *history,
                                  rw_problem *problem);

/* Whether the file has every step of the history, for a process that may not change its schema: store_locked when some
 * are missing, and what rw_sqlite_migrate refuses. */
rw_store_status rw_sqlite_check_migrated(rw_sqlite_db *db, const rw_migration_history *history, rw_problem *problem);

/* For who only reads: OK when the file has all that this release wants, or is newer and lets it run, or, with older_too,
 * is older. Refuses what rw_sqlite_migrate refuses, and a file that it would have to change (store_unsuitable). */
rw_store_status rw_sqlite_check_schema(sqlite3 *connection, const rw_migration_history *history, bool older_too,
                                       rw_problem *problem);

#endif
