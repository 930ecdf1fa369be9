#include "warp.h"

#include "clip_internal.h"
#include "easing.h"
#include "rotation.h"
#include "trig.h"

#define SKEW_PEAK_LIMIT 4.0 /* a skew weight beyond this is a division by almost nothing */

/* ---- weights ---- */

/* How far the warp has come, by one method; a: normalised tracked time. Not for axis and scale. */
static double scalar_weight(const rw_warp *warp, const rw_progress *p, double a)
{
    if (warp->method == RW_METHOD_SKEW) {
        rw_vec3 tracked = rw_sub(p->position, p->gaps);
        return rw_dot(tracked, warp->span.tracked) / rw_dot(warp->span.tracked, warp->span.tracked);
    }
    if (warp->method == RW_METHOD_PATH)
        return p->path / warp->span.path;
    return rw_ease(warp->easing, a);
}

static double axis_weight(const rw_warp *warp, const rw_progress *p, double a, double scalar, int axis)
{
    if (warp->axes[axis].linear)
        return a;
    if (warp->method != RW_METHOD_AXIS)
        return scalar;
    if (warp->by_time[axis])
        return a;
    return rw_component_of(p->covered, axis) / rw_component_of(warp->span.covered, axis);
}

static double up_weight(const rw_warp *warp, const rw_progress *p, double a)
{
    return warp->up_by_time ? a : p->up_covered / warp->span.up_covered;
}

/* D(start, time), scaled, with what the warp adds to it, S's frame. */
static rw_vec3 warped(const rw_warp *warp, const rw_progress *p, double a)
{
    rw_vec3 up = warp->span.up;
    double lift = warp->split_up ? rw_dot(warp->error, up) : 0.0;
    rw_vec3 level = warp->split_up ? rw_sub(warp->error, rw_mul(up, lift)) : warp->error;
    rw_vec3 sum = rw_mul(p->position, warp->scale);
    if (warp->method == RW_METHOD_SCALE) {
        rw_vec3 tracked = rw_mul(rw_flat(rw_sub(p->position, p->gaps), up), warp->scale);
        sum = rw_add(sum, rw_mul(tracked, warp->scale_cos - 1.0));
        sum = rw_add(sum, rw_mul(rw_cross(up, tracked), warp->scale_sin));
    } else {
        double scalar = warp->method == RW_METHOD_AXIS ? 0.0 : scalar_weight(warp, p, a);
        for (int axis = 0; axis < 3; axis++) {
            const rw_axis_switch *s = &warp->axes[axis];
            double error = s->warp ? rw_component_of(level, axis) : 0.0;
            double weight = axis_weight(warp, p, a, scalar, axis);
            double *component = rw_component(&sum, axis);
            *component = s->animate ? *component + weight * error
                                    : weight * (rw_component_of(warp->natural.position, axis) + error);
        }
    }
    return warp->split_up ? rw_add(sum, rw_mul(up, up_weight(warp, p, a) * lift)) : sum;
}

static rw_quat turned(const rw_warp *warp, double time, double a)
{
    if (warp->turn == RW_TURN_SLERP && warp->rotation != RW_ROTATION_KEEP)
        return rw_arc_at(&warp->arc, a * warp->turn_fraction);
    rw_quat rotation = rw_qmul(warp->origin.rotation, rw_span_rotation(&warp->span, time));
    if (warp->rotation == RW_ROTATION_KEEP)
        return rotation;
    return rw_qmul(rotation, rw_arc_at(&warp->arc, a * warp->turn_fraction));
}

rw_pose rw_warp_pose(const rw_warp *warp, rw_progress *progress, double time)
{
    if (time >= warp->span.end)
        return warp->reached;
    if (time <= warp->span.start)
        return warp->origin;
    rw_progress p = rw_progress_at(progress, &warp->span, time);
    double a = rw_span_tracked_time(&warp->span, time) / warp->span.tracked_time;
    rw_vec3 local = warped(warp, &p, a);
    return rw_pose_of(rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, local)), turned(warp, time, a));
}

/* ---- aiming ---- */

