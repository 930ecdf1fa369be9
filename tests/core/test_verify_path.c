/* Verify: the nearest moment of the path against brute force. */
#include "../property/random_case.h"
#include "fixture.h"
#include "rotation.h"
#include "trig.h"
#include "vec.h"

#include <stdio.h>

static const double degrees = 180.0 / RW_PI;

/* ---- the nearest moment ---- */

typedef double error_at(const rw_resolution *r, const rw_observation *o, double elapsed);

static double distance_at(const rw_resolution *r, const rw_observation *o, double elapsed)
{
    rw_sampler sampler;
    rw_sample sample;
    rw_sampler_init(&sampler, r);
    rw_sampler_at(&sampler, elapsed, &sample);
    return rw_length(rw_sub(o->position, sample.pose.position));
}

static double angle_at(const rw_resolution *r, const rw_observation *o, double elapsed)
{
    rw_sampler sampler;
    rw_sample sample;
    rw_sampler_init(&sampler, r);
    rw_sampler_at(&sampler, elapsed, &sample);
    return rw_quat_angle(rw_quat_normalised(o->rotation), sample.pose.rotation) * degrees;
}

/* By brute force: a fine grid, and the neighbourhood of each of its valleys searched by thirds. */
static double least(error_at *error, const rw_resolution *r, const rw_observation *o, double late)
{
    enum { GRID = 800 };
    double grid[GRID + 1];
    double at = rw_min(rw_max(o->elapsed, 0.0), r->duration);
    double from = rw_max(at - late, 0.0);
    double step = (rw_min(at + late, r->duration) - from) / GRID;
    double best = (double)INFINITY;
    for (size_t i = 0; i <= GRID; i++) {
        grid[i] = error(r, o, from + step * (double)i);
        best = rw_min(best, grid[i]);
    }
    for (size_t i = 0; i <= GRID; i++) {
        size_t before = i > 0 ? i - 1 : 0;
        size_t after = i < GRID ? i + 1 : GRID;
        bool flat = grid[before] - grid[i] < 1e-9 && grid[after] - grid[i] < 1e-9;
        if (grid[i] > grid[before] || grid[i] > grid[after] || flat)
            continue;
        double low = from + step * (double)before;
        double high = from + step * (double)after;
        for (int n = 0; n < 60; n++) {
            double third = (high - low) / 3.0;
            if (error(r, o, low + third) < error(r, o, high - third))
                high -= third;
            else
                low += third;
        }
        best = rw_min(best, error(r, o, (low + high) * 0.5));
    }
    return best;
}

static void check_nearest(const rw_resolution *r, rw_random *random, double spread, double late, const char *what)
{
    rw_observation observed[6];
    rw_deviation deviations[6];
    rw_verification verification;
    rw_tolerance tolerance = {0.0, 0.0, 0.05 + rw_random_between(random, 0.0, late)};
    for (size_t i = 0; i < 6; i++) {
        rw_sampler sampler;
        rw_sample sample;
        double elapsed = rw_random_between(random, -0.1, 1.1) * r->duration;
        rw_sampler_init(&sampler, r);
        rw_sampler_at(&sampler, elapsed + rw_random_between(random, -0.3, 0.3), &sample);
        rw_vec3 off = {rw_random_between(random, -spread, spread), rw_random_between(random, -spread, spread),
                       rw_random_between(random, -spread, spread)};
        if (i % 3 == 0)
            off = rw_mul(off, 0.0);
        rw_observation o = {elapsed, rw_add(sample.pose.position, off), true, sample.pose.rotation};
        if (i % 3 == 1)
            o.rotation = rw_qmul(o.rotation, rw_random_rotation(random));
        observed[i] = o;
    }
    ck_assert_int_eq(rw_verify(r, observed, 6, tolerance, deviations, &verification, NULL), RW_OK);
    for (size_t i = 0; i < 6; i++) {
        double distance = least(distance_at, r, &observed[i], tolerance.time);
        double angle = least(angle_at, r, &observed[i], tolerance.time);
        ck_assert_msg(fabs(deviations[i].distance - distance) <= 1e-6 * rw_max(1.0, spread),
                      "%s, %zu: %.17g, by brute force %.17g", what, i, deviations[i].distance, distance);
        ck_assert_msg(fabs(deviations[i].angle - angle) <= 2e-6, "%s, %zu: %.17g degrees, by brute force %.17g", what,
                      i, deviations[i].angle, angle);
    }
}

START_TEST(nearest__on_every_easing)
{
    fixture *f = fixture_lunge("unity", 3.0);
    rw_random random = {(uint64_t)_i + 1};
    f->profile_desc.method = RW_METHOD_TIME;
    f->profile_desc.easing = (rw_easing)_i;
    f->job.target.placement.position = rw_v(3.5, 0.0, 1.0);
    f->clip_desc.frame_rate = 2.0; /* 15 s, and few corners */
    f->windows[0].end = 15.0;
    fixture_must_resolve(f);
    for (int n = 0; n < 2; n++)
        check_nearest(&f->answer, &random, 1.0, 0.4, rw_easing_name((rw_easing)_i));
    free(f);
}
END_TEST

