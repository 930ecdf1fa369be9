/* POST /v1/resolve: one request, or a batch that sees one version of the catalogue. */
#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

/* Solved also when fields of the wrong form are listed already: what else is wrong joins them. */
static bool solve_item(rw_handler_solver *solver, rw_codec_resolve_item *item)
{
    rw_problem_reopen(&item->problem);
    return item->problem.code == RW_PROBLEM_NONE && rw_handler_solve(solver, &item->request, &item->problem);
}

/* What most answers to one request have at most, so that a body is not moved again and again while it grows. */
#define ANSWER_SIZE ((size_t)1600)

static rw_buffer begin_answer(rw_http_response *response, size_t items)
{
    rw_buffer body = rw_http_response_lend(response, RW_HANDLER_BODY_MAX);
    rw_buffer_reserve(&body, items * ANSWER_SIZE);
    return body;
}

static void answer_one(rw_handler_solver *solver, rw_codec_resolve_item *item, const rw_http_request *request,
                       rw_http_response *response)
{
    if (!solve_item(solver, item)) {
        rw_http_problem(response, request, &item->problem);
        return;
    }
    rw_buffer body = begin_answer(response, 1);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_resolution(&writer, item->request.id, &solver->answer);
    rw_handler_answer(response, 200, &body, &solver->view);
}

static void write_item(rw_handler_solver *solver, rw_codec_resolve_item *item, const rw_http_request *request,
                       rw_json_writer *writer)
{
    if (solve_item(solver, item))
        rw_codec_write_batch_result(writer, item->request.id, &solver->answer);
    else
        rw_codec_write_batch_problem(writer, item->request.id, &item->problem, request->request_id);
}

/* One item after the other, each in the memory of the one before. */
static void answer_batch(rw_handler_solver *solver, rw_codec_resolve_reader *reader, const rw_http_request *request,
                         rw_http_response *response)
{
    rw_buffer body = begin_answer(response, reader->count);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_key(&writer, "results");
    rw_json_array_begin(&writer);
    const rw_arena_mark mark = rw_arena_mark_now(request->arena);
    rw_codec_resolve_item item;
    while (rw_codec_resolve_next(reader, &item)) {
        write_item(solver, &item, request, &writer);
        rw_problem_free(&item.problem);
        rw_arena_rewind(request->arena, mark);
    }
    rw_json_array_end(&writer);
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, &solver->view);
}

void rw_handle_resolve(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_resolve_reader reader;
    if (!rw_codec_resolve_open(request->body, request->body_length, &limits, request->arena, &reader, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_handler_solver solver;
    rw_handler_solver_begin(&solver, context->service, request);
    if (reader.batch) {
        answer_batch(&solver, &reader, request, response);
    } else {
        rw_codec_resolve_item item;
        rw_codec_resolve_next(&reader, &item);
        answer_one(&solver, &item, request, response);
        rw_problem_free(&item.problem);
    }
    rw_handler_solver_end(&solver);
}
