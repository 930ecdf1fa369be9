#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/data_folder.h"
#include "store/sqlite_maintenance.h"

#define NEW_FILE RW_SQLITE_FILE ".restored"
#define KEPT_FILE RW_SQLITE_FILE ".before-restore"
#define JOURNAL_SUFFIX "-journal"

typedef struct restore_paths {
    char *current, *current_journal, *kept, *kept_journal, *made;
} restore_paths;

static void free_paths(restore_paths *paths)
{
    free(paths->current);
    free(paths->current_journal);
    free(paths->kept);
    free(paths->kept_journal);
    free(paths->made);
}

static bool make_paths(const rw_data_folder *folder, restore_paths *paths)
{
    paths->current = rw_data_folder_join(folder, RW_SQLITE_FILE);
    paths->current_journal = rw_data_folder_join(folder, RW_SQLITE_FILE JOURNAL_SUFFIX);
    paths->kept = rw_data_folder_join(folder, KEPT_FILE);
    paths->kept_journal = rw_data_folder_join(folder, KEPT_FILE JOURNAL_SUFFIX);
    paths->made = rw_data_folder_join(folder, NEW_FILE);
    return paths->current != NULL && paths->current_journal != NULL && paths->kept != NULL &&
           paths->kept_journal != NULL && paths->made != NULL;
}

static rw_store_status refused(const char *what, const char *path, rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "cannot %s \"%s\" (error %d)", what, path, errno);
    return RW_STORE_ERROR;
}

static bool absent(const char *path)
{
    struct stat status;
    return lstat(path, &status) != 0 && errno == ENOENT;
}

/*
 * Keeps the database that stands in the folder under another name, and sees to it that no journal of it is left: it
 * would be played back into the restored one. A transaction that a crash cut short is undone by opening the file; only
 * where it is too damaged for that, the journal is moved along with it.
 */
static rw_store_status keep_current(const restore_paths *paths, rw_problem *problem)
{
    if (absent(paths->current))
        return unlink(paths->current_journal) == 0 || errno == ENOENT
                   ? RW_STORE_OK
                   : refused("remove", paths->current_journal, problem);
    rw_problem ignored;
    rw_problem_init(&ignored);
    sqlite3 *connection = NULL;
    rw_sqlite_open_existing(paths->current, &connection, &ignored);
    sqlite3_close_v2(connection);
    rw_problem_free(&ignored);
    if ((unlink(paths->kept) != 0 && errno != ENOENT) || (unlink(paths->kept_journal) != 0 && errno != ENOENT))
        return refused("remove", paths->kept, problem);
    if (link(paths->current, paths->kept) != 0)
        return refused("keep a name for", paths->current, problem);
    struct stat journal;
    if (stat(paths->current_journal, &journal) == 0 && journal.st_size > 0 &&
        rename(paths->current_journal, paths->kept_journal) != 0)
        return refused("move", paths->current_journal, problem);
    return RW_STORE_OK;
}

static rw_store_status put_in_place(const restore_paths *paths, rw_problem *problem)
{
    const rw_store_status status = keep_current(paths, problem);
    if (status != RW_STORE_OK)
        return status;
    if (rename(paths->made, paths->current) != 0)
        return refused("put the copy in the place of", paths->current, problem);
    return rw_data_folder_sync(paths->current) ? RW_STORE_OK : refused("sync the folder of", paths->current, problem);
}

static rw_store_status restore_into(const char *file, const restore_paths *paths, bool replace,
                                    rw_store_verification *out, rw_problem *problem)
{
    if (!replace && !absent(paths->current)) {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                       "\"%s\" is there already; restore into an empty folder, or say that it may be replaced",
                       paths->current);
        return RW_STORE_ERROR;
    }
    sqlite3 *source = NULL;
    rw_store_verification counts;
    rw_store_status status = rw_sqlite_open_existing(file, &source, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_copy_verified(source, paths->made, &counts, problem);
    sqlite3_close_v2(source);
    if (status == RW_STORE_OK)
        status = put_in_place(paths, problem);
    if (status == RW_STORE_OK)
        *out = counts;
    else
        unlink(paths->made);
    return status;
}

rw_store_status rw_store_restore_sqlite(const char *file, const char *data_folder, bool replace,
                                        rw_store_verification *out, rw_problem *problem)
{
    rw_data_folder folder = {.lock = -1};
    restore_paths paths = {.current = NULL};
    if (!rw_hash_start()) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "libsodium does not start");
        return RW_STORE_ERROR;
    }
    if (access(file, R_OK) != 0)
        return refused("read", file, problem);
    rw_store_status status = rw_data_folder_open(data_folder, RW_DATA_FOLDER_ALONE, &folder, problem);
    if (status != RW_STORE_OK)
        return status;
    if (make_paths(&folder, &paths)) {
        status = restore_into(file, &paths, replace, out, problem);
    } else {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to restore a database");
        status = RW_STORE_NO_MEMORY;
    }
    free_paths(&paths);
    rw_data_folder_close(&folder);
    return status;
}
