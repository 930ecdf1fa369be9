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

/* What the acceptor asks and tells its owner. All run on the acceptor's thread, or on that of rw_http_acceptor_stop().
 */
typedef struct rw_http_acceptor_calls {
    void *context;
    bool (*room)(void *context); /* whether one more connection may be open */
    void (*take)(void *context, int fd, const struct sockaddr *address, socklen_t length); /* owns fd from now on */
    void (*trouble)(void *context, int error); /* accept failed for want of something; tried again later */
} rw_http_acceptor_calls;

/* Starts the thread. fd listens and stays the caller's; it is made non-blocking. Accepted sockets are non-blocking and
 * closed on exec. NULL without memory, threads or descriptors. */
rw_http_acceptor *rw_http_acceptor_start(int fd, const rw_http_acceptor_calls *calls);

/* Ends the thread. take_queued: hands over the clients whose handshake the kernel has answered already; without, they
 * stay in the socket's queue for whoever else listens on it. Takes NULL. */
void rw_http_acceptor_stop(rw_http_acceptor *acceptor, bool take_queued);

#endif
