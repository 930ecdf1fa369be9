/* Phases: what their answers mean. */
#include "fixture.h"
#include "vec.h"

START_TEST(phases__anchor_brings_the_hand_to_the_target)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->phases[0].has_anchor = true;
    f->phases[0].anchor = rw_v(0.3, 1.2, 0.5);
    f->job.actor.scale = 1.5;
    f->targets[0].position = rw_v(1.0, 2.0, 3.0);
    f->targets[0].has_yaw = true;
    f->targets[0].yaw = 90.0;
    fixture_must_resolve(f);
    rw_pose end = f->answer.phases[0].reached;
    rw_vec3 hand = rw_add(end.position, rw_rotate(end.rotation, rw_v(0.45, 1.8, 0.75)));
    ck_near(rw_length(rw_sub(hand, f->targets[0].position)), 0.0, 1e-12);
    free(f);
}
END_TEST

START_TEST(phases__anchor_holds_under_a_turn_cap)
{
    for (int limited = 0; limited < 2; limited++) {
        fixture *f = fixture_phases("unity", 2.0, 1);
        f->phases[0].has_anchor = true;
        f->phases[0].anchor = rw_v(0.3, 1.2, 0.5);
        f->phases[0].turn_cap = 40.0;
        f->phases[0].has_rate = limited == 1;
        f->phases[0].rate.min = 0.25;
        f->phases[0].rate.max = 4.0;
        f->targets[0].position = rw_v(1.0, 2.0, 3.0);
        f->targets[0].has_yaw = true;
        f->targets[0].yaw = 120.0;
        fixture_must_resolve(f);
        const rw_phase_result *p = &f->answer.phases[0];
        ck_assert_double_gt(p->turn_left, 10.0);
        rw_vec3 hand = rw_add(p->reached.position, rw_rotate(p->reached.rotation, f->phases[0].anchor));
        ck_near(rw_length(rw_sub(hand, f->targets[0].position)), 0.0, 1e-12);
        if (limited == 1)
            ck_near(p->play_rate, 2.0 / rw_length(p->warp_point.position), 1e-12);
        free(f);
    }
}
END_TEST

/* A long arm, a large turn and a tight cap: whoever guesses the rate from the rate before goes back and forth for ever. */
START_TEST(phases__anchor_meets_the_target_whatever_the_turn)
{
    static const struct {
        double aside, ahead, cap, x, z, yaw;
    } cases[] = {
        {-0.900, -0.775, 177.703, 0.190, 3.206, -179.206}, {-0.687, -0.985, 156.573, 0.592, 3.064, -156.389},
        {0.967, -0.783, 169.634, -1.191, 3.349, 171.678},  {-0.996, -0.998, 140.516, 1.324, 3.601, -156.589},
        {0.781, -0.884, 144.221, 0.243, 3.561, 178.599},   {-0.978, 0.906, 118.834, 0.220, 3.428, 175.486},
        {0.966, -0.643, 160.625, -0.444, 3.026, -170.991}, {-0.499, -0.670, 57.669, 0.581, 3.869, 87.573},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture *f = fixture_phases("unity", 3.0, 1);
        f->phases[0].has_anchor = true;
        f->phases[0].anchor = rw_v(cases[i].aside, 0.0, cases[i].ahead);
        f->phases[0].turn_cap = cases[i].cap;
        f->phases[0].has_rate = true;
        f->phases[0].rate = (rw_range){0.3, 3.0};
        f->targets[0].position = rw_v(cases[i].x, 0.0, cases[i].z);
        f->targets[0].has_yaw = true;
        f->targets[0].yaw = cases[i].yaw;
        fixture_must_resolve(f);
        const rw_phase_result *p = &f->answer.phases[0];
        rw_vec3 hand = rw_add(p->reached.position, rw_rotate(p->reached.rotation, f->phases[0].anchor));
        ck_near(rw_length(rw_sub(hand, f->targets[0].position)), 0.0, 1e-10);
        ck_near(p->play_rate, rw_max(0.3, rw_min(3.0, 3.0 / rw_length(p->warp_point.position))), 1e-10);
        free(f);
    }
}
END_TEST

