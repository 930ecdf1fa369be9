/*
 * What a handler sees of HTTP: a request that has passed every check that does not depend on its resource, a response
 * to fill in, and the route table that leads to it. No type of the HTTP library appears here.
 *
 * By the time a handler runs: the head has passed the gate, the path was decoded and routed, the query holds only
 * parameters the route allows and each once, the body is complete and within the limit, its media type is
 * what the route reads, the catalogue has the version that X-Min-Catalog-Version asks for, and Accept allows something the route produces. After it has run the adapter adds X-Request-Id,
 * X-Catalog-Version and the like, answers 304 where If-None-Match says so, and compresses.
 */
#ifndef RW_HTTP_HTTP_H
#define RW_HTTP_HTTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/origin.h"
#include "base/problem.h"
#include "base/token.h"
#include "codec/arena.h"
#include "obs/log.h"
#include "obs/metrics.h"

#define RW_HTTP_JSON "application/json"
#define RW_HTTP_PROBLEM_JSON "application/problem+json"
#define RW_HTTP_NDJSON "application/x-ndjson"

#define RW_HTTP_HEADERS_MAX 64
#define RW_HTTP_PATH_PARAMETERS_MAX 4
#define RW_HTTP_QUERY_PARAMETERS_MAX 16
#define RW_HTTP_TARGET_MAX 4096 /* bytes of the raw target */
#define RW_HTTP_REQUEST_ID_MAX 128
#define RW_HTTP_REMOTE_SIZE 64
#define RW_HTTP_EXTRA_HEADERS_MAX 12
#define RW_HTTP_VERSION_WAIT_MS 2000 /* how long a request waits for the version that X-Min-Catalog-Version asks for */

typedef enum rw_http_method {
    RW_HTTP_GET,
    RW_HTTP_HEAD,
    RW_HTTP_POST,
    RW_HTTP_PUT,
    RW_HTTP_DELETE,
    RW_HTTP_PATCH,
    RW_HTTP_OPTIONS,
    RW_HTTP_OTHER, /* any other token */
    RW_HTTP_METHOD_COUNT
} rw_http_method;

/* Upper-case name; "OTHER" for RW_HTTP_OTHER. */
const char *rw_http_method_name(rw_http_method method);

typedef struct rw_http_pair {
    const char *name;
    const char *value;
} rw_http_pair;

struct rw_http_route;

/* Everything is borrowed and valid until the handler returns. Fields are for reading only. */
typedef struct rw_http_request {
    rw_http_method method; /* HEAD stays HEAD; a handler may treat it as GET, its body is left out for it */
    const struct rw_http_route *route;
    const char *target; /* as sent, query included */
    rw_http_pair headers[RW_HTTP_HEADERS_MAX];
    size_t header_count;
    rw_http_pair path[RW_HTTP_PATH_PARAMETERS_MAX]; /* decoded: UTF-8 without control characters; a name points into
                                                     * the template and ends at its brace: ask rw_http_request_path */
    size_t path_count;
    rw_http_pair query[RW_HTTP_QUERY_PARAMETERS_MAX]; /* decoded likewise, each name once */
    size_t query_count;
    const char *body; /* ended by a zero byte; "" when there is none */
    size_t body_length;
    bool waited;  /* the handler has asked to wait, and this is the call after that */
    size_t media; /* index into route->produces of the media type that Accept prefers */
    const char *request_id;
    const char *remote; /* the client's address as text */
    const char *actor;  /* id of the token, or RW_ORIGIN_ANONYMOUS */
    rw_arena *arena;    /* for what the handler needs until its answer is out; emptied then */
    bool *asks_store;   /* NULL: the handler may wait for the store; else see rw_http_request_defer */
} rw_http_request;

/*
 * To be called before anything is asked of the store; views of the service do so themselves, with the request's
 * asks_store. True: this thread serves connections and may not wait. Then the handler returns, its answer does not count,
 * and it is called once more on a thread that may.
 */
static inline bool rw_http_request_defer(const rw_http_request *request)
{
    if (request->asks_store == NULL)
        return false;
    *request->asks_store = true;
    return true;
}

/* What the audit log says of a change that the request makes. */
static inline rw_origin rw_http_request_origin(const rw_http_request *request)
{
    return (rw_origin){.actor = request->actor, .remote = request->remote, .request_id = request->request_id};
}

/* Whether two header names are the same; case does not matter. */
bool rw_http_same_name(const char *one, const char *other);

/* The value of the first header of this name, in any case; NULL when there is none. */
const char *rw_http_request_header(const rw_http_request *request, const char *name);

/* The values of all headers of this name as one list: NULL when there is none, the header's own value when there is
 * one, else `room`, in which they stand one after the other, each with a comma; those that do not fit are left out. */
const char *rw_http_request_list(const rw_http_request *request, const char *name, char *room, size_t size);

/* The segment that took the place of {name} in the template; "" when the template has none of this name. */
const char *rw_http_request_path(const rw_http_request *request, const char *name);

