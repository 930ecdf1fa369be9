#include "store/sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/maintenance.h"
#include "store/sqlite_migrate.h"

static void sqlite_store_close(rw_store *store)
{
    rw_sqlite_store *self = (rw_sqlite_store *)store;
    rw_sqlite_db_close(&self->db);
    rw_data_folder_close(&self->folder);
    free(self->path);
    free(self);
}

static rw_store_status scratch_file(rw_store *store, int *descriptor, rw_problem *problem)
{
    const rw_sqlite_store *self = (const rw_sqlite_store *)store;
    return rw_data_folder_scratch(&self->folder, descriptor, problem);
}

/* Its name is only there while it is made; what a crash left behind is replaced. */
static rw_store_status backup_file(rw_store *store, int *descriptor, rw_problem *problem)
{
    const rw_sqlite_store *self = (const rw_sqlite_store *)store;
    rw_store_verification counts;
    if (self->folder.read_only) {
        rw_problem_set(problem, RW_PROBLEM_STORE_READ_ONLY,
                       "a backup is made in the data folder, where nothing may be written; copy the file itself, which "
                       "nobody changes");
        return RW_STORE_READ_ONLY;
    }
    char *path = rw_data_folder_join(&self->folder, "rootwarp.backup");
    if (path == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the name of a backup");
        return RW_STORE_NO_MEMORY;
    }
    rw_store_status status = rw_store_backup_sqlite(self->folder.path, path, true, &counts, problem);
    const int file = status == RW_STORE_OK ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (status == RW_STORE_OK && file < 0) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "cannot open the backup that was made (error %d)", errno);
        status = RW_STORE_ERROR;
    }
    if (status == RW_STORE_OK)
        *descriptor = file;
    unlink(path);
    free(path);
    return status;
}

/* An open file outlives its name, and SQLite goes on reading one that nobody will find again. */
static bool file_in_place(const rw_sqlite_store *self)
{
    struct stat file;
    return self->path != NULL && stat(self->path, &file) == 0 && file.st_dev == self->device &&
           file.st_ino == self->inode;
}

static rw_store_status transact(rw_store *store, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *problem)
{
    rw_sqlite_store *self = (rw_sqlite_store *)store;
    if (mode == RW_SQL_PROBE && !file_in_place(self)) {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "the database file is not where it was opened any more");
        return RW_STORE_ERROR;
    }
    return rw_sqlite_transact(&self->db, mode, work, context, problem);
}

static const rw_store_backend backend = {
    .transact = transact, .scratch_file = scratch_file, .backup_file = backup_file, .close = sqlite_store_close};

rw_store_sqlite_options rw_store_sqlite_options_default(void)
{
    return (rw_store_sqlite_options){.busy_timeout_ms = 2000, .max_page_count = 0};
}

static rw_store_status no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to open the store");
    return RW_STORE_NO_MEMORY;
}

static rw_store_status open_database(rw_sqlite_store *self, const rw_store_sqlite_options *options, rw_problem *problem)
{
    char *path = rw_data_folder_join(&self->folder, RW_SQLITE_FILE);
    if (path == NULL)
        return no_memory(problem);
    rw_store_status status = rw_sqlite_db_open(path, options, &self->db, problem);
    if (status == RW_STORE_OK) {
        const rw_migration_history history = rw_sqlite_history_built_in();
        if (options->read_only)
            status = rw_sqlite_check_schema(self->db.session.connection, &history, false, problem);
        else
            status = self->folder.lock >= 0 ? rw_sqlite_migrate(&self->db, path, &history, problem)
                                            : rw_sqlite_check_migrated(&self->db, &history, problem);
        if (status != RW_STORE_OK)
            rw_sqlite_db_close(&self->db);
    }
    struct stat file;
    if (status != RW_STORE_OK || stat(path, &file) != 0) {
        free(path);
        return status;
    }
    self->path = path;
    self->device = file.st_dev;
    self->inode = file.st_ino;
    return status;
}

static rw_store_status open_store(const char *folder, bool beside, const rw_store_sqlite_options *options,
                                  rw_store **store, rw_problem *problem)
{
    const rw_store_sqlite_options defaults = rw_store_sqlite_options_default();
    if (!rw_hash_start()) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "libsodium does not start");
        return RW_STORE_ERROR;
    }
    rw_sqlite_store *self = calloc(1, sizeof *self);
    if (self == NULL)
        return no_memory(problem);
    self->base.backend = &backend;
    if (options == NULL)
        options = &defaults;
    const rw_data_folder_use use = options->read_only ? RW_DATA_FOLDER_READ
                                   : beside           ? RW_DATA_FOLDER_BESIDE
                                                      : RW_DATA_FOLDER_ALONE;
    rw_store_status status = rw_data_folder_open(folder, use, &self->folder, problem);
    if (status == RW_STORE_OK) {
        status = open_database(self, options, problem);
        if (status != RW_STORE_OK)
            rw_data_folder_close(&self->folder);
    }
    if (status != RW_STORE_OK) {
        free(self);
        return status;
    }
    *store = &self->base;
    return RW_STORE_OK;
}

rw_store_status rw_store_open_sqlite(const char *folder, const rw_store_sqlite_options *options, rw_store **store,
                                     rw_problem *problem)
{
    return open_store(folder, false, options, store, problem);
}

rw_store_status rw_store_open_sqlite_beside(const char *folder, const rw_store_sqlite_options *options,
                                            rw_store **store, rw_problem *problem)
{
    return open_store(folder, true, options, store, problem);
}

bool rw_store_sqlite_exists(const char *folder)
{
    struct stat file;
    const rw_data_folder named = {.path = (char *)(uintptr_t)folder, .lock = -1};
    char *path = rw_data_folder_join(&named, RW_SQLITE_FILE);
    const bool exists = path != NULL && stat(path, &file) == 0 && file.st_size > 0;
    free(path);
    return exists;
}
