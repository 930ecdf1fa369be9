/* One HTTP exchange with the daemon. Built on libcurl, or, where that was not there at build time, on nothing: then
 * every exchange fails with a message that says so. */
#ifndef RW_CLI_CLIENT_H
#define RW_CLI_CLIENT_H

#include "options.h"

#include "base/token.h"

#define RW_CLIENT_DEFAULT_SERVER "http://127.0.0.1:7420"
#define RW_CLIENT_DEFAULT_TIMEOUT 60 /* seconds that a whole exchange may take */
#define RW_CLIENT_CONNECT_TIMEOUT 10 /* seconds within which a connection must stand */
#define RW_CLIENT_ETAG_SIZE 256

/* Where, how long and with which token; made from --server, --timeout, --ca, --token-file, ROOTWARP_SERVER, ROOTWARP_CA,
 * ROOTWARP_TOKEN_FILE and ROOTWARP_TOKEN. */
typedef struct rw_client {
    char server[2048]; /* without a slash at its end */
    char shown[2048];  /* the same for messages: without user and password */
    long timeout_ms;
    const char *ca; /* file of the certificates to trust, borrowed; NULL: those of the system */
    char token[RW_TOKEN_TEXT_SIZE]; /* "": none */
    void *connection; /* kept open by rw_client_keep; NULL: each exchange has one of its own */
} rw_client;

typedef struct rw_client_request {
    const char *method;
    const char *path;        /* from "/v1/…", escaped */
    const char *body;        /* NULL: none */
    size_t length;
    const char *if_match;      /* NULL: not sent */
    const char *if_none_match; /* NULL: not sent */
    const char *accept;        /* NULL: JSON */
    const char *content_type;  /* of the body; NULL: JSON */
    const char *request_id;    /* NULL: the server makes one */
} rw_client_request;

typedef struct rw_client_response {
    long status;
    char *body; /* ends with a zero byte; never NULL after RW_EXIT_OK; owned */
    size_t length;
    char etag[RW_CLIENT_ETAG_SIZE]; /* with its quotes; "" when there was none */
} rw_client_response;

/* RW_EXIT_USAGE, with a message, when the URL or the time makes no sense; RW_EXIT_BAD_INPUT when the token does not. */
int rw_client_make(rw_console *console, const rw_arguments *arguments, rw_client *client);

/* Whether a URL's host is this machine: then proxies from the environment are not asked. */
bool rw_client_is_loopback(const char *url);

/* Sends and waits. RW_EXIT_OK for any complete answer, whatever its status; otherwise says why and returns
 * RW_EXIT_UNREACHABLE or RW_EXIT_INTERNAL, with *response untouched. */
int rw_client_send(rw_console *console, const rw_client *client, const rw_client_request *request,
                 rw_client_response *response);

/* From now on exchanges share a connection; to be ended by rw_client_release. */
int rw_client_keep(rw_console *console, rw_client *client);

/* Closes it. Takes a client that keeps none. */
void rw_client_release(rw_client *client);

/* Takes NULL. */
void rw_client_response_free(rw_client_response *response);

#endif
