#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_session.h"

typedef struct state_meaning {
    const char *state; /* whole, or its class */
    rw_store_status status;
    rw_problem_code code;
} state_meaning;

/* The first one that fits counts. */
static const state_meaning meanings[] = {
    {"53100", RW_STORE_FULL, RW_PROBLEM_STORE_FULL},               /* disk full */
    {"53", RW_STORE_UNAVAILABLE, RW_PROBLEM_STORE_UNAVAILABLE},    /* memory, connections */
    {"25006", RW_STORE_UNAVAILABLE, RW_PROBLEM_STORE_UNAVAILABLE}, /* read only: a standby */
    {"55P03", RW_STORE_BUSY, RW_PROBLEM_STORE_BUSY},               /* lock not available */
    {"57014", RW_STORE_BUSY, RW_PROBLEM_STORE_BUSY},               /* the statement took too long */
    {"XX001", RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT},         /* damaged data */
    {"XX002", RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT},         /* damaged index */
    {"42501", RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE},        /* no privilege */
    {"22021", RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE},        /* not in the database's encoding */
    {"22P05", RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE},
};

static state_meaning meaning_of(const rw_pg_session *session)
{
    if (session->failure == RW_PG_LOST)
        return (state_meaning){"", RW_STORE_UNAVAILABLE, RW_PROBLEM_STORE_UNAVAILABLE};
    if (session->failure == RW_PG_COLLIDED)
        return (state_meaning){"", RW_STORE_BUSY, RW_PROBLEM_STORE_BUSY};
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strncmp(session->state, meanings[i].state, strlen(meanings[i].state)) == 0)
            return meanings[i];
    return (state_meaning){"", RW_STORE_ERROR, RW_PROBLEM_INTERNAL};
}

rw_store_status rw_pg_report(const rw_pg_session *session, const char *what, rw_problem *problem)
{
    if (session->failure == RW_PG_SOUND)
        return RW_STORE_OK;
    const state_meaning meaning = meaning_of(session);
    if (session->state[0] != '\0')
        rw_problem_set(problem, meaning.code, "cannot %s: %s (SQLSTATE %s)", what, session->message, session->state);
    else
        rw_problem_set(problem, meaning.code, "cannot %s: %s", what, session->message);
    return meaning.status;
}

static rw_pg_session *session_of(const rw_sql_query *query)
{
    return (rw_pg_session *)query->sql;
}

/* A text in binary form is its bytes, with a length in the place of a closing zero. */
static void send(rw_sql_query *query)
{
    rw_pg_session *session = session_of(query);
    char numbers[RW_SQL_VALUES_MAX][24];
    const char *values[RW_SQL_VALUES_MAX] = {NULL};
    int lengths[RW_SQL_VALUES_MAX] = {0};
    int formats[RW_SQL_VALUES_MAX] = {0};
    if (session->failure != RW_PG_SOUND)
        return;
    for (int i = 0; i < query->count; i++) {
        const rw_sql_value *value = &query->values[i];
        if (value->kind == RW_SQL_INT) {
            snprintf(numbers[i], sizeof numbers[i], "%" PRId64, value->number);
            values[i] = numbers[i];
        } else if (value->kind == RW_SQL_TEXT) {
            values[i] = value->text;
            lengths[i] = (int)value->length;
            formats[i] = 1;
        }
    }
    if (PQsendQueryParams(session->connection, query->text, query->count, NULL, values, lengths, formats, 0) == 0)
        rw_pg_session_note_unsent(session);
    else
        PQsetSingleRowMode(session->connection);
}

static bool row(rw_sql_query *query)
{
    PQclear(query->cursor);
    query->cursor = session_of(query)->failure == RW_PG_SOUND ? rw_pg_session_result(session_of(query)) : NULL;
    return query->cursor != NULL && PQresultStatus(query->cursor) == PGRES_SINGLE_TUPLE;
}

static int64_t column_int(const rw_sql_query *query, int index)
{
    return strtoll(PQgetvalue(query->cursor, 0, index), NULL, 10);
}

static const char *column_text(const rw_sql_query *query, int index, size_t *length)
{
    *length = (size_t)PQgetlength(query->cursor, 0, index);
    return PQgetvalue(query->cursor, 0, index);
}

/* Takes what is left of an answer, so that the connection is ready for the next statement. */
static void drain(rw_pg_session *session)
{
    for (PGresult *result; (result = rw_pg_session_result(session)) != NULL;)
        PQclear(result);
}

static rw_store_status end(rw_sql_query *query, const char *what, rw_problem *problem)
{
    PQclear(query->cursor);
    query->cursor = NULL;
    drain(session_of(query));
    return rw_pg_report(session_of(query), what, problem);
}

#define COUNTERS "SELECT change_sequence, audit_sequence, access_version FROM counters WHERE id = 1"

const rw_sql_driver rw_pg_driver = {
    .send = send,
    .row = row,
    .column_int = column_int,
    .column_text = column_text,
    .end = end,
    .read_counters = COUNTERS,
    .lock_counters = COUNTERS " FOR UPDATE",
    .store_counters = "UPDATE counters SET change_sequence = $1, audit_sequence = $2, access_version = $3 WHERE id = 1",
    .append_audit = "INSERT INTO audit (sequence, at, actor, action, subject, revision, remote, request_id, nonce) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
};

rw_store_status rw_pg_run(rw_pg_session *session, const char *sql, const char *what, rw_problem *problem)
{
    if (session->failure == RW_PG_SOUND) {
        if (PQsendQuery(session->connection, sql) == 0)
            rw_pg_session_note_unsent(session);
        drain(session);
    }
    return rw_pg_report(session, what, problem);
}
