#include <stdlib.h>
#include <string.h>

#include "store/postgres_row.h"
#include "store/postgres_store.h"
#include "store/write_rules.h"

static rw_store_status no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to read from the store");
    return RW_STORE_NO_MEMORY;
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

static rw_store_status name_is_known(rw_pg_session *session, rw_store_kind kind, const char *name, bool *known,
                                     rw_problem *problem)
{
    rw_pg_query query = rw_pg_query_begin(session, "SELECT 1 FROM heads WHERE kind = $1 AND name = $2");
    rw_pg_bind_int(&query, 1, kind);
    rw_pg_bind_text(&query, 2, name);
    *known = rw_pg_query_row(&query);
    return rw_pg_query_end(&query, "look for the name", problem);
}

typedef struct get_work {
    rw_store_kind kind;
    const char *name;
    int64_t revision;
    rw_store_revision *out;
    rw_store_revision found;
} get_work;

static rw_store_status report_absent(rw_pg_session *session, const get_work *work, rw_problem *problem)
{
    bool known = false;
    const rw_store_status status = name_is_known(session, work->kind, work->name, &known, problem);
    if (status != RW_STORE_OK)
        return status;
    if (known && work->revision != 0)
        return rw_store_report_no_revision(work->kind, work->name, work->revision, problem);
    return rw_store_report_no_head(work->kind, work->name, problem);
}

static rw_store_status get_inside(rw_pg_session *session, void *context, rw_problem *problem)
{
    get_work *work = context;
    rw_store_revision_free(&work->found);
    rw_pg_query query = rw_pg_query_begin(
        session, "SELECT " RW_PG_REVISION_COLUMNS ", r.name, d.body "
                    "FROM heads h JOIN revisions r ON r.kind = h.kind AND r.name = h.name "
                    "AND r.revision = CASE $3::bigint WHEN 0 THEN h.revision ELSE $3::bigint END "
                    "LEFT JOIN documents d ON d.hash = r.hash WHERE h.kind = $1 AND h.name = $2");
    rw_pg_bind_int(&query, 1, work->kind);
    rw_pg_bind_text(&query, 2, work->name);
    rw_pg_bind_int(&query, 3, work->revision);
    bool found = false;
    rw_store_status status = RW_STORE_OK;
    if (rw_pg_query_row(&query)) {
        found = true;
        status = rw_pg_row_revision(&query, work->kind, &work->found, problem);
        if (status == RW_STORE_OK)
            status = rw_pg_row_document(&query, &work->found, problem);
        if (status == RW_STORE_OK)
            status = own_document(&work->found, problem);
        else
            work->found.document = NULL;
    }
    const rw_store_status end = rw_pg_query_end(&query, "read the revision", problem);
    if (status == RW_STORE_OK)
        status = end;
    return status == RW_STORE_OK && !found ? report_absent(session, work, problem) : status;
}

rw_store_status rw_pg_get_revision(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                       rw_store_revision *out, rw_problem *problem)
{
    get_work work = {.kind = kind, .name = name, .revision = revision};
    const rw_store_status status =
        rw_pg_transact(rw_pg_store_pool(store), RW_PG_READ, get_inside, &work, problem);
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

static rw_store_status collect_revisions(rw_pg_query *query, list_work *work, rw_problem *problem)
{
    size_t capacity = 0;
    void *items = NULL;
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK && rw_pg_query_row(query)) {
        if (work->list.count == work->limit) {
            work->list.more = true;
            break;
        }
        if (!grow(&items, &capacity, work->list.count, sizeof *work->list.items)) {
            status = no_memory(problem);
            break;
        }
        work->list.items = items;
        status = rw_pg_row_revision(query, work->kind, &work->list.items[work->list.count], problem);
        if (status == RW_STORE_OK)
            work->list.count++;
    }
    return status;
}

static rw_store_status list_inside(rw_pg_session *session, void *context, rw_problem *problem)
{
    list_work *work = context;
    rw_store_revision_list_free(&work->list);
    bool known = false;
    rw_store_status status = name_is_known(session, work->kind, work->name, &known, problem);
    if (status != RW_STORE_OK)
        return status;
    if (!known)
        return rw_store_report_no_head(work->kind, work->name, problem);
    rw_pg_query query = rw_pg_query_begin(
        session, "SELECT " RW_PG_REVISION_COLUMNS ", r.name FROM heads h JOIN revisions r ON r.kind = h.kind "
                 "AND r.name = h.name WHERE h.kind = $1 AND h.name = $2 AND r.revision > $3 ORDER BY r.revision LIMIT $4");
    rw_pg_bind_int(&query, 1, work->kind);
    rw_pg_bind_text(&query, 2, work->name);
    rw_pg_bind_int(&query, 3, work->after);
    rw_pg_bind_int(&query, 4, limit_and_one(work->limit));
    status = collect_revisions(&query, work, problem);
    const rw_store_status end = rw_pg_query_end(&query, "list revisions", problem);
    return status != RW_STORE_OK ? status : end;
}

