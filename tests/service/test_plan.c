/* Providers and partners: the points that they give keep their meaning in every space. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "service/plan.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A clip in Unity's space that goes a metre ahead, and a profile of it, compiled into buffers of the test's. */
typedef struct scene {
    max_align_t clip_memory[512];
    max_align_t profile_memory[512];
    const rw_clip *clip;
    rw_plan plan;
} scene;

static void prepare(scene *at, size_t phase_count, bool loop)
{
    static const rw_vec3 positions[] = {{0, 0, 0}, {0, 0, 0.5}, {0, 0, 1}};
    static const rw_event events[] = {{"early", 0.25}, {"late", 0.75}};
    const rw_clip_desc clip = {.space = *rw_space_preset("unity"),
                               .frame_rate = 2,
                               .loop = loop,
                               .sample_count = 3,
                               .positions = positions,
                               .event_count = 2,
                               .events = events};
    ck_assert_uint_le(rw_clip_size(&clip), sizeof at->clip_memory);
    ck_assert_int_eq(rw_clip_compile(&clip, at->clip_memory, sizeof at->clip_memory, &at->clip, NULL), RW_OK);
    rw_phase_desc phases[3];
    for (size_t i = 0; i < phase_count; i++) {
        phases[i] = rw_phase_desc_default();
        phases[i].start = (double)i / (double)phase_count;
        phases[i].end = (double)(i + 1) / (double)phase_count;
    }
    rw_profile_desc profile = rw_profile_desc_default(RW_PROFILE_PHASES);
    profile.phase_count = phase_count;
    profile.phases = phases;
    ck_assert_uint_le(rw_profile_size(&profile, at->clip), sizeof at->profile_memory);
    ck_assert_int_eq(rw_profile_compile(&profile, at->clip, at->profile_memory, sizeof at->profile_memory,
                                        &at->plan.profile, NULL),
                     RW_OK);
    at->plan.provider = rw_provider_default();
}

static void expect_near(rw_vec3 actual, rw_vec3 expected)
{
    ck_assert_double_eq_tol(actual.x, expected.x, 1e-9);
    ck_assert_double_eq_tol(actual.y, expected.y, 1e-9);
    ck_assert_double_eq_tol(actual.z, expected.z, 1e-9);
}

START_TEST(obstacle__gives_the_same_points_in_every_space)
{
    scene at = {0};
    prepare(&at, 3, false);
    at.plan.provider.kind = RW_PROVIDER_OBSTACLE;
    at.plan.provider.rules = rw_crossing_rules_default(RW_CROSSING_VAULT);
    at.plan.provider.rules.landing_offset = 0.75;
    at.plan.provider.rules.has_landing_height = true;
    at.plan.provider.rules.landing_height = 0.25;
    const rw_space *unity = rw_space_preset("unity");
    const rw_placement actor = {.has_yaw = true, .position = {0.5, 0, 0}};
    const rw_obstacle box = {.placement = {.has_yaw = true, .position = {0, 0.5, 3}}, .size = {6, 1, 2}};
    rw_placing here;
    ck_assert_int_eq(rw_plan_place(&at.plan,
                                   &(rw_surroundings){.actor = &actor, .obstacle = &box}, &here, NULL),
                     RW_OK);
    ck_assert_uint_eq(here.count, 3);
    expect_near(here.points[0].position, (rw_vec3){0.5, 1, 2});
    expect_near(here.points[2].position, (rw_vec3){0.5, 0.25, 4.75});
    for (size_t i = 0; rw_space_preset_name(i) != NULL; i++) {
        const rw_space *space = rw_space_preset(rw_space_preset_name(i));
        const rw_vec3 metre = rw_space_convert_vector(unity, space, (rw_vec3){6, 1, 2});
        const rw_placement there_actor = {.has_yaw = true,
                                          .position = rw_space_convert_vector(unity, space, actor.position)};
        const rw_obstacle there_box = {
            .placement = {.has_yaw = true, .position = rw_space_convert_vector(unity, space, box.placement.position)},
            .size = {fabs(metre.x), fabs(metre.y), fabs(metre.z)}};
        rw_placing there;
        const rw_surroundings around = {.space = space, .actor = &there_actor, .obstacle = &there_box};
        ck_assert_int_eq(rw_plan_place(&at.plan, &around, &there, NULL), RW_OK);
        ck_assert_int_eq(there.refusal, RW_REFUSAL_NONE);
        for (size_t p = 0; p < 3; p++)
            expect_near(rw_space_convert_vector(space, unity, there.points[p].position), here.points[p].position);
        ck_assert_double_eq_tol(rw_space_convert_length(space, unity, there.height), 1, 1e-9);
        ck_assert_double_eq_tol(rw_space_convert_length(space, unity, there.length), 2, 1e-9);
    }
}
END_TEST

