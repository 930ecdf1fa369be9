#include "http/exchange.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "access/access.h"
#include "base/clock.h"
#include "http/admission.h"
#include "http/compress.h"
#include "http/cors.h"
#include "http/record.h"
#include "http/request_id.h"
#include "http/router.h"
#include "http/site.h"

#define BODY_KEPT_MAX ((size_t)16 * 1024)
#define RESERVE_BYTES_MAX ((size_t)32 * 1024 * 1024)
#define LIST_MAX 2048 /* of a header that was given in several lines, joined */

void rw_http_engine_seed(rw_http_engine *engine)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = (uint64_t)rw_clock_monotonic_ns() ^ (uint64_t)rw_clock_wall_ms() << 20;
    snprintf(engine->request_id_prefix, sizeof engine->request_id_prefix, "%012" PRIx64, seed >> 16);
}

void rw_http_engine_reserve(rw_http_engine *engine)
{
    engine->reserve = rw_reserve_new(RESERVE_BYTES_MAX);
}

void rw_http_exchange_init(rw_http_exchange *exchange)
{
    memset(exchange, 0, sizeof *exchange);
    rw_arena_init(&exchange->arena);
    rw_http_response_init(&exchange->response);
    rw_problem_init(&exchange->rejection);
    rw_buffer_init(&exchange->body, SIZE_MAX - 1);
    rw_http_exchange_reset(exchange);
}

static void release_long_body(rw_http_exchange *exchange)
{
    if (exchange->long_bodies != NULL)
        atomic_fetch_sub(exchange->long_bodies, exchange->set_aside);
    exchange->long_bodies = NULL;
    exchange->set_aside = 0;
}

void rw_http_exchange_free(rw_http_exchange *exchange)
{
    if (exchange == NULL)
        return;
    release_long_body(exchange);
    rw_http_admission_release(exchange);
    rw_http_response_free(&exchange->response);
    rw_problem_free(&exchange->rejection);
    rw_buffer_free(&exchange->body);
    rw_arena_free(&exchange->arena);
}

void rw_http_exchange_reset(rw_http_exchange *exchange)
{
    release_long_body(exchange);
    rw_http_admission_release(exchange);
    rw_http_response_reset(&exchange->response);
    rw_problem_free(&exchange->rejection);
    rw_buffer_trim(&exchange->body, BODY_KEPT_MAX);
    rw_arena_reset(&exchange->arena);
    rw_http_request *request = &exchange->request;
    request->method = RW_HTTP_OTHER;
    request->route = NULL;
    request->header_count = request->path_count = request->query_count = 0;
    request->body = "";
    request->body_length = request->media = 0;
    request->target = exchange->raw_target;
    request->request_id = exchange->request_id;
    request->remote = exchange->remote;
    request->actor = RW_ORIGIN_ANONYMOUS;
    request->arena = &exchange->arena;
    request->asks_store = NULL;
    exchange->close = exchange->options = false;
    exchange->asked_ns = 0;
    exchange->answer_header_count = exchange->dropped = 0;
    exchange->allowed = 0;
    exchange->min_version = 0;
    request->waited = false;
    exchange->framing = (rw_http_framing){0};
    exchange->raw_target[0] = exchange->request_id[0] = '\0';
}

void rw_http_exchange_begin(rw_http_exchange *exchange, const char *raw_target)
{
    const size_t length = strnlen(raw_target, RW_HTTP_TARGET_MAX + 1);
    memcpy(exchange->raw_target, raw_target, length);
    exchange->raw_target[length] = '\0';
}

/* ---- the head ---- */

static void choose_request_id(rw_http_engine *engine, rw_http_exchange *exchange)
{
    const char *given = rw_http_request_header(&exchange->request, "X-Request-Id");
    if (given != NULL && rw_http_request_id_valid(given)) {
        memcpy(exchange->request_id, given, strlen(given) + 1);
        return;
    }
    rw_http_request_id_write(engine->request_id_prefix,
                     atomic_fetch_add_explicit(&engine->request_id_next, 1, memory_order_relaxed), exchange->request_id);
}

static const char *cors_origins(const rw_http_engine *engine)
{
    const char *origins = rw_http_settings_now(engine->context)->cors_origins;
    return origins == NULL ? "" : origins;
}

