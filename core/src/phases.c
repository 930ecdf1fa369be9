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
static bool facing_of(const rw_case *in, const rw_phase_desc *desc, const rw_pose *target, const rw_warp *warp,
                      rw_quat *rotation)
{
    const rw_clip *clip = in->profile->clip;
    rw_vec3 back = rw_rotate(target->rotation, desc->translation_offset); /* exact far from the origin, too */
    if (!desc->has_anchor && rw_facing(clip, rw_mul(back, -1.0), rotation))
        return true;
    return rw_facing(clip, rw_sub(target->position, warp->origin.position), rotation);
}

/* Where the root shall be at the phase's end, but for an anchor. */
static void aim_at(const rw_case *in, const rw_phase *phase, const rw_pose *target, const rw_warp *warp,
                   rw_pose *point, bool *lost)
{
    const rw_phase_desc *desc = &phase->desc;
    point->position = rw_add(target->position, rw_rotate(target->rotation, desc->translation_offset));
    point->rotation = rw_qmul(target->rotation, desc->rotation_offset);
    if (desc->rotation == RW_ROTATION_TARGET && desc->land == RW_LAND_PHASE)
        return;
    rw_pose rest = rest_of(in, phase);
    bool faces = desc->rotation == RW_ROTATION_FACE && facing_of(in, desc, target, warp, &point->rotation);
    if (desc->rotation != RW_ROTATION_TARGET && !faces) {
        point->rotation = rw_qmul(rw_qmul(warp->origin.rotation, warp->natural.rotation), rest.rotation);
        *lost = desc->rotation == RW_ROTATION_FACE;
    }
    if (desc->land == RW_LAND_CLIP)
        *point = rw_compose(*point, rw_inverse(rest));
}

static double rate_to(const rw_case *in, const rw_phase_desc *desc, const rw_warp *warp, rw_vec3 point, bool *clamped)
{
    *clamped = false;
    if (!desc->has_rate)
        return 1.0;
    return rw_play_rate(desc->rate, rw_length(warp->natural.position),
                        rw_length(rw_sub(point, warp->origin.position)), rw_clip_nothing(in->profile->clip), clamped);
}

/* Where the root is for an anchor to be at `anchor`, and the rate that follows, were the phase played at the warp's. */
static double hang_once(const rw_case *in, const rw_phase_desc *desc, rw_warp *warp, rw_vec3 anchor, bool *clamped)
{
    rw_quat end = rw_warp_turn(warp, desc->turn_cap, in->request_rate);
    warp->warp_point.position = rw_sub(anchor, rw_rotate(end, rw_mul(desc->anchor, in->scale)));
    return rate_to(in, desc, warp, warp->warp_point.position, clamped);
}

/* Moves the point that an anchor shall meet to where the root is then, and sets the warp's rate. The anchor hangs on
 * the rotation at the end, which a turn cap makes depend on how long the phase lasts, and that on how far the root
 * goes: repeated until nothing changes but the last digits. Where a large turn makes it run in circles instead, by
 * halves: from the least rate follows one no lower, from the greatest one no higher. */
static void hang(const rw_case *in, const rw_phase_desc *desc, rw_warp *warp, bool *clamped)
{
    enum { ROUNDS = 64 };
    const double last_digits = 1e-12;
    rw_vec3 anchor = warp->warp_point.position;
    double apart = 0.0;
    for (int i = 0; i < ROUNDS; i++) {
        double rate = hang_once(in, desc, warp, anchor, clamped);
        apart = fabs(rate - warp->rate);
        warp->rate = rate;
        if (apart == 0.0)
            return;
    }
    if (apart <= last_digits * warp->rate)
        return;
    double low = desc->rate.min;
    double high = desc->rate.max;
    for (;;) {
        double middle = low + (high - low) * 0.5;
        if (middle <= low || middle >= high)
            return;
        warp->rate = middle;
        if (hang_once(in, desc, warp, anchor, clamped) > middle)
            low = middle;
        else
            high = middle;
    }
}