rw_warp rw_warp_begin(const rw_span *span, double scale, rw_pose origin)
{
    const rw_axis_switch authored = {true, false, true};
    rw_warp warp = {.span = *span,
                    .scale = scale,
                    .origin = origin,
                    .natural = {rw_mul(span->natural.position, scale), span->natural.rotation},
                    .axes = {authored, authored, authored},
                    .turn_fraction = 1.0,
                    .rate = 1.0,
                    .peak_weight = 1.0};
    rw_span_tilt(&warp.span, rw_rotate(rw_conj(origin.rotation), span->clip->up));
    return warp;
}

rw_pose rw_warp_natural_end(const rw_warp *warp)
{
    return rw_compose(warp->origin, warp->natural);
}

static void choose_method(rw_warp *warp, double nothing)
{
    const rw_span *span = &warp->span;
    if (warp->method == RW_METHOD_SKEW) {
        if (rw_length(span->tracked) * warp->scale >= nothing && span->skew_peak <= SKEW_PEAK_LIMIT)
            warp->peak_weight = span->skew_peak;
        else
            warp->method = RW_METHOD_PATH;
    }
    if (warp->method == RW_METHOD_SCALE && rw_length(rw_flat(span->tracked, span->up)) * warp->scale < nothing)
        warp->method = RW_METHOD_PATH;
    if (warp->method == RW_METHOD_PATH && span->path * warp->scale < nothing)
        warp->method = RW_METHOD_TIME;
    for (int axis = 0; axis < 3; axis++)
        warp->by_time[axis] = rw_component_of(span->covered, axis) * warp->scale < nothing;
    warp->up_by_time = span->up_covered * warp->scale < nothing;
}

static void aim_scale(rw_warp *warp)
{
    rw_vec3 up = warp->span.up;
    rw_vec3 from = rw_mul(rw_flat(warp->span.tracked, up), warp->scale);
    rw_vec3 to = rw_add(from, rw_flat(warp->error, up));
    double square = rw_dot(from, from);
    warp->scale_cos = rw_dot(from, to) / square;
    warp->scale_sin = rw_dot(rw_cross(up, from), to) / square;
    warp->split_up = true;
    warp->peak_weight = warp->span.level_peak;
}

rw_quat rw_warp_turn(rw_warp *warp, rw_quat goal, double turn_cap, double request_rate)
{
    rw_vec3 up = warp->span.clip->up;
    warp->goal = goal;
    warp->turn_fraction = 1.0;
    warp->turn_left = 0.0;
    if (warp->rotation == RW_ROTATION_KEEP)
        return goal;
    if (warp->turn == RW_TURN_SLERP) {
        warp->arc = rw_arc_between(warp->origin.rotation, warp->goal, up);
    } else {
        rw_quat whole = rw_qmul(warp->origin.rotation, warp->natural.rotation);
        warp->arc = rw_arc_between(rw_quat_identity, rw_qmul(rw_conj(whole), warp->goal), up);
    }
    if (turn_cap == (double)INFINITY)
        return goal;
    double turn = 2.0 * warp->arc.theta * (180.0 / RW_PI);
    double allowed = turn_cap * (warp->span.tracked_time / (warp->rate * request_rate));
    if (turn <= allowed)
        return goal;
    warp->turn_fraction = allowed / turn;
    warp->turn_left = turn - allowed;
    return turned(warp, warp->span.end, 1.0);
}

void rw_warp_aim(rw_warp *warp, rw_pose warp_point, double turn_cap, double request_rate)
{
    rw_pose natural_end = rw_warp_natural_end(warp);
    warp->error = rw_rotate(rw_conj(warp->origin.rotation), rw_sub(warp_point.position, natural_end.position));
    choose_method(warp, rw_clip_curve_nothing(warp->span.clip, warp->scale));
    if (warp->method == RW_METHOD_SCALE)
        aim_scale(warp);
    warp->reached = warp_point;
    warp->reached.rotation = rw_warp_turn(warp, warp_point.rotation, turn_cap, request_rate);
    bool all_warp = warp->axes[0].warp && warp->axes[1].warp && warp->axes[2].warp;
    if (!all_warp) {
        rw_vec3 error = rw_v(warp->axes[0].warp ? warp->error.x : 0.0, warp->axes[1].warp ? warp->error.y : 0.0,
                             warp->axes[2].warp ? warp->error.z : 0.0);
        rw_vec3 local = rw_add(warp->natural.position, error);
        warp->reached.position = rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, local));
    }
}
