#include "warp.h"

#include "clip_internal.h"
#include "easing.h"
#include "rotation.h"
#include "trig.h"

#define SKEW_PEAK_LIMIT 4.0 /* a skew weight beyond this is a division by almost nothing */

/* ---- progress ---- */

double rw_warp_tracked_time(const rw_warp *warp, double time)
{
    double sum = 0.0;
    for (size_t i = 0; i < warp->interval_count; i++) {
        double from = rw_max(warp->intervals[i].start, warp->start);
        double to = rw_min(rw_min(warp->intervals[i].end, warp->end), time);
        if (to > from)
            sum += to - from;
    }
    return sum;
}

void rw_progress_begin(rw_progress *progress, const rw_warp *warp)
{
    rw_progress empty = {.time = warp->start, .knot = rw_clip_knot_after(warp->clip, warp->start)};
    while (empty.interval < warp->interval_count && warp->intervals[empty.interval].end <= warp->start)
        empty.interval++;
    *progress = empty;
}

static rw_vec3 displacement(const rw_warp *warp, double time)
{
    rw_vec3 p = rw_clip_position_from(warp->clip, warp->first_loop, time);
    rw_vec3 local = rw_rotate(rw_conj(warp->clip_start.rotation), rw_sub(p, warp->clip_start.position));
    return rw_mul(local, warp->scale);
}

/* Moves on to the next knot or interval edge, but not past `limit`; true when it reached one. */
static bool advance(rw_progress *p, const rw_warp *warp, double limit)
{
    double next = limit;
    bool edge = false;
    double knot = rw_clip_knot_time(warp->clip, p->knot);
    if (knot <= next) {
        next = knot;
        edge = true;
    }
    bool tracked = false;
    if (p->interval < warp->interval_count) {
        rw_interval interval = warp->intervals[p->interval];
        tracked = p->time >= interval.start;
        double border = tracked ? interval.end : interval.start;
        if (border <= next) {
            next = border;
            edge = true;
        }
    }
    rw_vec3 position = displacement(warp, next);
    rw_vec3 step = rw_sub(position, p->position);
    if (tracked) {
        p->covered = rw_add(p->covered, rw_abs(step));
        p->up_covered += fabs(rw_dot(step, warp->up));
        p->path += rw_length(step);
    } else {
        p->gaps = rw_add(p->gaps, step);
    }
    p->position = position;
    p->time = next;
    if (knot <= next)
        p->knot++;
    if (tracked && warp->intervals[p->interval].end <= next)
        p->interval++;
    return edge;
}

rw_progress rw_progress_at(rw_progress *progress, const rw_warp *warp, double time)
{
    rw_progress ahead = *progress;
    while (ahead.time < time)
        if (advance(&ahead, warp, time))
            *progress = ahead;
    return ahead;
}

/* ---- weights ---- */

/* How far the warp has come at a progress, by one method; a: normalised tracked time. Not for axis and scale. */
static double scalar_weight(const rw_warp *warp, const rw_progress *p, double a)
{
    if (warp->method == RW_METHOD_SKEW) {
        rw_vec3 tracked = rw_sub(p->position, p->gaps);
        return rw_dot(tracked, warp->tracked) / rw_dot(warp->tracked, warp->tracked);
    }
    if (warp->method == RW_METHOD_PATH)
        return p->path / warp->path;
    return rw_ease(warp->easing, a);
}

static double axis_weight(const rw_warp *warp, const rw_progress *p, double a, int axis)
{
    if (warp->axes[axis].linear)
        return a;
    if (warp->method != RW_METHOD_AXIS)
        return scalar_weight(warp, p, a);
    if (warp->by_time[axis])
        return a;
    return rw_component_of(p->covered, axis) / rw_component_of(warp->covered, axis);
}

static double up_weight(const rw_warp *warp, const rw_progress *p, double a)
{
    return warp->up_by_time ? a : p->up_covered / warp->up_covered;
}

