#include "codec/json_write.h"
#include "http/handlers/system.h"

#define BODY_MAX 8192

static void write_checks(rw_json_writer *writer, const rw_http_readiness_check *checks, size_t count)
{
    rw_json_key(writer, "checks");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < count; i++) {
        rw_json_object_begin(writer);
        rw_json_put_text(writer, "name", checks[i].name);
        rw_json_put_bool(writer, "ok", checks[i].sound);
        rw_json_put_text(writer, "detail", checks[i].detail);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
}

/* GET /readyz[?verbose]: whether requests should be sent here. What is wrong is always listed; ?verbose lists also
 * what is right. */
void rw_handle_readyz(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_http_readiness_check checks[RW_HTTP_READINESS_CHECKS_MAX];
    const size_t count = context->readiness == NULL ? 0 : context->readiness(context->state, checks);
    bool ready = true;
    for (size_t i = 0; i < count; i++)
        ready = ready && checks[i].sound;
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "status", ready ? "ok" : "unready");
    if (!ready || rw_http_request_query(request, "verbose") != NULL)
        write_checks(&writer, checks, count);
    rw_json_object_end(&writer);
    rw_http_response_take(response, ready ? 200 : 503, RW_HTTP_JSON, &body);
    rw_http_response_add_header(response, "Cache-Control", "no-store");
    rw_buffer_free(&body);
}
