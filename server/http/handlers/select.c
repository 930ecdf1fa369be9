/* POST /v1/select: which of many profiles reaches a target now. */
#include <string.h>

#include "http/handlers/handlers.h"
#include "http/handlers/solve.h"

/* What becomes of one profile: a candidate or a problem. Lies in the arena. */
typedef struct asked {
    rw_codec_reference reference;
    rw_codec_candidate candidate;
    rw_problem problem;
} asked;

typedef struct selection {
    const rw_codec_select_request *request;
    rw_arena *arena;
    size_t count;
    asked *profiles;          /* in the request's order, or by name */
    size_t candidate_count;
    rw_candidate *candidates; /* index: into profiles */
} selection;

static bool no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left for the profiles to select from");
    return false;
}

/* Which profiles */

static bool collect_named(selection *all, rw_problem *problem)
{
    all->profiles = rw_arena_allocate(all->arena, all->request->count, sizeof *all->profiles);
    if (all->profiles == NULL)
        return no_memory(problem);
    for (size_t i = 0; i < all->request->count; i++) {
        all->profiles[i].reference = all->request->profiles[i];
        rw_problem_init(&all->profiles[i].problem);
    }
    all->count = all->request->count;
    return true;
}

/* A page of profiles with the tag, without those of the other kind. */
static bool keep_page(selection *all, const rw_service_profile *page, size_t count, size_t limit, rw_problem *problem)
{
    for (size_t i = 0; i < count; i++) {
        if (page[i].object != NULL && rw_profile_kind_of(page[i].object) != RW_PROFILE_REACH)
            continue;
        if (all->count == limit) {
            rw_problem_set(problem, RW_PROBLEM_TOO_MANY_ITEMS,
                           "more than %zu profiles have this tag; choose a rarer one, or name the profiles", limit);
            rw_problem_add_field(problem, "/tag", RW_FIELD_TOO_LONG, "more than %zu profiles have it", limit);
            return false;
        }
        asked *kept = &all->profiles[all->count++];
        const char *name = page[i].document->name; /* of the snapshot, which outlives this */
        kept->reference = (rw_codec_reference){.text = name, .name = name};
        rw_problem_init(&kept->problem);
    }
    return true;
}

static bool collect_tagged(const rw_service_view *view, selection *all, size_t limit, rw_problem *problem)
{
    rw_service_profile *page = rw_arena_allocate(all->arena, RW_SERVICE_LIST_MAX, sizeof *page);
    all->profiles = rw_arena_allocate(all->arena, limit, sizeof *all->profiles);
    if (page == NULL || all->profiles == NULL)
        return no_memory(problem);
    rw_service_filter filter = {.tag = all->request->tag};
    size_t count = 0;
    for (bool more = true; more;) {
        if (!rw_service_list_profiles(view, &filter, RW_SERVICE_LIST_MAX, page, &count, &more, problem) ||
            !keep_page(all, page, count, limit, problem))
            return false;
        if (count > 0)
            filter.after = page[count - 1].document->name;
        more = more && count > 0;
    }
    return true;
}

/* Asking */

/* Wrong for this profile only, while another may take the same: the rest is wrong with the request. */
static bool is_of_the_profile(const rw_problem *problem)
{
    if (problem->code != RW_PROBLEM_NONE && problem->code != RW_PROBLEM_UNPROCESSABLE &&
        problem->code != RW_PROBLEM_INVALID_REQUEST)
        return true;
    for (size_t i = 0; i < problem->field_count; i++) {
        const rw_problem_field *field = &problem->fields[i];
        const bool time = strcmp(field->pointer, "/time") == 0;
        const bool rotation = strcmp(field->pointer, "/target/rotation") == 0 && strcmp(field->code, "missing") == 0;
        if (!time && !rotation)
            return false;
    }
    return true;
}

static bool is_reach(const rw_service_profile *profile, rw_problem *problem)
{
    if (profile->object == NULL || rw_profile_kind_of(profile->object) == RW_PROFILE_REACH)
        return true;
    rw_problem_set(problem, RW_PROBLEM_UNSOLVABLE,
                   "profile \"%s\" is of kind \"phases\"; only reach profiles can be selected by a target",
                   profile->document->name);
    return false;
}

/* Copies the names that the entry may take along when it is released. */
static bool keep_candidate(selection *all, size_t index, const rw_handler_solver *solver, rw_problem *problem)
{
    asked *it = &all->profiles[index];
    rw_codec_provenance kept = solver->provenance;
    const char **texts[] = {&kept.profile_name, &kept.profile_hash, &kept.clip_name, &kept.clip_hash};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && it->reference.revision != 0; i++) {
        *texts[i] = rw_arena_text(all->arena, *texts[i], strlen(*texts[i]));
        if (*texts[i] == NULL)
            return no_memory(problem);
    }
    const rw_resolution *resolution = &solver->resolution;
    it->candidate = (rw_codec_candidate){.reference = it->reference.text,
                                         .provenance = kept,
                                         .reasons = resolution->reasons,
                                         .applied_scale = resolution->applied_scale,
                                         .shortfall = resolution->shortfall};
    all->candidates[all->candidate_count++] = rw_candidate_of(it->reference.text, index, resolution);
    return true;
}

