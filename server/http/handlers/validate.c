/* POST /v1/validate: the findings of a profile that is not saved. */
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

/* The stored clip that the profile names, where none is sent along; NULL, with a field in the problem, when there is
 * none. It is released with the view. */
static void find_clip(const rw_service_view *view, const rw_codec_validate_request *validate, rw_service_clip *stored,
                      rw_problem *problem)
{
    const char *name = validate->profile.clip;
    if (validate->has_clip || name[0] == '\0')
        return;
    rw_problem lookup;
    rw_problem_init(&lookup);
    if (!rw_service_find_clip(view, name, 0, stored, &lookup) || !rw_service_clip_usable(stored, &lookup))
        rw_problem_add_field(problem, "/profile/clip", RW_FIELD_UNKNOWN_NAME, "%s; put the clip first, or send it as "
                             "\"clip\" beside the profile", lookup.detail);
    rw_problem_free(&lookup);
}

/* What the solver finds wrong joins what is wrong with the body's form. */
static void join(const rw_codec_validate_request *validate, const rw_clip *stored, rw_arena *arena,
                 rw_problem *problem)
{
    const rw_clip *clip = validate->has_clip ? rw_codec_clip_compile(&validate->clip, "/clip", arena, problem) : stored;
    if (clip != NULL)
        rw_codec_profile_compile(&validate->profile, clip, "/profile", arena, problem);
}

static void answer(rw_http_response *response, const rw_service_view *view, const rw_codec_findings *findings)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "findings");
    rw_codec_findings_write(&writer, findings);
    if (!findings->no_memory)
        rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_validate(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_validate_request validate;
    if (rw_codec_validate_decode(request->body, request->body_length, &limits, &arena, &validate, &problem)) {
        rw_service_view view;
        rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
        rw_service_clip stored = {0};
        find_clip(&view, &validate, &stored, &problem);
        if (rw_problem_failed(&problem))
            join(&validate, stored.object, &arena, &problem);
        else if (rw_codec_validate(&validate, stored.object, &arena, &findings, &problem))
            answer(response, &view, &findings);
        rw_service_clip_release(&stored);
        rw_service_view_end(&view);
    }
    if (rw_problem_conclude(&problem))
        rw_handler_fail(response, request, &problem);
    rw_codec_findings_free(&findings);
    rw_arena_free(&arena);
}
