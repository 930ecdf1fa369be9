#include <inttypes.h>

#include "access/access.h"
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_audit_query[] = {"since", "limit", NULL};

static void write_optional(rw_json_writer *writer, const char *key, const char *text)
{
    if (*text != '\0')
        rw_json_put_text(writer, key, text);
}

static void write_item(rw_json_writer *writer, const rw_store_audit_entry *entry)
{
    char at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(entry->at_ms, at);
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "sequence", entry->sequence);
    rw_json_put_text(writer, "at", at);
    rw_json_put_text(writer, "actor", entry->actor);
    rw_json_put_text(writer, "action", entry->action);
    rw_json_put_text(writer, "subject", entry->subject);
    if (entry->revision != 0)
        rw_json_put_integer(writer, "revision", entry->revision);
    write_optional(writer, "remote", entry->remote);
    write_optional(writer, "request_id", entry->request_id);
    rw_json_object_end(writer);
}

static void answer(const rw_store_audit_list *list, int64_t since, int64_t limit, rw_http_response *response)
{
    const int64_t last = list->count > 0 ? list->items[list->count - 1].sequence : since;
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "items");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < list->count; i++)
        write_item(&writer, &list->items[i]);
    rw_json_array_end(&writer);
    rw_json_put_integer(&writer, "last_sequence", last);
    rw_json_put_bool(&writer, "more", list->more);
    rw_json_object_end(&writer);
    if (list->more)
        rw_http_response_add_header(response, "Link", "</v1/audit?since=%" PRId64 "&limit=%" PRId64 ">; rel=\"next\"",
                                    last, limit);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    rw_http_response_add_header(response, "Cache-Control", "no-store");
}

/* GET /v1/audit: who changed what, from where, in the order of the changes. */
void rw_handle_audit(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    int64_t since = 0, limit = RW_SERVICE_LIST_DEFAULT;
    rw_store_audit_list list = {0};
    rw_problem_init(&problem);
    if (!rw_http_request_query_integer(request, "since", 0, RW_REVISION_MAX, &since, &problem) ||
        !rw_http_request_query_integer(request, "limit", 1, RW_SERVICE_LIST_MAX, &limit, &problem) ||
        !rw_access_read_audit(context->access, since, (size_t)limit, &list, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    answer(&list, since, limit, response);
    rw_store_audit_list_free(&list);
}
