#include "store/postgres_migrate.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "store/postgres_pool.h"

typedef struct migrate_work {
    const rw_migration_history *history;
    bool ours;      /* the table of the history is there */
    bool empty;     /* no table at all */
    size_t applied; /* steps of this history that the database has */
} migrate_work;

static rw_store_status refuse(rw_problem *problem, const char *detail)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "%s", detail);
    return RW_STORE_ERROR;
}

static rw_store_status read_applied(rw_sql *sql, migrate_work *work, rw_problem *problem)
{
    rw_store_status status = RW_STORE_OK;
    rw_sql_query query =
        rw_sql_query_begin(sql, "SELECT number, checksum, oldest_release FROM rootwarp_migrations ORDER BY number");
    work->applied = 0;
    while (status == RW_STORE_OK && rw_sql_query_row(&query)) {
        size_t length = 0;
        status = rw_migration_check(work->history, rw_sql_column_int(&query, 0), rw_sql_column_text(&query, 1, &length),
                                    rw_sql_column_text(&query, 2, &length), &work->applied, problem);
    }
    const rw_store_status end = rw_sql_query_end(&query, "read the schema's history", problem);
    return status != RW_STORE_OK ? status : end;
}

static rw_store_status look_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    migrate_work *work = context;
    const char *encoding = PQparameterStatus(((rw_pg_session *)sql)->connection, "server_encoding");
    if (encoding != NULL && strcmp(encoding, "UTF8") != 0)
        return refuse(problem, "the database is not in UTF-8; make one with ENCODING 'UTF8'");
    int64_t tables = 0;
    int64_t ours = 0;
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT count(*), coalesce(sum(CASE WHEN table_name = 'rootwarp_migrations' THEN 1 ELSE 0 END), 0) "
             "FROM information_schema.tables WHERE table_schema = current_schema()");
    if (rw_sql_query_row(&query)) {
        tables = rw_sql_column_int(&query, 0);
        ours = rw_sql_column_int(&query, 1);
    }
    const rw_store_status status = rw_sql_query_end(&query, "look at the database", problem);
    work->ours = ours > 0;
    work->empty = tables == 0;
    return status == RW_STORE_OK && work->ours ? read_applied(sql, work, problem) : status;
}

/* Several may come here at once: those that collide try again and find the tables there. */
static rw_store_status prepare_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    (void)context;
    return rw_pg_run((rw_pg_session *)sql,
                     "CREATE TABLE IF NOT EXISTS rootwarp_migrations ("
                     " number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,"
                     " oldest_release TEXT NOT NULL, applied_at BIGINT NOT NULL, applied_by TEXT NOT NULL);"
                     "CREATE TABLE IF NOT EXISTS rootwarp_migration_lock (id BIGINT PRIMARY KEY CHECK (id = 1));"
                     "INSERT INTO rootwarp_migration_lock (id) VALUES (1) ON CONFLICT (id) DO NOTHING",
                     "prepare the schema", problem);
}

static rw_store_status apply_one(rw_sql *sql, const rw_migration_history *history, const rw_migration *migration,
                                 rw_problem *problem)
{
    char what[128];
    snprintf(what, sizeof what, "apply schema step %04d_%s", migration->number, migration->name);
    const rw_store_status status = rw_pg_run((rw_pg_session *)sql, migration->sql, what, problem);
    if (status != RW_STORE_OK)
        return status;
    rw_sql_query query = rw_sql_query_begin(
        sql, "INSERT INTO rootwarp_migrations (number, name, checksum, oldest_release, applied_at, applied_by) "
             "VALUES ($1, $2, $3, $4, $5, $6)");
    rw_sql_bind_int(&query, 1, migration->number);
    rw_sql_bind_text(&query, 2, migration->name);
    rw_sql_bind_text(&query, 3, migration->checksum);
    rw_sql_bind_text(&query, 4, migration->oldest_release);
    rw_sql_bind_int(&query, 5, rw_clock_wall_ms());
    rw_sql_bind_text(&query, 6, history->release);
    return rw_sql_query_end(&query, what, problem);
}

static rw_store_status apply_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    migrate_work *work = context;
    rw_store_status status =
        rw_pg_run((rw_pg_session *)sql, "SELECT id FROM rootwarp_migration_lock WHERE id = 1 FOR UPDATE",
                  "wait for others who prepare the schema", problem);
    if (status == RW_STORE_OK)
        status = read_applied(sql, work, problem);
    for (size_t i = work->applied; i < work->history->count && status == RW_STORE_OK; i++)
        status = apply_one(sql, work->history, &work->history->migrations[i], problem);
    return status;
}

rw_store_status rw_pg_migrate(rw_pg_pool *pool, const rw_migration_history *history, rw_problem *problem)
{
    migrate_work work = {.history = history};
    rw_store_status status = rw_pg_transact(pool, RW_SQL_PROBE, look_inside, &work, problem);
    if (status != RW_STORE_OK || (work.ours && work.applied == history->count))
        return status;
    if (rw_pg_pool_options(pool)->read_only)
        return refuse(problem, work.ours ? "the database has an older schema; let this release open it once to write, "
                                           "which brings it up to date"
                                         : "the database holds no catalogue: there is nothing to read in it");
    if (!work.ours && !work.empty)
        return refuse(problem, "the database holds the tables of another program; give the catalogue a database, or a "
                               "schema, of its own");
    status = rw_pg_transact(pool, RW_SQL_MIGRATE, prepare_inside, NULL, problem);
    if (status == RW_STORE_OK)
        status = rw_pg_transact(pool, RW_SQL_MIGRATE, apply_inside, &work, problem);
    return status;
}
