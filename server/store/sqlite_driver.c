#include <stdio.h>

#include "store/sqlite_db.h"

static sqlite3_stmt *statement_of(const rw_sql_query *query)
{
    return query->cursor;
}

/* A parameter that the text does not mention is passed over. */
static int bind(sqlite3_stmt *statement, int number, const rw_sql_value *value)
{
    char name[16];
    snprintf(name, sizeof name, "$%d", number);
    const int index = sqlite3_bind_parameter_index(statement, name);
    if (index == 0 || value->kind == RW_SQL_NULL)
        return SQLITE_OK;
    if (value->kind == RW_SQL_INT)
        return sqlite3_bind_int64(statement, index, value->number);
    return sqlite3_bind_text64(statement, index, value->text, value->length, SQLITE_STATIC, SQLITE_UTF8);
}

static void send(rw_sql_query *query)
{
    sqlite3_stmt *statement = NULL;
    query->result = sqlite3_prepare_v2(rw_sqlite_connection(query->sql), query->text, -1, &statement, NULL);
    query->cursor = statement;
    for (int i = 0; i < query->count && query->result == SQLITE_OK; i++)
        query->result = bind(statement, i + 1, &query->values[i]);
}

static bool row(rw_sql_query *query)
{
    if (query->result != SQLITE_OK)
        return false;
    const int result = sqlite3_step(statement_of(query));
    if (result == SQLITE_ROW)
        return true;
    query->result = result; /* SQLITE_DONE or an error */
    return false;
}

static int64_t column_int(const rw_sql_query *query, int index)
{
    return sqlite3_column_int64(statement_of(query), index);
}

static const char *column_text(const rw_sql_query *query, int index, size_t *length)
{
    const char *text = (const char *)sqlite3_column_text(statement_of(query), index);
    *length = (size_t)sqlite3_column_bytes(statement_of(query), index);
    return text != NULL ? text : "";
}

static rw_store_status end(rw_sql_query *query, const char *what, rw_problem *problem)
{
    const int result = query->result == SQLITE_DONE ? SQLITE_OK : query->result;
    const rw_store_status status = rw_sqlite_report(rw_sqlite_connection(query->sql), result, what, problem);
    sqlite3_finalize(statement_of(query));
    query->cursor = NULL;
    return status;
}

/* Where the logs end when nobody can have removed the last entries; a writer goes by what was given out. */
#define COUNTERS(changes, audit)                                                                                       \
    "SELECT coalesce((" changes "), 0), coalesce((" audit "), 0), version FROM access_state WHERE only = 1"

static const rw_sql_driver driver = {
    .send = send,
    .row = row,
    .column_int = column_int,
    .column_text = column_text,
    .end = end,
    .read_counters = COUNTERS("SELECT max(sequence) FROM changes", "SELECT max(sequence) FROM audit"),
    .lock_counters = COUNTERS("SELECT seq FROM sqlite_sequence WHERE name = 'changes'",
                              "SELECT seq FROM sqlite_sequence WHERE name = 'audit'"),
    .store_counters = "UPDATE access_state SET version = $3 WHERE only = 1 AND version <> $3",
    .append_audit = "INSERT INTO audit (sequence, at, actor, action, subject, revision, remote, request_id) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
};

rw_sqlite_session rw_sqlite_session_on(sqlite3 *connection)
{
    return (rw_sqlite_session){.sql = {.driver = &driver}, .connection = connection};
}
