#include <stdio.h>

#include "base/clock.h"
#include "store/statement.h"
#include "store/transfer.h"

typedef struct purge_work {
    rw_store_kind kind;
    const char *name;
    const rw_origin *origin;
    rw_store_purge_result result;
} purge_work;

/* Revisions of $2 that nothing points to: neither its head $3 nor, of a clip, a revision of a profile. */
#define PURGED                                                                                                         \
    "FROM revisions AS r WHERE r.kind = $1 AND r.name = $2 AND r.revision <> $3 AND NOT EXISTS "                       \
    "(SELECT 1 FROM revisions AS p WHERE p.clip_kind = r.kind AND p.clip_name = r.name "                               \
    "AND p.clip_revision = r.revision)"

static rw_sql_query begin(rw_sql *sql, const purge_work *work, int64_t head, const char *text)
{
    rw_sql_query query = rw_sql_query_begin(sql, text);
    rw_sql_bind_int(&query, 1, work->kind);
    rw_sql_bind_text(&query, 2, work->name);
    rw_sql_bind_int(&query, 3, head);
    return query;
}

/* Counts what will go, and finds the newest of it for the log. */
static rw_store_status count_purged(rw_sql *sql, purge_work *work, int64_t head, rw_store_change *newest,
                                    rw_problem *problem)
{
    rw_sql_query query = begin(sql, work, head,
                               "SELECT count(*) OVER (), r.revision, r.hash " PURGED " ORDER BY r.revision DESC "
                               "LIMIT 1");
    bool sound = true;
    if (rw_sql_query_row(&query)) {
        size_t length = 0;
        work->result.purged = (size_t)rw_sql_column_int(&query, 0);
        newest->revision = rw_sql_column_int(&query, 1);
        const char *hash = rw_sql_column_text(&query, 2, &length);
        sound = rw_hash_parse(hash, length, &newest->hash);
    }
    const rw_store_status status = rw_sql_query_end(&query, "look for old revisions", problem);
    if (status != RW_STORE_OK || sound)
        return status;
    rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT, "the database is damaged: a revision has no hash");
    return RW_STORE_CORRUPT;
}

static rw_store_status count_kept(rw_sql *sql, purge_work *work, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(sql, "SELECT count(*) FROM revisions WHERE kind = $1 AND name = $2");
    rw_sql_bind_int(&query, 1, work->kind);
    rw_sql_bind_text(&query, 2, work->name);
    if (rw_sql_query_row(&query))
        work->result.kept = (size_t)rw_sql_column_int(&query, 0);
    return rw_sql_query_end(&query, "count revisions", problem);
}

static rw_store_status remove_purged(rw_sql *sql, const purge_work *work, int64_t head, rw_problem *problem)
{
    rw_sql_query query =
        begin(sql, work, head,
              "DELETE FROM revisions WHERE (kind, name, revision) IN (SELECT r.kind, r.name, r.revision " PURGED ")");
    const rw_store_status status = rw_sql_query_end(&query, "purge old revisions", problem);
    if (status != RW_STORE_OK)
        return status;
    query = rw_sql_query_begin(sql, "DELETE FROM documents WHERE NOT EXISTS "
                                    "(SELECT 1 FROM revisions WHERE revisions.hash = documents.hash)");
    return rw_sql_query_end(&query, "purge the documents of old revisions", problem);
}

static rw_store_status purge_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    purge_work *work = context;
    work->result = (rw_store_purge_result){0};
    rw_store_head head;
    rw_store_change change = {.kind = work->kind, .action = RW_STORE_PURGE, .at_ms = rw_clock_wall_ms()};
    snprintf(change.name, sizeof change.name, "%s", work->name);
    rw_store_status status = rw_sql_read_head(sql, work->kind, work->name, &head, problem);
    if (status == RW_STORE_OK && head.last_revision == 0)
        status = rw_store_report_no_head(work->kind, work->name, problem);
    const int64_t revision = status == RW_STORE_OK && head.exists ? head.revision : 0;
    if (status == RW_STORE_OK)
        status = count_purged(sql, work, revision, &change, problem);
    if (status == RW_STORE_OK)
        status = rw_sql_read_sequence(sql, &work->result.sequence, problem);
    if (status == RW_STORE_OK && work->result.purged > 0) {
        status = remove_purged(sql, work, revision, problem);
        if (status == RW_STORE_OK)
            status = rw_sql_log_change(sql, &change, "purge", work->origin, &work->result.sequence, problem);
    }
    return status == RW_STORE_OK ? count_kept(sql, work, problem) : status;
}

rw_store_status rw_store_purge(rw_store *store, rw_store_kind kind, const char *name, const rw_origin *origin,
                               rw_store_purge_result *result, rw_problem *problem)
{
    purge_work work = {.kind = kind, .name = name, .origin = origin};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_WRITE, purge_inside, &work, problem);
    if (status == RW_STORE_OK)
        *result = work.result;
    return status;
}
