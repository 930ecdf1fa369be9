#include <rootwarp/select.h>

#include "clip_internal.h"
#include "diagnose.h"
#include "profile_internal.h"
#include "vec.h"

rw_candidate rw_candidate_of(const char *name, size_t index, const rw_resolution *resolution)
{
    rw_candidate c = {.name = name,
                      .index = index,
                      .verdict = resolution->verdict,
                      .has_required_scale = resolution->has_required_scale,
                      .required_scale = resolution->required_scale,
                      .fits = resolution->verdict == RW_VERDICT_IN_BAND};
    if (c.has_required_scale && c.required_scale > 0.0)
        c.distortion = rw_max(c.required_scale, 1.0 / c.required_scale);
    return c;
}

static int compare_names(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

static bool before(const rw_candidate *a, const rw_candidate *b)
{
    if (a->fits != b->fits)
        return a->fits;
    bool measured_a = a->distortion > 0.0;
    bool measured_b = b->distortion > 0.0;
    if (measured_a != measured_b)
        return measured_a;
    if (a->distortion != b->distortion)
        return a->distortion < b->distortion;
    int names = compare_names(a->name, b->name);
    return names != 0 ? names < 0 : a->index < b->index;
}

static void sift(rw_candidate *heap, size_t at, size_t count)
{
    rw_candidate moving = heap[at];
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count)
            break;
        if (child + 1 < count && before(&heap[child], &heap[child + 1]))
            child++;
        if (!before(&moving, &heap[child]))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moving;
}

/* Heap sort: in place. It is not stable, but the order is total. */
void rw_select_order(rw_candidate *candidates, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(candidates, i, count);
    for (size_t left = count; left > 1; left--) {
        rw_candidate last = candidates[left - 1];
        candidates[left - 1] = candidates[0];
        candidates[0] = last;
        sift(candidates, 0, left - 1);
    }
}

/* How far the root moves between two clip times, level or in space as the profile measures: seen from the frame of
 * the clip's start, which stands upright under an upright actor, not from a frame in between, which may be tilted. */
static double travel_between(const rw_profile *profile, double from, double to, double scale)
{
    rw_vec3 moved = rw_sub(rw_clip_sample(profile->clip, to).position, rw_clip_sample(profile->clip, from).position);
    if (profile->desc.plane == RW_PLANE_HORIZONTAL)
        moved = rw_flat(moved, profile->clip->up);
    return rw_length(moved) * scale;
}

rw_status rw_reach_table_of(const rw_profile *profile, double actor_radius, double target_radius, double scale,
                            rw_reach_table *table, rw_diagnostics *diagnostics)
{
    static const char *const detail = "must not be negative, nor beyond 1e9 units";
    rw_check check = {diagnostics, 0};
    if (profile == NULL)
        rw_check_fail(&check, rw_path_of("/profile"), RW_FAULT_MISSING, "a reach table needs a profile", RW_NO_VALUE);
    else if (profile->desc.kind != RW_PROFILE_REACH)
        rw_check_fail(&check, rw_path_of("/profile"), RW_FAULT_NOT_ALLOWED,
                      "only a reach profile has distances; a phases profile goes to its target points", RW_NO_VALUE);
    rw_check_range(&check, rw_path_of("/actor_radius"), actor_radius, 0.0, RW_MAX_COORDINATE, detail);
    rw_check_range(&check, rw_path_of("/target_radius"), target_radius, 0.0, RW_MAX_COORDINATE, detail);
    rw_check_range(&check, rw_path_of("/scale"), scale, 1e-6, 1e6, "must lie between 1e-6 and 1e6");
    if (check.faults != 0)
        return RW_INVALID;

    double start = profile->intervals[0].start;
    rw_reach_table t = {
        .lead_in = travel_between(profile, 0.0, start, scale),
        .natural_travel = travel_between(profile, start, rw_profile_span_end(profile), scale),
        .overlapping_to = rw_max(0.0, actor_radius + target_radius + profile->desc.contact_offset),
    };
    double travel = t.natural_travel >= rw_clip_nothing(profile->clip) ? t.natural_travel : 0.0;
    t.in_band_from = t.overlapping_to + travel * profile->desc.scale_band.min;
    t.in_band_to = t.overlapping_to + travel * profile->desc.scale_band.max;
    *table = t;
    return RW_OK;
}
