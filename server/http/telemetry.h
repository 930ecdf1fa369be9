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

/* Registers the families in the registry, which has to live longer. log may be NULL. slow_ns: requests that take
 * longer are logged, 0 for none. NULL without memory. */
rw_http_telemetry *rw_http_telemetry_new(rw_metrics *metrics, rw_log *log, const rw_http_route *routes,
                                         size_t route_count, bool access_log, int64_t slow_ns);

/* Takes NULL. */
void rw_http_telemetry_free(rw_http_telemetry *telemetry);

/* Counts an answered request and logs it when it failed, was slow, or every request is logged. duration_ns: from the
 * complete request to the answer. */
void rw_http_telemetry_record(rw_http_telemetry *telemetry, const rw_http_request *request,
                              const rw_http_response *response, int64_t duration_ns);

/* Counts a connection that was cut for being late. An rw_http_cut. */
void rw_http_telemetry_cut(void *telemetry, rw_http_phase phase);

#endif
