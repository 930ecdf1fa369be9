/* Reach: one target, a stop distance, a scale band. */
#include "clip_internal.h"
#include "job.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"
#include "warp.h"

/* A vector as the profile's plane sees it. */
static inline rw_vec3 in_plane(const rw_profile *profile, rw_vec3 v)
{
    return rw_v(v.x * profile->plane.x, v.y * profile->plane.y, v.z * profile->plane.z);
}

/* What follows from where the target is. */
typedef struct rw_reach {
    rw_vec3 to_target; /* in the plane, from the predicted start */
    double distance, stop, gap, travel, rate;
    bool has_required, rate_clamped;
    double required, applied;
} rw_reach;

static inline void measure_target(const rw_case *in, const rw_resolution *out, rw_vec3 target, rw_reach *r)
{
    const rw_profile *profile = in->profile;
    const rw_profile_desc *desc = &profile->desc;
    double nothing = rw_clip_nothing(profile->clip);
    r->to_target = in_plane(profile, rw_sub(target, out->predicted_start.position));
    r->required = r->applied = r->travel = 0.0;
    r->rate = 1.0;
    r->rate_clamped = false;
    r->distance = rw_length(r->to_target);
    r->stop = rw_max(0.0, in->actor_radius + in->target_radius + desc->contact_offset);
    r->gap = rw_max(0.0, r->distance - r->stop);
    r->has_required = out->natural_travel >= nothing;
    if (r->has_required) {
        r->required = r->gap / out->natural_travel;
        r->applied = rw_min(r->required, desc->scale_band.max);
        r->travel = r->required <= desc->scale_band.max ? r->gap : out->natural_travel * r->applied;
    }
    if (desc->has_rate)
        r->rate = rw_play_rate(desc->rate, out->natural_travel, r->travel, nothing, &r->rate_clamped);
}

/* Elapsed seconds until the last window ends, were the span played at `rate`. */
static double arrival(const rw_case *in, const rw_warp *warp, double rate)
{
    return (warp->span.start - in->time) / in->request_rate + rw_span_elapsed(&warp->span, rate, in->request_rate);
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
        rw_reach there;
        measure_target(in, out, target_at(in, middle), &there);
        double late = arrival(in, &out->warp, there.rate) - middle;
        if (late > 0.0)
            low = middle;
        else
            high = middle;
    }
}

/* Degrees between where the actor looks at the predicted start and the target. */
static double angle_to_target(const rw_case *in, const rw_resolution *out, const rw_reach *r)
{
    const rw_clip *clip = in->profile->clip;
    rw_vec3 forward = in_plane(in->profile, rw_rotate(out->predicted_start.rotation, clip->forward));
    if (r->distance < rw_clip_nothing(clip) || rw_dot(forward, forward) <= 0.0)
        return 0.0;
    return rw_atan2(rw_length(rw_cross(forward, r->to_target)), rw_dot(forward, r->to_target)) * (180.0 / RW_PI);
}

static unsigned failed_conditions(const rw_case *in, const rw_resolution *out, const rw_reach *r, rw_vec3 target)
{
    const rw_conditions *c = &in->profile->desc.conditions;
    unsigned reasons = 0;
    if (c->max_angle < 180.0 && angle_to_target(in, out, r) > c->max_angle) /* no angle is beyond 180 */
        reasons |= RW_REASON_MAX_ANGLE;
    if (r->distance < c->min_distance)
        reasons |= RW_REASON_MIN_DISTANCE;
    if (r->distance > c->max_distance)
        reasons |= RW_REASON_MAX_DISTANCE;
    if (fabs(rw_dot(rw_sub(target, out->predicted_start.position), in->profile->clip->up)) > c->max_height)
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
        if (rw_facing(in->profile->clip, rw_sub(target, out->predicted_start.position), &rotation))
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
    if (up.z != 0.0) /* up is a coordinate axis: the height is copied, bit for bit */
        end.z = level.z;
    else if (up.y != 0.0)
        end.y = level.y;
    else
        end.x = level.x;
    return end;
}

/* What an engine that plants one target for all windows needs in each, as they come along. */
typedef struct rw_listing {
    double previous_end;     /* where the windows so far end */
    rw_vec3 at_previous_end; /* D(start, previous_end) */
} rw_listing;

/* r_j: how far the root must have come when the window begins, in units of the warped travel. */
static double travelled_before(const rw_case *in, const rw_resolution *out, const rw_listing *so_far, double start,
                               rw_vec3 at_start)
{
    if (start <= so_far->previous_end || out->natural_travel < rw_clip_nothing(in->profile->clip))
        return out->travel + 0.0;
    const rw_span *span = &out->warp.span;
    rw_vec3 gap = rw_mul(rw_sub(at_start, so_far->at_previous_end), in->scale);
    rw_vec3 net = span->natural.position;
    if (in->profile->desc.plane != RW_PLANE_FULL)
        net = rw_flat(net, span->up);
    return out->travel + rw_dot(gap, rw_mul(net, in->scale)) / out->natural_travel;
}

