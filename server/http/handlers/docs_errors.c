/* GET /docs/errors: every code of a problem document, each at the anchor that the document's type names. */
#include "http/handlers/page_headers.h"
#include "http/handlers/system.h"

#define BODY_MAX ((size_t)256 * 1024)

/* The registry's sentences are plain text. */
static void append_text(rw_buffer *page, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '<')
            rw_buffer_append_text(page, "&lt;");
        else if (*text == '>')
            rw_buffer_append_text(page, "&gt;");
        else if (*text == '&')
            rw_buffer_append_text(page, "&amp;");
        else
            rw_buffer_append_char(page, *text);
}

static void append_problem(rw_buffer *page, const rw_problem_info *info)
{
    rw_buffer_append_format(page, "<tr id=\"%s\"><th scope=\"row\"><a href=\"#%s\"><code>%s</code></a></th><td>%d</td><td>%s</td><td><b>",
                            info->name, info->name, info->name, info->http_status, info->retryable ? "yes" : "no");
    append_text(page, info->title);
    rw_buffer_append_text(page, "</b><br>");
    append_text(page, info->doc);
    rw_buffer_append_text(page, "</td></tr>\n");
}

static void append_field(rw_buffer *page, const rw_field_info *info)
{
    rw_buffer_append_format(page, "<tr id=\"field-%s\"><th scope=\"row\"><code>%s</code></th><td>%d</td><td>", info->name,
                            info->name, info->kind == RW_FIELD_KIND_FORM ? 400 : 422);
    append_text(page, info->doc);
    rw_buffer_append_text(page, "</td></tr>\n");
}

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>rootwarp: errors</title>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<link rel=\"icon\" href=\"/assets/icon.svg\"><link rel=\"stylesheet\" href=\"/assets/plain.css\"></head>\n"
    "<body><header><a href=\"/\">rootwarp</a> <nav aria-label=\"Pages\"><a href=\"/docs\">API</a> "
    "<a href=\"/docs/errors\" aria-current=\"page\">Errors</a></nav></header>\n<main>\n"
    "<h1>Errors</h1>\n"
    "<p>What goes wrong is answered with a problem document after RFC 9457. Its <code>code</code> is one of these and "
    "keeps its meaning. Retryable: the same request may succeed later.</p>\n"
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Codes\">"
    "<table><thead><tr><th scope=\"col\">Code</th><th scope=\"col\">Status</th>"
    "<th scope=\"col\">Retryable</th><th scope=\"col\">Meaning</th></tr></thead><tbody>\n";

static const char middle[] =
    "</tbody></table></div>\n<h2>Fields</h2>\n"
    "<p>The <code>errors</code> of a problem name every wrong field of a body, each with one of these codes.</p>\n"
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Field codes\">"
    "<table><thead><tr><th scope=\"col\">Code</th><th scope=\"col\">Status</th>"
    "<th scope=\"col\">Meaning</th></tr></thead><tbody>\n";

void rw_handle_docs_errors(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    (void)request;
    rw_buffer page;
    rw_buffer_init(&page, BODY_MAX);
    rw_buffer_append_text(&page, head);
    for (int code = RW_PROBLEM_NONE + 1; code < RW_PROBLEM_CODE_COUNT; code++)
        append_problem(&page, rw_problem_info_get((rw_problem_code)code));
    rw_buffer_append_text(&page, middle);
    for (int code = RW_FIELD_NONE + 1; code < RW_FIELD_CODE_COUNT; code++)
        append_field(&page, rw_field_info_get((rw_field_code)code));
    rw_buffer_append_text(&page, "</tbody></table></div>\n</main></body></html>\n");
    rw_http_response_take(response, 200, RW_HTTP_HTML, &page);
    if (response->status == 200) {
        rw_http_response_add_header(response, "Cache-Control", "no-cache");
        rw_handler_page_headers(response);
    }
    rw_buffer_free(&page);
}
