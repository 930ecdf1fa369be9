/*
 * One request and its answer, without the HTTP library: the adapter feeds it what the library reads and writes out
 * what it has come to.
 *
 *     begin -> head -> body* -> finish+ -> reset
 *
 * `head` decides everything that can be decided without the body. A request that is refused there has its body read
 * and dropped before it is answered, so that the connection stays in step and the client, which may only listen
 * once it has sent everything, gets the answer. Only when the head cannot be trusted, or when the client waits for
 * "100 Continue", or announces more than anyone would drop, the answer comes at once and the connection is closed.
 */
#ifndef RW_HTTP_EXCHANGE_H
#define RW_HTTP_EXCHANGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/gate.h"
#include "http/http.h"
#include "http/negotiate.h"
#include "http/target.h"
#include "http/telemetry.h"

/* Most bytes of a refused body that are read and dropped. */
#define RW_HTTP_DROP_MAX ((size_t)16 * 1024 * 1024)
/* How many documents of the largest size may be on their way at once; more are told to come again. */
#define RW_HTTP_LONG_BODIES_MAX 4
#define RW_HTTP_DECIMAL_SIZE 24 /* any uint64_t */
#define RW_HTTP_ANSWER_HEADERS_MAX (RW_HTTP_EXTRA_HEADERS_MAX + 11)

/* What all exchanges of a server share. */
typedef struct rw_http_engine {
    const rw_http_route *routes;
    size_t route_count;
    rw_http_context *context;
    rw_http_telemetry *telemetry;
    bool check_host;
    const char *listen_address;
    char request_id_prefix[16]; /* differs between processes */
    atomic_uint_fast64_t request_id_next;
    atomic_bool draining;      /* answers end their connection */
    atomic_size_t admitted;    /* requests with a place in flight */
    atomic_size_t long_bodies; /* bytes set aside for bodies longer than max_body_bytes, of all exchanges */
    rw_reserve *reserve; /* for long bodies, answers, and what reading them takes */
} rw_http_engine;

/* Makes the reserve, which is the owner's to free when no exchange is left. Without memory there is none. */
void rw_http_engine_reserve(rw_http_engine *engine);

/* Chooses the prefix of request ids. */
void rw_http_engine_seed(rw_http_engine *engine);

typedef enum rw_http_verdict {
    RW_HTTP_READ_BODY, /* go on reading, then finish */
    RW_HTTP_ANSWER_NOW /* finish at once and close */
} rw_http_verdict;

/* What has become of a request that was to be finished. */
typedef enum rw_http_outcome {
    RW_HTTP_ANSWERED,
    RW_HTTP_WAITS_FOR_CATALOG, /* until exchange->wait is over */
    RW_HTTP_WAITS_FOR_STORE    /* for a thread that may wait for the store */
} rw_http_outcome;

/* Until when an answer waits: for this version of the catalogue, but no longer than so. */
typedef struct rw_http_wait {
    uint64_t version;
    int64_t milliseconds;
} rw_http_wait;

/* Fields are the exchange's own, but for `request` and `response`, which the adapter reads after finish. */
typedef struct rw_http_exchange {
    rw_http_request request;
    rw_http_response response;
    bool close;                                              /* the connection must end with this answer */
    rw_http_pair answer_headers[RW_HTTP_ANSWER_HEADERS_MAX]; /* after finish; borrowed from here and static storage */
    size_t answer_header_count;
    rw_problem rejection; /* failed: what to answer instead of calling the handler */
    unsigned allowed;     /* methods the path has */
    uint64_t min_version; /* X-Min-Catalog-Version; 0: none, or waited for already */
    rw_http_wait wait;    /* when finish has answered that it waits */
    bool options;         /* answer OPTIONS */
    bool asks_store;      /* the handler could not go on without the store */
    int64_t asked_ns;     /* when the answer was first wanted; 0: not yet */
    rw_http_framing framing;
    /* What these two and the response hold is kept from one request to the next, unless it was large: then the engine's
     * reserve may keep it, for any connection. */
    rw_buffer body;
    rw_arena arena;
    size_t dropped;
    atomic_size_t *long_bodies; /* where set_aside is counted; NULL: nowhere */
    size_t set_aside;
    atomic_size_t *admitted; /* where the place in flight is counted; NULL: nowhere */
    int64_t wait_ns;         /* until a request refused for the rate may come again */
    char actor[RW_TOKEN_ID_SIZE];
    rw_http_target target;
    char raw_target[RW_HTTP_TARGET_MAX + 2];
    char request_id[RW_HTTP_REQUEST_ID_MAX + 1];
    char remote[RW_HTTP_REMOTE_SIZE];
    char etag_text[160];
    char version_text[RW_HTTP_DECIMAL_SIZE];
    char age_text[RW_HTTP_DECIMAL_SIZE];
} rw_http_exchange;

void rw_http_exchange_init(rw_http_exchange *exchange);

/* Releases what it holds. Takes NULL. */
void rw_http_exchange_free(rw_http_exchange *exchange);

/* Keeps the raw target, cut one byte above the limit. */
void rw_http_exchange_begin(rw_http_exchange *exchange, const char *raw_target);

/* The headers are in exchange->request already. */
rw_http_verdict rw_http_exchange_head(rw_http_engine *engine, rw_http_exchange *exchange, const char *method,
                                      const char *version, const rw_http_head_faults *faults);

/* Takes the next bytes of the body. False when the connection has to be dropped without an answer. */
bool rw_http_exchange_body(rw_http_engine *engine, rw_http_exchange *exchange, const char *bytes, size_t length);

/* Calls the handler or answers the refusal, and makes the answer ready to be sent. When there is none yet it is to be
 * called again, until it answers: when the wait is over, or at once by a caller that cannot wait; or by a thread that may
 * wait for the store. `may_wait` says that the calling thread is one. */
rw_http_outcome rw_http_exchange_finish(rw_http_engine *engine, rw_http_exchange *exchange, bool may_wait);

/* Instead of what was asked for the answer will be that there is too much to do (overloaded), with this detail, which has
 * static storage. */
void rw_http_exchange_refuse(rw_http_exchange *exchange, const char *detail);

/* Makes ready for the next request of the connection. */
void rw_http_exchange_reset(rw_http_exchange *exchange);

#endif
