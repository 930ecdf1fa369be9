/* What surrounds a bake: warnings, names, refusals, windows and events, the document. */
#include "fixture.h"
#include "model.h"

#include <bake/inspect.h>
#include <check.h>
#include <jansson.h>
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

START_TEST(warnings__tell_what_looks_wrong)
{
    model made;
    model_start(&made);
    size_t hips = model_node(&made, "Hips", NONE, RW_NODE_JOINT, 0, 0, 0);
    size_t leg = model_node(&made, "leg", hips, RW_NODE_JOINT, 0, -1, 0);
    for (int k = 0; k <= 30; k++) {
        model_move(&made, hips, k / 30.0, 0, k == 0 ? 0 : 90, k == 0 ? 0 : 100 + k);
        model_turn(&made, leg, k / 30.0, 0, k == 0 ? 0 : 40 + 0.1 * k);
    }
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert(fixture_warned(&baked, "--start-frame 1"));
    ck_assert(fixture_warned(&baked, "faster than anyone"));
    rw_baked_free(&baked);
    rw_bake_options options = defaults();
    options.start_frame = 1;
    baked = fixture_bake(&made.scene, &options);
    ck_assert(!fixture_warned(&baked, "rest pose"));
    ck_assert(fixture_warned(&baked, "90 m high"));
    rw_baked_free(&baked);
    options.scale = 0.01;
    baked = fixture_bake(&made.scene, &options);
    ck_assert_uint_eq(baked.warning_count, 0);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(warnings__tell_of_a_climb_and_of_steps)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 30; k++) model_move(&made, root, k / 30.0, 0, 0.1 * k, 0);
    model_channel(&made, root)->translation.interpolation = RW_INTERPOLATION_STEP;
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert(fixture_warned(&baked, "mostly vertical"));
    ck_assert(fixture_warned(&baked, "in steps"));
    rw_baked_free(&baked);
}
END_TEST

/* It stands for half a second, walks a metre and back within one, and stands again. */
START_TEST(course__tells_when_the_root_moves)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 60; k++) {
        double way = fmin(fmax((k - 15) / 15.0, 0), 2);
        model_move(&made, root, k / 30.0, 0, 0.4 * fmin(way, 1), way <= 1 ? way : 2 - way);
    }
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq_tol(baked.summary.moves_from, 0.5, 1e-9);
    ck_assert_double_eq_tol(baked.summary.moves_to, 1.5, 1e-9);
    rw_inspection report;
    rw_bake_error error;
    ck_assert(rw_inspect(&made.scene, NULL, NULL, &report, &error));
    const rw_inspect_mover *told = &report.animations[0].course;
    ck_assert_uint_eq(told->node, root);
    ck_assert_double_eq_tol(told->travel, 0, 1e-9); /* along the ground: the rise does not count */
    ck_assert_double_eq_tol(told->path, sqrt(1 + 0.4 * 0.4) + 1, 1e-9);
    ck_assert_double_eq_tol(told->path, baked.summary.path, 1e-9);
    ck_assert_double_eq_tol(told->moves_from, 0.5, 1e-9);
    ck_assert_double_eq_tol(told->moves_to, 1.5, 1e-9);
    ck_assert_double_eq(report.animations[0].movers[0].path, told->path);
    rw_inspection_free(&report);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(course__of_less_than_a_centimetre_is_no_motion)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 30; k++) model_move(&made, root, k / 30.0, 0, 0, k * 0.0003);
    rw_baked baked = fixture_bake(&made.scene, NULL);
    ck_assert_double_eq_tol(baked.summary.path, 0.009, 1e-9);
    ck_assert_double_eq(baked.summary.moves_from, 0);
    ck_assert_double_eq(baked.summary.moves_to, 0);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(names__that_are_unknown_or_shared_are_told)
{
    model *made = model_walker();
    rw_bake_options options = defaults();
    options.animation = "jump";
    rw_bake_error error = fixture_bake_error(&made->scene, &options);
    ck_assert_ptr_nonnull(strstr(error.detail, "no animation \"jump\"; the file has \"move\""));
    options.animation = "0";
    rw_baked baked = fixture_bake(&made->scene, &options);
    ck_assert_str_eq(baked.animation, "move");
    rw_baked_free(&baked);
    options.animation = NULL;
    options.root = "Bip01";
    error = fixture_bake_error(&made->scene, &options);
    ck_assert_ptr_nonnull(strstr(error.detail, "no node \"Bip01\"; the joints are \"root\", \"hips\""));
    options.root = "#1";
    baked = fixture_bake(&made->scene, &options);
    ck_assert_str_eq(baked.root, "hips");
    rw_baked_free(&baked);
    made->animations[1] = made->animations[0];
    made->scene.animation_count = 2;
    options = defaults();
    error = fixture_bake_error(&made->scene, &options);
    ck_assert_ptr_nonnull(strstr(error.detail, "several animations"));
    options.animation = "move";
    error = fixture_bake_error(&made->scene, &options);
    ck_assert_ptr_nonnull(strstr(error.detail, "2 animations are called"));
    made->nodes[1].name = made->nodes[0].name;
    made->scene.animation_count = 1;
    options.root = "root";
    baked = fixture_bake(&made->scene, &options);
    ck_assert(fixture_warned(&baked, "2 nodes are called"));
    rw_baked_free(&baked);
    made->scene.animation_count = 0;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "no animation"));
    free(made);
}
END_TEST

