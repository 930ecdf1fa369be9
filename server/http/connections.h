/*
 * The table of open connections and their deadlines.
 *
 * The HTTP library knows only how long a connection was silent; a client that sends a byte a second would live for
 * ever. So each connection carries the moment by which its present phase must have ended, and a thread shuts down
 * the sockets of those that are late; the library then sees the connection end and cleans it up. Once a second it
 * also looks for clients that have ended their half of the connection, which the library can miss.
 *
 * An entry is added and removed by the thread that serves the connection, which also moves it between phases;
 * removal comes before the descriptor is closed, so that the table never touches a descriptor that was given to
 * somebody else meanwhile.
 */
#ifndef RW_HTTP_CONNECTIONS_H
#define RW_HTTP_CONNECTIONS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "http/addresses.h"
#include "http/http.h"

typedef enum rw_http_phase {
    RW_HTTP_PHASE_FRESH, /* accepted, the head of the first request has not come */
    RW_HTTP_PHASE_IDLE,  /* between two requests */
    RW_HTTP_PHASE_HEAD,  /* the request line is there, the headers are not */
    RW_HTTP_PHASE_BODY,
    RW_HTTP_PHASE_BUSY, /* a handler works; no deadline */
    RW_HTTP_PHASE_REPLY,
    RW_HTTP_PHASE_COUNT
} rw_http_phase;

/* The name of a phase as a metric's label. */
const char *rw_http_phase_name(rw_http_phase phase);

typedef struct rw_http_connection {
    struct rw_http_connection *previous, *next; /* the table's lock */
    rw_http_address address;                    /* likewise */
    int fd;
    atomic_int phase;
    atomic_int_fast64_t since_ns;
    atomic_int_fast64_t deadline_ns; /* INT64_MAX: none */
} rw_http_connection;

typedef struct rw_http_connections rw_http_connections;

/* Called, with the table's lock held, for each connection that is cut for being late. */
typedef void rw_http_cut(void *context, rw_http_phase phase);

/* deadlines_ms: one a phase, 0 for none. Starts the thread. NULL without memory or threads. */
rw_http_connections *rw_http_connections_new(const int64_t deadlines_ms[RW_HTTP_PHASE_COUNT], rw_http_cut *cut,
                                             void *context);

/* For phases that begin from now on. */
void rw_http_connections_set_deadlines(rw_http_connections *table, const int64_t deadlines_ms[RW_HTTP_PHASE_COUNT]);

/* Ends the thread. The table must be empty. Takes NULL. */
void rw_http_connections_free(rw_http_connections *table);

/* Links an entry that the caller owns, in phase FRESH. client may be NULL. False when the client has more than
 * per_client connections now (0: it may have any number): the socket is shut down, and the entry linked all the same. */
bool rw_http_connections_add(rw_http_connections *table, rw_http_connection *connection, int fd,
                             const struct sockaddr *client, size_t per_client);
void rw_http_connections_remove(rw_http_connections *table, rw_http_connection *connection);

/* now_ns: of rw_clock_monotonic_ns(). */
void rw_http_connections_enter(const rw_http_connections *table, rw_http_connection *connection, rw_http_phase phase,
                               int64_t now_ns);

size_t rw_http_connections_count(const rw_http_connections *table);

/* For a server that stops: ends connections that wait for a request and have none in their receive buffer. A quarter of
 * a second passes first, from the first call and from when the connection began to wait: a client that sends one
 * request after the other gets an answer that tells it to go. Returns how many are open still. */
size_t rw_http_connections_release_idle(rw_http_connections *table);

/* The deadlines that the limits give each phase; 0: none. */
void rw_http_connections_deadlines(const rw_http_limits *limits, int64_t deadlines_ms[RW_HTTP_PHASE_COUNT]);

#endif
