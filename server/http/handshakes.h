/*
 * Closing a listening socket without losing a client.
 *
 * A client whose SYN the system has answered takes itself for connected, and sends its request. If the socket is closed
 * before the client's last packet of the handshake is there, or between that and accept(), its request is lost. So before
 * the socket is closed it stops taking new handshakes, and those under way come to their end.
 */
#ifndef RW_HTTP_HANDSHAKES_H
#define RW_HTTP_HANDSHAKES_H

#include <stdint.h>

/* From now on a new client's SYN is dropped, so that the client sends it again a second later; handshakes that have begun
 * go on. Cannot be undone, also not for other processes that listen on the same socket. */
void rw_http_handshakes_stop(int fd);

/* How long the system waited for the last packet of the handshake of an accepted socket; 0 where it does not tell. */
int64_t rw_http_handshakes_took_ns(int fd);

#endif