/* With tokens a page has to have one of its own. */
static void check_site(const rw_http_engine *engine, rw_http_exchange *exchange)
{
    const struct rw_access *access = engine->context->access;
    if (!engine->check_host || (access != NULL && rw_access_asks(access)))
        return;
    const rw_http_site site = {.listen_address = engine->listen_address,
                               .names = rw_http_settings_now(engine->context)->host_names,
                               .origins = cors_origins(engine)};
    rw_http_site_check(&site, &exchange->request, &exchange->rejection);
}

static void find_route(const rw_http_engine *engine, rw_http_exchange *exchange)
{
    rw_http_request *request = &exchange->request;
    rw_http_match match = rw_http_route_find(engine->routes, engine->route_count, request->method, &exchange->target);
    const bool all = strcmp(request->target, "*") == 0;
    for (size_t i = 0; all && i < engine->route_count; i++)
        match.allowed |= 1U << engine->routes[i].method | 1U << RW_HTTP_HEAD | 1U << RW_HTTP_OPTIONS;
    request->route = match.route;
    memcpy(request->path, match.path, sizeof match.path);
    request->path_count = match.path_count;
    exchange->allowed = match.allowed;
    if (match.route == NULL && match.allowed == 0)
        rw_problem_set(&exchange->rejection, RW_PROBLEM_ROUTE_NOT_FOUND, "nothing is served under this path");
    else if (request->method == RW_HTTP_OPTIONS)
        exchange->options = true;
    else if (match.route == NULL)
        rw_problem_set(&exchange->rejection, RW_PROBLEM_METHOD_NOT_ALLOWED,
                       "this path does not have the method; the Allow header lists those it has");
}

static void check_query(rw_http_exchange *exchange)
{
    rw_http_request *request = &exchange->request;
    memcpy(request->query, exchange->target.query, exchange->target.query_count * sizeof *request->query);
    request->query_count = exchange->target.query_count;
    rw_http_target_check_query(&exchange->target, request->route == NULL ? NULL : request->route->query,
                               &exchange->rejection);
}

/* Longest body that the route reads. */
static size_t body_limit(const rw_http_engine *engine, const rw_http_route *route)
{
    const rw_http_limits *limits = &rw_http_settings_now(engine->context)->limits;
    if (route != NULL && (route->flags & RW_HTTP_BODY_IMPORT) != 0)
        return limits->max_import_bytes;
    const bool document = route != NULL && (route->flags & RW_HTTP_BODY_DOCUMENT) != 0;
    return document && limits->max_document_bytes > limits->max_body_bytes ? limits->max_document_bytes
                                                                           : limits->max_body_bytes;
}

/* Long bodies share a budget: with many connections they could fill the memory otherwise. One of unknown length
 * counts as the longest. */
static bool set_aside(rw_http_engine *engine, rw_http_exchange *exchange, size_t length)
{
    if (exchange->long_bodies != NULL || length <= rw_http_settings_now(engine->context)->limits.max_body_bytes)
        return true;
    const size_t limit = body_limit(engine, exchange->request.route);
    const size_t documents =
        RW_HTTP_LONG_BODIES_MAX * rw_http_settings_now(engine->context)->limits.max_document_bytes;
    const size_t bytes = exchange->framing.chunked ? limit : length;
    const size_t before = atomic_fetch_add(&engine->long_bodies, bytes);
    if (before + bytes <= (documents > limit ? documents : limit)) {
        exchange->long_bodies = &engine->long_bodies;
        exchange->set_aside = bytes;
        return true;
    }
    atomic_fetch_sub(&engine->long_bodies, bytes);
    rw_problem_set(&exchange->rejection, RW_PROBLEM_OVERLOADED,
                   "other long documents are being read; send it again soon");
    return false;
}

/* A header given in several lines is one list. */
static bool body_is_plain(const rw_http_request *request)
{
    for (size_t i = 0; i < request->header_count; i++)
        if (rw_http_same_name(request->headers[i].name, "Content-Encoding") &&
            !rw_http_is_identity(request->headers[i].value))
            return false;
    return true;
}