/* The value of a query parameter; NULL when it was not given. */
const char *rw_http_request_query(const rw_http_request *request, const char *name);

/* Reads a query parameter. *out stays as it was when the parameter was not given. False, with invalid_parameter in
 * the problem, when it is no whole number or outside minimum .. maximum. */
bool rw_http_request_query_integer(const rw_http_request *request, const char *name, int64_t minimum, int64_t maximum,
                                   int64_t *out, rw_problem *problem);

/* The same for a number as JSON writes it. */
bool rw_http_request_query_number(const rw_http_request *request, const char *name, double minimum, double maximum,
                                  double *out, rw_problem *problem);

/* A handler fills it in through the functions below. It starts as an empty 200. */
typedef struct rw_http_response {
    int status;
    const char *content_type; /* static storage; NULL without a body */
    const char *body;         /* body_length bytes */
    size_t body_length;
    char *owned_body;  /* == body when the response has to free() it, else NULL */
    rw_buffer room;    /* holds the body, or has room for one; kept from one answer of a connection to the next */
    const char *gzip;  /* the body as a gzip member, gzip_length bytes, static; NULL: made when it is wanted */
    size_t gzip_length;
    int body_file;     /* read from its start instead of `body`, and owned; -1: none */
    char *etag;        /* without quotes or suffix; NULL when there is none */
    atomic_size_t *held; /* one less when the answer is out: see rw_http_response_hold; NULL: nothing is held */
    rw_http_pair extra[RW_HTTP_EXTRA_HEADERS_MAX]; /* names static, values owned */
    size_t extra_count;
    uint64_t catalog_version;     /* the version answered from; 0 lets the adapter ask for the current one */
    rw_problem_code problem_code; /* for the log */
    uint64_t wait_version;        /* do not answer yet: see rw_http_response_wait */
    int64_t wait_ms;
    bool out_of_memory;           /* a setter found no memory; the adapter answers 503 instead */
} rw_http_response;

void rw_http_response_init(rw_http_response *response);

/* Releases what the response owns and leaves an empty 200. Takes NULL. */
void rw_http_response_free(rw_http_response *response);

/* The same, but keeps the room for a body, unless it is large. */
void rw_http_response_reset(rw_http_response *response);

/* An empty buffer to write a body into, of at most so many bytes, which has the response's room as far as there is any.
 * It is the caller's, to be given to rw_http_response_take(). */
rw_buffer rw_http_response_lend(rw_http_response *response, size_t maximum);

/* Moves the buffer's bytes into the response without copying them and leaves the buffer empty. content_type has static
 * storage. A buffer that has failed makes the response a problem: out_of_memory, or internal when it hit its maximum. */
void rw_http_response_take(rw_http_response *response, int status, const char *content_type, rw_buffer *body);

/* A body with static storage. */
void rw_http_response_static(rw_http_response *response, int status, const char *content_type, const char *body,
                             size_t length);

/* The gzip form of the static body just set, with static storage; it goes out where the client takes it. NULL: none. */
void rw_http_response_set_gzip(rw_http_response *response, const char *gzip, size_t length);

/* A body of `length` bytes in a file, which the response closes. It is sent as it is, never compressed. */
void rw_http_response_file(rw_http_response *response, int status, const char *content_type, int file, size_t length);

/* Takes one of `maximum` places of a resource that the answer needs until it is out, or dropped. False when all are
 * taken. `taken` outlives the server; a response holds one place at most. */
bool rw_http_response_hold(rw_http_response *response, atomic_size_t *taken, size_t maximum);

/*
 * Instead of an answer: asks to be called again, with request->waited set, as soon as the catalogue has this version,
 * the server stops, or the time is over. No thread waits. What the response holds is dropped. The second call has to
 * answer.
 */
void rw_http_response_wait(rw_http_response *response, uint64_t version, int64_t milliseconds);

/* A status with neither body nor media type, as 204. */
void rw_http_response_empty(rw_http_response *response, int status);

/* A strong entity tag; the text has no quotes. */
void rw_http_response_set_etag(rw_http_response *response, const char *tag);

/* Adds a header (Location, Link, Allow, Retry-After, Cache-Control, …). The name has static storage, the value must
 * hold no control character; one that does is left out, so that no value can split a head. */
