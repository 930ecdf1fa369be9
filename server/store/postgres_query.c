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
    {"53100", RW_STORE_FULL, RW_PROBLEM_STORE_FULL},                  /* disk full */
    {"53", RW_STORE_UNAVAILABLE, RW_PROBLEM_STORE_UNAVAILABLE},       /* memory, connections */
    {"25006", RW_STORE_UNAVAILABLE, RW_PROBLEM_STORE_UNAVAILABLE},    /* read only: a standby */
    {"55P03", RW_STORE_BUSY, RW_PROBLEM_STORE_BUSY},                  /* lock not available */
    {"57014", RW_STORE_BUSY, RW_PROBLEM_STORE_BUSY},                  /* the statement took too long */
    {"XX001", RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT},            /* damaged data */
    {"XX002", RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT},            /* damaged index */
    {"42501", RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE},           /* no privilege */
    {"22021", RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE},           /* not in the database's encoding */
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

rw_pg_query rw_pg_query_begin(rw_pg_session *session, const char *sql)
{
    return (rw_pg_query){.session = session, .sql = sql};
}

static void bind(rw_pg_query *query, int index, const char *value, size_t length, int format)
{
    query->values[index - 1] = value;
    query->lengths[index - 1] = (int)length;
    query->formats[index - 1] = format;
    query->numeric[index - 1] = false;
    if (index > query->count)
        query->count = index;
}

void rw_pg_bind_int(rw_pg_query *query, int index, int64_t value)
{
    char *text = query->numbers[index - 1];
    snprintf(text, sizeof query->numbers[0], "%" PRId64, value);
    bind(query, index, NULL, 0, 0);
    query->numeric[index - 1] = true;
}

void rw_pg_bind_null(rw_pg_query *query, int index)
{
    bind(query, index, NULL, 0, 0);
}

void rw_pg_bind_text(rw_pg_query *query, int index, const char *text)
{
    bind(query, index, text, text != NULL ? strlen(text) : 0, 0);
}

/* A text in binary form is its bytes, with a length in the place of a closing zero. */
void rw_pg_bind_bytes(rw_pg_query *query, int index, const char *text, size_t length)
{
    bind(query, index, text, length, 1);
}

static void send_query(rw_pg_query *query)
{
    rw_pg_session *session = query->session;
    query->sent = true;
    if (session->failure != RW_PG_SOUND)
        return;
    for (int i = 0; i < query->count; i++)
        if (query->numeric[i])
            query->values[i] = query->numbers[i];
    if (PQsendQueryParams(session->connection, query->sql, query->count, NULL, query->values, query->lengths,
                          query->formats, 0) == 0)
        rw_pg_session_note_unsent(session);
    else
        PQsetSingleRowMode(session->connection);
}

bool rw_pg_query_row(rw_pg_query *query)
{
    if (!query->sent)
        send_query(query);
    PQclear(query->row);
    query->row = NULL;
    if (query->session->failure != RW_PG_SOUND)
        return false;
    query->row = rw_pg_session_result(query->session);
    return query->row != NULL && PQresultStatus(query->row) == PGRES_SINGLE_TUPLE;
}

int64_t rw_pg_column_int(const rw_pg_query *query, int index)
{
    return strtoll(PQgetvalue(query->row, 0, index), NULL, 10);
}

const char *rw_pg_column_text(const rw_pg_query *query, int index, size_t *length)
{
    *length = (size_t)PQgetlength(query->row, 0, index);
    return PQgetvalue(query->row, 0, index);
}

/* Takes what is left of an answer, so that the connection is ready for the next statement. */
static void drain(rw_pg_session *session)
{
    for (PGresult *result; (result = rw_pg_session_result(session)) != NULL;)
        PQclear(result);
}

rw_store_status rw_pg_query_end(rw_pg_query *query, const char *what, rw_problem *problem)
{
    if (!query->sent)
        send_query(query);
    PQclear(query->row);
    query->row = NULL;
    drain(query->session);
    return rw_pg_report(query->session, what, problem);
}

rw_store_status rw_pg_run(rw_pg_session *session, const char *sql, const char *what, rw_problem *problem)
{
    if (session->failure == RW_PG_SOUND) {
        if (PQsendQuery(session->connection, sql) == 0)
            rw_pg_session_note_unsent(session);
        drain(session);
    }
    return rw_pg_report(session, what, problem);
}
