#include "profile_internal.h"

#include "clip_internal.h"
#include "diagnose.h"
#include "interval.h"
#include "names.h"
#include "rotation.h"
#include "span.h"

rw_profile_desc rw_profile_desc_default(rw_profile_kind kind)
{
    rw_profile_desc desc = {.kind = kind,
                            .conditions = {.max_angle = 180.0,
                                           .max_distance = (double)INFINITY,
                                           .max_height = (double)INFINITY},
                            .rate = {1.0, 1.0},
                            .method = RW_METHOD_SKEW,
                            .rotation = RW_ROTATION_FACE,
                            .turn = RW_TURN_OFFSET,
                            .turn_cap = (double)INFINITY,
                            .max_speed = (double)INFINITY};
    return desc;
}

rw_phase_desc rw_phase_desc_default(void)
{
    const rw_axis_switch authored = {true, false, true};
    rw_phase_desc desc = {.rotation_offset = {0.0, 0.0, 0.0, 1.0},
                          .rate = {1.0, 1.0},
                          .axes = {authored, authored, authored},
                          .turn_cap = (double)INFINITY};
    return desc;
}

static size_t aligned(size_t size)
{
    size_t unit = sizeof(rw_quat);
    return (size + unit - 1) / unit * unit;
}

static size_t count_windows(const rw_profile_desc *desc, const rw_clip *clip)
{
    size_t count = 0;
    if (desc->kind == RW_PROFILE_REACH && desc->window != NULL)
        for (size_t i = 0; i < clip->info.window_count; i++)
            count += rw_text_equal(clip->windows[i].name, desc->window) ? 1 : 0;
    return count;
}

static size_t count_phases(const rw_profile_desc *desc)
{
    return desc->kind == RW_PROFILE_PHASES && desc->phase_count <= RW_MAX_PHASES ? desc->phase_count : 0;
}

size_t rw_profile_size(const rw_profile_desc *desc, const rw_clip *clip)
{
    size_t windows = count_windows(desc, clip);
    return aligned(sizeof(rw_profile)) + aligned(windows * sizeof(rw_edge_window)) + aligned(windows * sizeof(rw_interval)) +
           aligned(count_phases(desc) * sizeof(rw_phase));
}

/* ---- checks ---- */

static void check_limits(rw_check *check, rw_path path, rw_range range, const char *detail)
{
    bool min = rw_check_range(check, rw_path_add(path, "/min"), range.min, 1e-9, 1e9, detail);
    bool max = rw_check_range(check, rw_path_add(path, "/max"), range.max, 1e-9, 1e9, detail);
    if (min && max && range.max < range.min)
        rw_check_fail(check, rw_path_add(path, "/max"), RW_FAULT_REVERSED, "max is below min; swap the two", range.max);
}

static void check_unlimited(rw_check *check, rw_path path, double value, const char *detail)
{
    if (value != (double)INFINITY)
        rw_check_range(check, path, value, 1e-9, RW_MAX_COORDINATE, detail);
}

static void check_conditions(rw_check *check, const rw_conditions *c)
{
    static const char *const detail = "must not be negative, nor beyond 1e9 units";
    rw_check_range(check, rw_path_of("/conditions/max_angle"), c->max_angle, 0.0, 180.0,
                   "must lie between 0 and 180 degrees");
    rw_check_range(check, rw_path_of("/conditions/min_distance"), c->min_distance, 0.0, RW_MAX_COORDINATE, detail);
    if (c->max_distance != (double)INFINITY &&
        rw_check_range(check, rw_path_of("/conditions/max_distance"), c->max_distance, 0.0, RW_MAX_COORDINATE, detail) &&
        c->max_distance < c->min_distance)
        rw_check_fail(check, rw_path_of("/conditions/max_distance"), RW_FAULT_REVERSED,
                      "max_distance is below min_distance: no target can pass", c->max_distance);
    if (c->max_height != (double)INFINITY)
        rw_check_range(check, rw_path_of("/conditions/max_height"), c->max_height, 0.0, RW_MAX_COORDINATE, detail);
}

