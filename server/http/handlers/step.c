/* POST /v1/step: the root motion between two moments of a resolution. */
#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

static bool answer(rw_handler_solver *solver, const rw_codec_step_request *step, rw_http_response *response,
                   rw_problem *problem)
{
    if (!rw_handler_resolve(solver, &step->request, problem))
        return false;
    rw_buffer body = rw_http_response_lend(response, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_step(&writer, step, &solver->answer);
    rw_handler_answer(response, 200, &body, &solver->view);
    return true;
}

void rw_handle_step(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_step_request step;
    bool done = false;
    if (rw_codec_step_decode(request->body, request->body_length, &limits, request->arena, &step, &problem)) {
        rw_handler_solver solver;
        rw_handler_solver_begin(&solver, context->service, request);
        done = answer(&solver, &step, response, &problem);
        rw_handler_solver_end(&solver);
    }
    if (!done)
        rw_handler_fail(response, request, &problem);
}
