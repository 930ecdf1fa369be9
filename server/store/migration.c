#include "store/migration.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Compares major.minor.patch; a part that is missing counts as 0. */
static int compare_releases(const char *a, const char *b)
{
    for (int part = 0; part < 3; part++) {
        char *a_end = NULL;
        char *b_end = NULL;
        const long a_number = strtol(a, &a_end, 10);
        const long b_number = strtol(b, &b_end, 10);
        if (a_number != b_number)
            return a_number < b_number ? -1 : 1;
        a = *a_end == '.' ? a_end + 1 : a_end;
        b = *b_end == '.' ? b_end + 1 : b_end;
    }
    return 0;
}

rw_store_status rw_migration_check(const rw_migration_history *history, int64_t number, const char *checksum,
                                   const char *oldest_release, size_t *applied, rw_problem *problem)
{
    if (number <= (int64_t)history->count) {
        if (number != (int64_t)*applied + 1 || strcmp(history->migrations[number - 1].checksum, checksum) != 0) {
            rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                           "the database's schema step %" PRId64
                           " is not the one that release %s made; it was written by a changed build",
                           number, history->release);
            return RW_STORE_ERROR;
        }
        ++*applied;
    } else if (compare_releases(history->release, oldest_release) < 0) {
        rw_problem_set(problem, RW_PROBLEM_STORE_TOO_NEW,
                       "the database needs release %s or newer, and this is %s; use that, or a backup from before",
                       oldest_release, history->release);
        return RW_STORE_ERROR;
    }
    return RW_STORE_OK;
}
