/*
 * Accepting connections.
 *
 * The HTTP library never sees the listening socket. When it is told to stop listening while its own threads wait with
 * epoll, two threads may take the socket out of the same set, and the library ends the process over the second; out of
 * descriptors it calls accept without pause. So a thread of ours waits for clients and hands over what it accepted.
 */
#ifndef RW_HTTP_ACCEPTOR_H
#define RW_HTTP_ACCEPTOR_H

#include <stdbool.h>
#include <sys/socket.h>

typedef struct rw_http_acceptor rw_http_acceptor;

/* What the acceptor asks and tells its owner. All run on the acceptor's thread. */
typedef struct rw_http_acceptor_calls {
    void *context;
    bool (*room)(void *context); /* whether one more connection may be open */
    void (*take)(void *context, int fd, const struct sockaddr *address, socklen_t length); /* owns fd from now on */
    void (*trouble)(void *context, int error); /* accept failed for want of something; tried again later */
} rw_http_acceptor_calls;

/* Starts the thread. fd listens and stays the caller's; it is made non-blocking. Accepted sockets are non-blocking and
 * closed on exec. NULL without memory, threads or descriptors. */
rw_http_acceptor *rw_http_acceptor_start(int fd, const rw_http_acceptor_calls *calls);

/* The socket takes no new client any more; those whose handshake has begun are still handed over, as soon as there is
 * room. Then it is shut down and the thread ends; rw_http_acceptor_open() tells when. */
void rw_http_acceptor_finish(rw_http_acceptor *acceptor);

/* Whether clients may still be handed over. Any thread. */
bool rw_http_acceptor_open(const rw_http_acceptor *acceptor);

/* Ends the thread at once. Clients that wait stay in the socket's queue, for whoever else listens on it. Takes NULL. */
void rw_http_acceptor_stop(rw_http_acceptor *acceptor);

#endif
