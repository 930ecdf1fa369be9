#include "corner.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const rw_quat upright = {0.0, 0.0, 0.0, 1.0};

void corner_lunge(corner *c)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < CORNER_SAMPLES; i++) {
        c->positions[i].x = 500.0 / 32.0 * i;
        c->rotations[i] = upright;
    }
    c->windows[0] = (rw_window){"w", 0.0, 1.0};
    c->clip = (rw_clip_desc){.space = *rw_space_preset("unreal"), .frame_rate = 32.0, .sample_count = 33,
                             .window_count = 1};
    c->profile = rw_profile_desc_default(RW_PROFILE_REACH);
    c->profile.window = "w";
    c->profile.scale_band = (rw_range){0.25, 1.5};
    c->play_rate = 1.0;
    c->actor = (rw_actor){.placement = {.rotation = upright}, .radius = 40.0, .scale = 1.0};
    c->target = (rw_target){.placement = {.position = {900.0, 0.0, 0.0}, .rotation = upright},
                            .has_rotation = true,
                            .radius = 40.0};
}

void corner_phase(corner *c)
{
    corner_lunge(c);
    c->profile = rw_profile_desc_default(RW_PROFILE_PHASES);
    c->profile.phase_count = 1;
    for (int i = 0; i < 3; i++) {
        c->phases[i] = rw_phase_desc_default();
        c->targets[i] = (rw_placement){.position = {300.0 * (i + 1), 0.0, 0.0}, .rotation = upright};
    }
    c->phases[0].start = 0.0;
    c->phases[0].end = 1.0;
}

static void connect(corner *c)
{
    c->clip.positions = c->positions;
    c->clip.rotations = c->rotations;
    c->clip.windows = c->windows;
    c->clip.events = c->events;
    c->profile.phases = c->phases;
}

static rw_resolve_job job_of(const corner *c, const rw_profile *profile)
{
    rw_resolve_job job = rw_resolve_job_default(profile);
    job.space = c->has_job_space ? &c->job_space : NULL;
    job.time = c->time;
    job.play_rate = c->play_rate;
    job.actor = c->actor;
    job.target = c->target;
    job.targets = c->targets;
    job.target_count = c->profile.phase_count;
    return job;
}

static void explain(rw_status status, const rw_diagnostic *d, const char *what)
{
    ck_assert_msg(status == RW_OK, "%s: refused (%d) at %s", what, (int)status, d->field);
}

void corner_solve(corner *c, corner_answer *answer)
{
    rw_diagnostic item = {.field = ""};
    rw_diagnostics list = {&item, 1, 0};
    const rw_clip *clip;
    const rw_profile *profile;
    connect(c);
    size_t size = rw_clip_size(&c->clip);
    answer->memory[0] = malloc(size);
    explain(rw_clip_compile(&c->clip, answer->memory[0], size, &clip, &list), &item, "clip");
    size = rw_profile_size(&c->profile, clip);
    answer->memory[1] = malloc(size);
    explain(rw_profile_compile(&c->profile, clip, answer->memory[1], size, &profile, &list), &item, "profile");
    answer->resolution = (rw_resolution){.phases = answer->phases, .phase_capacity = 3,
                                         .windows = answer->windows, .window_capacity = 4,
                                         .events = answer->events, .event_capacity = 5};
    rw_resolve_job job = job_of(c, profile);
    explain(rw_resolve(&job, &answer->resolution, &list), &item, "job");
}

void corner_answer_free(corner_answer *answer)
{
    free(answer->memory[0]);
    free(answer->memory[1]);
}

static void compare_path(const oracle_answer *want, const rw_resolution *got, oracle_report *report)
{
    rw_sampler sampler;
    rw_sampler_init(&sampler, got);
    for (int i = -1; i <= 33; i++)
        oracle_compare_sample(want, &sampler, got->duration * i / 32.0, report);
    for (size_t i = 0; i < got->window_count; i++) {
        oracle_compare_sample(want, &sampler, got->windows[i].elapsed_start, report);
        oracle_compare_sample(want, &sampler, got->windows[i].elapsed_end, report);
    }
    for (size_t i = 0; i < got->phase_count; i++) {
        oracle_compare_sample(want, &sampler, got->phases[i].elapsed_start, report);
        oracle_compare_sample(want, &sampler, got->phases[i].elapsed_end, report);
    }
    oracle_compare_step(want, got, 0.0, got->duration, report);
    oracle_compare_step(want, got, got->duration * 0.75, got->duration * 0.25, report);
    oracle_compare_peaks(want, got, report);
}

void corner_agree(corner *c, const char *what)
{
    corner_answer *answer = malloc(sizeof *answer);
    oracle_answer *want = malloc(sizeof *want);
    ck_assert(answer != NULL && want != NULL);
    oracle_report report = {.worst = 0.0};
    corner_solve(c, answer);
    rw_resolve_job job = job_of(c, answer->resolution.profile);
    ck_assert(oracle_resolve(&c->clip, &c->profile, &job, want));
    double times[4] = {0.0, 0.3125, (double)want->clip.duration, (double)want->clip.duration / 3.0};
    oracle_compare_clip(&want->clip, rw_profile_clip(answer->resolution.profile), times, 4, &report);
    oracle_compare_resolution(want, &answer->resolution, &report);
    if (report.differences == 0)
        compare_path(want, &answer->resolution, &report);
    ck_assert_msg(report.differences == 0, "%s: %s", what, report.first);
    oracle_free(want);
    corner_answer_free(answer);
    free(want);
    free(answer);
}
