/* The laws of obstacles, over seeded random boxes, actors and rules. */
#include <string.h>

#include "law.h"
#include "random_provider.h"
#include "rotation.h"

#define CASES 20000

/* ---- the box as the test sees it ---- */

typedef struct seen_box {
    rw_vec3 centre, up, ahead, aside; /* level unit vectors */
    double half_ahead, half_aside, top;
} seen_box;

static double extent_along(rw_vec3 size, rw_vec3 axis)
{
    return fabs(rw_dot(size, axis));
}

static rw_vec3 level(rw_vec3 v, rw_vec3 up)
{
    rw_vec3 flat = rw_flat(v, up);
    return rw_mul(flat, 1.0 / rw_length(flat));
}

static seen_box see(const rw_random_crossing *c)
{
    rw_vec3 up = rw_space_up(&c->space);
    rw_vec3 forward = rw_space_forward(&c->space);
    rw_vec3 right = rw_space_right(&c->space);
    rw_quat q = rw_law_rotation(&c->obstacle.placement, &c->space);
    double turn = rw_dot(rw_v(q.x, q.y, q.z), up); /* of a box that leans the yaw counts */
    q = rw_quat_normalised(rw_q(up.x * turn, up.y * turn, up.z * turn, q.w));
    seen_box box = {.centre = c->obstacle.placement.position, .up = up};
    box.ahead = level(rw_rotate(q, forward), up);
    box.aside = level(rw_rotate(q, right), up);
    box.half_ahead = extent_along(c->obstacle.size, forward) / 2.0;
    box.half_aside = extent_along(c->obstacle.size, right) / 2.0;
    box.top = rw_dot(box.centre, up) + extent_along(c->obstacle.size, up) / 2.0;
    return box;
}

/* How far outside the box a point is, seen from above: below zero within. */
static double outside(const seen_box *box, rw_vec3 p)
{
    rw_vec3 d = rw_sub(p, box->centre);
    double ahead = fabs(rw_dot(d, box->ahead)) - box->half_ahead;
    double aside = fabs(rw_dot(d, box->aside)) - box->half_aside;
    if (ahead <= 0.0 && aside <= 0.0)
        return fmax(ahead, aside);
    return sqrt(fmax(ahead, 0.0) * fmax(ahead, 0.0) + fmax(aside, 0.0) * fmax(aside, 0.0));
}

/* By how much the two faces that the actor is furthest in front of differ; and the actor and the furthest's plane. */
static double face_margin(const seen_box *box, rw_vec3 actor)
{
    rw_vec3 d = rw_sub(actor, box->centre);
    double ahead = fabs(rw_dot(d, box->ahead)) - box->half_ahead;
    double aside = fabs(rw_dot(d, box->aside)) - box->half_aside;
    double tie = fmin(fabs(ahead - aside), 2.0 * fmin(fabs(rw_dot(d, box->ahead)), fabs(rw_dot(d, box->aside))));
    return fmin(tie, fabs(fmax(ahead, aside)));
}

static double nothing(const rw_space *space)
{
    return 1e-6 / space->metres_per_unit;
}

/* ---- asking ---- */

static rw_crossing_points ask(const rw_random_crossing *c, uint64_t seed)
{
    rw_diagnostic items[4];
    rw_diagnostics list = {items, 4, 0};
    rw_crossing_points out;
    memset(&out, 0, sizeof out);
    ck_assert_msg(rw_obstacle_points(&c->space, &c->actor, &c->obstacle, &c->rules, &out, &list) == RW_OK,
                  "box %llu: %s %s", (unsigned long long)seed, items[0].field, items[0].detail);
    return out;
}

/* The same box and actor with nothing forbidden. */
static rw_random_crossing allowed(rw_random_crossing c)
{
    rw_crossing_rules any = rw_crossing_rules_default(c.rules.crossing);
    c.rules.min_height = any.min_height;
    c.rules.max_height = any.max_height;
    c.rules.max_length = any.max_length;
    c.rules.max_approach_angle = any.max_approach_angle;
    return c;
}

static rw_vec3 inward_of(const rw_random_crossing *c, const rw_crossing_points *points)
{
    return rw_rotate(points->points[0].rotation, rw_space_forward(&c->space));
}

