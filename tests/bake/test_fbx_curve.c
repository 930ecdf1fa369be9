#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bake/fbx_curve.h"

#define TICKS RW_FBX_TICKS_PER_SECOND

enum { CONSTANT = 0x2, LINEAR = 0x4, CUBIC = 0x8, NEXT = 0x100, AUTO = 0x100, TCB = 0x200, USER = 0x400,
       TIME_INDEPENDENT = 0x2000, CLAMP_PROGRESSIVE = 0x4000, WEIGHTED_RIGHT = 0x1000000, WEIGHTED_LEFT = 0x2000000 };

#define MOST_KEYS 4

typedef struct curve_case {
    rw_fbx_key keys[MOST_KEYS];
    rw_fbx_key_attribute attributes[MOST_KEYS];
    rw_fbx_curve curve;
} curve_case;

/* Keys one second apart. The case must stay where it is. */
static void shape(curve_case *c, size_t count, const double *values, uint32_t flags)
{
    *c = (curve_case){.curve = {.count = count, .keys = c->keys, .before = 'C', .after = 'C', .before_count = -1,
                                .after_count = -1}};
    for (size_t i = 0; i < count; i++) {
        c->keys[i].ticks = (int64_t)i * TICKS;
        c->keys[i].value = values[i];
        c->attributes[i].flags = flags;
    }
    rw_fbx_curve_shape(&c->curve, c->attributes);
}

static double at(const curve_case *c, double seconds)
{
    return rw_fbx_curve_evaluate(&c->curve, (int64_t)llround(seconds * (double)TICKS));
}

START_TEST(curve__passes_through_its_keys)
{
    static const uint32_t flags[] = {CONSTANT, CONSTANT | NEXT, LINEAR, CUBIC | AUTO, CUBIC | AUTO | CLAMP_PROGRESSIVE,
                                     CUBIC | USER, CUBIC | TCB, CUBIC | USER | WEIGHTED_RIGHT | WEIGHTED_LEFT};
    static const double values[] = {1.0, -3.0, 8.0, 2.0};
    curve_case c;
    shape(&c, 4, values, flags[_i]);
    for (size_t i = 0; i < 4; i++)
        ck_assert_double_eq_tol(at(&c, (double)i), values[i], 1e-12);
    ck_assert_double_eq(at(&c, -5.0), 1.0);
    ck_assert_double_eq(at(&c, 50.0), 2.0);
}
END_TEST

START_TEST(curve__holds_and_draws_lines)
{
    static const double values[] = {0.0, 10.0};
    curve_case c;
    shape(&c, 2, values, LINEAR);
    ck_assert_double_eq_tol(at(&c, 0.25), 2.5, 1e-12);
    shape(&c, 2, values, CONSTANT);
    ck_assert_double_eq(at(&c, 0.999), 0.0);
    shape(&c, 2, values, CONSTANT | NEXT);
    ck_assert_double_eq(at(&c, 0.001), 10.0);
}
END_TEST

START_TEST(curve__follows_given_tangents_as_hermite_does)
{
    static const double values[] = {1.0, 4.0};
    curve_case c;
    shape(&c, 2, values, CUBIC | USER);
    c.attributes[0].numbers[0] = 6.0f; /* slope out of key 0 */
    c.attributes[0].numbers[1] = -2.0f; /* slope into key 1 */
    rw_fbx_curve_shape(&c.curve, c.attributes);
    for (double t = 0.0; t <= 1.0; t += 0.125) {
        double hermite = (2 * t * t * t - 3 * t * t + 1) * 1.0 + (t * t * t - 2 * t * t + t) * 6.0 +
                         (-2 * t * t * t + 3 * t * t) * 4.0 + (t * t * t - t * t) * -2.0;
        ck_assert_double_eq_tol(at(&c, t), hermite, 1e-12);
    }
}
END_TEST

/* Weights only change how time runs along the curve: with both tangents on the chord it stays a straight line. */
START_TEST(curve__weights_keep_a_straight_line_straight)
{
    static const double values[] = {0.0, 10.0};
    const uint32_t packed = 9000u << 16 | 500u;
    curve_case c;
    shape(&c, 2, values, CUBIC | USER | WEIGHTED_RIGHT | WEIGHTED_LEFT);
    c.attributes[0].numbers[0] = c.attributes[0].numbers[1] = 10.0f;
    memcpy(&c.attributes[0].numbers[2], &packed, sizeof packed);
    rw_fbx_curve_shape(&c.curve, c.attributes);
    ck_assert_double_eq_tol(c.keys[0].weight_right, 0.05, 1e-12);
    ck_assert_double_eq_tol(c.keys[1].weight_left, 0.9, 1e-12);
    for (double t = 0.0; t <= 1.0; t += 0.0625)
        ck_assert_double_eq_tol(at(&c, t), 10.0 * t, 1e-9);
}
END_TEST

