/* The baker: which stretch, at which rate, in which space, relative to what. */
#include "fixture.h"
#include "model.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE RW_SCENE_NO_NODE

static rw_bake_options defaults(void)
{
    rw_bake_options options;
    rw_bake_options_default(&options);
    return options;
}

static void check_place(rw_vec3 got, double x, double y, double z)
{
    ck_assert_double_eq_tol(got.x, x, 1e-9);
    ck_assert_double_eq_tol(got.y, y, 1e-9);
    ck_assert_double_eq_tol(got.z, z, 1e-9);
}

START_TEST(time__runs_from_the_first_key_to_the_last)
{
    model *made = model_walker();
    rw_baked baked = fixture_bake(&made->scene, NULL);
    ck_assert_uint_eq(baked.sample_count, 61);
    ck_assert_double_eq_tol(baked.frame_rate, 30, 1e-9);
    ck_assert_double_eq_tol(baked.summary.duration, 2, 1e-12);
    ck_assert(baked.summary.key_rate_regular);
    check_place(baked.positions[0], 0, 0, 0);
    check_place(baked.positions[30], -0.5, 0.25, 1);
    check_place(baked.positions[60], -1, 0.5, 2);
    ck_assert_double_eq_tol(baked.summary.yaw, 90, 1e-9);
    ck_assert_double_eq_tol(baked.summary.travel, sqrt(5), 1e-9);
    ck_assert_double_eq_tol(baked.summary.height_max, 0.5, 1e-9);
    ck_assert_double_eq_tol(baked.summary.start_height, 4, 1e-9);
    rw_baked_free(&baked);
    free(made);
}
END_TEST

/* Rates asked for: n = round(duration * fps), at least one interval, and the last sample is the last key. */
static const struct {
    double fps;
    size_t samples;
} rates[] = {{30, 61}, {25, 51}, {24.3, 50}, {0.1, 2}, {1000, 2001}};

START_TEST(time__ends_on_the_last_key_at_any_rate)
{
    model *made = model_walker();
    rw_bake_options options = defaults();
    options.fps = rates[_i].fps;
    rw_baked baked = fixture_bake(&made->scene, &options);
    ck_assert_uint_eq(baked.sample_count, rates[_i].samples);
    ck_assert_double_eq_tol((double)(baked.sample_count - 1) / baked.frame_rate, 2, 1e-12);
    check_place(baked.positions[baked.sample_count - 1], -1, 0.5, 2);
    rw_baked_free(&baked);
    free(made);
}
END_TEST

static const struct {
    double step; /* between keys */
    double nominal;
} snaps[] = {{0.0083333, 120},
             {1 / 119.99, 120},
             {1 / 23.976, 24000.0 / 1001},
             {0.0333667, 30000.0 / 1001},
             {0.0333333333333, 30},
             {0.04, 25},
             {1 / 37.5, 37.5}};

START_TEST(rate__of_the_keys_is_snapped_to_the_nominal_one)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 100; k++) model_move(&made, root, k * snaps[_i].step, 0, 0, k * 0.01);
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq_tol(baked.summary.key_rate, snaps[_i].nominal, 1e-9);
    ck_assert_uint_eq(baked.sample_count, 101);
    ck_assert_double_eq_tol(baked.frame_rate * snaps[_i].step, 1, 1e-9);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(rate__of_sparse_or_odd_keys_is_told)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    model_move(&made, root, 0, 0, 0, 0);
    model_move(&made, root, 5 / 24.0, 0, 0, 1);
    model_move(&made, root, 41 / 24.0, 0, 0, 2);
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq(baked.summary.key_rate, 24);
    ck_assert(!baked.summary.key_rate_regular);
    ck_assert(fixture_warned(&baked, "sparse"));
    rw_baked_free(&baked);
    model_move(&made, root, 1.7531, 0, 0, 3);
    baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq(baked.summary.key_rate, 60);
    ck_assert(fixture_warned(&baked, "odd times"));
    rw_baked_free(&baked);
}
END_TEST

