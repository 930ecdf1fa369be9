/* /v1/profiles: the life of profiles. */
#include <stdlib.h>

#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_profile_list_query[] = {"prefix", "tag", "clip", "severity", "limit", "cursor", NULL};

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

void rw_handle_profile_get(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
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
    rw_service_profile profile = {0};
    if (rw_service_find_profile(&view, name, revision, &profile, &problem))
        answer_profile(response, &view, &profile);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
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
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    rw_codec_findings_add_profile(&findings, profile->object);
    rw_codec_findings_write(&writer, &findings);
    if (!findings.no_memory)
        rw_json_object_end(&writer);
    rw_codec_findings_free(&findings);
    rw_buffer_free(&document);
    rw_http_response_set_etag(response, profile->document->hash.text);
    rw_handler_answer(response, status, &body, view);
}

/* Answers a PUT with the revision that it made, whatever others may have put since. */
static void answer_put(rw_http_context *context, const rw_http_request *request, const char *name,
                       const rw_service_put_outcome *outcome, rw_problem *problem, rw_http_response *response)
{
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
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
    if (clip != NULL)
        rw_codec_profile_compile(check->document, clip, "", check->arena, problem);
    else
        rw_codec_profile_check(check->document, "", problem);
}

void rw_handle_profile_put(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_service_put put = {.origin = rw_http_request_origin(request)};
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

/* The worst severity of a profile's findings, or null. */
static void write_severity(rw_json_writer *writer, const rw_service_profile *profile)
{
    const unsigned severities = rw_service_profile_severities(profile);
    rw_json_key(writer, "severity");
    for (int s = RW_SEVERITY_ERROR; s >= RW_SEVERITY_INFO; s--) {
        if ((severities & 1u << s) != 0) {
            rw_json_text(writer, rw_severity_name((rw_severity)s));
            return;
        }
    }
    rw_json_null(writer);
}

/* The bits of a severity and of all that are worse. */
static bool read_severity(const rw_http_request *request, unsigned *severities, rw_problem *problem)
{
    const char *text = rw_http_request_query(request, "severity");
    rw_severity least;
    if (text == NULL)
        return true;
    if (!rw_codec_severity_parse(text, &least)) {
        rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER,
                       "severity is \"%.40s\"; it must be info, warning or error", text);
        return false;
    }
    for (int s = (int)least; s <= RW_SEVERITY_ERROR; s++)
        *severities |= 1u << s;
    return true;
}

static void write_item(rw_json_writer *writer, const rw_service_profile *profile)
{
    rw_json_object_begin(writer);
    rw_handler_write_entry(writer, profile->document);
    rw_handler_write_tags(writer, profile->tags, profile->tag_count);
    rw_json_put_text(writer, "clip", profile->document->clip_name);
    rw_json_put_integer(writer, "clip_revision", profile->document->clip_revision);
    rw_json_put_bool(writer, "usable", profile->object != NULL);
    write_severity(writer, profile);
    if (profile->plan != NULL) {
        const bool reach = rw_profile_kind_of(profile->object) == RW_PROFILE_REACH;
        rw_json_put_text(writer, "kind", reach ? "reach" : "phases");
        if (!reach)
            rw_json_put_text(writer, "provider", rw_provider_kind_name(profile->plan->provider.kind));
    }
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
    const char *last = more && count > 0 ? profiles[count - 1].document->name : NULL;
    rw_handler_page_end(request, "profiles", last, &writer, response);
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_profile_list(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_handler_page page = {0};
    unsigned severities = 0;
    if (!read_severity(request, &severities, &problem) ||
        !rw_handler_page_read(request, "profiles", &page, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_filter filter = {
        .prefix = rw_http_request_query(request, "prefix"),
        .tag = rw_http_request_query(request, "tag"),
        .clip = rw_http_request_query(request, "clip"),
        .after = page.has_after ? page.after : NULL,
        .severities = severities,
    };
    rw_service_profile *profiles = calloc(page.limit, sizeof *profiles);
    if (profiles == NULL) {
        response->out_of_memory = true;
        return;
    }
    size_t count = 0;
    bool more = false;
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    if (rw_service_list_profiles(&view, &filter, page.limit, profiles, &count, &more, &problem))
        answer_list(request, response, &view, profiles, count, more);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_view_end(&view);
    free(profiles);
}
