/* GET /v1/changes: the log of what changed, and a wait for what will. */
#include "base/number.h"
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

#define VERSION_MAX INT64_C(999999999999999)

const char *const rw_changes_query[] = {"since", "limit", "wait", NULL};

static const char *action_name(rw_store_action action)
{
    switch (action) {
    case RW_STORE_PUT:
        return "put";
    case RW_STORE_DELETE:
        return "delete";
    case RW_STORE_PURGE:
        break;
    }
    return "purge";
}

static void write_change(rw_json_writer *writer, const rw_store_change *change)
{
    char at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(change->at_ms, at);
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "version", change->sequence);
    rw_json_put_text(writer, "action", action_name(change->action));
    rw_json_put_text(writer, "kind", change->kind == RW_STORE_CLIP ? "clip" : "profile");
    rw_json_put_text(writer, "name", change->name);
    rw_json_put_integer(writer, "revision", change->revision);
    rw_json_put_text(writer, "content_hash", change->hash.text);
    rw_json_put_text(writer, "changed_at", at);
    rw_json_object_end(writer);
}

/* `version` is what to ask for next: the last one told, or as far as the catalogue has come. */
static void answer(rw_http_response *response, const rw_store_change_list *list, int64_t version)
{
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "items");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < list->count; i++)
        write_change(&writer, &list->items[i]);
    rw_json_array_end(&writer);
    rw_json_put_integer(&writer, "version", list->count > 0 ? list->items[list->count - 1].sequence : version);
    rw_json_put_bool(&writer, "more", list->more);
    rw_json_object_end(&writer);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    rw_http_response_add_header(response, "Cache-Control", "no-store");
}

static int64_t version_now(rw_http_context *context, const rw_http_request *request)
{
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    const int64_t version = rw_service_view_version(&view);
    rw_service_view_end(&view);
    return version;
}

void rw_handle_changes(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    int64_t since = 0;
    int64_t limit = RW_SERVICE_LIST_MAX;
    double wait = 0;
    rw_store_change_list list = {.items = NULL};
    if (!rw_http_request_query_integer(request, "since", 0, VERSION_MAX, &since, &problem) ||
        !rw_http_request_query_integer(request, "limit", 1, RW_SERVICE_LIST_MAX, &limit, &problem) ||
        !rw_http_request_query_number(request, "wait", 0, RW_HANDLER_WAIT_MAX_MS / 1000.0, &wait, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    /* What is not in the catalogue yet is not told, so that whoever is told can read it. */
    const int64_t version = version_now(context, request);
    const int64_t wait_ms = (int64_t)(wait * 1000);
    if (version <= since && wait_ms > 0 && !request->waited) {
        rw_http_response_wait(response, (uint64_t)since + 1, wait_ms);
        return;
    }
    if (version > since && rw_http_request_defer(request))
        return;
    if (version < since)
        rw_problem_set(&problem, RW_PROBLEM_VERSION_UNKNOWN,
                       "the catalogue is at version %lld and has not come to %lld: it was restored or replaced; read the "
                       "lists again",
                       (long long)version, (long long)since);
    if (rw_problem_failed(&problem) ||
        (version > since &&
         !rw_service_list_changes(context->service, since, (size_t)limit, &list, &problem))) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    answer(response, &list, version);
    rw_store_change_list_free(&list);
}
