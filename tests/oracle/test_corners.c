/* Cases made by hand, where a random one hardly ever lands: exact edges, nothing, half turns, loops. Their numbers are
 * exact in binary, so that both solvers meet the edge itself. */
#include "corner.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void name_case(char *out, size_t size, const char *what, double a, double b)
{
    snprintf(out, size, "%s %g %g", what, a, b);
}

static void two_windows(corner *c)
{
    corner_lunge(c);
    c->windows[0] = (rw_window){"w", 0.25, 0.5};
    c->windows[1] = (rw_window){"w", 0.625, 0.875};
    c->clip.window_count = 2;
}

START_TEST(time__at_every_edge)
{
    static const double times[] = {0.0, 0.125, 0.25, 0.375, 0.5, 0.5625, 0.625, 0.75, 0.875, 0.9375, 1.0};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        for (int method = RW_METHOD_AXIS; method <= RW_METHOD_SCALE; method++) {
            name_case(name, sizeof name, "time, method", times[i], method);
            two_windows(&c);
            c.time = times[i];
            c.profile.method = (rw_method)method;
            corner_agree(&c, name);
            corner_phase(&c);
            c.phases[0] = rw_phase_desc_default();
            c.phases[0].start = 0.25;
            c.phases[0].end = c.phases[1].start = 0.5;
            c.phases[1].end = 0.875;
            c.profile.phase_count = 2;
            c.phases[0].method = c.phases[1].method = (rw_method)method;
            c.time = times[i];
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(distance__at_every_threshold)
{
    /* overlapping up to 80, compressed below 205, clamped above 830 */
    static const double distances[] = {0.0, 60.0, 80.0, 100.0, 205.0, 250.0, 580.0, 830.0, 900.0};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof distances / sizeof distances[0]; i++)
        for (int side = 0; side < 4; side++) {
            corner_lunge(&c);
            name_case(name, sizeof name, "distance, side", distances[i], side);
            c.profile.has_rate = side == 3;
            c.profile.rate = (rw_range){0.5, 2.0};
            rw_vec3 where = {side == 1 ? 0.0 : distances[i], side == 1 ? distances[i] : 0.0, side == 2 ? 64.0 : 0.0};
            c.target.placement.position = where;
            c.profile.vertical = side == 2 ? RW_VERTICAL_TARGET : RW_VERTICAL_KEEP;
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(direction__behind_above_and_at_the_same_spot)
{
    static const rw_vec3 places[] = {{-300.0, 0.0, 0.0}, {0.0, 0.0, 200.0}, {0.0, 0.0, 0.0},
                                     {0.0, -300.0, 0.0}, {0.0, 300.0, 0.0}};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int mode = 0; mode < 6; mode++) {
            name_case(name, sizeof name, "place, mode", (double)i, mode);
            corner_lunge(&c);
            c.target.placement.position = places[i];
            c.profile.rotation = (rw_rotation)(mode % 3);
            c.profile.turn = (rw_turn)(mode / 3);
            c.profile.plane = mode == 5 ? RW_PLANE_FULL : RW_PLANE_HORIZONTAL;
            corner_agree(&c, name);
            corner_phase(&c);
            c.targets[0].position = places[i];
            c.phases[0].rotation = (rw_rotation)(mode % 3);
            c.phases[0].turn = (rw_turn)(mode / 3);
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(turn__half_turns_of_either_sign)
{
    static const rw_quat turns[] = {{0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, -1.0, 0.0}, {1.0, 0.0, 0.0, 0.0},
                                    {-1.0, 0.0, 0.0, 0.0}, {0.0, -1.0, 0.0, 0.0}, {0.0, 0.6, -0.8, 0.0}};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        for (int turn = 0; turn < 2; turn++) {
            name_case(name, sizeof name, "half turn", (double)i, turn);
            corner_phase(&c);
            c.targets[0].rotation = turns[i];
            c.phases[0].turn = (rw_turn)turn;
            corner_agree(&c, name);
            c.clip.rotation_count = c.clip.sample_count; /* between two samples of the clip, too */
            for (size_t k = 17; k < 33; k++)
                c.rotations[k] = turns[i];
            c.phases[0].rotation = RW_ROTATION_KEEP;
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(turn_cap__that_just_suffices)
{
    static const double caps[] = {45.0, 89.999999, 90.0, 90.000001, 400.0};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++)
        for (int rate = 1; rate <= 2; rate++) {
            name_case(name, sizeof name, "cap, request rate", caps[i], rate);
            corner_phase(&c);
            c.targets[0].has_yaw = true;
            c.targets[0].yaw = 90.0;
            c.phases[0].turn_cap = caps[i] * rate;
            c.play_rate = rate;
            corner_agree(&c, name);
            corner_lunge(&c);
            c.target.placement.position = (rw_vec3){0.0, 300.0, 0.0};
            c.profile.turn_cap = caps[i] * rate;
            c.play_rate = rate;
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(event__at_every_edge)
{
    corner c;
    char name[80];
    for (int loop = 0; loop < 2; loop++)
        for (double time = 0.0; time <= 1.0 + loop; time += 0.125) {
            name_case(name, sizeof name, "events asked at", time, loop);
            two_windows(&c);
            const double at[] = {0.0, 0.25, 0.5, 0.75, loop != 0 ? 0.9375 : 1.0};
            for (int i = 0; i < 5; i++)
                c.events[i] = (rw_event){"e", at[i]};
            c.clip.event_count = 5;
            c.clip.loop = loop != 0;
            c.profile.has_rate = true;
            c.profile.rate = (rw_range){0.5, 2.0};
            c.time = time;
            corner_agree(&c, name);
        }
}
END_TEST

/* A walk in a circle: eight samples, an eighth of a turn in a loop. */
static void circling(corner *c)
{
    corner_lunge(c);
    c->clip.sample_count = 9;
    c->clip.rotation_count = 9;
    c->clip.loop = true;
    for (int i = 0; i < 9; i++) {
        c->positions[i] = (rw_vec3){10.0 * i, 0.25 * i * i, 0.5 * i};
        c->rotations[i] = (rw_quat){0.0, 0.0, 0.025 * i, 1.0};
    }
}

START_TEST(loop__windows_and_requests_at_its_ends)
{
    static const double starts[] = {0.0, 0.125, 0.25, 0.5, 250.0, 1000.125};
    static const double lengths[] = {0.125, 0.25, 0.8125};
    corner c;
    char name[80];
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 3; j++)
            for (int ask = 0; ask < 4; ask++) {
                name_case(name, sizeof name, "window at, for", starts[i], lengths[j]);
                circling(&c);
                c.windows[0] = (rw_window){"w", starts[i], starts[i] + lengths[j]};
                c.events[0] = (rw_event){"e", 0.125};
                c.clip.event_count = 1;
                c.time = ask == 0   ? fmax(0.0, starts[i] - 0.25)
                         : ask == 1 ? starts[i]
                         : ask == 2 ? starts[i] + lengths[j] / 2.0
                                    : starts[i] + lengths[j];
                corner_agree(&c, name);
            }
}
END_TEST

START_TEST(clip__of_one_and_of_two_samples)
{
    corner c;
    corner_lunge(&c);
    c.clip.sample_count = 2;
    c.windows[0].end = 1.0 / 32.0;
    corner_agree(&c, "two samples");
    c.clip.loop = true;
    c.windows[0].end = 1.0;
    corner_agree(&c, "two samples, looping");

    c.clip.sample_count = 1;
    c.clip.window_count = 0;
    for (int loop = 0; loop < 2; loop++) {
        c.clip.loop = loop != 0;
        unsigned char memory[4096];
        const rw_clip *clip;
        c.clip.positions = c.positions;
        ck_assert_int_eq(rw_clip_compile(&c.clip, memory, sizeof memory, &clip, NULL), RW_OK);
        oracle_clip want;
        oracle_report report = {.worst = 0.0};
        static const double times[] = {0.0, 0.0};
        ck_assert(oracle_clip_make(&c.clip, &want));
        oracle_compare_clip(&want, clip, times, 2, &report);
        oracle_clip_free(&want);
        ck_assert_msg(report.differences == 0, "one sample: %s", report.first);
    }
}
END_TEST

START_TEST(axis__without_motion_goes_by_time)
{
    corner c;
    corner_phase(&c);
    c.targets[0].position = (rw_vec3){300.0, 200.0, 100.0};
    corner_agree(&c, "one axis moves");
    for (int i = 0; i < CORNER_SAMPLES; i++)
        c.positions[i] = (rw_vec3){7.0, 8.0, 9.0};
    for (int method = RW_METHOD_AXIS; method <= RW_METHOD_SCALE; method++) {
        c.phases[0].method = (rw_method)method;
        corner_agree(&c, "no axis moves");
    }
    corner_lunge(&c);
    for (int i = 0; i < CORNER_SAMPLES; i++)
        c.positions[i] = (rw_vec3){7.0, 8.0, 9.0};
    c.profile.has_rate = true;
    c.profile.rate = (rw_range){0.5, 2.0};
    corner_agree(&c, "no travel");
    c.target.placement.position = (rw_vec3){80.0, 0.0, 0.0};
    corner_agree(&c, "no travel and no gap");
}
END_TEST

START_TEST(axis__swinging_back_never_overshoots)
{
    corner c;
    corner_phase(&c);
    c.clip.sample_count = 3;
    c.clip.frame_rate = 2.0;
    c.positions[0].x = 0.0;
    c.positions[1].x = 100.0;
    c.positions[2].x = 5.0;
    c.targets[0].position.x = 50.0;
    corner_agree(&c, "0, 100, 5 to 50");
    corner_answer answer;
    corner_solve(&c, &answer);
    rw_sampler sampler;
    rw_sample sample;
    rw_sampler_init(&sampler, &answer.resolution);
    rw_sampler_at(&sampler, 0.5, &sample);
    ck_assert_double_eq_tol(sample.pose.position.x, 100.0 + 45.0 * 100.0 / 195.0, 1e-12);
    corner_answer_free(&answer);
}
END_TEST

START_TEST(switches__in_every_combination)
{
    corner c;
    for (int bits = 0; bits < 512; bits++) {
        char name[40];
        snprintf(name, sizeof name, "switches %d", bits);
        corner_phase(&c);
        for (int i = 0; i < CORNER_SAMPLES; i++)
            c.positions[i] = (rw_vec3){10.0 * i, 0.125 * i * i, i == 16 ? 32.0 : 0.0};
        for (int axis = 0; axis < 3; axis++) {
            int b = bits >> (3 * axis);
            c.phases[0].axes[axis] = (rw_axis_switch){(b & 1) == 0, (b & 2) != 0, (b & 4) == 0};
        }
        c.phases[0].method = bits % 2 == 0 ? RW_METHOD_AXIS : RW_METHOD_PATH;
        c.targets[0].position = (rw_vec3){300.0, 100.0, 50.0};
        c.actor.placement.has_yaw = true;
        c.actor.placement.yaw = 30.0;
        corner_agree(&c, name);
    }
}
END_TEST

START_TEST(easing__every_one_at_its_middle_and_ends)
{
    corner c;
    for (int easing = RW_EASING_LINEAR; easing <= RW_EASING_QUINT_IN_OUT; easing++) {
        corner_lunge(&c);
        c.profile.method = RW_METHOD_TIME;
        c.profile.easing = (rw_easing)easing;
        corner_agree(&c, rw_easing_name((rw_easing)easing));
    }
}
END_TEST

START_TEST(windows__overlapping_nested_touching_twice)
{
    static const double edges[][4] = {{0.25, 0.5, 0.375, 0.75}, {0.125, 0.875, 0.25, 0.5}, {0.25, 0.5, 0.5, 0.75},
                                      {0.25, 0.5, 0.25, 0.5},   {0.25, 0.5, 0.25, 0.75},   {0.5, 0.75, 0.0, 0.125}};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        for (double time = 0.0; time <= 1.0; time += 0.125) {
            name_case(name, sizeof name, "windows, time", (double)i, time);
            two_windows(&c);
            c.windows[0] = (rw_window){"w", edges[i][0], edges[i][1]};
            c.windows[1] = (rw_window){"w", edges[i][2], edges[i][3]};
            c.windows[2] = (rw_window){"other", 0.0, 1.0};
            c.clip.window_count = 3;
            c.time = time;
            c.profile.has_rate = true;
            c.profile.rate = (rw_range){0.5, 2.0};
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(windows__shorter_than_a_frame)
{
    corner c;
    for (int i = 1; i < 40; i += 4) {
        two_windows(&c);
        c.windows[0].end = c.windows[0].start + ldexp(1.0, -i);
        corner_agree(&c, "two windows, one short");
        c.clip.window_count = 1;
        corner_agree(&c, "a short window");
    }
}
END_TEST

START_TEST(times__normalised_and_a_hair_past_the_end)
{
    corner c;
    corner_lunge(&c);
    c.clip.sample_count = 65 - 1;
    c.clip.times_normalised = true;
    c.windows[0] = (rw_window){"w", 0.25, 1.0};
    corner_agree(&c, "fractions of a clip of 63/32 s");
    c.windows[0].end = 1.00001;
    corner_agree(&c, "clamped");
    corner_phase(&c);
    c.clip.sample_count = 33;
    c.phases[0].end = 1.00005;
    corner_agree(&c, "a phase clamped");
    c.profile.times_normalised = true;
    c.phases[0].start = 0.5;
    c.phases[0].end = 1.0;
    corner_agree(&c, "a phase in fractions");
}
END_TEST

START_TEST(rate__at_its_limits)
{
    static const double places[] = {0.0, 125.0, 250.0, 500.0, 1000.0, 2000.0};
    corner c;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        corner_phase(&c);
        c.targets[0].position.x = places[i];
        c.phases[0].has_rate = true;
        c.phases[0].rate = (rw_range){0.5, 2.0};
        corner_agree(&c, "distance against rate");
        for (int k = 0; k < CORNER_SAMPLES; k++)
            c.positions[k].x = 0.0;
        c.phases[0].rate = (rw_range){1.25, 2.0};
        corner_agree(&c, "nothing against rate");
    }
}
END_TEST

START_TEST(lead__towards_away_and_faster_than_the_clip)
{
    static const rw_vec3 velocities[] = {{100.0, 0.0, 0.0}, {-100.0, 0.0, 0.0}, {0.0, 300.0, 0.0},
                                         {-2000.0, 0.0, 0.0}, {5000.0, 0.0, 0.0}, {0.0, 0.0, 50.0}};
    corner c;
    char name[80];
    for (size_t i = 0; i < sizeof velocities / sizeof velocities[0]; i++)
        for (int mode = 0; mode < 4; mode++) {
            name_case(name, sizeof name, "velocity, mode", (double)i, mode);
            two_windows(&c);
            c.target.velocity = velocities[i];
            c.target.placement.position = (rw_vec3){600.0, 50.0, 30.0};
            c.profile.has_rate = (mode & 1) != 0;
            c.profile.rate = (rw_range){0.5, 2.0};
            c.play_rate = (mode & 2) != 0 ? 2.0 : 1.0;
            c.profile.plane = (mode & 2) != 0 ? RW_PLANE_FULL : RW_PLANE_HORIZONTAL;
            corner_agree(&c, name);
            c.time = 0.3125;
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(land__and_anchor_with_every_rotation)
{
    corner c;
    char name[80];
    for (int rotation = 0; rotation < 3; rotation++)
        for (int mode = 0; mode < 8; mode++) {
            name_case(name, sizeof name, "rotation, mode", rotation, mode);
            corner_phase(&c);
            c.clip.rotation_count = c.clip.sample_count;
            for (int k = 0; k < CORNER_SAMPLES; k++)
                c.rotations[k] = (rw_quat){0.0, 0.0, 0.02 * k, 1.0};
            c.phases[0].start = 0.25;
            c.phases[0].end = 0.75;
            c.phases[0].rotation = (rw_rotation)rotation;
            c.phases[0].land = (mode & 1) != 0 ? RW_LAND_CLIP : RW_LAND_PHASE;
            c.phases[0].has_anchor = (mode & 1) == 0;
            c.phases[0].anchor = (rw_vec3){30.0, -10.0, 150.0};
            c.phases[0].translation_offset = (rw_vec3){(mode & 2) != 0 ? -50.0 : 0.0, 0.0, 0.0};
            c.phases[0].turn = (rw_turn)((mode & 4) != 0);
            c.targets[0] = (rw_placement){.position = {200.0, 200.0, 40.0}, .has_yaw = true, .yaw = 450.0};
            c.actor.scale = 1.5;
            corner_agree(&c, name);
        }
}
END_TEST

START_TEST(space__every_one_there_is)
{
    static const double units[] = {1.0, 0.01, 0.0254};
    corner c;
    for (int forward = 0; forward < 6; forward++)
        for (int right = 0; right < 6; right++)
            for (int up = 0; up < 6; up++) {
                if (forward / 2 == right / 2 || forward / 2 == up / 2 || right / 2 == up / 2)
                    continue;
                char name[64];
                snprintf(name, sizeof name, "space %d %d %d", forward, right, up);
                circling(&c);
                c.clip.loop = false;
                c.windows[0].end = 0.25;
                c.job_space = (rw_space){(rw_axis)forward, (rw_axis)right, (rw_axis)up, units[(forward + up) % 3]};
                c.has_job_space = true;
                c.actor.placement = (rw_placement){.position = {1.0, 2.0, 3.0}, .has_yaw = true, .yaw = 40.0};
                c.actor.radius = c.target.radius = 0.25;
                c.target.placement.position = (rw_vec3){3.0, 4.0, 5.0};
                c.target.velocity = (rw_vec3){0.5, -0.25, 1.0};
                corner_agree(&c, name);
                c.target.velocity = (rw_vec3){0.0, 0.0, 0.0};
                c.clip.space = c.job_space;
                c.job_space = *rw_space_preset("godot");
                corner_agree(&c, name);
            }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("corners");
    TCase *tc = tcase_create("corners");
    tcase_add_test(tc, time__at_every_edge);
    tcase_add_test(tc, distance__at_every_threshold);
    tcase_add_test(tc, direction__behind_above_and_at_the_same_spot);
    tcase_add_test(tc, turn__half_turns_of_either_sign);
    tcase_add_test(tc, turn_cap__that_just_suffices);
    tcase_add_test(tc, event__at_every_edge);
    tcase_add_test(tc, loop__windows_and_requests_at_its_ends);
    tcase_add_test(tc, clip__of_one_and_of_two_samples);
    tcase_add_test(tc, axis__without_motion_goes_by_time);
    tcase_add_test(tc, axis__swinging_back_never_overshoots);
    tcase_add_test(tc, switches__in_every_combination);
    tcase_add_test(tc, easing__every_one_at_its_middle_and_ends);
    tcase_add_test(tc, windows__overlapping_nested_touching_twice);
    tcase_add_test(tc, windows__shorter_than_a_frame);
    tcase_add_test(tc, times__normalised_and_a_hair_past_the_end);
    tcase_add_test(tc, rate__at_its_limits);
    tcase_add_test(tc, lead__towards_away_and_faster_than_the_clip);
    tcase_add_test(tc, land__and_anchor_with_every_rotation);
    tcase_add_test(tc, space__every_one_there_is);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
