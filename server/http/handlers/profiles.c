/* /v1/profiles: the life of profiles. */
#include <stdlib.h>

#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_profile_list_query[] = {"prefix", "tag", "clip", "limit", "cursor", NULL};

/* The document as it was put and what derives from it alone; without that, so that its owner can get at it, if this
 * release cannot read it. */
static void write_profile(rw_json_writer *writer, const rw_catalog_document *stored)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_profile_document document;
    bool read = rw_codec_profile_decode(stored->text, stored->length, NULL, &arena, &document, &problem) &&
                !rw_problem_failed(&problem);
    char created_at[RW_CLOCK_TEXT_SIZE];
    rw_codec_document_head head = rw_handler_document_head(stored, created_at);
    rw_codec_write_profile(writer, &head, stored->text, stored->length, read ? &document : NULL);
    rw_arena_free(&arena);
    rw_problem_free(&problem);
}

static void answer_profile(rw_http_response *response, const rw_service_view *view,
                           const rw_service_profile *profile)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    write_profile(&writer, profile->document);
    rw_http_response_set_etag(response, profile->document->hash.text);
    rw_handler_answer(response, 200, &body, view);
}

static void get_profile(rw_http_context *context, const rw_http_request *request, const char *name, int64_t revision,
                        rw_problem *problem, rw_http_response *response)
{
    rw_service_view view;
    rw_service_view_begin(context->service, &view);
    rw_service_profile profile = {0};
    if (rw_service_find_profile(&view, name, revision, &profile, problem))
        answer_profile(response, &view, &profile);
    else
        rw_handler_fail(response, request, problem);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}

void rw_handle_profile_get(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL)
        rw_handler_fail(response, request, &problem);
    else
        get_profile(context, request, name, 0, &problem, response);
}

void rw_handle_profile_revision_get(rw_http_context *context, const rw_http_request *request,
                                    rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    int64_t revision = 0;
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL || !rw_handler_revision(request, &revision, &problem))
        rw_handler_fail(response, request, &problem);
    else
        get_profile(context, request, name, revision, &problem, response);
}

/* The form of GET, and beside it the findings. */
static void answer_saved(rw_http_response *response, int status, const rw_service_view *view,
                         const rw_service_profile *profile)
{
    rw_buffer document;
    rw_buffer_init(&document, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &document);
    write_profile(&writer, profile->document);
    if (!rw_buffer_ok(&document)) {
        response->out_of_memory = true;
        rw_buffer_free(&document);
        return;
    }
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_members(&writer, document.data, document.length);
    rw_json_key(&writer, "findings");
    rw_codec_write_findings(&writer, profile->object);
    rw_json_object_end(&writer);
    rw_buffer_free(&document);
    rw_http_response_set_etag(response, profile->document->hash.text);
    rw_handler_answer(response, status, &body, view);
}

/* Answers a PUT with the revision that it made, whatever others may have put since. */
static void answer_put(rw_http_context *context, const rw_http_request *request, const char *name,
                       const rw_service_put_outcome *outcome, rw_problem *problem, rw_http_response *response)
{
    rw_service_view view;
    rw_service_view_begin(context->service, &view);
    rw_service_profile profile = {0};
    if (rw_service_find_profile(&view, name, outcome->revision, &profile, problem) &&
        rw_service_profile_usable(&profile, problem)) {
        answer_saved(response, outcome->created ? 201 : 200, &view, &profile);
        if (outcome->created)
            rw_http_response_add_header(response, "Location", "/v1/profiles/%s", name);
    } else {
        rw_handler_fail(response, request, problem);
    }
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}

typedef struct profile_check {
    const rw_profile_document *document;
    rw_arena *arena;
} profile_check;

static void check_profile(void *context, const rw_clip *clip, rw_problem *problem)
{
    profile_check *check = context;
    rw_codec_profile_compile(check->document, clip, "", check->arena, problem);
}

void rw_handle_profile_put(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_service_put put = {0};
    rw_service_put_outcome outcome;
    rw_profile_document document;
    rw_codec_limits limits = rw_handler_limits(context);

    put.name = rw_handler_name(request, &problem);
    if (put.name == NULL || !rw_handler_precondition_read(request, true, &put.precondition, &problem) ||
        !rw_codec_profile_decode(request->body, request->body_length, &limits, &arena, &document, &problem))
        goto failed;
    put.document = document.canonical;
    put.document_length = document.canonical_length;
    put.clip_name = document.clip;
    profile_check check = {.document = &document, .arena = &arena};
    if (!rw_service_put_profile(context->service, &put, check_profile, &check, &outcome, &problem))
        goto failed;
    answer_put(context, request, put.name, &outcome, &problem, response);
    goto done;
failed:
    rw_handler_fail(response, request, &problem);
done:
    rw_handler_precondition_free(&put.precondition);
    rw_arena_free(&arena);
}

void rw_handle_profile_delete(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_handler_delete(context, request, RW_SERVICE_PROFILE, response);
}

void rw_handle_profile_revisions(rw_http_context *context, const rw_http_request *request,
                                 rw_http_response *response)
{
    rw_handler_list_revisions(context, request, RW_SERVICE_PROFILE, response);
}

/* Lists */

static void write_item(rw_json_writer *writer, const rw_service_profile *profile)
{
    rw_json_object_begin(writer);
    rw_handler_write_entry(writer, profile->document);
    rw_handler_write_tags(writer, profile->tags, profile->tag_count);
    rw_json_put_text(writer, "clip", profile->document->clip_name);
    rw_json_put_integer(writer, "clip_revision", profile->document->clip_revision);
    rw_json_put_bool(writer, "usable", profile->object != NULL);
    if (profile->object != NULL)
        rw_json_put_text(writer, "kind",
                         rw_profile_kind_of(profile->object) == RW_PROFILE_REACH ? "reach" : "phases");
    rw_json_object_end(writer);
}

static void answer_list(const rw_http_request *request, rw_http_response *response, const rw_service_view *view,
                        const rw_service_profile *profiles, size_t count, bool more)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "items");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < count; i++)
        write_item(&writer, &profiles[i]);
    rw_json_array_end(&writer);
    rw_handler_page_end(request, "profiles", more ? profiles[count - 1].document->name : NULL, &writer, response);
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_profile_list(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_handler_page page = {0};
    if (!rw_handler_page_read(request, "profiles", &page, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_filter filter = {
        .prefix = rw_http_request_query(request, "prefix"),
        .tag = rw_http_request_query(request, "tag"),
        .clip = rw_http_request_query(request, "clip"),
        .after = page.has_after ? page.after : NULL,
    };
    rw_service_profile *profiles = calloc(page.limit, sizeof *profiles);
    if (profiles == NULL) {
        response->out_of_memory = true;
        return;
    }
    size_t count = 0;
    bool more = false;
    rw_service_view view;
    rw_service_view_begin(context->service, &view);
    if (rw_service_list_profiles(&view, &filter, page.limit, profiles, &count, &more, &problem))
        answer_list(request, response, &view, profiles, count, more);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_view_end(&view);
    free(profiles);
}
