#include "http/handlers/system.h"

#define BODY_MAX ((size_t)8 * 1024 * 1024)

/* GET /metrics: the Prometheus text format. */
void rw_handle_metrics(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)request;
    rw_buffer body;
    rw_buffer_init(&body, BODY_MAX);
    rw_metrics_write(context->metrics, &body);
    rw_http_response_take(response, 200, RW_METRICS_CONTENT_TYPE, &body);
    rw_buffer_free(&body);
}