/* Rounding can decide otherwise: a measure within this share of the extent of what decides. */
static bool on_edge(const rw_random_crossing *c, const rw_crossing_points *p)
{
    seen_box box = see(c);
    double near = 2.0 * nothing(&c->space) + 1e-12 * c->extent;
    const rw_crossing_rules *r = &c->rules;
    return face_margin(&box, c->actor.position) < near || fabs(p->height - r->min_height) < near ||
           fabs(p->height - r->max_height) < near || fabs(p->length - r->max_length) < near ||
           fabs(p->approach_angle - r->max_approach_angle) < 1e-6 || fabs(p->tilt - 1.0) < 1e-6;
}

/* ---- what is refused ---- */

static rw_refusal forbidden(const rw_random_crossing *c, const rw_crossing_points *p)
{
    const rw_crossing_rules *r = &c->rules;
    double hair = nothing(&c->space);
    seen_box box = see(c);
    rw_vec3 d = rw_sub(c->actor.position, box.centre);
    if (p->tilt > 1.0 + 1e-9)
        return RW_REFUSAL_TILTED;
    if (fabs(rw_dot(d, box.ahead)) < box.half_ahead - hair && fabs(rw_dot(d, box.aside)) < box.half_aside - hair)
        return RW_REFUSAL_INSIDE;
    if (p->height < r->min_height - hair)
        return RW_REFUSAL_TOO_LOW;
    if (p->height > r->max_height + hair)
        return RW_REFUSAL_TOO_HIGH;
    if (p->length > r->max_length + hair)
        return RW_REFUSAL_TOO_LONG;
    return p->approach_angle > r->max_approach_angle + 1e-9 ? RW_REFUSAL_APPROACH_ANGLE : RW_REFUSAL_NONE;
}

START_TEST(refusal__is_the_first_limit_that_the_measures_break)
{
    unsigned long seen[RW_REFUSAL_APPROACH_ANGLE + 1] = {0};
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing c = rw_random_crossing_make(seed);
        rw_crossing_points p = ask(&c, seed);
        rw_refusal wanted = forbidden(&c, &p);
        ck_assert_msg(p.refusal == wanted || on_edge(&c, &p), "box %llu: %s instead of %s", (unsigned long long)seed,
                      rw_refusal_name(p.refusal), rw_refusal_name(wanted));
        size_t points = c.rules.crossing == RW_CROSSING_VAULT ? 3 : 2;
        ck_assert_uint_eq(p.count, p.refusal == RW_REFUSAL_NONE ? points : 0);
        seen[p.refusal]++;
    }
    for (size_t i = 0; i <= RW_REFUSAL_APPROACH_ANGLE; i++) /* the cases cover each of them */
        ck_assert_msg(seen[i] * 100 >= rw_law_cases(CASES), "only %lu of %s", seen[i], rw_refusal_name((rw_refusal)i));
    ck_assert_uint_ge(seen[RW_REFUSAL_NONE] * 10, rw_law_cases(CASES) * 3);
}
END_TEST

static bool same_points(const rw_crossing_points *a, const rw_crossing_points *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = memcmp(&a->points[i].position, &b->points[i].position, sizeof(rw_vec3)) == 0 &&
               memcmp(&a->points[i].rotation, &b->points[i].rotation, sizeof(rw_quat)) == 0;
    return same;
}

/* Equal to the limit passes, and gives the points that no limit would have changed; beyond it refuses. */
static void check_limit(rw_random_crossing *c, double *limit, double measured, double beyond, rw_refusal reason,
                        uint64_t seed)
{
    double before = *limit;
    rw_crossing_points free_of = ask(c, seed);
    *limit = measured;
    rw_crossing_points at = ask(c, seed);
    *limit = measured + beyond;
    rw_crossing_points past = ask(c, seed);
    *limit = before;
    ck_assert_msg(at.refusal == RW_REFUSAL_NONE && same_points(&at, &free_of), "box %llu: %s at its limit %.17g",
                  (unsigned long long)seed, rw_refusal_name(reason), measured);
    ck_assert_msg(past.refusal == reason && past.count == 0, "box %llu: %s instead of %s", (unsigned long long)seed,
                  rw_refusal_name(past.refusal), rw_refusal_name(reason));
    ck_assert(past.height == at.height && past.length == at.length && past.approach_angle == at.approach_angle);
}

