/* POST /v1/trajectory: the warped root over elapsed time. */
#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

static bool answer(rw_handler_solver *solver, const rw_codec_trajectory_request *trajectory,
                   const rw_codec_limits *limits, rw_arena *arena, rw_http_response *response, rw_problem *problem)
{
    const double *times = NULL;
    size_t count = 0;
    if (!rw_handler_resolve(solver, &trajectory->request, problem) ||
        !rw_codec_trajectory_times(trajectory, solver->resolution.duration, limits, arena, &times, &count, problem))
        return false;
    rw_buffer body = rw_http_response_lend(response, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_trajectory(&writer, trajectory, &solver->answer, times, count);
    rw_handler_answer(response, 200, &body, &solver->view);
    return true;
}

void rw_handle_trajectory(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_trajectory_request trajectory;
    bool done = false;
    if (rw_codec_trajectory_decode(request->body, request->body_length, &limits, request->arena, &trajectory, &problem)) {
        rw_handler_solver solver;
        rw_handler_solver_begin(&solver, context->service, request);
        done = answer(&solver, &trajectory, &limits, request->arena, response, &problem);
        rw_handler_solver_end(&solver);
    }
    if (!done) {
        rw_problem_conclude(&problem);
        rw_handler_fail(response, request, &problem);
    }
}
