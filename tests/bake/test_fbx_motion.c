#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bake/fbx_motion.h"

#define TICKS RW_FBX_TICKS_PER_SECOND
#define HALF_ROOT 0.70710678118654752440

static rw_fbx_model plain_model(void)
{
    return (rw_fbx_model){.name = (char *)"node", .vectors[RW_FBX_SCALING] = {1.0, 1.0, 1.0}};
}

static rw_fbx_local local_of(const rw_fbx_model *model)
{
    rw_fbx_local local;
    rw_fbx_model_local(model, (const double(*)[3])model->vectors, &local);
    return local;
}

static void turn(const double q[4], const double v[3], double out[3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    out[0] = (1 - 2 * (y * y + z * z)) * v[0] + 2 * (x * y - z * w) * v[1] + 2 * (x * z + y * w) * v[2];
    out[1] = 2 * (x * y + z * w) * v[0] + (1 - 2 * (x * x + z * z)) * v[1] + 2 * (y * z - x * w) * v[2];
    out[2] = 2 * (x * z - y * w) * v[0] + 2 * (y * z + x * w) * v[1] + (1 - 2 * (x * x + y * y)) * v[2];
}

/* Where a rotation of 90 degrees about each of x and y takes the z axis depends on which comes first. */
START_TEST(local__rotation_order_is_the_order_of_turning)
{
    static const struct { int64_t order; double expect[3]; } cases[] = {
        {0, {0.0, -1.0, 0.0}}, /* x first: z goes to -y and stays there */
        {3, {1.0, 0.0, 0.0}},  /* y first: z goes to x and stays there */
    };
    static const double z[3] = {0.0, 0.0, 1.0};
    rw_fbx_model model = plain_model();
    model.rotation_order = cases[_i].order;
    model.vectors[RW_FBX_ROTATION][0] = model.vectors[RW_FBX_ROTATION][1] = 90.0;
    rw_fbx_local local = local_of(&model);
    double got[3];
    turn(local.rotation, z, got);
    for (size_t i = 0; i < 3; i++)
        ck_assert_double_eq_tol(got[i], cases[_i].expect[i], 1e-12);
}
END_TEST

START_TEST(local__pre_rotation_comes_after_and_post_rotation_is_undone_before)
{
    rw_fbx_model model = plain_model();
    model.vectors[RW_FBX_PRE_ROTATION][0] = 90.0;
    rw_fbx_local local = local_of(&model);
    ck_assert_double_eq_tol(local.rotation[0], HALF_ROOT, 1e-12);
    model.vectors[RW_FBX_POST_ROTATION][0] = 90.0;
    local = local_of(&model);
    ck_assert_double_eq_tol(fabs(local.rotation[3]), 1.0, 1e-12);
    model.vectors[RW_FBX_ROTATION][1] = 90.0; /* x(90) * y(90) * x(-90) = z(90) */
    local = local_of(&model);
    ck_assert_double_eq_tol(local.rotation[2], HALF_ROOT, 1e-12);
    ck_assert_double_eq_tol(local.rotation[3], HALF_ROOT, 1e-12);
}
END_TEST

/* The pivots are the points that rotation and scale leave where they are. */
START_TEST(local__pivots_stay_in_place)
{
    static const double pivot[3] = {1.0, 2.0, 3.0};
    rw_fbx_model model = plain_model();
    memcpy(model.vectors[RW_FBX_ROTATION_PIVOT], pivot, sizeof pivot);
    model.vectors[RW_FBX_ROTATION][0] = 20.0;
    model.vectors[RW_FBX_ROTATION][1] = -50.0;
    model.vectors[RW_FBX_ROTATION][2] = 130.0;
    rw_fbx_local local = local_of(&model);
    double got[3];
    turn(local.rotation, pivot, got);
    for (size_t i = 0; i < 3; i++)
        ck_assert_double_eq_tol(got[i] + local.translation[i], pivot[i], 1e-12);

    model = plain_model();
    memcpy(model.vectors[RW_FBX_SCALING_PIVOT], pivot, sizeof pivot);
    model.vectors[RW_FBX_SCALING][1] = 4.0;
    local = local_of(&model);
    for (size_t i = 0; i < 3; i++)
        ck_assert_double_eq_tol(local.scale[i] * pivot[i] + local.translation[i], pivot[i], 1e-12);
}
END_TEST

/* One model whose vector's x is driven by one curve. */
typedef struct motion_case {
    rw_fbx_key keys[64];
    rw_fbx_curve curve;
    rw_fbx_document document;
    rw_fbx_model model;
    rw_fbx_drive drive;
    rw_fbx_mover mover;
    rw_channel channel;
} motion_case;

static void setup(motion_case *c, rw_fbx_vector vector, size_t count, const double *seconds, const double *values,
                  rw_fbx_stretch stretch)
{
    *c = (motion_case){.model = plain_model()};
    for (size_t i = 0; i < count; i++)
        c->keys[i] = (rw_fbx_key){.ticks = (int64_t)llround(seconds[i] * (double)TICKS), .value = values[i],
                                  .weight_left = 1.0 / 3.0, .weight_right = 1.0 / 3.0, .stretch = stretch};
    c->curve = (rw_fbx_curve){.count = count, .keys = c->keys, .before = 'C', .after = 'C'};
    c->document = (rw_fbx_document){.settings = {.unit_centimetres = 1.0, .frame_rate = 30.0}, .curve_count = 1,
                                    .curves = &c->curve};
    c->drive = (rw_fbx_drive){.vector = vector, .curve = {0, RW_FBX_NONE, RW_FBX_NONE}};
    memcpy(c->drive.constant, c->model.vectors[vector], sizeof c->drive.constant);
    c->mover = (rw_fbx_mover){.document = &c->document, .model = &c->model, .start = -RW_FBX_LAST_TICK,
                              .stop = RW_FBX_LAST_TICK};
    c->mover.drives[vector] = &c->drive;
}

static void make(motion_case *c)
{
    rw_bake_error error = {0};
    size_t budget = RW_FBX_MAX_EVALUATIONS;
    ck_assert_msg(rw_fbx_mover_tracks(&c->mover, &budget, &c->channel, &error), "%s", error.detail);
}

static void drop(motion_case *c)
{
    rw_track *tracks[] = {&c->channel.translation, &c->channel.rotation, &c->channel.scale};
    for (size_t i = 0; i < 3; i++) {
        free(tracks[i]->times);
        free(tracks[i]->values);
    }
}

/* First component of a track at a time, linearly. */
static double line_at(const rw_track *track, size_t width, double time)
{
    size_t i = 0;
    while (i + 1 < track->count && track->times[i + 1] <= time)
        i++;
    const double *a = &track->values[i * width];
    if (i + 1 == track->count || time <= track->times[i])
        return a[0];
    return a[0] + (a[width] - a[0]) * (time - track->times[i]) / (track->times[i + 1] - track->times[i]);
}

START_TEST(tracks__linear_curves_keep_their_keys)
{
    static const double seconds[] = {0.0, 0.5, 2.0}, values[] = {0.0, 10.0, -4.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 3, seconds, values, RW_FBX_STRETCH_LINEAR);
    make(&c);
    ck_assert_uint_eq(c.channel.translation.count, 3);
    ck_assert_uint_eq(c.channel.rotation.count, 0);
    ck_assert_uint_eq(c.channel.scale.count, 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(c.channel.translation.times[i], seconds[i], 1e-10);
        ck_assert_double_eq_tol(c.channel.translation.values[3 * i], values[i], 1e-12);
    }
    drop(&c);
}
END_TEST

START_TEST(tracks__sparse_cubic_curves_are_followed)
{
    static const double seconds[] = {0.0, 1.0}, values[] = {0.0, 100.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 2, seconds, values, RW_FBX_STRETCH_CUBIC);
    make(&c);
    ck_assert_uint_eq(c.channel.translation.count, 31); /* one a frame */
    for (size_t i = 0; i <= 30; i++) {
        double t = (double)i / 30.0, expect = rw_fbx_curve_evaluate(&c.curve, (int64_t)llround(t * (double)TICKS));
        ck_assert_double_eq_tol(line_at(&c.channel.translation, 3, t), expect, 1e-6);
        t += 0.5 / 30.0;
        expect = rw_fbx_curve_evaluate(&c.curve, (int64_t)llround(t * (double)TICKS));
        ck_assert_double_eq_tol(line_at(&c.channel.translation, 3, t), expect, 0.5); /* centimetres */
    }
    drop(&c);
}
END_TEST

START_TEST(tracks__dense_cubic_curves_keep_their_keys)
{
    double seconds[20], values[20];
    for (size_t i = 0; i < 20; i++) {
        seconds[i] = (double)i / 24.0;
        values[i] = i % 2 ? 50.0 : 0.0;
    }
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 20, seconds, values, RW_FBX_STRETCH_CUBIC);
    make(&c);
    ck_assert_uint_eq(c.channel.translation.count, 20);
    drop(&c);
}
END_TEST