START_TEST(align__gives_the_same_point_in_every_space)
{
    scene at = {0};
    prepare(&at, 1, false);
    at.plan.provider.kind = RW_PROVIDER_ALIGN;
    at.plan.provider.relative = (rw_placement){.has_yaw = true, .yaw = 180, .position = {0.25, 0, 1}};
    const rw_space *unity = rw_space_preset("unity");
    for (size_t i = 0; rw_space_preset_name(i) != NULL; i++) {
        const rw_space *space = rw_space_preset(rw_space_preset_name(i));
        rw_pose partner = {{3, 0, 4}, rw_space_yaw(unity, 90)};
        partner = rw_space_convert_pose(unity, space, partner);
        const rw_placement told = {.position = partner.position, .rotation = partner.rotation};
        rw_placing placing;
        const rw_surroundings around = {.space = space, .actor = &told, .partner = &told};
        ck_assert_int_eq(rw_plan_place(&at.plan, &around, &placing, NULL), RW_OK);
        ck_assert_uint_eq(placing.count, 1);
        const rw_pose point = {placing.points[0].position, placing.points[0].rotation};
        const rw_pose back = rw_space_convert_pose(space, unity, point);
        expect_near(back.position, (rw_vec3){4, 0, 3.75});
        ck_assert_double_eq_tol(fabs(rw_space_yaw_of(unity, back.rotation)), 90, 1e-9);
    }
}
END_TEST

START_TEST(provider__names_and_counts)
{
    rw_provider provider = rw_provider_default();
    ck_assert_uint_eq(rw_provider_point_count(&provider), 0);
    ck_assert_str_eq(rw_provider_kind_name(RW_PROVIDER_POINTS), "points");
    ck_assert_str_eq(rw_provider_kind_name(RW_PROVIDER_OBSTACLE), "obstacle");
    ck_assert_str_eq(rw_provider_kind_name(RW_PROVIDER_ALIGN), "align");
    ck_assert_str_eq(rw_provider_kind_name((rw_provider_kind)9), "?");
    const struct {
        rw_provider_kind kind;
        rw_crossing crossing;
        size_t count;
    } cases[] = {
        {RW_PROVIDER_OBSTACLE, RW_CROSSING_VAULT, 3},
        {RW_PROVIDER_OBSTACLE, RW_CROSSING_MANTLE, 2},
        {RW_PROVIDER_ALIGN, RW_CROSSING_VAULT, 1},
    };
    const rw_space *space = rw_space_preset("unity");
    for (size_t i = 0; i < COUNT(cases); i++) {
        provider.kind = cases[i].kind;
        provider.rules.crossing = cases[i].crossing;
        ck_assert_uint_eq(rw_provider_point_count(&provider), cases[i].count);
        for (size_t phases = 1; phases <= 4; phases++) {
            rw_diagnostic items[4];
            rw_diagnostics diagnostics = {items, 4, 0};
            const bool fits = phases == cases[i].count;
            ck_assert_int_eq(rw_provider_check(&provider, space, phases, &diagnostics), fits ? RW_OK : RW_INVALID);
            ck_assert_uint_eq(diagnostics.count, fits ? 0 : 1);
            if (!fits)
                ck_assert_str_eq(items[0].field, "/phases");
            ck_assert_int_eq(rw_provider_check(&provider, space, phases, NULL), fits ? RW_OK : RW_INVALID);
        }
    }
}
END_TEST

