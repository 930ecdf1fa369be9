#include "warp.h"

#include "clip_internal.h"
#include "easing.h"
#include "rotation.h"
#include "trig.h"

#define SKEW_PEAK_LIMIT 4.0 /* a skew weight beyond this is a division by almost nothing */

/* ---- weights ---- */

/* How far the warp has come, by one method; a: normalised tracked time. Not for axis and scale. */
static inline double scalar_weight(const rw_warp *warp, const rw_walk *walk, const rw_progress *p, double a)
{
    if (warp->method == RW_METHOD_SKEW)
        return rw_dot(rw_sub(p->position, p->gaps), warp->span.tracked) / walk->square;
    if (warp->method == RW_METHOD_PATH)
        return p->path / warp->span.path;
    return rw_ease(warp->easing, a);
}

static inline double up_weight(const rw_warp *warp, const rw_walk *walk, const rw_progress *p, double a)
{
    return walk->up_by_time ? a : p->up_covered / warp->span.up_covered;
}

/* One component of D(start, time), scaled, with what the warp adds to it. */
static double warped_axis(const rw_warp *warp, const rw_walk *walk, int axis, const rw_progress *p, double scalar, double a)
{
    const rw_axis_switch *s = &warp->axes[axis];
    double authored = rw_component_of(p->position, axis) * warp->scale;
    double error = s->warp ? rw_component_of(walk->error, axis) : 0.0;
    double weight = scalar;
    if (s->linear || (warp->method == RW_METHOD_AXIS && walk->by_time[axis]))
        weight = a;
    else if (warp->method == RW_METHOD_AXIS)
        weight = rw_component_of(p->covered, axis) / rw_component_of(warp->span.covered, axis);
    return s->animate ? authored + weight * error : weight * (rw_component_of(warp->natural.position, axis) + error);
}

/* D(start, time), scaled, with what the warp adds to it, S's frame. */
static inline rw_vec3 warped(const rw_warp *warp, const rw_walk *walk, const rw_progress *p, double a)
{
    rw_vec3 up = warp->span.up;
    rw_vec3 sum = rw_mul(p->position, warp->scale);
    if (walk->plain) {
        sum = rw_add(sum, rw_mul(walk->error, scalar_weight(warp, walk, p, a)));
    } else if (warp->method == RW_METHOD_SCALE) {
        rw_vec3 tracked = rw_mul(rw_flat(rw_sub(p->position, p->gaps), up), warp->scale);
        sum = rw_add(sum, rw_mul(tracked, walk->scale_cos - 1.0));
        sum = rw_add(sum, rw_mul(rw_cross(up, tracked), walk->scale_sin));
    } else {
        double scalar = warp->method == RW_METHOD_AXIS ? 0.0 : scalar_weight(warp, walk, p, a);
        sum.x = warped_axis(warp, walk, 0, p, scalar, a);
        sum.y = warped_axis(warp, walk, 1, p, scalar, a);
        sum.z = warped_axis(warp, walk, 2, p, scalar, a);
    }
    return warp->split_up ? rw_add(sum, rw_mul(up, up_weight(warp, walk, p, a) * walk->lift)) : sum;
}

static inline rw_quat turned(const rw_warp *warp, const rw_arc *arc, rw_arc_angle angle, double time, double a)
{
    if (warp->turn == RW_TURN_SLERP && warp->rotation != RW_ROTATION_KEEP)
        return rw_arc_at(arc, angle, a * warp->turn_fraction);
    rw_quat rotation = warp->origin.rotation;
    if (warp->span.clip->rotations != NULL)
        rotation = rw_qmul(rotation, rw_span_rotation(&warp->span, time));
    if (warp->rotation == RW_ROTATION_KEEP)
        return rotation;
    return rw_qmul(rotation, rw_arc_at(arc, angle, a * warp->turn_fraction));
}