static void check_choice(rw_check *check, rw_path path, int value, int count)
{
    if (value < 0 || value >= count)
        rw_check_fail(check, path, RW_FAULT_OUT_OF_RANGE, "must be one of the named values", (double)value);
}

/* From the first window to the last: what a resolve that is asked inside it walks. */
static void check_reach_span(rw_check *check, const rw_profile_desc *desc, const rw_clip *clip)
{
    double first = (double)INFINITY;
    double last = 0.0;
    for (size_t i = 0; i < clip->info.window_count; i++)
        if (rw_text_equal(clip->windows[i].name, desc->window)) {
            first = rw_min(first, clip->windows[i].start);
            last = rw_max(last, clip->windows[i].end);
        }
    if (clip->info.loop && (last - first) * clip->info.frame_rate > RW_MAX_SPAN_SAMPLES)
        rw_check_fail(check, rw_path_of("/window"), RW_FAULT_OUT_OF_RANGE,
                      "its windows lie more than 100,000 samples of the looping clip apart; bring them together", RW_NO_VALUE);
}

static void check_reach(rw_check *check, const rw_profile_desc *desc, const rw_clip *clip)
{
    check_choice(check, rw_path_of("/method"), (int)desc->method, 5);
    check_choice(check, rw_path_of("/easing"), (int)desc->easing, 17);
    check_choice(check, rw_path_of("/rotation"), (int)desc->rotation, 3);
    check_choice(check, rw_path_of("/turn"), (int)desc->turn, 2);
    check_choice(check, rw_path_of("/vertical"), (int)desc->vertical, 2);
    check_choice(check, rw_path_of("/plane"), (int)desc->plane, 2);
    if (desc->window == NULL || desc->window[0] == '\0')
        rw_check_fail(check, rw_path_of("/window"), RW_FAULT_EMPTY, "name the clip's windows to warp in", RW_NO_VALUE);
    else if (clip != NULL && count_windows(desc, clip) == 0)
        rw_check_fail(check, rw_path_of("/window"), RW_FAULT_UNKNOWN_NAME, "the clip has no window of this name", RW_NO_VALUE);
    else if (clip != NULL)
        check_reach_span(check, desc, clip);
    check_limits(check, rw_path_of("/scale_band"), desc->scale_band, "must be a positive factor");
    rw_check_coordinate(check, rw_path_of("/contact_offset"), desc->contact_offset);
    if (desc->plane == RW_PLANE_FULL && desc->vertical != RW_VERTICAL_KEEP)
        rw_check_fail(check, rw_path_of("/vertical"), RW_FAULT_NOT_ALLOWED,
                      "plane full lands at the target's height by itself; leave vertical out", RW_NO_VALUE);
    check_conditions(check, &desc->conditions);
    if (desc->has_rate)
        check_limits(check, rw_path_of("/rate"), desc->rate, "must be a positive play rate");
    check_unlimited(check, rw_path_of("/turn_cap"), desc->turn_cap, "must be positive degrees per second");
}

static bool switches_default(const rw_axis_switch *axes)
{
    for (int i = 0; i < 3; i++)
        if (!axes[i].warp || axes[i].linear || !axes[i].animate)
            return false;
    return true;
}