/* What is added to D(start, time), S's frame. */
static rw_vec3 correction(const rw_warp *warp, const rw_progress *p, double a)
{
    double lift = warp->split_up ? rw_dot(warp->error, warp->up) : 0.0;
    rw_vec3 level = warp->split_up ? rw_sub(warp->error, rw_mul(warp->up, lift)) : warp->error;
    rw_vec3 sum;
    if (warp->method == RW_METHOD_SCALE) {
        rw_vec3 tracked = rw_flat(rw_sub(p->position, p->gaps), warp->up);
        sum = rw_add(rw_mul(tracked, warp->scale_cos - 1.0), rw_mul(rw_cross(warp->up, tracked), warp->scale_sin));
    } else {
        for (int axis = 0; axis < 3; axis++) {
            const rw_axis_switch *s = &warp->axes[axis];
            double error = s->warp ? rw_component_of(level, axis) : 0.0;
            double weight = axis_weight(warp, p, a, axis);
            *rw_component(&sum, axis) =
                s->animate ? weight * error
                           : weight * (rw_component_of(warp->natural.position, axis) + error) -
                                 rw_component_of(p->position, axis);
        }
    }
    if (warp->split_up)
        sum = rw_add(sum, rw_mul(warp->up, up_weight(warp, p, a) * lift));
    return sum;
}

static rw_quat turned(const rw_warp *warp, double time, double a)
{
    if (warp->turn == RW_TURN_SLERP && warp->rotation != RW_ROTATION_KEEP)
        return rw_quat_slerp(warp->origin.rotation, warp->goal, a * warp->turn_fraction, warp->clip->up);
    rw_quat authored = rw_qmul(rw_conj(warp->clip_start.rotation),
                               rw_clip_sample_from(warp->clip, warp->first_loop, time).rotation);
    rw_quat rotation = rw_qmul(warp->origin.rotation, authored);
    if (warp->rotation == RW_ROTATION_KEEP)
        return rotation;
    return rw_qmul(rotation, rw_quat_slerp(rw_quat_identity, warp->correction, a * warp->turn_fraction,
                                           warp->clip->up));
}

static rw_pose pose_at(const rw_warp *warp, const rw_progress *p)
{
    double a = rw_warp_tracked_time(warp, p->time) / warp->tracked_time;
    rw_vec3 local = rw_add(p->position, correction(warp, p, a));
    return rw_pose_of(rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, local)),
                      turned(warp, p->time, a));
}

rw_pose rw_warp_pose(const rw_warp *warp, rw_progress *progress, double time)
{
    if (time >= warp->end)
        return warp->reached;
    if (time <= warp->start)
        return warp->origin;
    rw_progress p = rw_progress_at(progress, warp, time);
    return pose_at(warp, &p);
}

/* ---- aiming ---- */

rw_warp rw_warp_begin(const rw_clip *clip, double scale, rw_interval span, const rw_interval *intervals,
                      size_t interval_count, rw_pose origin)
{
    const rw_axis_switch authored = {true, false, true};
    double loop = rw_clip_loop_of(clip, span.start);
    rw_warp warp = {.clip = clip,
                    .scale = scale,
                    .start = span.start,
                    .end = span.end,
                    .intervals = intervals,
                    .interval_count = interval_count,
                    .clip_start = rw_clip_sample_from(clip, loop, span.start),
                    .first_loop = loop,
                    .origin = origin,
                    .axes = {authored, authored, authored},
                    .turn_fraction = 1.0,
                    .rate = 1.0,
                    .peak_weight = 1.0};
    warp.natural = rw_relative(warp.clip_start, rw_clip_sample_from(clip, loop, span.end));
    warp.natural.position = rw_mul(warp.natural.position, scale);
    warp.up = rw_rotate(rw_conj(origin.rotation), clip->up);
    warp.tracked_time = rw_warp_tracked_time(&warp, span.end);
    return warp;
}

rw_pose rw_warp_natural_end(const rw_warp *warp)
{
    return rw_compose(warp->origin, warp->natural);
}

