#include <stdio.h>
#include <stdlib.h>

#include "store/postgres_store.h"

#define FIRST_CAPACITY 64

rw_store_status rw_pg_audit_append(rw_pg_session *session, const rw_origin *origin, const rw_pg_audit *entry,
                                       rw_problem *problem)
{
    const int64_t next = session->counters.audit + 1;
    rw_pg_query query = rw_pg_query_begin(
        session, "INSERT INTO audit (at, actor, action, subject, revision, remote, request_id, nonce, "
                 "sequence) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)");
    rw_pg_bind_int(&query, 1, entry->at_ms);
    rw_pg_bind_text(&query, 2, origin->actor != NULL ? origin->actor : RW_ORIGIN_LOCAL);
    rw_pg_bind_text(&query, 3, entry->action);
    rw_pg_bind_text(&query, 4, entry->subject);
    if (entry->revision != 0)
        rw_pg_bind_int(&query, 5, entry->revision);
    rw_pg_bind_text(&query, 6, origin->remote);
    rw_pg_bind_text(&query, 7, origin->request_id);
    rw_pg_bind_text(&query, 8, session->nonce);
    rw_pg_bind_int(&query, 9, next);
    const rw_store_status status = rw_pg_query_end(&query, "write the audit log", problem);
    if (status == RW_STORE_OK)
        session->counters.audit = next;
    return status;
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
static void copy_text(rw_pg_query *row, int column, char *out, size_t size)
{
    size_t length = 0;
    snprintf(out, size, "%s", rw_pg_column_text(row, column, &length));
}

static void read_entry(rw_pg_query *row, rw_store_audit_entry *out)
{
    *out = (rw_store_audit_entry){
        .sequence = rw_pg_column_int(row, 0),
        .at_ms = rw_pg_column_int(row, 1),
        .revision = rw_pg_column_int(row, 5),
    };
    copy_text(row, 2, out->actor, sizeof out->actor);
    copy_text(row, 3, out->action, sizeof out->action);
    copy_text(row, 4, out->subject, sizeof out->subject);
    copy_text(row, 6, out->remote, sizeof out->remote);
    copy_text(row, 7, out->request_id, sizeof out->request_id);
}

static rw_store_status audit_inside(rw_pg_session *session, void *context, rw_problem *problem)
{
    audit_work *work = context;
    work->list.count = 0;
    work->list.more = false;
    rw_pg_query query = rw_pg_query_begin(
        session, "SELECT sequence, at, actor, action, subject, coalesce(revision, 0), remote, request_id FROM audit "
                    "WHERE sequence > $1 ORDER BY sequence LIMIT $2");
    rw_pg_bind_int(&query, 1, work->since);
    rw_pg_bind_int(&query, 2, (int64_t)work->limit + 1);
    bool room = true;
    while (room && rw_pg_query_row(&query)) {
        if (work->list.count == work->limit) {
            work->list.more = true;
            break;
        }
        room = reserve_entry(work);
        if (room)
            read_entry(&query, &work->list.items[work->list.count++]);
    }
    const rw_store_status status = rw_pg_query_end(&query, "read the audit log", problem);
    if (room)
        return status;
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to read the audit log");
    return RW_STORE_NO_MEMORY;
}

rw_store_status rw_pg_audit_read(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                                     rw_problem *problem)
{
    audit_work work = {.since = since, .limit = limit};
    const rw_store_status status =
        rw_pg_transact(rw_pg_store_pool(store), RW_PG_READ, audit_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.list;
    else
        rw_store_audit_list_free(&work.list);
    return status;
}
