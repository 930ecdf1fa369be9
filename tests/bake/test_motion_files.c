/* Real motion files of many exporters, where the folder ../shared/motion is there: the same clip out of every format,
 * agreement with an independent reader (expected.json), and no harm from any file. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "fixture.h"

#include <bake/inspect.h>
#include <check.h>
#include <ftw.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SKIPPED 77

static rw_scene read_shared(const char *name)
{
    fixture_shared file = fixture_shared_file(name);
    rw_scene scene;
    rw_bake_error error = {"", ""};
    bool read = rw_scene_read(file.path, &scene, &error);
    ck_assert_msg(read, "%s: %s: %s", name, error.place, error.detail);
    return scene;
}

static rw_baked bake_shared(const char *name, const char *animation, const char *root, size_t start_frame)
{
    rw_scene scene = read_shared(name);
    rw_bake_options options;
    rw_bake_options_default(&options);
    options.animation = animation;
    options.root = root;
    options.start_frame = start_frame;
    rw_baked baked = fixture_bake(&scene, &options);
    rw_scene_free(&scene);
    return baked;
}

/* --- one clip in every format --- */

static const struct {
    const char *file, *animation;
    double size;
    bool fbx;
} copies[] = {
    {"gltf/m2m_kaiju-animations.glb", "Walk RM", 1, false}, {"derived/kaiju_walkrm.bvh", NULL, 1, false},
    {"derived/kaiju_walkrm_fbxunits_m.fbx", NULL, 1, true}, {"derived/kaiju_walkrm_yup_cm.fbx", NULL, 1, true},
    {"derived/kaiju_walkrm_zup_xfwd.fbx", NULL, 1, true},   {"derived/kaiju_walkrm_inch.fbx", NULL, 0.0254, true},
};

START_TEST(copies__of_one_clip_bake_alike)
{
    if (copies[_i].fbx && !HAVE_FBX) return;
    rw_baked want = bake_shared("derived/kaiju_walkrm_blender34.glb", NULL, NULL, 0);
    rw_baked got = bake_shared(copies[_i].file, copies[_i].animation, NULL, 0);
    ck_assert_uint_eq(got.sample_count, want.sample_count);
    ck_assert_double_eq_tol(got.summary.duration, want.summary.duration, 1e-4);
    for (size_t k = 0; k < got.sample_count; k++) {
        ck_assert_double_eq_tol(got.positions[k].x, want.positions[k].x * copies[_i].size, 1e-4);
        ck_assert_double_eq_tol(got.positions[k].y, want.positions[k].y * copies[_i].size, 1e-4);
        ck_assert_double_eq_tol(got.positions[k].z, want.positions[k].z * copies[_i].size, 1e-4);
    }
    ck_assert_double_eq_tol(got.summary.travel, 1.50355 * copies[_i].size, 1e-4);
    ck_assert_ptr_null(got.rotations);
    rw_baked_free(&want);
    rw_baked_free(&got);
}
END_TEST

/* --- an independent reader --- */

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    ck_assert_msg(json_is_number(value), "\"%s\" is missing", key);
    return json_number_value(value);
}

static void check_number(const char *what, const char *file, double got, double want, double tolerance)
{
    ck_assert_msg(fabs(got - want) <= tolerance, "%s: %s is %.6f, not %.6f", file, what, got, want);
}

/* expected.json was sampled 30 times a second, so a clip keyed at another rate agrees less closely. */
static void check_track(const char *file, const rw_baked *baked, const json_t *want, double unit)
{
    bool same_rate = fabs(baked->frame_rate - 30) < 0.1 || strcmp(baked->format, "bvh") == 0;
    double path = number(want, "path_len") * unit;
    double tolerance = same_rate ? 1e-4 * fmax(unit, path) : 0.04 * path + 1e-4;
    if (same_rate)
        check_number("travel", file, baked->summary.travel, number(want, "net_len_horizontal") * unit, tolerance);
    check_number("path", file, baked->summary.path, path, tolerance);
    check_number("rise", file, baked->summary.height_max - baked->summary.height_min,
                 (number(want, "up_max") - number(want, "up_min")) * unit, tolerance);
    double degrees = same_rate ? 0.01 : 1.5;
    check_number("yaw", file, baked->summary.yaw, number(want, "yaw_unwrapped_deg"), degrees);
    check_number("least yaw", file, baked->summary.yaw_min, number(want, "yaw_min_deg"), degrees);
    check_number("most yaw", file, baked->summary.yaw_max, number(want, "yaw_max_deg"), degrees);
}

