/* Phases: n target points, n phases. */
#include "clip_internal.h"
#include "job.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"
#include "warp.h"

/* The motion from the phase's end to what must be at the target: nothing, or for land: clip the rest of the clip (of a
 * looping one, of the loop in which the phase ends). */
static rw_pose rest_of(const rw_case *in, const rw_phase *phase)
{
    const rw_clip *clip = in->profile->clip;
    double end = phase->interval.end;
    if (phase->desc.land != RW_LAND_CLIP)
        return rw_pose_identity();
    double last = clip->info.loop ? rw_clip_loop_end(clip, end) : clip->info.duration;
    return rw_clip_motion(clip, end, rw_max(last, end), in->scale);
}

/* A pure yaw at the target: from where the root shall be, or where the two coincide, or an anchor makes its place
 * depend on the turn, from where the phase starts. */
static bool facing_of(const rw_case *in, const rw_phase_desc *desc, rw_pose target, const rw_warp *warp,
                      rw_quat *rotation)
{
    const rw_clip *clip = in->profile->clip;
    rw_vec3 origin = {0.0, 0.0, 0.0};
    rw_vec3 back = rw_rotate(target.rotation, desc->translation_offset); /* exact far from the origin, too */
    if (!desc->has_anchor && rw_facing(clip, back, origin, rotation))
        return true;
    return rw_facing(clip, warp->origin.position, target.position, rotation);
}

/* Where the root shall be at the phase's end, but for an anchor. */
static rw_pose goal_of(const rw_case *in, const rw_phase *phase, rw_pose target, const rw_warp *warp, bool *lost)
{
    const rw_phase_desc *desc = &phase->desc;
    rw_pose point = rw_pose_of(rw_add(target.position, rw_rotate(target.rotation, desc->translation_offset)),
                               rw_qmul(target.rotation, desc->rotation_offset));
    rw_pose rest = rest_of(in, phase);
    rw_quat kept = rw_qmul(rw_warp_natural_end(warp).rotation, rest.rotation);
    if (desc->rotation == RW_ROTATION_KEEP)
        point.rotation = kept;
    if (desc->rotation == RW_ROTATION_FACE && !facing_of(in, desc, target, warp, &point.rotation)) {
        point.rotation = kept;
        *lost = true;
    }
    return desc->land == RW_LAND_CLIP ? rw_compose(point, rw_inverse(rest)) : point;
}

static double rate_to(const rw_case *in, const rw_phase_desc *desc, const rw_warp *warp, rw_vec3 point, bool *clamped)
{
    *clamped = false;
    return rw_play_rate(desc->has_rate, desc->rate, rw_length(warp->natural.position),
                        rw_length(rw_sub(point, warp->origin.position)), rw_clip_nothing(in->profile->clip), clamped);
}

/* Sets the warp's rate and returns its warp point. An anchor hangs on the rotation at the end, which a turn cap makes
 * depend on how long the phase lasts, and that on how far the root goes: repeated until nothing changes. */
static rw_pose place(const rw_case *in, const rw_phase_desc *desc, rw_pose goal, rw_warp *warp, bool *clamped)
{
    enum { ROUNDS = 64 };
    rw_pose point = goal;
    warp->rate = rate_to(in, desc, warp, goal.position, clamped);
    if (!desc->has_anchor)
        return point;
    rw_vec3 arm = rw_mul(desc->anchor, in->scale);
    for (int i = 0; i < ROUNDS; i++) {
        rw_quat end = rw_warp_turn(warp, goal.rotation, desc->turn_cap, in->request_rate);
        rw_vec3 position = rw_sub(goal.position, rw_rotate(end, arm));
        double rate = rate_to(in, desc, warp, position, clamped);
        bool settled = rate == warp->rate;
        point.position = position;
        warp->rate = rate;
        if (settled)
            break;
    }
    return point;
}

static void solve_phase(const rw_case *in, size_t index, rw_pose start, double from, double elapsed,
                        rw_resolution *out)
{
    const rw_phase *phase = &in->profile->phases[index];
    const rw_phase_desc *desc = &phase->desc;
    rw_span span = phase->span;
    if (from > span.start) {
        rw_interval left = {from, phase->interval.end};
        span = rw_span_measure(in->profile->clip, left, &phase->interval, 1, NULL);
    }
    rw_warp warp = rw_warp_begin(&span, in->scale, start);
    warp.method = desc->method;
    warp.easing = desc->easing;
    for (int axis = 0; axis < 3; axis++)
        warp.axes[axis] = desc->axes[axis];
    warp.rotation = desc->rotation;
    warp.turn = desc->turn;

    bool lost = false;
    bool clamped = false;
    rw_pose goal = goal_of(in, phase, in->targets[index], &warp, &lost);
    rw_pose point = place(in, desc, goal, &warp, &clamped);
    warp.elapsed_start = elapsed;
    warp.elapsed_end = elapsed + rw_warp_elapsed(&warp, in->request_rate);
    rw_warp_aim(&warp, point, desc->turn_cap, in->request_rate);

    rw_phase_result result = {.start = start,
                              .warp_point = point,
                              .reached = warp.reached,
                              .residual_distance = rw_length(rw_sub(point.position, warp.reached.position)),
                              .turn_left = warp.turn_left,
                              .play_rate = warp.rate,
                              .elapsed_start = warp.elapsed_start,
                              .elapsed_end = warp.elapsed_end,
                              .net = warp.span.natural.position,
                              .covered = warp.span.covered,
                              .method = warp.method,
                              .fell_back = warp.method != desc->method,
                              .peak_weight = warp.peak_weight,
                              .warp = warp};
    if (warp.turn_fraction < 1.0)
        result.residual_angle = rw_quat_angle(point.rotation, warp.reached.rotation) * (180.0 / RW_PI);
    out->phases[index] = result;

    out->warnings |= lost ? RW_WARNING_NO_DIRECTION : 0u;
    out->warnings |= clamped ? RW_WARNING_RATE_CLAMPED : 0u;
    out->warnings |= result.fell_back ? RW_WARNING_METHOD_FALLBACK : 0u;
    out->warnings |= warp.turn_fraction < 1.0 ? RW_WARNING_TURN_CAPPED : 0u;
    out->warnings |= result.residual_distance >= rw_clip_nothing(in->profile->clip) ? RW_WARNING_RESIDUAL : 0u;
}

void rw_phases_solve(const rw_case *in, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    rw_pose pose = in->actor;
    double at = in->time;
    double elapsed = 0.0;
    out->phase_count = profile->desc.phase_count;
    out->window_passed = true;
    for (size_t i = 0; i < out->phase_count; i++) {
        rw_interval interval = profile->phases[i].interval;
        if (in->time >= interval.end) {
            rw_phase_result passed = {.passed = true};
            out->phases[i] = passed;
            continue;
        }
        out->window_passed = false;
        double from = rw_max(at, interval.start);
        if (from > at) {
            pose = rw_compose(pose, rw_clip_motion(profile->clip, at, from, in->scale));
            elapsed += (from - at) / in->request_rate;
        }
        solve_phase(in, i, pose, from, elapsed, out);
        pose = out->phases[i].reached;
        at = interval.end;
        elapsed = out->phases[i].elapsed_end;
    }
    rw_timeline_finish(out);
}
