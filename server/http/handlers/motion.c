/* GET /v1/clips/{name}/motion: the root motion that lies between two clip times. */
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_clip_motion_query[] = {"from", "to", "scale", "revision", NULL};

/* Both within the clip, a looping one as often as it may repeat, and in order. */
static bool read_times(const rw_http_request *request, const rw_clip *clip, double *from, double *to,
                       rw_problem *problem)
{
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    const double last = info.duration * (info.loop ? RW_MAX_LOOPS : 1);
    *from = 0;
    *to = info.duration;
    if (!rw_http_request_query_number(request, "from", 0, last, from, problem))
        return false;
    if (rw_http_request_query(request, "to") == NULL && *from > *to)
        *to = *from; /* of a looping clip, past its first end */
    if (!rw_http_request_query_number(request, "to", 0, last, to, problem))
        return false;
    if (*to < *from)
        rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER, "to may not be before from");
    return !rw_problem_failed(problem);
}

static void answer(rw_http_response *response, const rw_service_view *view, const rw_service_clip *clip, double from,
                   double to, double scale)
{
    char created_at[RW_CLOCK_TEXT_SIZE];
    const rw_codec_document_head head = rw_handler_document_head(clip->document, created_at);
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_motion(&writer, &head, clip->object, from, to, scale);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_clip_motion(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    double scale = 1;
    int64_t revision = 0;
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL || !rw_handler_query_revision(request, &revision, &problem) ||
        !rw_http_request_query_number(request, "scale", 1e-6, 1e6, &scale, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_clip clip = {0};
    double from = 0;
    double to = 0;
    if (rw_service_find_clip(&view, name, revision, &clip, &problem) && rw_service_clip_usable(&clip, &problem) &&
        read_times(request, clip.object, &from, &to, &problem))
        answer(response, &view, &clip, from, to, scale);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_clip_release(&clip);
    rw_service_view_end(&view);
}
