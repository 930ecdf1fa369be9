#include "store/sqlite_migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/sqlite_copy.h"

/* "RWRP", so that file(1) and we know our own. */
#define APPLICATION_ID 0x52575250

typedef struct file_state {
    bool empty;     /* no table at all */
    size_t applied; /* migrations of this binary that the file has */
} file_state;

static rw_store_status unsuitable(rw_problem *problem, const char *detail)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "%s", detail);
    return RW_STORE_ERROR;
}

static rw_store_status read_int(sqlite3 *connection, const char *sql, int64_t *value, rw_problem *problem)
{
    int64_t read = 0;
    rw_sqlite_session session = rw_sqlite_session_on(connection);
    rw_sql_query query = rw_sql_query_begin(&session.sql, sql);
    if (rw_sql_query_row(&query))
        read = rw_sql_column_int(&query, 0);
    const rw_store_status status = rw_sql_query_end(&query, "read the database", problem);
    if (status == RW_STORE_OK)
        *value = read;
    return status;
}

static rw_store_status read_state(sqlite3 *connection, const rw_migration_history *history, file_state *state,
                                  rw_problem *problem)
{
    int64_t application_id = 0;
    int64_t objects = 0;
    rw_store_status status = read_int(connection, "PRAGMA application_id", &application_id, problem);
    if (status == RW_STORE_OK)
        status = read_int(connection, "SELECT count(*) FROM sqlite_schema", &objects, problem);
    if (status != RW_STORE_OK)
        return status;
    *state = (file_state){.empty = objects == 0};
    if (state->empty && application_id == 0)
        return RW_STORE_OK;
    if (application_id != APPLICATION_ID)
        return unsuitable(problem, "the database file belongs to another program; use another data folder");

    rw_sqlite_session session = rw_sqlite_session_on(connection);
    rw_sql_query query = rw_sql_query_begin(
        &session.sql, "SELECT number, checksum, oldest_release FROM schema_migrations ORDER BY number");
    while (status == RW_STORE_OK && rw_sql_query_row(&query)) {
        size_t length = 0;
        status = rw_migration_check(history, rw_sql_column_int(&query, 0), rw_sql_column_text(&query, 1, &length),
                                    rw_sql_column_text(&query, 2, &length), &state->applied, problem);
    }
    const rw_store_status end = rw_sql_query_end(&query, "read the schema's history", problem);
    return status != RW_STORE_OK ? status : end;
}

static rw_store_status back_up(sqlite3 *connection, const char *path, int next_number, rw_problem *problem)
{
    const size_t size = strlen(path) + 64;
    char *name = malloc(size);
    if (name == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to back the database up");
        return RW_STORE_NO_MEMORY;
    }
    snprintf(name, size, "%s.before-%04d", path, next_number);
    const rw_store_status status = rw_sqlite_copy(connection, name, NULL, NULL, problem);
    free(name);
    return status;
}

static rw_store_status apply_one(sqlite3 *connection, const rw_migration_history *history,
                                 const rw_migration *migration, rw_problem *problem)
{
    char what[128];
    snprintf(what, sizeof what, "apply schema step %04d_%s", migration->number, migration->name);
    const int result = sqlite3_exec(connection, migration->sql, NULL, NULL, NULL);
    rw_store_status status = rw_sqlite_report(connection, result, what, problem);
    if (status != RW_STORE_OK)
        return status;
    rw_sqlite_session session = rw_sqlite_session_on(connection);
    rw_sql_query query = rw_sql_query_begin(
        &session.sql, "INSERT INTO schema_migrations (number, name, checksum, oldest_release, applied_at, applied_by) "
                      "VALUES ($1, $2, $3, $4, $5, $6)");
    rw_sql_bind_int(&query, 1, migration->number);
    rw_sql_bind_text(&query, 2, migration->name);
    rw_sql_bind_text(&query, 3, migration->checksum);
    rw_sql_bind_text(&query, 4, migration->oldest_release);
    rw_sql_bind_int(&query, 5, rw_clock_wall_ms());
    rw_sql_bind_text(&query, 6, history->release);
    return rw_sql_query_end(&query, what, problem);
}

static rw_store_status make_history_table(sqlite3 *connection, rw_problem *problem)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = %d;"
             "CREATE TABLE schema_migrations ("
             " number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,"
             " oldest_release TEXT NOT NULL, applied_at INTEGER NOT NULL, applied_by TEXT NOT NULL) STRICT;",
             APPLICATION_ID);
    const int result = sqlite3_exec(connection, sql, NULL, NULL, NULL);
    return rw_sqlite_report(connection, result, "make the schema", problem);
}

typedef struct apply_work {
    const rw_migration_history *history;
    file_state state;
} apply_work;

static rw_store_status apply_pending(rw_sql *sql, void *context, rw_problem *problem)
{
    const apply_work *work = context;
    sqlite3 *connection = rw_sqlite_connection(sql);
    rw_store_status status = RW_STORE_OK;
    if (work->state.empty)
        status = make_history_table(connection, problem);
    for (size_t i = work->state.applied; i < work->history->count && status == RW_STORE_OK; i++)
        status = apply_one(connection, work->history, &work->history->migrations[i], problem);
    return status;
}

rw_store_status rw_sqlite_check_schema(sqlite3 *connection, const rw_migration_history *history, bool older_too,
                                       rw_problem *problem)
{
    file_state state;
    const rw_store_status status = read_state(connection, history, &state, problem);
    if (status != RW_STORE_OK || (!state.empty && (older_too || state.applied == history->count)))
        return status;
    if (state.empty)
        return unsuitable(problem, "the database file is empty: there is nothing to read in it");
    return unsuitable(problem, "the database has an older schema; let this release open it once to write, which "
                               "brings it up to date");
}

rw_store_status rw_sqlite_migrate(rw_sqlite_db *db, const char *path, const rw_migration_history *history,
                                  rw_problem *problem)
{
    apply_work work = {.history = history};
    rw_store_status status = read_state(db->session.connection, history, &work.state, problem);
    if (status != RW_STORE_OK || work.state.applied == history->count)
        return status;
    if (!work.state.empty)
        status = back_up(db->session.connection, path, history->migrations[work.state.applied].number, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_transact(db, RW_SQL_MIGRATE, apply_pending, &work, problem);
    return status;
}

rw_store_status rw_sqlite_check_migrated(rw_sqlite_db *db, const rw_migration_history *history, rw_problem *problem)
{
    file_state state;
    const rw_store_status status = read_state(db->session.connection, history, &state, problem);
    if (status != RW_STORE_OK || state.applied == history->count)
        return status;
    rw_problem_set(
        problem, RW_PROBLEM_STORE_LOCKED,
        "another process has the data folder open, and its release is older than this one, %s; stop it first, "
        "or use its own tools",
        history->release);
    return RW_STORE_BUSY;
}