START_TEST(time__counts_the_keys_of_the_chain_only)
{
    model made;
    model_start(&made);
    size_t top = model_node(&made, "top", NONE, RW_NODE_PLAIN, 0, 0, 0);
    size_t root = model_node(&made, "root", top, RW_NODE_JOINT, 0, 0, 0);
    size_t hand = model_node(&made, "hand", root, RW_NODE_JOINT, 0, 1, 0);
    for (int k = 0; k <= 10; k++) model_move(&made, root, 0.5 + k * 0.1, 0, 0, k * 0.1);
    for (int k = 0; k <= 50; k++) model_move(&made, hand, k * 0.1, 0, 1 + 0.01 * k, 0);
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert_str_eq(baked.root, "root");
    ck_assert_double_eq_tol(baked.summary.duration, 1, 1e-9);
    rw_baked_free(&baked);
    /* A shorter stretch that the file declares cuts the keys; a longer one adds nothing. */
    made.animations[0].declared_start = 0;
    made.animations[0].declared_end = 1;
    baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq_tol(baked.summary.duration, 0.5, 1e-9);
    ck_assert(fixture_warned(&baked, "left out"));
    rw_baked_free(&baked);
    made.animations[0].declared_end = 100;
    baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq_tol(baked.summary.duration, 1, 1e-9);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(time__can_be_cut)
{
    model *made = model_walker();
    rw_bake_options options = defaults();
    options.start_frame = 15;
    options.end_frame = 45;
    rw_baked baked = fixture_bake(&made->scene, &options);
    ck_assert_double_eq_tol(baked.summary.duration, 1, 1e-9);
    check_place(baked.positions[30], -0.5, 0.25, 1);
    rw_baked_free(&baked);
    options = defaults();
    options.start_time = 0.5;
    options.end_time = 1.5;
    baked = fixture_bake(&made->scene, &options);
    check_place(baked.positions[30], -0.5, 0.25, 1);
    rw_baked_free(&baked);
    options = defaults();
    options.start_frame = 60;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "leaves nothing"));
    options.start_frame = 20;
    options.end_frame = 10;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "before start frame"));
    options = defaults();
    options.start_time = 7;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "leave nothing"));
    options.start_time = -1;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "not negative"));
    free(made);
}
END_TEST

START_TEST(time__of_a_single_key_gives_a_single_sample)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    model_move(&made, root, 7, 1, 2, 3);
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert_uint_eq(baked.sample_count, 1);
    ck_assert_double_gt(baked.frame_rate, 0);
    check_place(baked.positions[0], 0, 0, 0);
    ck_assert(fixture_warned(&baked, "single key"));
    rw_baked_free(&baked);
}
END_TEST

/* The walker's 2 m forward, 1 m right, 0.5 m up in every preset; and where its left turn of 90 degrees points. */
static const struct {
    const char *space;
    double end[3], facing[3];
} presets[] = {
    {"gltf", {-1, 0.5, 2}, {1, 0, 0}},     {"unreal", {200, 100, 50}, {0, -1, 0}},
    {"unity", {1, 0.5, 2}, {-1, 0, 0}},    {"godot", {1, 0.5, -2}, {-1, 0, 0}},
    {"blender", {-1, -2, 0.5}, {1, 0, 0}}, {"+x,-y,+z,1", {2, -1, 0.5}, {0, 1, 0}},
};

