/* GET /v1/profiles/{name}/difference: what two revisions of a profile do not have in common. */
#include <string.h>

#include "base/name.h"
#include "codec/difference.h"
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_profile_difference_query[] = {"from", "to", NULL};

/* 0, the head, where it may be left out and is. */
static bool read_revision(const rw_http_request *request, const char *parameter, bool required, int64_t *revision,
                          rw_problem *problem)
{
    const char *text = rw_http_request_query(request, parameter);
    if (text == NULL && !required)
        return true;
    if (text != NULL && rw_revision_parse(text, strlen(text), revision))
        return true;
    rw_problem_set(problem, RW_PROBLEM_REVISION_INVALID, "%s is \"%.40s\"; it must be a revision: a whole number from 1",
                   parameter, text == NULL ? "" : text);
    return false;
}

static void write_side(rw_json_writer *writer, const char *key, const rw_catalog_document *document)
{
    rw_json_key(writer, key);
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "revision", document->revision);
    rw_json_put_text(writer, "content_hash", document->hash.text);
    rw_json_put_integer(writer, "clip_revision", document->clip_revision);
    rw_json_object_end(writer);
}

static bool answer(const rw_http_request *request, const rw_service_view *view, const rw_catalog_document *from,
                   const rw_catalog_document *to, rw_http_response *response, rw_problem *problem)
{
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "name", from->name);
    write_side(&writer, "from", from);
    write_side(&writer, "to", to);
    rw_json_key(&writer, "differences");
    const rw_codec_document_text before = {from->text, from->length}, after = {to->text, to->length};
    if (!rw_codec_write_differences(&writer, &before, &after, request->arena, problem)) {
        rw_buffer_free(&body);
        return false;
    }
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, view);
    return true;
}

void rw_handle_profile_difference(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    int64_t from = 0, to = 0;
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL || !read_revision(request, "from", true, &from, &problem) ||
        !read_revision(request, "to", false, &to, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_profile before = {0}, after = {0};
    if (!rw_service_find_profile(&view, name, from, &before, &problem) ||
        !rw_service_find_profile(&view, name, to, &after, &problem) ||
        !answer(request, &view, before.document, after.document, response, &problem))
        rw_handler_fail(response, request, &problem);
    rw_service_profile_release(&before);
    rw_service_profile_release(&after);
    rw_service_view_end(&view);
}
