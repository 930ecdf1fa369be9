/* The laws of aligned pairs, over seeded random ones. */
#include "law.h"
#include "random_provider.h"
#include "rotation.h"

#define CASES 20000

static rw_placement aligned(const rw_space *space, const rw_placement *partner, const rw_placement *relative,
                            uint64_t seed)
{
    rw_placement point;
    ck_assert_msg(rw_align_point(space, partner, relative, &point, NULL) == RW_OK, "pair %llu was refused",
                  (unsigned long long)seed);
    ck_assert_msg(rw_law_answer(&point), "pair %llu: not a clean number, or another half of the rotations",
                  (unsigned long long)seed);
    return point;
}

static rw_placement point_of(const rw_random_pair *p, uint64_t seed)
{
    return aligned(&p->space, &p->partner, &p->relative, seed);
}

static void check_same(const rw_random_pair *p, rw_placement got, rw_pose wanted, uint64_t seed)
{
    double off = rw_law_apart(got.position, wanted.position);
    ck_assert_msg(off <= 1e-12 * p->extent, "pair %llu: off by %g of %g", (unsigned long long)seed, off, p->extent);
    ck_assert_msg(rw_law_turned(got.rotation, wanted.rotation) <= 1e-13, "pair %llu: turned by %g",
                  (unsigned long long)seed, rw_law_turned(got.rotation, wanted.rotation));
}

START_TEST(align__seen_from_the_partner_the_point_is_what_the_profile_says)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_pair p = rw_random_pair_make(seed);
        rw_placement point = point_of(&p, seed);
        rw_pose seen = rw_relative(rw_law_pose(&p.partner, &p.space), rw_law_pose(&point, &p.space));
        check_same(&p, rw_law_placement(seen), rw_law_pose(&p.relative, &p.space), seed);
    }
}
END_TEST

/* The other one of the pair, told where it stands seen from the first, comes out where it is. */
START_TEST(align__swapped_it_gives_the_partner_back)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_pair p = rw_random_pair_make(seed);
        rw_placement point = point_of(&p, seed);
        rw_placement back = rw_law_placement(rw_inverse(rw_law_pose(&p.relative, &p.space)));
        check_same(&p, aligned(&p.space, &point, &back, seed), rw_law_pose(&p.partner, &p.space), seed);
    }
}
END_TEST

START_TEST(align__a_chain_of_two_is_one_of_their_product)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_pair p = rw_random_pair_make(seed);
        rw_random random = {seed};
        double metre = 1.0 / p.space.metres_per_unit;
        rw_pose second = {rw_v(rw_random_between(&random, -3.0, 3.0) * metre, metre, -2.0 * metre),
                          rw_quat_normalised(rw_random_rotation(&random))};
        rw_placement one = point_of(&p, seed);
        rw_placement next = rw_law_placement(second);
        rw_placement both = rw_law_placement(rw_compose(rw_law_pose(&p.relative, &p.space), second));
        rw_placement direct = aligned(&p.space, &p.partner, &both, seed);
        check_same(&p, aligned(&p.space, &one, &next, seed), rw_law_pose(&direct, &p.space), seed);
    }
}
END_TEST

START_TEST(align__moves_with_the_partner_however_it_turns)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_pair p = rw_random_pair_make(seed);
        rw_random random = {seed};
        rw_pose by = {rw_v(rw_random_between(&random, -1e6, 1e6), 12.5, -3e5),
                      rw_quat_normalised(rw_random_rotation(&random))};
        rw_random_pair moved = p;
        moved.partner = rw_law_placement(rw_compose(by, rw_law_pose(&p.partner, &p.space)));
        moved.extent += 1e6;
        rw_placement point = point_of(&p, seed);
        check_same(&moved, point_of(&moved, seed), rw_compose(by, rw_law_pose(&point, &p.space)), seed);
    }
}
END_TEST

START_TEST(align__is_the_same_in_every_space)
{
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        rw_random_pair p = rw_random_pair_make(seed);
        rw_random random = {seed + 11};
        rw_random_pair q = {.space = rw_random_space(&random)};
        q.extent = rw_space_convert_length(&p.space, &q.space, p.extent);
        if (q.extent > RW_MAX_COORDINATE)
            continue; /* would be refused there */
        q.partner = rw_law_placement(rw_space_convert_pose(&p.space, &q.space, rw_law_pose(&p.partner, &p.space)));
        q.relative = rw_law_placement(rw_space_convert_pose(&p.space, &q.space, rw_law_pose(&p.relative, &p.space)));
        rw_placement there = point_of(&q, seed);
        rw_pose back = rw_space_convert_pose(&q.space, &p.space, rw_law_pose(&there, &q.space));
        check_same(&p, point_of(&p, seed), back, seed);
    }
}
END_TEST

/* A profile of one phase that ends turned as its target is, resolved for the point of a pair. */
START_TEST(align__the_actor_ends_as_the_profile_says_seen_from_the_partner)
{
    static const rw_random_options plain_phases = {false, true, true, false};
    rw_random_case *c = malloc(sizeof *c);
    ck_assert_ptr_nonnull(c);
    for (uint64_t seed = 0; seed < rw_law_cases(CASES); seed++) {
        ck_assert(rw_random_case_make(c, seed, plain_phases));
        c->profile_desc.phase_count = 1;
        c->phases[0].translation_offset = rw_v(0.0, 0.0, 0.0);
        c->phases[0].rotation_offset = rw_quat_identity;
        c->phases[0].rotation = RW_ROTATION_TARGET;
        ck_assert_int_eq(rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory,
                                            &c->profile, NULL), RW_OK);
        rw_placement partner = c->job.target.placement;
        rw_placement relative = {.position = rw_sub(c->targets[1].position, c->job.actor.placement.position),
                                 .rotation = c->targets[1].rotation};
        c->targets[0] = aligned(&c->space, &partner, &relative, seed);
        c->job.target_count = 1;
        ck_assert_int_eq(rw_resolve(&c->job, &c->resolution, NULL), RW_OK);
        const rw_phase_result *phase = &c->resolution.phases[0];
        if (phase->passed)
            continue;
        rw_sampler sampler;
        rw_sample end;
        rw_sampler_init(&sampler, &c->resolution);
        rw_sampler_at(&sampler, phase->elapsed_end, &end);
        rw_pose seen = rw_relative(rw_law_pose(&partner, &c->space), phase->reached);
        double extent = 1.0 / c->space.metres_per_unit + rw_length(phase->reached.position) + rw_length(partner.position);
        ck_assert_msg(rw_law_apart(seen.position, relative.position) <= 1e-12 * extent, "pair %llu",
                      (unsigned long long)seed);
        ck_assert_msg(rw_law_turned(seen.rotation, rw_law_rotation(&relative, &c->space)) <= 1e-12, "pair %llu",
                      (unsigned long long)seed);
        ck_assert_msg(rw_law_apart(end.pose.position, phase->reached.position) <= 1e-9 * extent, "pair %llu",
                      (unsigned long long)seed);
    }
    free(c);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("align laws");
    TCase *tc = tcase_create("align");
    tcase_set_timeout(tc, 3600.0);
    tcase_add_test(tc, align__seen_from_the_partner_the_point_is_what_the_profile_says);
    tcase_add_test(tc, align__swapped_it_gives_the_partner_back);
    tcase_add_test(tc, align__a_chain_of_two_is_one_of_their_product);
    tcase_add_test(tc, align__moves_with_the_partner_however_it_turns);
    tcase_add_test(tc, align__is_the_same_in_every_space);
    tcase_add_test(tc, align__the_actor_ends_as_the_profile_says_seen_from_the_partner);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
