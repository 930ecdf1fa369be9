/* POST /v1/clips/{name}/purge and the same of profiles: old revisions go for ever. */
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

static void purge(rw_http_context *context, const rw_http_request *request, rw_service_kind kind,
                  rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_store_purge_result result;
    const rw_origin origin = rw_http_request_origin(request);
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL || !rw_service_purge(context->service, kind, name, &origin, &result, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_integer(&writer, "purged", (int64_t)result.purged);
    rw_json_put_integer(&writer, "kept", (int64_t)result.kept);
    rw_json_object_end(&writer);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    response->catalog_version = (uint64_t)result.sequence;
}

void rw_handle_clip_purge(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    purge(context, request, RW_SERVICE_CLIP, response);
}

void rw_handle_profile_purge(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    purge(context, request, RW_SERVICE_PROFILE, response);
}
