#include "app/endpoints.h"

#include <stdio.h>
#include <string.h>

#include "obs/process.h"

#define THREADS_DEFAULT_MAX 4
/* One less than a store on PostgreSQL has connections, so that however many write, those who look at the change log and at
 * the tokens find one. */
#define STORE_THREADS 3
/* Probes and scrapers; their descriptors are among those that are set aside for everything but the API's clients. */
#define ADMIN_CONNECTIONS 16

static unsigned choose_threads(const rw_config *config)
{
    if (config->threads > 0)
        return (unsigned)config->threads;
    const unsigned cpus = rw_process_cpu_limit();
    return cpus < THREADS_DEFAULT_MAX ? cpus : THREADS_DEFAULT_MAX;
}

void rw_endpoints_admin_address(const rw_config *config, char out[RW_ENDPOINTS_ADDRESS_SIZE])
{
    const char *colon = strrchr(config->admin, ':');
    if (colon != NULL && rw_http_listener_any_port(config->listen))
        snprintf(out, RW_ENDPOINTS_ADDRESS_SIZE, "%.*s:0", (int)(colon - config->admin), config->admin);
    else
        snprintf(out, RW_ENDPOINTS_ADDRESS_SIZE, "%s", config->admin);
}

static bool check_files(const rw_config *config, char message[RW_ENDPOINTS_MESSAGE_SIZE])
{
    if ((*config->tls_certificate == '\0') == (*config->tls_key == '\0'))
        return true;
    snprintf(message, RW_ENDPOINTS_MESSAGE_SIZE, "TLS needs both a certificate and its key; %s is missing",
             *config->tls_key == '\0' ? "--tls-key" : "--tls-certificate");
    return false;
}

bool rw_endpoints_check(const rw_config *config, bool allow_remote, char message[RW_ENDPOINTS_MESSAGE_SIZE])
{
    if (rw_http_listener_check(config->listen, allow_remote, message) != RW_HTTP_LISTENER_OK ||
        (*config->admin != '\0' &&
         rw_http_listener_check_address(config->admin, allow_remote, message) != RW_HTTP_LISTENER_OK) ||
        !check_files(config, message))
        return false;
    if (*config->tls_certificate == '\0')
        return true;
    rw_http_tls *tls = rw_http_tls_open(config->tls_certificate, config->tls_key, message);
    rw_http_tls_free(tls);
    return tls != NULL;
}

static bool open_tls(rw_endpoints *endpoints, const rw_config *config, char message[RW_ENDPOINTS_MESSAGE_SIZE])
{
    rw_http_listener *listener = &endpoints->api.listener;
    endpoints->tls = rw_http_tls_open(config->tls_certificate, config->tls_key, message);
    if (endpoints->tls == NULL)
        return false;
    char rest[sizeof listener->url];
    memcpy(rest, listener->url, sizeof rest);
    snprintf(listener->url, sizeof listener->url, "https%.80s", rest + strlen("http"));
    return true;
}

bool rw_endpoints_open(rw_endpoints *endpoints, const rw_config *config, bool allow_remote,
                       char message[RW_ENDPOINTS_MESSAGE_SIZE])
{
    char admin[RW_ENDPOINTS_ADDRESS_SIZE];
    if (rw_http_listener_open(config->listen, allow_remote, &endpoints->api.listener, message) !=
            RW_HTTP_LISTENER_OK ||
        (*config->tls_certificate != '\0' && !open_tls(endpoints, config, message)))
        return false;
    if (*config->admin == '\0')
        return true;
    rw_endpoints_admin_address(config, admin);
    return rw_http_listener_bind(admin, allow_remote, &endpoints->admin.listener, message) ==
           RW_HTTP_LISTENER_OK;
}

bool rw_endpoints_reload_certificate(rw_endpoints *endpoints, char message[RW_ENDPOINTS_MESSAGE_SIZE])
{
    return endpoints->tls == NULL || rw_http_tls_reload(endpoints->tls, message);
}

static bool start_api(rw_endpoints *endpoints, const rw_config *config, rw_http_context *context, rw_problem *problem)
{
    const bool whole = endpoints->admin.listener.fd < 0;
    rw_http_options options = {
        .listener = &endpoints->api.listener,
        .threads = choose_threads(config),
        .store_threads = STORE_THREADS,
        .max_connections = rw_http_settings_now(context)->limits.max_connections,
        .metrics = context->metrics,
        .tls = endpoints->tls,
        .check_host = true,
        .context = context,
    };
    options.routes = whole ? rw_http_routes(&options.route_count) : rw_http_routes_api(&options.route_count);
    endpoints->api.server = rw_http_server_start(&options, problem);
    return endpoints->api.server != NULL;
}

static bool start_admin(rw_endpoints *endpoints, rw_http_context *context, rw_problem *problem)
{
    endpoints->uncounted = rw_metrics_new();
    if (endpoints->uncounted == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the admin listener");
        return false;
    }
    rw_http_options options = {
        .listener = &endpoints->admin.listener,
        .threads = 1,
        .store_threads = 1, /* for backups, of which one is made at a time */
        .max_connections = ADMIN_CONNECTIONS,
        .metrics = endpoints->uncounted,
        .check_host = true,
        .context = context,
    };
    options.routes = rw_http_routes_system(&options.route_count);
    endpoints->admin.server = rw_http_server_start(&options, problem);
    return endpoints->admin.server != NULL;
}

bool rw_endpoints_start(rw_endpoints *endpoints, const rw_config *config, rw_http_context *context, rw_problem *problem)
{
    return start_api(endpoints, config, context, problem) &&
           (endpoints->admin.listener.fd < 0 || start_admin(endpoints, context, problem));
}

void rw_endpoints_settings_changed(rw_endpoints *endpoints)
{
    rw_http_server_settings_changed(endpoints->api.server);
    if (endpoints->admin.server != NULL)
        rw_http_server_settings_changed(endpoints->admin.server);
}

void rw_endpoints_catalog_moved(rw_endpoints *endpoints)
{
    rw_http_server_catalog_moved(endpoints->api.server);
}

void rw_endpoints_drain(rw_endpoints *endpoints)
{
    rw_http_server_drain(endpoints->api.server);
}

void rw_endpoints_quiesce(rw_endpoints *endpoints)
{
    rw_http_server_quiesce(endpoints->api.server);
}

size_t rw_endpoints_settle(rw_endpoints *endpoints)
{
    return rw_http_server_settle(endpoints->api.server);
}

size_t rw_endpoints_in_flight(const rw_endpoints *endpoints)
{
    return rw_http_server_in_flight(endpoints->api.server);
}

void rw_endpoints_close(rw_endpoints *endpoints)
{
    /* The metrics that the admin listener shows read the other server. */
    rw_http_server_free(endpoints->admin.server);
    rw_http_server_free(endpoints->api.server);
    rw_http_listener_close(&endpoints->api.listener);
    rw_http_listener_close(&endpoints->admin.listener);
    rw_http_tls_free(endpoints->tls);
    rw_metrics_free(endpoints->uncounted);
    *endpoints = RW_ENDPOINTS_NONE;
}
