/* GET /, /docs, /assets/{name}: the inspector's files, and the contract as a page. A build without npm holds pages in
 * their place that say how to get them. */
#include <string.h>

#include "http/assets.h"
#include "http/handlers/page_headers.h"
#include "http/handlers/system.h"

const char *const rw_root_media[] = {"text/html", RW_HTTP_JSON, NULL};
const char *const rw_page_media[] = {"text/html", NULL};
const char *const rw_asset_media[] = {"text/css", "text/javascript", "image/svg+xml", "text/plain", NULL};

void rw_handler_page_headers(rw_http_response *response)
{
    rw_http_response_add_header(response, "Content-Security-Policy",
                                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    rw_http_response_add_header(response, "Referrer-Policy", "no-referrer");
    rw_http_response_add_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    rw_http_response_add_header(response, "Cross-Origin-Resource-Policy", "same-origin");
}

static const rw_http_asset *find(const char *path)
{
    for (size_t i = 0; i < rw_http_asset_count; i++)
        if (strcmp(rw_http_assets[i].path, path) == 0)
            return &rw_http_assets[i];
    return NULL;
}

static void answer(rw_http_response *response, const rw_http_asset *asset)
{
    rw_http_response_static(response, 200, asset->content_type, asset->bytes, asset->length);
    rw_http_response_set_gzip(response, asset->gzip, asset->gzip_length);
    rw_http_response_set_etag(response, asset->etag);
    rw_http_response_add_header(response, "Cache-Control", "%s",
                                asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    rw_handler_page_headers(response);
}

static void answer_page(const rw_http_request *request, rw_http_response *response, const char *name)
{
    const rw_http_asset *asset = find(name);
    if (asset != NULL) {
        answer(response, asset);
        return;
    }
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_set(&problem, RW_PROBLEM_ROUTE_NOT_FOUND, "this build holds no such file; reload the page that named it");
    rw_http_problem(response, request, &problem);
    rw_problem_free(&problem);
}

void rw_handle_inspector(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    if (strcmp(rw_root_media[request->media], RW_HTTP_JSON) == 0)
        rw_handle_root(context, request, response);
    else
        answer_page(request, response, "index.html");
}

void rw_handle_docs(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    answer_page(request, response, "docs.html");
}

void rw_handle_asset(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    static const char folder[] = "/assets/";
    char path[256];
    const char *name = rw_http_request_path(request, "file");
    const size_t length = strlen(name);
    if (length < sizeof path - sizeof folder) {
        memcpy(path, folder, sizeof folder - 1);
        memcpy(path + sizeof folder - 1, name, length + 1);
        answer_page(request, response, path);
    } else {
        answer_page(request, response, "");
    }
}
