#include "oracle.h"

#include <math.h>
#include <string.h>

typedef struct reach_window {
    const char *name;
    oracle_real start, end;
} reach_window;

static bool before(const reach_window *a, const reach_window *b)
{
    return a->start < b->start || (a->start == b->start && a->end < b->end);
}

static size_t windows_of(const oracle_answer *a, reach_window *out)
{
    const rw_clip_desc *desc = a->clip.desc;
    size_t count = 0;
    for (size_t i = 0; i < desc->window_count; i++) {
        if (strcmp(desc->windows[i].name, a->profile->window) != 0)
            continue;
        oracle_range range = oracle_clip_range(&a->clip, desc->times_normalised, desc->windows[i].start,
                                               desc->windows[i].end);
        reach_window w = {desc->windows[i].name, range.start, range.end};
        size_t at = count++;
        for (; at > 0 && before(&w, &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = w;
    }
    return count;
}

static oracle_vec measured(const oracle_answer *a, oracle_vec v)
{
    return a->profile->plane == RW_PLANE_FULL ? v : oracle_flat(v, a->clip.up);
}

/* The numbers for a target at one place. */
static void measure_reach(oracle_answer *a, oracle_vec target)
{
    oracle_vec to_target = measured(a, oracle_sub(target, a->predicted_start.p));
    a->distance_to_target = oracle_length(to_target);
    a->gap_to_close = fmaxl(0, a->distance_to_target - a->stop_distance);
    bool nothing = a->natural_travel < a->clip.nothing;
    a->has_required_scale = !nothing;
    a->required_scale = nothing ? 0 : a->gap_to_close / a->natural_travel;
    a->applied_scale = fminl(a->required_scale, a->profile->scale_band.max);
    a->travel = a->natural_travel * a->applied_scale;
    a->shortfall = a->gap_to_close - a->travel;
}

static oracle_real reach_rate(oracle_answer *a, bool *clamped, oracle_margin *margin)
{
    return oracle_play_rate(a->profile->has_rate ? &a->profile->rate : NULL, a->natural_travel, a->travel,
                            a->clip.nothing, clamped, margin);
}

/* tau: elapsed time at which the last window ends, for the target where it is then. */
static oracle_vec lead(oracle_answer *a, const oracle_span *span, oracle_vec target, oracle_vec velocity)
{
    oracle_real inside = 0;
    for (size_t i = 0; i < span->tracked_count; i++)
        inside += span->tracked[i].end - span->tracked[i].start;
    oracle_real outside = span->end - a->time - inside;
    oracle_margin ignored = {.least = 1e30L};
    bool clamped;
    oracle_real low = a->profile->has_rate ? (outside + inside / a->profile->rate.max) / a->request_rate : 0;
    oracle_real high = (outside + inside / (a->profile->has_rate ? a->profile->rate.min : 1)) / a->request_rate;
    for (int i = 0; i < 200 && a->profile->has_rate; i++) {
        oracle_real middle = (low + high) / 2;
        measure_reach(a, oracle_add(target, oracle_times(velocity, middle)));
        oracle_real arrives = (outside + inside / reach_rate(a, &clamped, &ignored)) / a->request_rate;
        if (arrives > middle)
            low = middle;
        else
            high = middle;
    }
    a->has_lead = true;
    a->lead_time = high;
    return oracle_add(target, oracle_times(velocity, high));
}

static unsigned conditions(oracle_answer *a, oracle_vec target)
{
    const rw_conditions *c = &a->profile->conditions;
    oracle_vec to = oracle_sub(target, a->predicted_start.p);
    oracle_vec flat = measured(a, to);
    oracle_vec forward = measured(a, oracle_rotate(a->predicted_start.r, a->clip.forward));
    oracle_real angle = atan2l(oracle_length(oracle_cross(forward, flat)), oracle_dot(forward, flat)) * 180 / acosl(-1);
    oracle_real height = fabsl(oracle_dot(to, a->clip.up));
    oracle_real noise = 1e-14L * a->margin.extent;
    unsigned reasons = 0;
    if (c->max_angle < 180 && oracle_length(flat) >= a->clip.nothing && oracle_length(forward) > 0) {
        oracle_margin_note(&a->margin, "max angle", angle - c->max_angle, 1e-10L + 60 * noise / oracle_length(flat));
        reasons |= angle > c->max_angle ? RW_REASON_MAX_ANGLE : 0;
    }
    oracle_margin_note(&a->margin, "min distance", a->distance_to_target - c->min_distance, noise);
    reasons |= a->distance_to_target < c->min_distance ? RW_REASON_MIN_DISTANCE : 0;
    if (isfinite(c->max_distance))
        oracle_margin_note(&a->margin, "max distance", a->distance_to_target - c->max_distance, noise);
    reasons |= a->distance_to_target > c->max_distance ? RW_REASON_MAX_DISTANCE : 0;
    if (isfinite(c->max_height))
        oracle_margin_note(&a->margin, "max height", height - c->max_height, noise);
    reasons |= height > c->max_height ? RW_REASON_MAX_HEIGHT : 0;
    return reasons;
}

static rw_verdict judge(oracle_answer *a)
{
    const rw_range *band = &a->profile->scale_band;
    oracle_real noise = 1e-14L * a->margin.extent;
    if (a->reasons != 0)
        return RW_VERDICT_REJECTED;
    if (a->window_passed)
        return RW_VERDICT_WINDOW_PASSED;
    if (a->distance_to_target > 0 || a->stop_distance > 0)
        oracle_margin_note(&a->margin, "gap", a->distance_to_target - a->stop_distance, noise);
    oracle_margin_note(&a->margin, "natural travel", a->natural_travel - a->clip.nothing,
                       1e-15L * a->spans[0].total.path + 1e-6L * a->clip.nothing);
    if (a->gap_to_close == 0)
        return RW_VERDICT_OVERLAPPING;
    if (!a->has_required_scale)
        return RW_VERDICT_NO_TRAVEL;
    oracle_margin_note(&a->margin, "band min", (a->required_scale - band->min) * a->natural_travel, noise);
    oracle_margin_note(&a->margin, "band max", (a->required_scale - band->max) * a->natural_travel, noise);
    if (a->required_scale < band->min)
        return RW_VERDICT_COMPRESSED;
    return a->required_scale > band->max ? RW_VERDICT_CLAMPED : RW_VERDICT_IN_BAND;
}

/* The part of each window that is still to come, as one ordered set of ranges. */
static void track(oracle_span *span, const reach_window *windows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        oracle_range r = {fmaxl(windows[i].start, span->start), fminl(windows[i].end, span->end)};
        if (r.start >= r.end)
            continue;
        if (span->tracked_count > 0 && r.start <= span->tracked[span->tracked_count - 1].end) {
            oracle_range *before = &span->tracked[span->tracked_count - 1];
            before->end = fmaxl(before->end, r.end);
        } else {
            span->tracked[span->tracked_count++] = r;
        }
    }
}

static void window_scales(oracle_answer *a)
{
    const oracle_span *span = &a->spans[0];
    oracle_vec up = span->up;
    bool full = a->profile->plane == RW_PLANE_FULL;
    oracle_vec net = full ? span->natural.p : oracle_flat(span->natural.p, up);
    oracle_real net_length = oracle_length(net);
    oracle_real carried = 0;
    oracle_real done = 0;
    for (size_t i = 0; i < a->window_count; i++) {
        oracle_window *w = &a->windows[i];
        done = fmaxl(done, w->end);
        oracle_real start = fmaxl(w->start, a->time);
        oracle_vec own = oracle_clip_motion(&a->clip, start, w->end, a->scale).p;
        /* own is in the frame at its start; lengths without up need up in that frame */
        oracle_pose before = oracle_clip_motion(&a->clip, a->time, start, 1);
        oracle_vec up_there = oracle_rotate(oracle_conjugate(oracle_product(a->actor.r, before.r)), a->clip.up);
        oracle_real length = oracle_length(full ? own : oracle_flat(own, up_there));
        oracle_margin_note(&a->margin, "window travel", length - a->clip.nothing,
                           1e-15L * span->total.path + 1e-6L * a->clip.nothing);
        w->travel = length;
        w->has_scale = length >= a->clip.nothing && a->has_required_scale;
        w->scale = w->has_scale ? (a->travel - carried) / length : 0;
        if (i == 0) {
            a->has_first_window_scale = w->has_scale;
            a->first_window_scale = w->scale;
        }
        if (i + 1 == a->window_count || net_length < a->clip.nothing)
            continue;
        oracle_real next = fmaxl(a->windows[i + 1].start, done);
        oracle_vec gap = oracle_sub(oracle_clip_motion(&a->clip, span->start, next, a->scale).p,
                                    oracle_clip_motion(&a->clip, span->start, done, a->scale).p);
        carried = a->travel + oracle_dot(gap, net) / net_length;
    }
}

/* Those that have not ended. */
static void place_windows(oracle_answer *a, const reach_window *windows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        oracle_margin_time(&a->margin, a->time, windows[i].end);
        if (windows[i].end > a->time)
            a->windows[a->window_count++] =
                (oracle_window){.name = windows[i].name, .start = windows[i].start, .end = windows[i].end};
    }
}