START_TEST(space__maps_forward_right_and_up)
{
    model *made = model_walker();
    rw_bake_options options = defaults();
    ck_assert(rw_bake_space_parse(presets[_i].space, &options.space));
    rw_baked baked = fixture_bake(&made->scene, &options);
    const double *end = presets[_i].end, *facing = presets[_i].facing;
    check_place(baked.positions[60], end[0], end[1], end[2]);
    rw_vec3 forward = rw_space_forward(&options.space);
    rw_quat q = baked.rotations[60];
    /* v + 2 w (q x v) + 2 q x (q x v) */
    rw_vec3 c = {q.y * forward.z - q.z * forward.y, q.z * forward.x - q.x * forward.z,
                 q.x * forward.y - q.y * forward.x};
    rw_vec3 turned = {forward.x + 2 * (q.w * c.x + q.y * c.z - q.z * c.y),
                      forward.y + 2 * (q.w * c.y + q.z * c.x - q.x * c.z),
                      forward.z + 2 * (q.w * c.z + q.x * c.y - q.y * c.x)};
    check_place(turned, facing[0], facing[1], facing[2]);
    ck_assert_double_eq_tol(baked.summary.travel, sqrt(5), 1e-9); /* metres, whatever the unit */
    rw_baked_free(&baked);
    free(made);
}
END_TEST

START_TEST(space__of_the_file_can_be_overruled)
{
    model *made = model_walker();
    made->scene.axes.metres_per_unit = 0;
    rw_bake_options options = defaults();
    options.scale = 0.01;
    rw_baked baked = fixture_bake(&made->scene, &options);
    check_place(baked.positions[60], -0.01, 0.005, 0.02);
    ck_assert(!fixture_warned(&baked, "no unit"));
    rw_baked_free(&baked);
    options.scale = 1;
    options.up = 3; /* z up: the file then faces -y, and its right is still -x */
    baked = fixture_bake(&made->scene, &options);
    check_place(baked.positions[60], -1, 2, -0.5);
    ck_assert(fixture_warned(&baked, "no unit"));
    rw_baked_free(&baked);
    options.forward = 1; /* facing x with z up: right is -y */
    baked = fixture_bake(&made->scene, &options);
    check_place(baked.positions[60], 0.5, 2, -1);
    rw_baked_free(&baked);
    options.up = options.forward = 2;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "same axis"));
    options.up = 0;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "--up"));
    options = defaults();
    for (int i = 0; i < 4; i++) {
        options.scale = (const double[]){0, -1, NAN, INFINITY}[i];
        ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "scale"));
    }
    free(made);
}
END_TEST

/* The whole chain counts: an armature that an exporter has laid on its back and shrunk. */
START_TEST(chain__of_parents_is_evaluated_whole)
{
    model made;
    model_start(&made);
    size_t armature = model_node(&made, "Armature", NONE, RW_NODE_PLAIN, 0, 0, 0);
    size_t root = model_node(&made, "root", armature, RW_NODE_JOINT, 0, 0, 0);
    model_rotation(0, -90, made.nodes[armature].rotation);
    for (int i = 0; i < 3; i++) made.nodes[armature].scale[i] = 0.01;
    model_rotation(0, 90, made.nodes[root].rotation);
    for (int k = 0; k <= 30; k++) {
        model_move(&made, root, k / 30.0, 0, -5.0 * k, 0); /* Blender's -y, in centimetres */
        model_turn(&made, root, k / 30.0, 0, 90);
    }
    rw_baked baked = fixture_bake(&made.scene, NULL);
    check_place(baked.positions[30], 0, 0, 1.5);
    ck_assert_ptr_null(baked.rotations); /* at rest throughout, however the bone lies */
    rw_baked_free(&baked);
}
END_TEST

