/*
 * The daemon's listening sockets and the servers behind them: the API's, and, when --admin names one, another for
 * health and metrics that still answers when all of the API's connections are taken.
 */
#ifndef RW_APP_ENDPOINTS_H
#define RW_APP_ENDPOINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "config/config.h"
#include "http/server.h"

typedef struct rw_endpoint {
    rw_http_listener listener; /* fd -1: not open */
    rw_http_server *server;    /* NULL: not started */
} rw_endpoint;

typedef struct rw_endpoints {
    rw_endpoint api;
    rw_endpoint admin;     /* not open without --admin */
    rw_http_tls *tls;      /* of the API; NULL: plain HTTP */
    rw_metrics *uncounted; /* those who ask for health and metrics are not counted among the API's clients */
} rw_endpoints;

/* What is empty and may be closed. */
#define RW_ENDPOINTS_NONE ((rw_endpoints){.api = {.listener = {.fd = -1}}, .admin = {.listener = {.fd = -1}}})

/* Where the admin listener will be: the setting, with port 0 when the API's is 0. */
#define RW_ENDPOINTS_ADDRESS_SIZE 128
void rw_endpoints_admin_address(const rw_config *config, char out[RW_ENDPOINTS_ADDRESS_SIZE]);

#define RW_ENDPOINTS_MESSAGE_SIZE RW_HTTP_TLS_MESSAGE_SIZE

/* Checks the addresses in the settings, and that certificate and key can be read, without opening anything.
 * allow_remote: also addresses that other machines can reach. */
bool rw_endpoints_check(const rw_config *config, bool allow_remote, char message[RW_ENDPOINTS_MESSAGE_SIZE]);

/* Opens the sockets and reads the certificate. False, with one sentence in the message, when one cannot be opened. */
bool rw_endpoints_open(rw_endpoints *endpoints, const rw_config *config, bool allow_remote,
                       char message[RW_ENDPOINTS_MESSAGE_SIZE]);

/* Reads certificate and key again, if there are any. False, with a sentence and the old ones in force, when they are
 * bad. */
bool rw_endpoints_reload_certificate(rw_endpoints *endpoints, char message[RW_ENDPOINTS_MESSAGE_SIZE]);

/* Starts the servers; they accept requests when it returns. */
bool rw_endpoints_start(rw_endpoints *endpoints, const rw_config *config, rw_http_context *context,
                        rw_problem *problem);

/* As that of server.h. */
void rw_endpoints_catalog_moved(rw_endpoints *endpoints);

/* As the functions of server.h, for both. The admin listener goes on accepting until everything is closed. */
void rw_endpoints_settings_changed(rw_endpoints *endpoints);
void rw_endpoints_drain(rw_endpoints *endpoints);
void rw_endpoints_quiesce(rw_endpoints *endpoints);
size_t rw_endpoints_settle(rw_endpoints *endpoints);
size_t rw_endpoints_in_flight(const rw_endpoints *endpoints);

/* Ends the servers and closes the sockets. */
void rw_endpoints_close(rw_endpoints *endpoints);

#endif
