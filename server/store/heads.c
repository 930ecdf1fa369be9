#include "store/row.h"

typedef struct heads_work {
    int64_t since;
    rw_store_visitor visitor;
    void *context;
    bool begun; /* the visitor has seen something, which it must not see twice */
    int64_t sequence;
} heads_work;

/* $1 is the sequence to start after, $2 the kind. The clips' statement also gives the revisions that some profile heads
 * record where the clip has moved on since. What changed is looked up name by name, since a write on a large catalogue
 * must not look at every head, nor at the whole log: SQLite takes the sides of a CROSS JOIN in the order they are
 * written in, and +kind keeps the log's other index out of it. Nothing is sorted: bodies are large. */
typedef struct heads_text {
    const char *clips, *profiles;
} heads_text;

#define WITH_REVISION                                                                                                  \
    " LEFT JOIN revisions r ON r.kind = h.kind AND r.name = h.name AND r.revision = h.revision "                       \
    "LEFT JOIN documents d ON d.hash = r.hash "

#define HEADS(from) "SELECT " RW_SQL_REVISION_COLUMNS ", h.name, d.body FROM " from

#define RECORDED_CLIPS(profiles)                                                                                       \
    " UNION ALL SELECT " RW_SQL_REVISION_COLUMNS ", r.name, d.body "                                                   \
    "FROM (SELECT DISTINCT p.clip_name, p.clip_revision FROM " profiles ") u "                                         \
    "JOIN revisions r ON r.kind = $2 AND r.name = u.clip_name AND r.revision = u.clip_revision "                       \
    "JOIN heads h ON h.kind = r.kind AND h.name = r.name LEFT JOIN documents d ON d.hash = r.hash "                    \
    "WHERE coalesce(h.revision, 0) <> r.revision"

#define RECORDING "revisions p ON p.kind = h.kind AND p.name = h.name AND p.revision = h.revision"

#define ALL_HEADS                                                                                                      \
    HEADS("heads h" WITH_REVISION "WHERE CAST($1 AS BIGINT) = 0 AND h.kind = $2 AND h.revision IS NOT NULL")

#define TOUCHED(kind)                                                                                                  \
    "(SELECT DISTINCT name FROM changes WHERE sequence > $1 AND +kind = " kind ") t CROSS JOIN heads h"
#define TOUCHED_HEADS HEADS(TOUCHED("$2") WITH_REVISION "WHERE h.kind = $2 AND h.name = t.name")

static const heads_text everything = {ALL_HEADS RECORDED_CLIPS("heads h JOIN " RECORDING " WHERE h.kind = 2"),
                                      ALL_HEADS};

static const heads_text touched = {
    TOUCHED_HEADS RECORDED_CLIPS(TOUCHED("2") " LEFT JOIN " RECORDING " WHERE h.kind = 2 AND h.name = t.name"),
    TOUCHED_HEADS};

static rw_store_status visit_rows(rw_sql *sql, const char *text, rw_store_kind kind, heads_work *work,
                                  rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(sql, text);
    rw_sql_bind_int(&query, 1, work->since);
    rw_sql_bind_int(&query, 2, kind);
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK && rw_sql_query_row(&query)) {
        rw_store_revision revision;
        status = rw_sql_row_revision(&query, kind, &revision, problem);
        if (status == RW_STORE_OK && revision.revision > 0)
            status = rw_sql_row_document(&query, &revision, problem);
        work->begun = true;
        if (status == RW_STORE_OK && !work->visitor(work->context, &revision, problem))
            status = RW_STORE_ERROR;
    }
    const rw_store_status end = rw_sql_query_end(&query, "read the heads", problem);
    return status != RW_STORE_OK ? status : end;
}

static rw_store_status heads_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    heads_work *work = context;
    if (work->begun)
        return rw_sql_report_broken(problem);
    rw_store_status status = rw_sql_read_sequence(sql, &work->sequence, problem);
    if (status != RW_STORE_OK || work->sequence == work->since)
        return status;
    const heads_text *text = work->since == 0 ? &everything : &touched;
    status = visit_rows(sql, text->clips, RW_STORE_CLIP, work, problem);
    if (status == RW_STORE_OK)
        status = visit_rows(sql, text->profiles, RW_STORE_PROFILE, work, problem);
    return status;
}

rw_store_status rw_store_read_heads(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                    int64_t *sequence, rw_problem *problem)
{
    heads_work work = {.since = since, .visitor = visitor, .context = context};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_LOAD, heads_inside, &work, problem);
    if (status == RW_STORE_OK)
        *sequence = work.sequence;
    return status;
}
