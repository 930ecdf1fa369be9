#include "random_provider.h"

#include <math.h>

/* A vector by its components along forward, right and up. */
static rw_vec3 vector(const rw_space *space, double ahead, double aside, double above)
{
    rw_vec3 f = rw_space_forward(space);
    rw_vec3 r = rw_space_right(space);
    rw_vec3 u = rw_space_up(space);
    rw_vec3 v = {f.x * ahead + r.x * aside + u.x * above, f.y * ahead + r.y * aside + u.y * above,
                 f.z * ahead + r.z * aside + u.z * above};
    return v;
}

static rw_vec3 sum(rw_vec3 a, rw_vec3 b)
{
    rw_vec3 v = {a.x + b.x, a.y + b.y, a.z + b.z};
    return v;
}

static rw_vec3 positive(rw_vec3 v)
{
    rw_vec3 p = {fabs(v.x), fabs(v.y), fabs(v.z)};
    return p;
}

/* Mostly near the origin, sometimes ten kilometres or ten million units away. */
static rw_vec3 anywhere(rw_random *random, double unit)
{
    static const double metres[] = {10.0, 10.0, 10.0, 1e4};
    size_t choice = rw_random_below(random, 5);
    double reach = choice < 4 ? metres[choice] * unit : 1e7;
    rw_vec3 p = {rw_random_between(random, -reach, reach), rw_random_between(random, -reach, reach),
                 rw_random_between(random, -reach, reach)};
    return p;
}

/* Turned by a small pitch and roll besides. */
static rw_quat leaning(const rw_space *space, rw_quat q, double pitch, double roll)
{
    rw_vec3 v = vector(space, roll, pitch, 0.0);
    rw_quat out = {q.x + q.w * v.x + q.y * v.z - q.z * v.y, q.y + q.w * v.y + q.z * v.x - q.x * v.z,
                   q.z + q.w * v.z + q.x * v.y - q.y * v.x, q.w - q.x * v.x - q.y * v.y - q.z * v.z};
    return out;
}

static rw_placement box_placement(rw_random *random, const rw_space *space, rw_vec3 centre)
{
    static const double quarter[] = {0.0, 90.0, 180.0, 270.0};
    rw_placement p = {.position = centre};
    size_t choice = rw_random_below(random, 20);
    p.has_yaw = choice < 6;
    p.yaw = choice < 3 ? quarter[rw_random_below(random, 4)] : rw_random_between(random, -720.0, 720.0);
    p.rotation = rw_random_yaw(random, space);
    if (choice >= 16) { /* a lean below or above a degree: half the angle is 0.0087 */
        double lean = choice < 19 ? 0.005 : 0.02;
        p.rotation = leaning(space, p.rotation, rw_random_between(random, -lean, lean),
                             rw_random_between(random, -lean, lean));
    } else if (choice == 15 && rw_random_chance(random, 30)) {
        p.rotation = rw_random_rotation(random);
    }
    return p;
}

static rw_placement actor_placement(rw_random *random, const rw_space *space, rw_vec3 position)
{
    rw_placement p = {.position = position, .has_yaw = rw_random_chance(random, 30)};
    p.yaw = rw_random_between(random, -720.0, 720.0);
    p.rotation = rw_random_chance(random, 50) ? rw_random_yaw(random, space) : rw_random_rotation(random);
    if (rw_random_chance(random, 2)) { /* looks straight up */
        rw_vec3 v = vector(space, 0.0, 1.0, 0.0);
        rw_quat q = {v.x, v.y, v.z, 1.0};
        p.rotation = q;
    }
    return p;
}

static rw_crossing_rules rules_of(rw_random *random, double unit, double top, double up)
{
    rw_crossing_rules rules =
        rw_crossing_rules_default(rw_random_chance(random, 60) ? RW_CROSSING_VAULT : RW_CROSSING_MANTLE);
    if (rw_random_chance(random, 70))
        rules.landing_offset = rw_random_between(random, 0.0, 2.0) * unit;
    if (rw_random_chance(random, 70))
        rules.ledge_offset = rw_random_between(random, 0.0, 2.0) * unit;
    rules.has_landing_height = rw_random_chance(random, 30);
    rules.landing_height = up + rw_random_between(random, -3.0, 3.0) * unit;
    if (rw_random_chance(random, 25))
        rules.min_height = rw_random_between(random, 0.0, 0.7) * top;
    if (rw_random_chance(random, 25))
        rules.max_height = rules.min_height + rw_random_between(random, 0.0, 3.0) * unit;
    if (rw_random_chance(random, 25))
        rules.max_length = rw_random_between(random, 0.0, 4.0) * unit;
    if (rw_random_chance(random, 25))
        rules.max_approach_angle = rw_random_between(random, 10.0, 180.0);
    return rules;
}

static double largest(rw_vec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

rw_random_crossing rw_random_crossing_make(uint64_t seed)
{
    rw_random random = {seed * 0x2545f4914f6cdd1du + 3u};
    rw_random_crossing c = {.space = rw_random_space(&random)};
    double unit = 1.0 / c.space.metres_per_unit;
    rw_vec3 ground = anywhere(&random, unit);
    double deep = rw_random_between(&random, 0.05, 4.0) * unit;
    double wide = rw_random_between(&random, 0.05, 8.0) * unit;
    double high = rw_random_between(&random, 0.1, 3.0) * unit;
    c.obstacle.size = positive(vector(&c.space, deep, wide, high));
    c.obstacle.placement = box_placement(&random, &c.space, sum(ground, vector(&c.space, 0.0, 0.0, 0.5 * high)));
    /* Before, beside or, seldom, within the box; mostly on the ground that it stands on, seldom above its top. */
    double reach = rw_random_chance(&random, 10) ? 0.3 : 4.0;
    double above = rw_random_chance(&random, 25) ? rw_random_between(&random, -2.0, 4.0) : 0.0;
    rw_vec3 beside = vector(&c.space, rw_random_between(&random, -1.0, 1.0) * (deep + reach * unit),
                            rw_random_between(&random, -1.0, 1.0) * (wide + reach * unit), above * unit);
    c.actor = actor_placement(&random, &c.space, sum(ground, beside));
    rw_vec3 up = rw_space_up(&c.space);
    c.rules = rules_of(&random, unit, high, c.actor.position.x * up.x + c.actor.position.y * up.y + c.actor.position.z * up.z);
    c.extent = unit + largest(c.actor.position) + largest(c.obstacle.placement.position) + largest(c.obstacle.size);
    return c;
}

static rw_placement any_placement(rw_random *random, rw_vec3 position)
{
    rw_placement p = {.position = position, .has_yaw = rw_random_chance(random, 30)};
    p.yaw = rw_random_between(random, -720.0, 720.0);
    p.rotation = rw_random_rotation(random);
    return p;
}

rw_random_pair rw_random_pair_make(uint64_t seed)
{
    rw_random random = {seed * 0x2545f4914f6cdd1du + 7u};
    rw_random_pair p = {.space = rw_random_space(&random)};
    double unit = 1.0 / p.space.metres_per_unit;
    p.partner = any_placement(&random, anywhere(&random, unit));
    rw_vec3 beside = {rw_random_between(&random, -3.0, 3.0) * unit, rw_random_between(&random, -3.0, 3.0) * unit,
                      rw_random_between(&random, -3.0, 3.0) * unit};
    p.relative = any_placement(&random, beside);
    p.extent = unit + largest(p.partner.position) + largest(p.relative.position);
    return p;
}
