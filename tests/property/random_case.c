#include "random_case.h"

#include <math.h>
#include <string.h>

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
uint64_t rw_random_bits(rw_random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double rw_random_between(rw_random *random, double low, double high)
{
    double part = (double)(rw_random_bits(random) >> 44) / 1048576.0;
    return low + (high - low) * part;
}

size_t rw_random_below(rw_random *random, size_t count)
{
    return (size_t)(rw_random_bits(random) % count);
}

bool rw_random_chance(rw_random *random, unsigned percent)
{
    return rw_random_below(random, 100) < percent;
}

rw_quat rw_random_rotation(rw_random *random)
{
    for (;;) {
        rw_quat q = {rw_random_between(random, -1.0, 1.0), rw_random_between(random, -1.0, 1.0),
                     rw_random_between(random, -1.0, 1.0), rw_random_between(random, -1.0, 1.0)};
        if (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w > 0.01)
            return q;
    }
}

rw_quat rw_random_yaw(rw_random *random, const rw_space *space)
{
    return rw_space_yaw(space, rw_random_between(random, -180.0, 180.0));
}

rw_space rw_random_space(rw_random *random)
{
    static const double units[] = {1.0, 0.01, 0.0254, 0.3048, 100.0};
    size_t first = rw_random_below(random, 3);
    size_t second = (first + 1 + rw_random_below(random, 2)) % 3;
    size_t third = 3 - first - second;
    rw_space space = {(rw_axis)(2 * first + rw_random_below(random, 2)), (rw_axis)(2 * second + rw_random_below(random, 2)),
                      (rw_axis)(2 * third + rw_random_below(random, 2)), units[rw_random_below(random, 5)]};
    return space;
}

static rw_quat rotation(rw_random *random, const rw_space *space, bool straight)
{
    return straight ? rw_random_yaw(random, space) : rw_random_rotation(random);
}

static rw_vec3 point(rw_random *random, double reach)
{
    rw_vec3 p = {rw_random_between(random, -reach, reach), rw_random_between(random, -reach, reach),
                 rw_random_between(random, -reach, reach)};
    return p;
}

static rw_vec3 along(rw_vec3 axis, double length)
{
    rw_vec3 v = {axis.x * length, axis.y * length, axis.z * length};
    return v;
}

static rw_vec3 sum(rw_vec3 a, rw_vec3 b)
{
    rw_vec3 v = {a.x + b.x, a.y + b.y, a.z + b.z};
    return v;
}

static void make_motion(rw_random_case *c, rw_random *random, rw_random_options options)
{
    const rw_space *space = &c->space;
    double unit = 1.0 / space->metres_per_unit;
    size_t n = 8 + rw_random_below(random, RW_RANDOM_SAMPLES - 8);
    size_t shape = rw_random_below(random, 6); /* straight, curved, wind-up, out and back, in place, wandering */
    rw_vec3 origin = point(random, rw_random_chance(random, 20) ? 1e5 * unit : 2.0 * unit);
    double length = rw_random_between(random, 0.5, 6.0) * unit;
    double yaw = 0.0;
    double spin = rw_random_between(random, -8.0, 8.0);
    rw_vec3 wander = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < n; i++) {
        double a = (double)i / (double)(n - 1);
        double ahead = a;
        double aside = 0.0;
        if (shape == 1)
            aside = 0.5 * a * a;
        if (shape == 2)
            ahead = 1.2 * a * a - 0.2 * a;
        if (shape == 3)
            ahead = 4.0 * a * (1.0 - a) + 0.05 * a;
        if (shape == 4)
            ahead = 0.0;
        rw_vec3 p = sum(along(rw_space_forward(space), ahead * length), along(rw_space_right(space), aside * length));
        if (shape == 1 || shape == 5)
            p = sum(p, along(rw_space_up(space), 0.4 * a * (1.3 - a) * length));
        if (shape == 5) {
            wander = sum(wander, point(random, 0.05 * length));
            p = sum(p, wander);
        }
        c->positions[i] = sum(origin, p);
        yaw += spin;
        c->rotations[i] = rw_space_yaw(space, yaw);
        if (!options.straight && shape == 5) { /* a tilt that comes and goes */
            rw_quat q = c->rotations[i];
            q.x += 0.1 * a;
            q.y -= 0.05 * a;
            q.z += 0.03;
            c->rotations[i] = q;
        }
    }
    static const double rates[] = {24.0, 30.0, 60.0, 30000.0 / 1001.0};
    rw_clip_desc desc = {.space = *space,
                         .frame_rate = rates[rw_random_below(random, 4)],
                         .loop = !options.plain && rw_random_chance(random, 20),
                         .sample_count = n,
                         .positions = c->positions,
                         .rotation_count = rw_random_chance(random, 70) ? n : 0,
                         .rotations = c->rotations,
                         .windows = c->windows,
                         .events = c->events};
    c->clip_desc = desc;
}

