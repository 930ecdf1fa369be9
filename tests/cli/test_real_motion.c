/* Real clips, the whole way: file, bake, push, profile, resolve, trajectory. Each lands on its warp point. Skipped where
 * the motion files are absent. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "harness.h"

#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOTION "../shared/motion"

typedef struct real_clip {
    const char *file;
    const char *animation; /* NULL: the only one */
    const char *scale;     /* NULL: as the file says */
    const char *start_frame;
} real_clip;

static const real_clip clips[] = {
    {"gltf/kaykit_Med_MovementAdvanced.glb", "Rig_Medium|Dodge_Forward", NULL, NULL},
    {"bvh/cmu_12_01_walk.bvh", NULL, "0.05644", "1"},
    {"fbx/ozz_pab_run.fbx", NULL, NULL, NULL},
};

static char motion_folder[RW_TEST_PATH];

static void bake(rw_place *place, const real_clip *clip)
{
    char path[RW_TEST_PATH + 64];
    const char *arguments[16] = {"bake", path, "--space", "unreal", "-o", "clip.json"};
    size_t n = 6;
    (void)snprintf(path, sizeof path, "%s/%s", motion_folder, clip->file);
    if (clip->animation != NULL) {
        arguments[n++] = "--animation";
        arguments[n++] = clip->animation;
    }
    if (clip->scale != NULL) {
        arguments[n++] = "--scale";
        arguments[n++] = clip->scale;
    }
    if (clip->start_frame != NULL) {
        arguments[n++] = "--start-frame";
        arguments[n++] = clip->start_frame;
    }
    arguments[n] = NULL;
    rw_run_check(place, 0, NULL, arguments);
}

static json_t *read_json(rw_place *place, const char *name)
{
    char *text = rw_place_read(place, name);
    json_t *value = json_loads(text, JSON_DECODE_INT_AS_REAL, NULL);
    ck_assert_msg(value != NULL, "%s is no JSON", name);
    free(text);
    return value;
}

static void write_json(rw_place *place, const char *name, json_t *value)
{
    char *text = json_dumps(value, 0);
    ck_assert_ptr_nonnull(text);
    rw_place_write(place, name, text);
    free(text);
    json_decref(value);
}

/* Puts one window over the whole clip; returns its horizontal travel in centimetres. */
static double add_window(rw_place *place)
{
    json_t *clip = read_json(place, "clip.json");
    json_t *positions = json_object_get(json_object_get(clip, "root"), "positions");
    size_t last = json_array_size(positions) - 1;
    double duration = (double)last / json_real_value(json_object_get(clip, "frame_rate"));
    double ahead[2];
    for (size_t i = 0; i < 2; i++)
        ahead[i] = json_real_value(json_array_get(json_array_get(positions, last), i)) -
                   json_real_value(json_array_get(json_array_get(positions, 0), i));
    json_object_set_new(clip, "windows", json_pack("[{s:s, s:f, s:f}]", "name", "all", "start", 0.0, "end", duration));
    write_json(place, "clip.json", clip);
    return hypot(ahead[0], ahead[1]);
}

static json_t *answer_of(rw_place *place, const char *command, const char *const *more)
{
    const char *arguments[12] = {command, "-f", "request.json", "--json"};
    size_t n = 4;
    for (; more != NULL && *more != NULL; more++)
        arguments[n++] = *more;
    arguments[n] = NULL;
    rw_result result = rw_run_expect(place, NULL, 0, arguments);
    json_t *value = json_loads(result.out, JSON_DECODE_INT_AS_REAL, NULL);
    ck_assert_msg(value != NULL, "%s answered no JSON: %s", command, result.out);
    rw_result_free(&result);
    return value;
}

static double component(const json_t *pose, const char *name, size_t index)
{
    return json_real_value(json_array_get(json_object_get(pose, name), index));
}

