/* /v1/clips: the life of clips. */
#include <stdlib.h>

#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_clip_list_query[] = {"prefix", "tag", "limit", "cursor", NULL};

/* Answers with a clip that was found, and its text. */
static void answer_clip(rw_http_response *response, int status, const rw_service_view *view,
                        const rw_service_clip *clip, const char *text)
{
    const rw_catalog_document *document = clip->document;
    char created_at[RW_CLOCK_TEXT_SIZE];
    rw_codec_document_head head = rw_handler_document_head(document, created_at);
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_clip(&writer, &head, text, document->length, clip->object);
    rw_http_response_set_etag(response, document->hash.text);
    rw_handler_answer(response, status, &body, view);
}

void rw_handle_clip_get(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    int64_t revision = 0;
    const char *name = rw_handler_document(request, &revision, &problem);
    if (name == NULL) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_clip clip = {0};
    char *text = NULL;
    if (rw_service_find_clip(&view, name, revision, &clip, &problem) &&
        rw_service_read_text(&view, clip.document, &text, &problem))
        answer_clip(response, 200, &view, &clip, text);
    else
        rw_handler_fail(response, request, &problem);
    free(text);
    rw_service_clip_release(&clip);
    rw_service_view_end(&view);
}

/* Answers a PUT with the revision that it made, whatever others may have put since. */
static void answer_put(rw_http_context *context, const rw_http_request *request, const rw_service_put *put,
                       const rw_service_put_outcome *outcome, rw_problem *problem, rw_http_response *response)
{
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_clip clip = {0};
    if (rw_service_find_clip(&view, put->name, outcome->revision, &clip, problem)) {
        answer_clip(response, outcome->created ? 201 : 200, &view, &clip, put->document);
        if (outcome->created)
            rw_http_response_add_header(response, "Location", "/v1/clips/%s", put->name);
    } else {
        rw_handler_fail(response, request, problem);
    }
    rw_service_clip_release(&clip);
    rw_service_view_end(&view);
}

void rw_handle_clip_put(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_service_put put = {.origin = rw_http_request_origin(request)};
    rw_service_put_outcome outcome;
    rw_clip_document document;
    rw_codec_limits limits = rw_handler_limits(context);

    put.name = rw_handler_name(request, &problem);
    if (put.name == NULL || !rw_handler_precondition_read(request, true, &put.precondition, &problem) ||
        !rw_codec_clip_decode(request->body, request->body_length, &limits, &arena, &document, &problem))
        goto failed;
    rw_codec_clip_compile(&document, "", &arena, &problem);
    if (rw_problem_conclude(&problem))
        goto failed;
    put.document = document.canonical;
    put.document_length = document.canonical_length;
    if (!rw_service_put_clip(context->service, &put, &outcome, &problem))
        goto failed;
    answer_put(context, request, &put, &outcome, &problem, response);
    goto done;
failed:
    rw_handler_fail(response, request, &problem);
done:
    rw_handler_precondition_free(&put.precondition);
    rw_arena_free(&arena);
}

void rw_handle_clip_delete(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_handler_delete(context, request, RW_SERVICE_CLIP, response);
}

void rw_handle_clip_revisions(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_handler_list_revisions(context, request, RW_SERVICE_CLIP, response);
}

/* Lists */

static void write_item(rw_json_writer *writer, const rw_service_clip *clip)
{
    rw_json_object_begin(writer);
    rw_handler_write_entry(writer, clip->document);
    rw_handler_write_tags(writer, clip->tags, clip->tag_count);
    if (clip->object != NULL) {
        rw_clip_info info;
        rw_clip_describe(clip->object, &info);
        rw_json_key(writer, "space");
        rw_codec_write_space(writer, &info.space);
        rw_json_put_number(writer, "frame_rate", info.frame_rate);
        rw_json_put_bool(writer, "loop", info.loop);
        rw_json_put_integer(writer, "sample_count", (int64_t)info.sample_count);
        rw_json_put_number(writer, "duration", info.duration);
        rw_json_put_number(writer, "travel", info.travel);
    }
    rw_json_object_end(writer);
}

static void answer_list(const rw_http_request *request, rw_http_response *response, const rw_service_view *view,
                        const rw_service_clip *clips, size_t count, bool more)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "items");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < count; i++)
        write_item(&writer, &clips[i]);
    rw_json_array_end(&writer);
    rw_handler_page_end(request, "clips", more ? clips[count - 1].document->name : NULL, &writer, response);
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_clip_list(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_handler_page page = {0};
    if (!rw_handler_page_read(request, "clips", &page, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_filter filter = {
        .prefix = rw_http_request_query(request, "prefix"),
        .tag = rw_http_request_query(request, "tag"),
        .after = page.has_after ? page.after : NULL,
    };
    rw_service_clip *clips = calloc(page.limit, sizeof *clips);
    if (clips == NULL) {
        response->out_of_memory = true;
        return;
    }
    size_t count = 0;
    bool more = false;
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    if (rw_service_list_clips(&view, &filter, page.limit, clips, &count, &more, &problem))
        answer_list(request, response, &view, clips, count, more);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_view_end(&view);
    free(clips);
}