/* count ordered cuts of 0 .. 1, at least 1/32 apart. */
static void cuts(rw_random *random, size_t count, double *out)
{
    double room = 1.0 - (double)(count - 1) / 32.0;
    for (size_t i = 0; i < count; i++)
        out[i] = rw_random_between(random, 0.0, room);
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && out[j] < out[j - 1]; j--) {
            double t = out[j];
            out[j] = out[j - 1];
            out[j - 1] = t;
        }
    for (size_t i = 0; i < count; i++)
        out[i] += (double)i / 32.0;
}

static void make_reach(rw_random_case *c, rw_random *random, rw_random_options options, double duration)
{
    double at[2 * RW_RANDOM_WINDOWS];
    double unit = 1.0 / c->space.metres_per_unit;
    size_t count = 1 + rw_random_below(random, rw_random_chance(random, 30) ? RW_RANDOM_WINDOWS : 1);
    double reach = c->clip_desc.loop ? 2.5 * duration : duration;
    cuts(random, 2 * count, at);
    for (size_t i = 0; i < count; i++) {
        rw_window window = {"reach", at[2 * i] * reach, at[2 * i + 1] * reach};
        c->windows[i] = window;
    }
    c->clip_desc.window_count = count;

    rw_profile_desc desc = rw_profile_desc_default(RW_PROFILE_REACH);
    desc.window = "reach";
    desc.scale_band.min = rw_random_between(random, 0.1, 0.9);
    desc.scale_band.max = rw_random_between(random, 1.0, 3.0);
    desc.contact_offset = rw_random_between(random, -0.3, 0.3) * unit;
    desc.plane = rw_random_chance(random, 20) ? RW_PLANE_FULL : RW_PLANE_HORIZONTAL;
    if (desc.plane == RW_PLANE_HORIZONTAL && rw_random_chance(random, 30))
        desc.vertical = RW_VERTICAL_TARGET;
    desc.has_rate = rw_random_chance(random, 50);
    desc.rate.min = rw_random_between(random, 0.3, 1.0);
    desc.rate.max = rw_random_between(random, 1.0, 3.0);
    desc.method = (rw_method)rw_random_below(random, 5);
    desc.easing = (rw_easing)rw_random_below(random, 17);
    desc.rotation = (rw_rotation)rw_random_below(random, 3);
    desc.turn = (rw_turn)rw_random_below(random, 2);
    if (!options.plain && rw_random_chance(random, 20))
        desc.turn_cap = rw_random_between(random, 20.0, 400.0);
    if (!options.plain && rw_random_chance(random, 20)) {
        desc.conditions.max_angle = rw_random_between(random, 10.0, 180.0);
        desc.conditions.max_distance = rw_random_between(random, 1.0, 8.0) * unit;
    }
    c->profile_desc = desc;
}

static void make_phases(rw_random_case *c, rw_random *random, rw_random_options options, double duration)
{
    double at[2 * RW_RANDOM_PHASES];
    double unit = 1.0 / c->space.metres_per_unit;
    size_t count = 1 + rw_random_below(random, RW_RANDOM_PHASES);
    double reach = c->clip_desc.loop ? 2.5 * duration : duration;
    cuts(random, 2 * count, at);
    for (size_t i = 0; i < count; i++) {
        rw_phase_desc phase = rw_phase_desc_default();
        bool adjacent = i > 0 && rw_random_chance(random, 50);
        phase.start = adjacent ? c->phases[i - 1].end : at[2 * i] * reach;
        phase.end = at[2 * i + 1] * reach;
        if (rw_random_chance(random, 50)) {
            phase.translation_offset = point(random, 0.5 * unit);
            phase.rotation_offset = rotation(random, &c->space, options.straight);
        }
        phase.has_rate = rw_random_chance(random, 60);
        phase.rate.min = rw_random_between(random, 0.3, 1.0);
        phase.rate.max = rw_random_between(random, 1.0, 3.0);
        phase.method = (rw_method)rw_random_below(random, 5);
        phase.easing = (rw_easing)rw_random_below(random, 17);
        phase.rotation = (rw_rotation)rw_random_below(random, 3);
        phase.turn = (rw_turn)rw_random_below(random, 2);
        if (!options.plain) {
            if (phase.method != RW_METHOD_SCALE && rw_random_chance(random, 20)) {
                rw_axis_switch s = {rw_random_chance(random, 60), rw_random_chance(random, 50),
                                    rw_random_chance(random, 60)};
                phase.axes[rw_random_below(random, 3)] = s;
            }
            if (rw_random_chance(random, 15))
                phase.turn_cap = rw_random_between(random, 20.0, 400.0);
            if (i + 1 == count && rw_random_chance(random, 20)) {
                phase.land = RW_LAND_CLIP;
            } else if (rw_random_chance(random, 15)) {
                phase.has_anchor = true;
                phase.anchor = point(random, 0.5 * unit);
            }
        }
        c->phases[i] = phase;
    }
    rw_profile_desc desc = rw_profile_desc_default(RW_PROFILE_PHASES);
    desc.phase_count = count;
    desc.phases = c->phases;
    c->profile_desc = desc;
}

