/* POST /v1/resolve: one request, or a batch that sees one version of the catalogue. */
#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

/* Solved also when fields of the wrong form are listed already: what else is wrong joins them. */
static bool solve_item(rw_handler_solver *solver, rw_codec_resolve_item *item)
{
    rw_problem_reopen(&item->problem);
    return item->problem.code == RW_PROBLEM_NONE && rw_handler_solve(solver, &item->request, &item->problem);
}

static void answer_one(rw_handler_solver *solver, rw_codec_resolve_item *item, const rw_http_request *request,
                       rw_http_response *response)
{
    if (!solve_item(solver, item)) {
        rw_http_problem(response, request, &item->problem);
        return;
    }
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_resolution(&writer, item->request.id, &solver->answer);
    rw_handler_answer(response, 200, &body, &solver->view);
}

static void answer_batch(rw_handler_solver *solver, rw_codec_resolve_body *batch, const rw_http_request *request,
                         rw_http_response *response)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "results");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < batch->count; i++) {
        rw_codec_resolve_item *item = &batch->items[i];
        if (solve_item(solver, item))
            rw_codec_write_batch_result(&writer, item->request.id, &solver->answer);
        else
            rw_codec_write_batch_problem(&writer, item->request.id, &item->problem, request->request_id);
    }
    rw_json_array_end(&writer);
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, &solver->view);
}

void rw_handle_resolve(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_resolve_body body;
    if (rw_codec_resolve_decode(request->body, request->body_length, &limits, &arena, &body, &problem)) {
        rw_handler_solver solver;
        rw_handler_solver_begin(&solver, context->service);
        if (body.batch)
            answer_batch(&solver, &body, request, response);
        else
            answer_one(&solver, &body.items[0], request, response);
        rw_handler_solver_end(&solver);
        rw_codec_resolve_body_free(&body);
    } else {
        rw_handler_fail(response, request, &problem);
    }
    rw_arena_free(&arena);
}
