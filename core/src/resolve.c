#include <rootwarp/resolve.h>

#include "clip_internal.h"
#include "job.h"
#include "profile_internal.h"
#include "rotation.h"

#include <rootwarp/trajectory.h>

/* From the clip's space to the answer's, rotations in canonical form. */
static rw_pose shown(const rw_resolution *r, rw_pose pose)
{
    const rw_space *from = &r->profile->clip->info.space;
    if (!rw_space_equal(from, &r->space))
        pose = rw_space_convert_pose(from, &r->space, pose);
    pose.position = rw_add(pose.position, rw_v(0.0, 0.0, 0.0)); /* no -0 */
    pose.rotation = rw_quat_canonical(pose.rotation);
    return pose;
}

static void show_length(const rw_resolution *r, double *length)
{
    *length = rw_space_convert_length(&r->profile->clip->info.space, &r->space, *length) + 0.0;
}

static void show(rw_resolution *r)
{
    double *const lengths[] = {&r->distance_to_target, &r->stop_distance, &r->gap_to_close,     &r->natural_travel,
                               &r->travel,             &r->shortfall,     &r->residual_distance};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        show_length(r, lengths[i]);
    rw_pose *const poses[] = {&r->predicted_start, &r->natural_end, &r->warp_point, &r->reached};
    for (size_t i = 0; i < sizeof poses / sizeof poses[0] && r->kind == RW_PROFILE_REACH; i++)
        *poses[i] = shown(r, *poses[i]);
    r->predicted_target = shown(r, rw_pose_of(r->predicted_target, rw_quat_identity)).position;
    for (size_t i = 0; i < r->phase_count; i++) {
        rw_phase_result *phase = &r->phases[i];
        if (phase->passed)
            continue;
        phase->start = shown(r, phase->start);
        phase->warp_point = shown(r, phase->warp_point);
        phase->reached = shown(r, phase->reached);
        show_length(r, &phase->residual_distance);
    }
}

rw_status rw_resolve(const rw_resolve_job *job, rw_resolution *result, rw_diagnostics *diagnostics)
{
    rw_case in;
    rw_status status = rw_case_from_job(job, &in, diagnostics);
    if (status != RW_OK)
        return status;
    const rw_profile *profile = job->profile;
    const rw_clip_info *info = &profile->clip->info;
    if (result->phase_capacity < profile->desc.phase_count || result->window_capacity < profile->window_count ||
        result->event_capacity < info->event_count)
        return RW_CAPACITY;

    rw_resolution out = {.phases = result->phases,
                         .phase_capacity = result->phase_capacity,
                         .windows = result->windows,
                         .window_capacity = result->window_capacity,
                         .events = result->events,
                         .event_capacity = result->event_capacity,
                         .kind = profile->desc.kind,
                         .profile = profile,
                         .space = job->space != NULL ? *job->space : info->space,
                         .actor = in.actor,
                         .actor_scale = in.scale,
                         .time = in.time,
                         .request_rate = in.request_rate,
                         .play_rate = 1.0};
    if (out.kind == RW_PROFILE_REACH)
        rw_reach_solve(&in, &out);
    else
        rw_phases_solve(&in, &out);
    if (profile->desc.max_speed != (double)INFINITY) {
        double speed, turn;
        rw_trajectory_peaks(&out, &speed, &turn);
        out.has_peak_speed = true;
        out.peak_speed = speed;
        speed = rw_space_convert_length(&out.space, &info->space, speed);
        if (speed > profile->desc.max_speed * (1.0 + 1e-9)) /* equal passes, in spite of rounding */
            out.warnings |= RW_WARNING_MAX_SPEED;
    }
    show(&out);
    *result = out;
    return RW_OK;
}