static void check_landing(rw_place *place, const json_t *warp_point, double elapsed)
{
    char times[64];
    (void)snprintf(times, sizeof times, "%.17g", elapsed);
    json_t *trajectory = answer_of(place, "trajectory", (const char *const[]){"--times", times, NULL});
    json_t *last = json_array_get(json_object_get(trajectory, "samples"), 0);
    ck_assert_ptr_nonnull(last);
    for (size_t i = 0; i < 3; i++) {
        double want = component(warp_point, "position", i);
        double got = component(last, "position", i);
        ck_assert_msg(fabs(want - got) <= 1e-9, "lands at %.17g, not %.17g", got, want);
    }
    for (size_t i = 0; i < 4; i++)
        ck_assert_double_eq_tol(component(warp_point, "rotation", i), component(last, "rotation", i), 1e-9);
    json_decref(trajectory);
}

START_TEST(real_clip__lands_on_its_warp_point)
{
    rw_place place;
    rw_place_open(&place);
    rw_place_serve(&place);
    bake(&place, &clips[_i]);
    double travel = add_window(&place);
    ck_assert_double_gt(travel, 20.0);
    rw_place_write(&place, "profile.json", "{\"kind\":\"reach\",\"clip\":\"real\",\"window\":\"all\","
                                           "\"scale_band\":{\"min\":0.1,\"max\":3},\"rate\":{\"min\":0.5,\"max\":2}}");
    rw_run_check(&place, 0, "stored as revision 1", RW_ARGS("push", "clip", "real", "clip.json"));
    rw_run_check(&place, 0, "stored as revision 1", RW_ARGS("push", "profile", "real", "profile.json"));

    /* A target 1.3 times as far as the clip travels, radii apart, in a direction that the actor does not face. */
    const double direction[2] = {0.6, -0.8};
    const double actor[2] = {120.0, -340.0};
    double distance = 1.3 * travel + 70.0;
    write_json(&place, "request.json",
               json_pack("{s:s, s:{s:[f,f,f], s:f, s:f}, s:{s:[f,f,f], s:f}}", "profile", "real", "actor", "position",
                         actor[0], actor[1], 12.0, "yaw", 35.0, "radius", 40.0, "target", "position",
                         actor[0] + distance * direction[0], actor[1] + distance * direction[1], 90.0, "radius", 30.0));
    json_t *answer = answer_of(&place, "resolve", NULL);
    json_t *warp_point = json_object_get(answer, "warp_point");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "verdict")), "in_band");
    for (size_t i = 0; i < 2; i++)
        ck_assert_double_eq_tol(component(warp_point, "position", i), actor[i] + 1.3 * travel * direction[i], 1e-6);
    double end = json_real_value(json_object_get(json_array_get(json_object_get(answer, "windows"), 0), "elapsed_end"));
    ck_assert_double_gt(end, 0.1);
    check_landing(&place, warp_point, end);
    /* Just before the end it is nearly there: the path arrives, the last sample does not jump. */
    json_t *near = answer_of(&place, "trajectory", (const char *const[]){"--rate", "1000", NULL});
    json_t *samples = json_object_get(near, "samples");
    ck_assert_uint_gt(json_array_size(samples), 100);
    for (size_t i = 1; i < json_array_size(samples); i++) {
        double step = hypot(component(json_array_get(samples, i), "position", 0) -
                                component(json_array_get(samples, i - 1), "position", 0),
                            component(json_array_get(samples, i), "position", 1) -
                                component(json_array_get(samples, i - 1), "position", 1));
        ck_assert_msg(step < 0.03 * travel, "a jump of %g cm at sample %zu", step, i);
    }
    json_decref(near);
    json_decref(answer);
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    char *folder = realpath(MOTION, NULL);
    if (!rw_program_exists("rootwarpd") || folder == NULL) {
        puts("the real motion files are absent: skipped");
        return 77;
    }
    (void)snprintf(motion_folder, sizeof motion_folder, "%s", folder);
    free(folder);
    Suite *suite = suite_create("real motion");
    TCase *tc = tcase_create("real motion");
    tcase_add_loop_test(tc, real_clip__lands_on_its_warp_point, 0, (int)(sizeof clips / sizeof clips[0]));
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