START_TEST(refusal__begins_where_the_limit_is)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing made = rw_random_crossing_make(seed);
        rw_random_crossing c = allowed(made);
        rw_crossing_points p = ask(&c, seed);
        if (p.refusal != RW_REFUSAL_NONE)
            continue; /* within the box, tilted, or above its top */
        double hair = 2.0 * nothing(&c.space);
        check_limit(&c, &c.rules.min_height, fmax(p.height, 0.0), hair, RW_REFUSAL_TOO_LOW, seed);
        if (p.height > hair)
            check_limit(&c, &c.rules.max_height, p.height, -hair, RW_REFUSAL_TOO_HIGH, seed);
        check_limit(&c, &c.rules.max_length, p.length, -hair, RW_REFUSAL_TOO_LONG, seed);
        if (p.approach_angle > 1e-6)
            check_limit(&c, &c.rules.max_approach_angle, p.approach_angle, -1e-6, RW_REFUSAL_APPROACH_ANGLE, seed);
    }
}
END_TEST

/* ---- where the points lie ---- */

static void check_length(double got, double wanted, double tolerance, const char *what, uint64_t seed)
{
    ck_assert_msg(fabs(got - wanted) <= tolerance, "box %llu: %s is %.17g instead of %.17g", (unsigned long long)seed,
                  what, got, wanted);
}

static void check_vault(const rw_random_crossing *c, const rw_crossing_points *p, const seen_box *box, uint64_t seed)
{
    double rounding = 1e-13 * c->extent;
    rw_vec3 inward = inward_of(c, p);
    rw_vec3 across = rw_sub(p->points[1].position, p->points[0].position);
    rw_vec3 beyond = rw_sub(p->points[2].position, p->points[1].position);
    check_length(outside(box, p->points[1].position), 0.0, rounding, "the far edge's distance from the box", seed);
    check_length(rw_dot(p->points[1].position, box->up), box->top, rounding, "the far edge's height", seed);
    check_length(rw_dot(across, inward), p->length, rounding, "from edge to edge", seed);
    check_length(rw_length(across), p->length, rounding, "from edge to edge, straight", seed);
    check_length(outside(box, p->points[2].position), c->rules.landing_offset, rounding, "the landing's distance", seed);
    check_length(rw_dot(beyond, inward), c->rules.landing_offset, rounding, "the landing beyond the far edge", seed);
    check_length(rw_length(rw_flat(beyond, box->up)), c->rules.landing_offset, rounding, "the landing, straight", seed);
    double height = c->rules.has_landing_height ? c->rules.landing_height : rw_dot(c->actor.position, box->up);
    check_length(rw_dot(p->points[2].position, box->up), height, rounding, "the landing's height", seed);
}

static void check_mantle(const rw_random_crossing *c, const rw_crossing_points *p, const seen_box *box, uint64_t seed)
{
    double rounding = 1e-13 * c->extent;
    rw_vec3 step = rw_sub(p->points[1].position, p->points[0].position);
    double wanted = fmin(c->rules.ledge_offset, p->length);
    ck_assert(outside(box, p->points[1].position) <= rounding);
    check_length(rw_dot(p->points[1].position, box->up), box->top, rounding, "the ledge's height", seed);
    check_length(rw_dot(step, inward_of(c, p)), wanted, rounding, "the ledge inward of the edge", seed);
    check_length(rw_length(step), wanted, rounding, "the ledge, straight", seed);
}

START_TEST(points__lie_on_the_box_and_the_landing_beyond_it)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing made = rw_random_crossing_make(seed);
        rw_random_crossing c = allowed(made);
        rw_crossing_points p = ask(&c, seed);
        if (p.refusal != RW_REFUSAL_NONE)
            continue;
        seen_box box = see(&c);
        double rounding = 1e-13 * c.extent;
        rw_vec3 near = p.points[0].position;
        rw_vec3 back = rw_sub(near, c.actor.position);
        check_length(outside(&box, near), 0.0, rounding, "the near edge's distance from the box", seed);
        check_length(rw_dot(near, box.up), box.top, rounding, "the near edge's height", seed);
        check_length(p.height, rw_dot(back, box.up), rounding, "the height", seed);
        ck_assert(rw_dot(back, inward_of(&c, &p)) >= -nothing(&c.space) - rounding); /* not from behind the face */
        if (c.rules.crossing == RW_CROSSING_VAULT)
            check_vault(&c, &p, &box, seed);
        else
            check_mantle(&c, &p, &box, seed);
    }
}
END_TEST

