/* Reach: one target, a stop distance, a scale band. */
#include "clip_internal.h"
#include "job.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"
#include "warp.h"

/* A vector as the profile's plane sees it. */
static rw_vec3 in_plane(const rw_profile *profile, rw_vec3 v)
{
    return profile->desc.plane == RW_PLANE_FULL ? v : rw_flat(v, profile->clip->up);
}

/* What follows from where the target is. */
typedef struct rw_reach {
    rw_vec3 to_target; /* in the plane, from the predicted start */
    double distance, stop, gap, travel, rate;
    bool has_required, rate_clamped;
    double required, applied;
} rw_reach;

static rw_reach measure_target(const rw_case *in, const rw_resolution *out, rw_vec3 target)
{
    const rw_profile *profile = in->profile;
    const rw_profile_desc *desc = &profile->desc;
    double nothing = rw_clip_nothing(profile->clip);
    rw_reach r = {.to_target = in_plane(profile, rw_sub(target, out->predicted_start.position))};
    r.distance = rw_length(r.to_target);
    r.stop = rw_max(0.0, in->actor_radius + in->target_radius + desc->contact_offset);
    r.gap = rw_max(0.0, r.distance - r.stop);
    r.has_required = out->natural_travel >= nothing;
    if (r.has_required) {
        r.required = r.gap / out->natural_travel;
        r.applied = rw_min(r.required, desc->scale_band.max);
        r.travel = r.required <= desc->scale_band.max ? r.gap : out->natural_travel * r.applied;
    }
    r.rate = rw_play_rate(desc->has_rate, desc->rate, out->natural_travel, r.travel, nothing, &r.rate_clamped);
    return r;
}

/* Elapsed seconds until the last window ends, were the span played at `rate`. */
static double arrival(const rw_case *in, const rw_warp *warp, double rate)
{
    rw_warp at_rate = *warp;
    at_rate.rate = rate;
    return (warp->span.start - in->time) / in->request_rate + rw_warp_elapsed(&at_rate, in->request_rate);
}

static rw_vec3 target_at(const rw_case *in, double elapsed)
{
    return rw_add(in->target.position, rw_mul(in->velocity, elapsed));
}

/* tau: the elapsed time at which the last window ends for the target at its place at tau. The play rate lies within
 * its limits, so tau lies between the arrivals at the two; the difference falls through zero between them. */
static double lead_time(const rw_case *in, const rw_resolution *out)
{
    const rw_profile_desc *desc = &in->profile->desc;
    if (!desc->has_rate)
        return arrival(in, &out->warp, 1.0);
    double low = arrival(in, &out->warp, desc->rate.max);
    double high = arrival(in, &out->warp, desc->rate.min);
    for (;;) {
        double middle = low + (high - low) * 0.5;
        if (middle <= low || middle >= high)
            return high;
        double late = arrival(in, &out->warp, measure_target(in, out, target_at(in, middle)).rate) - middle;
        if (late > 0.0)
            low = middle;
        else
            high = middle;
    }
}

static unsigned failed_conditions(const rw_case *in, const rw_resolution *out, const rw_reach *r, rw_vec3 target)
{
    const rw_conditions *c = &in->profile->desc.conditions;
    const rw_clip *clip = in->profile->clip;
    unsigned reasons = 0;
    rw_vec3 forward = in_plane(in->profile, rw_rotate(out->predicted_start.rotation, clip->forward));
    double angle = 0.0;
    if (r->distance >= rw_clip_nothing(clip) && rw_dot(forward, forward) > 0.0)
        angle = rw_atan2(rw_length(rw_cross(forward, r->to_target)), rw_dot(forward, r->to_target)) * (180.0 / RW_PI);
    if (angle > c->max_angle)
        reasons |= RW_REASON_MAX_ANGLE;
    if (r->distance < c->min_distance)
        reasons |= RW_REASON_MIN_DISTANCE;
    if (r->distance > c->max_distance)
        reasons |= RW_REASON_MAX_DISTANCE;
    if (fabs(rw_dot(rw_sub(target, out->predicted_start.position), clip->up)) > c->max_height)
        reasons |= RW_REASON_MAX_HEIGHT;
    return reasons;
}

