#include "fixture.h"

static fixture *make(const char *space, double travel)
{
    fixture *f = calloc(1, sizeof *f);
    ck_assert_ptr_nonnull(f);
    rw_clip_desc *d = &f->clip_desc;
    d->space = *rw_space_preset(space);
    d->frame_rate = 30.0;
    d->sample_count = 31;
    d->positions = f->positions;
    d->rotations = f->rotations;
    d->windows = f->windows;
    d->events = f->events;
    rw_vec3 forward = rw_space_forward(&d->space);
    for (size_t i = 0; i < FIXTURE_SAMPLES; i++) {
        double ahead = travel * (double)i / 30.0;
        rw_vec3 p = {forward.x * ahead, forward.y * ahead, forward.z * ahead};
        f->positions[i] = p;
        f->rotations[i].w = 1.0;
    }
    f->diagnostics.items = f->items;
    f->diagnostics.capacity = 32;
    f->answer.phases = f->phase_results;
    f->answer.phase_capacity = 4;
    f->answer.windows = f->window_results;
    f->answer.window_capacity = 4;
    f->answer.events = f->event_results;
    f->answer.event_capacity = 4;
    f->job = rw_resolve_job_default(NULL);
    for (size_t i = 0; i < 4; i++)
        f->targets[i] = f->job.target.placement;
    return f;
}

fixture *fixture_lunge(const char *space, double travel)
{
    fixture *f = make(space, travel);
    rw_window attack = {"attack", 0.0, 1.0};
    f->windows[0] = attack;
    f->clip_desc.window_count = 1;
    f->profile_desc = rw_profile_desc_default(RW_PROFILE_REACH);
    f->profile_desc.window = "attack";
    f->profile_desc.scale_band.min = 0.3;
    f->profile_desc.scale_band.max = 1.3;
    return f;
}

fixture *fixture_phases(const char *space, double travel, size_t count)
{
    fixture *f = make(space, travel);
    f->profile_desc = rw_profile_desc_default(RW_PROFILE_PHASES);
    f->profile_desc.phases = f->phases;
    f->profile_desc.phase_count = count;
    for (size_t i = 0; i < count; i++) {
        f->phases[i] = rw_phase_desc_default();
        f->phases[i].start = (double)i / (double)count;
        f->phases[i].end = (double)(i + 1) / (double)count;
    }
    f->job.targets = f->targets;
    f->job.target_count = count;
    return f;
}

rw_status fixture_compile_clip(fixture *f)
{
    f->diagnostics.count = 0;
    return rw_clip_compile(&f->clip_desc, f->clip_memory, sizeof f->clip_memory, &f->clip, &f->diagnostics);
}

rw_status fixture_compile(fixture *f)
{
    rw_status status = fixture_compile_clip(f);
    if (status == RW_OK)
        status = rw_profile_compile(&f->profile_desc, f->clip, f->profile_memory, sizeof f->profile_memory, &f->profile,
                                    &f->diagnostics);
    f->job.profile = f->profile;
    return status;
}

rw_status fixture_resolve(fixture *f)
{
    f->diagnostics.count = 0;
    return rw_resolve(&f->job, &f->answer, &f->diagnostics);
}

void fixture_must_resolve(fixture *f)
{
    ck_assert_msg(fixture_compile(f) == RW_OK, "%s: %s", f->items[0].field, f->items[0].detail);
    ck_assert_msg(fixture_resolve(f) == RW_OK, "%s: %s", f->items[0].field, f->items[0].detail);
}

bool fixture_reported(const fixture *f, const char *field, rw_fault fault)
{
    for (size_t i = 0; i < f->diagnostics.count && i < f->diagnostics.capacity; i++)
        if (strcmp(f->items[i].field, field) == 0 && f->items[i].fault == fault && f->items[i].detail[0] != '\0')
            return true;
    return false;
}

rw_sample fixture_sample(const fixture *f, double elapsed)
{
    rw_sampler sampler;
    rw_sample sample;
    rw_sampler_init(&sampler, &f->answer);
    rw_sampler_at(&sampler, elapsed, &sample);
    return sample;
}