/* Of the whole top edge the near edge is nearest to the actor, and the face is the one it is furthest in front of. */
START_TEST(points__near_edge_is_the_nearest_of_the_entry_face)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing made = rw_random_crossing_make(seed);
        rw_random_crossing c = allowed(made);
        rw_crossing_points p = ask(&c, seed);
        if (p.refusal != RW_REFUSAL_NONE || on_edge(&c, &p))
            continue;
        seen_box box = see(&c);
        rw_vec3 inward = inward_of(&c, &p);
        rw_vec3 d = rw_sub(c.actor.position, box.centre);
        bool first = fabs(rw_dot(d, box.ahead)) - box.half_ahead > fabs(rw_dot(d, box.aside)) - box.half_aside;
        rw_vec3 axis = first ? box.ahead : box.aside;
        rw_vec3 along = first ? box.aside : box.ahead;
        double half = first ? box.half_aside : box.half_ahead;
        check_length(rw_dot(inward, axis), rw_dot(d, axis) < 0.0 ? 1.0 : -1.0, 1e-12, "the way inward", seed);
        check_length(p.length, first ? 2.0 * box.half_ahead : 2.0 * box.half_aside, 0.0, "the length", seed);
        double here = rw_law_apart(p.points[0].position, c.actor.position);
        double at = rw_dot(rw_sub(p.points[0].position, box.centre), along);
        for (int i = -4; i <= 4; i++) {
            rw_vec3 other = rw_add(p.points[0].position, rw_mul(along, half * i / 4.0 - at));
            ck_assert_msg(rw_law_apart(other, c.actor.position) >= here - 1e-13 * c.extent, "box %llu",
                          (unsigned long long)seed);
        }
    }
}
END_TEST

START_TEST(points__are_clean_and_look_straight_in)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing c = rw_random_crossing_make(seed);
        rw_crossing_points p = ask(&c, seed);
        rw_vec3 up = rw_space_up(&c.space);
        ck_assert(rw_law_number(p.height) && rw_law_number(p.length) && rw_law_number(p.tilt));
        ck_assert(rw_law_number(p.approach_angle) && p.approach_angle >= 0.0 && p.approach_angle <= 180.0);
        for (size_t i = 0; i < p.count; i++) {
            ck_assert_msg(rw_law_answer(&p.points[i]), "box %llu", (unsigned long long)seed);
            ck_assert(memcmp(&p.points[i].rotation, &p.points[0].rotation, sizeof(rw_quat)) == 0);
            ck_assert(rw_law_apart(rw_rotate(p.points[i].rotation, up), up) <= 1e-14); /* a pure yaw */
        }
    }
}
END_TEST

/* The actor's facing says whether it may cross, never where. */
START_TEST(points__do_not_turn_with_the_actor_but_the_angle_does)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing made = rw_random_crossing_make(seed);
        rw_random_crossing c = allowed(made);
        rw_crossing_points p = ask(&c, seed);
        if (p.refusal != RW_REFUSAL_NONE)
            continue;
        rw_random random = {seed};
        double by = rw_random_between(&random, -180.0, 180.0);
        rw_random_crossing turned = c;
        turned.actor.has_yaw = false;
        turned.actor.rotation = rw_qmul(p.points[0].rotation, rw_space_yaw(&c.space, by));
        rw_crossing_points q = ask(&turned, seed);
        ck_assert_msg(same_points(&p, &q), "box %llu", (unsigned long long)seed);
        check_length(q.approach_angle, fabs(by), 1e-9, "the approach angle", seed);
    }
}
END_TEST

/* ---- motions and spaces ---- */

/* How far the answers of two scenes are apart that are one, `wanted` being the first's as the second should see it. */
static void check_points(const rw_crossing_points *wanted, const rw_crossing_points *got, double tolerance,
                         uint64_t seed)
{
    for (size_t i = 0; i < wanted->count; i++) {
        double off = rw_law_apart(wanted->points[i].position, got->points[i].position);
        ck_assert_msg(off <= tolerance, "box %llu: point %zu is off by %g of %g", (unsigned long long)seed, i, off,
                      tolerance);
        ck_assert_msg(rw_law_turned(wanted->points[i].rotation, got->points[i].rotation) <= 1e-12, "box %llu",
                      (unsigned long long)seed);
    }
}