START_TEST(partner__plays_its_clip_from_where_it_stands)
{
    scene at = {0};
    prepare(&at, 1, false);
    const rw_space *unity = rw_space_preset("unity");
    rw_partner partner = {
        .placement = {.has_yaw = true, .yaw = 180, .position = {1, 2, 3}}, .scale = 2, .clip = at.clip, .time = 0.25};
    ck_assert_double_eq(rw_partner_duration(&partner, 1), 0.75);
    ck_assert_double_eq(rw_partner_duration(&partner, 3), 0.25);
    expect_near(rw_partner_pose(&partner, unity, 1, 0).position, (rw_vec3){1, 2, 3});
    expect_near(rw_partner_pose(&partner, unity, 1, -5).position, (rw_vec3){1, 2, 3});
    expect_near(rw_partner_pose(&partner, unity, 1, 0.5).position, (rw_vec3){1, 2, 2});
    expect_near(rw_partner_pose(&partner, unity, 2, 0.25).position, (rw_vec3){1, 2, 2});
    expect_near(rw_partner_pose(&partner, unity, 1, 99).position, (rw_vec3){1, 2, 1.5});
    ck_assert_double_eq(rw_partner_event(&partner, 2, 1), 0.25);
    ck_assert_double_eq(rw_partner_event(&partner, 1, 0), 0);
    partner.time = 0.5;
    ck_assert_double_lt(rw_partner_event(&partner, 1, 0), 0);
    partner.clip = NULL;
    ck_assert_double_eq(rw_partner_duration(&partner, 1), 0);
    expect_near(rw_partner_pose(&partner, unity, 1, 5).position, (rw_vec3){1, 2, 3});
}
END_TEST

START_TEST(partner__is_the_same_in_every_space)
{
    scene at = {0};
    prepare(&at, 1, false);
    const rw_space *unity = rw_space_preset("unity");
    const rw_space *unreal = rw_space_preset("unreal");
    rw_pose start = {{1, 0, 3}, rw_space_yaw(unity, 30)};
    rw_partner partner = {
        .placement = {.position = start.position, .rotation = start.rotation}, .scale = 1, .clip = at.clip};
    const rw_pose here = rw_partner_pose(&partner, unity, 1, 0.7);
    start = rw_space_convert_pose(unity, unreal, start);
    partner.placement = (rw_placement){.position = start.position, .rotation = start.rotation};
    const rw_pose there = rw_space_convert_pose(unreal, unity, rw_partner_pose(&partner, unreal, 1, 0.7));
    expect_near(there.position, here.position);
}
END_TEST

START_TEST(partner__loops)
{
    scene at = {0};
    prepare(&at, 1, true);
    const rw_space *unity = rw_space_preset("unity");
    rw_partner partner = {
        .placement = {.rotation = {0, 0, 0, 2}}, .scale = 1, .clip = at.clip, .time = 1.5};
    ck_assert_double_eq(rw_partner_duration(&partner, 1), 0.5);
    expect_near(rw_partner_pose(&partner, unity, 1, 9).position, (rw_vec3){0, 0, 0.5});
    ck_assert_double_eq(rw_partner_event(&partner, 1, 1), 0.25);
    ck_assert_double_eq(rw_partner_event(&partner, 1, 0), 0.75);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plan");
    TCase *cases = tcase_create("plan");
    tcase_add_test(cases, provider__names_and_counts);
    tcase_add_test(cases, obstacle__gives_the_same_points_in_every_space);
    tcase_add_test(cases, align__gives_the_same_point_in_every_space);
    tcase_add_test(cases, partner__plays_its_clip_from_where_it_stands);
    tcase_add_test(cases, partner__is_the_same_in_every_space);
    tcase_add_test(cases, partner__loops);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
