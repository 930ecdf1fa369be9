#include "store/postgres_session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/postgres_connect.h"

#define NANOSECONDS_A_MILLISECOND 1000000

/* One line, without what surrounds it: libpq ends its messages with a line feed and breaks them with others. */
static void copy_message(char out[RW_PG_MESSAGE_SIZE], const char *text)
{
    size_t length = 0;
    for (; *text != '\0' && length < RW_PG_MESSAGE_SIZE - 1; text++) {
        const bool blank = (unsigned char)*text <= ' ';
        if (!blank)
            out[length++] = *text;
        else if (length > 0 && out[length - 1] != ' ')
            out[length++] = ' ';
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
}

bool rw_pg_address_valid(const char *address)
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    PQconninfoFree(options);
    return options != NULL;
}

rw_pg_session *rw_pg_session_open(const char *address, const rw_store_postgres_options *options,
                                  char reason[RW_PG_MESSAGE_SIZE])
{
    bool silent = false;
    rw_pg_session *session = calloc(1, sizeof *session);
    PGconn *connection = session != NULL ? rw_pg_connect(address, options, &silent) : NULL;
    if (connection == NULL || PQstatus(connection) != CONNECTION_OK) {
        copy_message(reason, connection == NULL ? "no memory for a connection"
                             : silent           ? "the database says nothing"
                                                : PQerrorMessage(connection));
        PQfinish(connection);
        free(session);
        return NULL;
    }
    session->connection = connection;
    return session;
}

void rw_pg_session_close(rw_pg_session *session)
{
    if (session == NULL)
        return;
    PQfinish(session->connection);
    free(session);
}

void rw_pg_session_reset(rw_pg_session *session)
{
    session->failure = RW_PG_SOUND;
    session->silent = false;
    session->state[0] = '\0';
    session->message[0] = '\0';
    session->sql = (rw_sql){.driver = &rw_pg_driver};
    /* A pooler may hand on what another connection listens to. */
    for (PGnotify *notice; (notice = PQnotifies(session->connection)) != NULL; PQfreemem(notice))
        continue;
}

static void note(rw_pg_session *session, rw_pg_failure failure, const char *state, const char *message)
{
    if (session->failure != RW_PG_SOUND)
        return;
    session->failure = failure;
    snprintf(session->state, sizeof session->state, "%s", state != NULL ? state : "");
    copy_message(session->message, message != NULL ? message : "");
}

static void note_lost(rw_pg_session *session, const char *message)
{
    note(session, RW_PG_LOST, NULL, message);
    session->failure = RW_PG_LOST;
}

void rw_pg_session_note_unsent(rw_pg_session *session)
{
    if (PQstatus(session->connection) == CONNECTION_BAD)
        note_lost(session, PQerrorMessage(session->connection));
    else
        note(session, RW_PG_REFUSED, NULL, PQerrorMessage(session->connection));
}

/* Waits until a result can be taken without waiting. False when the connection is lost or silent. */
static bool await(rw_pg_session *session)
{
    const int64_t deadline = rw_clock_monotonic_ns() + session->patience_ms * NANOSECONDS_A_MILLISECOND;
    while (PQisBusy(session->connection) != 0) {
        const int64_t left_ms = (deadline - rw_clock_monotonic_ns()) / NANOSECONDS_A_MILLISECOND;
        if (left_ms <= 0) {
            session->silent = true;
            note_lost(session, "the database says nothing");
            return false;
        }
        struct pollfd socket = {.fd = PQsocket(session->connection), .events = POLLIN};
        if (poll(&socket, 1, left_ms > 60000 ? 60000 : (int)left_ms) < 0 && errno != EINTR) {
            note_lost(session, "cannot wait for the database");
            return false;
        }
        if (socket.revents != 0 && PQconsumeInput(session->connection) == 0) {
            note_lost(session, PQerrorMessage(session->connection));
            return false;
        }
    }
    return true;
}

static bool begins(const char *state, const char *class)
{
    return strncmp(state, class, strlen(class)) == 0;
}

/* Class 08: connection; 57P01 to 57P05: the server or an administrator ended it; 25P03: the transaction rested too
 * long; 40003: nobody knows whether the statement was done. */
static rw_pg_failure failure_of(const char *state)
{
    if (begins(state, "08") || begins(state, "57P") || strcmp(state, "25P03") == 0 || strcmp(state, "40003") == 0)
        return RW_PG_LOST;
    /* Two that create the same thing at once meet in a unique index, also in one of the server's own tables, or over a
     * table or its type. */
    if (begins(state, "40") || strcmp(state, "23505") == 0 || strcmp(state, "42P07") == 0 ||
        strcmp(state, "42710") == 0)
        return RW_PG_COLLIDED;
    return RW_PG_REFUSED;
}

static void note_error(rw_pg_session *session, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (state == NULL) {
        rw_pg_session_note_unsent(session);
        return;
    }
    note(session, failure_of(state), state, message);
    if (PQstatus(session->connection) == CONNECTION_BAD)
        session->failure = RW_PG_LOST;
}

PGresult *rw_pg_session_result(rw_pg_session *session)
{
    if (session->failure == RW_PG_LOST || !await(session))
        return NULL;
    PGresult *result = PQgetResult(session->connection);
    const ExecStatusType kind = PQresultStatus(result);
    if (result != NULL && (kind == PGRES_FATAL_ERROR || kind == PGRES_BAD_RESPONSE))
        note_error(session, result);
    return result;
}
