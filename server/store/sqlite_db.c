#include "store/sqlite_db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/data_folder.h"
#include "store/sqlite_store.h"

typedef struct result_meaning {
    rw_store_status status;
    rw_problem_code code;
} result_meaning;

/* SQLite names a full disk itself, but not a file at the limit of its size. What it says of the connection can be the
 * error of a later call, so the file is asked, too. */
static bool disk_is_full(sqlite3 *connection, int result)
{
    int error = 0;
    if (connection == NULL)
        return false;
    if (rw_store_error_is_full(sqlite3_system_errno(connection)))
        return true;
    return result == SQLITE_IOERR_WRITE &&
           sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK &&
           rw_store_error_is_full(error);
}

static result_meaning meaning_of(sqlite3 *connection, int result)
{
    switch (result & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return (result_meaning){RW_STORE_BUSY, RW_PROBLEM_STORE_BUSY};
    case SQLITE_FULL:
        return (result_meaning){RW_STORE_FULL, RW_PROBLEM_STORE_FULL};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return (result_meaning){RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT};
    case SQLITE_NOMEM:
        return (result_meaning){RW_STORE_NO_MEMORY, RW_PROBLEM_OUT_OF_MEMORY};
    case SQLITE_READONLY:
        return (result_meaning){RW_STORE_READ_ONLY, RW_PROBLEM_STORE_READ_ONLY};
    case SQLITE_PERM:
        return (result_meaning){RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE};
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        if (result == SQLITE_IOERR_NOMEM)
            return (result_meaning){RW_STORE_NO_MEMORY, RW_PROBLEM_OUT_OF_MEMORY};
        if (disk_is_full(connection, result))
            return (result_meaning){RW_STORE_FULL, RW_PROBLEM_STORE_FULL};
        return (result_meaning){RW_STORE_ERROR, RW_PROBLEM_INTERNAL};
    default:
        return (result_meaning){RW_STORE_ERROR, RW_PROBLEM_INTERNAL};
    }
}

rw_store_status rw_sqlite_report(sqlite3 *connection, int result, const char *what, rw_problem *problem)
{
    if (result == SQLITE_OK)
        return RW_STORE_OK;
    const result_meaning meaning = meaning_of(connection, result);
    const bool current = connection != NULL && sqlite3_extended_errcode(connection) == result;
    const char *reason = current ? sqlite3_errmsg(connection) : sqlite3_errstr(result);
    rw_problem_set(problem, meaning.code, "cannot %s: %s (SQLite %d)", what, reason, result);
    return meaning.status;
}

static rw_store_status run(sqlite3 *connection, const char *sql, const char *what, rw_problem *problem)
{
    return rw_sqlite_report(connection, sqlite3_exec(connection, sql, NULL, NULL, NULL), what, problem);
}

/* Ends a transaction that is open. SQLite has ended it by itself after some errors, a full disk among them; and when
 * memory is so short that not even this can run, the next transaction does it before it begins. */
static rw_store_status roll_back(sqlite3 *connection, rw_problem *problem)
{
    if (sqlite3_get_autocommit(connection) != 0)
        return RW_STORE_OK;
    return run(connection, "ROLLBACK", "roll a transaction back", problem);
}

static bool writes(rw_sql_mode mode)
{
    return mode == RW_SQL_WRITE || mode == RW_SQL_MIGRATE;
}

static rw_store_status transact_locked(rw_sqlite_session *session, rw_sql_mode mode, rw_sql_work work, void *context,
                                       rw_problem *problem)
{
    const char *begin = writes(mode) ? "BEGIN IMMEDIATE" : "BEGIN";
    rw_store_status status = roll_back(session->connection, problem);
    if (status == RW_STORE_OK)
        status = run(session->connection, begin, "begin a transaction", problem);
    if (status != RW_STORE_OK)
        return status;
    status = rw_sql_work_inside(&session->sql, mode, work, context, problem);
    if (status == RW_STORE_OK)
        status = run(session->connection, "COMMIT", "commit", problem);
    if (status != RW_STORE_OK)
        roll_back(session->connection, problem);
    return status;
}

/* Whoever asks whether the store answers may not wait, neither for our own callers nor for other processes. */
static rw_store_status probe(rw_sqlite_db *db, rw_sql_work work, void *context, rw_problem *problem)
{
    if (pthread_mutex_trylock(&db->mutex) != 0) {
        rw_problem_set(problem, RW_PROBLEM_STORE_BUSY, "the store is in use");
        return RW_STORE_BUSY;
    }
    sqlite3_busy_timeout(db->session.connection, 0);
    const rw_store_status status = transact_locked(&db->session, RW_SQL_PROBE, work, context, problem);
    sqlite3_busy_timeout(db->session.connection, db->busy_timeout_ms);
    pthread_mutex_unlock(&db->mutex);
    return status;
}