/* The same at the end of the span, out of the way of the samples. */
static rw_quat turned_at_end(const rw_warp *warp, const rw_arc *arc, rw_arc_angle angle)
{
    rw_quat turn = rw_arc_at(arc, angle, warp->turn_fraction);
    if (warp->turn == RW_TURN_SLERP)
        return turn;
    rw_quat authored = rw_quat_identity;
    if (warp->span.clip->rotations != NULL)
        authored = rw_span_rotation(&warp->span, warp->span.end);
    return rw_qmul(rw_qmul(warp->origin.rotation, authored), turn);
}

rw_vec3 rw_warp_error(const rw_warp *warp)
{
    rw_vec3 natural_end = rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, warp->natural.position));
    return rw_rotate(rw_conj(warp->origin.rotation), rw_sub(warp->warp_point.position, natural_end));
}

rw_arc rw_warp_arc(const rw_warp *warp)
{
    rw_vec3 up = warp->span.clip->up;
    if (warp->rotation == RW_ROTATION_KEEP) {
        rw_arc none = {rw_quat_identity, rw_quat_identity};
        return none;
    }
    if (warp->turn == RW_TURN_SLERP)
        return rw_arc_between(warp->origin.rotation, warp->warp_point.rotation, up);
    rw_quat whole = rw_qmul(warp->origin.rotation, warp->natural.rotation);
    return rw_arc_between(rw_quat_identity, rw_qmul(rw_conj(whole), warp->warp_point.rotation), up);
}

static void measure_scale(rw_walk *walk, const rw_warp *warp)
{
    rw_vec3 up = warp->span.up;
    rw_vec3 from = rw_mul(rw_flat(warp->span.tracked, up), warp->scale);
    rw_vec3 to = rw_add(from, rw_flat(walk->error, up));
    double square = rw_dot(from, from);
    walk->scale_cos = rw_dot(from, to) / square;
    walk->scale_sin = rw_dot(rw_cross(up, from), to) / square;
}

void rw_walk_begin(rw_walk *walk, const rw_warp *warp)
{
    const rw_span *span = &warp->span;
    double nothing = rw_clip_curve_nothing(span->clip, warp->scale);
    walk->error = rw_warp_error(warp);
    walk->square = rw_dot(span->tracked, span->tracked);
    if (warp->method == RW_METHOD_SCALE)
        measure_scale(walk, warp);
    if (warp->split_up) {
        walk->lift = rw_dot(walk->error, span->up);
        walk->error = rw_sub(walk->error, rw_mul(span->up, walk->lift));
    }
    walk->by_time[0] = span->covered.x * warp->scale < nothing;
    walk->by_time[1] = span->covered.y * warp->scale < nothing;
    walk->by_time[2] = span->covered.z * warp->scale < nothing;
    walk->up_by_time = span->up_covered * warp->scale < nothing;
    walk->plain = warp->method != RW_METHOD_AXIS && warp->method != RW_METHOD_SCALE;
    for (int axis = 0; axis < 3; axis++)
        walk->plain = walk->plain && warp->axes[axis].warp && !warp->axes[axis].linear && warp->axes[axis].animate;
    walk->walks = warp->method == RW_METHOD_AXIS || warp->method == RW_METHOD_PATH || warp->split_up ||
                  (span->interval_count > 1 && warp->method == RW_METHOD_SKEW);
    walk->arc = rw_warp_arc(warp);
    walk->angle = rw_arc_measure(&walk->arc);
    rw_progress_begin(&walk->progress, span);
}

void rw_warp_pose(const rw_warp *warp, rw_walk *walk, double time, rw_pose *pose)
{
    const rw_span *span = &warp->span;
    if (time >= span->end) {
        *pose = warp->reached;
        return;
    }
    if (time <= span->start) {
        *pose = warp->origin;
        return;
    }
    double a = rw_span_tracked_time(span, time) / span->tracked_time;
    rw_progress p;
    if (walk->walks) {
        rw_progress_at(&walk->progress, span, time, &p);
    } else {
        p.position = rw_progress_position_at(&walk->progress, span, time);
        p.gaps = p.covered = rw_v(0.0, 0.0, 0.0);
        p.path = p.up_covered = 0.0;
    }
    rw_vec3 local = warped(warp, walk, &p, a);
    pose->position = rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, local));
    pose->rotation = turned(warp, &walk->arc, walk->angle, time, a);
}

