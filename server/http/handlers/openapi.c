#include "http/handlers/system.h"
#include "http/openapi_document.h"

/* GET /openapi.json: the contract, made from schema/openapi.yaml when the daemon was built. */
void rw_handle_openapi(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    (void)request;
    rw_http_response_static(response, 200, RW_HTTP_JSON, rw_http_openapi_document, rw_http_openapi_document_size);
    rw_http_response_set_etag(response, rw_http_openapi_document_hash);
    rw_http_response_add_header(response, "Cache-Control", "no-cache");
}