rw_store_status rw_sqlite_transact(rw_sqlite_db *db, rw_sql_mode mode, rw_sql_work work, void *context,
                                   rw_problem *problem)
{
    if (writes(mode) && db->read_only) {
        rw_problem_set(problem, RW_PROBLEM_STORE_READ_ONLY, "the store was opened read only: nothing is written");
        return RW_STORE_READ_ONLY;
    }
    if (mode == RW_SQL_PROBE)
        return probe(db, work, context, problem);
    pthread_mutex_lock(&db->mutex);
    const rw_store_status status = transact_locked(&db->session, mode, work, context, problem);
    pthread_mutex_unlock(&db->mutex);
    return status;
}

/* Switches of the connection that need no SQL; each is read back. */
static bool set_switches(sqlite3 *connection)
{
    int foreign_keys = 0;
    int trusted_schema = 1;
    int defensive = 0;
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FKEY, 1, &foreign_keys);
    /* The file is data, not code: whatever a damaged or planted schema says, no function with side effects runs. */
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, &trusted_schema);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, &defensive);
    return foreign_keys == 1 && trusted_schema == 0 && defensive == 1;
}

/* TRUNCATE: at FULL the truncated journal is synced, so a commit is durable without a sync of the folder, which
 * DELETE would need; and unlike PERSIST a large transaction leaves no large file behind. */
static rw_store_status set_journal_mode(sqlite3 *connection, rw_problem *problem)
{
    rw_sqlite_session session = rw_sqlite_session_on(connection);
    rw_sql_query query = rw_sql_query_begin(&session.sql, "PRAGMA journal_mode = TRUNCATE");
    char mode[16] = "";
    if (rw_sql_query_row(&query)) {
        size_t length = 0;
        snprintf(mode, sizeof mode, "%s", rw_sql_column_text(&query, 0, &length));
    }
    const rw_store_status status = rw_sql_query_end(&query, "set the journal mode", problem);
    if (status != RW_STORE_OK || strcmp(mode, "truncate") == 0)
        return status;
    rw_problem_set(problem, RW_PROBLEM_INTERNAL, "cannot set the journal mode: it stays \"%s\"", mode);
    return RW_STORE_ERROR;
}

static rw_store_status set_up(sqlite3 *connection, const rw_store_sqlite_options *options, rw_problem *problem)
{
    static const char settings[] = "PRAGMA cell_size_check = ON;"
                                   "PRAGMA temp_store = MEMORY;"
                                   "PRAGMA synchronous = FULL;";
    sqlite3_busy_timeout(connection, options->busy_timeout_ms);
    if (!set_switches(connection)) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "cannot set up the database: this SQLite lacks a switch");
        return RW_STORE_ERROR;
    }
    rw_store_status status = run(connection, settings, "set up the database", problem);
    if (options->read_only)
        return status == RW_STORE_OK ? run(connection, "PRAGMA query_only = ON", "set up the database", problem)
                                     : status;
    if (status == RW_STORE_OK)
        status = set_journal_mode(connection, problem);
    if (status == RW_STORE_OK && options->max_page_count > 0) {
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA max_page_count = %lld", (long long)options->max_page_count);
        status = run(connection, sql, "bound the database", problem);
    }
    return status;
}

/* SQLite would make the file readable for everyone that the umask lets in. */
static rw_store_status make_file(const char *path, rw_problem *problem)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return rw_store_report_errno("open for reading and writing", path, errno, problem);
    close(file);
    return RW_STORE_OK;
}

static rw_store_status find_file(const char *path, rw_problem *problem)
{
    if (access(path, R_OK) == 0)
        return RW_STORE_OK;
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "there is no database \"%s\" that can be read (error %d)",
                   path, errno);
    return RW_STORE_ERROR;
}

rw_store_status rw_sqlite_db_open(const char *path, const rw_store_sqlite_options *options, rw_sqlite_db *db,
                                  rw_problem *problem)
{
    rw_store_status status = options->read_only ? find_file(path, problem) : make_file(path, problem);
    if (status != RW_STORE_OK)
        return status;
    sqlite3 *connection = NULL;
    /* NOMUTEX: our own mutex orders the calls, SQLite need not do it again. */
    const int flags = (options->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX |
                      SQLITE_OPEN_EXRESCODE;
    status =
        rw_sqlite_report(connection, sqlite3_open_v2(path, &connection, flags, NULL), "open the database", problem);
    if (status == RW_STORE_OK)
        status = set_up(connection, options, problem);
    if (status == RW_STORE_OK && pthread_mutex_init(&db->mutex, NULL) != 0) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for a mutex");
        status = RW_STORE_NO_MEMORY;
    }
    if (status != RW_STORE_OK) {
        sqlite3_close_v2(connection);
        return status;
    }
    db->session = rw_sqlite_session_on(connection);
    db->read_only = options->read_only;
    db->busy_timeout_ms = options->busy_timeout_ms;
    return RW_STORE_OK;
}

void rw_sqlite_db_close(rw_sqlite_db *db)
{
    sqlite3_close_v2(db->session.connection);
    db->session.connection = NULL;
    pthread_mutex_destroy(&db->mutex);
}
