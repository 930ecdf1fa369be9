#include "offline.h"

#include "file.h"

#include "base/hash.h"
#include "codec/codec.h"

#include <stdio.h>
#include <string.h>

/* A question that was answered: what to write it from. */
typedef struct rw_solved {
    const rw_offline_profile *profile;
    rw_codec_provenance provenance;
    rw_resolution resolution; /* its arrays are in the arena */
    rw_placing placing;
    rw_codec_partner_answer partner;
    rw_codec_answer answer;
} rw_solved;

static const rw_offline_profile *find_profile(const rw_offline *offline, const rw_codec_resolve_request *request,
                                              rw_problem *problem)
{
    if (request->document != NULL) {
        char pointer[RW_CODEC_PLACE_SIZE + sizeof "/profile"];
        snprintf(pointer, sizeof pointer, "%s/profile", request->pointer);
        rw_problem_add_field(problem, pointer, RW_FIELD_NOT_ALLOWED,
                             "--offline takes profiles by name: put it into a file and give that with --profile");
        rw_problem_conclude(problem);
        return NULL;
    }
    for (size_t i = 0; i < offline->profile_count; i++) {
        if (strcmp(offline->profiles[i].name, request->profile) != 0)
            continue;
        if (request->revision <= 1)
            return &offline->profiles[i];
        rw_problem_set(problem, RW_PROBLEM_REVISION_NOT_FOUND,
                       "profile \"%s\" has no revision %lld here: --offline knows the file alone", request->profile,
                       (long long)request->revision);
        return NULL;
    }
    /* As the daemon has it: told only when nothing else is wrong, since a body of the wrong form may name it wrong. */
    if (!rw_problem_conclude(problem))
        rw_problem_set(problem, RW_PROBLEM_PROFILE_NOT_FOUND,
                       "profile \"%s\" is not among those that --profile names; add --profile %s=FILE",
                       request->profile, request->profile);
    return NULL;
}

static bool lay_out(const rw_profile *profile, rw_arena *arena, rw_resolution *resolution)
{
    rw_clip_info clip;
    rw_clip_describe(rw_profile_clip(profile), &clip);
    *resolution = (rw_resolution){
        .phase_capacity = rw_profile_phase_count(profile),
        .window_capacity = rw_profile_window_count(profile),
        .event_capacity = clip.event_count,
    };
    resolution->phases = rw_arena_allocate(arena, resolution->phase_capacity, sizeof *resolution->phases);
    resolution->windows = rw_arena_allocate(arena, resolution->window_capacity, sizeof *resolution->windows);
    resolution->events = rw_arena_allocate(arena, resolution->event_capacity, sizeof *resolution->events);
    return resolution->phases != NULL && resolution->windows != NULL && resolution->events != NULL;
}

static const rw_offline_clip *find_partner_clip(const rw_offline *offline, const rw_codec_partner *partner)
{
    for (size_t i = 0; i < offline->clip_count && partner->clip.name != NULL; i++)
        if (strcmp(offline->clips[i].name, partner->clip.name) == 0 && partner->clip.revision <= 1)
            return &offline->clips[i];
    for (size_t i = 0; i < offline->profile_count && partner->profile.name != NULL; i++)
        if (strcmp(offline->profiles[i].name, partner->profile.name) == 0 && partner->profile.revision <= 1)
            return offline->profiles[i].clip;
    return NULL;
}

static void prepare_partner(const rw_offline *offline, const rw_codec_resolve_request *request, rw_solved *out,
                            rw_problem *problem)
{
    const rw_codec_partner *told = &request->partner;
    const rw_offline_clip *clip = find_partner_clip(offline, told);
    if (clip == NULL && (told->clip.name != NULL || told->profile.name != NULL))
        rw_codec_partner_report(request, told->clip.name != NULL ? "clip" : "profile", RW_FIELD_UNKNOWN_NAME,
                                "is not among the documents that --clip and --profile name", problem);
    out->partner = (rw_codec_partner_answer){
        .partner = rw_codec_partner_of(request, clip != NULL ? clip->clip : NULL, problem)};
    out->answer.partner = &out->partner;
    if (clip == NULL)
        return;
    out->partner.clip_name = clip->name;
    out->partner.clip_revision = 1;
    out->partner.clip_hash = clip->hash;
}

