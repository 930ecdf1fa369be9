/* GET /v1/profiles/{name}/findings: what the validator says of a profile and its clip as they are now. */
#include <math.h>

#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

/* The travel of a profile's span; NaN where it cannot be told. */
static double span_travel(const rw_service_profile *profile)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_profile_document document;
    double travel = (double)NAN;
    if (profile->object != NULL && rw_codec_profile_decode(profile->document->text, profile->document->length, NULL,
                                                           &arena, &document, &problem))
        travel = rw_codec_span_travel(&document, profile->object);
    rw_arena_free(&arena);
    rw_problem_free(&problem);
    return travel;
}

/* The profile's own revision goes with the clip that it was saved against. */
static void add_change(const rw_service_view *view, const rw_service_profile *profile, rw_codec_findings *findings)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_service_profile saved = {0};
    double before = (double)NAN;
    if (rw_service_find_profile(view, profile->document->name, profile->document->revision, &saved, &problem))
        before = span_travel(&saved);
    rw_codec_findings_add_clip_changed(findings, before, span_travel(profile));
    rw_service_profile_release(&saved);
    rw_problem_free(&problem);
}

static void answer_findings(rw_http_response *response, const rw_service_view *view,
                            const rw_service_profile *profile)
{
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    if (profile->object != NULL)
        rw_codec_findings_add_profile(&findings, profile->object);
    else if (profile->problem != NULL || profile->clip.problem != NULL)
        rw_codec_findings_add_problem(&findings,
                                      profile->problem != NULL ? profile->problem : profile->clip.problem);
    if (rw_service_profile_clip_changed(profile))
        add_change(view, profile, &findings);

    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "profile", profile->document->name);
    rw_json_put_integer(&writer, "profile_revision", profile->document->revision);
    rw_json_put_text(&writer, "clip", profile->clip.document->name);
    rw_json_put_integer(&writer, "clip_revision", profile->clip.document->revision);
    rw_json_key(&writer, "findings");
    rw_codec_findings_write(&writer, &findings);
    if (!findings.no_memory)
        rw_json_object_end(&writer);
    rw_codec_findings_free(&findings);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_profile_findings(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_profile profile = {0};
    if (rw_service_find_profile(&view, name, 0, &profile, &problem))
        answer_findings(response, &view, &profile);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}
