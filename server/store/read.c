#include <stdlib.h>
#include <string.h>

#include "store/row.h"
#include "store/write_rules.h"

static rw_store_status no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to read from the store");
    return RW_STORE_NO_MEMORY;
}

void rw_store_revision_free(rw_store_revision *revision)
{
    if (revision == NULL)
        return;
    free(revision->document);
    *revision = (rw_store_revision){.kind = revision->kind};
}

void rw_store_revision_list_free(rw_store_revision_list *list)
{
    if (list == NULL)
        return;
    for (size_t i = 0; i < list->count; i++)
        rw_store_revision_free(&list->items[i]);
    free(list->items);
    *list = (rw_store_revision_list){.items = NULL};
}

void rw_store_change_list_free(rw_store_change_list *list)
{
    if (list == NULL)
        return;
    free(list->items);
    *list = (rw_store_change_list){.items = NULL};
}

static rw_store_status own_document(rw_store_revision *revision, rw_problem *problem)
{
    char *copy = malloc(revision->document_length + 1);
    if (copy != NULL) {
        memcpy(copy, revision->document, revision->document_length);
        copy[revision->document_length] = '\0';
    }
    revision->document = copy;
    return copy != NULL ? RW_STORE_OK : no_memory(problem);
}

static rw_store_status name_is_known(rw_sql *sql, rw_store_kind kind, const char *name, bool *known,
                                     rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(sql, "SELECT 1 FROM heads WHERE kind = $1 AND name = $2");
    rw_sql_bind_int(&query, 1, kind);
    rw_sql_bind_text(&query, 2, name);
    *known = rw_sql_query_row(&query);
    return rw_sql_query_end(&query, "look for the name", problem);
}

typedef struct get_work {
    rw_store_kind kind;
    const char *name;
    int64_t revision;
    rw_store_revision *out;
    rw_store_revision found;
} get_work;

static rw_store_status report_absent(rw_sql *sql, const get_work *work, rw_problem *problem)
{
    bool known = false;
    const rw_store_status status = name_is_known(sql, work->kind, work->name, &known, problem);
    if (status != RW_STORE_OK)
        return status;
    if (known && work->revision != 0)
        return rw_store_report_no_revision(work->kind, work->name, work->revision, problem);
    return rw_store_report_no_head(work->kind, work->name, problem);
}

static rw_store_status get_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    get_work *work = context;
    rw_store_revision_free(&work->found);
    rw_sql_query query =
        rw_sql_query_begin(sql, "SELECT " RW_SQL_REVISION_COLUMNS ", r.name, d.body "
                                "FROM heads h JOIN revisions r ON r.kind = h.kind AND r.name = h.name "
                                "AND r.revision = CASE CAST($3 AS BIGINT) WHEN 0 THEN h.revision ELSE $3 END "
                                "LEFT JOIN documents d ON d.hash = r.hash WHERE h.kind = $1 AND h.name = $2");
    rw_sql_bind_int(&query, 1, work->kind);
    rw_sql_bind_text(&query, 2, work->name);
    rw_sql_bind_int(&query, 3, work->revision);
    bool found = false;
    rw_store_status status = RW_STORE_OK;
    if (rw_sql_query_row(&query)) {
        found = true;
        status = rw_sql_row_revision(&query, work->kind, &work->found, problem);
        if (status == RW_STORE_OK)
            status = rw_sql_row_document(&query, &work->found, problem);
        if (status == RW_STORE_OK)
            status = own_document(&work->found, problem);
        else
            work->found.document = NULL;
    }
    const rw_store_status end = rw_sql_query_end(&query, "read the revision", problem);
    if (status == RW_STORE_OK)
        status = end;
    return status == RW_STORE_OK && !found ? report_absent(sql, work, problem) : status;
}

rw_store_status rw_store_get_revision(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                      rw_store_revision *out, rw_problem *problem)
{
    get_work work = {.kind = kind, .name = name, .revision = revision};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_READ, get_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.found;
    else
        rw_store_revision_free(&work.found);
    return status;
}

/* A growing array; false without memory. */
static bool grow(void **items, size_t *capacity, size_t count, size_t item_size)
{
    if (count < *capacity)
        return true;
    const size_t wider = *capacity == 0 ? 16 : *capacity * 2;
    void *moved = wider > SIZE_MAX / item_size ? NULL : realloc(*items, wider * item_size);
    if (moved == NULL)
        return false;
    *items = moved;
    *capacity = wider;
    return true;
}

/* One row more than the limit tells whether there are more. */
static int64_t limit_and_one(size_t limit)
{
    return limit < INT64_MAX ? (int64_t)limit + 1 : INT64_MAX;
}

typedef struct list_work {
    rw_store_kind kind;
    const char *name;
    int64_t after;
    size_t limit;
    rw_store_revision_list list;
} list_work;

