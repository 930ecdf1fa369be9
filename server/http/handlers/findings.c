/* GET /v1/profiles/{name}/findings: what the validator says of a profile and its clip as they are now. */
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

static void answer_findings(rw_http_response *response, const rw_service_view *view,
                            const rw_service_profile *profile)
{
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
    rw_codec_write_findings(&writer, profile->object);
    rw_json_object_end(&writer);
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
    rw_service_view_begin(context->service, &view);
    rw_service_profile profile = {0};
    if (rw_service_find_profile(&view, name, 0, &profile, &problem) && rw_service_profile_usable(&profile, &problem))
        answer_findings(response, &view, &profile);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}
