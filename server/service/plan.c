#include "service/plan.h"

#include <math.h>
#include <stdlib.h>

const char *rw_provider_kind_name(rw_provider_kind kind)
{
    switch (kind) {
    case RW_PROVIDER_POINTS:
        return "points";
    case RW_PROVIDER_OBSTACLE:
        return "obstacle";
    case RW_PROVIDER_ALIGN:
        return "align";
    }
    return "?";
}

rw_provider rw_provider_default(void)
{
    return (rw_provider){.kind = RW_PROVIDER_POINTS,
                         .rules = rw_crossing_rules_default(RW_CROSSING_VAULT),
                         .relative = {.rotation = {0, 0, 0, 1}}};
}

size_t rw_provider_point_count(const rw_provider *provider)
{
    switch (provider->kind) {
    case RW_PROVIDER_POINTS:
        return 0;
    case RW_PROVIDER_OBSTACLE:
        return provider->rules.crossing == RW_CROSSING_MANTLE ? 2 : 3;
    case RW_PROVIDER_ALIGN:
        return 1;
    }
    return 0;
}

static void fail(rw_diagnostics *diagnostics, const char *field, rw_fault fault, const char *detail, double value)
{
    if (diagnostics == NULL)
        return;
    if (diagnostics->count < diagnostics->capacity) {
        rw_diagnostic *item = &diagnostics->items[diagnostics->count];
        *item = (rw_diagnostic){.fault = fault, .detail = detail, .value = value};
        for (size_t i = 0; field[i] != '\0' && i + 1 < sizeof item->field; i++)
            item->field[i] = field[i];
    }
    diagnostics->count++;
}

static const char *count_detail(const rw_provider *provider)
{
    if (provider->kind == RW_PROVIDER_ALIGN)
        return "the provider align gives one point, so the profile has exactly one phase";
    return provider->rules.crossing == RW_CROSSING_MANTLE
               ? "a mantle has two points, near edge and ledge, so the profile has exactly two phases"
               : "a vault has three points, near edge, far edge and landing, so the profile has exactly three phases";
}

rw_status rw_provider_check(const rw_provider *provider, const rw_space *clip_space, size_t phase_count,
                            rw_diagnostics *diagnostics)
{
    const rw_placement origin = {.rotation = {0, 0, 0, 1}};
    rw_status status = RW_OK;
    if (provider->kind == RW_PROVIDER_OBSTACLE) {
        /* Any sound box brings out what is wrong with the rules. */
        const rw_obstacle box = {.placement = origin, .size = {1, 1, 1}};
        rw_crossing_points points;
        status = rw_obstacle_points(clip_space, &origin, &box, &provider->rules, &points, diagnostics);
    } else if (provider->kind == RW_PROVIDER_ALIGN) {
        rw_placement point;
        status = rw_align_point(clip_space, &origin, &provider->relative, &point, diagnostics);
    }
    const size_t wanted = rw_provider_point_count(provider);
    if (wanted != 0 && phase_count != wanted) {
        fail(diagnostics, "/phases", RW_FAULT_COUNT_MISMATCH, count_detail(provider), (double)phase_count);
        status = RW_INVALID;
    }
    return status;
}

static unsigned bits_of(const rw_finding *findings, size_t count)
{
    unsigned severities = 0;
    for (size_t i = 0; i < count; i++)
        severities |= 1u << findings[i].severity;
    return severities;
}

/* Without memory for a very long list its first findings stand for it: the solver tells the gravest of the whole
 * profile first. */
unsigned rw_plan_severities(const rw_profile *profile)
{
    enum { FEW = 32 };
    rw_finding few[FEW];
    const size_t count = rw_profile_findings(profile, few, FEW);
    if (count <= FEW)
        return bits_of(few, count);
    rw_finding *all = malloc(count * sizeof *all);
    if (all == NULL)
        return bits_of(few, FEW);
    rw_profile_findings(profile, all, count);
    const unsigned severities = bits_of(all, count);
    free(all);
    return severities;
}