/* ---- aiming ---- */

/* Whether a rotation is a pure yaw about the clip's up. */
static bool is_yaw(const rw_clip *clip, rw_quat q)
{
    return q.x * clip->level.x == 0.0 && q.y * clip->level.y == 0.0 && q.z * clip->level.z == 0.0;
}

void rw_warp_begin(rw_warp *warp, const rw_span *span, double scale, const rw_pose *origin)
{
    warp->span = *span;
    warp->scale = scale;
    warp->origin = *origin;
    warp->natural.position = rw_mul(span->natural.position, scale);
    warp->natural.rotation = span->natural.rotation;
    if (!span->upright || !is_yaw(span->clip, origin->rotation)) /* a yaw turns up into itself, to the last bit */
        rw_span_tilt(&warp->span, rw_rotate(rw_conj(origin->rotation), span->clip->up));
}

/* The method in force, and its peak weight. */
static void choose_method(rw_warp *warp)
{
    const rw_span *span = &warp->span;
    double nothing = rw_clip_curve_nothing(span->clip, warp->scale);
    warp->peak_weight = 1.0;
    if (warp->method == RW_METHOD_AXIS || warp->method == RW_METHOD_TIME)
        return;
    if (warp->method == RW_METHOD_SKEW) {
        if (rw_length(span->tracked) * warp->scale >= nothing && span->skew_peak <= SKEW_PEAK_LIMIT) {
            warp->peak_weight = span->skew_peak;
            return;
        }
        warp->method = RW_METHOD_PATH;
    }
    if (warp->method == RW_METHOD_SCALE) {
        if (rw_length(rw_flat(span->tracked, span->up)) * warp->scale >= nothing) {
            warp->split_up = true;
            warp->peak_weight = span->level_peak;
            return;
        }
        warp->method = RW_METHOD_PATH;
    }
    if (span->path * warp->scale < nothing)
        warp->method = RW_METHOD_TIME;
}

rw_quat rw_warp_turn(rw_warp *warp, double turn_cap, double request_rate)
{
    warp->turn_fraction = 1.0;
    warp->turn_left = 0.0;
    if (turn_cap == (double)INFINITY || warp->rotation == RW_ROTATION_KEEP)
        return warp->warp_point.rotation;
    rw_arc arc = rw_warp_arc(warp);
    rw_arc_angle angle = rw_arc_measure(&arc);
    double turn = 2.0 * angle.theta * (180.0 / RW_PI);
    double allowed = turn_cap * (warp->span.tracked_time / (warp->rate * request_rate));
    if (turn <= allowed)
        return warp->warp_point.rotation;
    warp->turn_fraction = allowed / turn;
    warp->turn_left = turn - allowed;
    return turned_at_end(warp, &arc, angle);
}

void rw_warp_aim(rw_warp *warp, double turn_cap, double request_rate)
{
    choose_method(warp);
    warp->reached.position = warp->warp_point.position;
    warp->reached.rotation = rw_warp_turn(warp, turn_cap, request_rate);
    if (warp->axes[0].warp && warp->axes[1].warp && warp->axes[2].warp)
        return;
    rw_vec3 error = rw_warp_error(warp);
    error = rw_v(warp->axes[0].warp ? error.x : 0.0, warp->axes[1].warp ? error.y : 0.0,
                 warp->axes[2].warp ? error.z : 0.0);
    rw_vec3 local = rw_add(warp->natural.position, error);
    warp->reached.position = rw_add(warp->origin.position, rw_rotate(warp->origin.rotation, local));
}
