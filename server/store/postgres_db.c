#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "store/postgres_pool.h"

/* How often something is tried that met another transaction; and what met a broken connection. */
#define COLLISIONS_MAX 5
#define LOSSES_MAX 1
/* What a statement without a limit of its own may keep silent, in milliseconds: one that sends rows as it finds them, and
 * one that may build an index. */
#define LOAD_PATIENCE_MS 15000
#define MIGRATE_PATIENCE_MS 600000
/* Beyond the server's own limit, so that it is the server who says that time is up. */
#define GRACE_MS 2000
/* A peer that froze in the middle of a transaction must not hold the lock of the counters for ever. */
#define REST_MAX_MS 15000
#define COMMIT_SIZE 80

typedef enum verdict {
    VERDICT_DONE,     /* for good, whatever its status */
    VERDICT_COLLIDED, /* nothing was done */
    VERDICT_LOST,     /* nothing was done: the connection broke before the commit */
    VERDICT_UNKNOWN   /* the connection broke during the commit */
} verdict;

static bool only_reads(rw_sql_mode mode)
{
    return mode != RW_SQL_WRITE && mode != RW_SQL_MIGRATE;
}

static bool takes_long(rw_sql_mode mode)
{
    return mode == RW_SQL_LOAD || mode == RW_SQL_MIGRATE;
}

static int64_t patience_of(rw_sql_mode mode, const rw_store_postgres_options *options)
{
    if (mode == RW_SQL_MIGRATE)
        return MIGRATE_PATIENCE_MS;
    return mode == RW_SQL_LOAD ? LOAD_PATIENCE_MS : options->statement_timeout_ms + GRACE_MS;
}

static void make_nonce(char nonce[RW_SQL_NONCE_SIZE])
{
    unsigned char bytes[(RW_SQL_NONCE_SIZE - 1) / 2] = {0};
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(nonce + 2 * i, 3, "%02x", bytes[i]);
}

/* Settings of the transaction, not of the session, which may serve others in between. */
static rw_store_status begin(rw_pg_session *session, rw_sql_mode mode, const rw_store_postgres_options *options,
                             rw_problem *problem)
{
    char sql[320];
    const int timeout = takes_long(mode) ? 0 : options->statement_timeout_ms;
    snprintf(sql, sizeof sql,
             "BEGIN ISOLATION LEVEL %s; SET LOCAL statement_timeout = %d; "
             "SET LOCAL idle_in_transaction_session_timeout = %d",
             only_reads(mode) ? "REPEATABLE READ READ ONLY" : "READ COMMITTED", timeout,
             takes_long(mode) ? 0 : REST_MAX_MS);
    session->patience_ms = (int64_t)options->connect_timeout_s * 1000;
    const rw_store_status status = rw_pg_run(session, sql, "begin a transaction", problem);
    session->patience_ms = patience_of(mode, options);
    return status;
}

static verdict judge(const rw_pg_session *session, bool committing)
{
    switch (session->failure) {
    case RW_PG_COLLIDED:
        return VERDICT_COLLIDED;
    case RW_PG_LOST:
        return committing ? VERDICT_UNKNOWN : VERDICT_LOST;
    case RW_PG_SOUND:
    case RW_PG_REFUSED:
        break;
    }
    return VERDICT_DONE;
}

static void roll_back(rw_pg_session *session)
{
    rw_problem ignored;
    if (session->failure == RW_PG_LOST)
        return;
    rw_problem_init(&ignored);
    const rw_pg_failure failure = session->failure;
    session->failure = RW_PG_SOUND;
    rw_pg_run(session, "ROLLBACK", "roll a transaction back", &ignored);
    if (session->failure == RW_PG_SOUND)
        session->failure = failure;
    rw_problem_free(&ignored);
}

/* Others are told in the same transaction: of what is not committed nobody hears, and what is committed once is told
 * once. */
static bool commit_text(const rw_pg_pool *pool, const rw_sql *sql, char text[COMMIT_SIZE])
{
    const bool notify = rw_pg_pool_notifies(pool) && sql->writing && sql->counters.changes > sql->found.changes;
    if (notify)
        snprintf(text, COMMIT_SIZE, "NOTIFY " RW_PG_CHANNEL ", '%" PRId64 "'; COMMIT", sql->counters.changes);
    else
        snprintf(text, COMMIT_SIZE, "COMMIT");
    return notify;
}