START_TEST(names__in_an_error_are_cut_not_overrun)
{
    model *made = model_walker();
    char *name = calloc(100001, 1);
    ck_assert_ptr_nonnull(name);
    memset(name, 'n', 100000);
    made->nodes[1].name = made->animations[0].name = name;
    rw_bake_options options = defaults();
    options.animation = name + 1;
    ck_assert_uint_lt(strlen(fixture_bake_error(&made->scene, &options).detail), 400);
    options.animation = NULL;
    options.root = name + 1;
    ck_assert_uint_lt(strlen(fixture_bake_error(&made->scene, &options).detail), 400);
    free(name);
    free(made);
}
END_TEST

static const struct {
    double fps;
    const char *detail;
} bad_rates[] = {{-1, "samples a second"}, {NAN, "samples a second"}, {2e6, "samples a second"}, {1e6, "more than"}};

START_TEST(rate__out_of_range_is_refused)
{
    model *made = model_walker();
    rw_bake_options options = defaults();
    options.fps = bad_rates[_i].fps;
    ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, bad_rates[_i].detail));
    free(made);
}
END_TEST

static bool stop_at_once(void *context, double fraction)
{
    ck_assert(fraction >= 0 && fraction <= 1);
    ++*(int *)context;
    return false;
}

START_TEST(progress__can_stop_the_work)
{
    model *made = model_walker();
    int calls = 0;
    rw_bake_options options = defaults();
    options.progress = stop_at_once;
    options.progress_context = &calls;
    ck_assert_str_eq(fixture_bake_error(&made->scene, &options).detail, "stopped");
    ck_assert_int_eq(calls, 1);
    free(made);
}
END_TEST

START_TEST(windows__must_lie_in_the_clip)
{
    model *made = model_walker();
    const rw_window good[] = {{"strike", 0.5, 1}, {"strike", 1.2, 2.00005}};
    const rw_event events[] = {{"hit", 0}, {"end", 2}};
    rw_bake_options options = defaults();
    options.windows = good;
    options.window_count = 2;
    options.events = events;
    options.event_count = 2;
    rw_baked baked = fixture_bake(&made->scene, &options);
    ck_assert_uint_eq(baked.window_count, 2);
    ck_assert_str_eq(baked.windows[1].name, "strike");
    ck_assert_str_eq(baked.events[1].name, "end");
    rw_baked_free(&baked);
    const rw_window bad[] = {{"w", -0.1, 1}, {"w", 1, 1},   {"w", 1, 0.5},
                             {"w", 1, 2.1},  {"w", NAN, 1}, {"w", 0, INFINITY}};
    options.window_count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        options.windows = &bad[i];
        ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "window \"w\""));
    }
    options.window_count = 0;
    const rw_event late[] = {{"e", 2.1}, {"e", -1}, {"e", NAN}};
    options.event_count = 1;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        options.events = &late[i];
        ck_assert_ptr_nonnull(strstr(fixture_bake_error(&made->scene, &options).detail, "event \"e\""));
    }
    free(made);
}
END_TEST

