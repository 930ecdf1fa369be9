#include <rootwarp/resolve.h>
#include <string.h>

#include "clip_internal.h"
#include "job.h"
#include "profile_internal.h"
#include "rotation.h"

#include <rootwarp/trajectory.h>

/* What is the same for both kinds of profile; the warnings gather as it is solved. */
static void begin(const rw_case *in, const rw_resolve_job *job, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    out->space = in->converted ? *job->space : profile->clip->info.space;
    out->kind = profile->desc.kind;
    out->warnings = 0;
    out->profile = profile;
    out->actor = in->actor;
    out->actor_scale = in->scale;
    out->time = in->time;
    out->request_rate = in->request_rate;
}

/* Sets what only a reach answers, for a profile that is none. */
static void blank_reach(rw_resolution *out)
{
    const size_t first = offsetof(rw_resolution, verdict);
    memset((char *)out + first, 0, offsetof(rw_resolution, warp) - first);
    out->window_count = 0;
    out->play_rate = 1.0;
}

/* From the clip's space to the answer's. */
static void convert(rw_resolution *r)
{
    const rw_space *from = &r->profile->clip->info.space;
    const rw_space *to = &r->space;
    if (r->kind == RW_PROFILE_REACH) {
        double *const lengths[] = {&r->distance_to_target, &r->stop_distance, &r->gap_to_close,     &r->natural_travel,
                                   &r->travel,             &r->shortfall,     &r->residual_distance};
        rw_pose *const poses[] = {&r->predicted_start, &r->natural_end, &r->warp_point, &r->reached};
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            *lengths[i] = rw_space_convert_length(from, to, *lengths[i]);
        for (size_t i = 0; i < sizeof poses / sizeof poses[0]; i++)
            *poses[i] = rw_space_convert_pose(from, to, *poses[i]);
        r->predicted_target = rw_space_convert_vector(from, to, r->predicted_target);
    }
    for (size_t i = r->passed_count; i < r->phase_count; i++) {
        rw_phase_result *phase = &r->phases[i];
        phase->start = rw_space_convert_pose(from, to, phase->start);
        phase->warp_point = rw_space_convert_pose(from, to, phase->warp_point);
        phase->reached = rw_space_convert_pose(from, to, phase->reached);
        phase->residual_distance = rw_space_convert_length(from, to, phase->residual_distance);
    }
}

/* Rotations in canonical form, and no -0; no length is. */
static void show(rw_resolution *r)
{
    if (r->kind == RW_PROFILE_REACH) {
        r->predicted_start = rw_pose_canonical(r->predicted_start);
        r->natural_end = rw_pose_canonical(r->natural_end);
        r->warp_point = rw_pose_canonical(r->warp_point);
        r->reached = rw_pose_canonical(r->reached);
        r->predicted_target = rw_add(r->predicted_target, rw_v(0.0, 0.0, 0.0));
    }
    for (size_t i = r->passed_count; i < r->phase_count; i++) {
        rw_phase_result *phase = &r->phases[i];
        phase->start = rw_pose_canonical(phase->start);
        phase->warp_point = rw_pose_canonical(phase->warp_point);
        phase->reached = rw_pose_canonical(phase->reached);
    }
}

/* Where the profile limits the speed: measures the peak, and warns. */
static void watch_speed(rw_resolution *r)
{
    double limit = r->profile->desc.max_speed;
    double turn;
    r->has_peak_speed = limit != (double)INFINITY;
    r->peak_speed = 0.0;
    if (!r->has_peak_speed)
        return;
    rw_trajectory_peaks(r, &r->peak_speed, &turn);
    double speed = rw_space_convert_length(&r->space, &r->profile->clip->info.space, r->peak_speed);
    if (speed > limit * (1.0 + 1e-9)) /* equal passes, in spite of rounding */
        r->warnings |= RW_WARNING_MAX_SPEED;
}

rw_status rw_resolve(const rw_resolve_job *job, rw_resolution *result, rw_diagnostics *diagnostics)
{
    rw_case in;
    rw_status status = rw_case_from_job(job, &in, diagnostics);
    if (status != RW_OK)
        return status;
    const rw_profile *profile = in.profile;
    if (result->phase_capacity < profile->desc.phase_count || result->window_capacity < profile->window_count ||
        result->event_capacity < profile->clip->info.event_count)
        return RW_CAPACITY;

    begin(&in, job, result); /* nothing fails from here on */
    if (profile->desc.kind == RW_PROFILE_REACH) {
        rw_reach_solve(&in, result);
    } else {
        blank_reach(result);
        rw_phases_solve(&in, result);
    }
    watch_speed(result);
    if (in.converted)
        convert(result);
    show(result);
    return RW_OK;
}