static void solve_job(const rw_offline *offline, const rw_codec_resolve_request *request, rw_solved *out,
                      rw_problem *problem)
{
    const rw_plan *plan = out->profile->plan;
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    rw_resolve_job job = request->job;
    job.profile = plan->profile;
    if (plan->provider.kind == RW_PROVIDER_ALIGN && (request->given & RW_GIVEN_PARTNER) != 0)
        prepare_partner(offline, request, out, problem);
    if (rw_codec_request_place(request, plan, &job, &out->placing, problem))
        out->answer.placing = &out->placing;
    rw_status status = rw_resolve(&job, &out->resolution, &diagnostics);
    if (status == RW_INVALID)
        rw_codec_add_diagnostics(problem, request->pointer, &diagnostics);
    if (status != RW_OK && !rw_problem_failed(problem))
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "the solver refused profile \"%s\" without a reason",
                       request->profile);
}

/* Solves one request. Whatever is wrong with it, fields that reading found included, is then concluded in the
 * problem. */
static bool solve(const rw_offline *offline, const rw_codec_resolve_request *request, rw_arena *arena, rw_solved *out,
                  rw_problem *problem)
{
    *out = (rw_solved){.profile = find_profile(offline, request, problem)};
    if (out->profile != NULL) {
        const rw_plan *plan = out->profile->plan;
        rw_codec_request_check_kind(request, rw_profile_kind_of(plan->profile), plan->provider.kind, problem);
        if (lay_out(plan->profile, arena, &out->resolution))
            solve_job(offline, request, out, problem);
        else
            rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the answer's lists");
    }
    if (rw_problem_conclude(problem))
        return false;
    out->provenance = (rw_codec_provenance){
        .profile_name = out->profile->name,
        .profile_revision = 1,
        .profile_hash = out->profile->hash,
        .clip_name = out->profile->clip->name,
        .clip_revision = 1,
        .clip_hash = out->profile->clip->hash,
    };
    out->answer.provenance = &out->provenance;
    out->answer.plan = out->profile->plan;
    out->answer.resolution =
        out->answer.placing != NULL && out->placing.refusal != RW_REFUSAL_NONE ? NULL : &out->resolution;
    out->answer.space = out->resolution.space;
    out->answer.play_rate = request->job.play_rate;
    return true;
}

/* A refused obstacle has no trajectory. */
static bool is_solved(const rw_solved *answer, rw_problem *problem)
{
    if (answer->answer.resolution != NULL)
        return true;
    rw_problem_set(problem, RW_PROBLEM_UNSOLVABLE, "the obstacle is refused as %s",
                   rw_refusal_name(answer->placing.refusal));
    return false;
}

/* Turns what was written into an answer. */
static int finish(rw_console *console, rw_buffer *text, bool refused, rw_answer *answer)
{
    rw_answer made = {.refused = refused};
    made.text = rw_buffer_steal(text, &made.length);
    if (made.text == NULL) {
        rw_console_error(console, "out of memory while writing the answer");
        return RW_EXIT_INTERNAL;
    }
    *answer = made;
    return refused ? RW_EXIT_REFUSED : RW_EXIT_OK;
}

/* Answers with the problem instead of what was written so far. */
static int refuse(rw_console *console, rw_buffer *text, const rw_problem *problem, rw_answer *answer)
{
    rw_json_writer writer;
    rw_buffer_clear(text);
    rw_json_writer_init(&writer, text);
    rw_problem_write_json(&writer, problem, NULL);
    return finish(console, text, true, answer);
}

