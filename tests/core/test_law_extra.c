/* What spans modules: the soft limit on speed, and the motion of a clip between any two of its times. */
#include "../property/random_case.h"
#include "fixture.h"
#include "vec.h"

#include <stdio.h>

/* ---- max_speed ---- */

static bool too_fast(fixture *f, double limit)
{
    f->profile_desc.max_speed = limit;
    fixture_must_resolve(f);
    return (f->answer.warnings & RW_WARNING_MAX_SPEED) != 0;
}

START_TEST(max_speed__is_the_warped_paths_and_equal_is_no_faster)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->job.target.placement.position.z = 2.5; /* numbers without rounding: 2.5 units in a second */
    f->clip_desc.sample_count = 17;
    f->clip_desc.frame_rate = 16.0;
    for (size_t i = 0; i < 17; i++)
        f->positions[i].z = 0.125 * (double)i;
    ck_assert(!too_fast(f, 2.5));
    ck_assert(too_fast(f, 2.499));
    ck_assert(!too_fast(f, (double)INFINITY));
    free(f);
}
END_TEST

START_TEST(max_speed__counts_the_requests_play_rate)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->job.target.placement.position.z = 2.5;
    f->job.play_rate = 2.0;
    ck_assert(!too_fast(f, 5.001));
    ck_assert(too_fast(f, 4.999));
    free(f);
}
END_TEST

START_TEST(max_speed__gives_the_peak)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->job.target.placement.position.z = 2.5;
    ck_assert(!too_fast(f, (double)INFINITY));
    ck_assert(!f->answer.has_peak_speed && f->answer.peak_speed == 0.0);
    for (int i = 0; i < 2; i++) {
        double speed, turn;
        too_fast(f, i == 0 ? 1.0 : 100.0);
        rw_trajectory_peaks(&f->answer, &speed, &turn);
        ck_assert(f->answer.has_peak_speed && f->answer.peak_speed == speed);
    }
    free(f);
}
END_TEST

START_TEST(max_speed__is_in_the_clips_units_whatever_the_requests_space)
{
    static const rw_space unreal = {RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, RW_AXIS_POSITIVE_Z, 0.01};
    fixture *f = fixture_lunge("unity", 2.0);
    f->job.space = &unreal;
    f->job.target.placement.position.x = 250.0; /* centimetres */
    ck_assert(!too_fast(f, 2.501));
    ck_assert(too_fast(f, 2.499));
    double speed, turn;
    rw_trajectory_peaks(&f->answer, &speed, &turn);
    ck_near(speed, 250.0, 1e-9); /* the peak is told in the request's */
    ck_assert_double_eq(f->answer.peak_speed, speed);
    free(f);
}
END_TEST

START_TEST(max_speed__looks_at_the_fastest_phase_and_at_free_motion)
{
    fixture *f = fixture_phases("unity", 3.0, 2);
    f->phases[0].end = 0.25;
    f->phases[1].start = 0.75;
    f->targets[0].position.z = 0.25; /* 1 a second, then 3 as authored, then 8 */
    f->targets[1].position.z = 3.75;
    ck_assert(too_fast(f, 7.9));
    ck_assert(!too_fast(f, 8.1));
    f->targets[1].position.z = 2.0; /* 1 a second: the free motion is the fastest now */
    ck_assert(too_fast(f, 2.9));
    ck_assert(!too_fast(f, 3.1));
    free(f);
}
END_TEST

START_TEST(max_speed__changes_nothing_but_the_flag)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->job.target.placement.position.z = 2.5;
    ck_assert(!too_fast(f, 100.0));
    rw_pose point = f->answer.warp_point;
    ck_assert(too_fast(f, 0.001));
    ck_assert(f->answer.warp_point.position.z == point.position.z);
    ck_assert_int_eq(f->answer.verdict, RW_VERDICT_IN_BAND);
    ck_assert_double_eq(f->answer.duration, 1.0);
    free(f);
}
END_TEST

/* ---- conditions ---- */

START_TEST(max_angle__of_a_target_at_the_same_spot_there_is_none)
{
    static const struct {
        double behind; /* metres; below a micrometre it is the same spot */
        unsigned reasons;
    } cases[] = {{0.0, 0}, {9e-7, 0}, {1.1e-6, RW_REASON_MAX_ANGLE}};
    for (size_t i = 0; i < 3; i++) {
        fixture *f = fixture_lunge("unity", 2.0);
        f->profile_desc.conditions.max_angle = 45.0;
        f->job.target.placement.position.z = -cases[i].behind;
        fixture_must_resolve(f);
        ck_assert_uint_eq(f->answer.reasons, cases[i].reasons);
        free(f);
    }
}
END_TEST

/* ---- the motion between two times ---- */

static void check_same(rw_pose a, rw_pose b, double extent, const char *what)
{
    double off = rw_length(rw_sub(a.position, b.position));
    ck_assert_msg(off <= 1e-12 * extent, "%s: %g apart", what, off);
    ck_assert_msg(fabs(rw_qdot(a.rotation, b.rotation)) >= 1.0 - 1e-12, "%s: turned", what);
}

