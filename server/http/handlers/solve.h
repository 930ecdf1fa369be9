/* What resolve, trajectory and step share: from a decoded request to a resolution. */
#ifndef RW_HTTP_HANDLERS_SOLVE_H
#define RW_HTTP_HANDLERS_SOLVE_H

#include "http/handlers/support.h"

/* One after the other, any number of requests in one view. `resolution` and `provenance` are valid until the next
 * request or the end. */
typedef struct rw_handler_solver {
    rw_service_view view;
    rw_service_scratch scratch;
    rw_service_profile profile;
    rw_resolution resolution;
    rw_codec_provenance provenance;
    rw_diagnostic diagnostics[RW_CODEC_DIAGNOSTICS_MAX];
} rw_handler_solver;

void rw_handler_solver_begin(rw_handler_solver *solver, rw_service *service);
void rw_handler_solver_end(rw_handler_solver *solver);

/* Finds the profile and solves. What is wrong joins the fields that the problem lists already, and the problem is
 * concluded; then it returns false. */
bool rw_handler_solve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem);

#endif
