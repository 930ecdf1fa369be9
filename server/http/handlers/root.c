#include "codec/json_write.h"
#include "http/handlers/system.h"

#define BODY_MAX 1024

/* GET /: what this is and where to read on. */
void rw_handle_root(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)request;
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "name", "rootwarp");
    rw_json_put_text(&writer, "version", context->release);
    rw_json_put_text(&writer, "openapi", "/openapi.json");
    rw_json_put_text(&writer, "limits", "/v1/limits");
    rw_json_put_text(&writer, "live", "/livez");
    rw_json_put_text(&writer, "ready", "/readyz");
    rw_json_put_text(&writer, "metrics", "/metrics");
    rw_json_object_end(&writer);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    rw_buffer_free(&body);
}