static oracle_pose warp_point(oracle_answer *a, oracle_vec target, const rw_target *given)
{
    const rw_profile_desc *profile = a->profile;
    oracle_vec up = a->clip.up;
    oracle_vec to_target = measured(a, oracle_sub(target, a->predicted_start.p));
    oracle_vec p = a->predicted_start.p;
    if (a->distance_to_target > 0)
        p = oracle_add(p, oracle_times(to_target, a->travel / a->distance_to_target));
    if (profile->plane == RW_PLANE_HORIZONTAL) {
        oracle_vec level = profile->vertical == RW_VERTICAL_TARGET ? target : a->natural_end.p;
        p = oracle_add(oracle_flat(p, up), oracle_times(up, oracle_dot(level, up)));
    }
    oracle_quat r = a->natural_end.r;
    if (profile->rotation == RW_ROTATION_TARGET) {
        r = given->placement.has_yaw ? oracle_turn_about(oracle_axis_vector(a->space->up),
                                                         fmodl(given->placement.yaw, 360) * acosl(-1) / 180)
                                     : oracle_quat_of(given->placement.rotation);
        r = oracle_convert_rotation(a->space, &a->clip.desc->space, r);
    }
    bool has_direction;
    oracle_quat facing = oracle_facing(&a->clip, a->predicted_start.p, target, &has_direction, &a->margin);
    if (profile->rotation == RW_ROTATION_FACE) {
        r = has_direction ? facing : a->predicted_start.r;
        a->warnings |= has_direction ? 0 : RW_WARNING_NO_DIRECTION;
    }
    return (oracle_pose){p, r};
}