START_TEST(phases__land_clip_in_a_later_loop)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->clip_desc.loop = true;
    f->phases[0].start = 0.5;
    f->phases[0].end = 1.4;
    f->phases[0].land = RW_LAND_CLIP;
    f->targets[0].position = rw_v(0.0, 0.0, 5.0);
    fixture_must_resolve(f);
    ck_near(f->answer.duration, 2.0, 1e-12);
    ck_near(fixture_sample(f, f->answer.duration).pose.position.z, 5.0, 1e-12);
    free(f);
}
END_TEST

START_TEST(phases__land_clip_puts_the_clips_end_at_the_target)
{
    fixture *f = fixture_phases("unity", 2.0, 2);
    f->phases[1].end = 0.8;
    f->phases[1].land = RW_LAND_CLIP;
    f->targets[0].position = rw_v(0.0, 0.5, 1.2);
    f->targets[1].position = rw_v(1.0, 0.5, 3.0);
    f->targets[1].has_yaw = true;
    f->targets[1].yaw = 40.0;
    fixture_must_resolve(f);
    rw_pose end = fixture_sample(f, f->answer.duration).pose;
    ck_near(rw_length(rw_sub(end.position, f->targets[1].position)), 0.0, 1e-12);
    ck_near(rw_space_yaw_of(&f->clip_desc.space, end.rotation), 40.0, 1e-9);
    free(f);
}
END_TEST

START_TEST(phases__axis_switches)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->phases[0].axes[1].warp = false;
    f->targets[0].position = rw_v(0.5, 1.0, 3.0);
    fixture_must_resolve(f);
    const rw_phase_result *p = &f->answer.phases[0];
    ck_near(p->reached.position.y, 0.0, 1e-15);
    ck_near(p->reached.position.z, 3.0, 1e-15);
    ck_near(p->residual_distance, 1.0, 1e-15);
    ck_assert((f->answer.warnings & RW_WARNING_RESIDUAL) != 0);
    /* Linear against distance covered: an accelerating clip tells them apart. */
    for (size_t i = 0; i < 31; i++)
        f->positions[i].z = 2.0 * (double)(i * i) / 900.0;
    f->phases[0].axes[1].warp = true;
    fixture_must_resolve(f);
    ck_near(fixture_sample(f, 0.5).pose.position.z, 0.5 + 0.25 * 1.0, 1e-12);
    f->phases[0].axes[2].linear = true;
    fixture_must_resolve(f);
    ck_near(fixture_sample(f, 0.5).pose.position.z, 0.5 + 0.5 * 1.0, 1e-12);
    f->phases[0].axes[2].animate = false;
    fixture_must_resolve(f);
    ck_near(fixture_sample(f, 0.5).pose.position.z, 1.5, 1e-12);
    free(f);
}
END_TEST

START_TEST(phases__face_and_turn_cap)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->phases[0].rotation = RW_ROTATION_FACE;
    f->targets[0].position = rw_v(2.0, 0.0, 0.0);
    fixture_must_resolve(f); /* warp point and target coincide: faced from the start */
    ck_near(rw_space_yaw_of(&f->clip_desc.space, f->answer.phases[0].warp_point.rotation), 90.0, 1e-9);
    f->phases[0].translation_offset = rw_v(0.0, 0.0, 1.0);
    fixture_must_resolve(f); /* from a metre before it */
    ck_near(fabs(rw_space_yaw_of(&f->clip_desc.space, f->answer.phases[0].warp_point.rotation)), 180.0, 1e-9);
    f->phases[0].turn_cap = 100.0;
    fixture_must_resolve(f);
    ck_near(f->answer.phases[0].turn_left, 80.0, 1e-9);
    ck_near(rw_space_yaw_of(&f->clip_desc.space, f->answer.phases[0].reached.rotation), 100.0, 1e-9);
    free(f);
}
END_TEST

