#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "http/adapter_mhd.h"
#include "http/layout.h"

/* Head and read buffer of a connection. The library zeroes it for every request, so it is kept small. */
#define CONNECTION_MEMORY ((size_t)16 * 1024)
/* The acceptor keeps the limit of connections. The library must never meet its own, which 0.9.75 leaves with a lock
 * held: each of its threads could take all connections and so many more. */
#define ARRIVALS_SPARE 64
/* How long the library may take to begin with a connection that it was given. */
#define ARRIVAL_PATIENCE_NS INT64_C(1000000000)

/* ---- new clients ---- */

/* Connections that were handed over and whose start was not told. One that the library drops for want of memory is
 * never told, so they count only for so long after the last, or after the last handler. */
static size_t arriving(const rw_http_server *server)
{
    bool late = rw_clock_monotonic_ns() - atomic_load(&server->handed_over_ns) > ARRIVAL_PATIENCE_NS;
    for (size_t i = 0; i < server->worker_count && late; i++)
        late = !atomic_load(&server->workers[i].busy);
    return late ? 0 : atomic_load(&server->handed_over);
}

static void arrived(rw_http_server *server)
{
    size_t before = atomic_load(&server->handed_over);
    while (before > 0 && !atomic_compare_exchange_weak(&server->handed_over, &before, before - 1)) {
    }
}

static bool has_room(void *context)
{
    const rw_http_server *server = context;
    return rw_http_connections_count(server->connections) + arriving(server) < server->connections_max;
}

/* The one with the fewest connections of those that are not in a handler, or of all. */
static rw_mhd_worker *choose_worker(const rw_http_server *server)
{
    rw_mhd_worker *best = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < server->worker_count; i++) {
        rw_mhd_worker *worker = &server->workers[i];
        const size_t weight = atomic_load(&worker->open) + (atomic_load(&worker->busy) ? SIZE_MAX / 2 : 0);
        if (weight < least) {
            least = weight;
            best = worker;
        }
    }
    return best;
}

static void take_client(void *context, int fd, const struct sockaddr *address, socklen_t length)
{
    rw_http_server *server = context;
    rw_mhd_worker *worker = choose_worker(server);
    atomic_fetch_add(&worker->open, 1);
    if (arriving(server) == 0)
        atomic_store(&server->handed_over, 0);
    atomic_fetch_add(&server->handed_over, 1);
    atomic_store(&server->handed_over_ns, rw_clock_monotonic_ns());
    if (MHD_add_connection(worker->daemon, fd, address, length) != MHD_YES) { /* it has closed the socket */
        atomic_fetch_sub(&worker->open, 1);
        arrived(server);
    }
}

/* Once a second at most: while descriptors are missing it happens ten times as often. */
static void accept_trouble(void *context, int error)
{
    rw_http_server *server = context;
    const int64_t now = rw_clock_monotonic_ns();
    if (server->trouble_logged_ns != 0 && now - server->trouble_logged_ns < INT64_C(1000000000))
        return;
    server->trouble_logged_ns = now;
    rw_log_message(server->engine.context->log, RW_LOG_ERROR, "accept", "cannot accept connections: %s",
                   strerror(error));
}

/* ---- connections ---- */

static const struct sockaddr *client_address(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

static void request_over(rw_mhd_connection *own)
{
    if (own->begun)
        atomic_fetch_sub(&own->server->in_flight, 1);
    own->begun = own->head_done = own->tried = own->may_rest = own->had_place = false;
    rw_http_exchange_reset(&own->exchange);
}

static void connection_changed(void *context, struct MHD_Connection *connection, void **socket_context,
                               enum MHD_ConnectionNotificationCode code)
{
    rw_mhd_worker *worker = context;
    rw_http_server *server = worker->server;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        /* The next question may overwrite the answer to this one: it is taken at once. */
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        const int fd = info == NULL ? -1 : info->connect_fd;
        rw_mhd_connection *own = fd < 0 ? NULL : calloc(1, sizeof *own);
        *socket_context = own;
        if (own == NULL) {
            arrived(server);
            return; /* every request of the connection is dropped */
        }
        own->server = server;
        own->worker = worker;
        rw_http_exchange_init(&own->exchange);
        const struct sockaddr *client = client_address(connection);
        rw_http_address_write(client, own->exchange.remote, sizeof own->exchange.remote);
        if (!rw_http_connections_add(server->connections, &own->entry, fd, client,
                                     rw_http_settings_now(server->engine.context)->limits.max_connections_per_address))
            rw_http_telemetry_crowd(server->engine.telemetry);
        arrived(server);
        return;
    }
    rw_mhd_connection *own = *socket_context;
    *socket_context = NULL;
    atomic_fetch_sub(&worker->open, 1);
    if (own != NULL) {
        rw_http_connections_remove(server->connections, &own->entry);
        request_over(own);
        rw_http_exchange_free(&own->exchange);
        free(own);
    }
}