/* The net displacement itself, axis by axis: a glTF or an upright BVH is in the axes of the clip already. */
static void check_net(const char *file, const rw_baked *baked, const json_t *want)
{
    const json_t *net = json_object_get(want, "net");
    rw_vec3 end = baked->positions[baked->sample_count - 1];
    double got[3] = {end.x, end.y, end.z};
    for (size_t i = 0; i < 3; i++) check_number("net", file, got[i], json_number_value(json_array_get(net, i)), 2e-5);
}

static void check_animation(const char *file, const json_t *about, const json_t *animation, bool only_one)
{
    const char *name = only_one ? NULL : json_string_value(json_object_get(animation, "name"));
    const json_t *root = json_object_get(animation, "root");
    const json_t *unit = json_object_get(about, "unit_m");
    double metres = unit ? json_number_value(unit) : 1;
    bool node_form = json_is_object(root); /* glTF: a root and hips; else one track */
    rw_baked baked = bake_shared(file, name, NULL, 0);
    const json_t *track = node_form ? root : animation;
    const char *node = json_string_value(json_object_get(node_form ? root : about, node_form ? "node" : "root"));
    if (!node) node = json_string_value(json_object_get(animation, "node"));
    if (node) ck_assert_msg(strcmp(baked.root, node) == 0, "%s: root \"%s\", not \"%s\"", file, baked.root, node);
    if (!strstr(file, ".fbx"))
        check_number("duration", file, baked.summary.duration, number(animation, "duration_s"), 2e-5);
    check_track(file, &baked, track, metres);
    if (node_form && fabs(baked.frame_rate - 30) < 0.1) check_net(file, &baked, track);
    rw_baked_free(&baked);
    const json_t *hips = json_object_get(animation, "hips");
    if (node_form && json_is_object(hips)) {
        baked = bake_shared(file, name, json_string_value(json_object_get(hips, "node")), 0);
        check_track(file, &baked, hips, metres);
        rw_baked_free(&baked);
    }
    if (json_object_get(animation, "from_frame_1")) {
        baked = bake_shared(file, name, NULL, 1);
        check_track(file, &baked, json_object_get(animation, "from_frame_1"), metres);
        rw_baked_free(&baked);
    }
}

static const struct {
    const char *file;
    bool fbx;
} expected_files[] = {
    {"bvh/assimp_01_01.bvh", false},
    {"bvh/cmu_12_01_walk.bvh", false},
    {"derived/kaiju_walkrm.bvh", false},
    {"derived/kaiju_walkrm_blender34.glb", false},
    {"gltf/Fox.glb", false},
    {"gltf/box_animated.gltf", false},
    {"gltf/cesium_man.gltf", false},
    {"gltf/interpolation_test.gltf", false},
    {"gltf/kaykit_Med_MovementAdvanced.glb", false},
    {"gltf/kaykit_Med_MovementBasic.glb", false},
    {"gltf/m2m_kaiju-animations.glb", false},
    {"gltf/raylib_greenman.glb", false},
    {"gltf/raylib_robot.glb", false},
    {"fbx/m2m_cmu_91_53.fbx", true},
    {"fbx/ozz_pab_walk.fbx", true},
};

START_TEST(files__agree_with_an_independent_reader)
{
    if (expected_files[_i].fbx && !HAVE_FBX) return;
    json_error_t error;
    json_t *all = json_load_file(fixture_shared_file("expected.json").path, 0, &error);
    ck_assert_msg(all != NULL, "expected.json: %s", error.text);
    const json_t *about = json_object_get(all, expected_files[_i].file);
    const json_t *animations = json_object_get(about, "anims");
    ck_assert_uint_gt(json_array_size(animations), 0);
    for (size_t i = 0; i < json_array_size(animations); i++)
        check_animation(expected_files[_i].file, about, json_array_get(animations, i),
                        json_array_size(animations) == 1);
    json_decref(all);
}
END_TEST

