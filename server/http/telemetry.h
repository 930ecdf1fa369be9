/*
 * What is counted and logged about requests.
 */
#ifndef RW_HTTP_TELEMETRY_H
#define RW_HTTP_TELEMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/connections.h"
#include "http/http.h"

typedef struct rw_http_telemetry rw_http_telemetry;

/* Registers the families in the registry. The context gives the log, which may be NULL, and the settings that say what
 * is logged. All of it has to live longer. NULL without memory. */
rw_http_telemetry *rw_http_telemetry_new(rw_metrics *metrics, const rw_http_context *context,
                                         const rw_http_route *routes, size_t route_count);

/* Takes NULL. */
void rw_http_telemetry_free(rw_http_telemetry *telemetry);

/* Counts an answered request and logs it when it failed, was slow, or every request is logged. duration_ns: from the
 * complete request to the answer. */
void rw_http_telemetry_record(rw_http_telemetry *telemetry, const rw_http_request *request,
                              const rw_http_response *response, int64_t duration_ns);

/* Counts a connection that was ended at once because its address had too many. */
void rw_http_telemetry_crowd(rw_http_telemetry *telemetry);

/* Counts a connection that was cut for being late. An rw_http_cut. */
void rw_http_telemetry_cut(void *telemetry, rw_http_phase phase);

#endif