static rw_mhd_connection *own_connection(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/* GnuTLS asks in each handshake, with the session that the library made for the connection. */
static int choose_certificate(gnutls_session_t session, const gnutls_datum_t *authorities, int authority_count,
                              const gnutls_pk_algorithm_t *algorithms, int algorithm_count, gnutls_pcert_st **chain,
                              unsigned *length, gnutls_privkey_t *key)
{
    (void)authorities;
    (void)authority_count;
    (void)algorithms;
    (void)algorithm_count;
    struct MHD_Connection *connection = gnutls_session_get_ptr(session);
    const rw_mhd_connection *own = connection == NULL ? NULL : own_connection(connection);
    if (own == NULL)
        return -1;
    rw_http_tls_current(own->server->tls, chain, length, key);
    return 0;
}

/* ---- requests ---- */

/* The library calls this with the request line's target as it was sent, before it decodes anything. */
static void *target_seen(void *context, const char *target, struct MHD_Connection *connection)
{
    rw_http_server *server = context;
    rw_mhd_connection *own = own_connection(connection);
    if (own == NULL)
        return NULL;
    rw_http_exchange_reset(&own->exchange);
    rw_http_exchange_begin(&own->exchange, target);
    own->target = target;
    own->target_end = target + strlen(target);
    own->begun = true;
    atomic_fetch_add(&server->in_flight, 1);
    rw_http_connections_enter(server->connections, &own->entry, RW_HTTP_PHASE_HEAD, rw_clock_monotonic_ns());
    return own;
}

static void request_completed(void *context, struct MHD_Connection *connection, void **request_context,
                              enum MHD_RequestTerminationCode code)
{
    rw_http_server *server = context;
    rw_mhd_connection *own = *request_context;
    (void)connection;
    (void)code;
    *request_context = NULL;
    if (own == NULL)
        return;
    request_over(own);
    rw_http_connections_enter(server->connections, &own->entry, RW_HTTP_PHASE_IDLE, rw_clock_monotonic_ns());
}

typedef struct rw_header_reader {
    rw_http_request *request;
    bool cut;
} rw_header_reader;

static enum MHD_Result take_header(void *context, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                   const char *value, size_t value_length)
{
    rw_header_reader *reader = context;
    (void)kind;
    (void)value_length;
    if (reader->request->header_count == RW_HTTP_HEADERS_MAX || strlen(name) != name_length) {
        reader->cut = true;
        return MHD_NO;
    }
    reader->request->headers[reader->request->header_count++] =
        (rw_http_pair){.name = name, .value = value == NULL ? "" : value};
    return MHD_YES;
}

#if MHD_VERSION >= 0x01000000
/* The library is run strictly and refuses by itself what would leave a gap. */
static void find_gaps(const rw_mhd_connection *own, struct MHD_Connection *connection, const char *method,
                      const char *version, rw_http_head_faults *faults)
{
    (void)connection;
    (void)method;
    faults->line_gap = own->target_end + 1 != version;
}
#else
static void find_gaps(const rw_mhd_connection *own, struct MHD_Connection *connection, const char *method,
                      const char *version, rw_http_head_faults *faults)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    const rw_http_layout layout = {
        .method = method,
        .length = info == NULL ? 0 : info->header_size,
        .target = own->target,
        .target_end = own->target_end,
        .version = version,
        .headers = own->exchange.request.headers,
        .header_count = own->exchange.request.header_count,
    };
    faults->line_gap = !rw_http_layout_line_sound(&layout);
    faults->headers_gap = !rw_http_layout_headers_sound(&layout);
}
#endif

static enum MHD_Result take_head(rw_mhd_connection *own, struct MHD_Connection *connection, const char *method,
                                 const char *version)
{
    rw_http_exchange *exchange = &own->exchange;
    rw_header_reader reader = {.request = &exchange->request};
    rw_http_head_faults faults = {0};
    own->head_done = true;
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, &reader);
    find_gaps(own, connection, method, version, &faults);
    faults.headers_cut = reader.cut;
    if (rw_http_exchange_head(&own->server->engine, exchange, method, version, &faults) == RW_HTTP_ANSWER_NOW)
        return rw_mhd_answer(own, connection);
    if (exchange->framing.chunked || exchange->framing.length > 0)
        rw_http_connections_enter(own->server->connections, &own->entry, RW_HTTP_PHASE_BODY, rw_clock_monotonic_ns());
    return MHD_YES;
}