static rw_store_status collect_revisions(rw_sql_query *query, list_work *work, rw_problem *problem)
{
    size_t capacity = 0;
    void *items = NULL;
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK && rw_sql_query_row(query)) {
        if (work->list.count == work->limit) {
            work->list.more = true;
            break;
        }
        if (!grow(&items, &capacity, work->list.count, sizeof *work->list.items)) {
            status = no_memory(problem);
            break;
        }
        work->list.items = items;
        status = rw_sql_row_revision(query, work->kind, &work->list.items[work->list.count], problem);
        if (status == RW_STORE_OK)
            work->list.count++;
    }
    return status;
}

static rw_store_status list_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    list_work *work = context;
    rw_store_revision_list_free(&work->list);
    bool known = false;
    rw_store_status status = name_is_known(sql, work->kind, work->name, &known, problem);
    if (status != RW_STORE_OK)
        return status;
    if (!known)
        return rw_store_report_no_head(work->kind, work->name, problem);
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT " RW_SQL_REVISION_COLUMNS ", r.name FROM heads h JOIN revisions r USING (kind, name) "
             "WHERE h.kind = $1 AND h.name = $2 AND r.revision > $3 ORDER BY r.revision LIMIT $4");
    rw_sql_bind_int(&query, 1, work->kind);
    rw_sql_bind_text(&query, 2, work->name);
    rw_sql_bind_int(&query, 3, work->after);
    rw_sql_bind_int(&query, 4, limit_and_one(work->limit));
    status = collect_revisions(&query, work, problem);
    const rw_store_status end = rw_sql_query_end(&query, "list revisions", problem);
    return status != RW_STORE_OK ? status : end;
}

rw_store_status rw_store_list_revisions(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                        size_t limit, rw_store_revision_list *out, rw_problem *problem)
{
    list_work work = {.kind = kind, .name = name, .after = after, .limit = limit};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_READ, list_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.list;
    else
        rw_store_revision_list_free(&work.list);
    return status;
}

typedef struct changes_work {
    int64_t since;
    size_t limit;
    rw_store_change_list list;
} changes_work;

enum { CHANGE_SEQUENCE, CHANGE_KIND, CHANGE_ACTION, CHANGE_NAME, CHANGE_REVISION, CHANGE_HASH, CHANGE_AT };

static rw_store_action action_of(int64_t number)
{
    if (number == RW_STORE_PUT)
        return RW_STORE_PUT;
    return number == RW_STORE_DELETE ? RW_STORE_DELETE : RW_STORE_PURGE;
}

static rw_store_status read_change(rw_sql_query *row, rw_store_change *change, rw_problem *problem)
{
    *change = (rw_store_change){
        .sequence = rw_sql_column_int(row, CHANGE_SEQUENCE),
        .kind = rw_sql_column_int(row, CHANGE_KIND) == RW_STORE_CLIP ? RW_STORE_CLIP : RW_STORE_PROFILE,
        .action = action_of(rw_sql_column_int(row, CHANGE_ACTION)),
        .revision = rw_sql_column_int(row, CHANGE_REVISION),
        .at_ms = rw_sql_column_int(row, CHANGE_AT),
    };
    size_t length = 0;
    const char *hash = rw_sql_column_text(row, CHANGE_HASH, &length);
    const bool sound = rw_sql_row_name(row, CHANGE_NAME, change->name) && rw_hash_parse(hash, length, &change->hash);
    return sound ? RW_STORE_OK : rw_sql_row_damaged(change->kind, change->name, problem);
}

static rw_store_status changes_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    changes_work *work = context;
    rw_store_change_list_free(&work->list);
    rw_sql_query query = rw_sql_query_begin(sql, "SELECT sequence, kind, action, name, revision, hash, at FROM changes "
                                                 "WHERE sequence > $1 ORDER BY sequence LIMIT $2");
    rw_sql_bind_int(&query, 1, work->since);
    rw_sql_bind_int(&query, 2, limit_and_one(work->limit));
    size_t capacity = 0;
    void *items = NULL;
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK && rw_sql_query_row(&query)) {
        if (work->list.count == work->limit) {
            work->list.more = true;
            break;
        }
        if (!grow(&items, &capacity, work->list.count, sizeof *work->list.items)) {
            status = no_memory(problem);
            break;
        }
        work->list.items = items;
        status = read_change(&query, &work->list.items[work->list.count++], problem);
    }
    const rw_store_status end = rw_sql_query_end(&query, "read the change log", problem);
    return status != RW_STORE_OK ? status : end;
}

rw_store_status rw_store_list_changes(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                      rw_problem *problem)
{
    changes_work work = {.since = since, .limit = limit};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_READ, changes_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.list;
    else
        rw_store_change_list_free(&work.list);
    return status;
}
