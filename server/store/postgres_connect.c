#include "store/postgres_connect.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"

#define NS_PER_MS INT64_C(1000000)
#define TIMEOUT_LEAST_S 2 /* to libpq, too */

static void drop_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* What the address does not say itself: it comes later in the list and wins. A peer that has gone without a word is
 * noticed by TCP even while a long statement runs. */
typedef struct parameters {
    char connect_timeout[16], user_timeout[16];
    const char *keywords[9], *values[9];
} parameters;

static void fill(parameters *out, const char *address, const rw_store_postgres_options *options)
{
    snprintf(out->connect_timeout, sizeof out->connect_timeout, "%d", options->connect_timeout_s);
    snprintf(out->user_timeout, sizeof out->user_timeout, "%d", options->statement_timeout_ms);
    const char *const all[][2] = {{"connect_timeout", out->connect_timeout},
                                  {"tcp_user_timeout", out->user_timeout},
                                  {"keepalives_idle", "10"},
                                  {"keepalives_interval", "3"},
                                  {"keepalives_count", "3"},
                                  {"fallback_application_name", "rootwarp"},
                                  {"dbname", address},
                                  {"client_encoding", "UTF8"},
                                  {NULL, NULL}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        out->keywords[i] = all[i][0];
        out->values[i] = all[i][1];
    }
}

PGconn *rw_pg_connect_begin(const char *address, const rw_store_postgres_options *options)
{
    parameters given;
    fill(&given, address, options);
    PGconn *connection = PQconnectStartParams(given.keywords, given.values, 1);
    if (connection != NULL)
        PQsetNoticeProcessor(connection, drop_notice, NULL);
    return connection;
}

/* What libpq has made of a parameter, from the address, the environment or a service file. */
static void parameter(PGconn *connection, const char *keyword, char out[256])
{
    PQconninfoOption *options = PQconninfo(connection);
    *out = '\0';
    for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL; option++)
        if (strcmp(option->keyword, keyword) == 0 && option->val != NULL)
            snprintf(out, 256, "%s", option->val);
    PQconninfoFree(options);
}

/* Of a host; below 0: for ever. */
static int64_t patience_ns(PGconn *connection)
{
    char text[256];
    parameter(connection, "connect_timeout", text);
    const long seconds = strtol(text, NULL, 10);
    if (seconds <= 0)
        return -1;
    return (seconds < TIMEOUT_LEAST_S ? TIMEOUT_LEAST_S : seconds) * 1000 * NS_PER_MS;
}

static bool several_hosts(PGconn *connection)
{
    char hosts[256], addresses[256];
    parameter(connection, "host", hosts);
    parameter(connection, "hostaddr", addresses);
    return strchr(hosts, ',') != NULL || strchr(addresses, ',') != NULL;
}

/* False when that takes until the deadline. */
static bool await_socket(int fd, bool reading, int64_t deadline_ns)
{
    struct pollfd socket = {.fd = fd, .events = reading ? POLLIN : POLLOUT};
    for (;;) {
        const int64_t left_ms =
            deadline_ns < 0 ? -1 : (deadline_ns - rw_clock_monotonic_ns() + NS_PER_MS - 1) / NS_PER_MS;
        if (deadline_ns >= 0 && left_ms <= 0)
            return false;
        if (poll(&socket, 1, left_ms > 60000 ? 60000 : (int)left_ms) > 0)
            return true;
    }
}

PGconn *rw_pg_connect(const char *address, const rw_store_postgres_options *options, bool *silent)
{
    PGconn *connection = rw_pg_connect_begin(address, options);
    if (connection == NULL || PQstatus(connection) == CONNECTION_BAD)
        return connection;
    const int64_t patience = patience_ns(connection);
    int64_t deadline = patience < 0 ? -1 : rw_clock_monotonic_ns() + patience;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
        const int fd = PQsocket(connection);
        if (!await_socket(fd, next == PGRES_POLLING_READING, deadline)) {
            /* Ended by us: libpq takes it for a host that refused, and goes on with the next address if this one had not
             * even connected. */
            *silent = true;
            shutdown(fd, SHUT_RDWR);
            deadline = rw_clock_monotonic_ns() + patience;
        }
        next = PQconnectPoll(connection);
    }
    /* A host that connects and says nothing: only the call that does it all goes on to another one. It keeps what was set. */
    if (next == PGRES_POLLING_FAILED && *silent && several_hosts(connection))
        PQreset(connection);
    return connection;
}