static void check_body_head(rw_http_engine *engine, rw_http_exchange *exchange)
{
    const unsigned flags = exchange->request.route->flags;
    const rw_http_framing *framing = &exchange->framing;
    const bool some = framing->chunked || framing->length > 0;
    if (some && (flags & (RW_HTTP_BODY_REQUIRED | RW_HTTP_BODY_OPTIONAL)) == 0) {
        rw_problem_set(&exchange->rejection, RW_PROBLEM_BODY_NOT_ALLOWED, "this request takes no body");
        return;
    }
    if (!some && (flags & RW_HTTP_BODY_REQUIRED) != 0) {
        rw_problem_set(&exchange->rejection, RW_PROBLEM_BODY_REQUIRED, "this request needs a JSON body");
        return;
    }
    if (!some)
        return;
    const char *content_type = rw_http_request_header(&exchange->request, "Content-Type");
    if ((flags & RW_HTTP_BODY_IMPORT) != 0 && !rw_http_is_ndjson(content_type))
        rw_problem_set(&exchange->rejection, RW_PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                       "the body must be " RW_HTTP_NDJSON " in UTF-8; the Content-Type says otherwise");
    else if ((flags & RW_HTTP_BODY_IMPORT) == 0 && !rw_http_is_json(content_type))
        rw_problem_set(&exchange->rejection, RW_PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                       "the body must be application/json in UTF-8; the Content-Type says otherwise");
    if (!body_is_plain(&exchange->request))
        rw_problem_set(&exchange->rejection, RW_PROBLEM_UNSUPPORTED_ENCODING,
                       "send the body without Content-Encoding; compressed bodies are not read");
    const size_t limit = body_limit(engine, exchange->request.route);
    if (framing->length > limit)
        rw_problem_set(&exchange->rejection, RW_PROBLEM_BODY_TOO_LARGE, "the body has %llu bytes; at most %zu are read",
                       framing->length, limit);
    if (!rw_problem_failed(&exchange->rejection))
        set_aside(engine, exchange, (size_t)framing->length);
}

static void check_accept(rw_http_exchange *exchange)
{
    static const char *const json_only[] = {RW_HTTP_JSON, NULL};
    const rw_http_route *route = exchange->request.route;
    const char *const *produces = route->produces == NULL ? json_only : route->produces;
    char ranges[LIST_MAX];
    const char *accept = rw_http_request_list(&exchange->request, "Accept", ranges, sizeof ranges);
    if (rw_http_accept_choose(accept, produces, &exchange->request.media))
        return;
    rw_buffer names;
    rw_buffer_init(&names, 300);
    for (size_t i = 0; produces[i] != NULL; i++)
        rw_buffer_append_format(&names, "%s%s", i == 0 ? "" : ", ", produces[i]);
    rw_problem_set(&exchange->rejection, RW_PROBLEM_NOT_ACCEPTABLE, "this path answers with %s",
                   names.data == NULL ? "another media type" : names.data);
    rw_buffer_free(&names);
}

/* X-Min-Catalog-Version: whoever has seen a version is not answered from an older one. */
static void check_version(rw_http_exchange *exchange)
{
    enum { DIGITS_MAX = 15 };
    const char *text = rw_http_request_header(&exchange->request, "X-Min-Catalog-Version");
    if (text == NULL)
        return;
    const size_t length = strlen(text);
    if (length == 0 || length > DIGITS_MAX || strspn(text, "0123456789") != length) {
        rw_problem_set(&exchange->rejection, RW_PROBLEM_BAD_HEADER,
                       "X-Min-Catalog-Version is no version: send the number of an X-Catalog-Version");
        return;
    }
    exchange->min_version = strtoull(text, NULL, 10);
}

/* Everything that needs neither the body nor the resource, the most general first. */
static void check_request(rw_http_engine *engine, rw_http_exchange *exchange)
{
    check_site(engine, exchange);
    if (rw_problem_failed(&exchange->rejection))
        return;
    find_route(engine, exchange);
    rw_http_admission_check(engine, exchange);
    if (rw_problem_failed(&exchange->rejection) || exchange->options)
        return;
    check_query(exchange);
    if (!rw_problem_failed(&exchange->rejection))
        check_version(exchange);
    if (!rw_problem_failed(&exchange->rejection))
        check_accept(exchange);
    if (!rw_problem_failed(&exchange->rejection))
        check_body_head(engine, exchange);
}

