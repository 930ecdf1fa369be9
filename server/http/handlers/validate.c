/* POST /v1/validate: the findings of a profile that is not saved. */
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

/* The clip to check against: the one in the body, or the stored one that the profile names. NULL when there is none,
 * with a field in the problem. A stored one is released with the view. */
static const rw_clip *find_clip(const rw_service_view *view, const rw_codec_validate_request *validate,
                                rw_arena *arena, rw_service_clip *stored, rw_problem *problem)
{
    if (validate->has_clip)
        return rw_codec_clip_compile(&validate->clip, "/clip", arena, problem);
    const char *name = validate->profile.clip;
    if (name[0] == '\0')
        return NULL;
    rw_problem lookup;
    rw_problem_init(&lookup);
    if (!rw_service_find_clip(view, name, 0, stored, &lookup) || !rw_service_clip_usable(stored, &lookup))
        rw_problem_add_field(problem, "/profile/clip", RW_FIELD_UNKNOWN_NAME, "%s; put the clip first, or send it as "
                             "\"clip\" beside the profile", lookup.detail);
    rw_problem_free(&lookup);
    return stored->object;
}

static void answer(rw_http_response *response, const rw_service_view *view, const rw_profile *profile)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "findings");
    rw_codec_write_findings(&writer, profile);
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_validate(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_validate_request validate;
    if (rw_codec_validate_decode(request->body, request->body_length, &limits, &arena, &validate, &problem)) {
        rw_service_view view;
        rw_service_view_begin(context->service, &view);
        rw_service_clip stored = {0};
        const rw_profile *profile = NULL;
        const rw_clip *clip = find_clip(&view, &validate, &arena, &stored, &problem);
        if (clip != NULL)
            profile = rw_codec_profile_compile(&validate.profile, clip, "/profile", &arena, &problem);
        if (!rw_problem_conclude(&problem))
            answer(response, &view, profile);
        rw_service_clip_release(&stored);
        rw_service_view_end(&view);
    }
    if (rw_problem_failed(&problem))
        rw_handler_fail(response, request, &problem);
    rw_arena_free(&arena);
}
