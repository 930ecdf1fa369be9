#include "http/cors.h"

#include <string.h>
#include <strings.h>

#include "http/router.h"

#define REQUEST_HEADERS \
    "Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-Min-Catalog-Version, traceparent"
#define ANSWER_HEADERS "ETag, Link, Location, Retry-After, X-Catalog-Age, X-Catalog-Version, X-Request-Id"

bool rw_http_cors_lists(const char *origins, const char *origin)
{
    const size_t wanted = strlen(origin);
    if (strcmp(origin, "null") == 0)
        return false;
    for (const char *at = origins; *at != '\0'; at += *at == ',') {
        at += strspn(at, " \t");
        const size_t length = strcspn(at, ", \t");
        if (length > 0 && length == wanted && strncasecmp(at, origin, length) == 0)
            return true;
        at += strcspn(at, ",");
    }
    return false;
}

static void answer_preflight(unsigned allowed, rw_http_response *response)
{
    rw_buffer methods;
    rw_buffer_init(&methods, 128);
    if (rw_http_allow_write(allowed, &methods))
        rw_http_response_add_header(response, "Access-Control-Allow-Methods", "%s", methods.data);
    rw_buffer_free(&methods);
    rw_http_response_add_header(response, "Access-Control-Allow-Headers", REQUEST_HEADERS);
    rw_http_response_add_header(response, "Access-Control-Max-Age", "600");
}

void rw_http_cors_answer(const char *origins, const rw_http_request *request, unsigned allowed,
                         rw_http_response *response)
{
    if (*origins == '\0')
        return;
    rw_http_response_add_header(response, "Vary", "Origin");
    const char *origin = rw_http_request_header(request, "Origin");
    if (origin == NULL || !rw_http_cors_lists(origins, origin))
        return;
    rw_http_response_add_header(response, "Access-Control-Allow-Origin", "%s", origin);
    if (request->method == RW_HTTP_OPTIONS && rw_http_request_header(request, "Access-Control-Request-Method") != NULL)
        answer_preflight(allowed, response);
    else
        rw_http_response_add_header(response, "Access-Control-Expose-Headers", ANSWER_HEADERS);
}