/* Between two samples that are far apart an easing bends the path most: who was on it, but a
 * little late, is found there, although a straight line in between passes farther off than where it should be by now. */
START_TEST(nearest__of_a_strong_bend_between_two_samples)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->profile_desc.method = RW_METHOD_TIME;
    f->profile_desc.easing = (rw_easing)_i;
    f->job.target.placement.position = rw_v(12.0, 0.0, 27.0);
    f->clip_desc.sample_count = 2;
    f->clip_desc.frame_rate = 1.0;
    f->positions[1] = rw_v(0.0, 0.0, 30.0);
    fixture_must_resolve(f);
    for (int n = 1; n < 20; n++) {
        double was = 0.05 * n;
        rw_observation o = {.elapsed = was + (n % 2 == 0 ? 2e-4 : -2e-4), .position = fixture_sample(f, was).pose.position};
        rw_deviation deviation;
        rw_verification out;
        rw_tolerance tolerance = {1e-6, 180.0, 0.05};
        ck_assert_int_eq(rw_verify(&f->answer, &o, 1, tolerance, &deviation, &out, NULL), RW_OK);
        ck_assert_msg(deviation.distance <= 1e-8, "%s at %g: off by %g", rw_easing_name((rw_easing)_i), was,
                      deviation.distance);
    }
    free(f);
}
END_TEST

START_TEST(nearest__on_random_cases)
{
    rw_random_case *c = malloc(sizeof *c);
    ck_assert_ptr_nonnull(c);
    for (uint64_t seed = (uint64_t)_i * 30; seed < (uint64_t)_i * 30 + 30; seed++) {
        char what[32];
        rw_random_options options = {0};
        rw_random random = {seed};
        ck_assert(rw_random_case_make(c, seed, options));
        rw_random_case_arrays(c, &c->resolution);
        ck_assert_int_eq(rw_resolve(&c->job, &c->resolution, NULL), RW_OK);
        (void)snprintf(what, sizeof what, "seed %d", (int)seed);
        check_nearest(&c->resolution, &random, 0.2 / c->resolution.space.metres_per_unit, 0.4, what);
    }
    free(c);
}
END_TEST

/* One phase of a second, with one sample a second, that adds a turn to an authored one. */
static void check_turns(rw_quat authored, double goal, rw_quat actor, rw_easing easing, rw_random *random)
{
    fixture *f = fixture_phases("unity", 3.0, 1);
    f->clip_desc.frame_rate = 1.0;
    f->clip_desc.sample_count = f->clip_desc.rotation_count = 3;
    f->rotations[1] = authored;
    f->rotations[2] = rw_qmul(authored, rw_space_yaw(&f->clip_desc.space, 180.0)); /* free motion: half a turn */
    f->phases[0].end = 1.0;
    f->phases[0].turn = RW_TURN_OFFSET;
    f->phases[0].method = RW_METHOD_TIME;
    f->phases[0].easing = easing;
    f->job.actor.placement.rotation = actor;
    f->targets[0].position = rw_v(2.0, 1.0, -1.0);
    f->targets[0].has_yaw = true;
    f->targets[0].yaw = goal;
    fixture_must_resolve(f);
    check_nearest(&f->answer, random, 1.0, 2.0, "turns");
    free(f);
}

START_TEST(nearest__of_large_turns_in_one_frame)
{
    static const struct {
        double authored, goal;
    } upright[] = {{170.0, 341.0}, {50.0, 215.0}, {-50.0, -229.0}, {0.0, 179.0}, {-100.0, -50.0}, {100.0, -30.0}};
    const rw_space *unity = rw_space_preset("unity");
    rw_random random = {7};
    for (size_t n = 0; n < sizeof upright / sizeof upright[0]; n++)
        for (int again = 0; again < 4; again++)
            check_turns(rw_space_yaw(unity, upright[n].authored), upright[n].goal, rw_quat_identity,
                        again % 2 == 0 ? RW_EASING_LINEAR : RW_EASING_QUINT_IN_OUT, &random);
    for (int n = 0; n < 24; n++)
        check_turns(rw_random_rotation(&random), rw_random_between(&random, -180.0, 180.0),
                    rw_random_rotation(&random), RW_EASING_LINEAR, &random);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify_path");
    TCase *tc = tcase_create("verify_path");
    tcase_add_loop_test(tc, nearest__on_every_easing, 0, RW_EASING_QUINT_IN_OUT + 1);
    tcase_add_loop_test(tc, nearest__of_a_strong_bend_between_two_samples, 0, RW_EASING_QUINT_IN_OUT + 1);
    tcase_add_loop_test(tc, nearest__on_random_cases, 0, 4);
    tcase_add_test(tc, nearest__of_large_turns_in_one_frame);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
