#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/sqlite_copy.h"
#include "store/sqlite_maintenance.h"

typedef struct copy_check {
    rw_store_verification counts;
    char first_fault[RW_PROBLEM_DETAIL_SIZE / 2];
} copy_check;

static void keep_first(void *context, const char *fault)
{
    copy_check *check = context;
    if (check->first_fault[0] == '\0')
        snprintf(check->first_fault, sizeof check->first_fault, "%s", fault);
}

static rw_store_status check_copy(void *context, const char *path, rw_problem *problem)
{
    copy_check *check = context;
    sqlite3 *connection = NULL;
    rw_store_status status = rw_sqlite_open_existing(path, &connection, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_verify(connection, keep_first, check, &check->counts, problem);
    sqlite3_close_v2(connection);
    if (status != RW_STORE_OK || check->counts.faults == 0)
        return status;
    rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT, "the database has %zu fault%s: %s", check->counts.faults,
                   check->counts.faults == 1 ? "" : "s, the first", check->first_fault);
    return RW_STORE_CORRUPT;
}

rw_store_status rw_sqlite_copy_verified(sqlite3 *source, const char *file, rw_store_verification *out,
                                        rw_problem *problem)
{
    copy_check check = {.first_fault = ""};
    const rw_store_status status = rw_sqlite_copy(source, file, check_copy, &check, problem);
    if (status == RW_STORE_OK)
        *out = check.counts;
    return status;
}

rw_store_status rw_store_backup_sqlite(const char *data_folder, const char *file, bool replace,
                                       rw_store_verification *out, rw_problem *problem)
{
    char *path = NULL;
    sqlite3 *source = NULL;
    if (!rw_hash_start()) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "libsodium does not start");
        return RW_STORE_ERROR;
    }
    if (!replace && access(file, F_OK) == 0) {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                       "\"%s\" is there already; name another file, or say that it may be replaced", file);
        return RW_STORE_ERROR;
    }
    rw_store_status status = rw_sqlite_locate(data_folder, &path, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_open_existing(path, &source, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_copy_verified(source, file, out, problem);
    sqlite3_close_v2(source);
    free(path);
    return status;
}
