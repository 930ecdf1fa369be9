#include "http/handlers/solve.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"

void rw_handler_solver_begin(rw_handler_solver *solver, rw_service *service, const rw_http_request *request)
{
    rw_service_view_begin_in_memory(service, request->asks_store, &solver->view);
    solver->arena = request->arena;
    solver->draft_clip = (rw_service_clip){0};
    rw_service_scratch_lend(&solver->scratch, solver->lists, sizeof solver->lists);
    solver->profile = (rw_service_profile){0};
    solver->partner_clip = (rw_service_clip){0};
    solver->partner_profile = (rw_service_profile){0};
}

static void release(rw_handler_solver *solver)
{
    rw_service_profile_release(&solver->profile);
    rw_service_profile_release(&solver->partner_profile);
    rw_service_clip_release(&solver->partner_clip);
    rw_service_clip_release(&solver->draft_clip);
}

void rw_handler_solver_end(rw_handler_solver *solver)
{
    release(solver);
    rw_service_scratch_free(&solver->scratch);
    rw_service_view_end(&solver->view);
}

rw_codec_provenance rw_handler_provenance(const rw_service_profile *profile)
{
    return (rw_codec_provenance){
        .profile_name = profile->document->name[0] != '\0' ? profile->document->name : NULL,
        .profile_revision = profile->document->revision,
        .profile_hash = profile->document->hash.text,
        .clip_name = profile->clip.document->name,
        .clip_revision = profile->clip.document->revision,
        .clip_hash = profile->clip.document->hash.text,
    };
}

/* Profiles that come with a request */

#define DRAFT_POINTER_SIZE 64 /* of "/requests/999/profile" */

/* The head of the clip that the profile names. NULL, with the field told, when it cannot be had. */
static const rw_clip *find_draft_clip(rw_handler_solver *solver, const rw_profile_document *document,
                                      const char *pointer, rw_problem *problem)
{
    rw_service_clip *clip = &solver->draft_clip;
    rw_problem lookup;
    rw_problem_init(&lookup);
    if (document->clip[0] != '\0' && (!rw_service_find_clip(&solver->view, document->clip, 0, clip, &lookup) ||
                                      !rw_service_clip_usable(clip, &lookup))) {
        char place[DRAFT_POINTER_SIZE + sizeof "/clip"];
        snprintf(place, sizeof place, "%s/clip", pointer);
        rw_problem_add_field(problem, place, RW_FIELD_UNKNOWN_NAME, "%s; put the clip first", lookup.detail);
    }
    rw_problem_free(&lookup);
    return clip->object;
}

/* Compiles the profile for this request alone. What is wrong with it is told as a PUT tells it. */
static const rw_plan *compile_draft(rw_handler_solver *solver, const rw_codec_resolve_request *request,
                                    rw_problem *problem)
{
    const rw_profile_document *document = request->document;
    char pointer[DRAFT_POINTER_SIZE];
    snprintf(pointer, sizeof pointer, "%s/profile", request->pointer);
    const rw_clip *clip = find_draft_clip(solver, document, pointer, problem);
    if (clip != NULL)
        return rw_codec_plan_compile(document, clip, pointer, solver->arena, problem);
    rw_codec_profile_check(document, pointer, problem);
    return NULL;
}

static bool find_draft(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    rw_catalog_document *document = rw_arena_allocate(solver->arena, 1, sizeof *document);
    if (document == NULL)
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left for the profile of the request");
    const rw_plan *plan = document != NULL ? compile_draft(solver, request, problem) : NULL;
    if (plan == NULL) {
        rw_problem_conclude(problem);
        return false;
    }
    *document = (rw_catalog_document){.kind = RW_STORE_PROFILE, .name = "", .clip_name = request->document->clip};
    if (request->document->canonical != NULL)
        document->hash = rw_hash_bytes(request->document->canonical, request->document->canonical_length);
    solver->profile = (rw_service_profile){
        .document = document, .clip = solver->draft_clip, .object = plan->profile, .plan = plan};
    return true;
}

/* A profile that is not found is told only when nothing else is wrong: a body of the wrong form may name it wrong. */
bool rw_handler_find(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    release(solver);
    if (request->document != NULL)
        return find_draft(solver, request, problem);
    rw_problem lookup;
    rw_problem_init(&lookup);
    if (request->profile[0] != '\0' &&
        rw_service_find_profile(&solver->view, request->profile, request->revision, &solver->profile, &lookup))
        return true;
    if (!rw_problem_conclude(problem))
        rw_problem_move(&lookup, problem);
    rw_problem_free(&lookup);
    return false;
}

/* The partner */

