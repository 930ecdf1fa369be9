#include "http/handlers/system.h"

/* GET /livez: the process answers. Touches nothing that could block. */
void rw_handle_livez(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    static const char body[] = "{\"status\":\"ok\"}";
    (void)context;
    (void)request;
    rw_http_response_static(response, 200, RW_HTTP_JSON, body, sizeof body - 1);
    rw_http_response_add_header(response, "Cache-Control", "no-store");
}
