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
    return compare_names(a->name, b->name) < 0;
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

/* Heap sort: in place, and the order is total but for equal names. */
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

rw_status rw_reach_table_of(const rw_profile *profile, double actor_radius, double target_radius, double scale,
                            rw_reach_table *table, rw_diagnostics *diagnostics)
{
    static const char *const detail = "must not be negative, nor beyond 1e9 units";
    rw_check check = {diagnostics, 0};
    if (profile->desc.kind != RW_PROFILE_REACH)
        rw_check_fail(&check, rw_path_of("/profile"), RW_FAULT_NOT_ALLOWED,
                      "only a reach profile has distances; a phases profile goes to its target points", (double)NAN);
    rw_check_range(&check, rw_path_of("/actor_radius"), actor_radius, 0.0, RW_MAX_COORDINATE, detail);
    rw_check_range(&check, rw_path_of("/target_radius"), target_radius, 0.0, RW_MAX_COORDINATE, detail);
    rw_check_range(&check, rw_path_of("/scale"), scale, 1e-6, 1e6, "must lie between 1e-6 and 1e6");
    if (check.faults != 0)
        return RW_INVALID;

    const rw_clip *clip = profile->clip;
    rw_interval span = {profile->intervals[0].start, rw_profile_span_end(profile)};
    rw_vec3 net = rw_clip_motion(clip, span.start, span.end, scale).position;
    rw_vec3 lead_in = rw_clip_motion(clip, 0.0, span.start, scale).position;
    rw_reach_table t = {
        .lead_in = rw_length(rw_flat(lead_in, clip->up)),
        .natural_travel = rw_length(profile->desc.plane == RW_PLANE_FULL ? net : rw_flat(net, clip->up)),
        .overlapping_to = rw_max(0.0, actor_radius + target_radius + profile->desc.contact_offset),
    };
    double travel = t.natural_travel >= rw_clip_nothing(clip) ? t.natural_travel : 0.0;
    t.in_band_from = t.overlapping_to + travel * profile->desc.scale_band.min;
    t.in_band_to = t.overlapping_to + travel * profile->desc.scale_band.max;
    *table = t;
    return RW_OK;
}
