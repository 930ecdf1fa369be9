/* What the files of the adapter around libmicrohttpd share. */
#ifndef RW_HTTP_ADAPTER_MHD_H
#define RW_HTTP_ADAPTER_MHD_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "http/acceptor.h"
#include "http/connections.h"
#include "http/exchange.h"
#include "http/server.h"
#include "http/store_threads.h"
#include "http/waiters.h"

/* One of the library's daemons with its one thread. A pool of the library's own would give a new connection to a thread
 * by the number of its descriptor, be that thread busy or not. */
typedef struct rw_mhd_worker {
    struct MHD_Daemon *daemon;
    rw_http_server *server;
    atomic_size_t open; /* connections it was given and has not closed */
    atomic_bool busy;   /* in a handler */
} rw_mhd_worker;

typedef struct rw_mhd_connection {
    rw_http_connection entry;
    rw_http_server *server;
    rw_mhd_worker *worker;
    rw_http_exchange exchange;
    bool begun;     /* the request line has come: counted as in flight until completed */
    bool head_done; /* the handler was called once for this request */
    struct MHD_Connection *connection; /* of the request that is answered */
    rw_http_waiter waiter;             /* while the answer waits for the catalogue, suspended */
    rw_http_store_job job;             /* while it waits for the store, and until that was asked, suspended: the thread that
                                        * does so has the exchange meanwhile */
    bool tried;              /* what came of it is in `outcome`, and not dealt with yet */
    bool may_rest;           /* the library knows that the request is complete */
    bool had_place;          /* it has waited for the catalogue, with all the others whom one write wakes: it takes nobody's
                              * place when it waits for the store as well */
    rw_http_outcome outcome;
    const char *target, *target_end; /* the target in the library's buffer, and the zero byte behind it */
} rw_mhd_connection;

struct rw_http_server {
    rw_mhd_worker *workers;
    size_t worker_count;
    rw_http_listener listener;
    const rw_http_tls *tls;     /* NULL: plain */
    rw_http_acceptor *acceptor; /* NULL: nobody is taken any more */
    unsigned connections_max;
    atomic_size_t handed_over; /* connections that the library's threads have not taken up yet */
    atomic_int_fast64_t handed_over_ns;
    int64_t trouble_logged_ns; /* the acceptor's thread */
    rw_http_engine engine;
    rw_http_connections *connections;
    rw_http_waiters *waiters;
    rw_http_store_threads *store_threads;
    atomic_size_t in_flight;
    bool quiesced;
};

/* What connections rest on while their answers wait. False without memory or threads. */
bool rw_mhd_prepare_answers(rw_http_server *server, const rw_http_options *options);

/* Called by the library's thread when the request is complete, or refused: queues the answer, or suspends the connection
 * and is called again. */
enum MHD_Result rw_mhd_answer(rw_mhd_connection *own, struct MHD_Connection *connection);

#endif