static void check_verdicts(const rw_random_crossing *c, const rw_crossing_points *a, const rw_crossing_points *b,
                           uint64_t seed)
{
    ck_assert_msg(a->refusal == b->refusal, "box %llu: %s here and %s there, extent %g", (unsigned long long)seed,
                  rw_refusal_name(a->refusal), rw_refusal_name(b->refusal), c->extent);
    ck_assert_uint_eq(a->count, b->count);
}

static void check_moved(double origin)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing c = rw_random_crossing_make(seed);
        rw_random random = {seed};
        rw_pose by = {rw_v(origin, -origin, 0.5 * origin), rw_random_yaw(&random, &c.space)};
        rw_random_crossing m = c;
        rw_vec3 up = rw_space_up(&c.space);
        m.actor = rw_law_placement(rw_compose(by, rw_law_pose(&c.actor, &c.space)));
        m.obstacle.placement = rw_law_placement(rw_compose(by, rw_law_pose(&c.obstacle.placement, &c.space)));
        m.rules.landing_height += rw_dot(by.position, up);
        m.extent += fabs(origin);
        rw_crossing_points p = ask(&c, seed);
        rw_crossing_points q = ask(&m, seed);
        if (on_edge(&m, &p) || on_edge(&m, &q))
            continue;
        check_verdicts(&m, &p, &q, seed);
        for (size_t i = 0; i < p.count; i++)
            p.points[i] = rw_law_placement(rw_compose(by, rw_law_pose(&p.points[i], &c.space)));
        check_points(&p, &q, 1e-13 * m.extent, seed);
        check_length(q.height, p.height, 1e-13 * m.extent, "the height", seed);
        check_length(q.length, p.length, 0.0, "the length", seed);
        check_length(q.approach_angle, p.approach_angle, 1e-9, "the approach angle", seed);
        check_length(q.tilt, p.tilt, 1e-9, "the tilt", seed);
    }
}

START_TEST(motion__points_move_and_turn_with_the_world)
{
    check_moved(100.0);
}
END_TEST

START_TEST(motion__ten_million_units_out)
{
    check_moved(1e7);
}
END_TEST

static double limit_in(const rw_space *from, const rw_space *to, double limit)
{
    return isfinite(limit) ? rw_space_convert_length(from, to, limit) : limit;
}

/* The same scene told in another space, of another unit and perhaps the other handedness. */
static rw_random_crossing told_in(const rw_random_crossing *c, const rw_space *to)
{
    const rw_space *from = &c->space;
    rw_random_crossing t = *c;
    t.space = *to;
    t.actor = rw_law_placement(rw_space_convert_pose(from, to, rw_law_pose(&c->actor, from)));
    t.obstacle.placement = rw_law_placement(rw_space_convert_pose(from, to, rw_law_pose(&c->obstacle.placement, from)));
    t.obstacle.size = rw_abs(rw_space_convert_vector(from, to, c->obstacle.size));
    t.rules.landing_offset = limit_in(from, to, c->rules.landing_offset);
    t.rules.landing_height = limit_in(from, to, c->rules.landing_height);
    t.rules.ledge_offset = limit_in(from, to, c->rules.ledge_offset);
    t.rules.min_height = limit_in(from, to, c->rules.min_height);
    t.rules.max_height = limit_in(from, to, c->rules.max_height);
    t.rules.max_length = limit_in(from, to, c->rules.max_length);
    t.extent = limit_in(from, to, c->extent);
    return t;
}