/* Called once with the head, then for each piece of the body, then once more when all of it has come. */
static enum MHD_Result request_step(void *context, struct MHD_Connection *connection, const char *target,
                                    const char *method, const char *version, const char *bytes, size_t *length,
                                    void **request_context)
{
    rw_mhd_connection *own = *request_context;
    (void)target;
    if (own == NULL)
        return MHD_NO;
    if (!own->head_done)
        return take_head(own, connection, method, version);
    if (*length == 0) {
        /* Of trailers the library forgives as much as of headers, and nothing tells where they ended. */
        if (MHD_get_connection_values(connection, MHD_FOOTER_KIND, NULL, NULL) > 0)
            own->exchange.close = true;
        return rw_mhd_answer(own, connection);
    }
    rw_http_server *server = context;
    const bool sound = rw_http_exchange_body(&server->engine, &own->exchange, bytes, *length);
    *length = 0;
    return sound ? MHD_YES : MHD_NO;
}

static void library_log(void *context, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* What the library complains about is nearly always a client that went away. */
static void library_log(void *context, const char *format, va_list arguments)
{
    const rw_http_server *server = context;
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    text[strcspn(text, "\n")] = '\0';
    rw_log_message(server->engine.context->log, RW_LOG_DEBUG, "http_library", "%s", text);
}

/* ---- life ---- */

static double read_open(void *context)
{
    const rw_http_server *server = context;
    return (double)rw_http_connections_count(server->connections);
}

static double read_in_flight(void *context)
{
    return (double)rw_http_server_in_flight(context);
}

static double read_waiting(void *context)
{
    const rw_http_server *server = context;
    return (double)rw_http_store_threads_waiting(server->store_threads);
}

void rw_http_server_catalog_moved(rw_http_server *server)
{
    rw_http_waiters_wake(server->waiters);
}

void rw_http_server_settings_changed(rw_http_server *server)
{
    int64_t deadlines_ms[RW_HTTP_PHASE_COUNT];
    rw_http_connections_deadlines(&rw_http_settings_now(server->engine.context)->limits, deadlines_ms);
    rw_http_connections_set_deadlines(server->connections, deadlines_ms);
}

static bool prepare_engine(rw_http_server *server, const rw_http_options *options)
{
    rw_http_engine *engine = &server->engine;
    engine->routes = options->routes;
    engine->route_count = options->route_count;
    engine->context = options->context;
    engine->check_host = options->check_host;
    engine->listen_address = server->listener.address;
    rw_http_engine_seed(engine);
    rw_http_engine_reserve(engine);
    engine->telemetry =
        rw_http_telemetry_new(options->metrics, options->context, options->routes, options->route_count);
    return engine->telemetry != NULL;
}

static bool prepare(rw_http_server *server, const rw_http_options *options)
{
    int64_t deadlines_ms[RW_HTTP_PHASE_COUNT];
    rw_http_connections_deadlines(&rw_http_settings_now(options->context)->limits, deadlines_ms);
    server->listener = *options->listener;
    server->tls = options->tls;
    server->connections_max = options->max_connections < 1 ? 1 : options->max_connections;
    server->worker_count = options->threads < 1 ? 1 : options->threads;
    server->workers = calloc(server->worker_count, sizeof *server->workers);
    if (server->workers == NULL || !prepare_engine(server, options))
        return false;
    server->connections = rw_http_connections_new(deadlines_ms, rw_http_telemetry_cut, server->engine.telemetry);
    return server->connections != NULL && rw_mhd_prepare_answers(server, options) &&
           rw_metrics_add_read(options->metrics, RW_METRIC_READ_GAUGE, "rootwarp_http_connections",
                               "Connections open now.", read_open, server) &&
           rw_metrics_add_read(options->metrics, RW_METRIC_READ_GAUGE, "rootwarp_http_requests_in_flight",
                               "Requests that have begun and are not answered yet.", read_in_flight, server) &&
           rw_metrics_add_read(options->metrics, RW_METRIC_READ_GAUGE, "rootwarp_http_requests_waiting",
                               "Requests that wait for a thread that may ask the store.", read_waiting, server);
}

static bool start_worker(rw_http_server *server, rw_mhd_worker *worker)
{
    const unsigned flags = (unsigned)MHD_USE_EPOLL_INTERNAL_THREAD | (unsigned)MHD_USE_NO_LISTEN_SOCKET |
                           (unsigned)MHD_ALLOW_SUSPEND_RESUME | (unsigned)MHD_USE_ITC |
                           (unsigned)MHD_USE_ERROR_LOG |
                           (server->tls == NULL ? 0 : (unsigned)MHD_USE_TLS);
    /* Without TLS its options are refused. */
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)(uintptr_t)choose_certificate},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t)RW_HTTP_TLS_PRIORITIES},
        {MHD_OPTION_END, 0, NULL},
    };
    if (server->tls == NULL)
        secure[0].option = MHD_OPTION_END;
    const struct MHD_OptionItem more[] = {
#if MHD_VERSION >= 0x01000000
        /* No bare line feeds, folded headers or redirects of malformed targets. The option of the same meaning in older
         * releases makes them write an error answer twice. */
        {MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL},
#endif
        {MHD_OPTION_END, 0, NULL},
    };
    worker->server = server;
    worker->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, request_step, server, MHD_OPTION_EXTERNAL_LOGGER, library_log, server,
        MHD_OPTION_URI_LOG_CALLBACK, target_seen, server, MHD_OPTION_NOTIFY_CONNECTION, connection_changed, worker,
        MHD_OPTION_NOTIFY_COMPLETED, request_completed, server, MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_LIMIT, server->connections_max + ARRIVALS_SPARE, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_ARRAY, more, MHD_OPTION_ARRAY, secure, MHD_OPTION_END);
    return worker->daemon != NULL;
}