static json_t *parse(const rw_baked *baked)
{
    char *text = NULL;
    size_t length = 0;
    ck_assert(rw_baked_write_json(baked, &text, &length));
    ck_assert_uint_eq(strlen(text), length);
    ck_assert_int_eq(text[length - 1], '\n');
    ck_assert_ptr_null(strstr(text, "-0,"));
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root != NULL, "%s at line %d", error.text, error.line);
    free(text);
    return root;
}

START_TEST(json__reads_back_as_the_same_clip)
{
    model *made = model_walker();
    const rw_window window = {"a \"quoted\" one", 0.25, 1};
    const rw_event event = {"hit", 0.1};
    rw_bake_options options = defaults();
    options.file = "/some/where/walk.glb";
    options.windows = &window;
    options.events = &event;
    options.window_count = options.event_count = 1;
    options.loop = true;
    made->animations[0].name = (char[]){'b', '\x01', '\xff', 'd', '\0'};
    rw_baked baked = fixture_bake(&made->scene, &options);
    json_t *root = parse(&baked);
    ck_assert_str_eq(json_string_value(json_object_get(root, "space")), "gltf");
    ck_assert_double_eq(json_number_value(json_object_get(root, "frame_rate")), baked.frame_rate);
    ck_assert(json_is_true(json_object_get(root, "loop")));
    const json_t *samples = json_object_get(root, "root");
    ck_assert_uint_eq(json_array_size(json_object_get(samples, "positions")), 61);
    ck_assert_uint_eq(json_array_size(json_object_get(samples, "rotations")), 61);
    for (size_t k = 0; k < 61; k++) {
        const json_t *p = json_array_get(json_object_get(samples, "positions"), k);
        const json_t *q = json_array_get(json_object_get(samples, "rotations"), k);
        ck_assert_double_eq(json_number_value(json_array_get(p, 0)), baked.positions[k].x);
        ck_assert_double_eq(json_number_value(json_array_get(p, 2)), baked.positions[k].z);
        ck_assert_double_eq(json_number_value(json_array_get(q, 3)), baked.rotations[k].w);
    }
    const json_t *windows = json_object_get(root, "windows");
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(windows, 0), "name")), window.name);
    const json_t *source = json_object_get(root, "source");
    ck_assert_str_eq(json_string_value(json_object_get(source, "file")), "walk.glb");
    ck_assert_str_eq(json_string_value(json_object_get(source, "animation")), "b\xef\xbf\xbd\xef\xbf\xbd"
                                                                              "d");
    ck_assert_str_eq(json_string_value(json_object_get(source, "root")), "root");
    json_decref(root);
    rw_baked_free(&baked);
    free(made);
}
END_TEST

START_TEST(json__leaves_out_what_says_nothing_and_names_custom_axes)
{
    model made;
    model_start(&made);
    size_t root_node = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 30; k++) model_move(&made, root_node, k / 30.0, -0.0, 0, 0.1 * k);
    rw_bake_options options = defaults();
    ck_assert(rw_bake_space_parse("-y,+x,+z,0.0254", &options.space));
    rw_baked baked = fixture_bake(&made.scene, &options);
    json_t *root = parse(&baked);
    const json_t *space = json_object_get(root, "space");
    ck_assert_str_eq(json_string_value(json_object_get(space, "forward")), "-Y");
    ck_assert_double_eq(json_number_value(json_object_get(space, "metres_per_unit")), 0.0254);
    ck_assert_ptr_null(json_object_get(json_object_get(root, "root"), "rotations"));
    ck_assert_ptr_null(json_object_get(json_object_get(root, "source"), "file"));
    json_decref(root);
    rw_baked_free(&baked);
}
END_TEST

