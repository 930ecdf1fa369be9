#include <stdio.h>

#include "base/clock.h"
#include "store/statement.h"
#include "store/write_rules.h"

typedef struct put_work {
    const rw_store_put_request *request;
    rw_store_put_result result;
} put_work;

/* The head of the clip that a profile names; 0 for a clip. */
static rw_store_status find_clip_head(rw_sql *sql, const rw_store_put_request *request, int64_t *revision,
                                      rw_problem *problem)
{
    *revision = 0;
    if (request->kind != RW_STORE_PROFILE)
        return RW_STORE_OK;
    rw_store_head clip;
    const rw_store_status status = rw_sql_read_head(sql, RW_STORE_CLIP, request->clip_name, &clip, problem);
    if (status != RW_STORE_OK)
        return status;
    if (!clip.exists)
        return rw_store_report_no_head(RW_STORE_CLIP, request->clip_name, problem);
    if (request->expected_clip_revision != 0 && request->expected_clip_revision != clip.revision) {
        rw_problem_set(problem, RW_PROBLEM_STORE_BUSY, "clip \"%s\" changed while the profile was checked; try again",
                       request->clip_name);
        return RW_STORE_BUSY;
    }
    *revision = clip.revision;
    return RW_STORE_OK;
}

static rw_store_status write_revision(rw_sql *sql, put_work *work, const rw_store_head *head, int64_t clip_revision,
                                      rw_problem *problem)
{
    const rw_store_put_request *request = work->request;
    const int64_t revision = head->last_revision + 1;
    rw_store_change change = {.kind = request->kind,
                              .action = RW_STORE_PUT,
                              .revision = revision,
                              .hash = request->hash,
                              .at_ms = rw_clock_wall_ms()};
    snprintf(change.name, sizeof change.name, "%s", request->name);
    rw_store_revision row = {.kind = request->kind,
                             .revision = revision,
                             .hash = request->hash,
                             .clip_revision = clip_revision,
                             .saved_at_ms = change.at_ms,
                             .document = (char *)request->document,
                             .document_length = request->document_length};
    snprintf(row.name, sizeof row.name, "%s", request->name);
    if (request->kind == RW_STORE_PROFILE)
        snprintf(row.clip_name, sizeof row.clip_name, "%s", request->clip_name);
    rw_store_status status = rw_sql_insert_revision(sql, &row, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_move_head(sql, request->kind, request->name, revision, revision, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_log_change(sql, &change, "put", &request->origin, &work->result.sequence, problem);
    work->result.revision = revision;
    work->result.clip_revision = clip_revision;
    work->result.created = !head->exists;
    return status;
}

static rw_store_status put_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    put_work *work = context;
    work->result = (rw_store_put_result){0};
    const rw_store_put_request *request = work->request;
    rw_store_head head;
    int64_t clip_revision = 0;
    rw_store_status status = find_clip_head(sql, request, &clip_revision, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_read_head(sql, request->kind, request->name, &head, problem);
    if (status != RW_STORE_OK)
        return status;
    switch (rw_store_judge_put(request, &head, clip_revision, &status, problem)) {
    case RW_STORE_WRITE:
        return write_revision(sql, work, &head, clip_revision, problem);
    case RW_STORE_LEAVE:
        work->result.revision = head.revision;
        work->result.clip_revision = head.clip_revision;
        work->result.unchanged = true;
        return rw_sql_read_sequence(sql, &work->result.sequence, problem);
    case RW_STORE_REFUSE:
        break;
    }
    return status;
}

rw_store_status rw_store_put(rw_store *store, const rw_store_put_request *request, rw_store_put_result *result,
                             rw_problem *problem)
{
    put_work work = {.request = request};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_WRITE, put_inside, &work, problem);
    if (status == RW_STORE_OK)
        *result = work.result;
    return status;
}

/* Refuses with the names of the profiles whose heads name the clip. */
static rw_store_status check_unused(rw_sql *sql, const char *clip_name, rw_problem *problem)
{
    rw_sql_query query =
        rw_sql_query_begin(sql, "SELECT h.name FROM revisions r JOIN heads h USING (kind, name, revision) "
                                "WHERE r.clip_kind = 1 AND r.clip_name = $1 ORDER BY h.name");
    rw_sql_bind_text(&query, 1, clip_name);
    char first[RW_NAME_SIZE] = "";
    size_t count = 0;
    while (rw_sql_query_row(&query)) {
        size_t length = 0;
        const char *name = rw_sql_column_text(&query, 0, &length);
        if (count++ == 0)
            snprintf(first, sizeof first, "%s", name);
        rw_problem_add_field(problem, "", RW_FIELD_IN_USE, "profile \"%s\" uses it", name);
    }
    const rw_store_status status = rw_sql_query_end(&query, "look for profiles of the clip", problem);
    if (status != RW_STORE_OK || count == 0)
        return status;
    if (count == 1)
        rw_problem_set(problem, RW_PROBLEM_CLIP_IN_USE,
                       "clip \"%s\" is used by profile \"%s\"; delete or repoint that first", clip_name, first);
    else
        rw_problem_set(problem, RW_PROBLEM_CLIP_IN_USE,
                       "clip \"%s\" is used by profile \"%s\" and %zu more; delete or repoint them first", clip_name,
                       first, count - 1);
    return RW_STORE_IN_USE;
}

typedef struct delete_work {
    const rw_store_delete_request *request;
    int64_t sequence;
} delete_work;

static rw_store_status delete_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    delete_work *work = context;
    const rw_store_delete_request *request = work->request;
    rw_store_head head;
    rw_store_status status = rw_sql_read_head(sql, request->kind, request->name, &head, problem);
    if (status != RW_STORE_OK)
        return status;
    if (rw_store_judge_delete(request, &head, &status, problem) == RW_STORE_REFUSE)
        return status;
    if (request->kind == RW_STORE_CLIP)
        status = check_unused(sql, request->name, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_move_head(sql, request->kind, request->name, 0, head.last_revision, problem);
    if (status != RW_STORE_OK)
        return status;
    rw_store_change change = {.kind = request->kind,
                              .action = RW_STORE_DELETE,
                              .revision = head.revision,
                              .hash = head.hash,
                              .at_ms = rw_clock_wall_ms()};
    snprintf(change.name, sizeof change.name, "%s", request->name);
    return rw_sql_log_change(sql, &change, "delete", &request->origin, &work->sequence, problem);
}

rw_store_status rw_store_delete(rw_store *store, const rw_store_delete_request *request, int64_t *sequence,
                                rw_problem *problem)
{
    delete_work work = {.request = request};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_WRITE, delete_inside, &work, problem);
    if (status == RW_STORE_OK)
        *sequence = work.sequence;
    return status;
}
