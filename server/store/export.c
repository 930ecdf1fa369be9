#include <string.h>

#include "store/row.h"
#include "store/transfer.h"

typedef struct export_work {
    const rw_store_export_sink *sink;
    rw_store_name name; /* whose revisions come next */
    int64_t sequence;
    bool begun; /* the sink has received something, which must not come twice */
} export_work;

/* One statement gives all: a name's columns come with each of its revisions, and once without any if it has none. */
static const char export_sql[] =
    "SELECT " RW_SQL_REVISION_COLUMNS ", h.name, d.body, h.kind, coalesce(h.revision, 0), h.last_revision "
    "FROM heads h LEFT JOIN revisions r ON r.kind = h.kind AND r.name = h.name "
    "LEFT JOIN documents d ON d.hash = r.hash ORDER BY h.kind, h.name, r.revision";

enum { COLUMN_KIND = RW_SQL_COLUMN_BODY + 1, COLUMN_HEAD, COLUMN_LAST_REVISION };

static bool pass_name(export_work *work, rw_sql_query *row, const rw_store_revision *revision, rw_problem *problem)
{
    if (work->name.kind == revision->kind && strcmp(work->name.name, revision->name) == 0)
        return true;
    work->name = (rw_store_name){
        .kind = revision->kind,
        .head = rw_sql_column_int(row, COLUMN_HEAD),
        .last_revision = rw_sql_column_int(row, COLUMN_LAST_REVISION),
    };
    memcpy(work->name.name, revision->name, sizeof work->name.name);
    return work->sink->name(work->sink->context, &work->name, problem);
}

static rw_store_status pass_row(export_work *work, rw_sql_query *row, rw_problem *problem)
{
    rw_store_revision revision;
    const rw_store_kind kind = rw_sql_column_int(row, COLUMN_KIND) == RW_STORE_CLIP ? RW_STORE_CLIP : RW_STORE_PROFILE;
    rw_store_status status = rw_sql_row_revision(row, kind, &revision, problem);
    if (status == RW_STORE_OK && revision.revision > 0)
        status = rw_sql_row_document(row, &revision, problem);
    if (status != RW_STORE_OK)
        return status;
    const rw_store_export_sink *sink = work->sink;
    work->begun = true;
    const bool passed = pass_name(work, row, &revision, problem) &&
                        (revision.revision == 0 || sink->revision(sink->context, &revision, problem));
    return passed ? RW_STORE_OK : RW_STORE_ERROR;
}

static rw_store_status export_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    export_work *work = context;
    if (work->begun)
        return rw_sql_report_broken(problem);
    rw_store_status status = rw_sql_read_sequence(sql, &work->sequence, problem);
    if (status != RW_STORE_OK)
        return status;
    rw_sql_query query = rw_sql_query_begin(sql, export_sql);
    while (status == RW_STORE_OK && rw_sql_query_row(&query))
        status = pass_row(work, &query, problem);
    const rw_store_status end = rw_sql_query_end(&query, "read the catalogue", problem);
    return status != RW_STORE_OK ? status : end;
}

rw_store_status rw_store_export(rw_store *store, const rw_store_export_sink *sink, int64_t *sequence,
                                rw_problem *problem)
{
    export_work work = {.sink = sink};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_LOAD, export_inside, &work, problem);
    if (status == RW_STORE_OK)
        *sequence = work.sequence;
    return status;
}