rw_store_status rw_pg_list_revisions(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                         size_t limit, rw_store_revision_list *out, rw_problem *problem)
{
    list_work work = {.kind = kind, .name = name, .after = after, .limit = limit};
    const rw_store_status status =
        rw_pg_transact(rw_pg_store_pool(store), RW_PG_READ, list_inside, &work, problem);
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

static rw_store_status read_change(rw_pg_query *row, rw_store_change *change, rw_problem *problem)
{
    *change = (rw_store_change){
        .sequence = rw_pg_column_int(row, CHANGE_SEQUENCE),
        .kind = rw_pg_column_int(row, CHANGE_KIND) == RW_STORE_CLIP ? RW_STORE_CLIP : RW_STORE_PROFILE,
        .action = action_of(rw_pg_column_int(row, CHANGE_ACTION)),
        .revision = rw_pg_column_int(row, CHANGE_REVISION),
        .at_ms = rw_pg_column_int(row, CHANGE_AT),
    };
    size_t length = 0;
    const char *hash = rw_pg_column_text(row, CHANGE_HASH, &length);
    const bool sound =
        rw_pg_row_name(row, CHANGE_NAME, change->name) && rw_hash_parse(hash, length, &change->hash);
    return sound ? RW_STORE_OK : rw_pg_row_damaged(change->kind, change->name, problem);
}

static rw_store_status changes_inside(rw_pg_session *session, void *context, rw_problem *problem)
{
    changes_work *work = context;
    rw_store_change_list_free(&work->list);
    rw_pg_query query =
        rw_pg_query_begin(session, "SELECT sequence, kind, action, name, revision, hash, at FROM changes "
                                          "WHERE sequence > $1 ORDER BY sequence LIMIT $2");
    rw_pg_bind_int(&query, 1, work->since);
    rw_pg_bind_int(&query, 2, limit_and_one(work->limit));
    size_t capacity = 0;
    void *items = NULL;
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK && rw_pg_query_row(&query)) {
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
    const rw_store_status end = rw_pg_query_end(&query, "read the change log", problem);
    return status != RW_STORE_OK ? status : end;
}

rw_store_status rw_pg_list_changes(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                       rw_problem *problem)
{
    changes_work work = {.since = since, .limit = limit};
    const rw_store_status status =
        rw_pg_transact(rw_pg_store_pool(store), RW_PG_READ, changes_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.list;
    else
        rw_store_change_list_free(&work.list);
    return status;
}

typedef struct heads_work {
    int64_t since;
    rw_store_visitor visitor;
    void *context;
    int64_t sequence;
    bool begun; /* the visitor has seen something, which it must not see twice */
} heads_work;

/* $1 is the sequence to start after, $2 the kind. The clips' statement has two parts, in this order: heads, and the
 * revisions that some profile heads record where the clip has moved on since. */
typedef struct heads_sql {
    const char *clips, *profiles;
} heads_sql;

#define WITH_REVISION " LEFT JOIN revisions r ON r.kind = h.kind AND r.name = h.name AND r.revision = h.revision " \
                      "LEFT JOIN documents d ON d.hash = r.hash "

#define HEADS(from) "SELECT " RW_PG_REVISION_COLUMNS ", h.name AS name, d.body, 1 AS part FROM " from

#define RECORDED_CLIPS(profiles) \
    " UNION ALL SELECT " RW_PG_REVISION_COLUMNS ", r.name, d.body, 2 " \
    "FROM (SELECT DISTINCT p.clip_name, p.clip_revision FROM " profiles ") u " \
    "JOIN revisions r ON r.kind = $2 AND r.name = u.clip_name AND r.revision = u.clip_revision " \
    "JOIN heads h ON h.kind = r.kind AND h.name = r.name LEFT JOIN documents d ON d.hash = r.hash " \
    "WHERE h.revision IS DISTINCT FROM r.revision ORDER BY part, name, revision"

#define ALL_HEADS "heads h" WITH_REVISION "WHERE $1::bigint = 0 AND h.kind = $2 AND h.revision IS NOT NULL"
#define TOUCHED_HEADS "(SELECT DISTINCT name FROM changes WHERE sequence > $1 AND kind = $2) t " \
                      "JOIN heads h ON h.kind = $2 AND h.name = t.name" WITH_REVISION

static const heads_sql everything = {
    HEADS(ALL_HEADS)
    RECORDED_CLIPS("heads h JOIN revisions p ON p.kind = h.kind AND p.name = h.name AND p.revision = h.revision "
                   "WHERE $1::bigint = 0 AND h.kind = 2"),
    HEADS(ALL_HEADS) " ORDER BY h.name"};

static const heads_sql touched = {
    HEADS(TOUCHED_HEADS)
    RECORDED_CLIPS("(SELECT DISTINCT name FROM changes WHERE sequence > $1 AND kind = 2) t "
                   "JOIN heads h ON h.kind = 2 AND h.name = t.name "
                   "JOIN revisions p ON p.kind = h.kind AND p.name = h.name AND p.revision = h.revision"),
    HEADS(TOUCHED_HEADS) "ORDER BY h.name"};

static rw_store_status visit_rows(rw_pg_session *session, const char *sql, rw_store_kind kind, heads_work *work,
                                  rw_problem *problem)
{
    rw_pg_query query = rw_pg_query_begin(session, sql);
    rw_pg_bind_int(&query, 1, work->since);
    rw_pg_bind_int(&query, 2, kind);
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK && rw_pg_query_row(&query)) {
        rw_store_revision revision;
        status = rw_pg_row_revision(&query, kind, &revision, problem);
        if (status == RW_STORE_OK && revision.revision > 0)
            status = rw_pg_row_document(&query, &revision, problem);
        work->begun = true;
        if (status == RW_STORE_OK && !work->visitor(work->context, &revision, problem))
            status = RW_STORE_ERROR;
    }
    const rw_store_status end = rw_pg_query_end(&query, "read the heads", problem);
    return status != RW_STORE_OK ? status : end;
}

static rw_store_status heads_inside(rw_pg_session *session, void *context, rw_problem *problem)
{
    heads_work *work = context;
    if (work->begun)
        return rw_pg_report_broken(problem);
    rw_store_status status = rw_pg_read_sequence(session, &work->sequence, problem);
    if (status != RW_STORE_OK || work->sequence == work->since)
        return status;
    const heads_sql *sql = work->since == 0 ? &everything : &touched;
    status = visit_rows(session, sql->clips, RW_STORE_CLIP, work, problem);
    if (status == RW_STORE_OK)
        status = visit_rows(session, sql->profiles, RW_STORE_PROFILE, work, problem);
    return status;
}

rw_store_status rw_pg_read_heads(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                     int64_t *sequence, rw_problem *problem)
{
    heads_work work = {.since = since, .visitor = visitor, .context = context};
    const rw_store_status status =
        rw_pg_transact(rw_pg_store_pool(store), RW_PG_LOAD, heads_inside, &work, problem);
    if (status == RW_STORE_OK)
        *sequence = work.sequence;
    return status;
}

rw_store_status rw_pg_report_broken(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNAVAILABLE, "the connection broke while the catalogue was read");
    return RW_STORE_UNAVAILABLE;
}

rw_store_status rw_pg_read_sequence(rw_pg_session *session, int64_t *sequence, rw_problem *problem)
{
    if (session->nonce[0] != '\0') {
        *sequence = session->counters.changes; /* of a transaction that writes */
        return RW_STORE_OK;
    }
    int64_t read = 0;
    rw_pg_query query = rw_pg_query_begin(session, "SELECT change_sequence FROM counters WHERE id = 1");
    if (rw_pg_query_row(&query))
        read = rw_pg_column_int(&query, 0);
    const rw_store_status status = rw_pg_query_end(&query, "read the change log", problem);
    if (status == RW_STORE_OK)
        *sequence = read;
    return status;
}

static rw_store_status ping_inside(rw_pg_session *session, void *context, rw_problem *problem)
{
    (void)context;
    int64_t sequence = 0;
    return rw_pg_read_sequence(session, &sequence, problem);
}

rw_store_status rw_pg_ping(rw_store *store, rw_problem *problem)
{
    return rw_pg_probe(rw_pg_store_pool(store), RW_PG_READ, ping_inside, NULL, problem);
}
