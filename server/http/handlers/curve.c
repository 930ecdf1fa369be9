/* GET /v1/clips/{name}/curve: a clip's root at any rate, as JSON or CSV. */
#include <string.h>

#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

static const char csv[] = "text/csv";

const char *const rw_clip_curve_query[] = {"rate", "format", "revision", NULL};
const char *const rw_clip_curve_media[] = {RW_HTTP_JSON, csv, NULL};

/* `format` decides when it is given, else what Accept prefers. */
static bool wants_csv(const rw_http_request *request, bool *out, rw_problem *problem)
{
    const char *format = rw_http_request_query(request, "format");
    if (format == NULL) {
        *out = strcmp(rw_clip_curve_media[request->media], csv) == 0;
        return true;
    }
    if (strcmp(format, "json") != 0 && strcmp(format, "csv") != 0) {
        rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER, "format is \"%.40s\"; it must be json or csv", format);
        return false;
    }
    *out = strcmp(format, "csv") == 0;
    return true;
}

/* Whether the curve is short enough to answer. As baked it always is: it was put at that length. */
static bool fits(const rw_http_context *context, const rw_clip *clip, double rate, rw_problem *problem)
{
    rw_codec_limits limits = rw_handler_limits(context);
    if (rate == 0 || rw_codec_curve_count(clip, rate) <= limits.samples)
        return true;
    rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER,
                   "at this rate the curve has %zu samples, more than the %zu allowed; ask for a lower rate, or leave "
                   "rate out for the samples as baked",
                   rw_codec_curve_count(clip, rate), limits.samples);
    return false;
}

static void answer_curve(rw_http_response *response, const rw_service_view *view, const rw_clip *clip, double rate,
                         bool as_csv)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    if (as_csv) {
        rw_codec_write_curve_csv(&body, clip, rate);
        rw_http_response_take(response, 200, csv, &body);
        response->catalog_version = (uint64_t)rw_service_view_version(view);
        return;
    }
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_curve(&writer, clip, rate);
    rw_handler_answer(response, 200, &body, view);
}

void rw_handle_clip_curve(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    double rate = 0;
    bool as_csv = false;
    int64_t revision = 0;
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL || !wants_csv(request, &as_csv, &problem) ||
        !rw_handler_query_revision(request, &revision, &problem) ||
        !rw_http_request_query_number(request, "rate", 1e-3, RW_MAX_FRAME_RATE, &rate, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_clip clip = {0};
    if (rw_service_find_clip(&view, name, revision, &clip, &problem) && rw_service_clip_usable(&clip, &problem) &&
        fits(context, clip.object, rate, &problem))
        answer_curve(response, &view, clip.object, rate, as_csv);
    else
        rw_handler_fail(response, request, &problem);
    rw_service_clip_release(&clip);
    rw_service_view_end(&view);
}
