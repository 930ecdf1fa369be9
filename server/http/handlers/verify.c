/* POST /v1/verify: a client's track against the motion that was resolved. */
#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

static bool verify(rw_handler_solver *solver, const rw_codec_verify_request *request, rw_arena *arena,
                   const rw_deviation **out, rw_verification *verification, rw_problem *problem)
{
    const rw_observation *observed = NULL;
    if (!rw_codec_verify_observations(request, &solver->resolution, arena, &observed, problem))
        return false;
    rw_deviation *deviations = rw_arena_allocate(arena, request->count, sizeof *deviations);
    if (deviations == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left for the deviations");
        return false;
    }
    rw_diagnostics diagnostics = {.items = solver->diagnostics, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    if (rw_verify(&solver->resolution, observed, request->count, request->tolerance, deviations, verification,
                  &diagnostics) != RW_OK)
        rw_codec_add_diagnostics(problem, "", &diagnostics);
    *out = deviations;
    return !rw_problem_conclude(problem);
}

static bool answer(rw_handler_solver *solver, const rw_codec_verify_request *request, rw_arena *arena,
                   rw_http_response *response, rw_problem *problem)
{
    const rw_deviation *deviations = NULL;
    rw_verification verification;
    if (!rw_handler_resolve(solver, &request->request, problem) ||
        !verify(solver, request, arena, &deviations, &verification, problem))
        return false;
    rw_buffer body = rw_http_response_lend(response, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_verification(&writer, request, &solver->answer, &verification, deviations);
    rw_handler_answer(response, 200, &body, &solver->view);
    return true;
}

void rw_handle_verify(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_verify_request verify_request;
    bool done = false;
    if (rw_codec_verify_decode(request->body, request->body_length, &limits, request->arena, &verify_request, &problem)) {
        rw_handler_solver solver;
        rw_handler_solver_begin(&solver, context->service, request);
        done = answer(&solver, &verify_request, request->arena, response, &problem);
        rw_handler_solver_end(&solver);
    }
    if (!done)
        rw_handler_fail(response, request, &problem);
}
