/* What the handlers of the solver share: from a decoded request to an answer. */
#ifndef RW_HTTP_HANDLERS_SOLVE_H
#define RW_HTTP_HANDLERS_SOLVE_H

#include <stdalign.h>

#include "http/handlers/support.h"

/* Of the lists of an answer: enough for eight phases, or a hundred windows. */
#define RW_HANDLER_LISTS_SIZE 8192

/* One after the other, any number of requests in one view. Not to be moved. `answer` and what it borrows are valid until the next
 * request or the end. */
typedef struct rw_handler_solver {
    rw_service_view view;
    rw_service_scratch scratch;
    rw_arena *arena; /* holds what becomes of a profile that comes with a request; borrowed */
    rw_service_profile profile;
    rw_service_clip draft_clip;         /* the clip of a profile that came with the request */
    rw_service_clip partner_clip;       /* the clip that the partner names, */
    rw_service_profile partner_profile; /* or the profile whose clip it plays */
    rw_resolution resolution;
    rw_placing placing;
    rw_codec_provenance provenance;
    rw_codec_partner_answer partner;
    rw_codec_answer answer;
    rw_diagnostic diagnostics[RW_CODEC_DIAGNOSTICS_MAX];
    alignas(max_align_t) unsigned char lists[RW_HANDLER_LISTS_SIZE]; /* what the scratch begins with */
} rw_handler_solver;

void rw_handler_solver_begin(rw_handler_solver *solver, rw_service *service, const rw_http_request *request);
void rw_handler_solver_end(rw_handler_solver *solver);

/* Finds the stored profile that a request names, or compiles the one that it sends along, into solver->profile. False
 * with a problem that is concluded. */
bool rw_handler_find(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem);

/* Finds the profile and solves. What is wrong joins the fields that the problem lists already, and the problem is
 * concluded; then it returns false. An obstacle that cannot be crossed is an answer, without a resolution. */
bool rw_handler_solve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem);

/* The same where nothing but a resolution will do: a refusal is the problem `unsolvable`. */
bool rw_handler_resolve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem);

/* Which documents decide what a profile answers. Borrows it. */
rw_codec_provenance rw_handler_provenance(const rw_service_profile *profile);

#endif