/* A limit beyond every coordinate is none. */
static double limit_in(const rw_space *from, const rw_space *to, double limit)
{
    const double converted = isfinite(limit) ? rw_space_convert_length(from, to, limit) : limit;
    return converted > RW_MAX_COORDINATE ? (double)INFINITY : converted;
}

/* The rules with their lengths in the request's units. */
static rw_crossing_rules rules_in(const rw_crossing_rules *rules, const rw_space *from, const rw_space *to)
{
    rw_crossing_rules converted = *rules;
    converted.landing_offset = rw_space_convert_length(from, to, rules->landing_offset);
    converted.landing_height = rw_space_convert_length(from, to, rules->landing_height);
    converted.ledge_offset = rw_space_convert_length(from, to, rules->ledge_offset);
    converted.min_height = rw_space_convert_length(from, to, rules->min_height);
    converted.max_height = limit_in(from, to, rules->max_height);
    converted.max_length = limit_in(from, to, rules->max_length);
    return converted;
}

static rw_pose pose_in(const rw_placement *placement, const rw_space *from, const rw_space *to)
{
    const rw_pose pose = {placement->position,
                          placement->has_yaw ? rw_space_yaw(from, placement->yaw) : placement->rotation};
    return rw_space_convert_pose(from, to, pose);
}

static rw_placement placement_of(rw_pose pose)
{
    return (rw_placement){.position = pose.position, .rotation = pose.rotation};
}

static rw_status place_by_obstacle(const rw_provider *provider, const rw_space *clip_space, const rw_space *space,
                                   const rw_surroundings *around, rw_placing *out, rw_diagnostics *diagnostics)
{
    const rw_crossing_rules rules =
        rw_space_equal(clip_space, space) ? provider->rules : rules_in(&provider->rules, clip_space, space);
    rw_crossing_points points;
    const rw_status status =
        rw_obstacle_points(space, around->actor, around->obstacle, &rules, &points, diagnostics);
    if (status != RW_OK)
        return status;
    rw_placing placing = {.refusal = points.refusal,
                          .count = points.refusal == RW_REFUSAL_NONE ? points.count : 0,
                          .has_measures = points.refusal != RW_REFUSAL_TILTED,
                          .height = points.height,
                          .length = points.length,
                          .approach_angle = points.approach_angle};
    for (size_t i = 0; i < placing.count; i++)
        placing.points[i] = points.points[i];
    *out = placing;
    return RW_OK;
}

static rw_status place_by_partner(const rw_provider *provider, const rw_space *clip_space, const rw_space *space,
                                  const rw_surroundings *around, rw_placing *out, rw_diagnostics *diagnostics)
{
    rw_placement relative = provider->relative;
    if (!rw_space_equal(clip_space, space))
        relative = placement_of(pose_in(&provider->relative, clip_space, space));
    rw_placing placing = {.refusal = RW_REFUSAL_NONE, .count = 1};
    const rw_status status = rw_align_point(space, around->partner, &relative, &placing.points[0], diagnostics);
    if (status == RW_OK)
        *out = placing;
    return status;
}

rw_status rw_plan_place(const rw_plan *plan, const rw_surroundings *around, rw_placing *out,
                        rw_diagnostics *diagnostics)
{
    rw_clip_info clip;
    rw_clip_describe(rw_profile_clip(plan->profile), &clip);
    const rw_space *space = around->space != NULL ? around->space : &clip.space;
    if (rw_space_validate(space, "/space", diagnostics) != RW_OK)
        return RW_INVALID;
    if (plan->provider.kind == RW_PROVIDER_ALIGN)
        return place_by_partner(&plan->provider, &clip.space, space, around, out, diagnostics);
    return place_by_obstacle(&plan->provider, &clip.space, space, around, out, diagnostics);
}
