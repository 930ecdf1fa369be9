#include "store/statement.h"

#include <stdio.h>

static rw_store_status corrupt(rw_problem *problem, const char *what)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT, "the database is damaged: %s", what);
    return RW_STORE_CORRUPT;
}

rw_store_status rw_sql_read_head(rw_sql *sql, rw_store_kind kind, const char *name, rw_store_head *head,
                                 rw_problem *problem)
{
    *head = (rw_store_head){.exists = false};
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT coalesce(h.revision, 0), h.last_revision, r.hash, coalesce(r.clip_revision, 0) "
             "FROM heads h LEFT JOIN revisions r USING (kind, name, revision) WHERE h.kind = $1 AND h.name = $2");
    rw_sql_bind_int(&query, 1, kind);
    rw_sql_bind_text(&query, 2, name);
    bool hash_valid = true;
    if (rw_sql_query_row(&query)) {
        head->revision = rw_sql_column_int(&query, 0);
        head->exists = head->revision > 0;
        head->last_revision = rw_sql_column_int(&query, 1);
        head->clip_revision = rw_sql_column_int(&query, 3);
        size_t length = 0;
        const char *hash = rw_sql_column_text(&query, 2, &length);
        if (head->exists)
            hash_valid = rw_hash_parse(hash, length, &head->hash);
    }
    const rw_store_status status = rw_sql_query_end(&query, "read the head", problem);
    return status == RW_STORE_OK && !hash_valid ? corrupt(problem, "a head has no document") : status;
}

static rw_store_status insert_document(rw_sql *sql, const rw_store_revision *revision, rw_problem *problem)
{
    rw_sql_query query =
        rw_sql_query_begin(sql, "INSERT INTO documents (hash, body) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING");
    rw_sql_bind_text(&query, 1, revision->hash.text);
    rw_sql_bind_bytes(&query, 2, revision->document, revision->document_length);
    return rw_sql_query_end(&query, "write the document", problem);
}

rw_store_status rw_sql_insert_revision(rw_sql *sql, const rw_store_revision *revision, rw_problem *problem)
{
    const rw_store_status status = insert_document(sql, revision, problem);
    if (status != RW_STORE_OK)
        return status;
    rw_sql_query query = rw_sql_query_begin(
        sql, "INSERT INTO revisions (kind, name, revision, hash, clip_kind, clip_name, clip_revision, saved_at) "
             "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
    rw_sql_bind_int(&query, 1, revision->kind);
    rw_sql_bind_text(&query, 2, revision->name);
    rw_sql_bind_int(&query, 3, revision->revision);
    rw_sql_bind_text(&query, 4, revision->hash.text);
    if (revision->kind == RW_STORE_PROFILE) {
        rw_sql_bind_int(&query, 5, RW_STORE_CLIP);
        rw_sql_bind_text(&query, 6, revision->clip_name);
        rw_sql_bind_int(&query, 7, revision->clip_revision);
    }
    rw_sql_bind_int(&query, 8, revision->saved_at_ms);
    return rw_sql_query_end(&query, "write the revision", problem);
}

rw_store_status rw_sql_move_head(rw_sql *sql, rw_store_kind kind, const char *name, int64_t revision,
                                 int64_t last_revision, rw_problem *problem)
{
    rw_sql_query query =
        rw_sql_query_begin(sql, "INSERT INTO heads (kind, name, revision, last_revision) VALUES ($1, $2, $3, $4) "
                                "ON CONFLICT (kind, name) DO UPDATE SET revision = $3, last_revision = $4");
    rw_sql_bind_int(&query, 1, kind);
    rw_sql_bind_text(&query, 2, name);
    if (revision > 0)
        rw_sql_bind_int(&query, 3, revision);
    rw_sql_bind_int(&query, 4, last_revision);
    return rw_sql_query_end(&query, "move the head", problem);
}

static rw_store_status append_change(rw_sql *sql, const rw_store_change *change, rw_problem *problem)
{
    const int64_t next = sql->counters.changes + 1;
    rw_sql_query query =
        rw_sql_query_begin(sql, "INSERT INTO changes (sequence, kind, name, action, revision, hash, at) "
                                "VALUES ($1, $2, $3, $4, $5, $6, $7)");
    rw_sql_bind_int(&query, 1, next);
    rw_sql_bind_int(&query, 2, change->kind);
    rw_sql_bind_text(&query, 3, change->name);
    rw_sql_bind_int(&query, 4, change->action);
    rw_sql_bind_int(&query, 5, change->revision);
    rw_sql_bind_text(&query, 6, change->hash.text);
    rw_sql_bind_int(&query, 7, change->at_ms);
    const rw_store_status status = rw_sql_query_end(&query, "write the change log", problem);
    if (status == RW_STORE_OK)
        sql->counters.changes = next;
    return status;
}

rw_store_status rw_sql_append_audit(rw_sql *sql, const rw_origin *origin, const rw_sql_audit *entry,
                                    rw_problem *problem)
{
    const int64_t next = sql->counters.audit + 1;
    rw_sql_query query = rw_sql_query_begin(sql, sql->driver->append_audit);
    rw_sql_bind_int(&query, 1, next);
    rw_sql_bind_int(&query, 2, entry->at_ms);
    rw_sql_bind_text(&query, 3, origin->actor != NULL ? origin->actor : RW_ORIGIN_LOCAL);
    rw_sql_bind_text(&query, 4, entry->action);
    rw_sql_bind_text(&query, 5, entry->subject);
    if (entry->revision != 0)
        rw_sql_bind_int(&query, 6, entry->revision);
    rw_sql_bind_text(&query, 7, origin->remote);
    rw_sql_bind_text(&query, 8, origin->request_id);
    rw_sql_bind_text(&query, 9, sql->nonce);
    const rw_store_status status = rw_sql_query_end(&query, "write the audit log", problem);
    if (status == RW_STORE_OK)
        sql->counters.audit = next;
    return status;
}

rw_store_status rw_sql_log_change(rw_sql *sql, const rw_store_change *change, const char *verb, const rw_origin *origin,
                                  int64_t *sequence, rw_problem *problem)
{
    char action[32];
    snprintf(action, sizeof action, "%s.%s", rw_store_kind_text(change->kind), verb);
    const rw_sql_audit entry = {
        .action = action, .subject = change->name, .revision = change->revision, .at_ms = change->at_ms};
    rw_store_status status = append_change(sql, change, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_append_audit(sql, origin, &entry, problem);
    if (status == RW_STORE_OK)
        *sequence = sql->counters.changes;
    return status;
}
