#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/maintenance.h"
#include "store/sqlite_maintenance.h"
#include "store/sqlite_migrate.h"

/* Each gives one row a fault, as a sentence. */
static const char *const fault_queries[] = {
    "SELECT 'SQLite: ' || integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",

    "SELECT 'a row of ' || \"table\" || ' refers to a row of ' || parent || ' that is not there' "
    "FROM pragma_foreign_key_check",

    "SELECT 'revision ' || revision || ' of ' || CASE kind WHEN 1 THEN 'clip' ELSE 'profile' END || ' \"' || name || "
    "'\" belongs to a name that is not in the list of names' FROM revisions r WHERE NOT EXISTS "
    "(SELECT 1 FROM heads h WHERE h.kind = r.kind AND h.name = r.name)",

    "SELECT 'the head of ' || CASE h.kind WHEN 1 THEN 'clip' ELSE 'profile' END || ' \"' || h.name || '\", revision ' "
    "|| h.revision || ', has no document' FROM heads h WHERE h.revision IS NOT NULL AND NOT EXISTS "
    "(SELECT 1 FROM revisions r JOIN documents d ON d.hash = r.hash "
    " WHERE r.kind = h.kind AND r.name = h.name AND r.revision = h.revision)",

    "SELECT CASE h.kind WHEN 1 THEN 'clip' ELSE 'profile' END || ' \"' || h.name || '\" counts revisions to ' || "
    "h.last_revision || ' and has one numbered ' || max(r.revision) FROM heads h JOIN revisions r USING (kind, name) "
    "GROUP BY h.kind, h.name, h.last_revision HAVING max(r.revision) > h.last_revision",

    "SELECT 'profile \"' || h.name || '\" uses clip \"' || r.clip_name || '\", which is deleted' "
    "FROM heads h JOIN revisions r USING (kind, name, revision) WHERE h.kind = 2 AND NOT EXISTS "
    "(SELECT 1 FROM heads c WHERE c.kind = 1 AND c.name = r.clip_name AND c.revision IS NOT NULL)",

    "SELECT 'the change log has a gap before ' || sequence FROM changes c "
    "WHERE sequence > 1 AND NOT EXISTS (SELECT 1 FROM changes p WHERE p.sequence = c.sequence - 1)",

    "SELECT 'the change log ends at ' || coalesce((SELECT max(sequence) FROM changes), 0) || ', and went to ' || seq "
    "FROM sqlite_sequence WHERE name = 'changes' AND seq <> coalesce((SELECT max(sequence) FROM changes), 0)",

    "SELECT 'change ' || sequence || ' is about revision ' || revision || ' of ' || CASE kind WHEN 1 THEN 'clip' ELSE "
    "'profile' END || ' \"' || name || '\", which is not there and was not purged' FROM changes c "
    "WHERE action <> 3 AND NOT EXISTS (SELECT 1 FROM revisions r "
    "WHERE r.kind = c.kind AND r.name = c.name AND r.revision = c.revision) AND NOT EXISTS "
    "(SELECT 1 FROM changes p WHERE p.kind = c.kind AND p.name = c.name AND p.action = 3 AND p.sequence > c.sequence)",

    "SELECT 'the head of ' || CASE h.kind WHEN 1 THEN 'clip' ELSE 'profile' END || ' \"' || h.name || "
    "'\" is not what the change log says last' FROM heads h JOIN changes c ON c.sequence = "
    "(SELECT max(l.sequence) FROM changes l WHERE l.kind = h.kind AND l.name = h.name AND l.action <> 3) "
    "WHERE h.revision IS NOT CASE c.action WHEN 1 THEN c.revision END",

    "SELECT 'the head of ' || CASE h.kind WHEN 1 THEN 'clip' ELSE 'profile' END || ' \"' || h.name || "
    "'\" is in no entry of the change log' FROM heads h WHERE h.revision IS NOT NULL AND NOT EXISTS "
    "(SELECT 1 FROM changes c WHERE c.kind = h.kind AND c.name = h.name)",
};

typedef struct verifier {
    rw_sqlite_session session;
    rw_store_fault_sink sink;
    void *context;
    rw_store_verification counts;
} verifier;

static void tell(verifier *verify, const char *fault)
{
    if (verify->counts.faults++ < RW_STORE_FAULTS_TOLD_MAX && verify->sink != NULL)
        verify->sink(verify->context, fault);
}

/* A database that cannot be read to its end is a fault to tell, not a reason to look no further. */
static rw_store_status end_query(verifier *verify, rw_sql_query *query, rw_problem *problem)
{
    rw_problem attempt;
    rw_problem_init(&attempt);
    rw_store_status status = rw_sql_query_end(query, "read the database", &attempt);
    if (status == RW_STORE_CORRUPT) {
        tell(verify, attempt.detail);
        status = RW_STORE_OK;
    } else if (status != RW_STORE_OK) {
        rw_problem_set(problem, attempt.code, "%s", attempt.detail);
    }
    rw_problem_free(&attempt);
    return status;
}

/* SQLite's own check tells of a page that the disk did not give as it does of a torn one: with the error's number, or, of
 * one that another page refers to, without. 0 where the fault is another. */
static int disk_error(const char *fault)
{
    static const char numbered[] = "unable to get the page. error code=";
    const char *at = strstr(fault, numbered);
    if (at == NULL)
        return strstr(fault, "failed to get page ") != NULL ? SQLITE_IOERR_READ : 0;
    const long code = strtol(at + sizeof numbered - 1, NULL, 10);
    return (code & 0xff) == SQLITE_IOERR ? (int)code : 0;
}

