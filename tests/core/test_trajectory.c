/* Trajectory: clamping, phases named, offsets, steps, peaks. */
#include "easing.h"
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

/* The last moment of a window, which rounding may take for its end, is as near to it as the moment is. */
START_TEST(sample__a_hair_before_the_end_of_a_window)
{
    for (int i = 0; i < 400; i++) {
        fixture *f = fixture_phases("unity", 3.0, 2);
        f->phases[0].start = 0.01 + 0.0007 * i;
        f->phases[0].end = 0.4 + 0.0003 * i;
        f->phases[0].has_rate = true;
        f->phases[0].rate.min = f->phases[0].rate.max = 0.3 + 0.0071 * i;
        f->phases[1].start = 0.6;
        f->job.play_rate = 0.1 + 0.0313 * i;
        f->targets[0].position = rw_v(1.0, 0.0, 1.5);
        fixture_must_resolve(f);
        const double end = f->answer.phases[0].elapsed_end;
        const rw_sample before = fixture_sample(f, nextafter(end, 0.0));
        ck_assert_double_le(before.clip_time, f->phases[0].end);
        ck_near(before.clip_time, f->phases[0].end, 1e-12);
        ck_near(rw_length(rw_sub(before.pose.position, f->answer.phases[0].reached.position)), 0.0, 1e-11);
        free(f);
    }
}
END_TEST

START_TEST(ease__begins_at_0_and_ends_at_1)
{
    for (int i = 0; i <= (int)RW_EASING_QUINT_IN_OUT; i++) {
        ck_assert_double_eq(rw_ease((rw_easing)i, 0.0), 0.0);
        ck_assert_double_eq(rw_ease((rw_easing)i, 1.0), 1.0);
        ck_assert_double_gt(rw_ease((rw_easing)i, 0.75), rw_ease((rw_easing)i, 0.25));
    }
}
END_TEST

/* The free motion between two phases many loops apart is looked at once, and what comes after it is not missed. */
START_TEST(peaks__between_phases_many_loops_apart)
{
    fixture *f = fixture_phases("unity", 2.0, 2);
    double speed, turn;
    f->clip_desc.loop = true;
    f->positions[21].z += 0.1; /* the fastest moment of the free motion: 5 m/s */
    f->phases[0].end = 0.5;
    f->phases[1].start = 900000.1;
    f->phases[1].end = 900000.4;
    f->targets[0].position.z = 1.0;
    f->targets[1].position.z = 1800000.8;
    fixture_must_resolve(f);
    rw_trajectory_peaks(&f->answer, &speed, &turn);
    ck_near(speed, 5.0, 1e-6);
    f->targets[1].position.z += 3.0; /* 3.6 m in 0.3 s */
    fixture_must_resolve(f);
    rw_trajectory_peaks(&f->answer, &speed, &turn);
    ck_near(speed, 12.0, 1e-6);
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

/* Ten minutes at 120 samples a second, wandering: what adds up along a clip stays as exact as the README says. */
START_TEST(long_clip__sums_stay_exact)
{
    enum { SAMPLES = 72001 };
    rw_vec3 *positions = malloc(SAMPLES * sizeof *positions);
    ck_assert_ptr_nonnull(positions);
    long double covered = 0.0L;
    for (size_t i = 0; i < SAMPLES; i++) {
        double t = (double)i / 120.0;
        rw_vec3 p = {3.0 * sin(1.7 * t) + 0.3 * t, 0.1 * sin(5.0 * t), 2.0 * cos(0.9 * t) + 1.1 * t};
        positions[i] = p;
        if (i > 0)
            covered += fabsl((long double)p.z - (long double)positions[i - 1].z);
    }
    fixture *f = fixture_phases("unity", 0.0, 1);
    f->clip_desc.positions = positions;
    f->clip_desc.sample_count = SAMPLES;
    f->clip_desc.frame_rate = 120.0;
    f->phases[0].end = 600.0;
    f->targets[0].position = rw_v(100.0, 0.0, 700.0);
    size_t size = rw_clip_size(&f->clip_desc);
    void *memory = malloc(size);
    ck_assert_int_eq(rw_clip_compile(&f->clip_desc, memory, size, &f->clip, NULL), RW_OK);
    ck_assert_int_eq(rw_profile_compile(&f->profile_desc, f->clip, f->profile_memory, sizeof f->profile_memory,
                                        &f->profile, NULL), RW_OK);
    f->job.profile = f->profile;
    ck_assert_int_eq(fixture_resolve(f), RW_OK);
    ck_assert_double_le(fabs(f->answer.phases[0].covered.z - (double)covered), 1e-11 * (double)covered);

    /* The weight at the middle, against the sum in long double. */
    long double half = 0.0L;
    for (size_t i = 1; i <= SAMPLES / 2; i++)
        half += fabsl((long double)positions[i].z - (long double)positions[i - 1].z);
    double error = 700.0 - (positions[SAMPLES - 1].z - positions[0].z);
    double want = (positions[SAMPLES / 2].z - positions[0].z) + error * (double)(half / covered);
    ck_assert_double_le(fabs(fixture_sample(f, 300.0).pose.position.z - want), 1e-9 * 700.0);
    ck_assert_double_eq(fixture_sample(f, 600.0).pose.position.z, 700.0);
    free(memory);
    free(positions);
    free(f);
}
END_TEST

/* An hour into a loop that turns as it goes, a step is that of the first loop, placed where the loops have led. */
START_TEST(long_loop__an_hour_in_is_as_exact_as_the_start)
{
    fixture *f = fixture_phases("unity", 2.0, 1);
    f->clip_desc.loop = true;
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, 0.1 * (double)i);
    f->phases[0].start = 3600.25;
    f->phases[0].end = 3600.75;
    f->job.time = 3600.25;
    f->targets[0].position = rw_v(0.0, 0.0, 1.5);
    fixture_must_resolve(f);
    rw_vec3 late = f->answer.phases[0].net;
    f->phases[0].start = f->job.time = 0.25;
    f->phases[0].end = 0.75;
    fixture_must_resolve(f);
    ck_near(rw_length(rw_sub(late, f->answer.phases[0].net)), 0.0, 1e-11);
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
    tcase_add_test(tc, sample__a_hair_before_the_end_of_a_window);
    tcase_add_test(tc, ease__begins_at_0_and_ends_at_1);
    tcase_add_test(tc, peaks__between_phases_many_loops_apart);
    tcase_add_test(tc, peaks__fastest_speed_and_turn);
    tcase_add_test(tc, gap__between_windows_keeps_the_authored_motion);
    tcase_add_test(tc, long_clip__sums_stay_exact);
    tcase_add_test(tc, long_loop__an_hour_in_is_as_exact_as_the_start);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