static rw_verdict verdict(const rw_case *in, const rw_resolution *out, const rw_reach *r)
{
    if (out->reasons != 0)
        return RW_VERDICT_REJECTED;
    if (out->window_passed)
        return RW_VERDICT_WINDOW_PASSED;
    if (r->gap == 0.0)
        return RW_VERDICT_OVERLAPPING;
    if (!r->has_required)
        return RW_VERDICT_NO_TRAVEL;
    if (r->required < in->profile->desc.scale_band.min)
        return RW_VERDICT_COMPRESSED;
    return r->required > in->profile->desc.scale_band.max ? RW_VERDICT_CLAMPED : RW_VERDICT_IN_BAND;
}

static rw_quat goal_rotation(const rw_case *in, rw_resolution *out, rw_vec3 target)
{
    switch (in->profile->desc.rotation) {
    case RW_ROTATION_TARGET:
        return in->target.rotation;
    case RW_ROTATION_FACE: {
        rw_quat rotation;
        if (rw_facing(in->profile->clip, out->predicted_start.position, target, &rotation))
            return rotation;
        out->warnings |= RW_WARNING_NO_DIRECTION;
        return out->predicted_start.rotation;
    }
    case RW_ROTATION_KEEP:
        break;
    }
    return out->natural_end.rotation;
}

static rw_vec3 landing(const rw_case *in, const rw_resolution *out, const rw_reach *r, rw_vec3 target)
{
    const rw_profile_desc *desc = &in->profile->desc;
    rw_vec3 up = in->profile->clip->up;
    rw_vec3 end = out->predicted_start.position;
    if (r->distance > 0.0)
        end = rw_add(end, rw_mul(r->to_target, r->travel / r->distance));
    if (desc->plane == RW_PLANE_FULL)
        return end;
    rw_vec3 level = desc->vertical == RW_VERTICAL_TARGET ? target : out->natural_end.position;
    for (int axis = 0; axis < 3; axis++) /* up is a coordinate axis: the height is copied, bit for bit */
        if (rw_component_of(up, axis) != 0.0)
            *rw_component(&end, axis) = rw_component_of(level, axis);
    return end;
}

/* A window's edges in the span's frame; asked inside the span, the part before its start is gone. */
static void edges_of(const rw_case *in, const rw_span *span, size_t index, rw_edge_window *out)
{
    *out = in->profile->windows[index];
    if (span->start == in->profile->span.start)
        return;
    out->at_start = rw_span_displacement(span, rw_max(out->window.start, span->start));
    out->at_end = rw_span_displacement(span, out->window.end);
}

/* Per window: what an engine needs that plants one target for all of them. */
static void list_windows(const rw_case *in, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    const rw_span *span = &out->warp.span;
    bool full = profile->desc.plane == RW_PLANE_FULL;
    double nothing = rw_clip_nothing(profile->clip);
    rw_vec3 net = rw_mul(full ? span->natural.position : rw_flat(span->natural.position, span->up), in->scale);
    double previous_end = span->start;
    rw_vec3 at_previous_end = rw_v(0.0, 0.0, 0.0);
    for (size_t i = 0; i < profile->window_count; i++) {
        rw_edge_window w;
        if (profile->windows[i].window.end <= in->time)
            continue;
        edges_of(in, span, i, &w);
        double before = 0.0; /* r_j */
        if (out->window_count > 0) {
            rw_vec3 gap = rw_mul(rw_sub(w.at_start, at_previous_end), in->scale);
            bool apart = w.window.start > previous_end && out->natural_travel >= nothing;
            before = out->travel + (apart ? rw_dot(gap, net) / out->natural_travel : 0.0);
        }
        rw_vec3 motion = rw_mul(rw_sub(w.at_end, w.at_start), in->scale);
        double own = rw_length(full ? motion : rw_flat(motion, span->up));
        bool scaled = out->has_required_scale && own >= nothing;
        rw_window_result result = {.name = w.window.name,
                                   .start = w.window.start,
                                   .end = w.window.end,
                                   .has_scale = scaled,
                                   .scale = scaled ? (out->travel - before) / own : 0.0,
                                   .elapsed_start = rw_elapsed_at(out, rw_max(w.window.start, span->start)),
                                   .elapsed_end = rw_elapsed_at(out, w.window.end)};
        out->windows[out->window_count++] = result;
        if (w.window.end > previous_end) {
            previous_end = w.window.end;
            at_previous_end = w.at_end;
        }
    }
    if (out->window_count > 0) {
        out->has_first_window_scale = out->windows[0].has_scale;
        out->first_window_scale = out->windows[0].scale;
    }
}

