#include "store/sqlite_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/data_folder.h"

static rw_store_status refused(const char *what, const char *path, rw_problem *problem)
{
    return rw_store_report_errno(what, path, errno, problem);
}

static rw_store_status sync_file(const char *path, rw_problem *problem)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    rw_store_status status = RW_STORE_OK;
    if (file < 0 || fsync(file) != 0)
        status = refused("sync", path, problem);
    if (file >= 0)
        close(file);
    return status;
}

/* All pages in one step: what is copied belongs to one moment, and other connections cannot make it begin again. */
static int copy_pages(sqlite3 *source, sqlite3 *target)
{
    sqlite3_backup *backup = sqlite3_backup_init(target, "main", source, "main");
    if (backup == NULL)
        return sqlite3_extended_errcode(target);
    const int stepped = sqlite3_backup_step(backup, -1);
    const int finished = sqlite3_backup_finish(backup);
    if (stepped != SQLITE_DONE)
        return stepped;
    return finished;
}

static rw_store_status copy_to(sqlite3 *source, const char *path, rw_problem *problem)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return refused("remove", path, problem);
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return refused("make", path, problem);
    close(file);
    sqlite3 *target = NULL;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int result = sqlite3_open_v2(path, &target, flags, NULL);
    /* It is synced once, as a whole, and is worth nothing before: it needs no journal. */
    if (result == SQLITE_OK)
        result = sqlite3_exec(target, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;", NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = copy_pages(source, target);
    const rw_store_status status = rw_sqlite_report(target, result, "copy the database", problem);
    sqlite3_close_v2(target);
    return status;
}

rw_store_status rw_sqlite_copy(sqlite3 *source, const char *path, rw_sqlite_copy_check check, void *context,
                               rw_problem *problem)
{
    const size_t size = strlen(path) + sizeof ".partial";
    char *partial = malloc(size);
    if (partial == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to copy the database");
        return RW_STORE_NO_MEMORY;
    }
    snprintf(partial, size, "%s.partial", path);
    rw_store_status status = copy_to(source, partial, problem);
    if (status == RW_STORE_OK && check != NULL)
        status = check(context, partial, problem);
    if (status == RW_STORE_OK)
        status = sync_file(partial, problem);
    if (status == RW_STORE_OK && rename(partial, path) != 0)
        status = refused("give the copy its name", path, problem);
    if (status == RW_STORE_OK && !rw_data_folder_sync(path))
        status = refused("sync the folder of", path, problem);
    if (status != RW_STORE_OK)
        unlink(partial);
    free(partial);
    return status;
}