START_TEST(phases__methods_fall_back_and_say_so)
{
    fixture *f = fixture_phases("unity", 0.0, 1); /* in place */
    f->targets[0].position = rw_v(0.0, 0.0, 1.0);
    const rw_method asked[] = {RW_METHOD_SKEW, RW_METHOD_SCALE, RW_METHOD_PATH};
    for (size_t i = 0; i < 3; i++) {
        f->phases[0].method = asked[i];
        fixture_must_resolve(f);
        ck_assert_int_eq((int)f->answer.phases[0].method, (int)RW_METHOD_TIME);
        ck_assert(f->answer.phases[0].fell_back);
        ck_assert((f->answer.warnings & RW_WARNING_METHOD_FALLBACK) != 0);
        ck_near(fixture_sample(f, 0.25).pose.position.z, 0.25, 1e-12);
    }
    free(f);
}
END_TEST

START_TEST(phases__scale_turns_and_scales_the_motion_whole)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    for (size_t i = 0; i < 31; i++) /* an arc to the right */
        f->positions[i].x = (double)(i * i) / 900.0;
    f->phases[0].method = RW_METHOD_SCALE;
    f->targets[0].position = rw_v(4.0, 1.0, -2.0); /* (1, 2) turned by 90 degrees and doubled */
    fixture_must_resolve(f);
    ck_assert(!f->answer.phases[0].fell_back);
    rw_vec3 half = fixture_sample(f, 0.5).pose.position; /* authored (0.25, 1.0) */
    ck_near(half.x, 2.0, 1e-12);
    ck_near(half.z, -0.5, 1e-12);
    ck_near(half.y, 0.5, 1e-12);
    free(f);
}
END_TEST

START_TEST(phases__time_uses_its_easing)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->phases[0].method = RW_METHOD_TIME;
    f->targets[0].position = rw_v(0.0, 0.0, 3.0);
    const rw_easing easings[] = {RW_EASING_LINEAR, RW_EASING_SMOOTHSTEP, RW_EASING_QUAD_IN, RW_EASING_CUBIC_OUT,
                                 RW_EASING_QUART_IN_OUT, RW_EASING_SINE_IN, RW_EASING_SINE_OUT, RW_EASING_QUINT_IN};
    const double at_quarter[] = {0.25, 0.15625, 0.0625, 0.578125, 0.03125, 0.076120467488713, 0.382683432365090, 0.0009765625};
    for (size_t i = 0; i < 8; i++) {
        f->phases[0].easing = easings[i];
        fixture_must_resolve(f);
        ck_near(fixture_sample(f, 0.25).pose.position.z, 0.5 + at_quarter[i], 1e-12);
    }
    free(f);
}
END_TEST

START_TEST(play_rate__of_nothing)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->phases[0].has_rate = true;
    f->phases[0].rate.min = 0.5;
    f->phases[0].rate.max = 2.0;
    fixture_must_resolve(f); /* something to cover in no distance: as fast as allowed */
    ck_near(f->answer.phases[0].play_rate, 2.0, 1e-15);
    free(f);
    f = fixture_phases("unity", 0.0, 1);
    f->phases[0].has_rate = true;
    f->phases[0].rate.min = 1.5;
    f->phases[0].rate.max = 2.0;
    fixture_must_resolve(f); /* nothing at all: 1, clamped */
    ck_near(f->answer.phases[0].play_rate, 1.5, 1e-15);
    ck_assert((f->answer.warnings & RW_WARNING_RATE_CLAMPED) != 0);
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("phases");
    TCase *tc = tcase_create("phases");
    tcase_add_test(tc, phases__anchor_brings_the_hand_to_the_target);
    tcase_add_test(tc, phases__anchor_holds_under_a_turn_cap);
    tcase_add_test(tc, phases__anchor_meets_the_target_whatever_the_turn);
    tcase_add_test(tc, phases__land_clip_in_a_later_loop);
    tcase_add_test(tc, phases__land_clip_puts_the_clips_end_at_the_target);
    tcase_add_test(tc, phases__axis_switches);
    tcase_add_test(tc, phases__face_and_turn_cap);
    tcase_add_test(tc, phases__methods_fall_back_and_say_so);
    tcase_add_test(tc, phases__scale_turns_and_scales_the_motion_whole);
    tcase_add_test(tc, phases__time_uses_its_easing);
    tcase_add_test(tc, play_rate__of_nothing);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
