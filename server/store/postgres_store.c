#include "store/postgres.h"

#include <stdlib.h>

#include "store/data_folder.h"
#include "store/postgres_listener.h"
#include "store/postgres_migrate.h"
#include "store/store_backend.h"

typedef struct rw_pg_store {
    rw_store base; /* first, so that one is the other */
    rw_pg_pool *pool;
    rw_pg_listener *listener; /* NULL: nobody wants to hear */
} rw_pg_store;

static void pg_store_close(rw_store *store)
{
    rw_pg_store *self = (rw_pg_store *)store;
    rw_pg_listener_stop(self->listener);
    rw_pg_pool_close(self->pool);
    free(self);
}

/* A store that is elsewhere has no folder of its own: the system's for such files, or memory where that is missing. */
static rw_store_status scratch_file(rw_store *store, int *descriptor, rw_problem *problem)
{
    (void)store;
    const char *folder = getenv("TMPDIR");
    rw_data_folder named = {.path = (char *)(uintptr_t)(folder != NULL ? folder : "/tmp"), .lock = -1};
    const rw_store_status status = rw_data_folder_scratch(&named, descriptor, problem);
    if (status != RW_STORE_ERROR)
        return status;
    rw_problem_free(problem);
    named.read_only = true;
    return rw_data_folder_scratch(&named, descriptor, problem);
}

static rw_store_status transact(rw_store *store, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *problem)
{
    return rw_pg_transact(((rw_pg_store *)store)->pool, mode, work, context, problem);
}

static rw_store_status listen_to_others(rw_store *store, rw_store_heard heard, void *context, rw_problem *problem)
{
    rw_pg_store *self = (rw_pg_store *)store;
    return rw_pg_listener_start(self->pool, heard, context, &self->listener, problem);
}

static void unlisten(rw_store *store)
{
    rw_pg_store *self = (rw_pg_store *)store;
    rw_pg_listener_stop(self->listener);
    self->listener = NULL;
}

static const rw_store_backend backend = {.transact = transact,
                                         .scratch_file = scratch_file,
                                         .listen = listen_to_others,
                                         .unlisten = unlisten,
                                         .close = pg_store_close};

rw_store_status rw_store_open_postgres(const char *address, const rw_store_postgres_options *options, rw_store **store,
                                       rw_problem *problem)
{
    const rw_store_postgres_options defaults = rw_store_postgres_options_default();
    if (!rw_hash_start()) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "libsodium does not start");
        return RW_STORE_ERROR;
    }
    rw_pg_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to open the store");
        return RW_STORE_NO_MEMORY;
    }
    self->base.backend = &backend;
    rw_store_status status = rw_pg_pool_open(address, options != NULL ? options : &defaults, &self->pool, problem);
    if (status == RW_STORE_OK) {
        const rw_migration_history history = rw_postgres_history_built_in();
        status = rw_pg_migrate(self->pool, &history, problem);
    }
    if (status != RW_STORE_OK) {
        rw_pg_pool_close(self->pool);
        free(self);
        return status;
    }
    *store = &self->base;
    return RW_STORE_OK;
}
