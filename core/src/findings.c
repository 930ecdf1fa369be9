#include <rootwarp/findings.h>

#include "clip_internal.h"
#include "diagnose.h"
#include "profile_internal.h"
#include "rotation.h"
#include "span.h"
#include "trig.h"

#define LEAD_IN_METRES 0.5
#define GAP_METRES 0.1
#define GAP_SHARE 0.05 /* of the span's travel */
#define RATE_LOW 0.3
#define RATE_HIGH 3.0
#define TILT_DEGREES 1.0
#define FACING_DEGREES 45.0 /* travel further off the facing than this is backwards or sideways */
#define SWING_SHARE 0.01    /* of the distance covered: how far a root may go back before it counts */
#define UNITS_LOW_METRES 0.01
#define UNITS_HIGH_METRES 1000.0

typedef struct rw_report {
    rw_finding *items;
    size_t capacity, count;
} rw_report;

static void report(rw_report *r, rw_finding_code code, rw_severity severity, rw_path field, double value, double limit,
                   const char *advice)
{
    if (r->count < r->capacity) {
        rw_finding *f = &r->items[r->count];
        f->code = code;
        f->severity = severity;
        for (size_t i = 0; i <= field.length; i++)
            f->field[i] = field.text[i];
        f->value = value;
        f->limit = limit;
        f->advice = advice;
    }
    r->count++;
}

static double horizontal(const rw_clip *clip, double from, double to)
{
    return rw_length(rw_flat(rw_clip_motion(clip, from, to, 1.0).position, clip->up));
}

static double metres(const rw_clip *clip, double length)
{
    return length * clip->info.space.metres_per_unit;
}

static void look_at_clip(rw_report *r, const rw_clip *clip)
{
    const rw_clip_info *info = &clip->info;
    rw_path root = rw_path_of("");
    if (info->path_length < rw_clip_curve_nothing(clip, 1.0)) {
        report(r, RW_FINDING_IN_PLACE, RW_SEVERITY_WARNING, root, info->path_length, rw_clip_nothing(clip),
               "the clip's root does not move: bake it with root motion, or from the hips");
    } else if (metres(clip, info->path_length) < UNITS_LOW_METRES) {
        report(r, RW_FINDING_SUSPICIOUS_UNITS, RW_SEVERITY_WARNING, root, info->path_length,
               UNITS_LOW_METRES / info->space.metres_per_unit,
               "the root moves less than a centimetre: check the space and the scale that the clip was baked with");
    } else if (metres(clip, info->path_length) > UNITS_HIGH_METRES) {
        report(r, RW_FINDING_SUSPICIOUS_UNITS, RW_SEVERITY_WARNING, root, info->path_length,
               UNITS_HIGH_METRES / info->space.metres_per_unit,
               "the root moves more than a kilometre: check the space and the scale that the clip was baked with");
    }
    if (info->tilt > TILT_DEGREES)
        report(r, RW_FINDING_TILTED_ROOT, RW_SEVERITY_INFO, root, info->tilt, TILT_DEGREES,
               "the first frame is tilted; the tilt is taken out of the whole clip, so check that the root bone stands "
               "upright in the bind pose");
}

static void look_at_interval(rw_report *r, const rw_clip *clip, rw_path field, rw_interval interval)
{
    double frame = 1.0 / clip->info.frame_rate;
    if (interval.end - interval.start < frame * (1.0 - 1e-9))
        report(r, RW_FINDING_SHORT_WINDOW, RW_SEVERITY_WARNING, field, interval.end - interval.start, frame,
               "shorter than one frame: the warp would jump; give it at least a few frames");
}

static void look_at_rate(rw_report *r, rw_path field, bool has_rate, rw_range rate)
{
    if (!has_rate)
        return;
    if (rate.min < RATE_LOW)
        report(r, RW_FINDING_RATE_EXTREME, RW_SEVERITY_WARNING, rw_path_add(field, "/min"), rate.min, RATE_LOW,
               "so slow a play rate is seen as slow motion; 0.3 and more looks natural");
    if (rate.max > RATE_HIGH)
        report(r, RW_FINDING_RATE_EXTREME, RW_SEVERITY_WARNING, rw_path_add(field, "/max"), rate.max, RATE_HIGH,
               "so fast a play rate is seen as a skip; 3 and less looks natural");
}

/* How far the motion of an interval goes back along its own net displacement. */
static double swing_back(const rw_clip *clip, rw_interval interval, double *covered)
{
    rw_span span = rw_span_measure(clip, interval, &interval, 1, NULL);
    double length = rw_length(span.tracked);
    double back = 0.0;
    *covered = span.path;
    if (length < rw_clip_curve_nothing(clip, 1.0))
        return 0.0;
    rw_progress p;
    rw_progress_begin(&p, &span);
    for (rw_vec3 last = p.position; p.time < span.end; last = p.position) {
        rw_progress_next(&p, &span);
        double along = rw_dot(rw_sub(p.position, last), span.tracked) / length;
        back += along < 0.0 ? -along : 0.0;
    }
    return back;
}

