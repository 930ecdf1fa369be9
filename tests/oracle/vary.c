#include "vary.h"

static void normalise_times(rw_random_case *c)
{
    rw_clip_info info;
    rw_clip_describe(c->clip, &info);
    for (size_t i = 0; i < c->clip_desc.window_count; i++) {
        c->windows[i].start /= info.duration;
        c->windows[i].end /= info.duration;
    }
    for (size_t i = 0; i < c->profile_desc.phase_count; i++) {
        c->phases[i].start /= info.duration;
        c->phases[i].end /= info.duration;
    }
    c->clip_desc.times_normalised = true;
    c->profile_desc.times_normalised = true;
}

static void ask_at_an_edge(rw_random_case *c, rw_random *random)
{
    bool start = rw_random_chance(random, 50);
    if (c->profile_desc.kind == RW_PROFILE_REACH) {
        rw_window w = rw_clip_window(c->clip, rw_random_below(random, c->clip_desc.window_count));
        c->job.time = start ? w.start : w.end;
    } else {
        size_t i = rw_random_below(random, c->profile_desc.phase_count);
        c->job.time = start ? c->phases[i].start : c->phases[i].end;
    }
}

static void limit_more(rw_random_case *c, rw_random *random)
{
    double unit = 1.0 / c->space.metres_per_unit;
    c->profile_desc.max_speed = rw_random_between(random, 0.5, 20.0) * unit;
    if (c->profile_desc.kind == RW_PROFILE_REACH) {
        c->profile_desc.conditions.min_distance = rw_random_between(random, 0.0, 1.0) * unit;
        c->profile_desc.conditions.max_height = rw_random_between(random, 1.0, 6.0) * unit;
    }
}

bool rw_vary_case(rw_random_case *c, uint64_t seed, rw_space *space)
{
    rw_random random = {seed ^ 0x6f7261636c65u};
    bool normalised = rw_random_chance(&random, 20);
    if (normalised)
        normalise_times(c);
    if (rw_random_chance(&random, 20))
        limit_more(c, &random);
    if (rw_clip_compile(&c->clip_desc, c->clip_memory, sizeof c->clip_memory, &c->clip, NULL) != RW_OK ||
        rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory, &c->profile, NULL) !=
            RW_OK)
        return false;
    c->job.profile = c->profile;
    if (!normalised && rw_random_chance(&random, 15))
        ask_at_an_edge(c, &random);
    if (rw_random_chance(&random, 50)) {
        *space = rw_random_space(&random);
        c->job.space = space;
    }
    return true;
}