START_TEST(space__points_are_the_same_in_every_space)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_crossing c = rw_random_crossing_make(seed);
        rw_random random = {seed + 23};
        rw_space to = rw_random_space(&random);
        rw_random_crossing t = told_in(&c, &to);
        if (t.extent > RW_MAX_COORDINATE)
            continue; /* would be refused there */
        rw_crossing_points p = ask(&c, seed);
        rw_crossing_points q = ask(&t, seed);
        if (on_edge(&c, &p) || on_edge(&t, &q))
            continue;
        check_verdicts(&c, &p, &q, seed);
        for (size_t i = 0; i < p.count; i++)
            p.points[i] = rw_law_placement(rw_space_convert_pose(&c.space, &to, rw_law_pose(&p.points[i], &c.space)));
        check_points(&p, &q, 1e-13 * t.extent, seed);
        check_length(q.height, rw_space_convert_length(&c.space, &to, p.height), 1e-13 * t.extent, "the height", seed);
        check_length(q.length, rw_space_convert_length(&c.space, &to, p.length), 1e-13 * t.extent, "the length", seed);
        check_length(q.approach_angle, p.approach_angle, 1e-9, "the approach angle", seed);
    }
}
END_TEST

/* ---- resolving ---- */

/* Gives a case the points of a box before its actor: false where that box is refused, or has more points than there
 * are phases. */
static bool aim(rw_random_case *c, rw_random_crossing *box, uint64_t seed)
{
    rw_random_crossing made = rw_random_crossing_make(seed);
    *box = told_in(&made, &c->space);
    if (box->extent > 1e6 / c->space.metres_per_unit)
        return false;
    *box = allowed(*box);
    c->job.actor.placement.position = box->actor.position;
    rw_crossing_points points = ask(box, seed);
    if (points.refusal != RW_REFUSAL_NONE || points.count > c->profile_desc.phase_count)
        return false;
    c->profile_desc.phase_count = c->job.target_count = points.count;
    for (size_t i = 0; i < points.count; i++) {
        c->targets[i] = points.points[i];
        c->phases[i].translation_offset = rw_v(0.0, 0.0, 0.0);
        c->phases[i].rotation_offset = rw_quat_identity;
        c->phases[i].rotation = RW_ROTATION_TARGET;
    }
    ck_assert_int_eq(rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory,
                                        &c->profile, NULL), RW_OK);
    return true;
}

START_TEST(resolve__each_phase_ends_on_its_point)
{
    static const rw_random_options plain_phases = {false, true, true, false};
    rw_random_case *c = malloc(sizeof *c);
    rw_random_crossing box;
    ck_assert_ptr_nonnull(c);
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        ck_assert(rw_random_case_make(c, seed, plain_phases));
        if (!aim(c, &box, seed))
            continue;
        ck_assert_int_eq(rw_resolve(&c->job, &c->resolution, NULL), RW_OK);
        rw_sampler sampler;
        rw_sampler_init(&sampler, &c->resolution);
        for (size_t i = 0; i < c->resolution.phase_count; i++) {
            const rw_phase_result *phase = &c->resolution.phases[i];
            if (phase->passed)
                continue;
            rw_sample end;
            rw_sampler_at(&sampler, phase->elapsed_end, &end);
            ck_assert_msg(memcmp(&phase->reached.position, &c->targets[i].position, sizeof(rw_vec3)) == 0,
                          "box %llu: phase %zu", (unsigned long long)seed, i);
            ck_assert(rw_law_turned(phase->reached.rotation, c->targets[i].rotation) <= 1e-15);
            ck_assert(phase->residual_distance == 0.0 && phase->residual_angle == 0.0);
            ck_assert_msg(rw_law_apart(end.pose.position, c->targets[i].position) <= 1e-9 * box.extent,
                          "box %llu: phase %zu passes its point by %g", (unsigned long long)seed, i,
                          rw_law_apart(end.pose.position, c->targets[i].position));
        }
    }
    free(c);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("obstacle laws");
    TCase *tc = tcase_create("obstacle");
    tcase_set_timeout(tc, 3600.0);
    tcase_add_test(tc, refusal__is_the_first_limit_that_the_measures_break);
    tcase_add_test(tc, refusal__begins_where_the_limit_is);
    tcase_add_test(tc, points__lie_on_the_box_and_the_landing_beyond_it);
    tcase_add_test(tc, points__near_edge_is_the_nearest_of_the_entry_face);
    tcase_add_test(tc, points__are_clean_and_look_straight_in);
    tcase_add_test(tc, points__do_not_turn_with_the_actor_but_the_angle_does);
    tcase_add_test(tc, motion__points_move_and_turn_with_the_world);
    tcase_add_test(tc, motion__ten_million_units_out);
    tcase_add_test(tc, space__points_are_the_same_in_every_space);
    tcase_add_test(tc, resolve__each_phase_ends_on_its_point);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
