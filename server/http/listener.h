/*
 * The listening socket.
 */
#ifndef RW_HTTP_LISTENER_H
#define RW_HTTP_LISTENER_H

#include <stdbool.h>
#include <stddef.h>

#define RW_HTTP_ADDRESS_SIZE 64

typedef struct rw_http_listener {
    int fd;
    bool inherited;                     /* came from systemd: it belongs to it and stays open for the next process */
    bool loopback;                      /* only this machine can reach it */
    char address[RW_HTTP_ADDRESS_SIZE]; /* without brackets or port */
    unsigned port;
    char url[RW_HTTP_ADDRESS_SIZE + 32]; /* http://127.0.0.1:7420 */
} rw_http_listener;

typedef enum rw_http_listener_status {
    RW_HTTP_LISTENER_OK = 0,
    RW_HTTP_LISTENER_BAD_ADDRESS, /* the text is no address and port */
    RW_HTTP_LISTENER_REMOTE,      /* other machines could reach it, and that was not allowed */
    RW_HTTP_LISTENER_FAILED       /* the system refused */
} rw_http_listener_status;

#define RW_HTTP_LISTENER_MESSAGE_SIZE 256

/*
 * Binds "127.0.0.1:7420", "[::1]:0" or "localhost:0" and listens there, or takes descriptor 3 over when LISTEN_PID and
 * LISTEN_FDS say that systemd passed exactly one socket to this process; text is ignored then. allow_remote: also
 * addresses that are not loopback. On failure `message` gets one sentence and *out is untouched.
 */
rw_http_listener_status rw_http_listener_open(const char *text, bool allow_remote, rw_http_listener *out,
                                              char message[RW_HTTP_LISTENER_MESSAGE_SIZE]);

/* The same without regard to what systemd passed. */
rw_http_listener_status rw_http_listener_bind(const char *text, bool allow_remote, rw_http_listener *out,
                                              char message[RW_HTTP_LISTENER_MESSAGE_SIZE]);

/* What rw_http_listener_open would say about the text, without binding anything; RW_HTTP_LISTENER_OK when systemd
 * passed a socket. */
rw_http_listener_status rw_http_listener_check(const char *text, bool allow_remote,
                                               char message[RW_HTTP_LISTENER_MESSAGE_SIZE]);

/* The same as rw_http_listener_check for rw_http_listener_bind. */
rw_http_listener_status rw_http_listener_check_address(const char *text, bool allow_remote,
                                                       char message[RW_HTTP_LISTENER_MESSAGE_SIZE]);

/* Whether the text is an address with port 0. */
bool rw_http_listener_any_port(const char *text);

/* Closes the descriptor. */
void rw_http_listener_close(rw_http_listener *listener);

#endif
