/* accept4 is a GNU extension. */
#define _GNU_SOURCE
#include "http/acceptor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "http/handshakes.h"

/* While there is no room, or nothing to open a connection with, clients wait in the socket's queue. */
#define NO_ROOM_WAIT_MS 5
#define TROUBLE_WAIT_MS 100
/* How long a SYN may be on its way through the system. */
#define QUIET_STEP_MS 1
/* Handshakes that have not come to their end by then belong to clients that are gone. */
#define HANDSHAKE_PATIENCE_NS INT64_C(1000000000)
/* How long to wait for them where the system does not tell of any. */
#define BLIND_PATIENCE_NS INT64_C(100000000)

struct rw_http_acceptor {
    int fd;
    int wake; /* an event descriptor: readable when the thread has to look at what follows */
    atomic_bool stopping, finishing, open;
    pthread_t thread;
    rw_http_acceptor_calls calls;
};

typedef enum accept_outcome { ACCEPT_AGAIN, ACCEPT_NOBODY, ACCEPT_NO_ROOM, ACCEPT_TROUBLE } accept_outcome;

/* Whether only the one client is meant, who is gone, or its network (accept(2), "Error handling"). */
static bool concerns_one_client(int error)
{
    static const int those[] = {EINTR,       ECONNABORTED, EPROTO,       EPERM,      ETIMEDOUT,  ENETDOWN,
                                ENOPROTOOPT, EHOSTDOWN,    EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH};
    for (size_t i = 0; i < sizeof those / sizeof *those; i++)
        if (error == those[i])
            return true;
    return false;
}

static accept_outcome accept_one(const rw_http_acceptor *acceptor)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    const int fd = accept4(acceptor->fd, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
        acceptor->calls.take(acceptor->calls.context, fd, (struct sockaddr *)&address, length);
        return ACCEPT_AGAIN;
    }
    const int error = errno;
    if (error == EAGAIN || error == EWOULDBLOCK)
        return ACCEPT_NOBODY;
    if (concerns_one_client(error))
        return ACCEPT_AGAIN;
    acceptor->calls.trouble(acceptor->calls.context, error);
    return ACCEPT_TROUBLE;
}

static bool somebody_waits(const rw_http_acceptor *acceptor)
{
    struct pollfd queue = {.fd = acceptor->fd, .events = POLLIN};
    return poll(&queue, 1, 0) > 0;
}

/* Waits for a client, or only for the time to pass. */
static void wait_more(const rw_http_acceptor *acceptor, bool for_client, int timeout_ms)
{
    struct pollfd wanted[2] = {{.fd = acceptor->wake, .events = POLLIN}, {.fd = acceptor->fd, .events = POLLIN}};
    eventfd_t news;
    while (poll(wanted, for_client ? 2 : 1, timeout_ms) < 0 && errno == EINTR) {
    }
    if ((wanted[0].revents & POLLIN) != 0)
        eventfd_read(acceptor->wake, &news);
}

/* How far a socket that is to be closed has come: nobody was in the queue, for a moment; then no handshake was under way;
 * then once more nobody was in the queue, to which the last handshake could have led. */
typedef enum closing_stage { CLOSING_BUSY, CLOSING_QUIET, CLOSING_NO_HANDSHAKE, CLOSING_DONE } closing_stage;

typedef struct acceptor_end {
    int64_t since_ns; /* 0: not yet */
    closing_stage stage;
} acceptor_end;

static bool handshakes_over(const rw_http_acceptor *acceptor, int64_t since_ns)
{
    const int64_t waited = rw_clock_monotonic_ns() - since_ns;
    const rw_http_handshakes handshakes = rw_http_handshakes_look(acceptor->fd);
    return handshakes == RW_HTTP_HANDSHAKES_NONE ||
           waited > (handshakes == RW_HTTP_HANDSHAKES_SOME ? HANDSHAKE_PATIENCE_NS : BLIND_PATIENCE_NS);
}

/* Nobody is in the queue. */
static void go_on_closing(const rw_http_acceptor *acceptor, acceptor_end *end)
{
    if (end->stage == CLOSING_NO_HANDSHAKE) {
        end->stage = CLOSING_DONE;
    } else if (end->stage == CLOSING_QUIET && handshakes_over(acceptor, end->since_ns)) {
        end->stage = CLOSING_NO_HANDSHAKE;
    } else {
        end->stage = CLOSING_QUIET;
        wait_more(acceptor, true, QUIET_STEP_MS);
    }
}

/* Hands over who is there, or waits. */
static void take_turn(rw_http_acceptor *acceptor, acceptor_end *end)
{
    const bool finishing = atomic_load(&acceptor->finishing);
    accept_outcome outcome = ACCEPT_NO_ROOM;
    if (finishing && end->since_ns == 0)
        end->since_ns = rw_clock_monotonic_ns();
    if (acceptor->calls.room(acceptor->calls.context))
        outcome = accept_one(acceptor);
    else if (finishing && !somebody_waits(acceptor))
        outcome = ACCEPT_NOBODY;
    if (outcome == ACCEPT_AGAIN)
        end->stage = CLOSING_BUSY;
    else if (outcome == ACCEPT_NO_ROOM)
        wait_more(acceptor, false, NO_ROOM_WAIT_MS);
    else if (outcome == ACCEPT_TROUBLE)
        wait_more(acceptor, false, TROUBLE_WAIT_MS);
    else if (finishing)
        go_on_closing(acceptor, end);
    else
        wait_more(acceptor, true, -1);
}

static void *acceptor_run(void *context)
{
    rw_http_acceptor *acceptor = context;
    acceptor_end end = {0};
    while (!atomic_load(&acceptor->stopping) && end.stage != CLOSING_DONE)
        take_turn(acceptor, &end);
    if (atomic_load(&acceptor->finishing))
        shutdown(acceptor->fd, SHUT_RDWR);
    atomic_store(&acceptor->open, false);
    return NULL;
}

static bool make_nonblocking(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

rw_http_acceptor *rw_http_acceptor_start(int fd, const rw_http_acceptor_calls *calls)
{
    if (!make_nonblocking(fd))
        return NULL;
    rw_http_acceptor *acceptor = calloc(1, sizeof *acceptor);
    if (acceptor == NULL)
        return NULL;
    acceptor->fd = fd;
    acceptor->calls = *calls;
    atomic_store(&acceptor->open, true);
    acceptor->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (acceptor->wake >= 0 && pthread_create(&acceptor->thread, NULL, acceptor_run, acceptor) == 0)
        return acceptor;
    if (acceptor->wake >= 0)
        close(acceptor->wake);
    free(acceptor);
    return NULL;
}

void rw_http_acceptor_finish(rw_http_acceptor *acceptor)
{
    rw_http_handshakes_stop(acceptor->fd);
    atomic_store(&acceptor->finishing, true);
    eventfd_write(acceptor->wake, 1);
}

bool rw_http_acceptor_open(const rw_http_acceptor *acceptor)
{
    return atomic_load(&acceptor->open);
}

void rw_http_acceptor_stop(rw_http_acceptor *acceptor)
{
    if (acceptor == NULL)
        return;
    atomic_store(&acceptor->stopping, true);
    eventfd_write(acceptor->wake, 1);
    pthread_join(acceptor->thread, NULL);
    close(acceptor->wake);
    free(acceptor);
}