static void check_phase(rw_check *check, rw_path path, const rw_phase_desc *phase, bool last)
{
    check_choice(check, rw_path_add(path, "/method"), (int)phase->method, 5);
    check_choice(check, rw_path_add(path, "/easing"), (int)phase->easing, 17);
    check_choice(check, rw_path_add(path, "/rotation"), (int)phase->rotation, 3);
    check_choice(check, rw_path_add(path, "/turn"), (int)phase->turn, 2);
    check_choice(check, rw_path_add(path, "/land"), (int)phase->land, 2);
    rw_check_vector(check, rw_path_add(path, "/translation_offset"), phase->translation_offset);
    rw_check_rotation(check, rw_path_add(path, "/rotation_offset"), phase->rotation_offset);
    if (phase->has_rate)
        check_limits(check, rw_path_add(path, "/rate"), phase->rate, "must be a positive play rate");
    check_unlimited(check, rw_path_add(path, "/turn_cap"), phase->turn_cap, "must be positive degrees per second");
    if (phase->has_anchor)
        rw_check_vector(check, rw_path_add(path, "/anchor"), phase->anchor);
    if (phase->land == RW_LAND_CLIP && !last)
        rw_check_fail(check, rw_path_add(path, "/land"), RW_FAULT_NOT_ALLOWED,
                      "only the last phase can land at the clip's end", RW_NO_VALUE);
    if (phase->land == RW_LAND_CLIP && phase->has_anchor)
        rw_check_fail(check, rw_path_add(path, "/anchor"), RW_FAULT_NOT_ALLOWED,
                      "an anchor meets the target at the phase's end; it cannot stand with land clip", RW_NO_VALUE);
    if (phase->method == RW_METHOD_SCALE && !switches_default(phase->axes))
        rw_check_fail(check, rw_path_add(path, "/axes"), RW_FAULT_NOT_ALLOWED,
                      "the method scale turns all axes as one; choose another method for switches per axis", RW_NO_VALUE);
}

static void check_phases(rw_check *check, const rw_profile_desc *desc, const rw_clip *clip)
{
    rw_path list = rw_path_of("/phases");
    if (desc->phase_count == 0 || desc->phases == NULL) {
        rw_check_fail(check, list, RW_FAULT_EMPTY, "a phases profile needs at least one phase", RW_NO_VALUE);
        return;
    }
    if (desc->phase_count > RW_MAX_PHASES) {
        rw_check_fail(check, list, RW_FAULT_TOO_MANY, "a profile holds at most 64 phases", (double)desc->phase_count);
        return;
    }
    rw_timebase base = {(double)INFINITY, 1.0, false, false}; /* no clip: nothing lies outside it */
    if (clip != NULL)
        base = (rw_timebase){clip->info.duration, clip->info.frame_rate, clip->info.loop, desc->times_normalised};
    double previous_end = 0.0;
    for (size_t i = 0; i < desc->phase_count; i++) {
        const rw_phase_desc *phase = &desc->phases[i];
        rw_path path = rw_path_index(list, i);
        rw_interval interval = {phase->start, phase->end};
        if (rw_check_interval(check, path, &base, &interval)) {
            if (interval.start < previous_end)
                rw_check_fail(check, rw_path_add(path, "/start"), RW_FAULT_OVERLAPPING,
                              "starts before the phase before it has ended; order the phases and keep them apart",
                              phase->start);
            previous_end = interval.end;
        }
        check_phase(check, path, phase, i + 1 == desc->phase_count);
    }
}

/* ---- building ---- */

static bool before(rw_window a, rw_window b)
{
    return a.start < b.start || (a.start == b.start && a.end < b.end);
}

static void fill_windows(rw_profile *profile, const char *name, rw_edge_window *windows, rw_interval *intervals)
{
    const rw_clip *clip = profile->clip;
    size_t count = 0;
    for (size_t i = 0; i < clip->info.window_count; i++) {
        if (!rw_text_equal(clip->windows[i].name, name))
            continue;
        size_t at = count++;
        for (; at > 0 && before(clip->windows[i], windows[at - 1].window); at--)
            windows[at] = windows[at - 1];
        windows[at].window = clip->windows[i];
    }
    for (size_t i = 0; i < count; i++) {
        intervals[i].start = windows[i].window.start;
        intervals[i].end = windows[i].window.end;
    }
    profile->window_count = count;
    profile->interval_count = rw_intervals_merge(intervals, count);
    rw_interval whole = {intervals[0].start, intervals[profile->interval_count - 1].end};
    profile->span = rw_span_measure(clip, whole, intervals, profile->interval_count, NULL);
    profile->plane = profile->desc.plane == RW_PLANE_FULL ? rw_v(1.0, 1.0, 1.0) : clip->level;
    profile->lead_in = rw_clip_motion(clip, 0.0, whole.start, 1.0);
    for (size_t i = 0; i < count; i++) {
        windows[i].at_start = rw_span_displacement(&profile->span, windows[i].window.start);
        windows[i].at_end = rw_span_displacement(&profile->span, windows[i].window.end);
    }
}