void rw_http_response_add_header(rw_http_response *response, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Makes the response application/problem+json with the status of the problem's code. What the response held before is
 * dropped, headers included. What is retryable gets Retry-After. */
void rw_http_problem(rw_http_response *response, const rw_http_request *request, const rw_problem *problem);

/* Gives a header that was added already another value. */
void rw_http_response_change_header(rw_http_response *response, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct rw_service;
struct rw_access;
struct rw_recorder;
struct rw_http_context;

typedef struct rw_http_readiness_check {
    const char *name; /* static */
    bool sound;
    const char *detail; /* static; what is wrong, or what was found */
} rw_http_readiness_check;

#define RW_HTTP_READINESS_CHECKS_MAX 8

/* Fills in at most RW_HTTP_READINESS_CHECKS_MAX checks and returns how many. Runs on any worker; must not block. */
typedef size_t rw_http_readiness(void *state, rw_http_readiness_check checks[RW_HTTP_READINESS_CHECKS_MAX]);

/* Version of the catalogue that answers now; 0 while there is none. */
typedef uint64_t rw_http_catalog_version(void *state);

/* Seconds since the catalogue was known to show all that is stored, while the store does not answer; else -1. Must not
 * block. */
typedef int64_t rw_http_catalog_age(void *state);

/* The bounds in force, as /v1/limits tells them. */
typedef struct rw_http_limits {
    size_t max_body_bytes;
    size_t max_document_bytes; /* of bodies that hold a clip or profile to be stored or checked */
    size_t max_import_bytes;   /* of bodies that hold a whole catalogue */
    size_t max_batch_items;
    unsigned max_connections;
    size_t max_connections_per_address; /* 0: as many as there are */
    size_t max_in_flight; /* requests begun and not answered; 0: as many as there are connections */
    int64_t rate_per_token, rate_per_address; /* requests a second; 0: any number */
    int64_t rate_burst;                       /* of either at once */
    int64_t head_deadline_ms, body_deadline_ms, reply_deadline_ms, idle_deadline_ms;
} rw_http_limits;

/* What may change while the server runs. What is set is never written again: another takes its place. */
typedef struct rw_http_settings {
    rw_http_limits limits;
    const char *host_names;  /* comma-separated: names under which the server is known */
    const char *cors_origins; /* comma-separated: origins of pages that may use the API; NULL: none */
    bool access_log;         /* log every request */
    int64_t slow_request_ms; /* log what takes longer; 0: no request is slow */
} rw_http_settings;

/* What handlers work with; the same for all requests, and but for `settings` and the two of large answers read only
 * once the server runs. */
typedef struct rw_http_context {
    struct rw_service *service; /* NULL in a server without a store */
    struct rw_access *access;   /* NULL: nobody is asked who he is, or how often */
    /* Borrowed; one that was replaced has to stay until no request can use it. */
    _Atomic(const rw_http_settings *) settings;
    rw_metrics *metrics;
    rw_log *log;
    struct rw_recorder *recorder; /* NULL: nothing is recorded */
    const char *release, *commit;             /* static */
    bool read_only;                           /* the store takes no writes */
    rw_http_readiness *readiness;             /* NULL: always ready */
    rw_http_catalog_version *catalog_version; /* NULL: no catalogue */
    rw_http_catalog_age *catalog_age;         /* NULL: it has none */
    void *state;                              /* of the three above */
    atomic_size_t large_answers;              /* of the length of the catalogue, that are made or sent */
    atomic_bool making_large;                 /* one of them is being made */
} rw_http_context;

/* The settings in force. A caller that needs more than one of them asks once. */
const rw_http_settings *rw_http_settings_now(const rw_http_context *context);

typedef void rw_http_handler(rw_http_context *context, const rw_http_request *request, rw_http_response *response);

enum {
    RW_HTTP_BODY_REQUIRED = 1, /* a JSON body must come; without the flag a body is refused */
    RW_HTTP_BODY_OPTIONAL = 2,
    RW_HTTP_BODY_DOCUMENT = 4, /* the body may be as long as a document: max_document_bytes */
    RW_HTTP_HEALTH = 8,        /* answered however many requests there are */
    RW_HTTP_BODY_IMPORT = 16,  /* the body is application/x-ndjson and may be as long as max_import_bytes */
    RW_HTTP_RECORDED = 32,     /* asks the solver: recorded with its answer when the daemon records */
    RW_HTTP_STORE = 64         /* the handler always asks the store: it is only called where it may wait */
};

enum {
    RW_HTTP_PUBLIC = 0, /* a route that needs no token */
    RW_HTTP_ANY_TOKEN = RW_SCOPES_ALL
};

/* One row of the route table. A template is a path whose segments are literals or {name}. */
typedef struct rw_http_route {
    rw_http_method method; /* not HEAD or OPTIONS: they come from the others */
    const char *template;
    rw_http_handler *handler;
    const char *const *query;    /* names of the allowed parameters, NULL at the end; NULL: none */
    const char *const *produces; /* media types, NULL at the end, the preferred one first; NULL: application/json */
    unsigned flags;
    unsigned scopes; /* of rw_scope: a token needs one of them, or admin, once tokens are asked for; or RW_HTTP_PUBLIC */
} rw_http_route;

/* Every route of the daemon. Of two templates that match a path the earlier one is taken. */
const rw_http_route *rw_http_routes(size_t *count);

/* The two parts of it: health, metrics and backup, which may have a listener of their own, and all the rest. */
const rw_http_route *rw_http_routes_system(size_t *count);
const rw_http_route *rw_http_routes_api(size_t *count);

#endif
