#include "load/load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/clock.h"

enum { HEAD_ROOM = 4096, READ_ROOM = 1 << 18, EVENTS = 64, WAIT_MS = 1000 };

#define SECOND_NS 1e9
#define SHORTEST_TICK_NS 20000
#define TELL_NS INT64_C(1000000000)
#define PATIENCE_NS INT64_C(60000000000)

typedef struct rw_connection {
    int fd;
    const rw_load_request *request; /* NULL: idle */
    size_t sent;
    int64_t start;
    char head[HEAD_ROOM]; /* of the answer, as far as it has come, and a zero byte */
    size_t head_length;
    bool in_body;
    bool closed; /* by the server, between two requests */
    uint64_t body_left;
} rw_connection;

typedef struct rw_load {
    const rw_load_job *job;
    rw_connection *connections;
    rw_connection **idle; /* a stack */
    size_t idle_count;
    int epoll, timer;
    char *room; /* where bodies are read to */
    int64_t begin, deadline;
    uint64_t issued, limit;
    int64_t *latencies;
    size_t count, capacity;
    uint64_t failures;
    const char *broken; /* what went wrong, or NULL */
} rw_load;

static void send_rest(rw_load *load, rw_connection *connection)
{
    const rw_load_request *request = connection->request;
    while (request != NULL && connection->sent < request->length) {
        const ssize_t sent =
            send(connection->fd, request->bytes + connection->sent, request->length - connection->sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            if (errno != EAGAIN)
                load->broken = "the server closed a connection while a request was sent";
            return;
        }
        connection->sent += (size_t)sent;
    }
}

/* Begins every request that is due and has a connection. */
static void dispatch(rw_load *load)
{
    const rw_load_job *job = load->job;
    const int64_t now = rw_clock_monotonic_ns();
    while (load->idle_count > 0 && load->broken == NULL) {
        int64_t due = now;
        if (job->rate > 0) {
            due = load->begin + (int64_t)((double)load->issued * (SECOND_NS / job->rate));
            if (due > now)
                return;
        }
        if (due >= load->deadline || load->issued == load->limit)
            return;
        rw_connection *connection = load->idle[--load->idle_count];
        if (connection->closed) {
            load->broken = "the server closed a connection between two requests";
            return;
        }
        connection->request = &job->requests[load->issued++ % job->request_count];
        connection->sent = 0;
        connection->start = due;
        connection->head_length = 0;
        connection->in_body = false;
        send_rest(load, connection);
    }
}

static void finish(rw_load *load, rw_connection *connection)
{
    if (load->count == load->capacity) {
        const size_t capacity = load->capacity * 2;
        int64_t *grown = realloc(load->latencies, capacity * sizeof *grown);
        if (grown == NULL) {
            load->broken = "no memory for the latencies";
            return;
        }
        load->latencies = grown;
        load->capacity = capacity;
    }
    load->latencies[load->count++] = rw_clock_monotonic_ns() - connection->start;
    load->failures += strncmp(connection->head, "HTTP/1.1 200 ", 13) != 0;
    connection->request = NULL;
    load->idle[load->idle_count++] = connection;
}

/* The length of the body that a whole head announces. */
static bool read_body_length(const char *head, uint64_t *length)
{
    static const char name[] = "\r\nContent-Length:";
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n"))
        if (strncasecmp(line, name, sizeof name - 1) == 0) {
            *length = strtoull(line + sizeof name - 1, NULL, 10);
            return true;
        }
    return false;
}

/* Takes bytes of the head; returns how many of them belong to it. */
static size_t take_head(rw_load *load, rw_connection *connection, const char *bytes, size_t length)
{
    const size_t before = connection->head_length, room = HEAD_ROOM - 1 - before;
    const size_t taken = length < room ? length : room;
    memcpy(connection->head + before, bytes, taken);
    connection->head[before + taken] = '\0';
    const char *end = strstr(connection->head, "\r\n\r\n");
    if (end == NULL) {
        connection->head_length += taken;
        if (connection->head_length == HEAD_ROOM - 1)
            load->broken = "the head of an answer is too long";
        return taken;
    }
    connection->head_length = (size_t)(end - connection->head) + 4;
    connection->head[connection->head_length] = '\0';
    connection->in_body = true;
    if (!read_body_length(connection->head, &connection->body_left))
        load->broken = "an answer does not say how long it is";
    return connection->head_length - before;
}

static void take(rw_load *load, rw_connection *connection, const char *bytes, size_t length)
{
    while (length > 0 && load->broken == NULL) {
        if (connection->request == NULL) {
            load->broken = "the server sent more than an answer";
            return;
        }
        size_t used = 0;
        if (!connection->in_body)
            used = take_head(load, connection, bytes, length);
        if (connection->in_body) {
            const size_t left = length - used;
            const size_t taken = left < connection->body_left ? left : (size_t)connection->body_left;
            connection->body_left -= taken;
            used += taken;
        }
        bytes += used;
        length -= used;
        if (connection->in_body && connection->body_left == 0 && load->broken == NULL)
            finish(load, connection);
    }
}

/* Stops short of asking whether more has come, unless the server has `closed`: then nothing else will tell. */
static void receive(rw_load *load, rw_connection *connection, bool closed)
{
    while (load->broken == NULL && !connection->closed) {
        const ssize_t length = recv(connection->fd, load->room, READ_ROOM, 0);
        if (length > 0)
            take(load, connection, load->room, (size_t)length);
        else if (length == 0 && connection->request == NULL)
            connection->closed = true;
        else if (length == 0 || (errno != EINTR && errno != EAGAIN))
            load->broken = "the server closed a connection while an answer was awaited";
        if (length < READ_ROOM && (length > 0 ? !closed : errno == EAGAIN))
            return;
    }
}

