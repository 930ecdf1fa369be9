#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/import_rules.h"
#include "store/statement.h"
#include "store/transfer.h"

typedef struct import_work {
    const rw_store_import_request *request;
    rw_store_import_result result;
    bool conflicts;
} import_work;

static void add_conflict(import_work *work, size_t line, rw_problem *problem, const char *detail)
{
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/%zu", line);
    rw_problem_add_field(problem, pointer, RW_FIELD_CONFLICT, "%s", detail);
    work->conflicts = true;
}

typedef enum revision_state { REVISION_MISSING, REVISION_SAME, REVISION_OTHER } revision_state;

static rw_store_status find_revision(rw_sql *sql, const rw_store_name *name, const rw_store_import_revision *revision,
                                     revision_state *state, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT CASE WHEN hash = $4 AND coalesce(clip_name, '') = $5 AND coalesce(clip_revision, 0) = $6 "
             "AND saved_at = $7 THEN 1 ELSE 0 END "
             "FROM revisions WHERE kind = $1 AND name = $2 AND revision = $3");
    rw_sql_bind_int(&query, 1, name->kind);
    rw_sql_bind_text(&query, 2, name->name);
    rw_sql_bind_int(&query, 3, revision->revision);
    rw_sql_bind_text(&query, 4, revision->hash.text);
    rw_sql_bind_text(&query, 5, revision->clip_name != NULL ? revision->clip_name : "");
    rw_sql_bind_int(&query, 6, revision->clip_revision);
    rw_sql_bind_int(&query, 7, revision->saved_at_ms);
    *state = REVISION_MISSING;
    if (rw_sql_query_row(&query))
        *state = rw_sql_column_int(&query, 0) != 0 ? REVISION_SAME : REVISION_OTHER;
    return rw_sql_query_end(&query, "look for a revision", problem);
}

/* Whether a name differs from what the store has; counts, and finds conflicts. */
static rw_store_status judge_name(rw_sql *sql, import_work *work, const rw_store_import_name *import,
                                  rw_problem *problem)
{
    const rw_store_name *name = &import->name;
    char detail[RW_NAME_SIZE + 128];
    rw_store_head head;
    rw_store_status status = rw_sql_read_head(sql, name->kind, name->name, &head, problem);
    if (status != RW_STORE_OK)
        return status;
    if (head.last_revision > name->last_revision) {
        snprintf(detail, sizeof detail, "%s \"%s\" has come to revision %" PRId64 " here, the import ends at %" PRId64,
                 rw_store_kind_text(name->kind), name->name, head.last_revision, name->last_revision);
        add_conflict(work, import->line, problem, detail);
    }
    size_t added = 0;
    for (size_t i = 0; i < import->revision_count && status == RW_STORE_OK; i++) {
        const rw_store_import_revision *revision = &import->revisions[i];
        revision_state state = REVISION_MISSING;
        status = find_revision(sql, name, revision, &state, problem);
        added += state == REVISION_MISSING;
        if (status != RW_STORE_OK || state != REVISION_OTHER)
            continue;
        snprintf(detail, sizeof detail, "%s \"%s\" has another revision %" PRId64 " here",
                 rw_store_kind_text(name->kind), name->name, revision->revision);
        add_conflict(work, revision->line, problem, detail);
    }
    work->result.revisions_added += added;
    work->result.names_changed +=
        added > 0 || (head.exists ? head.revision : 0) != name->head || head.last_revision != name->last_revision;
    return status;
}

/* Profiles of the store that use a clip whose head the import takes away, and stay as they are. */
static rw_store_status judge_deleted_clip(rw_sql *sql, import_work *work, const rw_store_import_name *import,
                                          rw_problem *problem)
{
    rw_sql_query query =
        rw_sql_query_begin(sql, "SELECT h.name FROM revisions r JOIN heads h USING (kind, name, revision) "
                                "WHERE r.clip_kind = 1 AND r.clip_name = $1 ORDER BY h.name");
    rw_sql_bind_text(&query, 1, import->name.name);
    while (rw_sql_query_row(&query)) {
        size_t length = 0;
        const char *profile = rw_sql_column_text(&query, 0, &length);
        if (rw_store_import_find(work->request, RW_STORE_PROFILE, profile) != NULL)
            continue;
        char detail[2 * RW_NAME_SIZE + 96];
        snprintf(detail, sizeof detail, "clip \"%s\" would be deleted, and profile \"%.128s\" uses it here",
                 import->name.name, profile);
        add_conflict(work, import->line, problem, detail);
    }
    return rw_sql_query_end(&query, "look for profiles of the clip", problem);
}