static rw_store_status find_faults(verifier *verify, const char *sql, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(&verify->session.sql, sql);
    int unread = 0;
    while (unread == 0 && rw_sql_query_row(&query)) {
        size_t length = 0;
        const char *fault = rw_sql_column_text(&query, 0, &length);
        unread = disk_error(fault);
        if (unread == 0)
            tell(verify, fault);
    }
    const rw_store_status status = end_query(verify, &query, problem);
    if (status != RW_STORE_OK || unread == 0)
        return status;
    return rw_sqlite_report(NULL, unread, "read the database", problem);
}

static rw_store_status check_documents(verifier *verify, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(&verify->session.sql, "SELECT hash, body FROM documents");
    while (rw_sql_query_row(&query)) {
        size_t hash_length = 0;
        size_t length = 0;
        const char *stored = rw_sql_column_text(&query, 0, &hash_length);
        const char *body = rw_sql_column_text(&query, 1, &length);
        const rw_hash hash = rw_hash_bytes(body, length);
        verify->counts.documents++;
        if (hash_length == RW_HASH_TEXT_SIZE - 1 && memcmp(hash.text, stored, hash_length) == 0)
            continue;
        char fault[224];
        snprintf(fault, sizeof fault, "the document %.64s is not what was written: its hash is %s", stored, hash.text);
        tell(verify, fault);
    }
    return end_query(verify, &query, problem);
}

static rw_store_status count_rows(verifier *verify, const char *sql, int64_t *count, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(&verify->session.sql, sql);
    if (rw_sql_query_row(&query))
        *count = rw_sql_column_int(&query, 0);
    return end_query(verify, &query, problem);
}

static rw_store_status look_at_all(verifier *verify, rw_problem *problem)
{
    rw_store_verification *counts = &verify->counts;
    rw_store_status status = RW_STORE_OK;
    for (size_t i = 0; i < sizeof fault_queries / sizeof fault_queries[0] && status == RW_STORE_OK; i++)
        status = find_faults(verify, fault_queries[i], problem);
    if (status == RW_STORE_OK)
        status = check_documents(verify, problem);
    if (status == RW_STORE_OK)
        status = count_rows(verify, "SELECT count(*) FROM revisions", &counts->revisions, problem);
    if (status == RW_STORE_OK)
        status = count_rows(verify, "SELECT count(*) FROM heads WHERE revision IS NOT NULL", &counts->heads, problem);
    if (status == RW_STORE_OK)
        status = count_rows(verify, "SELECT count(*) FROM changes", &counts->changes, problem);
    if (status == RW_STORE_OK)
        status = count_rows(verify, "SELECT coalesce(max(sequence), 0) FROM changes", &counts->sequence, problem);
    return status;
}

rw_store_status rw_sqlite_verify(sqlite3 *connection, rw_store_fault_sink sink, void *context,
                                 rw_store_verification *out, rw_problem *problem)
{
    verifier verify = {.session = rw_sqlite_session_on(connection), .sink = sink, .context = context};
    const rw_store_status status = look_at_all(&verify, problem);
    if (status == RW_STORE_OK)
        *out = verify.counts;
    return status;
}

rw_store_status rw_sqlite_open_existing(const char *path, sqlite3 **connection, rw_problem *problem)
{
    struct stat file;
    if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "there is no database \"%s\"", path);
        return RW_STORE_ERROR;
    }
    sqlite3 *opened = NULL;
    /* To write where that is allowed: only so can the end of a transaction that a crash cut short be undone. */
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    rw_store_status status =
        rw_sqlite_report(opened, sqlite3_open_v2(path, &opened, flags, NULL), "open the database", problem);
    if (status == RW_STORE_OK) {
        sqlite3_busy_timeout(opened, RW_SQLITE_MAINTENANCE_PATIENCE_MS);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        const int result =
            sqlite3_exec(opened, "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; BEGIN", NULL, NULL, NULL);
        status = rw_sqlite_report(opened, result, "read the database", problem);
    }
    if (status == RW_STORE_OK) {
        const rw_migration_history history = rw_sqlite_history_built_in();
        status = rw_sqlite_check_schema(opened, &history, true, problem);
    }
    if (status != RW_STORE_OK) {
        sqlite3_close_v2(opened);
        return status;
    }
    *connection = opened;
    return RW_STORE_OK;
}

rw_store_status rw_sqlite_locate(const char *path, char **file, rw_problem *problem)
{
    struct stat status;
    const bool folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    const size_t size = strlen(path) + sizeof "/" RW_SQLITE_FILE;
    char *made = malloc(size);
    if (made == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the name of the database");
        return RW_STORE_NO_MEMORY;
    }
    snprintf(made, size, folder ? "%s/" RW_SQLITE_FILE : "%s", path);
    *file = made;
    return RW_STORE_OK;
}

rw_store_status rw_store_verify_sqlite(const char *path, rw_store_fault_sink sink, void *context,
                                       rw_store_verification *out, rw_problem *problem)
{
    char *file = NULL;
    sqlite3 *connection = NULL;
    if (!rw_hash_start()) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "libsodium does not start");
        return RW_STORE_ERROR;
    }
    rw_store_status status = rw_sqlite_locate(path, &file, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_open_existing(file, &connection, problem);
    if (status == RW_STORE_OK)
        status = rw_sqlite_verify(connection, sink, context, out, problem);
    sqlite3_close_v2(connection);
    free(file);
    return status;
}
