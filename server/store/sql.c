#include "store/sql.h"

#include <string.h>

#include "store/store_backend.h"

rw_store_status rw_sql_transact(rw_store *store, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *problem)
{
    return store->backend->transact(store, mode, work, context, problem);
}

rw_store_status rw_sql_report_broken(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNAVAILABLE, "the connection broke while the catalogue was read");
    return RW_STORE_UNAVAILABLE;
}

/* ---- statements ---- */

rw_sql_query rw_sql_query_begin(rw_sql *sql, const char *text)
{
    return (rw_sql_query){.sql = sql, .text = text};
}

static void bind(rw_sql_query *query, int index, rw_sql_value value)
{
    query->values[index - 1] = value;
    if (index > query->count)
        query->count = index;
}

void rw_sql_bind_int(rw_sql_query *query, int index, int64_t value)
{
    bind(query, index, (rw_sql_value){.kind = RW_SQL_INT, .number = value});
}

void rw_sql_bind_null(rw_sql_query *query, int index)
{
    bind(query, index, (rw_sql_value){.kind = RW_SQL_NULL});
}

void rw_sql_bind_text(rw_sql_query *query, int index, const char *text)
{
    if (text == NULL)
        rw_sql_bind_null(query, index);
    else
        rw_sql_bind_bytes(query, index, text, strlen(text));
}

void rw_sql_bind_bytes(rw_sql_query *query, int index, const char *text, size_t length)
{
    bind(query, index, (rw_sql_value){.kind = RW_SQL_TEXT, .text = text, .length = length});
}

bool rw_sql_query_row(rw_sql_query *query)
{
    if (!query->sent)
        query->sql->driver->send(query);
    query->sent = true;
    return query->sql->driver->row(query);
}

int64_t rw_sql_column_int(const rw_sql_query *query, int index)
{
    return query->sql->driver->column_int(query, index);
}

const char *rw_sql_column_text(const rw_sql_query *query, int index, size_t *length)
{
    return query->sql->driver->column_text(query, index, length);
}

rw_store_status rw_sql_query_end(rw_sql_query *query, const char *what, rw_problem *problem)
{
    if (!query->sent)
        rw_sql_query_row(query);
    return query->sql->driver->end(query, what, problem);
}

/* ---- counters ---- */

static rw_store_status read_stored(rw_sql *sql, const char *text, const char *what, rw_sql_counters *counters,
                                   rw_problem *problem)
{
    rw_sql_counters read = {0};
    rw_sql_query query = rw_sql_query_begin(sql, text);
    const bool found = rw_sql_query_row(&query);
    if (found)
        read = (rw_sql_counters){.changes = rw_sql_column_int(&query, 0),
                                 .audit = rw_sql_column_int(&query, 1),
                                 .access = rw_sql_column_int(&query, 2)};
    const rw_store_status status = rw_sql_query_end(&query, what, problem);
    if (status != RW_STORE_OK)
        return status;
    if (!found) {
        rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT, "the database is damaged: its counters are gone");
        return RW_STORE_CORRUPT;
    }
    *counters = read;
    return RW_STORE_OK;
}

rw_store_status rw_sql_read_counters(rw_sql *sql, rw_sql_counters *counters, rw_problem *problem)
{
    if (!sql->writing)
        return read_stored(sql, sql->driver->read_counters, "read the counters", counters, problem);
    *counters = sql->counters;
    return RW_STORE_OK;
}

rw_store_status rw_sql_read_sequence(rw_sql *sql, int64_t *sequence, rw_problem *problem)
{
    rw_sql_counters counters;
    const rw_store_status status = rw_sql_read_counters(sql, &counters, problem);
    if (status == RW_STORE_OK)
        *sequence = counters.changes;
    return status;
}

static rw_store_status store_counters(rw_sql *sql, rw_problem *problem)
{
    const rw_sql_counters *before = &sql->found;
    const rw_sql_counters *after = &sql->counters;
    if (after->changes == before->changes && after->audit == before->audit && after->access == before->access)
        return RW_STORE_OK;
    rw_sql_query query = rw_sql_query_begin(sql, sql->driver->store_counters);
    rw_sql_bind_int(&query, 1, after->changes);
    rw_sql_bind_int(&query, 2, after->audit);
    rw_sql_bind_int(&query, 3, after->access);
    return rw_sql_query_end(&query, "write the counters", problem);
}

rw_store_status rw_sql_work_inside(rw_sql *sql, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *problem)
{
    sql->writing = mode == RW_SQL_WRITE;
    if (!sql->writing)
        return work(sql, context, problem);
    rw_store_status status =
        read_stored(sql, sql->driver->lock_counters, "wait for the other writers", &sql->found, problem);
    if (status != RW_STORE_OK)
        return status;
    sql->counters = sql->found;
    status = work(sql, context, problem);
    return status == RW_STORE_OK ? store_counters(sql, problem) : status;
}