static inline void list_window(const rw_case *in, const rw_edge_window *w, rw_listing *so_far, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    const rw_span *span = &out->warp.span;
    double start = rw_max(w->window.start, span->start);
    rw_vec3 at_start = w->at_start;
    rw_vec3 at_end = w->at_end;
    if (span->start != profile->span.start) { /* asked inside the span: the part before its start is gone */
        at_start = rw_span_displacement(span, start);
        at_end = rw_span_displacement(span, w->window.end);
    }
    double before = out->window_count > 0 ? travelled_before(in, out, so_far, w->window.start, at_start) : 0.0;
    rw_vec3 motion = rw_mul(rw_sub(at_end, at_start), in->scale);
    double own = rw_length(profile->desc.plane == RW_PLANE_FULL ? motion : rw_flat(motion, span->up));
    rw_window_result *result = &out->windows[out->window_count++];
    result->name = w->window.name;
    result->start = w->window.start;
    result->end = w->window.end;
    result->has_scale = out->has_required_scale && own >= rw_clip_nothing(profile->clip);
    result->scale = result->has_scale ? (out->travel - before) / own : 0.0;
    result->elapsed_start = start == span->start ? out->warp.elapsed_start : rw_elapsed_at(out, start);
    result->elapsed_end = w->window.end == span->end ? out->warp.elapsed_end : rw_elapsed_at(out, w->window.end);
    if (w->window.end > so_far->previous_end) {
        so_far->previous_end = w->window.end;
        so_far->at_previous_end = at_end;
    }
}

static void list_windows(const rw_case *in, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    rw_listing so_far = {out->warp.span.start, {0.0, 0.0, 0.0}};
    out->window_count = 0;
    for (size_t i = 0; i < profile->window_count; i++)
        if (profile->windows[i].window.end > in->time)
            list_window(in, &profile->windows[i], &so_far, out);
    out->has_first_window_scale = out->window_count > 0 && out->windows[0].has_scale;
    out->first_window_scale = out->window_count > 0 ? out->windows[0].scale : 0.0;
}

/* Predicts the start and begins the warp; returns S.rotation D(start, end). */
static rw_vec3 begin(const rw_case *in, rw_resolution *out)
{
    const rw_profile *profile = in->profile;
    const rw_span *span = &profile->span;
    rw_span left;
    out->predicted_start = in->actor;
    out->window_passed = in->time >= span->end;
    if (in->time < span->start) {
        const rw_pose *lead_in = &profile->lead_in;
        rw_pose later;
        if (in->time > 0.0) {
            later = rw_clip_motion(profile->clip, in->time, span->start, 1.0);
            lead_in = &later;
        }
        rw_vec3 moved = rw_rotate(in->actor.rotation, rw_mul(lead_in->position, in->scale));
        out->predicted_start.position = rw_add(in->actor.position, moved);
        if (profile->clip->rotations != NULL)
            out->predicted_start.rotation = rw_qmul(in->actor.rotation, lead_in->rotation);
    } else if (in->time > span->start) {
        rw_interval rest = {in->time, rw_max(in->time, span->end)};
        left = rw_span_measure(profile->clip, rest, profile->intervals, profile->interval_count, NULL);
        span = &left;
    }
    rw_warp_begin(&out->warp, span, in->scale, &out->predicted_start);
    rw_vec3 natural = rw_rotate(out->predicted_start.rotation, out->warp.natural.position);
    out->natural_end.position = rw_add(out->predicted_start.position, natural);
    out->natural_end.rotation = out->predicted_start.rotation;
    if (profile->clip->rotations != NULL)
        out->natural_end.rotation = rw_qmul(out->predicted_start.rotation, out->warp.natural.rotation);
    return natural;
}

static void aim(const rw_case *in, rw_resolution *out)
{
    const rw_profile_desc *desc = &in->profile->desc;
    const rw_axis_switch authored = {true, false, true};
    rw_warp *warp = &out->warp;
    warp->method = desc->method;
    warp->easing = desc->easing;
    warp->axes[0] = warp->axes[1] = warp->axes[2] = authored;
    warp->split_up = desc->plane == RW_PLANE_HORIZONTAL && desc->vertical == RW_VERTICAL_TARGET;
    warp->rotation = desc->rotation;
    warp->turn = desc->turn;
    warp->rate = out->play_rate;
    warp->elapsed_start = (warp->span.start - in->time) / in->request_rate;
    warp->elapsed_end = warp->elapsed_start + rw_span_elapsed(&warp->span, warp->rate, in->request_rate);
    rw_warp_aim(warp, desc->turn_cap, in->request_rate);
    out->warp_point = warp->warp_point;
    out->reached = warp->reached;
    out->turn_left = warp->turn_left;
    out->residual_distance = 0.0; /* every axis warps */
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

/* Asked after the last window: the root stays where it is, and the warp is none. */
static void stay(const rw_case *in, rw_resolution *out)
{
    out->play_rate = 1.0;
    out->warp_point = out->reached = out->predicted_start;
    out->residual_distance = out->residual_angle = out->turn_left = 0.0;
    out->method = in->profile->desc.method;
    out->peak_weight = 0.0;
    rw_warp none = {.span = out->warp.span, .scale = 1.0};
    out->warp = none;
}

void rw_reach_solve(const rw_case *in, rw_resolution *out)
{
    out->phase_count = out->passed_count = 0;
    rw_vec3 natural = begin(in, out);
    out->natural_travel = rw_length(in_plane(in->profile, natural));
    rw_vec3 target = in->target.position;
    out->has_lead = rw_dot(in->velocity, in->velocity) > 0.0 && !out->window_passed;
    out->lead_time = 0.0;
    if (out->has_lead) {
        out->lead_time = lead_time(in, out);
        target = target_at(in, out->lead_time);
    }
    out->predicted_target = target;
    rw_reach r;
    measure_target(in, out, target, &r);
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
    if (out->window_passed) {
        stay(in, out);
    } else {
        out->play_rate = r.rate;
        out->warp.warp_point.position = landing(in, out, &r, target);
        out->warp.warp_point.rotation = goal_rotation(in, out, target);
        aim(in, out);
        if (r.rate_clamped)
            out->warnings |= RW_WARNING_RATE_CLAMPED;
    }
    if (out->shortfall >= rw_clip_nothing(in->profile->clip))
        out->warnings |= RW_WARNING_SHORTFALL;
    rw_timeline_finish(out);
    list_windows(in, out);
}
