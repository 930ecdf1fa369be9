/* accept4 is a GNU extension. */
#define _GNU_SOURCE
#include "http/acceptor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* While there is no room, or nothing to open a connection with, clients wait in the socket's queue. */
#define NO_ROOM_WAIT_MS 5
#define TROUBLE_WAIT_MS 100

struct rw_http_acceptor {
    int fd;
    int stop; /* an event descriptor: readable when the thread has to end */
    pthread_t thread;
    rw_http_acceptor_calls calls;
};

typedef enum accept_outcome { ACCEPT_AGAIN, ACCEPT_NOBODY, ACCEPT_TROUBLE } accept_outcome;

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

/* Waits for a client, or only for the time to pass; false when the thread has to end. */
static bool wait_more(const rw_http_acceptor *acceptor, bool for_client, int timeout_ms)
{
    struct pollfd wanted[2] = {{.fd = acceptor->stop, .events = POLLIN}, {.fd = acceptor->fd, .events = POLLIN}};
    while (poll(wanted, for_client ? 2 : 1, timeout_ms) < 0 && errno == EINTR) {
    }
    return (wanted[0].revents & POLLIN) == 0;
}

static void *acceptor_run(void *context)
{
    const rw_http_acceptor *acceptor = context;
    bool going = true;
    while (going) {
        if (!acceptor->calls.room(acceptor->calls.context)) {
            going = wait_more(acceptor, false, NO_ROOM_WAIT_MS);
            continue;
        }
        const accept_outcome outcome = accept_one(acceptor);
        if (outcome == ACCEPT_NOBODY)
            going = wait_more(acceptor, true, -1);
        else if (outcome == ACCEPT_TROUBLE)
            going = wait_more(acceptor, false, TROUBLE_WAIT_MS);
    }
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
    acceptor->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (acceptor->stop >= 0 && pthread_create(&acceptor->thread, NULL, acceptor_run, acceptor) == 0)
        return acceptor;
    if (acceptor->stop >= 0)
        close(acceptor->stop);
    free(acceptor);
    return NULL;
}

void rw_http_acceptor_stop(rw_http_acceptor *acceptor, bool take_queued)
{
    if (acceptor == NULL)
        return;
    eventfd_write(acceptor->stop, 1);
    pthread_join(acceptor->thread, NULL);
    close(acceptor->stop);
    /* Who comes from now on finds the queue full and tries again, when nobody listens any more; without it, one who came
     * between the last look and the end would be connected and then reset. */
    if (take_queued)
        listen(acceptor->fd, 0);
    while (take_queued && accept_one(acceptor) == ACCEPT_AGAIN) {
    }
    free(acceptor);
}