static void fill_phases(const rw_profile *profile, const rw_phase_desc *from, rw_phase *phases)
{
    const rw_clip_info *info = &profile->clip->info;
    rw_timebase base = {info->duration, info->frame_rate, info->loop, profile->desc.times_normalised};
    rw_check unused = {NULL, 0};
    for (size_t i = 0; i < profile->desc.phase_count; i++) {
        phases[i].desc = from[i];
        phases[i].desc.rotation_offset = rw_quat_normalised(from[i].rotation_offset);
        phases[i].interval.start = from[i].start;
        phases[i].interval.end = from[i].end;
        rw_check_interval(&unused, rw_path_of(""), &base, &phases[i].interval);
        phases[i].span = rw_span_measure(profile->clip, phases[i].interval, &phases[i].interval, 1, NULL);
        phases[i].free_start = i > 0 ? phases[i - 1].interval.end : 0.0;
        phases[i].free = rw_clip_motion(profile->clip, phases[i].free_start, phases[i].interval.start, 1.0);
    }
}

rw_status rw_profile_check(const rw_profile_desc *desc, const rw_clip *clip, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    check_choice(&check, rw_path_of("/kind"), (int)desc->kind, 2);
    if (desc->kind == RW_PROFILE_REACH)
        check_reach(&check, desc, clip);
    if (desc->kind == RW_PROFILE_PHASES)
        check_phases(&check, desc, clip);
    check_unlimited(&check, rw_path_of("/max_speed"), desc->max_speed, "must be positive units per second");
    return check.faults == 0 ? RW_OK : RW_INVALID;
}

rw_status rw_profile_compile(const rw_profile_desc *desc, const rw_clip *clip, void *memory, size_t size,
                             const rw_profile **profile, rw_diagnostics *diagnostics)
{
    if (rw_profile_check(desc, clip, diagnostics) != RW_OK)
        return RW_INVALID;
    if (memory == NULL || size < rw_profile_size(desc, clip))
        return RW_CAPACITY;

    size_t window_count = count_windows(desc, clip);
    char *at = memory;
    rw_profile *built = memory;
    at += aligned(sizeof(rw_profile));
    rw_edge_window *windows = (rw_edge_window *)(void *)at;
    at += aligned(window_count * sizeof(rw_edge_window));
    rw_interval *intervals = (rw_interval *)(void *)at;
    at += aligned(window_count * sizeof(rw_interval));
    rw_phase *phases = (rw_phase *)(void *)at;

    rw_profile empty = {.desc = *desc, .clip = clip, .windows = windows, .intervals = intervals, .phases = phases};
    *built = empty;
    built->desc.window = NULL;
    built->desc.phases = NULL;
    if (desc->kind == RW_PROFILE_REACH) {
        built->desc.phase_count = 0;
        fill_windows(built, desc->window, windows, intervals);
    } else {
        fill_phases(built, desc->phases, phases);
    }
    *profile = built;
    return RW_OK;
}

rw_profile_kind rw_profile_kind_of(const rw_profile *profile)
{
    return profile->desc.kind;
}

const rw_clip *rw_profile_clip(const rw_profile *profile)
{
    return profile->clip;
}

size_t rw_profile_phase_count(const rw_profile *profile)
{
    return profile->desc.phase_count;
}

size_t rw_profile_window_count(const rw_profile *profile)
{
    return profile->window_count;
}

double rw_profile_span_end(const rw_profile *profile)
{
    return profile->intervals[profile->interval_count - 1].end;
}
