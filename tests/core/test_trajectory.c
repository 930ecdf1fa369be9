/* Trajectory: clamping, phases named, offsets, steps, peaks. */
#include "fixture.h"
#include "vec.h"

START_TEST(sample__clamps_and_names_the_phase)
{
    fixture *f = fixture_phases("unity", 3.0, 2);
    f->phases[0].end = 0.4;
    f->phases[1].start = 0.6;
    f->phases[1].end = 0.9;
    f->targets[0].position.z = 1.5;
    f->targets[1].position.z = 3.0;
    fixture_must_resolve(f);
    ck_assert_double_eq(fixture_sample(f, -3.0).elapsed, 0.0);
    ck_assert_double_eq(fixture_sample(f, 99.0).elapsed, f->answer.duration);
    ck_assert_uint_eq(fixture_sample(f, 0.1).phase, 0);
    ck_assert(fixture_sample(f, 0.5).phase == RW_NO_PHASE);
    ck_assert_uint_eq(fixture_sample(f, 0.7).phase, 1);
    ck_assert(fixture_sample(f, 0.95).phase == RW_NO_PHASE);
    ck_near(fixture_sample(f, 0.7).clip_time, 0.7, 1e-12);
    free(f);
}
END_TEST

START_TEST(offset__added_to_the_authored_root_gives_the_warped_one)
{
    fixture *f = fixture_phases("unity", 3.0, 2);
    f->targets[0].position = rw_v(1.0, 0.3, 1.5);
    f->targets[1].position = rw_v(-1.0, 0.0, 3.0);
    f->targets[1].has_yaw = true;
    f->targets[1].yaw = -70.0;
    fixture_must_resolve(f);
    for (double t = 0.0; t < 1.0; t += 0.09) {
        rw_sample s = fixture_sample(f, t);
        ck_near(rw_length(rw_sub(rw_add(s.authored.position, s.offset.position), s.pose.position)), 0.0, 1e-14);
        ck_near(fabs(rw_qdot(rw_qmul(s.offset.rotation, s.authored.rotation), s.pose.rotation)), 1.0, 1e-14);
    }
    free(f);
}
END_TEST

START_TEST(step__of_nothing_is_the_identity)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->job.target.placement.position.z = 2.0;
    fixture_must_resolve(f);
    rw_pose none = rw_step(&f->answer, 0.3, 0.3);
    ck_near(rw_length(none.position), 0.0, 1e-15);
    ck_near(none.rotation.w, 1.0, 1e-15);
    rw_pose there = rw_step(&f->answer, 0.1, 0.6);
    rw_pose back = rw_step(&f->answer, 0.6, 0.1);
    rw_pose both = rw_compose(there, back);
    ck_near(rw_length(both.position), 0.0, 1e-15);
    ck_near(rw_length(there.position), 1.0, 1e-12);
    free(f);
}
END_TEST

START_TEST(peaks__fastest_speed_and_turn)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->windows[0].start = 0.5;
    f->job.target.placement.position = rw_v(0.0, 0.0, 4.5);
    f->profile_desc.scale_band.max = 3.0;
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, i > 20 ? 6.0 * (double)(i - 20) : 0.0);
    f->profile_desc.rotation = RW_ROTATION_KEEP;
    fixture_must_resolve(f);
    double speed, turn;
    rw_trajectory_peaks(&f->answer, &speed, &turn);
    ck_near(speed, 6.0, 1e-9); /* 3 m left in half a second */
    ck_near(turn, 180.0, 1e-6);
    free(f);
}
END_TEST

START_TEST(gap__between_windows_keeps_the_authored_motion)
{
    fixture *f = fixture_lunge("unity", 3.0);
    const rw_window windows[] = {{"attack", 0.6, 1.0}, {"attack", 0.0, 0.4}}; /* not in order */
    memcpy(f->windows, windows, sizeof windows);
    f->clip_desc.window_count = 2;
    f->profile_desc.has_rate = true;
    f->profile_desc.rate.min = 0.25;
    f->profile_desc.rate.max = 4.0;
    f->profile_desc.scale_band.max = 3.0;
    f->job.target.placement.position.z = 6.0; /* twice as far: half as fast within the windows */
    fixture_must_resolve(f);
    ck_near(f->answer.play_rate, 0.5, 1e-12);
    ck_near(f->answer.duration, 0.8 + 0.2 + 0.8, 1e-12);
    rw_vec3 before = fixture_sample(f, 0.8).pose.position;
    rw_vec3 after = fixture_sample(f, 1.0).pose.position;
    ck_near(after.z - before.z, 0.6, 1e-12);
    ck_near(before.z, 1.2 + 1.5, 1e-12);
    ck_near(fixture_sample(f, 1.8).pose.position.z, 6.0, 1e-12);
    ck_near(f->answer.windows[1].elapsed_start, 1.0, 1e-12);
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trajectory");
    TCase *tc = tcase_create("trajectory");
    tcase_add_test(tc, sample__clamps_and_names_the_phase);
    tcase_add_test(tc, offset__added_to_the_authored_root_gives_the_warped_one);
    tcase_add_test(tc, step__of_nothing_is_the_identity);
    tcase_add_test(tc, peaks__fastest_speed_and_turn);
    tcase_add_test(tc, gap__between_windows_keeps_the_authored_motion);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