static bool start_threads(rw_http_server *server)
{
    const rw_http_acceptor_calls calls = {
        .context = server, .room = has_room, .take = take_client, .trouble = accept_trouble};
    for (size_t i = 0; i < server->worker_count; i++)
        if (!start_worker(server, &server->workers[i]))
            return false;
    server->acceptor = rw_http_acceptor_start(server->listener.fd, &calls);
    return server->acceptor != NULL;
}

rw_http_server *rw_http_server_start(const rw_http_options *options, rw_problem *problem)
{
    rw_http_server *server = calloc(1, sizeof *server);
    if (server == NULL || !prepare(server, options)) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory or threads for the HTTP server");
    } else if (!start_threads(server)) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "the HTTP library does not start: %s", strerror(errno));
    } else {
        return server;
    }
    rw_http_server_free(server);
    return NULL;
}

void rw_http_server_drain(rw_http_server *server)
{
    atomic_store(&server->engine.draining, true);
    if (server->waiters != NULL) rw_http_waiters_release(server->waiters);
}

void rw_http_server_quiesce(rw_http_server *server)
{
    rw_http_server_drain(server);
    if (server->quiesced)
        return;
    server->quiesced = true;
    if (server->acceptor == NULL)
        return;
    if (server->listener.inherited) {
        rw_http_acceptor_stop(server->acceptor);
        server->acceptor = NULL;
    } else {
        rw_http_acceptor_finish(server->acceptor);
    }
}

size_t rw_http_server_settle(rw_http_server *server)
{
    const bool more = server->acceptor != NULL && rw_http_acceptor_open(server->acceptor);
    return rw_http_connections_release_idle(server->connections) + arriving(server) + (more ? 1 : 0);
}

size_t rw_http_server_in_flight(const rw_http_server *server)
{
    return atomic_load(&server->in_flight);
}

void rw_http_server_free(rw_http_server *server)
{
    if (server == NULL)
        return;
    rw_http_server_quiesce(server);
    rw_http_acceptor_stop(server->acceptor);
    rw_http_waiters_release(server->waiters); /* the library may not be stopped while connections rest */
    rw_http_store_threads_stop(server->store_threads);
    for (size_t i = 0; i < server->worker_count; i++)
        if (server->workers[i].daemon != NULL)
            MHD_stop_daemon(server->workers[i].daemon);
    rw_http_waiters_free(server->waiters); /* its threads wake those who wait, until they have ended, */
    rw_http_store_threads_free(server->store_threads); /* and may find that nobody asks the store any more */
    rw_http_connections_free(server->connections);
    rw_http_telemetry_free(server->engine.telemetry);
    rw_reserve_free(server->engine.reserve);
    free(server->workers);
    free(server);
}