static void measure(rw_warp *warp)
{
    rw_progress p;
    rw_progress_begin(&p, warp);
    p = rw_progress_at(&p, warp, warp->end);
    double nothing = rw_clip_curve_nothing(warp->clip, warp->scale);
    warp->tracked = rw_sub(p.position, p.gaps);
    warp->covered = p.covered;
    warp->up_covered = p.up_covered;
    warp->path = p.path;
    for (int axis = 0; axis < 3; axis++)
        warp->by_time[axis] = rw_component_of(p.covered, axis) < nothing;
    warp->up_by_time = p.up_covered < nothing;
}

/* The largest |skew weight| over the span: it runs linearly between knots. */
static double skew_peak(const rw_warp *warp)
{
    rw_progress p;
    double peak = 1.0;
    rw_progress_begin(&p, warp);
    while (p.time < warp->end) {
        advance(&p, warp, warp->end);
        peak = rw_max(peak, fabs(scalar_weight(warp, &p, 0.0)));
    }
    return peak;
}

static void choose_method(rw_warp *warp)
{
    double nothing = rw_clip_curve_nothing(warp->clip, warp->scale);
    if (warp->method == RW_METHOD_SKEW) {
        double peak = rw_length(warp->tracked) < nothing ? (double)INFINITY : skew_peak(warp);
        if (peak <= SKEW_PEAK_LIMIT)
            warp->peak_weight = peak;
        else
            warp->method = RW_METHOD_PATH;
    }
    if (warp->method == RW_METHOD_SCALE && rw_length(rw_flat(warp->tracked, warp->up)) < nothing)
        warp->method = RW_METHOD_PATH;
    if (warp->method == RW_METHOD_PATH && warp->path < nothing)
        warp->method = RW_METHOD_TIME;
}

static void aim_scale(rw_warp *warp)
{
    rw_vec3 from = rw_flat(warp->tracked, warp->up);
    rw_vec3 to = rw_add(from, rw_flat(warp->error, warp->up));
    double square = rw_dot(from, from);
    warp->scale_cos = rw_dot(from, to) / square;
    warp->scale_sin = rw_dot(rw_cross(warp->up, from), to) / square;
    warp->split_up = true;
}

static void aim_turn(rw_warp *warp, double turn_cap, double request_rate)
{
    rw_quat whole = rw_qmul(warp->origin.rotation, warp->natural.rotation);
    warp->correction = rw_qmul(rw_conj(whole), warp->goal);
    if (warp->rotation == RW_ROTATION_KEEP || turn_cap == (double)INFINITY)
        return;
    double turn = warp->turn == RW_TURN_SLERP ? rw_quat_angle(warp->origin.rotation, warp->goal)
                                              : rw_quat_angle(whole, warp->goal);
    turn *= 180.0 / RW_PI;
    double allowed = turn_cap * (warp->tracked_time / (warp->rate * request_rate));
    if (turn > allowed) {
        warp->turn_fraction = allowed / turn;
        warp->turn_left = turn - allowed;
    }
}

void rw_warp_aim(rw_warp *warp, rw_pose warp_point, double turn_cap, double request_rate)
{
    rw_pose natural_end = rw_warp_natural_end(warp);
    warp->error = rw_rotate(rw_conj(warp->origin.rotation), rw_sub(warp_point.position, natural_end.position));
    warp->goal = warp_point.rotation;
    measure(warp);
    choose_method(warp);
    if (warp->method == RW_METHOD_SCALE)
        aim_scale(warp);
    aim_turn(warp, turn_cap, request_rate);

    warp->reached = warp_point;
    bool all_warp = warp->axes[0].warp && warp->axes[1].warp && warp->axes[2].warp;
    if (!all_warp) {
        rw_vec3 error = rw_v(warp->axes[0].warp ? warp->error.x : 0.0, warp->axes[1].warp ? warp->error.y : 0.0,
                             warp->axes[2].warp ? warp->error.z : 0.0);
        rw_vec3 local = rw_add(warp->natural.position, error);
        warp->reached.position = rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, local));
    }
    if (warp->turn_fraction < 1.0)
        warp->reached.rotation = turned(warp, warp->end, 1.0);
}
