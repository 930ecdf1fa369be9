/*
 * A schema's history, compiled into the binary from schema/sql. A database remembers which steps were applied to it,
 * each with a checksum and with the oldest release that may still run on it afterwards.
 */
#ifndef RW_STORE_MIGRATION_H
#define RW_STORE_MIGRATION_H

#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/store.h"

typedef struct rw_migration {
    int number; /* 1, 2, …, without gaps */
    const char *name;
    const char *checksum;       /* SHA-256 of sql, hexadecimal */
    const char *oldest_release; /* major.minor.patch */
    const char *sql;
} rw_migration;

typedef struct rw_migration_history {
    const rw_migration *migrations; /* by ascending number */
    size_t count;
    const char *release; /* of this binary, major.minor.patch */
} rw_migration_history;

/*
 * Takes one step that a database remembers, by ascending number: counts those of this history in *applied. Refuses
 * (ERROR) a step that is not the one of this history, store_unsuitable, and one of a newer release that this release
 * may not run on, store_too_new.
 */
rw_store_status rw_migration_check(const rw_migration_history *history, int64_t number, const char *checksum,
                                   const char *oldest_release, size_t *applied, rw_problem *problem);

#endif
