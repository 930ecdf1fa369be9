/* GET /v1/profiles/{name}/reach and POST /v1/reach: at which distances a reach profile answers what. */
#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

const char *const rw_profile_reach_query[] = {"actor_radius", "target_radius", "scale", "revision", NULL};

typedef struct reach_query {
    double actor_radius, target_radius, scale;
} reach_query;

static bool read_query(const rw_http_request *request, reach_query *query, rw_problem *problem)
{
    *query = (reach_query){.scale = 1};
    return rw_http_request_query_number(request, "actor_radius", 0, RW_MAX_COORDINATE, &query->actor_radius, problem) &&
           rw_http_request_query_number(request, "target_radius", 0, RW_MAX_COORDINATE, &query->target_radius,
                                        problem) &&
           rw_http_request_query_number(request, "scale", 1e-6, 1e6, &query->scale, problem);
}

static bool answer(const rw_service_view *view, const rw_service_profile *profile, const reach_query *query,
                   rw_http_response *response, rw_problem *problem)
{
    rw_reach_table table;
    if (rw_reach_table_of(profile->object, query->actor_radius, query->target_radius, query->scale, &table, NULL) !=
        RW_OK) {
        rw_problem_set(problem, RW_PROBLEM_UNSOLVABLE,
                       "the profile is of kind \"phases\": it goes to its target points, whatever their distance; "
                       "only a reach profile has a reach");
        return false;
    }
    const rw_codec_provenance provenance = rw_handler_provenance(profile);
    rw_buffer body;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_codec_write_reach(&writer, &provenance, profile->object, query->actor_radius, query->target_radius,
                         query->scale, &table);
    rw_handler_answer(response, 200, &body, view);
    return true;
}

void rw_handle_profile_reach(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    reach_query query;
    int64_t revision = 0;
    const char *name = rw_handler_name(request, &problem);
    if (name == NULL || !rw_handler_query_revision(request, &revision, &problem) ||
        !read_query(request, &query, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    rw_service_view view;
    rw_service_view_begin_in_memory(context->service, request->asks_store, &view);
    rw_service_profile profile = {0};
    if (!rw_service_find_profile(&view, name, revision, &profile, &problem) ||
        !rw_service_profile_usable(&profile, &problem) || !answer(&view, &profile, &query, response, &problem))
        rw_handler_fail(response, request, &problem);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}

/* The same of any profile that a request to the solver may name or hold. */
void rw_handle_reach(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_reach_request asked;
    bool done = false;
    if (rw_codec_reach_decode(request->body, request->body_length, &limits, request->arena, &asked, &problem)) {
        rw_handler_solver solver;
        rw_handler_solver_begin(&solver, context->service, request);
        const reach_query query = {asked.actor_radius, asked.target_radius, asked.scale};
        done = rw_handler_find(&solver, &asked.request, &problem) && !rw_problem_conclude(&problem) &&
               rw_service_profile_usable(&solver.profile, &problem) &&
               answer(&solver.view, &solver.profile, &query, response, &problem);
        rw_handler_solver_end(&solver);
    }
    if (!done)
        rw_handler_fail(response, request, &problem);
}
