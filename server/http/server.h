/*
 * The HTTP server's life: start, drain, stop. What it serves is in http.h.
 *
 * The threads of the server run handlers; start, drain and stop are called by one thread, the owner's.
 */
#ifndef RW_HTTP_SERVER_H
#define RW_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/http.h"
#include "http/listener.h"
#include "http/tls.h"

typedef struct rw_http_server rw_http_server;

typedef struct rw_http_options {
    const rw_http_listener *listener; /* stays the caller's and open until after rw_http_server_free() */
    unsigned threads;                 /* that serve connections and never wait for the store; at least 1 */
    unsigned store_threads;           /* that do; at least 1 */
    unsigned max_connections;         /* at least 1 */
    rw_metrics *metrics;              /* where requests and connections are counted; has to outlive the server */
    const rw_http_tls *tls;           /* NULL: plain HTTP; has to outlive the server */
    bool check_host;                  /* refuse a Host under which the server is not known */
    const rw_http_route *routes;
    size_t route_count;
    rw_http_context *context; /* settings and log are taken from it; it has to outlive the server */
} rw_http_options;

/* Accepts requests when it returns. NULL, with one sentence in the problem, when it cannot start. */
rw_http_server *rw_http_server_start(const rw_http_options *options, rw_problem *problem);

/* Takes over the deadlines of the context's settings; all else in them is read where it is used. */
void rw_http_server_settings_changed(rw_http_server *server);

/* To be called when something other than a request has changed the catalogue: those who wait for it go on. Any thread. */
void rw_http_server_catalog_moved(rw_http_server *server);

/* From now on every answer ends its connection. */
void rw_http_server_drain(rw_http_server *server);

/* Takes no new clients. Those whose handshake has begun are still taken, which rw_http_server_settle() waits for; then the
 * system refuses all others. (On an inherited socket all of them wait for the next process.) Also drains. */
void rw_http_server_quiesce(rw_http_server *server);

/* Lets idle connections go; returns how many are open or may still come. Call it again until it says 0 or patience ends. */
size_t rw_http_server_settle(rw_http_server *server);

/* Requests whose head has begun to arrive and whose answer is not yet written. Any thread. */
size_t rw_http_server_in_flight(const rw_http_server *server);

/* Ends all connections and threads. Takes NULL. */
void rw_http_server_free(rw_http_server *server);

/* Raises the soft limit of descriptors as far as allowed, and returns how many connections fit below it, at most
 * `wanted`. */
unsigned rw_http_connections_fitting(unsigned wanted);

#endif