/* Over random clips, looping ones among them: D(a, b) o D(b, c) = D(a, c), D(a, a) is nothing, D(b, a) takes D(a, b)
 * back, the scale scales the translation alone, and D(0, t) is X(t). */
START_TEST(motion__laws_over_random_clips)
{
    rw_random_case *c = malloc(sizeof *c);
    ck_assert_ptr_nonnull(c);
    for (uint64_t seed = 0; seed < 400; seed++) {
        char what[32];
        rw_random_options options = {0};
        rw_random random = {seed + 99};
        ck_assert(rw_random_case_make(c, seed, options));
        (void)snprintf(what, sizeof what, "seed %d", (int)seed);
        rw_clip_info info;
        rw_clip_describe(c->clip, &info);
        double last = info.duration * (info.loop ? 5.0 : 1.0);
        double times[3];
        for (int i = 0; i < 3; i++)
            times[i] = rw_random_chance(&random, 20) ? (rw_random_chance(&random, 50) ? 0.0 : info.duration)
                                                     : rw_random_between(&random, 0.0, 1.0) * last;
        double extent = 1.0 + 5.0 * info.path_length;
        rw_pose ab = rw_clip_motion(c->clip, times[0], times[1], 1.0);
        rw_pose bc = rw_clip_motion(c->clip, times[1], times[2], 1.0);
        rw_pose ac = rw_clip_motion(c->clip, times[0], times[2], 1.0);
        check_same(rw_compose(ab, bc), ac, extent, what);
        check_same(rw_compose(ab, rw_clip_motion(c->clip, times[1], times[0], 1.0)), rw_pose_identity(), extent, what);
        rw_pose none = rw_clip_motion(c->clip, times[0], times[0], 1.0);
        check_same(none, rw_pose_identity(), extent, what);
        rw_pose scaled = rw_clip_motion(c->clip, times[0], times[1], 2.5);
        check_same(scaled, rw_pose_of(rw_mul(ab.position, 2.5), ab.rotation), 2.5 * extent, what);
        check_same(rw_clip_motion(c->clip, 0.0, times[1], 1.0), rw_clip_sample(c->clip, times[1]), extent, what);
    }
    free(c);
}
END_TEST

START_TEST(motion__what_remains_shrinks_to_nothing)
{
    fixture *f = fixture_lunge("unreal", 300.0);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    double before = 301.0;
    for (size_t i = 0; i <= 30; i++) {
        double left = rw_clip_motion(f->clip, (double)i / 30.0, 1.0, 1.0).position.x;
        ck_near(left, 10.0 * (double)(30 - i), 1e-10);
        ck_assert_double_lt(left, before);
        before = left;
    }
    rw_pose end = rw_clip_motion(f->clip, 1.0, 1.0, 1.0);
    ck_assert(end.position.x == 0.0 && end.position.y == 0.0 && end.position.z == 0.0 && end.rotation.w == 1.0);
    free(f);
}
END_TEST

START_TEST(motion__times_outside_the_clip_are_held_to_its_ends)
{
    fixture *f = fixture_lunge("unreal", 300.0);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    ck_near(rw_clip_motion(f->clip, -5.0, 0.5, 1.0).position.x, 150.0, 1e-10);
    ck_near(rw_clip_motion(f->clip, 0.5, 17.0, 1.0).position.x, 150.0, 1e-10);
    ck_assert_double_eq(rw_clip_motion(f->clip, 2.0, 3.0, 1.0).position.x, 0.0);
    free(f);
}
END_TEST

/* The frame of the motion is the root's at its start: after a quarter turn, ahead is elsewhere in the clip's frame. */
START_TEST(motion__is_seen_from_where_it_starts)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, i < 15 ? 0.0 : 90.0);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    rw_pose late = rw_clip_motion(f->clip, 0.5, 1.0, 1.0);
    rw_vec3 wanted = rw_rotate(rw_space_yaw(&f->clip_desc.space, -90.0), rw_v(0.0, 0.0, 1.5));
    ck_near(rw_length(rw_sub(late.position, wanted)), 0.0, 1e-12);
    ck_near(late.rotation.w, 1.0, 1e-12);
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("law_extra");
    TCase *tc = tcase_create("law_extra");
    tcase_add_test(tc, max_speed__is_the_warped_paths_and_equal_is_no_faster);
    tcase_add_test(tc, max_speed__counts_the_requests_play_rate);
    tcase_add_test(tc, max_speed__gives_the_peak);
    tcase_add_test(tc, max_angle__of_a_target_at_the_same_spot_there_is_none);
    tcase_add_test(tc, max_speed__is_in_the_clips_units_whatever_the_requests_space);
    tcase_add_test(tc, max_speed__looks_at_the_fastest_phase_and_at_free_motion);
    tcase_add_test(tc, max_speed__changes_nothing_but_the_flag);
    tcase_add_test(tc, motion__laws_over_random_clips);
    tcase_add_test(tc, motion__what_remains_shrinks_to_nothing);
    tcase_add_test(tc, motion__times_outside_the_clip_are_held_to_its_ends);
    tcase_add_test(tc, motion__is_seen_from_where_it_starts);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