static verdict commit(rw_pg_pool *pool, rw_pg_session *session, rw_store_status *status, rw_problem *problem)
{
    char text[COMMIT_SIZE];
    const bool notify = commit_text(pool, &session->sql, text);
    *status = rw_pg_run(session, text, "commit", problem);
    if (!notify || session->failure != RW_PG_REFUSED)
        return judge(session, true);
    /* To tell others is optional, to save is not. */
    rw_pg_pool_set_notifies(pool, false);
    roll_back(session);
    return VERDICT_COLLIDED;
}

static verdict attempt(rw_pg_pool *pool, rw_pg_session *session, rw_sql_mode mode, rw_sql_work work, void *context,
                       rw_store_status *status, rw_problem *problem)
{
    if (mode == RW_SQL_WRITE)
        make_nonce(session->sql.nonce);
    *status = begin(session, mode, rw_pg_pool_options(pool), problem);
    if (*status == RW_STORE_OK)
        *status = rw_sql_work_inside(&session->sql, mode, work, context, problem);
    if (*status != RW_STORE_OK) {
        const verdict found = judge(session, false);
        roll_back(session);
        return found;
    }
    const verdict found = commit(pool, session, status, problem);
    if (!only_reads(mode))
        return found;
    rw_problem_free(problem);
    *status = RW_STORE_OK; /* what was read stays true */
    return VERDICT_DONE;
}

typedef struct look_work {
    int64_t audit_sequence;
    const char *nonce;
    bool found;
} look_work;

/* Holds the lock of the counters: a commit that is still under way on the server ends first. */
static rw_store_status look_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    look_work *work = context;
    work->found = false;
    rw_sql_query query = rw_sql_query_begin(sql, "SELECT 1 FROM audit WHERE sequence = $1 AND nonce = $2");
    rw_sql_bind_int(&query, 1, work->audit_sequence);
    rw_sql_bind_text(&query, 2, work->nonce);
    if (rw_sql_query_row(&query))
        work->found = true;
    return rw_sql_query_end(&query, "look whether a change was saved", problem);
}

static rw_store_status take_and_attempt(rw_pg_pool *pool, bool probe, rw_sql_mode mode, rw_sql_work work, void *context,
                                        rw_pg_session *past, verdict *found, rw_problem *problem)
{
    rw_pg_session *session = NULL;
    rw_store_status status = rw_pg_pool_take(pool, probe, &session, problem);
    *found = VERDICT_DONE;
    if (status != RW_STORE_OK)
        return status;
    *found = attempt(pool, session, mode, work, context, &status, problem);
    if (past != NULL)
        *past = *session;
    rw_pg_pool_give(pool, session);
    return status;
}

/* Whether the transaction of `past`, which broke off in its commit, was committed. A transaction without an entry in
 * the audit log is one that may be done twice. */
static rw_store_status look_up(rw_pg_pool *pool, const rw_pg_session *past, bool *committed, rw_problem *problem)
{
    look_work work = {.audit_sequence = past->sql.counters.audit, .nonce = past->sql.nonce};
    rw_store_status status = RW_STORE_UNAVAILABLE;
    verdict found = VERDICT_LOST;
    for (int losses = 0; found != VERDICT_DONE && losses <= LOSSES_MAX; losses++) {
        rw_problem_free(problem);
        status = take_and_attempt(pool, true, RW_SQL_WRITE, look_inside, &work, NULL, &found, problem);
    }
    if (status == RW_STORE_OK) {
        *committed = work.found;
        return status;
    }
    rw_problem_free(problem);
    rw_problem_set(
        problem, RW_PROBLEM_STORE_UNAVAILABLE,
        "the connection to the database broke while the change was saved, and whether it was is not known; send "
        "it again, or look");
    return RW_STORE_UNAVAILABLE;
}

rw_store_status rw_pg_transact(rw_pg_pool *pool, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *problem)
{
    if (rw_pg_pool_options(pool)->read_only && !only_reads(mode)) {
        rw_problem_set(problem, RW_PROBLEM_STORE_READ_ONLY, "the store was opened read only: nothing is written");
        return RW_STORE_READ_ONLY;
    }
    int collisions = 0;
    int losses = 0;
    for (;;) {
        rw_pg_session past;
        verdict found = VERDICT_DONE;
        const rw_store_status status =
            take_and_attempt(pool, mode == RW_SQL_PROBE, mode, work, context, &past, &found, problem);
        if (found == VERDICT_DONE)
            return status;
        if (found == VERDICT_UNKNOWN && mode == RW_SQL_WRITE) {
            bool committed = false;
            const rw_store_status looked = look_up(pool, &past, &committed, problem);
            if (looked != RW_STORE_OK || committed)
                return looked;
        }
        if (found == VERDICT_COLLIDED ? ++collisions > COLLISIONS_MAX : ++losses > LOSSES_MAX)
            return status;
        rw_problem_free(problem);
    }
}
