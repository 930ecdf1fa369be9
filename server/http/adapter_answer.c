/* From a complete request to an answer that the library sends, by way of whatever it has to wait for. */
#include <stdlib.h>

#include "base/clock.h"
#include "http/adapter_mhd.h"

/* Longer than the store lets a statement take: whoever waits for a thread until then has been given up by its client. */
#define STORE_PATIENCE_MS INT64_C(30000)

static struct MHD_Response *make_response(rw_http_response *response)
{
    char *owned = response->owned_body;
    if (response->body_file >= 0) {
        struct MHD_Response *sent = MHD_create_response_from_fd64(response->body_length, response->body_file);
        if (sent != NULL) response->body_file = -1; /* it closes the file */
        return sent;
    }
    if (owned == NULL)
        return MHD_create_response_from_buffer(response->body_length, (void *)(uintptr_t)response->body,
                                               MHD_RESPMEM_PERSISTENT);
    struct MHD_Response *made = MHD_create_response_from_buffer_with_free_callback(response->body_length, owned, free);
    if (made != NULL)
        response->owned_body = NULL;
    return made;
}

static uint64_t catalog_version(void *context)
{
    const rw_http_context *shared = ((const rw_http_server *)context)->engine.context;
    return shared->catalog_version == NULL ? UINT64_MAX : shared->catalog_version(shared->state);
}

/* ---- waiting for the catalogue ---- */

static rw_mhd_connection *waiting_connection(rw_http_waiter *waiter)
{
    return (rw_mhd_connection *)((char *)waiter - offsetof(rw_mhd_connection, waiter));
}

static void suspend_waiter(void *context, rw_http_waiter *waiter)
{
    (void)context;
    MHD_suspend_connection(waiting_connection(waiter)->connection);
}

static void resume_waiter(void *context, rw_http_waiter *waiter)
{
    (void)context;
    MHD_resume_connection(waiting_connection(waiter)->connection);
}

/* Whoever waits for the catalogue may go on once a request that may have written is done. */
static void wake_waiting(rw_http_server *server, const rw_http_exchange *exchange)
{
    if (exchange->request.method != RW_HTTP_GET && exchange->request.method != RW_HTTP_HEAD)
        rw_http_waiters_wake(server->waiters);
}

/* ---- waiting for the store ---- */

static rw_mhd_connection *asking_connection(rw_http_store_job *job)
{
    return (rw_mhd_connection *)((char *)job - offsetof(rw_mhd_connection, job));
}

static void suspend_job(void *context, rw_http_store_job *job)
{
    (void)context;
    MHD_suspend_connection(asking_connection(job)->connection);
}

static void run_job(void *context, rw_http_store_job *job, bool timely)
{
    rw_http_server *server = context;
    rw_mhd_connection *own = asking_connection(job);
    if (!timely)
        rw_http_exchange_refuse(&own->exchange, "the store is busy, and the request has waited for it too long");
    own->outcome = rw_http_exchange_finish(&server->engine, &own->exchange, true);
    own->tried = true;
    MHD_resume_connection(own->connection);
}

/* ---- answering ---- */

/* Suspends the connection until what it waits for; false when nobody may wait for that any more. */
static bool rest(rw_mhd_connection *own)
{
    rw_http_server *server = own->server;
    const rw_http_wait *wait = &own->exchange.wait;
    if (own->outcome == RW_HTTP_WAITS_FOR_CATALOG) {
        own->had_place = true;
        return rw_http_waiters_add(server->waiters, &own->waiter, wait->version, wait->milliseconds);
    }
    if (rw_http_store_threads_add(server->store_threads, &own->job, own->had_place))
        return true;
    rw_http_exchange_refuse(&own->exchange, "too many requests wait for the store");
    return false;
}

/*
 * False when the library is to call again: at once, or when the connection is resumed.
 *
 * A connection that is resumed goes on as it was suspended, and when it was about to read, it reads first, finds that a
 * client has ended its half, and drops the answer. So it is suspended the second time that the library calls: when it was
 * told once that there is no answer yet it reads nothing any more.
 */
static bool come_to_an_answer(rw_mhd_connection *own)
{
    rw_http_server *server = own->server;
    if (!own->tried)
        own->outcome = rw_http_exchange_finish(&server->engine, &own->exchange, false);
    own->tried = false;
    while (own->outcome != RW_HTTP_ANSWERED) {
        if (!own->may_rest) {
            own->tried = own->may_rest = true;
            return false;
        }
        if (rest(own))
            return false;
        own->outcome = rw_http_exchange_finish(&server->engine, &own->exchange, false);
    }
    return true;
}

static enum MHD_Result queue_answer(rw_mhd_connection *own, struct MHD_Connection *connection)
{
    rw_http_exchange *exchange = &own->exchange;
    struct MHD_Response *response = make_response(&exchange->response);
    if (response == NULL)
        return MHD_NO;
    enum MHD_Result result = MHD_YES;
    for (size_t i = 0; i < exchange->answer_header_count && result == MHD_YES; i++)
        result = MHD_add_response_header(response, exchange->answer_headers[i].name, exchange->answer_headers[i].value);
    if (result == MHD_YES)
        result = MHD_queue_response(connection, (unsigned)exchange->response.status, response);
    MHD_destroy_response(response);
    rw_http_connections_enter(own->server->connections, &own->entry, RW_HTTP_PHASE_REPLY, rw_clock_monotonic_ns());
    return result;
}

enum MHD_Result rw_mhd_answer(rw_mhd_connection *own, struct MHD_Connection *connection)
{
    rw_http_server *server = own->server;
    rw_mhd_worker *worker = own->worker;
    rw_http_connections_enter(server->connections, &own->entry, RW_HTTP_PHASE_BUSY, 0);
    own->connection = connection;
    atomic_store_explicit(&worker->busy, true, memory_order_relaxed);
    const bool answered = come_to_an_answer(own);
    atomic_store_explicit(&worker->busy, false, memory_order_relaxed);
    if (!answered)
        return MHD_YES; /* `own` may be another thread's by now */
    wake_waiting(server, &own->exchange);
    /* Those who wait for this thread have waited for the handler. */
    if (atomic_load_explicit(&server->handed_over, memory_order_relaxed) > 0)
        atomic_store(&server->handed_over_ns, rw_clock_monotonic_ns());
    return queue_answer(own, connection);
}

bool rw_mhd_prepare_answers(rw_http_server *server, const rw_http_options *options)
{
    const rw_http_waiters_calls waiting = {
        .context = server, .version = catalog_version, .suspend = suspend_waiter, .resume = resume_waiter};
    const rw_http_store_calls asking = {.context = server, .suspend = suspend_job, .run = run_job};
    /* Half of all places: however many wait for the store, there is room for those who are answered from memory. */
    const size_t in_flight = rw_http_settings_now(options->context)->limits.max_in_flight;
    const size_t places = in_flight > 0 && in_flight < server->connections_max ? in_flight : server->connections_max;
    server->waiters = rw_http_waiters_new(&waiting);
    server->store_threads = rw_http_store_threads_new(options->store_threads < 1 ? 1 : options->store_threads,
                                                      places > 1 ? places / 2 : 1, STORE_PATIENCE_MS, &asking);
    return server->waiters != NULL && server->store_threads != NULL;
}