/* Begins the warp of what is left of a phase, for a root that stands at `start` at clip time `from`. */
static void begin(const rw_case *in, const rw_phase *phase, const rw_pose *start, double from, rw_warp *warp)
{
    const rw_phase_desc *desc = &phase->desc;
    if (from > phase->span.start) {
        rw_interval left = {from, phase->interval.end};
        rw_span span = rw_span_measure(in->profile->clip, left, &phase->interval, 1, NULL);
        rw_warp_begin(warp, &span, in->scale, start);
    } else {
        rw_warp_begin(warp, &phase->span, in->scale, start);
    }
    warp->method = desc->method;
    warp->easing = desc->easing;
    for (int axis = 0; axis < 3; axis++)
        warp->axes[axis] = desc->axes[axis];
    warp->split_up = false;
    warp->rotation = desc->rotation;
    warp->turn = desc->turn;
}

static void report(const rw_phase_desc *desc, rw_phase_result *result)
{
    const rw_warp *warp = &result->warp;
    result->passed = false;
    result->start = warp->origin;
    result->warp_point = warp->warp_point;
    result->reached = warp->reached;
    result->residual_distance = rw_length(rw_sub(result->warp_point.position, warp->reached.position));
    result->residual_angle = 0.0;
    if (warp->turn_fraction < 1.0)
        result->residual_angle = rw_quat_angle(result->warp_point.rotation, warp->reached.rotation) * (180.0 / RW_PI);
    result->turn_left = warp->turn_left;
    result->play_rate = warp->rate;
    result->elapsed_start = warp->elapsed_start;
    result->elapsed_end = warp->elapsed_end;
    result->net = warp->span.natural.position;
    result->covered = warp->span.covered;
    result->method = warp->method;
    result->fell_back = warp->method != desc->method;
    result->peak_weight = warp->peak_weight;
}

static void solve_phase(const rw_case *in, size_t index, const rw_pose *start, double from, double elapsed,
                        rw_resolution *out)
{
    const rw_phase *phase = &in->profile->phases[index];
    const rw_phase_desc *desc = &phase->desc;
    rw_phase_result *result = &out->phases[index];
    rw_warp *warp = &result->warp;
    bool lost = false;
    bool clamped;
    begin(in, phase, start, from, warp);
    aim_at(in, phase, &in->targets[index], warp, &warp->warp_point, &lost);
    warp->rate = rate_to(in, desc, warp, warp->warp_point.position, &clamped);
    if (desc->has_anchor)
        hang(in, desc, warp, &clamped);
    warp->elapsed_start = elapsed;
    warp->elapsed_end = elapsed + rw_span_elapsed(&warp->span, warp->rate, in->request_rate);
    rw_warp_aim(warp, desc->turn_cap, in->request_rate);
    report(desc, result);

    out->warnings |= lost ? RW_WARNING_NO_DIRECTION : 0u;
    out->warnings |= clamped ? RW_WARNING_RATE_CLAMPED : 0u;
    out->warnings |= result->fell_back ? RW_WARNING_METHOD_FALLBACK : 0u;
    out->warnings |= warp->turn_fraction < 1.0 ? RW_WARNING_TURN_CAPPED : 0u;
    out->warnings |= result->residual_distance >= rw_clip_nothing(in->profile->clip) ? RW_WARNING_RESIDUAL : 0u;
}

/* The root at the phase's start: D(at, start) further on. */
static rw_pose freely(const rw_case *in, const rw_phase *phase, rw_pose pose, double at)
{
    rw_pose motion = phase->free;
    if (at != phase->free_start)
        motion = rw_clip_motion(in->profile->clip, at, phase->interval.start, 1.0);
    motion.position = rw_mul(motion.position, in->scale);
    return rw_compose(pose, motion);
}

void rw_phases_solve(const rw_case *in, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    rw_pose pose = in->actor;
    double at = in->time;
    double elapsed = 0.0;
    size_t count = profile->desc.phase_count;
    size_t passed = 0;
    for (; passed < count && in->time >= profile->phases[passed].interval.end; passed++)
        out->phases[passed].passed = true;
    out->phase_count = count;
    out->passed_count = passed;
    out->window_passed = passed == count;
    for (size_t i = passed; i < count; i++) {
        const rw_phase *phase = &profile->phases[i];
        double from = rw_max(at, phase->interval.start);
        if (from > at) {
            pose = freely(in, phase, pose, at);
            elapsed += (from - at) / in->request_rate;
        }
        solve_phase(in, i, &pose, from, elapsed, out);
        pose = out->phases[i].warp.reached;
        at = phase->interval.end;
        elapsed = out->phases[i].elapsed_end;
    }
    rw_timeline_finish(out);
}
