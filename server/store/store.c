#include "store/store_backend.h"
#include "store/transfer.h"

rw_store_status rw_store_backup_file(rw_store *store, int *descriptor, rw_problem *problem)
{
    if (store->backend->backup_file != NULL)
        return store->backend->backup_file(store, descriptor, problem);
    rw_problem_set(problem, RW_PROBLEM_BACKUP_ELSEWHERE,
                   "the catalogue is in a database of its own; back it up with that database's tools, or ask for "
                   "/v1/export");
    return RW_STORE_CONFLICT;
}

rw_store_status rw_store_scratch_file(rw_store *store, int *descriptor, rw_problem *problem)
{
    return store->backend->scratch_file(store, descriptor, problem);
}

static rw_store_status ping_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    (void)context;
    int64_t sequence = 0;
    return rw_sql_read_sequence(sql, &sequence, problem);
}

rw_store_status rw_store_ping(rw_store *store, rw_problem *problem)
{
    return rw_sql_transact(store, RW_SQL_PROBE, ping_inside, NULL, problem);
}

rw_store_status rw_store_listen(rw_store *store, rw_store_heard heard, void *context, rw_problem *problem)
{
    return store->backend->listen != NULL ? store->backend->listen(store, heard, context, problem) : RW_STORE_OK;
}

void rw_store_unlisten(rw_store *store)
{
    if (store->backend->unlisten != NULL)
        store->backend->unlisten(store);
}

void rw_store_close(rw_store *store)
{
    if (store != NULL)
        store->backend->close(store);
}