void oracle_reach(const rw_resolve_job *job, oracle_answer *a)
{
    const rw_profile_desc *profile = a->profile;
    const rw_space *clip_space = &a->clip.desc->space;
    reach_window windows[ORACLE_WINDOWS];
    size_t count = windows_of(a, windows);
    place_windows(a, windows, count);
    oracle_span *span = &a->spans[0];
    span->clip = &a->clip;
    span->scale = a->scale;
    for (size_t i = 0; i < count; i++)
        span->end = fmaxl(span->end, windows[i].end);
    span->start = fmaxl(a->time, windows[0].start);
    oracle_margin_time(&a->margin, a->time, span->end);
    a->window_passed = a->time >= span->end;
    if (a->window_passed)
        span->end = span->start = a->time;
    track(span, windows, count);
    a->predicted_start = oracle_compose(a->actor, oracle_clip_motion(&a->clip, a->time, span->start, a->scale));
    span->origin = a->predicted_start;
    span->method = profile->method;
    span->easing = profile->easing;
    span->rotation = profile->rotation;
    span->turn = profile->turn;
    span->split_up = profile->vertical == RW_VERTICAL_TARGET && profile->plane == RW_PLANE_HORIZONTAL;
    for (int i = 0; i < 3; i++)
        span->axes[i] = (rw_axis_switch){.warp = true, .animate = true};
    oracle_span_settle(span, &a->margin);
    a->natural_end = oracle_compose(a->predicted_start, span->natural);
    a->natural_travel = oracle_length(measured(a, oracle_sub(a->natural_end.p, a->predicted_start.p)));

    oracle_vec target = oracle_convert_vector(a->space, clip_space, oracle_vec_of(job->target.placement.position));
    oracle_vec velocity = oracle_convert_vector(a->space, clip_space, oracle_vec_of(job->target.velocity));
    oracle_real ratio = (oracle_real)a->space->metres_per_unit / clip_space->metres_per_unit;
    oracle_real radii = (oracle_real)job->actor.radius + job->target.radius;
    a->stop_distance = fmaxl(0, radii * ratio + profile->contact_offset);
    if (oracle_length(velocity) > 0 && !a->window_passed)
        target = lead(a, span, target, velocity);
    a->predicted_target = target;
    measure_reach(a, target);
    a->reasons = conditions(a, target);
    a->verdict = judge(a);
    oracle_margin_note(&a->margin, "shortfall", a->shortfall - a->clip.nothing, 1e-9L * a->clip.nothing);
    a->warnings |= a->shortfall >= a->clip.nothing ? RW_WARNING_SHORTFALL : 0;
    span->warp_point = a->predicted_start;
    a->span_count = a->window_passed ? 0 : 1;
    if (a->window_passed)
        return;
    span->warp_point = warp_point(a, target, &job->target);
    window_scales(a);
    bool clamped;
    span->rate = reach_rate(a, &clamped, &a->margin);
    oracle_span_turn(span, profile->turn_cap, span->total.time / (span->rate * a->request_rate), &a->margin);
    oracle_span_finish(span, &a->margin);
    a->warnings |= clamped ? RW_WARNING_RATE_CLAMPED : 0;
}