static rw_placement placement(rw_random *random, rw_vec3 position, const rw_space *space, bool straight)
{
    rw_placement p = {.position = position, .has_yaw = rw_random_chance(random, 30)};
    p.yaw = rw_random_between(random, -720.0, 720.0);
    p.rotation = rotation(random, space, straight);
    return p;
}

static void make_job(rw_random_case *c, rw_random *random, rw_random_options options, double duration)
{
    const rw_space *space = &c->space;
    double unit = 1.0 / space->metres_per_unit;
    rw_vec3 where = point(random, rw_random_chance(random, 20) ? 1e4 * unit : 10.0 * unit);
    c->job = rw_resolve_job_default(c->profile);
    double latest = c->clip_desc.loop ? 3.0 * duration : duration;
    c->job.time = rw_random_chance(random, 60) ? 0.0 : rw_random_between(random, 0.0, latest);
    if (rw_random_chance(random, 30))
        c->job.play_rate = rw_random_between(random, 0.5, 2.0);
    c->job.actor.placement = placement(random, where, space, options.straight);
    c->job.actor.radius = rw_random_between(random, 0.0, 0.6) * unit;
    if (rw_random_chance(random, 40))
        c->job.actor.scale = rw_random_between(random, 0.5, 2.0);
    c->job.target.placement = placement(random, sum(where, point(random, 5.0 * unit)), space, options.straight);
    c->job.target.has_rotation = true;
    c->job.target.radius = rw_random_between(random, 0.0, 0.6) * unit;
    if (!options.plain && rw_random_chance(random, 30))
        c->job.target.velocity = point(random, 3.0 * unit);
    for (size_t i = 0; i < RW_RANDOM_PHASES; i++)
        c->targets[i] = placement(random, sum(where, point(random, 5.0 * unit)), space, options.straight);
    c->job.targets = c->targets;
    c->job.target_count = c->profile_desc.phase_count;
}

void rw_random_case_arrays(rw_random_case *c, rw_resolution *resolution)
{
    memset(resolution, 0, sizeof *resolution);
    resolution->phases = c->phase_results;
    resolution->phase_capacity = RW_RANDOM_PHASES;
    resolution->windows = c->window_results;
    resolution->window_capacity = RW_RANDOM_WINDOWS;
    resolution->events = c->event_results;
    resolution->event_capacity = 2;
}

bool rw_random_case_make(rw_random_case *c, uint64_t seed, rw_random_options options)
{
    rw_random random = {seed * 0x2545f4914f6cdd1du + 1u};
    rw_random_bits(&random);
    c->space = *rw_space_preset(rw_space_preset_name(rw_random_below(&random, 5)));
    make_motion(c, &random, options);
    double duration = (double)(c->clip_desc.sample_count - 1) / c->clip_desc.frame_rate;
    bool reach = options.reach_only || (!options.phases_only && rw_random_chance(&random, 50));
    if (reach)
        make_reach(c, &random, options, duration);
    else
        make_phases(c, &random, options, duration);
    for (size_t i = 0; i < 2; i++) {
        rw_event event = {i == 0 ? "hit" : "step", rw_random_between(&random, 0.0, duration)};
        c->events[i] = event;
    }
    c->clip_desc.event_count = 2;
    if (rw_clip_compile(&c->clip_desc, c->clip_memory, sizeof c->clip_memory, &c->clip, NULL) != RW_OK)
        return false;
    if (rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory, &c->profile, NULL) !=
        RW_OK)
        return false;
    make_job(c, &random, options, duration);
    rw_random_case_arrays(c, &c->resolution);
    return true;
}
