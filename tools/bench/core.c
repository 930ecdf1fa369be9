#include "core.h"

#include <rootwarp/rootwarp.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "documents.h"

enum { PHASES = 3, BATCH = 64 };

typedef struct rw_core_subject {
    void *clip_memory, *profile_memory;
    const rw_clip *clip;
    const rw_profile *profile;
    rw_phase_result phases[PHASES];
    rw_window_result windows[4];
    rw_event_result events[4];
    rw_placement targets[PHASES];
    rw_resolution resolution;
    rw_resolve_job job;
    double sum; /* of what was computed, so that it is computed */
} rw_core_subject;

/* Asking the wall clock is no system call, and a round in which something else ran is none of the shortest. */
static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool compile_clip(rw_core_subject *subject, bool vault)
{
    double numbers[RW_DOCUMENT_SAMPLES][3];
    rw_vec3 positions[RW_DOCUMENT_SAMPLES];
    (vault ? rw_document_vault : rw_document_lunge)(numbers);
    for (size_t i = 0; i < RW_DOCUMENT_SAMPLES; i++)
        positions[i] = (rw_vec3){numbers[i][0], numbers[i][1], numbers[i][2]};
    const rw_window window = {.name = "attack", .start = 0.1, .end = 0.9};
    const rw_event event = {.name = "hit", .time = 0.75};
    const rw_clip_desc desc = {.space = *rw_space_preset("unreal"),
                               .frame_rate = 30,
                               .sample_count = RW_DOCUMENT_SAMPLES,
                               .positions = positions,
                               .window_count = vault ? 0 : 1,
                               .windows = &window,
                               .event_count = vault ? 0 : 1,
                               .events = &event};
    const size_t size = rw_clip_size(&desc);
    subject->clip_memory = malloc(size);
    return subject->clip_memory != NULL &&
           rw_clip_compile(&desc, subject->clip_memory, size, &subject->clip, NULL) == RW_OK;
}

static bool compile_profile(rw_core_subject *subject, const rw_profile_desc *desc)
{
    const size_t size = rw_profile_size(desc, subject->clip);
    subject->profile_memory = malloc(size);
    if (subject->profile_memory == NULL ||
        rw_profile_compile(desc, subject->clip, subject->profile_memory, size, &subject->profile, NULL) != RW_OK)
        return false;
    subject->resolution = (rw_resolution){.phases = subject->phases,
                                          .phase_capacity = PHASES,
                                          .windows = subject->windows,
                                          .window_capacity = 4,
                                          .events = subject->events,
                                          .event_capacity = 4};
    subject->job = rw_resolve_job_default(subject->profile);
    subject->job.actor.placement =
        (rw_placement){.position = {1520.25, -340.5, 92.75}, .has_yaw = true, .yaw = 37.521};
    return true;
}

static bool make_reach(rw_core_subject *subject)
{
    rw_profile_desc desc = rw_profile_desc_default(RW_PROFILE_REACH);
    desc.window = "attack";
    desc.scale_band = (rw_range){0.3, 1.3};
    if (!compile_clip(subject, false) || !compile_profile(subject, &desc))
        return false;
    subject->job.actor.radius = 42;
    subject->job.target.radius = 38;
    subject->job.target.placement =
        (rw_placement){.position = {1864.409, -76.234, 92.75}, .rotation = {0, 0, 0, 1}};
    return true;
}

static bool make_phases(rw_core_subject *subject, size_t count)
{
    static const double ends[PHASES] = {0.3, 0.6, 1};
    static const rw_vec3 points[PHASES] = {
        {1604.409, -276.234, 202.75}, {1681.185, -221.609, 204.25}, {1786.928, -141.17, 91.5}};
    rw_profile_desc desc = rw_profile_desc_default(RW_PROFILE_PHASES);
    rw_phase_desc phases[PHASES];
    for (size_t i = 0; i < count; i++) {
        phases[i] = rw_phase_desc_default();
        phases[i].start = i == 0 ? 0 : ends[i - 1];
        phases[i].end = ends[i];
        phases[i].has_rate = true;
        phases[i].rate = (rw_range){0.5, 2};
        subject->targets[i] = (rw_placement){.position = points[i], .has_yaw = true, .yaw = 37.5};
    }
    desc.phase_count = count;
    desc.phases = phases;
    if (!compile_clip(subject, true) || !compile_profile(subject, &desc))
        return false;
    subject->job.target_count = count;
    subject->job.targets = subject->targets;
    return true;
}

/* BATCH resolves, each for an actor a little further on. */
static size_t resolve_batch(rw_core_subject *subject)
{
    for (int i = 0; i < BATCH; i++) {
        subject->job.actor.placement.position.y = -340.5 + 0.01 * i;
        if (rw_resolve(&subject->job, &subject->resolution, NULL) == RW_OK)
            subject->sum += subject->resolution.duration;
    }
    return BATCH;
}

/* The samples of one trajectory at 60 Hz. */
static size_t sample_batch(rw_core_subject *subject)
{
    rw_sampler sampler;
    rw_sample sample;
    size_t count = 0;
    rw_sampler_init(&sampler, &subject->resolution);
    for (; (double)count / 60 <= subject->resolution.duration; count++) {
        rw_sampler_pose_at(&sampler, (double)count / 60, &sample);
        subject->sum += sample.pose.position.x;
    }
    return count;
}

/* Nanoseconds of one of the things that `batch` does and counts, in the shortest of many rounds of some microseconds:
 * what it costs when nobody else has the processor. */
static double measure(rw_core_subject *subject, size_t (*batch)(rw_core_subject *subject), double seconds)
{
    double least = 0;
    batch(subject);
    double now = seconds_now();
    const double end = now + seconds;
    do {
        const double begin = now;
        const double done = (double)batch(subject);
        now = seconds_now();
        const double each = (now - begin) / done;
        if (least == 0 || each < least)
            least = each;
    } while (now < end);
    return least * 1e9;
}

static void release(rw_core_subject *subject)
{
    free(subject->profile_memory);
    free(subject->clip_memory);
    memset(subject, 0, sizeof *subject);
}

bool rw_core_measure(double seconds, rw_core_times *times)
{
    rw_core_times made = {0};
    rw_core_subject subject = {0};
    bool sound = make_reach(&subject);
    if (sound) {
        made.reach = measure(&subject, resolve_batch, seconds);
        made.sample = measure(&subject, sample_batch, seconds);
    }
    for (size_t count = 1; sound && count <= PHASES; count += PHASES - 1) {
        release(&subject);
        sound = make_phases(&subject, count);
        if (sound)
            *(count == 1 ? &made.one_phase : &made.three_phases) = measure(&subject, resolve_batch, seconds);
    }
    release(&subject);
    if (sound)
        *times = made;
    return sound;
}