static rw_codec_resolve_request request_for(const selection *all, size_t index)
{
    rw_codec_resolve_request request = all->request->request;
    request.profile = all->profiles[index].reference.name;
    request.revision = all->profiles[index].reference.revision;
    return request;
}

static bool ask(selection *all, size_t index, rw_handler_solver *solver, rw_problem *problem)
{
    asked *it = &all->profiles[index];
    const rw_codec_resolve_request request = request_for(all, index);
    rw_service_profile profile = {0};
    const bool suits = rw_service_find_profile(&solver->view, request.profile, request.revision, &profile,
                                               &it->problem) &&
                       is_reach(&profile, &it->problem);
    rw_service_profile_release(&profile);
    if (!suits)
        return true;
    if (rw_handler_solve(solver, &request, &it->problem))
        return keep_candidate(all, index, solver, problem);
    if (is_of_the_profile(&it->problem))
        return true;
    rw_problem_move(&it->problem, problem);
    return false;
}

static bool ask_all(selection *all, rw_handler_solver *solver, rw_problem *problem)
{
    all->candidates = rw_arena_allocate(all->arena, all->count, sizeof *all->candidates);
    if (all->candidates == NULL)
        return no_memory(problem);
    for (size_t i = 0; i < all->count; i++) {
        if (!ask(all, i, solver, problem))
            return false;
    }
    rw_select_order(all->candidates, all->candidate_count);
    return true;
}

/* Answering */

static void write_candidates(rw_json_writer *writer, selection *all, const char *instance)
{
    rw_json_key(writer, "candidates");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < all->candidate_count; i++)
        rw_codec_write_candidate(writer, &all->candidates[i], &all->profiles[all->candidates[i].index].candidate);
    for (size_t i = 0; i < all->count; i++) {
        if (rw_problem_failed(&all->profiles[i].problem))
            rw_codec_write_candidate_problem(writer, all->profiles[i].reference.text, &all->profiles[i].problem,
                                             instance);
    }
    rw_json_array_end(writer);
}

/* The whole answer of the first candidate, asked once more. */
static bool write_best(rw_json_writer *writer, selection *all, rw_handler_solver *solver, rw_problem *problem)
{
    rw_json_key(writer, "best");
    if (all->candidate_count == 0) {
        rw_json_null(writer);
        return true;
    }
    const rw_codec_resolve_request request = request_for(all, all->candidates[0].index);
    if (!rw_handler_solve(solver, &request, problem))
        return false;
    rw_codec_write_resolution(writer, NULL, &solver->answer);
    return true;
}

static bool answer(selection *all, rw_handler_solver *solver, const rw_http_request *request,
                   rw_http_response *response, rw_problem *problem)
{
    rw_buffer body = rw_http_response_lend(response, RW_HANDLER_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    if (all->request->request.id != NULL) {
        rw_json_key(&writer, "id");
        rw_json_raw(&writer, all->request->request.id, strlen(all->request->request.id));
    }
    write_candidates(&writer, all, request->request_id);
    if (all->request->resolve && !write_best(&writer, all, solver, problem)) {
        rw_buffer_free(&body);
        return false;
    }
    rw_json_put_integer(&writer, "solver_version", rw_solver_version());
    rw_json_object_end(&writer);
    rw_handler_answer(response, 200, &body, &solver->view);
    return true;
}

static bool run(selection *all, rw_service *service, size_t limit, const rw_http_request *request,
                rw_http_response *response, rw_problem *problem)
{
    rw_handler_solver solver;
    rw_handler_solver_begin(&solver, service, request);
    const bool collected = all->request->tag != NULL ? collect_tagged(&solver.view, all, limit, problem)
                                                     : collect_named(all, problem);
    const bool done =
        collected && ask_all(all, &solver, problem) && answer(all, &solver, request, response, problem);
    rw_handler_solver_end(&solver);
    for (size_t i = 0; i < all->count; i++)
        rw_problem_free(&all->profiles[i].problem);
    return done;
}

void rw_handle_select(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_limits limits = rw_handler_limits(context);
    rw_codec_select_request select_request;
    bool done = false;
    if (rw_codec_select_decode(request->body, request->body_length, &limits, request->arena, &select_request, &problem) &&
        !rw_problem_conclude(&problem)) {
        selection all = {.request = &select_request, .arena = request->arena};
        done = run(&all, context->service, limits.items, request, response, &problem);
    }
    if (!done)
        rw_handler_fail(response, request, &problem);
}
