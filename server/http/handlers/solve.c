#include "http/handlers/solve.h"

void rw_handler_solver_begin(rw_handler_solver *solver, rw_service *service)
{
    rw_service_view_begin(service, &solver->view);
    rw_service_scratch_init(&solver->scratch);
    solver->profile = (rw_service_profile){0};
}

void rw_handler_solver_end(rw_handler_solver *solver)
{
    rw_service_profile_release(&solver->profile);
    rw_service_scratch_free(&solver->scratch);
    rw_service_view_end(&solver->view);
}

/* A profile that is not found is told only when nothing else is wrong: a body of the wrong form may name it wrong. */
static bool find(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    rw_problem lookup;
    rw_problem_init(&lookup);
    rw_service_profile_release(&solver->profile);
    if (request->profile[0] != '\0' &&
        rw_service_find_profile(&solver->view, request->profile, request->revision, &solver->profile, &lookup))
        return true;
    if (!rw_problem_conclude(problem))
        rw_problem_move(&lookup, problem);
    rw_problem_free(&lookup);
    return false;
}

bool rw_handler_solve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    if (!find(solver, request, problem))
        return false;
    const rw_service_profile *profile = &solver->profile;
    if (profile->object != NULL)
        rw_codec_request_check_kind(request, rw_profile_kind_of(profile->object), problem);

    rw_diagnostics diagnostics = {.items = solver->diagnostics, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    if (!rw_service_solve(profile, &request->job, &solver->scratch, &solver->resolution, &diagnostics, problem))
        rw_codec_add_diagnostics(problem, request->pointer, &diagnostics);
    if (rw_problem_conclude(problem))
        return false;
    solver->provenance = (rw_codec_provenance){
        .profile_name = profile->document->name,
        .profile_revision = profile->document->revision,
        .profile_hash = profile->document->hash.text,
        .clip_name = profile->clip.document->name,
        .clip_revision = profile->clip.document->revision,
        .clip_hash = profile->clip.document->hash.text,
    };
    return true;
}