/* --- what a capture needs told --- */

START_TEST(captures__warn_of_their_rest_pose_and_size)
{
    rw_baked walk = bake_shared("bvh/cmu_12_01_walk.bvh", NULL, NULL, 0);
    ck_assert(fixture_warned(&walk, "--start-frame 1"));
    ck_assert(fixture_warned(&walk, "no unit"));
    ck_assert(fixture_warned(&walk, "high"));
    rw_baked_free(&walk);
    walk = bake_shared("bvh/cmu_12_01_walk.bvh", NULL, NULL, 1);
    ck_assert(!fixture_warned(&walk, "--start-frame"));
    rw_baked_free(&walk);
    rw_baked in_place = bake_shared("gltf/kaykit_Med_MovementBasic.glb", "Rig_Medium|Running_A", NULL, 0);
    ck_assert(fixture_warned(&in_place, "--from-hips"));
    rw_baked_free(&in_place);
}
END_TEST

/* --- no harm --- */

/* What the report says of the root is what bake says of it. */
static void check_course(const char *path, const rw_inspect_mover *told, const rw_bake_summary *baked)
{
    double tolerance = 1e-9 * (1 + baked->path);
    check_number("travel", path, told->travel, baked->travel, tolerance);
    check_number("path", path, told->path, baked->path, tolerance);
    check_number("start of the motion", path, told->moves_from, baked->moves_from, 1e-9);
    check_number("end of the motion", path, told->moves_to, baked->moves_to, 1e-9);
}

static int try_file(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    (void)about;
    (void)walk;
    if (kind != FTW_F) return 0;
    struct timespec before, after;
    ck_assert_int_eq(clock_gettime(CLOCK_MONOTONIC, &before), 0);
    rw_scene scene;
    rw_bake_error error = {"", ""};
    if (rw_scene_read(path, &scene, &error)) {
        rw_inspection report;
        ck_assert(rw_inspect(&scene, NULL, NULL, &report, &error));
        rw_bake_options options;
        rw_bake_options_default(&options);
        for (size_t i = 0; i < scene.animation_count; i++) {
            char number_text[24];
            (void)snprintf(number_text, sizeof number_text, "%zu", i);
            options.animation = number_text;
            rw_baked baked;
            if (rw_bake(&scene, &options, &baked, &error)) {
                ck_assert_uint_eq(report.animations[i].root == RW_SCENE_NO_NODE, 0);
                check_course(path, &report.animations[i].course, &baked.summary);
                for (size_t k = 0; k < baked.sample_count; k++)
                    ck_assert(isfinite(baked.positions[k].x + baked.positions[k].y + baked.positions[k].z));
                rw_baked_free(&baked);
            } else {
                ck_assert_uint_ne(strlen(error.detail), 0);
            }
        }
        rw_inspection_free(&report);
        rw_scene_free(&scene);
    } else {
        ck_assert_msg(strlen(error.detail) > 0, "%s", path);
    }
    ck_assert_int_eq(clock_gettime(CLOCK_MONOTONIC, &after), 0);
    ck_assert_msg(after.tv_sec - before.tv_sec < 10, "%s took over ten seconds", path);
    return 0;
}

START_TEST(files__of_any_kind_do_no_harm)
{
    ck_assert_int_eq(nftw("../shared/motion", try_file, 8, FTW_PHYS), 0);
}
END_TEST

int main(void)
{
    if (!fixture_shared_file("expected.json").there) return SKIPPED;
    Suite *suite = suite_create("motion files");
    TCase *tests = tcase_create("files");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, copies__of_one_clip_bake_alike, 0, sizeof copies / sizeof *copies);
    tcase_add_loop_test(tests, files__agree_with_an_independent_reader, 0,
                        sizeof expected_files / sizeof *expected_files);
    tcase_add_test(tests, captures__warn_of_their_rest_pose_and_size);
    tcase_add_test(tests, files__of_any_kind_do_no_harm);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
