#include "http/telemetry.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static const int statuses[] = {200, 201, 204, 304, 400, 401, 403, 404, 405, 406, 408, 409,
                               412, 413, 414, 415, 421, 422, 428, 429, 431, 500, 503, 507};

#define STATUS_COUNT (sizeof statuses / sizeof *statuses)
#define SLOT_COUNT (STATUS_COUNT + 1) /* the last one: any other status */

typedef _Atomic(rw_metric_series *) rw_series_slot;

struct rw_http_telemetry {
    const rw_http_context *context;
    const rw_http_route *routes;
    size_t route_count;
    rw_metric *requests, *durations, *cuts, *crowds;
    rw_series_slot *counters;   /* (route_count + 1) x methods x SLOT_COUNT, filled as they are first needed */
    rw_series_slot *histograms; /* (route_count + 1) x methods */
};

rw_http_telemetry *rw_http_telemetry_new(rw_metrics *metrics, const rw_http_context *context,
                                         const rw_http_route *routes, size_t route_count)
{
    static const char *const request_labels[] = {"route", "method", "code"};
    static const char *const cut_labels[] = {"phase"};
    static const int64_t bounds_ns[] = {50000,    100000,   250000,   500000,    1000000,   2500000,    5000000,
                                        10000000, 25000000, 50000000, 100000000, 250000000, 1000000000, 5000000000};
    rw_http_telemetry *telemetry = calloc(1, sizeof *telemetry);
    if (telemetry == NULL)
        return NULL;
    telemetry->context = context;
    telemetry->routes = routes;
    telemetry->route_count = route_count;
    const size_t rows = (route_count + 1) * RW_HTTP_METHOD_COUNT;
    telemetry->counters = calloc(rows * SLOT_COUNT, sizeof *telemetry->counters);
    telemetry->histograms = calloc(rows, sizeof *telemetry->histograms);
    telemetry->requests =
        rw_metrics_add_counter(metrics, "rootwarp_http_requests_total", "Requests answered.", request_labels, 3);
    telemetry->durations = rw_metrics_add_histogram(metrics, "rootwarp_http_request_duration_seconds",
                                                    "Time from the complete request to the answer, in seconds.",
                                                    request_labels, 2, bounds_ns, sizeof bounds_ns / sizeof *bounds_ns);
    telemetry->cuts = rw_metrics_add_counter(metrics, "rootwarp_http_late_connections_total",
                                             "Connections ended because the client was late, by what it was late with.",
                                             cut_labels, 1);
    telemetry->crowds = rw_metrics_add_counter(metrics, "rootwarp_http_crowded_connections_total",
                                               "Connections ended at once because their address had too many.", NULL, 0);
    if (telemetry->counters == NULL || telemetry->histograms == NULL || telemetry->requests == NULL ||
        telemetry->durations == NULL || telemetry->cuts == NULL || telemetry->crowds == NULL) {
        rw_http_telemetry_free(telemetry);
        return NULL;
    }
    return telemetry;
}

void rw_http_telemetry_free(rw_http_telemetry *telemetry)
{
    if (telemetry == NULL)
        return;
    free(telemetry->counters);
    free(telemetry->histograms);
    free(telemetry);
}

static const char *route_label(const rw_http_request *request)
{
    return request->route == NULL ? "unmatched" : request->route->template;
}

/* Makes the series of a slot that is used for the first time. */
static rw_metric_series *slot_fill(rw_series_slot *slot, rw_metric *metric, const rw_http_request *request, int status)
{
    char code[16] = "other";
    if (status != 0)
        snprintf(code, sizeof code, "%d", status);
    const char *const values[] = {route_label(request), rw_http_method_name(request->method), code};
    rw_metric_series *series = rw_metric_series_get(metric, values);
    atomic_store_explicit(slot, series, memory_order_release);
    return series;
}

static rw_metric_series *slot_get(rw_series_slot *slot, rw_metric *metric, const rw_http_request *request, int status)
{
    rw_metric_series *series = atomic_load_explicit(slot, memory_order_acquire);
    return series != NULL ? series : slot_fill(slot, metric, request, status);
}

static void count_request(rw_http_telemetry *telemetry, const rw_http_request *request, int status,
                          int64_t duration_ns)
{
    const size_t route = request->route == NULL ? telemetry->route_count : (size_t)(request->route - telemetry->routes);
    const size_t row = route * RW_HTTP_METHOD_COUNT + (size_t)request->method;
    size_t slot = 0;
    while (slot < STATUS_COUNT && statuses[slot] != status)
        slot++;
    const int known = slot < STATUS_COUNT ? status : 0;
    rw_metric_series_add(slot_get(&telemetry->counters[row * SLOT_COUNT + slot], telemetry->requests, request, known), 1);
    rw_metric_series_observe(slot_get(&telemetry->histograms[row], telemetry->durations, request, known), duration_ns);
}

void rw_http_telemetry_record(rw_http_telemetry *telemetry, const rw_http_request *request,
                              const rw_http_response *response, int64_t duration_ns)
{
    count_request(telemetry, request, response->status, duration_ns);
    const bool failed = response->status >= 500;
    const rw_http_settings *settings = rw_http_settings_now(telemetry->context);
    const bool slow = settings->slow_request_ms > 0 && duration_ns > settings->slow_request_ms * 1000000;
    if (!failed && !slow && !settings->access_log)
        return;
    rw_log_line line;
    /* 503 is an answer that the operator may have brought about: busy, draining, not ready. */
    const bool broken = failed && response->status != 503;
    rw_log_begin(&line, telemetry->context->log,
                 broken           ? RW_LOG_ERROR
                 : failed || slow ? RW_LOG_WARN
                                  : RW_LOG_INFO,
                 "request");
    rw_log_text(&line, "request_id", request->request_id);
    rw_log_text(&line, "method", rw_http_method_name(request->method));
    rw_log_text(&line, "route", route_label(request));
    rw_log_integer(&line, "status", response->status);
    if (response->problem_code != RW_PROBLEM_NONE)
        rw_log_text(&line, "code", rw_problem_info_get(response->problem_code)->name);
    rw_log_real(&line, "duration_ms", (double)(duration_ns / 1000) / 1e3);
    rw_log_integer(&line, "request_bytes", (int64_t)request->body_length);
    rw_log_integer(&line, "response_bytes", (int64_t)response->body_length);
    rw_log_text(&line, "remote", request->remote);
    rw_log_text(&line, "actor", request->actor);
    rw_log_text(&line, "traceparent", rw_http_request_header(request, "traceparent"));
    if (slow)
        rw_log_flag(&line, "slow", true);
    rw_log_end(&line);
}

void rw_http_telemetry_crowd(rw_http_telemetry *telemetry)
{
    rw_metric_series_add(rw_metric_series_get(telemetry->crowds, NULL), 1);
}

void rw_http_telemetry_cut(void *context, rw_http_phase phase)
{
    rw_http_telemetry *telemetry = context;
    const char *const values[] = {rw_http_phase_name(phase)};
    rw_metric_series_add(rw_metric_series_get(telemetry->cuts, values), 1);
}