rw_http_verdict rw_http_exchange_head(rw_http_engine *engine, rw_http_exchange *exchange, const char *method,
                                      const char *version, const rw_http_head_faults *faults)
{
    rw_http_request *request = &exchange->request;
    const rw_http_head head = {
        .method = method,
        .target = exchange->raw_target,
        .version = version,
        .headers = request->headers,
        .header_count = request->header_count,
        .faults = *faults,
    };
    rw_buffer_use(&exchange->body, engine->reserve);
    rw_buffer_use(&exchange->response.room, engine->reserve);
    rw_arena_use(&exchange->arena, engine->reserve);
    request->method = rw_http_method_parse(method);
    choose_request_id(engine, exchange);
    if (!rw_http_gate_check(&head, &exchange->framing, &exchange->rejection)) {
        exchange->close = true;
        return RW_HTTP_ANSWER_NOW;
    }
    if (rw_http_target_parse(exchange->raw_target, &exchange->target, &exchange->rejection))
        check_request(engine, exchange);
    if (!rw_problem_failed(&exchange->rejection)) {
        if (exchange->framing.length > 0 && !rw_buffer_reserve(&exchange->body, (size_t)exchange->framing.length))
            rw_problem_set(&exchange->rejection, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the body");
        else
            return RW_HTTP_READ_BODY;
    }
    const bool has_body = exchange->framing.chunked || exchange->framing.length > 0;
    if (has_body && (exchange->framing.expects_continue || exchange->framing.length > RW_HTTP_DROP_MAX)) {
        exchange->close = true;
        return RW_HTTP_ANSWER_NOW;
    }
    return RW_HTTP_READ_BODY;
}

/* ---- the body ---- */

bool rw_http_exchange_body(rw_http_engine *engine, rw_http_exchange *exchange, const char *bytes, size_t length)
{
    const size_t limit = body_limit(engine, exchange->request.route);
    if (!rw_problem_failed(&exchange->rejection)) {
        if (length > limit - exchange->body.length) {
            rw_problem_set(&exchange->rejection, RW_PROBLEM_BODY_TOO_LARGE,
                           "the body has more than the %zu bytes that are read", limit);
        } else if (set_aside(engine, exchange, exchange->body.length + length)) {
            if (rw_buffer_append(&exchange->body, bytes, length))
                return true;
            rw_problem_set(&exchange->rejection, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the body");
        }
        exchange->dropped = exchange->body.length;
        rw_buffer_free(&exchange->body);
    }
    exchange->dropped += length;
    return exchange->dropped <= RW_HTTP_DROP_MAX;
}

/* ---- the answer ---- */

static void add_answer_header(rw_http_exchange *exchange, const char *name, const char *value)
{
    if (exchange->answer_header_count < RW_HTTP_ANSWER_HEADERS_MAX)
        exchange->answer_headers[exchange->answer_header_count++] = (rw_http_pair){.name = name, .value = value};
}

static void answer_rejection(rw_http_exchange *exchange)
{
    rw_http_problem(&exchange->response, &exchange->request, &exchange->rejection);
    if (exchange->rejection.code == RW_PROBLEM_UNSUPPORTED_ENCODING)
        rw_http_response_add_header(&exchange->response, "Accept-Encoding", "identity");
    rw_http_admission_explain(exchange);
}

static void add_allow(rw_http_exchange *exchange)
{
    rw_buffer allow;
    rw_buffer_init(&allow, 128);
    rw_http_allow_write(exchange->allowed, &allow);
    if (allow.data != NULL)
        rw_http_response_add_header(&exchange->response, "Allow", "%s", allow.data);
    rw_buffer_free(&allow);
}

static void answer_without_memory(rw_http_exchange *exchange)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_set(&problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the answer");
    rw_http_problem(&exchange->response, &exchange->request, &problem);
    rw_problem_free(&problem);
}

static bool reads_only(rw_http_method method)
{
    return method == RW_HTTP_GET || method == RW_HTTP_HEAD;
}

/* Answers 304 when the client has the document already. A malformed If-None-Match on a read is ignored. */
static void apply_condition(rw_http_exchange *exchange)
{
    rw_http_response *response = &exchange->response;
    if (response->etag == NULL || response->status != 200 || !reads_only(exchange->request.method))
        return;
    rw_http_tag_list list;
    rw_problem ignored;
    rw_problem_init(&ignored);
    const bool read = rw_http_tag_list_read(&exchange->request, "If-None-Match", &list, &ignored);
    rw_problem_free(&ignored);
    if (read && list.given && rw_http_tag_list_has(&list, response->etag, true))
        response->status = 304;
}

/* Compresses a body that is worth it. */
static void apply_compression(rw_http_exchange *exchange, bool *varies, bool *zipped)
{
    rw_http_response *response = &exchange->response;
    *zipped = *varies = false;
    if (response->body_file >= 0)
        return;
    char codings[LIST_MAX];
    *varies = response->gzip != NULL ||
              (response->body_length >= RW_HTTP_GZIP_MINIMUM && rw_http_compressible(response->content_type));
    if (!*varies || !rw_http_accepts_gzip(
                        rw_http_request_list(&exchange->request, "Accept-Encoding", codings, sizeof codings)))
        return;
    if (response->gzip != NULL) {
        response->body = response->gzip;
        response->body_length = response->gzip_length;
        *zipped = true;
        return;
    }
    size_t length = 0;
    char *bytes = rw_http_gzip(response->body, response->body_length, &length);
    if (bytes == NULL)
        return;
    free(response->owned_body);
    response->body = response->owned_body = bytes;
    response->body_length = length;
    *zipped = true;
}

/* NULL when the answer depends on neither. */
static const char *vary_on(const rw_http_route *route, bool compressible)
{
    const bool media =
        route != NULL && route->produces != NULL && route->produces[0] != NULL && route->produces[1] != NULL;
    if (media)
        return compressible ? "Accept, Accept-Encoding" : "Accept";
    return compressible ? "Accept-Encoding" : NULL;
}

static void write_decimal(uint64_t number, char out[RW_HTTP_DECIMAL_SIZE])
{
    char digits[RW_HTTP_DECIMAL_SIZE];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    for (size_t i = 0; i < count; i++)
        out[i] = digits[count - 1 - i];
    out[count] = '\0';
}

/* What the answer is from, and, while nobody knows what is stored by now, how old that is. */
static void add_version(const rw_http_context *context, rw_http_exchange *exchange)
{
    uint64_t version = exchange->response.catalog_version;
    if (version == 0 && context->catalog_version != NULL)
        version = context->catalog_version(context->state);
    if (version == 0)
        return;
    write_decimal(version, exchange->version_text);
    add_answer_header(exchange, "X-Catalog-Version", exchange->version_text);
    const int64_t age = context->catalog_age != NULL ? context->catalog_age(context->state) : -1;
    if (age < 0)
        return;
    write_decimal((uint64_t)age, exchange->age_text);
    add_answer_header(exchange, "X-Catalog-Age", exchange->age_text);
}

static void write_headers(rw_http_engine *engine, rw_http_exchange *exchange, bool varies, bool zipped)
{
    const char *vary = vary_on(exchange->request.route, varies);
    rw_http_response *response = &exchange->response;
    const rw_http_context *context = engine->context;
    /* The body of a 304 stays attached, as that of HEAD does: the library leaves it out and sends its length, which
     * must be that of the full answer. */
    if (response->content_type != NULL && response->status != 304)
        add_answer_header(exchange, "Content-Type", response->content_type);
    if (zipped && response->status != 304)
        add_answer_header(exchange, "Content-Encoding", "gzip");
    if (vary != NULL)
        add_answer_header(exchange, "Vary", vary);
    if (response->etag != NULL) {
        snprintf(exchange->etag_text, sizeof exchange->etag_text, "\"%.128s%s\"", response->etag,
                 zipped ? "-gzip" : "");
        add_answer_header(exchange, "ETag", exchange->etag_text);
    }
    add_version(context, exchange);
    add_answer_header(exchange, "X-Request-Id", exchange->request_id);
    add_answer_header(exchange, "X-Content-Type-Options", "nosniff");
    for (size_t i = 0; i < response->extra_count; i++)
        add_answer_header(exchange, response->extra[i].name, response->extra[i].value);
    if (atomic_load_explicit(&engine->draining, memory_order_relaxed))
        exchange->close = true;
    if (exchange->close)
        add_answer_header(exchange, "Connection", "close");
}

/* False when the catalogue is older than the client has seen it, and has to be waited for. */
static bool version_reached(const rw_http_engine *engine, rw_http_exchange *exchange)
{
    const rw_http_context *context = engine->context;
    const uint64_t wanted = exchange->min_version;
    if (wanted == 0 || context->catalog_version == NULL || rw_problem_failed(&exchange->rejection))
        return true;
    const uint64_t current = context->catalog_version(context->state);
    if (wanted > current && !exchange->request.waited) {
        exchange->request.waited = true;
        exchange->wait = (rw_http_wait){.version = wanted, .milliseconds = RW_HTTP_VERSION_WAIT_MS};
        return false;
    }
    if (wanted > current)
        rw_problem_set(&exchange->rejection, RW_PROBLEM_NOT_READY,
                       "the catalogue is at version %" PRIu64 ", not yet at %" PRIu64, current, wanted);
    exchange->min_version = 0;
    exchange->request.waited = false;
    return true;
}

static rw_http_outcome call_handler(rw_http_engine *engine, rw_http_exchange *exchange, bool may_wait)
{
    rw_http_request *request = &exchange->request;
    rw_http_response *response = &exchange->response;
    exchange->asks_store = !may_wait && (request->route->flags & RW_HTTP_STORE) != 0;
    request->asks_store = may_wait ? NULL : &exchange->asks_store;
    if (!exchange->asks_store)
        request->route->handler(engine->context, request, response);
    if (exchange->asks_store) {
        rw_http_response_reset(response);
        return RW_HTTP_WAITS_FOR_STORE;
    }
    if (response->wait_ms <= 0 || request->waited)
        return RW_HTTP_ANSWERED;
    exchange->wait = (rw_http_wait){.version = response->wait_version, .milliseconds = response->wait_ms};
    request->waited = true;
    exchange->asked_ns = 0; /* a wait that was asked for does not count */
    rw_http_response_reset(response);
    return RW_HTTP_WAITS_FOR_CATALOG;
}

static void complete_answer(rw_http_engine *engine, rw_http_exchange *exchange)
{
    rw_http_response *response = &exchange->response;
    if (exchange->options || exchange->rejection.code == RW_PROBLEM_METHOD_NOT_ALLOWED)
        add_allow(exchange);
    if (response->out_of_memory)
        answer_without_memory(exchange);
    if (engine->context->recorder != NULL && !rw_problem_failed(&exchange->rejection))
        rw_http_record(engine->context, &exchange->request, response);
    apply_condition(exchange);
    rw_http_cors_answer(cors_origins(engine), &exchange->request, exchange->allowed, response);
    bool varies = false, zipped = false;
    apply_compression(exchange, &varies, &zipped);
    write_headers(engine, exchange, varies, zipped);
    rw_http_telemetry_record(engine->telemetry, &exchange->request, response,
                             rw_clock_monotonic_ns() - exchange->asked_ns);
}

void rw_http_exchange_refuse(rw_http_exchange *exchange, const char *detail)
{
    if (!rw_problem_failed(&exchange->rejection))
        rw_problem_set(&exchange->rejection, RW_PROBLEM_OVERLOADED, "%s", detail);
}

rw_http_outcome rw_http_exchange_finish(rw_http_engine *engine, rw_http_exchange *exchange, bool may_wait)
{
    rw_http_request *request = &exchange->request;
    rw_http_outcome outcome = RW_HTTP_ANSWERED;
    if (exchange->asked_ns == 0)
        exchange->asked_ns = rw_clock_monotonic_ns();
    if (!version_reached(engine, exchange)) {
        exchange->asked_ns = 0;
        return RW_HTTP_WAITS_FOR_CATALOG;
    }
    if (exchange->body.length > 0) {
        request->body = exchange->body.data;
        request->body_length = exchange->body.length;
    }
    const bool has_route = request->route != NULL && !rw_problem_failed(&exchange->rejection);
    if (has_route && request->body_length == 0 && (request->route->flags & RW_HTTP_BODY_REQUIRED) != 0)
        rw_problem_set(&exchange->rejection, RW_PROBLEM_BODY_REQUIRED, "this request needs a JSON body");
    if (rw_problem_failed(&exchange->rejection))
        answer_rejection(exchange);
    else if (exchange->options)
        rw_http_response_empty(&exchange->response, 204);
    else
        outcome = call_handler(engine, exchange, may_wait);
    if (outcome == RW_HTTP_ANSWERED)
        complete_answer(engine, exchange);
    return outcome;
}