START_TEST(chain__with_a_mirror_turns_the_other_way)
{
    model *made = model_walker();
    made->nodes[0].parent = NONE;
    model mirrored = *made;
    free(made);
    mirrored.scene.nodes = mirrored.nodes;
    mirrored.scene.animations = mirrored.animations;
    mirrored.animations[0].channels = mirrored.channels;
    mirrored.channels[0].translation.times = mirrored.translations[0].times;
    mirrored.channels[0].translation.values = mirrored.translations[0].values;
    mirrored.channels[0].rotation.times = mirrored.rotations[0].times;
    mirrored.channels[0].rotation.values = mirrored.rotations[0].values;
    size_t top = mirrored.scene.node_count++;
    mirrored.nodes[top] = mirrored.nodes[1];
    mirrored.nodes[1] = mirrored.nodes[0];
    mirrored.nodes[0] = (rw_node){.name = mirrored.nodes[1].name,
                                  .parent = NONE,
                                  .kind = RW_NODE_PLAIN,
                                  .rotation = {0, 0, 0, 1},
                                  .scale = {-1, 1, 1}};
    mirrored.nodes[1].parent = 0;
    mirrored.nodes[2].parent = 1;
    mirrored.channels[0].node = 1;
    rw_baked baked = fixture_bake(&mirrored.scene, NULL);
    check_place(baked.positions[60], 1, 0.5, 2);
    ck_assert_double_eq_tol(baked.summary.yaw, -90, 1e-9);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(chain__with_a_scale_of_nothing_stays_finite)
{
    model made;
    model_start(&made);
    size_t top = model_node(&made, "top", NONE, RW_NODE_PLAIN, 0, 0, 0);
    size_t root = model_node(&made, "root", top, RW_NODE_JOINT, 0, 0, 0);
    made.nodes[top].scale[0] = made.nodes[top].scale[1] = made.nodes[top].scale[2] = 0;
    for (int k = 0; k <= 30; k++) {
        model_move(&made, root, k / 30.0, 0, 0, k);
        model_turn(&made, root, k / 30.0, 1, k);
    }
    rw_baked baked = fixture_bake(&made.scene, NULL);
    check_place(baked.positions[30], 0, 0, 0);
    ck_assert_double_eq_tol(baked.summary.yaw, 30, 1e-9);
    rw_baked_free(&baked);
    made.nodes[top].scale[0] = 1; /* flat along two axes */
    baked = fixture_bake(&made.scene, NULL);
    for (size_t k = 0; k < baked.sample_count; k++)
        ck_assert(isfinite(baked.rotations[k].x + baked.rotations[k].y + baked.rotations[k].z + baked.rotations[k].w));
    rw_baked_free(&baked);
    made.nodes[top].scale[2] = 1e9; /* and out of reach along one */
    rw_bake_options options = defaults();
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made.scene, &options).detail, "beyond 1e9"));
}
END_TEST

/* A character that starts turned a quarter away from its rest pose and walks where it faces. */
START_TEST(facing__is_relative_to_the_rest_pose_or_the_first_frame)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 30; k++) {
        model_move(&made, root, k / 30.0, 0.05 * k, 0, 0);
        model_turn(&made, root, k / 30.0, 1, 90);
    }
    rw_baked baked = fixture_bake(&made.scene, NULL);
    check_place(baked.positions[30], 1.5, 0, 0);
    ck_assert_ptr_nonnull(baked.rotations);
    ck_assert_double_eq_tol(rw_space_yaw_of(&baked.space, baked.rotations[0]), 90, 1e-9);
    ck_assert_double_eq_tol(baked.summary.yaw, 0, 1e-9);
    ck_assert(fixture_warned(&baked, "--facing first"));
    rw_baked_free(&baked);
    rw_bake_options options = defaults();
    options.facing = RW_BAKE_FACING_FIRST;
    baked = fixture_bake(&made.scene, &options);
    check_place(baked.positions[30], 1.5, 0, 0);
    ck_assert_ptr_null(baked.rotations);
    rw_baked_free(&baked);
}
END_TEST

