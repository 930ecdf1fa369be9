#include "solve.h"

#include <string.h>

const rw_codec_provenance solved_provenance = {.profile_name = "p",
                                               .profile_revision = 3,
                                               .profile_hash = "11",
                                               .clip_name = "c",
                                               .clip_revision = 2,
                                               .clip_hash = "22"};

bool solved_compile(solved *out, const char *clip, const char *profile)
{
    memset(out, 0, sizeof *out);
    rw_arena_init(&out->arena);
    rw_problem_init(&out->problem);
    if (rw_codec_clip_decode(clip, strlen(clip), NULL, &out->arena, &out->clip_document, &out->problem))
        out->clip = rw_codec_clip_compile(&out->clip_document, "", &out->arena, &out->problem);
    if (out->clip != NULL &&
        rw_codec_profile_decode(profile, strlen(profile), NULL, &out->arena, &out->profile_document, &out->problem))
        out->plan = rw_codec_plan_compile(&out->profile_document, out->clip, "", &out->arena, &out->problem);
    out->profile = out->plan != NULL ? out->plan->profile : NULL;
    rw_problem_conclude(&out->problem);
    return out->profile != NULL;
}

static void add_partner(solved *out, const rw_codec_resolve_request *request)
{
    const bool plays = request->partner.clip.name != NULL || request->partner.profile.name != NULL;
    out->partner = (rw_codec_partner_answer){
        .partner = rw_codec_partner_of(request, plays ? out->clip : NULL, &out->problem),
        .clip_name = plays ? "c" : NULL,
        .clip_revision = 2,
        .clip_hash = "22"};
    out->answer.partner = &out->partner;
}

bool solved_run(solved *out, const rw_codec_resolve_request *request)
{
    rw_clip_info info;
    rw_clip_describe(out->clip, &info);
    rw_resolution *resolution = &out->resolution;
    memset(resolution, 0, sizeof *resolution);
    resolution->phase_capacity = rw_profile_phase_count(out->profile);
    resolution->window_capacity = rw_profile_window_count(out->profile);
    resolution->event_capacity = info.event_count;
    resolution->phases = rw_arena_allocate(&out->arena, resolution->phase_capacity, sizeof *resolution->phases);
    resolution->windows = rw_arena_allocate(&out->arena, resolution->window_capacity, sizeof *resolution->windows);
    resolution->events = rw_arena_allocate(&out->arena, resolution->event_capacity, sizeof *resolution->events);
    rw_resolve_job job = request->job;
    job.profile = out->profile;
    rw_codec_request_check_kind(request, rw_profile_kind_of(out->profile), out->plan->provider.kind, &out->problem);
    out->answer = (rw_codec_answer){
        .provenance = &solved_provenance, .plan = out->plan, .resolution = resolution, .play_rate = job.play_rate};
    if ((request->given & RW_GIVEN_PARTNER) != 0)
        add_partner(out, request);
    if (rw_codec_request_place(request, out->plan, &job, &out->placing, &out->problem)) {
        out->answer.placing = &out->placing;
        if (out->placing.refusal != RW_REFUSAL_NONE)
            out->answer.resolution = NULL;
    }
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    if (rw_resolve(&job, resolution, &diagnostics) != RW_OK)
        rw_codec_add_diagnostics(&out->problem, request->pointer, &diagnostics);
    out->answer.space = resolution->space;
    return !rw_problem_conclude(&out->problem);
}

void solved_free(solved *out)
{
    rw_problem_free(&out->problem);
    rw_arena_free(&out->arena);
}
