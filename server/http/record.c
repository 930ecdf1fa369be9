#include "http/record.h"

#include "base/clock.h"
#include "obs/recorder.h"

void rw_http_record(const rw_http_context *context, const rw_http_request *request, const rw_http_response *response)
{
    const struct rw_http_route *route = request->route;
    if (route == NULL || (route->flags & RW_HTTP_RECORDED) == 0 || request->method != route->method)
        return;
    const rw_recording_entry entry = {
        .at_ms = rw_clock_wall_ms(),
        .status = response->status,
        .catalog_version = response->catalog_version,
        .method = rw_http_method_name(request->method),
        .target = request->target,
        .request_id = request->request_id,
        .request = request->body,
        .request_length = request->body_length,
        .answer = response->body != NULL ? response->body : "",
        .answer_length = response->body_length,
    };
    rw_recorder_take(context->recorder, &entry);
}