/* Hips that bob, sway, tip forward and spin once around to the right. */
static void spinner(model *made)
{
    model_start(made);
    size_t root = model_node(made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    size_t hips = model_node(made, "Hips", root, RW_NODE_JOINT, 0, 1, 0);
    for (int k = 0; k <= 60; k++) {
        double yaw[4], tip[4];
        model_rotation(1, -6.0 * k, yaw);
        model_rotation(0, 20, tip);
        model_move(made, root, k / 30.0, 0, 0, 0);
        model_move(made, hips, k / 30.0, 0, 1 + 0.1 * sin(k * 0.3), 0.02 * k);
        rw_track *track = &model_channel(made, hips)->rotation;
        track->times[track->count] = k / 30.0;
        double *q = &track->values[4 * track->count++];
        q[0] = yaw[3] * tip[0];
        q[1] = yaw[1] * tip[3];
        q[2] = -yaw[1] * tip[0];
        q[3] = yaw[3] * tip[3];
    }
}

START_TEST(hips__are_put_on_the_ground)
{
    model made;
    spinner(&made);
    rw_baked in_place = fixture_bake(&made.scene, NULL);
    ck_assert_str_eq(in_place.root, "root");
    ck_assert(fixture_warned(&in_place, "--from-hips"));
    ck_assert_double_eq(in_place.summary.path, 0);
    rw_baked_free(&in_place);
    rw_bake_options options = defaults();
    options.from_hips = true;
    rw_baked baked = fixture_bake(&made.scene, &options);
    ck_assert_str_eq(baked.root, "Hips");
    for (size_t k = 0; k < baked.sample_count; k++) {
        ck_assert_double_eq(baked.positions[k].y, 0);
        ck_assert_double_eq(baked.rotations[k].x, 0);
        ck_assert_double_eq(baked.rotations[k].z, 0);
    }
    check_place(baked.positions[60], 0, 0, 1.2);
    ck_assert_double_eq_tol(baked.summary.yaw, -360, 1e-6);
    ck_assert_double_eq_tol(baked.summary.yaw_min, -360, 1e-6);
    rw_baked_free(&baked);
    options.keep_height = true;
    baked = fixture_bake(&made.scene, &options);
    ck_assert_double_gt(baked.summary.height_max, 0.09);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(yaw__stays_where_the_root_lies_on_its_head)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 36; k++) { /* a somersault forward, all the way over */
        model_move(&made, root, k / 30.0, 0, 0, 0.05 * k);
        model_turn(&made, root, k / 30.0, 0, 10.0 * k);
    }
    rw_bake_options options = defaults();
    options.from_hips = true;
    options.root = "root";
    rw_baked baked = fixture_bake(&made.scene, &options);
    ck_assert_double_eq_tol(baked.summary.yaw_min, 0, 1e-9);
    ck_assert_double_eq_tol(baked.summary.yaw_max, 0, 1e-9);
    rw_baked_free(&baked);
}
END_TEST

static Suite *bake_suite(void)
{
    Suite *suite = suite_create("bake");
    TCase *tests = tcase_create("bake");
    tcase_add_test(tests, time__runs_from_the_first_key_to_the_last);
    tcase_add_loop_test(tests, time__ends_on_the_last_key_at_any_rate, 0, sizeof rates / sizeof *rates);
    tcase_add_loop_test(tests, rate__of_the_keys_is_snapped_to_the_nominal_one, 0, sizeof snaps / sizeof *snaps);
    tcase_add_test(tests, rate__of_sparse_or_odd_keys_is_told);
    tcase_add_test(tests, time__counts_the_keys_of_the_chain_only);
    tcase_add_test(tests, time__can_be_cut);
    tcase_add_test(tests, time__of_a_single_key_gives_a_single_sample);
    tcase_add_loop_test(tests, space__maps_forward_right_and_up, 0, sizeof presets / sizeof *presets);
    tcase_add_test(tests, space__of_the_file_can_be_overruled);
    tcase_add_test(tests, chain__of_parents_is_evaluated_whole);
    tcase_add_test(tests, chain__with_a_mirror_turns_the_other_way);
    tcase_add_test(tests, chain__with_a_scale_of_nothing_stays_finite);
    tcase_add_test(tests, facing__is_relative_to_the_rest_pose_or_the_first_frame);
    tcase_add_test(tests, hips__are_put_on_the_ground);
    tcase_add_test(tests, yaw__stays_where_the_root_lies_on_its_head);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(bake_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