START_TEST(curve__automatic_tangents_reproduce_a_line_and_do_not_overshoot)
{
    static const double line[] = {0.0, 2.0, 4.0, 6.0}, steps[] = {0.0, 0.0, 5.0, 5.0};
    curve_case c;
    shape(&c, 4, line, CUBIC | AUTO);
    for (double t = 0.0; t <= 3.0; t += 0.1)
        ck_assert_double_eq_tol(at(&c, t), 2.0 * t, 1e-10);
    shape(&c, 4, line, CUBIC | AUTO | TIME_INDEPENDENT);
    ck_assert_double_eq_tol(at(&c, 1.5), 3.0, 1e-12);
    shape(&c, 4, steps, CUBIC | AUTO | TIME_INDEPENDENT | CLAMP_PROGRESSIVE);
    for (double t = 0.0; t <= 3.0; t += 0.01) {
        ck_assert_double_ge(at(&c, t), -1e-12);
        ck_assert_double_le(at(&c, t), 5.0 + 1e-12);
    }
    ck_assert_double_eq_tol(at(&c, 1.5), 2.5, 1e-12);
    ck_assert_double_eq(c.keys[1].slope_right, 0.0);
}
END_TEST

START_TEST(curve__tcb_of_nothing_is_catmull_rom)
{
    static const double values[] = {0.0, 1.0, 4.0, 9.0};
    curve_case c;
    shape(&c, 4, values, CUBIC | TCB);
    ck_assert_double_eq_tol(c.keys[1].slope_left, 2.0, 1e-12);
    ck_assert_double_eq_tol(c.keys[1].slope_right, 2.0, 1e-12);
    c.attributes[1].numbers[0] = 1.0f; /* full tension: flat */
    rw_fbx_curve_shape(&c.curve, c.attributes);
    ck_assert_double_eq_tol(c.keys[1].slope_right, 0.0, 1e-12);
}
END_TEST

START_TEST(curve__numbers_that_are_none_do_not_spread)
{
    static const double values[] = {0.0, 1.0, 4.0};
    curve_case c;
    shape(&c, 3, values, CUBIC | USER);
    c.attributes[0].numbers[0] = NAN;
    c.attributes[0].numbers[1] = INFINITY;
    rw_fbx_curve_shape(&c.curve, c.attributes);
    ck_assert(isfinite(at(&c, 0.5)));
}
END_TEST

START_TEST(curve__repeats_beyond_its_keys)
{
    static const double values[] = {0.0, 10.0, 4.0}; /* period 2 s */
    curve_case c;
    shape(&c, 3, values, LINEAR);
    c.curve.before = c.curve.after = 'R';
    ck_assert_double_eq_tol(at(&c, 2.5), 5.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, 4.0), 4.0, 1e-9); /* the end of a repetition, not the start of the next */
    ck_assert_double_eq_tol(at(&c, -0.5), 7.0, 1e-9);
    c.curve.before = c.curve.after = 'A';
    ck_assert_double_eq_tol(at(&c, 2.5), 4.0 + 5.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, 4.5), 8.0 + 5.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, -0.5), 7.0 - 4.0, 1e-9);
    c.curve.before = c.curve.after = 'M';
    ck_assert_double_eq_tol(at(&c, 2.5), 7.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, 4.5), 5.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, -0.5), 5.0, 1e-9);
    c.curve.before = c.curve.after = 'K';
    ck_assert_double_eq_tol(at(&c, 3.0), -2.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, -1.0), -10.0, 1e-9);
}
END_TEST

START_TEST(curve__stops_repeating_after_its_count)
{
    static const double values[] = {0.0, 10.0};
    curve_case c;
    shape(&c, 2, values, LINEAR);
    c.curve.after = 'A';
    c.curve.after_count = 2;
    ck_assert_double_eq_tol(at(&c, 2.5), 25.0, 1e-9);
    ck_assert_double_eq_tol(at(&c, 7.5), 30.0, 1e-9);
    c.curve.after_count = 0;
    ck_assert_double_eq_tol(at(&c, 1.5), 10.0, 1e-9);
}
END_TEST

/* Key times of repetitions are where the curve shows its keys' values. */
START_TEST(curve__repeated_keys_show_their_values)
{
    static const char modes[] = {'R', 'M'};
    static const double values[] = {1.0, 10.0, 4.0};
    curve_case c;
    shape(&c, 3, values, LINEAR);
    c.keys[1].ticks = TICKS / 4;
    c.curve.before = c.curve.after = modes[_i];
    for (int after = 0; after < 2; after++)
        for (int64_t repetition = 1; repetition < 5; repetition++) {
            int64_t ticks = rw_fbx_curve_repeated(&c.curve, after, repetition, 1);
            ck_assert_double_eq_tol(rw_fbx_curve_evaluate(&c.curve, ticks), 10.0, 1e-9);
            ck_assert(after ? ticks > 2 * TICKS : ticks < 0);
        }
    ck_assert(rw_fbx_curve_goes_on(&c.curve, true));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_curve");
    TCase *tests = tcase_create("curve");
    tcase_add_loop_test(tests, curve__passes_through_its_keys, 0, 8);
    tcase_add_test(tests, curve__holds_and_draws_lines);
    tcase_add_test(tests, curve__follows_given_tangents_as_hermite_does);
    tcase_add_test(tests, curve__weights_keep_a_straight_line_straight);
    tcase_add_test(tests, curve__automatic_tangents_reproduce_a_line_and_do_not_overshoot);
    tcase_add_test(tests, curve__tcb_of_nothing_is_catmull_rom);
    tcase_add_test(tests, curve__numbers_that_are_none_do_not_spread);
    tcase_add_test(tests, curve__repeats_beyond_its_keys);
    tcase_add_test(tests, curve__stops_repeating_after_its_count);
    tcase_add_loop_test(tests, curve__repeated_keys_show_their_values, 0, 2);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
