#include <stdio.h>
#include <stdlib.h>

#include "store/access.h"
#include "store/sql.h"

#define FIRST_CAPACITY 64

void rw_store_audit_list_free(rw_store_audit_list *list)
{
    if (list == NULL)
        return;
    free(list->items);
    *list = (rw_store_audit_list){.items = NULL};
}

typedef struct audit_work {
    int64_t since;
    size_t limit;
    rw_store_audit_list list;
    size_t capacity;
} audit_work;

static bool reserve_entry(audit_work *work)
{
    if (work->list.count < work->capacity)
        return true;
    const size_t capacity = work->capacity == 0 ? FIRST_CAPACITY : work->capacity * 2;
    rw_store_audit_entry *items = realloc(work->list.items, capacity * sizeof *items);
    if (items == NULL)
        return false;
    work->list.items = items;
    work->capacity = capacity;
    return true;
}

/* Cut where it is longer than the field: only a file that others wrote holds such a text. */
static void copy_text(rw_sql_query *row, int column, char *out, size_t size)
{
    size_t length = 0;
    snprintf(out, size, "%s", rw_sql_column_text(row, column, &length));
}

static void read_entry(rw_sql_query *row, rw_store_audit_entry *out)
{
    *out = (rw_store_audit_entry){
        .sequence = rw_sql_column_int(row, 0),
        .at_ms = rw_sql_column_int(row, 1),
        .revision = rw_sql_column_int(row, 5),
    };
    copy_text(row, 2, out->actor, sizeof out->actor);
    copy_text(row, 3, out->action, sizeof out->action);
    copy_text(row, 4, out->subject, sizeof out->subject);
    copy_text(row, 6, out->remote, sizeof out->remote);
    copy_text(row, 7, out->request_id, sizeof out->request_id);
}

static rw_store_status audit_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    audit_work *work = context;
    work->list.count = 0;
    work->list.more = false;
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT sequence, at, actor, action, subject, coalesce(revision, 0), remote, request_id FROM audit "
             "WHERE sequence > $1 ORDER BY sequence LIMIT $2");
    rw_sql_bind_int(&query, 1, work->since);
    rw_sql_bind_int(&query, 2, (int64_t)work->limit + 1);
    bool room = true;
    while (room && rw_sql_query_row(&query)) {
        if (work->list.count == work->limit) {
            work->list.more = true;
            break;
        }
        room = reserve_entry(work);
        if (room)
            read_entry(&query, &work->list.items[work->list.count++]);
    }
    const rw_store_status status = rw_sql_query_end(&query, "read the audit log", problem);
    if (room)
        return status;
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to read the audit log");
    return RW_STORE_NO_MEMORY;
}

rw_store_status rw_store_audit_read(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                                    rw_problem *problem)
{
    audit_work work = {.since = since, .limit = limit};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_READ, audit_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.list;
    else
        rw_store_audit_list_free(&work.list);
    return status;
}
