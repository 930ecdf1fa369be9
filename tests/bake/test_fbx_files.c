/* The FBX reader on whole files: one that the test writes, and real ones where they are at hand, against what an
 * independent reader found in them (expected.json). */
#include <check.h>
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bake/evaluate.h"
#include "bake/scene.h"
#include "test_fbx_writer.h"

#define MOTION "../shared/motion/"

static char folder[256];

static void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/fbx-XXXXXX", parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
    char path[300];
    snprintf(path, sizeof path, "%s/file.fbx", folder);
    unlink(path);
    rmdir(folder);
}

static bool read_bytes(const unsigned char *bytes, size_t length, rw_scene *scene, rw_bake_error *error)
{
    char path[300];
    snprintf(path, sizeof path, "%s/file.fbx", folder);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
    *error = (rw_bake_error){0};
    return rw_scene_read_fbx(path, scene, error);
}

static rw_vec3 position(const rw_scene *scene, const rw_animation *animation, size_t node, double time)
{
    rw_evaluator evaluator;
    ck_assert(rw_evaluator_open(&evaluator, scene, animation));
    rw_pose pose = rw_evaluate_node(&evaluator, node, time);
    rw_evaluator_close(&evaluator);
    return pose.position;
}

START_TEST(file__written_here_reads_back)
{
    static const unsigned versions[] = {7400, 7500, 7700};
    rw_fbx_writer w;
    rw_scene scene;
    rw_bake_error error;
    fbx_write_walk(&w, &(fbx_walk_options){.version = versions[_i]});
    ck_assert_msg(read_bytes(w.data, w.length, &scene, &error), "%s", error.detail);
    ck_assert_uint_eq(scene.node_count, 3);
    ck_assert_uint_eq(scene.animation_count, 1);
    ck_assert_uint_eq(scene.warning_count, 0);
    size_t hips = scene.animations[0].channels[0].node;
    ck_assert_str_eq(scene.nodes[hips].name, "Hips");
    rw_vec3 at = position(&scene, &scene.animations[0], hips, 0.75);
    ck_assert_double_eq_tol(at.y, 100.0, 1e-9);
    ck_assert_double_eq_tol(at.z, 20.0, 1e-9);
    rw_scene_free(&scene);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(file__cut_off_is_refused)
{
    rw_fbx_writer w;
    rw_scene scene;
    rw_bake_error error;
    fbx_write_walk(&w, &(fbx_walk_options){0});
    for (size_t length = 0; length < w.length - 64; length += 97) {
        ck_assert(!read_bytes(w.data, length, &scene, &error));
        ck_assert(error.detail[0] != '\0');
        ck_assert_uint_eq(scene.node_count, 0);
    }
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(file__that_is_none_is_refused)
{
    rw_scene scene;
    rw_bake_error error = {0};
    ck_assert(!rw_scene_read_fbx("no/such/file.fbx", &scene, &error));
    ck_assert(error.detail[0] != '\0');
    ck_assert(!rw_scene_read_fbx(folder, &scene, &error));
    ck_assert(!rw_scene_read_fbx("/dev/zero", &scene, &error));
}
END_TEST

/* A chain as deep as a scene may be, and deeper. */
START_TEST(file__deep_trees_read_or_are_refused)
{
    static const int64_t depths[] = {RW_BAKE_MAX_DEPTH - 1, RW_BAKE_MAX_DEPTH + 100, 20000};
    rw_fbx_writer w;
    rw_scene scene;
    rw_bake_error error;
    rw_fbxw_start(&w, 7400);
    rw_fbxw_begin(&w, "FBXHeaderExtension");
    rw_fbxw_begin(&w, "FBXVersion");
    rw_fbxw_i32(&w, 7400);
    rw_fbxw_end(&w);
    rw_fbxw_end(&w);
    rw_fbxw_begin(&w, "Objects");
    for (int64_t i = 1; i <= depths[_i]; i++) {
        rw_fbxw_object(&w, "Model", i, "n", "Model", "LimbNode");
        rw_fbxw_end(&w);
    }
    rw_fbxw_end(&w);
    rw_fbxw_begin(&w, "Connections");
    for (int64_t i = 1; i <= depths[_i]; i++)
        rw_fbxw_connect(&w, i, i - 1, NULL);
    rw_fbxw_end(&w);
    rw_fbxw_finish(&w);
    if (read_bytes(w.data, w.length, &scene, &error)) {
        ck_assert_int_eq(_i, 0);
        rw_scene_free(&scene);
    } else {
        ck_assert_msg(_i > 0, "%s", error.detail);
    }
    rw_fbxw_free(&w);
}
END_TEST

static bool have_motion(void)
{
    return access(MOTION "expected.json", R_OK) == 0;
}

static double number(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    ck_assert_msg(json_is_number(value), "expected.json lacks %s", key);
    return json_number_value(value);
}

static void close_to(double got, double expect, double size, const char *file, const char *what)
{
    double tolerance = 2e-5 + 1e-6 * fmax(size, fabs(expect)); /* the file has seven digits */
    ck_assert_msg(fabs(got - expect) <= tolerance, "%s: %s is %.7g, not %.7g", file, what, got, expect);
}

static void vector_close_to(rw_vec3 got, const json_t *expect, double size, const char *file, const char *what)
{
    const double values[3] = {got.x, got.y, got.z};
    for (size_t i = 0; i < 3; i++)
        close_to(values[i], json_number_value(json_array_get(expect, i)), size, file, what);
}

static size_t find_node(const rw_scene *scene, const char *name)
{
    size_t node = 0;
    while (node < scene->node_count && strcmp(scene->nodes[node].name, name) != 0)
        node++;
    ck_assert_msg(node < scene->node_count, "no node %s", name);
    return node;
}

static const rw_animation *find_animation(const rw_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->animation_count; i++)
        if (strcmp(scene->animations[i].name, name) == 0)
            return &scene->animations[i];
    ck_abort_msg("no animation %s", name);
    return NULL;
}

/* Walks the frames as the other reader did, and compares path, ends and heights. */
static void compare_animation(const rw_scene *scene, const json_t *anim, double fps, const char *file)
{
    const rw_animation *animation = find_animation(scene, json_string_value(json_object_get(anim, "name")));
    size_t node = find_node(scene, json_string_value(json_object_get(anim, "node")));
    size_t samples = (size_t)number(anim, "samples");
    double start = number(anim, "stack_begin_s"), end = number(anim, "stack_end_s");
    ck_assert_double_eq_tol(animation->declared_start, start, 1e-6);
    ck_assert_double_eq_tol(animation->declared_end, end, 1e-6);

    rw_evaluator evaluator;
    ck_assert(rw_evaluator_open(&evaluator, scene, animation));
    double path = 0.0, low = INFINITY, high = -INFINITY, size = number(anim, "path_len");
    rw_vec3 at = {0}, before = {0};
    for (size_t i = 0; i < samples; i++) {
        at = rw_evaluate_node(&evaluator, node, fmin(start + (double)i / fps, end)).position;
        if (i > 0)
            path += sqrt((at.x - before.x) * (at.x - before.x) + (at.y - before.y) * (at.y - before.y) +
                         (at.z - before.z) * (at.z - before.z));
        else
            vector_close_to(at, json_object_get(anim, "start"), size, file, "the first position");
        if (i == 1)
            vector_close_to(at, json_object_get(json_object_get(anim, "from_frame_1"), "start"), size, file,
                            "the second position");
        double height = abs(scene->axes.up) == 2 ? at.y : at.z;
        low = fmin(low, height);
        high = fmax(high, height);
        before = at;
    }
    rw_evaluator_close(&evaluator);
    vector_close_to(at, json_object_get(anim, "end"), size, file, "the last position");
    close_to(path, size, 10.0 * size, file, "the path"); /* a sum over up to hundreds of steps */
    close_to(low, number(anim, "up_min"), fabs(high), file, "the lowest height");
    close_to(high, number(anim, "up_max"), fabs(high), file, "the greatest height");
}

static void compare_axes(const rw_scene *scene, const json_t *entry, const char *file)
{
    /* The other reader counts +x, -x, +y, …; what it calls right is the coord axis. */
    static const int axes[] = {1, -1, 2, -2, 3, -3};
    json_t *expect = json_object_get(entry, "axes_right_up_front");
    ck_assert_msg(scene->axes.right == -axes[json_integer_value(json_array_get(expect, 0))], "%s: right", file);
    ck_assert_msg(scene->axes.up == axes[json_integer_value(json_array_get(expect, 1))], "%s: up", file);
    ck_assert_msg(scene->axes.forward == axes[json_integer_value(json_array_get(expect, 2))], "%s: forward", file);
    ck_assert_double_eq_tol(scene->axes.metres_per_unit, number(entry, "unit_m"), 1e-9);
}

/* Files whose motion we say we cannot evaluate. */
static bool is_refused(const char *file)
{
    return strstr(file, "_6100_") || strstr(file, "anim_layers");
}

START_TEST(motion__agrees_with_the_independent_reader)
{
    json_error_t json_error;
    json_t *expected = json_load_file(MOTION "expected.json", 0, &json_error), *entry;
    const char *file;
    size_t compared = 0, refused = 0;
    ck_assert_msg(expected != NULL, "%s", json_error.text);
    json_object_foreach(expected, file, entry) {
        char path[300];
        rw_scene scene;
        rw_bake_error error = {0};
        size_t i;
        json_t *anim;
        size_t length = strlen(file);
        if (length < 4 || strcmp(file + length - 4, ".fbx") != 0)
            continue;
        snprintf(path, sizeof path, MOTION "%s", file);
        bool ok = rw_scene_read_fbx(path, &scene, &error);
        ck_assert_msg(ok != is_refused(file), "%s: %s", file, ok ? "read, not refused" : error.detail);
        if (!ok) {
            refused++;
            continue;
        }
        compare_axes(&scene, entry, file);
        json_array_foreach(json_object_get(entry, "anims"), i, anim)
            compare_animation(&scene, anim, number(entry, "fps"), file);
        compared++;
        rw_scene_free(&scene);
    }
    json_decref(expected);
    ck_assert_uint_ge(compared, 13);
    ck_assert_uint_ge(refused, 2);
}
END_TEST

START_TEST(motion__one_clip_in_four_frames_travels_the_same)
{
    static const struct { const char *file; double metres; } files[] = {
        {"kaiju_walkrm_fbxunits_m.fbx", 1.50355}, {"kaiju_walkrm_yup_cm.fbx", 1.50355},
        {"kaiju_walkrm_zup_xfwd.fbx", 1.50355},   {"kaiju_walkrm_inch.fbx", 0.03819},
    };
    char path[300];
    rw_scene scene;
    rw_bake_error error = {0};
    snprintf(path, sizeof path, MOTION "derived/%s", files[_i].file);
    ck_assert_msg(rw_scene_read_fbx(path, &scene, &error), "%s", error.detail);
    ck_assert_uint_eq(scene.warning_count, 0);
    size_t root = find_node(&scene, "root");
    rw_vec3 from = position(&scene, &scene.animations[0], root, 0.0);
    rw_vec3 to = position(&scene, &scene.animations[0], root, 10.0);
    const double way[3] = {to.x - from.x, to.y - from.y, to.z - from.z};
    const int axes[3] = {scene.axes.forward, scene.axes.right, scene.axes.up};
    for (size_t i = 0; i < 3; i++) {
        double along = way[abs(axes[i]) - 1] * (axes[i] < 0 ? -1.0 : 1.0) * scene.axes.metres_per_unit;
        ck_assert_double_eq_tol(along, i == 0 ? files[_i].metres : 0.0, 1e-5);
    }
    rw_scene_free(&scene);
}
END_TEST

/* Whatever lies in the folder ends within ten seconds, read or refused with a reason. */
START_TEST(motion__odd_files_end_soon)
{
    DIR *odd = opendir(MOTION "edge");
    ck_assert_ptr_nonnull(odd);
    size_t seen = 0;
    for (struct dirent *entry = readdir(odd); entry; entry = readdir(odd)) {
        char path[512];
        rw_scene scene;
        rw_bake_error error = {0};
        struct timespec before, after;
        if (!strstr(entry->d_name, ".fbx"))
            continue;
        snprintf(path, sizeof path, MOTION "edge/%s", entry->d_name);
        clock_gettime(CLOCK_MONOTONIC, &before);
        if (rw_scene_read_fbx(path, &scene, &error))
            rw_scene_free(&scene);
        else
            ck_assert_msg(error.detail[0] != '\0', "%s: no reason", path);
        clock_gettime(CLOCK_MONOTONIC, &after);
        ck_assert_msg(after.tv_sec - before.tv_sec < 10, "%s takes too long", path);
        seen++;
    }
    closedir(odd);
    ck_assert_uint_gt(seen, 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_files");
    TCase *tests = tcase_create("files");
    tcase_add_checked_fixture(tests, make_folder, remove_folder);
    tcase_add_loop_test(tests, file__written_here_reads_back, 0, 3);
    tcase_add_test(tests, file__cut_off_is_refused);
    tcase_add_test(tests, file__that_is_none_is_refused);
    tcase_add_loop_test(tests, file__deep_trees_read_or_are_refused, 0, 3);
    if (have_motion()) {
        tcase_add_test(tests, motion__agrees_with_the_independent_reader);
        tcase_add_loop_test(tests, motion__one_clip_in_four_frames_travels_the_same, 0, 4);
        tcase_add_test(tests, motion__odd_files_end_soon);
    }
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