static void begin(const rw_case *in, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    rw_span span = profile->span;
    out->predicted_start = in->actor;
    out->window_passed = in->time >= span.end;
    if (in->time < span.start) {
        rw_pose lead_in = rw_clip_motion(profile->clip, in->time, span.start, in->scale);
        out->predicted_start = rw_compose(in->actor, lead_in);
    } else if (in->time > span.start) {
        rw_interval left = {in->time, rw_max(in->time, span.end)};
        span = rw_span_measure(profile->clip, left, profile->intervals, profile->interval_count, NULL);
    }
    out->warp = rw_warp_begin(&span, in->scale, out->predicted_start);
    out->natural_end = rw_warp_natural_end(&out->warp);
    out->natural_travel =
        rw_length(in_plane(profile, rw_rotate(out->predicted_start.rotation, out->warp.natural.position)));
}

static void aim(const rw_case *in, rw_resolution *out)
{
    const rw_profile_desc *desc = &in->profile->desc;
    rw_warp *warp = &out->warp;
    warp->method = desc->method;
    warp->easing = desc->easing;
    warp->split_up = desc->plane == RW_PLANE_HORIZONTAL && desc->vertical == RW_VERTICAL_TARGET;
    warp->rotation = desc->rotation;
    warp->turn = desc->turn;
    warp->rate = out->play_rate;
    warp->elapsed_start = (warp->span.start - in->time) / in->request_rate;
    warp->elapsed_end = warp->elapsed_start + rw_warp_elapsed(warp, in->request_rate);
    rw_warp_aim(warp, out->warp_point, desc->turn_cap, in->request_rate);
    out->reached = warp->reached;
    out->turn_left = warp->turn_left;
    out->residual_distance = rw_length(rw_sub(out->warp_point.position, out->reached.position));
    out->residual_angle = warp->turn_fraction < 1.0
                              ? rw_quat_angle(out->warp_point.rotation, out->reached.rotation) * (180.0 / RW_PI)
                              : 0.0;
    out->method = warp->method;
    out->peak_weight = warp->peak_weight;
    if (warp->method != desc->method)
        out->warnings |= RW_WARNING_METHOD_FALLBACK;
    if (warp->turn_fraction < 1.0)
        out->warnings |= RW_WARNING_TURN_CAPPED;
}

void rw_reach_solve(const rw_case *in, rw_resolution *out)
{
    begin(in, out);
    rw_vec3 target = in->target.position;
    if (rw_dot(in->velocity, in->velocity) > 0.0 && !out->window_passed) {
        out->has_lead = true;
        out->lead_time = lead_time(in, out);
        target = target_at(in, out->lead_time);
    }
    out->predicted_target = target;
    rw_reach r = measure_target(in, out, target);
    out->distance_to_target = r.distance;
    out->stop_distance = r.stop;
    out->gap_to_close = r.gap;
    out->has_required_scale = r.has_required;
    out->required_scale = r.required;
    out->applied_scale = r.applied;
    out->travel = r.travel;
    out->shortfall = r.gap - r.travel;
    out->reasons = failed_conditions(in, out, &r, target);
    out->verdict = verdict(in, out, &r);
    out->play_rate = out->window_passed ? 1.0 : r.rate;
    out->warp_point = out->predicted_start;
    out->reached = out->predicted_start;
    out->method = in->profile->desc.method;
    if (!out->window_passed) {
        out->warp_point = rw_pose_of(landing(in, out, &r, target), goal_rotation(in, out, target));
        aim(in, out);
    }
    if (r.rate_clamped && !out->window_passed)
        out->warnings |= RW_WARNING_RATE_CLAMPED;
    if (out->shortfall >= rw_clip_nothing(in->profile->clip))
        out->warnings |= RW_WARNING_SHORTFALL;
    rw_timeline_finish(out);
    list_windows(in, out);
}