START_TEST(tracks__held_keys_jump)
{
    static const double seconds[] = {0.0, 1.0, 2.0}, values[] = {0.0, 100.0, 100.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 3, seconds, values, RW_FBX_STRETCH_HOLD);
    make(&c);
    ck_assert_double_eq(line_at(&c.channel.translation, 3, 0.999999), 0.0);
    ck_assert_double_eq(line_at(&c.channel.translation, 3, 1.0), 100.0);
    ck_assert_uint_eq(c.channel.translation.count, 4);
    drop(&c);
}
END_TEST

/* Whole turns between two keys would be none if only the keys' quaternions were kept, and too fast a spin would not
 * survive one key a frame. */
START_TEST(tracks__spins_survive)
{
    static const double seconds[] = {0.0, 1.0}, turns[] = {720.0, 36000.0};
    double values[] = {0.0, turns[_i]};
    motion_case c;
    setup(&c, RW_FBX_ROTATION, 2, seconds, values, RW_FBX_STRETCH_CUBIC);
    make(&c);
    const rw_track *track = &c.channel.rotation;
    double turned = 0.0;
    for (size_t i = 1; i < track->count; i++) {
        const double *a = &track->values[4 * (i - 1)], *b = a + 4;
        double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        double angle = 2.0 * acos(fmin(fabs(dot), 1.0)) * 180.0 / 3.14159265358979;
        ck_assert_double_lt(angle, 170.0);
        turned += angle;
    }
    ck_assert_double_eq_tol(turned, turns[_i], 1e-3);
    drop(&c);
}
END_TEST

