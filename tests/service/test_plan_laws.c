/* A plan gives the points that the solver's providers give, whatever space a request is told in; over seeded random
 * boxes, pairs and profiles. */
#include "../property/law.h"
#include "../property/random_provider.h"
#include "service/plan.h"

#define CASES 20000

/* A profile of a random case, and a space that its requests are told in. */
typedef struct setting {
    rw_random_case c;
    rw_plan plan;
    rw_space space;
} setting;

static void set(setting *at, uint64_t seed)
{
    static const rw_random_options plain_phases = {false, true, true, false};
    ck_assert(rw_random_case_make(&at->c, seed, plain_phases));
    rw_random random = {seed + 41};
    at->space = rw_random_space(&random);
    at->plan.profile = at->c.profile;
    at->plan.provider = rw_provider_default();
}

static rw_placement told(const rw_placement *p, const rw_space *from, const rw_space *to)
{
    return rw_law_placement(rw_space_convert_pose(from, to, rw_law_pose(p, from)));
}

/* How near to a limit rounding could decide otherwise. */
static bool near_a_limit(const rw_crossing_rules *r, const rw_crossing_points *p, double hair)
{
    return fabs(p->height - r->min_height) < hair || fabs(p->height - r->max_height) < hair ||
           fabs(p->length - r->max_length) < hair || fabs(p->approach_angle - r->max_approach_angle) < 1e-6 ||
           fabs(p->tilt - 1.0) < 1e-6;
}

static void check_points(const setting *at, const rw_placing *got, const rw_placement *wanted, double tolerance,
                         uint64_t seed)
{
    for (size_t i = 0; i < got->count; i++) {
        rw_placement back = told(&got->points[i], &at->space, &at->c.space);
        ck_assert_msg(rw_law_apart(back.position, wanted[i].position) <= tolerance, "case %llu: point %zu is off by %g",
                      (unsigned long long)seed, i, rw_law_apart(back.position, wanted[i].position));
        ck_assert(rw_law_turned(back.rotation, wanted[i].rotation) <= 1e-12);
    }
}

/* The rules are kept in the clip's units; box and actor are told in the request's. */
static void check_obstacle(setting *at, const rw_random_crossing *c, uint64_t seed)
{
    const rw_space *clip_space = &at->c.space;
    double unit = 1.0 / clip_space->metres_per_unit;
    rw_placement actor = told(&c->actor, &c->space, clip_space);
    rw_obstacle box = {told(&c->obstacle.placement, &c->space, clip_space),
                       rw_abs(rw_space_convert_vector(&c->space, clip_space, c->obstacle.size))};
    rw_placement there = told(&actor, clip_space, &at->space);
    rw_obstacle there_box = {told(&box.placement, clip_space, &at->space),
                             rw_abs(rw_space_convert_vector(clip_space, &at->space, box.size))};
    const rw_surroundings around = {.space = &at->space, .actor = &there, .obstacle = &there_box};
    rw_crossing_points wanted;
    rw_placing got;
    at->plan.provider.kind = RW_PROVIDER_OBSTACLE;
    ck_assert_int_eq(rw_obstacle_points(clip_space, &actor, &box, &at->plan.provider.rules, &wanted, NULL), RW_OK);
    ck_assert_int_eq(rw_plan_place(&at->plan, &around, &got, NULL), RW_OK);
    double extent = unit + fabs(actor.position.x) + fabs(actor.position.y) + fabs(actor.position.z);
    if (near_a_limit(&at->plan.provider.rules, &wanted, 1e-5 * unit))
        return;
    ck_assert_msg(got.refusal == wanted.refusal && got.count == wanted.count, "case %llu: %s instead of %s",
                  (unsigned long long)seed, rw_refusal_name(got.refusal), rw_refusal_name(wanted.refusal));
    check_points(at, &got, wanted.points, 1e-12 * extent, seed);
    ck_assert(got.has_measures == (wanted.refusal != RW_REFUSAL_TILTED));
    double height = rw_space_convert_length(&at->space, clip_space, got.height);
    double length = rw_space_convert_length(&at->space, clip_space, got.length);
    ck_assert(fabs(height - wanted.height) <= 1e-12 * extent && fabs(length - wanted.length) <= 1e-12 * extent);
    ck_assert(fabs(got.approach_angle - wanted.approach_angle) <= 1e-9);
}

/* Boxes within ten kilometres: any space of a request can tell them. */
static bool nearby(const rw_random_crossing *c)
{
    return c->extent * c->space.metres_per_unit < 1e4;
}

