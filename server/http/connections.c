#include "http/connections.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)
#define RELEASE_GRACE_NS (250 * NS_PER_MS)
#define SWEEP_NS NS_PER_S

struct rw_http_connections {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool closing;              /* lock */
    rw_http_connection *first; /* lock */
    rw_http_addresses addresses; /* lock */
    int64_t released_ns;       /* lock; when idle connections were first asked to go; 0: never */
    atomic_size_t count;
    atomic_int_fast64_t deadlines_ns[RW_HTTP_PHASE_COUNT]; /* INT64_MAX: none */
    int64_t least_ns; /* lock; the shortest of them: a new deadline cannot pass sooner */
    rw_http_cut *cut;
    void *context;
};

const char *rw_http_phase_name(rw_http_phase phase)
{
    static const char *const names[RW_HTTP_PHASE_COUNT] = {"head", "idle", "head", "body", "busy", "reply"};
    return names[phase];
}

static bool reads(rw_http_phase phase)
{
    return phase != RW_HTTP_PHASE_BUSY && phase != RW_HTTP_PHASE_REPLY;
}

/* Whether the client has ended its half and everything before that was read. */
static bool half_closed(int fd)
{
    char byte;
    return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/*
 * The library looks for the end of a stream only when something new happens on the socket, and so misses one that came
 * together with the data before it. Shutting down the reading half makes something happen; what was read up to now is
 * still answered.
 */
static void wake_half_closed(const rw_http_connections *table)
{
    for (const rw_http_connection *at = table->first; at != NULL; at = at->next)
        if (reads((rw_http_phase)atomic_load_explicit(&at->phase, memory_order_relaxed)) && half_closed(at->fd))
            shutdown(at->fd, SHUT_RD);
}

/* Cuts those that are late and returns when to look again. */
static int64_t cut_late(rw_http_connections *table, int64_t now)
{
    int64_t next = table->least_ns == INT64_MAX ? now + NS_PER_S : now + table->least_ns;
    if (table->first != NULL && next > now + SWEEP_NS)
        next = now + SWEEP_NS;
    for (rw_http_connection *at = table->first; at != NULL; at = at->next) {
        const int64_t deadline = atomic_load_explicit(&at->deadline_ns, memory_order_relaxed);
        if (deadline <= now) {
            atomic_store_explicit(&at->deadline_ns, INT64_MAX, memory_order_relaxed);
            table->cut(table->context, (rw_http_phase)atomic_load_explicit(&at->phase, memory_order_relaxed));
            shutdown(at->fd, SHUT_RDWR);
        } else if (deadline < next) {
            next = deadline;
        }
    }
    return next;
}

static void *timer_run(void *context)
{
    rw_http_connections *table = context;
    pthread_mutex_lock(&table->lock);
    int64_t swept = 0;
    while (!table->closing) {
        const int64_t now = rw_clock_monotonic_ns();
        if (now - swept >= SWEEP_NS) {
            wake_half_closed(table);
            swept = now;
        }
        const int64_t next = cut_late(table, now);
        const struct timespec until = {.tv_sec = (time_t)(next / NS_PER_S), .tv_nsec = (long)(next % NS_PER_S)};
        pthread_cond_timedwait(&table->wake, &table->lock, &until);
    }
    pthread_mutex_unlock(&table->lock);
    return NULL;
}

static bool cond_init_monotonic(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    const bool made =
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_cond_init(cond, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

static void take_deadlines(rw_http_connections *table, const int64_t deadlines_ms[RW_HTTP_PHASE_COUNT])
{
    table->least_ns = INT64_MAX;
    for (int i = 0; i < RW_HTTP_PHASE_COUNT; i++) {
        const int64_t deadline = deadlines_ms[i] > 0 ? deadlines_ms[i] * NS_PER_MS : INT64_MAX;
        atomic_store_explicit(&table->deadlines_ns[i], deadline, memory_order_relaxed);
        if (deadline < table->least_ns)
            table->least_ns = deadline;
    }
}

void rw_http_connections_set_deadlines(rw_http_connections *table, const int64_t deadlines_ms[RW_HTTP_PHASE_COUNT])
{
    pthread_mutex_lock(&table->lock);
    take_deadlines(table, deadlines_ms);
    pthread_cond_signal(&table->wake);
    pthread_mutex_unlock(&table->lock);
}

rw_http_connections *rw_http_connections_new(const int64_t deadlines_ms[RW_HTTP_PHASE_COUNT], rw_http_cut *cut,
                                             void *context)
{
    rw_http_connections *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->cut = cut;
    table->context = context;
    take_deadlines(table, deadlines_ms);
    if (pthread_mutex_init(&table->lock, NULL) != 0)
        goto no_lock;
    if (!cond_init_monotonic(&table->wake))
        goto no_wake;
    if (pthread_create(&table->thread, NULL, timer_run, table) != 0)
        goto no_thread;
    return table;
no_thread:
    pthread_cond_destroy(&table->wake);
no_wake:
    pthread_mutex_destroy(&table->lock);
no_lock:
    free(table);
    return NULL;
}

void rw_http_connections_free(rw_http_connections *table)
{
    if (table == NULL)
        return;
    pthread_mutex_lock(&table->lock);
    table->closing = true;
    pthread_cond_signal(&table->wake);
    pthread_mutex_unlock(&table->lock);
    pthread_join(table->thread, NULL);
    pthread_cond_destroy(&table->wake);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

void rw_http_connections_enter(const rw_http_connections *table, rw_http_connection *connection, rw_http_phase phase,
                               int64_t now_ns)
{
    const int64_t allowed = atomic_load_explicit(&table->deadlines_ns[phase], memory_order_relaxed);
    atomic_store_explicit(&connection->phase, (int)phase, memory_order_relaxed);
    atomic_store_explicit(&connection->since_ns, now_ns, memory_order_relaxed);
    atomic_store_explicit(&connection->deadline_ns, allowed == INT64_MAX ? INT64_MAX : now_ns + allowed,
                          memory_order_relaxed);
}

bool rw_http_connections_add(rw_http_connections *table, rw_http_connection *connection, int fd,
                             const struct sockaddr *client, size_t per_client)
{
    connection->fd = fd;
    rw_http_connections_enter(table, connection, RW_HTTP_PHASE_FRESH, rw_clock_monotonic_ns());
    pthread_mutex_lock(&table->lock);
    connection->previous = NULL;
    connection->next = table->first;
    if (table->first != NULL)
        table->first->previous = connection;
    else
        pthread_cond_signal(&table->wake); /* the thread sleeps longer while there is nobody */
    table->first = connection;
    atomic_fetch_add(&table->count, 1);
    const size_t of_client = rw_http_addresses_add(&table->addresses, &connection->address, client);
    pthread_mutex_unlock(&table->lock);
    const bool allowed = per_client == 0 || of_client <= per_client;
    if (!allowed)
        shutdown(fd, SHUT_RDWR);
    return allowed;
}

void rw_http_connections_remove(rw_http_connections *table, rw_http_connection *connection)
{
    pthread_mutex_lock(&table->lock);
    if (connection->previous != NULL)
        connection->previous->next = connection->next;
    else
        table->first = connection->next;
    if (connection->next != NULL)
        connection->next->previous = connection->previous;
    rw_http_addresses_remove(&table->addresses, &connection->address);
    atomic_fetch_sub(&table->count, 1);
    pthread_mutex_unlock(&table->lock);
}

size_t rw_http_connections_count(const rw_http_connections *table)
{
    return atomic_load(&table->count);
}

static bool receive_buffer_empty(int fd)
{
    char byte;
    return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

size_t rw_http_connections_release_idle(rw_http_connections *table)
{
    const int64_t now = rw_clock_monotonic_ns();
    pthread_mutex_lock(&table->lock);
    if (table->released_ns == 0)
        table->released_ns = now;
    for (rw_http_connection *at = table->first; at != NULL; at = at->next) {
        const int phase = atomic_load_explicit(&at->phase, memory_order_relaxed);
        const int64_t since = atomic_load_explicit(&at->since_ns, memory_order_relaxed);
        const int64_t begun = since > table->released_ns ? since : table->released_ns;
        const bool waits =
            (phase == RW_HTTP_PHASE_IDLE || phase == RW_HTTP_PHASE_FRESH) && now - begun > RELEASE_GRACE_NS;
        /* Only the reading half is shut down: a request that arrives in this very moment is still read from the
         * buffer and answered before the end of the stream is seen. */
        if (waits && receive_buffer_empty(at->fd))
            shutdown(at->fd, SHUT_RD);
    }
    pthread_mutex_unlock(&table->lock);
    return rw_http_connections_count(table);
}

void rw_http_connections_deadlines(const rw_http_limits *limits, int64_t deadlines_ms[RW_HTTP_PHASE_COUNT])
{
    deadlines_ms[RW_HTTP_PHASE_FRESH] = deadlines_ms[RW_HTTP_PHASE_HEAD] = limits->head_deadline_ms;
    deadlines_ms[RW_HTTP_PHASE_IDLE] = limits->idle_deadline_ms;
    deadlines_ms[RW_HTTP_PHASE_BODY] = limits->body_deadline_ms;
    deadlines_ms[RW_HTTP_PHASE_BUSY] = 0;
    deadlines_ms[RW_HTTP_PHASE_REPLY] = limits->reply_deadline_ms;
}