static void look_at_swing(rw_report *r, const rw_clip *clip, rw_path field, rw_interval interval)
{
    double covered;
    double back = swing_back(clip, interval, &covered);
    if (back > SWING_SHARE * covered && back >= rw_clip_nothing(clip))
        report(r, RW_FINDING_SWINGS_BACK, RW_SEVERITY_INFO, field, back, SWING_SHARE * covered,
               "the root swings back inside the window; start the window after the wind-up, or choose the method path");
}

static void look_at_facing(rw_report *r, const rw_profile *profile, rw_interval span)
{
    const rw_clip *clip = profile->clip;
    rw_vec3 net = rw_flat(rw_clip_motion(clip, span.start, span.end, 1.0).position, clip->up);
    if (rw_length(net) < rw_clip_curve_nothing(clip, 1.0) || profile->desc.rotation != RW_ROTATION_FACE)
        return;
    double ahead = rw_dot(net, clip->forward);
    double degrees = rw_atan2(rw_length(rw_cross(clip->forward, net)), ahead) * (180.0 / RW_PI);
    if (degrees > FACING_DEGREES)
        report(r, RW_FINDING_AGAINST_FACING, RW_SEVERITY_WARNING, rw_path_of("/window"), degrees, FACING_DEGREES,
               "the clip travels backwards or sideways while the profile turns the actor to face the target; use "
               "rotation keep, or a clip that moves forward");
}

static void look_at_windows(rw_report *r, const rw_profile *profile, double travel)
{
    const rw_clip *clip = profile->clip;
    rw_path field = rw_path_of("/window");
    for (size_t i = 0; i < profile->window_count; i++) {
        rw_interval interval = {profile->windows[i].window.start, profile->windows[i].window.end};
        look_at_interval(r, clip, field, interval);
        look_at_swing(r, clip, field, interval);
        if (i > 0 && profile->windows[i - 1].window.start == interval.start && profile->windows[i - 1].window.end == interval.end)
            report(r, RW_FINDING_DUPLICATE_WINDOW, RW_SEVERITY_WARNING, field, interval.start, interval.start,
                   "two windows of the name have the same times; remove one");
    }
    for (size_t i = 1; i < profile->interval_count; i++) {
        double gap = horizontal(clip, profile->intervals[i - 1].end, profile->intervals[i].start);
        double limit = rw_min(GAP_METRES / clip->info.space.metres_per_unit, GAP_SHARE * travel);
        if (gap > limit && gap >= rw_clip_nothing(clip))
            report(r, RW_FINDING_UNTRACKED_GAP, RW_SEVERITY_WARNING, field, gap, limit,
                   "the root moves between two windows of the name, where nothing is warped; join the windows, or give "
                   "an engine each window's own scale");
    }
}

static void look_at_reach(rw_report *r, const rw_profile *profile)
{
    const rw_clip *clip = profile->clip;
    rw_interval span = {profile->intervals[0].start, rw_profile_span_end(profile)};
    rw_vec3 net = rw_clip_motion(clip, span.start, span.end, 1.0).position;
    double travel = profile->desc.plane == RW_PLANE_FULL ? rw_length(net) : horizontal(clip, span.start, span.end);
    if (travel < rw_clip_nothing(clip))
        report(r, RW_FINDING_NO_TRAVEL, RW_SEVERITY_ERROR, rw_path_of("/window"), travel, rw_clip_nothing(clip),
               "the root does not travel within the windows, so there is nothing to scale; move the windows over the "
               "motion, or use a phases profile");
    double lead_in = horizontal(clip, 0.0, span.start);
    if (metres(clip, lead_in) > LEAD_IN_METRES)
        report(r, RW_FINDING_LEAD_IN, RW_SEVERITY_WARNING, rw_path_of("/window"), lead_in,
               LEAD_IN_METRES / clip->info.space.metres_per_unit,
               "the root moves before the first window, and that motion is never scaled; start the window earlier");
    look_at_windows(r, profile, travel);
    look_at_facing(r, profile, span);
    look_at_rate(r, rw_path_of("/rate"), profile->desc.has_rate, profile->desc.rate);
}

size_t rw_profile_findings(const rw_profile *profile, rw_finding *findings, size_t capacity)
{
    rw_report r = {findings, capacity, 0};
    look_at_clip(&r, profile->clip);
    if (profile->desc.kind == RW_PROFILE_REACH)
        look_at_reach(&r, profile);
    for (size_t i = 0; i < profile->desc.phase_count; i++) {
        rw_path field = rw_path_index(rw_path_of("/phases"), i);
        look_at_interval(&r, profile->clip, field, profile->phases[i].interval);
        look_at_rate(&r, rw_path_add(field, "/rate"), profile->phases[i].desc.has_rate, profile->phases[i].desc.rate);
    }
    return r.count;
}