START_TEST(obstacle__a_request_in_any_space_meets_the_same_points)
{
    setting *at = malloc(sizeof *at);
    ck_assert_ptr_nonnull(at);
    unsigned long refused = 0;
    unsigned long crossed = 0;
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        set(at, seed);
        rw_random_crossing c = rw_random_crossing_make(seed);
        if (!nearby(&c))
            continue;
        rw_crossing_rules *r = &at->plan.provider.rules;
        double ratio = c.space.metres_per_unit / at->c.space.metres_per_unit;
        *r = c.rules;
        r->landing_offset *= ratio;
        r->landing_height *= ratio;
        r->ledge_offset *= ratio;
        r->min_height *= ratio;
        r->max_height *= ratio;
        r->max_length *= ratio;
        check_obstacle(at, &c, seed);
        rw_crossing_points here;
        ck_assert_int_eq(rw_obstacle_points(&c.space, &c.actor, &c.obstacle, &c.rules, &here, NULL), RW_OK);
        refused += here.refusal != RW_REFUSAL_NONE;
        crossed += here.refusal == RW_REFUSAL_NONE;
    }
    ck_assert(refused * 10 > rw_law_cases(CASES) && crossed * 10 > rw_law_cases(CASES));
    free(at);
}
END_TEST

START_TEST(align__a_request_in_any_space_meets_the_same_point)
{
    setting *at = malloc(sizeof *at);
    ck_assert_ptr_nonnull(at);
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        set(at, seed);
        const rw_space *clip_space = &at->c.space;
        rw_placement relative = at->c.targets[0];
        relative.position = rw_sub(relative.position, at->c.job.actor.placement.position);
        rw_placement partner = at->c.job.target.placement;
        rw_placement wanted;
        ck_assert_int_eq(rw_align_point(clip_space, &partner, &relative, &wanted, NULL), RW_OK);
        at->plan.provider.kind = RW_PROVIDER_ALIGN;
        at->plan.provider.relative = relative;
        rw_placement there = told(&partner, clip_space, &at->space);
        const rw_surroundings around = {.space = &at->space, .actor = &there, .partner = &there};
        rw_placing got;
        ck_assert_int_eq(rw_plan_place(&at->plan, &around, &got, NULL), RW_OK);
        ck_assert_uint_eq(got.count, 1);
        double extent = 1.0 / clip_space->metres_per_unit + rw_length(partner.position);
        check_points(at, &got, &wanted, 1e-12 * extent, seed);
    }
    free(at);
}
END_TEST

/* Resolved in the space that they were placed in, points land where those that the clip's own space gives land. */
START_TEST(points__of_a_provider_resolve_like_points_that_were_given)
{
    setting *at = malloc(sizeof *at);
    ck_assert_ptr_nonnull(at);
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        set(at, seed);
        rw_random_case *c = &at->c;
        c->profile_desc.phase_count = c->job.target_count = 1;
        ck_assert_int_eq(rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory,
                                            &c->profile, NULL), RW_OK);
        at->plan.profile = c->profile;
        at->plan.provider.kind = RW_PROVIDER_ALIGN;
        at->plan.provider.relative = (rw_placement){.rotation = c->targets[1].rotation};
        rw_placement wanted;
        ck_assert_int_eq(rw_align_point(&c->space, &c->job.target.placement, &at->plan.provider.relative, &wanted, NULL),
                         RW_OK);
        c->targets[0] = wanted;
        ck_assert_int_eq(rw_resolve(&c->job, &c->resolution, NULL), RW_OK);
        if (c->resolution.phases[0].passed)
            continue;
        rw_pose given = c->resolution.phases[0].reached;
        double duration = c->resolution.duration;

        rw_placement partner = told(&c->job.target.placement, &c->space, &at->space);
        c->job.actor.placement = told(&c->job.actor.placement, &c->space, &at->space);
        c->job.actor.radius = rw_space_convert_length(&c->space, &at->space, c->job.actor.radius);
        c->job.space = &at->space;
        const rw_surroundings around = {.space = &at->space, .actor = &c->job.actor.placement, .partner = &partner};
        rw_placing got;
        ck_assert_int_eq(rw_plan_place(&at->plan, &around, &got, NULL), RW_OK);
        c->job.targets = got.points;
        rw_random_case_arrays(c, &c->resolution);
        ck_assert_int_eq(rw_resolve(&c->job, &c->resolution, NULL), RW_OK);
        rw_pose reached = rw_space_convert_pose(&at->space, &c->space, c->resolution.phases[0].reached);
        double extent = 1.0 / c->space.metres_per_unit + rw_length(given.position);
        ck_assert_msg(rw_law_apart(reached.position, given.position) <= 1e-12 * extent, "case %llu: off by %g",
                      (unsigned long long)seed, rw_law_apart(reached.position, given.position));
        ck_assert(rw_law_turned(reached.rotation, given.rotation) <= 1e-9);
        ck_assert_msg(fabs(c->resolution.duration - duration) <= 1e-6 * (1.0 + duration), "case %llu lasts %g, not %g",
                      (unsigned long long)seed, c->resolution.duration, duration);
    }
    free(at);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plan laws");
    TCase *tc = tcase_create("plan");
    tcase_set_timeout(tc, 3600.0);
    tcase_add_test(tc, obstacle__a_request_in_any_space_meets_the_same_points);
    tcase_add_test(tc, align__a_request_in_any_space_meets_the_same_point);
    tcase_add_test(tc, points__of_a_provider_resolve_like_points_that_were_given);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