const struct addrinfo *rw_load_choose(const struct addrinfo *addresses)
{
    const struct addrinfo *at = addresses;
    for (bool found = false; at != NULL; at = at->ai_next) {
        const int fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
        found = fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) == 0;
        if (fd >= 0)
            close(fd);
        if (found)
            break;
    }
    return at;
}

/* Watched by edges, so that no request costs a call to change what is watched. */
static bool open_connection(rw_load *load, rw_connection *connection)
{
    const struct sockaddr_in local = {
        .sin_family = AF_INET, .sin_port = htons(load->job->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const bool given = load->job->address != NULL;
    const struct sockaddr *address = given ? load->job->address : (const struct sockaddr *)&local;
    const int on = 1;
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = connection};
    connection->fd = socket(address->sa_family, SOCK_STREAM, 0);
    load->idle[load->idle_count++] = connection;
    return connection->fd >= 0 && connect(connection->fd, address, given ? load->job->address_length : sizeof local) == 0 &&
           setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
           fcntl(connection->fd, F_SETFL, O_NONBLOCK) == 0 &&
           epoll_ctl(load->epoll, EPOLL_CTL_ADD, connection->fd, &event) == 0;
}

static bool open_timer(rw_load *load)
{
    const double period = SECOND_NS / load->job->rate;
    const long tick = period > 999999999.0 ? 999999999 : period < SHORTEST_TICK_NS ? SHORTEST_TICK_NS : (long)period;
    const struct itimerspec times = {.it_interval.tv_nsec = tick, .it_value.tv_nsec = tick};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    load->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    return load->timer >= 0 && timerfd_settime(load->timer, 0, &times, NULL) == 0 &&
           epoll_ctl(load->epoll, EPOLL_CTL_ADD, load->timer, &event) == 0;
}

static const char *prepare(rw_load *load)
{
    const size_t count = load->job->connections;
    load->capacity = 1 << 16;
    load->connections = calloc(count, sizeof *load->connections);
    load->idle = calloc(count, sizeof(rw_connection *));
    load->room = malloc(READ_ROOM);
    load->latencies = malloc(load->capacity * sizeof *load->latencies);
    load->epoll = epoll_create1(0);
    for (size_t i = 0; load->connections != NULL && i < count; i++)
        load->connections[i].fd = -1;
    if (load->connections == NULL || load->idle == NULL || load->room == NULL || load->latencies == NULL ||
        load->epoll < 0)
        return "no memory for the load generator";
    for (size_t i = 0; i < count; i++)
        if (!open_connection(load, &load->connections[i]))
            return "cannot connect to the server";
    return load->job->rate > 0 && !load->job->spin && !open_timer(load) ? "cannot make a timer" : NULL;
}

static void run(rw_load *load)
{
    struct epoll_event events[EVENTS];
    const size_t count = load->job->connections;
    load->begin = rw_clock_monotonic_ns();
    load->deadline = load->begin + (int64_t)(load->job->seconds * SECOND_NS);
    const bool spin = load->job->rate > 0 && load->job->spin;
    int64_t heard = load->begin, told = load->begin;
    size_t seen = 0;
    for (;;) {
        dispatch(load);
        const int64_t now = rw_clock_monotonic_ns();
        if (load->broken != NULL ||
            (load->idle_count == count && (now >= load->deadline || load->issued == load->limit)))
            return;
        if (load->count != seen || load->idle_count == count) {
            seen = load->count;
            heard = now;
        }
        if (load->job->tell != NULL && now - told >= TELL_NS) {
            told = now;
            load->job->tell(load->job->context, (double)(now - load->begin) / SECOND_NS);
        }
        if (now - heard >= PATIENCE_NS)
            load->broken = "the server did not answer in time";
        const int ready = epoll_wait(load->epoll, events, EVENTS, spin ? 0 : WAIT_MS);
        for (int i = 0; i < ready && load->broken == NULL; i++) {
            rw_connection *connection = events[i].data.ptr;
            uint64_t ticks;
            if (connection == NULL) {
                if (read(load->timer, &ticks, sizeof ticks) < 0 && errno != EAGAIN)
                    load->broken = "cannot read a timer";
                continue;
            }
            send_rest(load, connection);
            receive(load, connection, (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
        }
    }
}

static int compare(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static double percentile(const rw_load *load, double part)
{
    if (load->count == 0)
        return NAN;
    const double rank = ceil(part * (double)load->count);
    return (double)load->latencies[rank < 1 ? 0 : (size_t)rank - 1] / 1000.0;
}

static void release(rw_load *load)
{
    for (size_t i = 0; load->connections != NULL && i < load->job->connections; i++)
        if (load->connections[i].fd >= 0)
            close(load->connections[i].fd);
    if (load->timer >= 0)
        close(load->timer);
    if (load->epoll >= 0)
        close(load->epoll);
    free(load->connections);
    free(load->idle);
    free(load->room);
    free(load->latencies);
}

const char *rw_load_run(const rw_load_job *job, rw_load_result *result)
{
    rw_load load = {.job = job, .epoll = -1, .timer = -1, .limit = job->count > 0 ? job->count : UINT64_MAX};
    load.broken = prepare(&load);
    if (load.broken == NULL)
        run(&load);
    if (load.broken == NULL) {
        const double seconds = (double)(rw_clock_monotonic_ns() - load.begin) / SECOND_NS;
        qsort(load.latencies, load.count, sizeof *load.latencies, compare);
        *result = (rw_load_result){.seconds = seconds,
                                   .answers = load.count,
                                   .failures = load.failures,
                                   .p50 = percentile(&load, 0.5),
                                   .p99 = percentile(&load, 0.99),
                                   .p999 = percentile(&load, 0.999)};
    }
    release(&load);
    return load.broken;
}