static rw_store_status judge(rw_sql *sql, import_work *work, rw_problem *problem)
{
    rw_store_status status = RW_STORE_OK;
    for (size_t i = 0; i < work->request->name_count && status == RW_STORE_OK; i++) {
        const rw_store_import_name *import = &work->request->names[i];
        status = judge_name(sql, work, import, problem);
        if (status == RW_STORE_OK && import->name.kind == RW_STORE_CLIP && import->name.head == 0)
            status = judge_deleted_clip(sql, work, import, problem);
    }
    if (status != RW_STORE_OK || !work->conflicts)
        return status;
    rw_problem_set(problem, RW_PROBLEM_IMPORT_CONFLICT,
                   "the import contradicts what is stored here; nothing was written, and errors names each line");
    return RW_STORE_CONFLICT;
}

static rw_store_status write_missing(rw_sql *sql, const rw_store_import_name *import, bool *changed,
                                     rw_problem *problem)
{
    const rw_store_name *name = &import->name;
    rw_store_status status = RW_STORE_OK;
    for (size_t i = 0; i < import->revision_count && status == RW_STORE_OK; i++) {
        const rw_store_import_revision *from = &import->revisions[i];
        revision_state state = REVISION_MISSING;
        status = find_revision(sql, name, from, &state, problem);
        if (status != RW_STORE_OK || state != REVISION_MISSING)
            continue;
        rw_store_revision row = {.kind = name->kind,
                                 .revision = from->revision,
                                 .hash = from->hash,
                                 .clip_revision = from->clip_revision,
                                 .saved_at_ms = from->saved_at_ms,
                                 .document = (char *)from->document,
                                 .document_length = from->document_length};
        memcpy(row.name, name->name, sizeof row.name);
        if (from->clip_name != NULL)
            snprintf(row.clip_name, sizeof row.clip_name, "%s", from->clip_name);
        status = rw_sql_insert_revision(sql, &row, problem);
        *changed = true;
    }
    return status;
}

static rw_store_status write_name(rw_sql *sql, import_work *work, const rw_store_import_name *import,
                                  rw_problem *problem)
{
    const rw_store_name *name = &import->name;
    rw_store_head head;
    bool changed = false;
    rw_store_status status = rw_sql_read_head(sql, name->kind, name->name, &head, problem);
    if (status == RW_STORE_OK)
        status = write_missing(sql, import, &changed, problem);
    changed = changed || (head.exists ? head.revision : 0) != name->head || head.last_revision != name->last_revision;
    if (status != RW_STORE_OK || !changed)
        return status;
    status = rw_sql_move_head(sql, name->kind, name->name, name->head, name->last_revision, problem);
    rw_store_change change;
    if (status != RW_STORE_OK || !rw_store_import_change(import, &head, &change))
        return status;
    return rw_sql_log_change(sql, &change, "import", &work->request->origin, &work->result.sequence, problem);
}

static rw_store_status import_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    import_work *work = context;
    work->result = (rw_store_import_result){0};
    work->conflicts = false;
    rw_store_status status = judge(sql, work, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_read_sequence(sql, &work->result.sequence, problem);
    if (work->request->dry_run)
        return status;
    for (size_t i = 0; i < work->request->name_count && status == RW_STORE_OK; i++)
        status = write_name(sql, work, &work->request->names[i], problem);
    return status;
}

rw_store_status rw_store_import(rw_store *store, const rw_store_import_request *request, rw_store_import_result *result,
                                rw_problem *problem)
{
    import_work work = {.request = request};
    const rw_sql_mode mode = request->dry_run ? RW_SQL_READ : RW_SQL_WRITE;
    const rw_store_status status = rw_sql_transact(store, mode, import_inside, &work, problem);
    if (status == RW_STORE_OK)
        *result = work.result;
    return status;
}