START_TEST(clip__compiles_in_the_solver_and_travels_where_it_faces)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    for (int k = 0; k <= 30; k++) { /* faces +x, walks +x */
        model_move(&made, root, k / 30.0, 0.05 * k, 0, 0);
        model_turn(&made, root, k / 30.0, 1, 90);
    }
    rw_baked baked = fixture_bake(&made.scene, NULL);
    rw_clip_desc desc = {.space = baked.space,
                         .frame_rate = baked.frame_rate,
                         .sample_count = baked.sample_count,
                         .positions = baked.positions,
                         .rotation_count = baked.rotations ? baked.sample_count : 0,
                         .rotations = baked.rotations};
    size_t size = rw_clip_size(&desc);
    void *memory = malloc(size);
    const rw_clip *clip = NULL;
    ck_assert_int_eq(rw_clip_compile(&desc, memory, size, &clip, NULL), RW_OK);
    rw_pose end = rw_clip_sample(clip, 1);
    check_place(end.position, 0, 0, 1.5);
    free(memory);
    rw_baked_free(&baked);
}
END_TEST

static const char *const bad_spaces[] = {"",        "cryengine", "+x,+y",       "+x,+x,+z",     "+x,+y,+z,0",
                                         "+x,+y,w", "+x,+y,+z,", "+x,+y,+z,1m", "+x,+y,+z,nan", "+x +y +z"};

START_TEST(space__that_is_none_is_refused)
{
    rw_space space = *rw_space_preset("unity");
    ck_assert(!rw_bake_space_parse(bad_spaces[_i], &space));
    ck_assert(rw_space_equal(&space, rw_space_preset("unity")));
}
END_TEST

START_TEST(axis__is_parsed)
{
    int axis = 0;
    ck_assert(rw_bake_axis_parse("-z", &axis));
    ck_assert_int_eq(axis, -3);
    ck_assert(rw_bake_axis_parse("Y", &axis));
    ck_assert_int_eq(axis, 2);
    ck_assert(!rw_bake_axis_parse("w", &axis));
    ck_assert_int_eq(axis, 2);
}
END_TEST

static Suite *report_suite(void)
{
    Suite *suite = suite_create("report");
    TCase *tests = tcase_create("report");
    tcase_add_test(tests, warnings__tell_what_looks_wrong);
    tcase_add_test(tests, course__tells_when_the_root_moves);
    tcase_add_test(tests, course__of_less_than_a_centimetre_is_no_motion);
    tcase_add_test(tests, warnings__tell_of_a_climb_and_of_steps);
    tcase_add_test(tests, names__that_are_unknown_or_shared_are_told);
    tcase_add_test(tests, names__in_an_error_are_cut_not_overrun);
    tcase_add_loop_test(tests, rate__out_of_range_is_refused, 0, sizeof bad_rates / sizeof *bad_rates);
    tcase_add_test(tests, progress__can_stop_the_work);
    tcase_add_test(tests, windows__must_lie_in_the_clip);
    tcase_add_test(tests, json__reads_back_as_the_same_clip);
    tcase_add_test(tests, json__leaves_out_what_says_nothing_and_names_custom_axes);
    tcase_add_test(tests, clip__compiles_in_the_solver_and_travels_where_it_faces);
    tcase_add_loop_test(tests, space__that_is_none_is_refused, 0, sizeof bad_spaces / sizeof *bad_spaces);
    tcase_add_test(tests, axis__is_parsed);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(report_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