/* A document that the request names beside its profile is one of its fields. */
static void report_lookup(rw_problem *problem, const rw_codec_resolve_request *request, const char *member,
                          rw_problem *lookup)
{
    if (lookup->code == RW_PROBLEM_CLIP_NOT_FOUND || lookup->code == RW_PROBLEM_PROFILE_NOT_FOUND ||
        lookup->code == RW_PROBLEM_REVISION_NOT_FOUND)
        rw_codec_partner_report(request, member, RW_FIELD_UNKNOWN_NAME, lookup->detail, problem);
    else
        rw_problem_set(problem, lookup->code, "%s", lookup->detail);
}

/* The clip that the partner plays; NULL when it names none or cannot be had, which is then told. */
static const rw_service_clip *find_partner_clip(rw_handler_solver *solver, const rw_codec_resolve_request *request,
                                                rw_problem *problem)
{
    const rw_codec_partner *partner = &request->partner;
    const rw_service_clip *clip = NULL;
    rw_problem lookup;
    rw_problem_init(&lookup);
    if (partner->clip.name != NULL) {
        if (rw_service_find_clip(&solver->view, partner->clip.name, partner->clip.revision, &solver->partner_clip,
                                 &lookup))
            clip = &solver->partner_clip;
        else
            report_lookup(problem, request, "clip", &lookup);
    } else if (partner->profile.name != NULL) {
        if (rw_service_find_profile(&solver->view, partner->profile.name, partner->profile.revision,
                                    &solver->partner_profile, &lookup))
            clip = &solver->partner_profile.clip;
        else
            report_lookup(problem, request, "profile", &lookup);
    }
    if (clip != NULL && !rw_service_clip_usable(clip, problem))
        clip = NULL;
    rw_problem_free(&lookup);
    return clip;
}

static void prepare_partner(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    const rw_service_clip *clip = find_partner_clip(solver, request, problem);
    solver->partner = (rw_codec_partner_answer){
        .partner = rw_codec_partner_of(request, clip != NULL ? clip->object : NULL, problem)};
    solver->answer.partner = &solver->partner;
    if (clip == NULL)
        return;
    solver->partner.clip_name = clip->document->name;
    solver->partner.clip_revision = clip->document->revision;
    solver->partner.clip_hash = clip->document->hash.text;
}

/* Solving */

static bool solve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    const rw_service_profile *profile = &solver->profile;
    const rw_plan *plan = profile->plan;
    rw_resolve_job job = request->job;
    if (plan != NULL) {
        rw_codec_request_check_kind(request, rw_profile_kind_of(plan->profile), plan->provider.kind, problem);
        if (plan->provider.kind == RW_PROVIDER_ALIGN && (request->given & RW_GIVEN_PARTNER) != 0)
            prepare_partner(solver, request, problem);
        if (rw_codec_request_place(request, plan, &job, &solver->placing, problem))
            solver->answer.placing = &solver->placing;
    }
    rw_diagnostics diagnostics = {.items = solver->diagnostics, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    if (!rw_service_solve(profile, &job, &solver->scratch, &solver->resolution, &diagnostics, problem))
        rw_codec_add_diagnostics(problem, request->pointer, &diagnostics);
    return !rw_problem_conclude(problem);
}

bool rw_handler_solve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    solver->answer = (rw_codec_answer){.provenance = &solver->provenance};
    if (!rw_handler_find(solver, request, problem) || !solve(solver, request, problem))
        return false;
    const rw_service_profile *profile = &solver->profile;
    const bool refused = solver->answer.placing != NULL && solver->placing.refusal != RW_REFUSAL_NONE;
    solver->provenance = rw_handler_provenance(profile);
    solver->answer.plan = profile->plan;
    solver->answer.resolution = refused ? NULL : &solver->resolution;
    solver->answer.space = solver->resolution.space;
    solver->answer.play_rate = request->job.play_rate;
    return true;
}

static void tell_refusal(const rw_placing *placing, rw_problem *problem)
{
    char height[RW_NUMBER_TEXT_SIZE];
    char length[RW_NUMBER_TEXT_SIZE];
    char angle[RW_NUMBER_TEXT_SIZE];
    rw_number_format(placing->height, height);
    rw_number_format(placing->length, length);
    rw_number_format(placing->approach_angle, angle);
    if (placing->has_measures)
        rw_problem_set(problem, RW_PROBLEM_UNSOLVABLE,
                       "the obstacle is refused as %s: height %s, length %s, approach angle %s",
                       rw_refusal_name(placing->refusal), height, length, angle);
    else
        rw_problem_set(problem, RW_PROBLEM_UNSOLVABLE, "the obstacle is refused as %s",
                       rw_refusal_name(placing->refusal));
}

bool rw_handler_resolve(rw_handler_solver *solver, const rw_codec_resolve_request *request, rw_problem *problem)
{
    if (!rw_handler_solve(solver, request, problem))
        return false;
    if (solver->answer.resolution != NULL)
        return true;
    tell_refusal(&solver->placing, problem);
    return false;
}
