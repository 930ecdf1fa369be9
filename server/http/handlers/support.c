#include "http/handlers/support.h"

#include <string.h>

#include "base/number.h"
#include "http/handlers/handlers.h"

const char *const rw_revisions_query[] = {"limit", "cursor", NULL};

rw_codec_limits rw_handler_limits(const rw_http_context *context)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.items = rw_http_settings_now(context)->limits.max_batch_items;
    return limits;
}

const char *rw_handler_name(const rw_http_request *request, rw_problem *problem)
{
    const char *name = rw_http_request_path(request, "name");
    if (rw_name_valid(name, strlen(name)))
        return name;
    rw_problem_set(problem, RW_PROBLEM_NAME_INVALID, "\"%.40s\" is no name: %s", name, RW_NAME_RULE);
    return NULL;
}

static bool read_revision(const char *text, int64_t *revision, rw_problem *problem)
{
    if (rw_revision_parse(text, strlen(text), revision))
        return true;
    rw_problem_set(problem, RW_PROBLEM_REVISION_INVALID,
                   "\"%.40s\" is no revision: a whole number from 1, without leading zeros", text);
    return false;
}

const char *rw_handler_document(const rw_http_request *request, int64_t *revision, rw_problem *problem)
{
    const char *name = rw_handler_name(request, problem);
    const char *text = rw_http_request_path(request, "revision");
    *revision = 0;
    return name != NULL && (*text == '\0' || read_revision(text, revision, problem)) ? name : NULL;
}

bool rw_handler_query_revision(const rw_http_request *request, int64_t *revision, rw_problem *problem)
{
    const char *text = rw_http_request_query(request, "revision");
    return text == NULL || read_revision(text, revision, problem);
}

void rw_handler_answer(rw_http_response *response, int status, rw_buffer *body, const rw_service_view *view)
{
    rw_http_response_take(response, status, RW_HTTP_JSON, body);
    response->catalog_version = (uint64_t)rw_service_view_version(view);
}

void rw_handler_fail(rw_http_response *response, const rw_http_request *request, rw_problem *problem)
{
    rw_http_problem(response, request, problem);
    rw_problem_free(problem);
}

rw_codec_document_head rw_handler_document_head(const rw_catalog_document *document,
                                                char created_at[RW_CLOCK_TEXT_SIZE])
{
    rw_clock_format_utc(document->saved_at_ms, created_at);
    return (rw_codec_document_head){
        .name = document->name,
        .revision = document->revision,
        .content_hash = document->hash.text,
        .created_at = created_at,
        .clip_revision = document->clip_revision,
    };
}

void rw_handler_write_entry(rw_json_writer *writer, const rw_catalog_document *document)
{
    char created_at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(document->saved_at_ms, created_at);
    rw_json_put_text(writer, "name", document->name);
    rw_json_put_integer(writer, "revision", document->revision);
    rw_json_put_text(writer, "content_hash", document->hash.text);
    rw_json_put_text(writer, "created_at", created_at);
}

void rw_handler_write_tags(rw_json_writer *writer, const char *const *tags, size_t count)
{
    rw_json_key(writer, "tags");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < count; i++)
        rw_json_text(writer, tags[i]);
    rw_json_array_end(writer);
}

static void write_revision(rw_json_writer *writer, const rw_service_revision *revision)
{
    char created_at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(revision->saved_at_ms, created_at);
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "revision", revision->revision);
    rw_json_put_text(writer, "content_hash", revision->hash.text);
    rw_json_put_text(writer, "created_at", created_at);
    rw_json_put_bool(writer, "head", revision->is_head);
    if (revision->clip_revision != 0)
        rw_json_put_integer(writer, "clip_revision", revision->clip_revision);
    rw_json_object_end(writer);
}

void rw_handler_list_revisions(rw_http_context *context, const rw_http_request *request, rw_service_kind kind,
                               rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    const char *name = rw_handler_name(request, &problem);
    rw_handler_page page = {0};
    int64_t after = 0;
    rw_service_history history = {0};
    if (name == NULL || !rw_handler_page_read(request, "revisions", &page, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    if (page.has_after && !rw_revision_parse(page.after, strlen(page.after), &after))
        rw_problem_set(&problem, RW_PROBLEM_INVALID_CURSOR, "the cursor names no revision");
    if (rw_problem_failed(&problem) ||
        !rw_service_list_revisions(context->service, kind, name, after, page.limit, &history, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }

    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "items");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < history.count; i++)
        write_revision(&writer, &history.items[i]);
    rw_json_array_end(&writer);
    char last[RW_NUMBER_TEXT_SIZE];
    if (history.more)
        rw_number_format((double)history.items[history.count - 1].revision, last);
    rw_handler_page_end(request, "revisions", history.more ? last : NULL, &writer, response);
    rw_json_object_end(&writer);
    rw_service_history_free(&history);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
}

void rw_handler_delete(rw_http_context *context, const rw_http_request *request, rw_service_kind kind,
                       rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_service_precondition precondition = {0};
    const rw_origin origin = rw_http_request_origin(request);
    const char *name = rw_handler_name(request, &problem);
    bool done = name != NULL && rw_handler_precondition_read(request, false, &precondition, &problem) &&
                rw_service_delete(context->service, kind, name, &precondition, &origin, &problem);
    rw_handler_precondition_free(&precondition);
    if (!done) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_http_response_empty(response, 204);
}

#define LARGE_ANSWERS_MAX 4

bool rw_handler_turn_begin(rw_http_context *context, rw_http_response *response, rw_problem *problem)
{
    if (!rw_http_response_hold(response, &context->large_answers, LARGE_ANSWERS_MAX)) {
        rw_problem_set(problem, RW_PROBLEM_OVERLOADED,
                       "%d exports and backups are on their way to others; ask again soon", LARGE_ANSWERS_MAX);
        return false;
    }
    if (atomic_exchange(&context->making_large, true)) {
        rw_problem_set(problem, RW_PROBLEM_OVERLOADED, "another export or backup is being made; ask again soon");
        return false;
    }
    return true;
}

void rw_handler_turn_end(rw_http_context *context)
{
    atomic_store(&context->making_large, false);
}
