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

#define NS_PER_MS INT64_C(1000000)
/* While there is no room, or nothing to open a connection with, clients wait in the socket's queue. */
#define NO_ROOM_WAIT_MS 5
#define TROUBLE_WAIT_MS 100
/* How long handshakes that have begun may take when the socket is to be closed: so many times as those before, but not
 * less than the system may need, and not longer than anybody waits for a client that is gone. */
#define HANDSHAKES 3
#define HANDSHAKE_NS_MIN INT64_C(5000000)
#define HANDSHAKE_NS_MAX INT64_C(1000000000)
/* The longest handshake counts less with every later one. */
#define FORGET 64

struct rw_http_acceptor {
    int fd;
    int wake; /* an event descriptor: readable when the thread has to look at what follows */
    atomic_bool stopping, finishing, open;
    int64_t handshake_ns; /* the thread's: how long handshakes take */
    int64_t finish_ns;    /* the thread's: when it began to finish */
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

static void note_handshake(rw_http_acceptor *acceptor, int fd)
{
    const int64_t took_ns = rw_http_handshakes_took_ns(fd);
    acceptor->handshake_ns -= acceptor->handshake_ns / FORGET;
    if (took_ns > acceptor->handshake_ns)
        acceptor->handshake_ns = took_ns;
}

static accept_outcome accept_one(rw_http_acceptor *acceptor)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    const int fd = accept4(acceptor->fd, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
        note_handshake(acceptor, fd);
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

/* Nobody is in the queue: how long to wait for the last handshakes; 0 when they are over. */
static int closing_wait_ms(const rw_http_acceptor *acceptor)
{
    int64_t patience = HANDSHAKES * acceptor->handshake_ns;
    if (patience < HANDSHAKE_NS_MIN)
        patience = HANDSHAKE_NS_MIN;
    if (patience > HANDSHAKE_NS_MAX)
        patience = HANDSHAKE_NS_MAX;
    const int64_t left = acceptor->finish_ns + patience - rw_clock_monotonic_ns();
    return left <= 0 ? 0 : (int)(left / NS_PER_MS) + 1;
}

/* Hands over who is there, or waits. False when nobody is to come any more. */
static bool take_turn(rw_http_acceptor *acceptor)
{
    const bool finishing = atomic_load(&acceptor->finishing);
    accept_outcome outcome = ACCEPT_NO_ROOM;
    if (finishing && acceptor->finish_ns == 0)
        acceptor->finish_ns = rw_clock_monotonic_ns();
    const int closing_ms = finishing ? closing_wait_ms(acceptor) : -1; /* before the last look into the queue */
    if (acceptor->calls.room(acceptor->calls.context))
        outcome = accept_one(acceptor);
    else if (finishing && !somebody_waits(acceptor))
        outcome = ACCEPT_NOBODY;
    if (outcome == ACCEPT_NO_ROOM)
        wait_more(acceptor, false, NO_ROOM_WAIT_MS);
    else if (outcome == ACCEPT_TROUBLE)
        wait_more(acceptor, false, TROUBLE_WAIT_MS);
    else if (outcome == ACCEPT_NOBODY && closing_ms != 0)
        wait_more(acceptor, true, closing_ms);
    return outcome != ACCEPT_NOBODY || closing_ms != 0;
}

static void *acceptor_run(void *context)
{
    rw_http_acceptor *acceptor = context;
    while (!atomic_load(&acceptor->stopping) && take_turn(acceptor)) {
    }
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
