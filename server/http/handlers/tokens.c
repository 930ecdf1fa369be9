#include <string.h>

#include "access/access.h"
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_token_list_query[] = {"limit", "cursor", NULL};

static void write_time(rw_json_writer *writer, const char *key, int64_t at_ms)
{
    char text[RW_CLOCK_TEXT_SIZE];
    if (at_ms == 0)
        return;
    rw_clock_format_utc(at_ms, text);
    rw_json_put_text(writer, key, text);
}

static void write_scopes(rw_json_writer *writer, unsigned scopes)
{
    rw_json_key(writer, "scopes");
    rw_json_array_begin(writer);
    for (unsigned scope = 1; scope <= RW_SCOPES_ALL; scope <<= 1)
        if ((scopes & scope) != 0)
            rw_json_text(writer, rw_scope_name(scope));
    rw_json_array_end(writer);
}

static void write_item(rw_json_writer *writer, const rw_store_token *token)
{
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "id", token->id);
    rw_json_put_text(writer, "name", token->name);
    write_scopes(writer, token->scopes);
    rw_json_put_integer(writer, "secrets", (int64_t)token->secret_count);
    write_time(writer, "created_at", token->created_at_ms);
    write_time(writer, "expires_at", token->expires_at_ms);
    write_time(writer, "revoked_at", token->revoked_at_ms);
    write_time(writer, "last_used_at", token->last_used_at_ms);
    rw_json_object_end(writer);
}

static void answer(const rw_http_request *request, const rw_store_token_list *list, const rw_handler_page *page,
                   rw_http_response *response)
{
    rw_buffer body;
    rw_json_writer writer;
    size_t first = 0;
    while (page->has_after && first < list->count && strcmp(list->items[first].id, page->after) <= 0)
        first++;
    const size_t left = list->count - first, shown = left < page->limit ? left : page->limit;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "items");
    rw_json_array_begin(&writer);
    for (size_t i = first; i < first + shown; i++)
        write_item(&writer, &list->items[i]);
    rw_json_array_end(&writer);
    rw_handler_page_end(request, "tokens", shown < left ? list->items[first + shown - 1].id : NULL, &writer, response);
    rw_json_object_end(&writer);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    rw_http_response_add_header(response, "Cache-Control", "no-store");
}

/* GET /v1/tokens: which tokens there are; never what they are. */
void rw_handle_token_list(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_handler_page page;
    rw_store_token_list list = {0};
    rw_problem_init(&problem);
    if (!rw_handler_page_read(request, "tokens", &page, &problem) ||
        !rw_access_list_tokens(context->access, &list, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    answer(request, &list, &page, response);
    rw_store_token_list_free(&list);
}