START_TEST(tracks__end_where_the_take_ends)
{
    static const double seconds[] = {0.0, 1.0, 2.0}, values[] = {0.0, 100.0, 200.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 3, seconds, values, RW_FBX_STRETCH_LINEAR);
    c.mover.start = TICKS / 4;
    c.mover.stop = TICKS + TICKS / 2;
    c.mover.cut = true;
    make(&c);
    const rw_track *track = &c.channel.translation;
    ck_assert_uint_eq(track->count, 3);
    ck_assert_double_eq_tol(track->times[0], 0.25, 1e-10);
    ck_assert_double_eq_tol(track->values[0], 25.0, 1e-9);
    ck_assert_double_eq_tol(track->times[2], 1.5, 1e-10);
    ck_assert_double_eq_tol(track->values[6], 150.0, 1e-9);
    drop(&c);
}
END_TEST

START_TEST(tracks__repetition_fills_the_take)
{
    static const double seconds[] = {0.0, 1.0}, values[] = {0.0, 100.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 2, seconds, values, RW_FBX_STRETCH_LINEAR);
    c.curve.after = 'A';
    c.curve.after_count = -1;
    c.mover.start = 0;
    c.mover.stop = 3 * TICKS + TICKS / 2;
    c.mover.cut = true;
    make(&c);
    const rw_track *track = &c.channel.translation;
    ck_assert_double_eq_tol(track->times[track->count - 1], 3.5, 1e-10);
    ck_assert_double_eq_tol(line_at(track, 3, 3.5), 350.0, 1e-6);
    drop(&c);
}
END_TEST

START_TEST(tracks__a_vector_without_keys_is_held)
{
    static const double none[] = {0.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 1, none, none, RW_FBX_STRETCH_LINEAR);
    c.drive.curve[0] = RW_FBX_NONE;
    make(&c);
    ck_assert_uint_eq(c.channel.translation.count, 0); /* stands at the rest pose */
    c.drive.constant[1] = 5.0;
    c.mover.hold = TICKS;
    make(&c);
    ck_assert_uint_eq(c.channel.translation.count, 1);
    ck_assert_double_eq(c.channel.translation.times[0], 1.0);
    ck_assert_double_eq(c.channel.translation.values[1], 5.0);
    drop(&c);
}
END_TEST

START_TEST(tracks__work_is_bounded)
{
    static const double seconds[] = {0.0, 1e7}, values[] = {0.0, 100.0};
    motion_case c;
    setup(&c, RW_FBX_TRANSLATION, 2, seconds, values, RW_FBX_STRETCH_CUBIC);
    rw_bake_error error = {0};
    size_t budget = 100000;
    ck_assert(!rw_fbx_mover_tracks(&c.mover, &budget, &c.channel, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "'node'"));
    c.curve.after = 'M';
    c.curve.after_count = -1;
    c.keys[1].ticks = 1;
    c.mover.stop = RW_FBX_LAST_TICK;
    c.mover.cut = true;
    budget = RW_FBX_MAX_EVALUATIONS;
    ck_assert(!rw_fbx_mover_tracks(&c.mover, &budget, &c.channel, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "repeats"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_motion");
    TCase *tests = tcase_create("motion");
    tcase_add_loop_test(tests, local__rotation_order_is_the_order_of_turning, 0, 2);
    tcase_add_test(tests, local__pre_rotation_comes_after_and_post_rotation_is_undone_before);
    tcase_add_test(tests, local__pivots_stay_in_place);
    tcase_add_test(tests, tracks__linear_curves_keep_their_keys);
    tcase_add_test(tests, tracks__sparse_cubic_curves_are_followed);
    tcase_add_test(tests, tracks__dense_cubic_curves_keep_their_keys);
    tcase_add_test(tests, tracks__held_keys_jump);
    tcase_add_loop_test(tests, tracks__spins_survive, 0, 2);
    tcase_add_test(tests, tracks__end_where_the_take_ends);
    tcase_add_test(tests, tracks__repetition_fills_the_take);
    tcase_add_test(tests, tracks__a_vector_without_keys_is_held);
    tcase_add_test(tests, tracks__work_is_bounded);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
