/*
 * Closing a listening socket without losing a client.
 *
 * A client whose SYN the system has answered takes itself for connected, and sends its request. If the socket is closed
 * before the client's last packet of the handshake is there, or between that and accept(), its request is lost. So before
 * the socket is closed it stops taking new handshakes, and those under way come to their end.
 */
#ifndef RW_HTTP_HANDSHAKES_H
#define RW_HTTP_HANDSHAKES_H

#include <stdbool.h>

typedef enum rw_http_handshakes {
    RW_HTTP_HANDSHAKES_NONE,
    RW_HTTP_HANDSHAKES_SOME,
    RW_HTTP_HANDSHAKES_UNKNOWN /* the system does not tell, as where /proc is hidden */
} rw_http_handshakes;

/* From now on a new client's SYN is dropped, so that the client sends it again a second later; handshakes that have begun
 * go on. Cannot be undone, also not for other processes that listen on the same socket. */
void rw_http_handshakes_stop(int fd);

/* Whether handshakes with the port of a listening socket are under way. */
rw_http_handshakes rw_http_handshakes_look(int fd);

/* The same, as a text like /proc/net/tcp says it. */
bool rw_http_handshakes_named(const char *table, unsigned port);

#endif