static void write_items(const rw_offline *offline, rw_codec_resolve_body *body, rw_arena *arena, rw_json_writer *writer)
{
    rw_json_object_begin(writer);
    rw_json_key(writer, "results");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < body->count; i++) {
        rw_codec_resolve_item *item = &body->items[i];
        rw_solved answer;
        if (!rw_problem_failed(&item->problem) && solve(offline, &item->request, arena, &answer, &item->problem))
            rw_codec_write_batch_result(writer, item->request.id, &answer.answer);
        else
            rw_codec_write_batch_problem(writer, item->request.id, &item->problem, NULL);
    }
    rw_json_array_end(writer);
    rw_json_object_end(writer);
}

int rw_offline_resolve(rw_console *console, const rw_offline *offline, const char *body, size_t length,
                       rw_answer *answer)
{
    rw_arena arena;
    rw_problem problem;
    rw_buffer text;
    rw_json_writer writer;
    rw_codec_resolve_body request = {0};
    int code;
    rw_arena_init(&arena);
    rw_problem_init(&problem);
    rw_buffer_init(&text, RW_FILE_MAX);
    rw_json_writer_init(&writer, &text);
    if (!rw_codec_resolve_decode(body, length, NULL, &arena, &request, &problem)) {
        code = refuse(console, &text, &problem, answer);
    } else if (request.batch) {
        write_items(offline, &request, &arena, &writer);
        code = finish(console, &text, false, answer);
    } else {
        rw_codec_resolve_item *item = &request.items[0];
        rw_solved one;
        bool solvable =
            !rw_problem_failed(&item->problem) && solve(offline, &item->request, &arena, &one, &item->problem);
        if (solvable)
            rw_codec_write_resolution(&writer, item->request.id, &one.answer);
        code = solvable ? finish(console, &text, false, answer) : refuse(console, &text, &item->problem, answer);
    }
    rw_codec_resolve_body_free(&request);
    rw_buffer_free(&text);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
    return code;
}

int rw_offline_trajectory(rw_console *console, const rw_offline *offline, const char *body, size_t length,
                          rw_answer *answer)
{
    rw_arena arena;
    rw_problem problem;
    rw_buffer text;
    rw_json_writer writer;
    rw_codec_trajectory_request request;
    rw_solved one;
    const double *times;
    size_t count;
    int code;
    rw_arena_init(&arena);
    rw_problem_init(&problem);
    rw_buffer_init(&text, RW_FILE_MAX);
    rw_json_writer_init(&writer, &text);
    if (rw_codec_trajectory_decode(body, length, NULL, &arena, &request, &problem) &&
        solve(offline, &request.request, &arena, &one, &problem) && is_solved(&one, &problem) &&
        rw_codec_trajectory_times(&request, one.resolution.duration, NULL, &arena, &times, &count, &problem)) {
        rw_codec_write_trajectory(&writer, &request, &one.answer, times, count);
        code = finish(console, &text, false, answer);
    } else {
        rw_problem_conclude(&problem);
        code = refuse(console, &text, &problem, answer);
    }
    rw_buffer_free(&text);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
    return code;
}

int rw_offline_validate(rw_console *console, const char *body, size_t length, rw_answer *answer)
{
    rw_arena arena;
    rw_problem problem;
    rw_buffer text;
    rw_json_writer writer;
    rw_codec_validate_request request;
    rw_arena_init(&arena);
    rw_problem_init(&problem);
    rw_buffer_init(&text, RW_FILE_MAX);
    rw_json_writer_init(&writer, &text);
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    bool read = rw_codec_validate_decode(body, length, NULL, &arena, &request, &problem);
    int code;
    if (read && !rw_problem_conclude(&problem) && rw_codec_validate(&request, NULL, &arena, &findings, &problem)) {
        rw_json_object_begin(&writer);
        rw_json_key(&writer, "findings");
        rw_codec_findings_write(&writer, &findings);
        if (!findings.no_memory)
            rw_json_object_end(&writer);
        code = finish(console, &text, false, answer);
    } else {
        code = refuse(console, &text, &problem, answer);
    }
    rw_codec_findings_free(&findings);
    rw_buffer_free(&text);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
    return code;
}
