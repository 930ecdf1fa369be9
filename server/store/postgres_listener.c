#include "store/postgres_listener.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/postgres_connect.h"

/* Between two attempts to connect: twice as long after each that fails, and by chance up to half as much again, so that
 * many daemons do not come back together. */
#define PAUSE_FIRST_MS 1000
#define PAUSE_MAX_MS 16000

struct rw_pg_listener {
    rw_pg_pool *pool;
    rw_store_heard heard;
    void *context;
    int stop; /* an event */
    pthread_t thread;
};

typedef enum waited { WAITED_READY, WAITED_LATE, WAITED_STOP } waited;

/* For a socket, or with -1 only for the time; a time below 0 never ends. */
static waited wait_for(const rw_pg_listener *self, int socket, short events, int time_ms)
{
    struct pollfd both[] = {{.fd = self->stop, .events = POLLIN}, {.fd = socket, .events = events}};
    int ready = 0;
    do
        ready = poll(both, 2, time_ms);
    while (ready < 0 && errno == EINTR);
    if (ready < 0 || both[0].revents != 0)
        return WAITED_STOP;
    return ready > 0 ? WAITED_READY : WAITED_LATE;
}

static int patience_ms(const rw_pg_listener *self)
{
    return rw_pg_pool_options(self->pool)->connect_timeout_s * 1000;
}

static bool finish_connecting(const rw_pg_listener *self, PGconn *connection)
{
    if (connection == NULL || PQstatus(connection) == CONNECTION_BAD)
        return false;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (next != PGRES_POLLING_OK) {
        const short events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (next == PGRES_POLLING_FAILED ||
            wait_for(self, PQsocket(connection), events, patience_ms(self)) != WAITED_READY)
            return false;
        next = PQconnectPoll(connection);
    }
    return true;
}

/* Says what it wants to hear. False when that is refused, or not answered. */
static bool ask(const rw_pg_listener *self, PGconn *connection)
{
    bool accepted = false;
    if (PQsendQuery(connection, "LISTEN " RW_PG_CHANNEL) == 0)
        return false;
    for (;;) {
        while (PQisBusy(connection) != 0)
            if (wait_for(self, PQsocket(connection), POLLIN, patience_ms(self)) != WAITED_READY ||
                PQconsumeInput(connection) == 0)
                return false;
        PGresult *result = PQgetResult(connection);
        if (result == NULL)
            return accepted;
        accepted = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
    }
}

/* All that has arrived is told at once, by its highest number. A text that is none is somebody else's, and makes one
 * look. */
static void tell(const rw_pg_listener *self, PGconn *connection)
{
    int64_t newest = 0;
    for (PGnotify *notice; (notice = PQnotifies(connection)) != NULL; PQfreemem(notice)) {
        char *end = NULL;
        const long long number = strtoll(notice->extra, &end, 10);
        const int64_t sequence = end != notice->extra && *end == '\0' ? (int64_t)number : INT64_MAX;
        newest = sequence > newest ? sequence : newest;
    }
    if (newest > 0)
        self->heard(self->context, newest);
}

static void hear(const rw_pg_listener *self, PGconn *connection)
{
    do
        tell(self, connection);
    while (wait_for(self, PQsocket(connection), POLLIN, -1) == WAITED_READY && PQconsumeInput(connection) != 0);
}

/* Until the connection breaks; whether it had come to listening. */
static bool listen_once(const rw_pg_listener *self)
{
    PGconn *connection = rw_pg_connect_begin(rw_pg_pool_address(self->pool), rw_pg_pool_options(self->pool));
    const bool listening = finish_connecting(self, connection) && ask(self, connection);
    if (listening) {
        rw_pg_pool_set_notifies(self->pool, true);
        hear(self, connection);
    }
    PQfinish(connection);
    return listening;
}

static void *run(void *argument)
{
    const rw_pg_listener *self = argument;
    int pause_ms = PAUSE_FIRST_MS;
    int with_chance_ms = 0;
    do {
        const bool listened = listen_once(self);
        pause_ms = listened ? PAUSE_FIRST_MS : pause_ms < PAUSE_MAX_MS ? pause_ms * 2 : PAUSE_MAX_MS;
        with_chance_ms = pause_ms + (int)(rw_clock_monotonic_ns() / 1000 % (pause_ms / 2));
    } while (wait_for(self, -1, 0, with_chance_ms) != WAITED_STOP);
    return NULL;
}

rw_store_status rw_pg_listener_start(rw_pg_pool *pool, rw_store_heard heard, void *context, rw_pg_listener **listener,
                                     rw_problem *problem)
{
    rw_pg_listener *made = malloc(sizeof *made);
    if (made != NULL) {
        *made = (rw_pg_listener){.pool = pool, .heard = heard, .context = context, .stop = eventfd(0, EFD_CLOEXEC)};
        if (made->stop >= 0 && pthread_create(&made->thread, NULL, run, made) == 0) {
            *listener = made;
            return RW_STORE_OK;
        }
        if (made->stop >= 0)
            close(made->stop);
        free(made);
    }
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory or thread to listen to the database");
    return RW_STORE_NO_MEMORY;
}

void rw_pg_listener_stop(rw_pg_listener *listener)
{
    if (listener == NULL)
        return;
    eventfd_write(listener->stop, 1);
    pthread_join(listener->thread, NULL);
    close(listener->stop);
    free(listener);
}
