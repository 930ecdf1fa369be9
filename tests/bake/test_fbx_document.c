#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "bake/fbx_scene.h"
#include "failing_allocator.h"
#include "test_fbx_writer.h"

#define TICKS RW_FBX_TICKS_PER_SECOND

/* What the import library would say of the walk. */
static const rw_fbx_outline *walk_outline(void)
{
    static rw_fbx_outline_node nodes[] = {
        {.name = (char *)"RootNode", .parent = RW_SCENE_NO_NODE, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}},
        {.name = (char *)"Root", .parent = 0, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}},
        {.name = (char *)"Hips", .parent = 1, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}},
    };
    static const rw_fbx_outline outline = {.node_count = 3, .nodes = nodes};
    return &outline;
}

static bool read_walk(const rw_fbx_writer *w, const rw_fbx_outline *outline, rw_scene *scene, rw_bake_error *error)
{
    rw_fbx_document document;
    if (!rw_fbx_document_read(w->data, w->length, &document, error))
        return false;
    bool ok = rw_fbx_scene_build(&document, outline, scene, error);
    rw_fbx_document_free(&document);
    return ok;
}

static void expect_walk(const rw_scene *scene)
{
    ck_assert_str_eq(scene->format, "fbx");
    ck_assert_int_eq(scene->axes.forward, 3);
    ck_assert_int_eq(scene->axes.right, -1);
    ck_assert_int_eq(scene->axes.up, 2);
    ck_assert_double_eq_tol(scene->axes.metres_per_unit, 0.01, 1e-15);
    ck_assert_uint_eq(scene->node_count, 3);
    ck_assert_str_eq(scene->nodes[2].name, "Hips");
    ck_assert_int_eq(scene->nodes[2].kind, RW_NODE_JOINT);
    ck_assert_double_eq(scene->nodes[2].translation[1], 100.0);
    ck_assert_uint_eq(scene->animation_count, 1);
    const rw_animation *animation = &scene->animations[0];
    ck_assert_str_eq(animation->name, "walk");
    ck_assert_uint_eq(animation->channel_count, 1);
    ck_assert_uint_eq(animation->channels[0].node, 2);
}

START_TEST(document__reads_a_walk)
{
    rw_fbx_writer w;
    rw_scene scene = {0};
    rw_bake_error error = {0};
    fbx_write_walk(&w, &(fbx_walk_options){.version = _i ? 7700 : 7400});
    ck_assert_msg(read_walk(&w, walk_outline(), &scene, &error), "%s", error.detail);
    expect_walk(&scene);
    ck_assert_uint_eq(scene.warning_count, 0);
    const rw_track *track = &scene.animations[0].channels[0].translation;
    ck_assert_uint_eq(track->count, 3);
    ck_assert_double_eq(track->values[7], 100.0);
    ck_assert_double_eq(track->values[8], 30.0);
    ck_assert_double_eq(scene.animations[0].declared_end, 0.0);
    rw_scene_free(&scene);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(document__cuts_the_motion_to_the_take)
{
    rw_fbx_writer w;
    rw_scene scene = {0};
    rw_bake_error error = {0};
    fbx_write_walk(&w, &(fbx_walk_options){.start = 0, .stop = TICKS * 3 / 4});
    ck_assert_msg(read_walk(&w, walk_outline(), &scene, &error), "%s", error.detail);
    const rw_track *track = &scene.animations[0].channels[0].translation;
    ck_assert_double_eq_tol(track->times[track->count - 1], 0.75, 1e-10);
    ck_assert_double_eq_tol(track->values[3 * track->count - 1], 20.0, 1e-6);
    ck_assert_double_eq_tol(scene.animations[0].declared_end, 0.75, 1e-10);
    rw_scene_free(&scene);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(document__leaves_a_span_without_keys_aside)
{
    rw_fbx_writer w;
    rw_scene scene = {0};
    rw_bake_error error = {0};
    fbx_write_walk(&w, &(fbx_walk_options){.start = 5 * TICKS, .stop = 6 * TICKS});
    ck_assert_msg(read_walk(&w, walk_outline(), &scene, &error), "%s", error.detail);
    ck_assert_uint_eq(scene.animations[0].channels[0].translation.count, 3);
    ck_assert_uint_eq(scene.warning_count, 1);
    ck_assert_ptr_nonnull(strstr(scene.warnings[0], "span"));
    rw_scene_free(&scene);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(document__refuses_what_it_cannot_evaluate)
{
    static const struct { fbx_walk_options options; const char *words; } cases[] = {
        {{.second_layer = true}, "layers"},          {{.cycle = true}, "cycle"},
        {{.duplicate_id = true}, "two objects"},     {{.pivot_curve = true}, "RotationPivot"},
        {{.unsorted = true}, "does not come after"}, {{.spheric = true}, "spheric"},
        {{.uneven_parent = true}, "scale"},          {{.bad_axes = true}, "axes"},
        {{.bad_unit = true}, "unit"},
    };
    rw_fbx_writer w;
    rw_scene scene = {0};
    rw_bake_error error = {0};
    ck_assert_int_lt(_i, (int)(sizeof cases / sizeof *cases));
    fbx_write_walk(&w, &cases[_i].options);
    ck_assert(!read_walk(&w, walk_outline(), &scene, &error));
    ck_assert_msg(strstr(error.detail, cases[_i].words) != NULL, "'%s' does not say '%s'", error.detail,
                  cases[_i].words);
    ck_assert_uint_eq(scene.node_count, 0);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(document__survives_any_damaged_byte)
{
    static const unsigned char damage[] = {0x00, 0x01, 0x7f, 0xff};
    rw_fbx_writer w;
    fbx_write_walk(&w, &(fbx_walk_options){.stop = TICKS});
    size_t read = 0;
    for (size_t at = 27; at < w.length; at++)
        for (size_t d = 0; d < sizeof damage; d++) {
            unsigned char kept = w.data[at];
            rw_scene scene = {0};
            rw_bake_error error = {0};
            w.data[at] = damage[d];
            if (read_walk(&w, walk_outline(), &scene, &error)) {
                rw_scene_free(&scene);
                read++;
            } else {
                ck_assert(error.detail[0] != '\0');
            }
            w.data[at] = kept;
        }
    ck_assert_uint_gt(read, 0);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(scene__refuses_a_tree_without_the_animated_node)
{
    rw_fbx_writer w;
    rw_scene scene = {0};
    rw_bake_error error = {0};
    rw_fbx_outline outline = *walk_outline();
    outline.node_count = 2;
    fbx_write_walk(&w, &(fbx_walk_options){0});
    ck_assert(!read_walk(&w, &outline, &scene, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "'Hips'"));
    outline.node_count = 0;
    ck_assert(!read_walk(&w, &outline, &scene, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "no nodes"));
    rw_fbxw_free(&w);
}
END_TEST

/* The second reader's keys are held against the curves, and a difference is told. */
START_TEST(scene__says_when_the_second_reader_differs)
{
    rw_fbx_outline_key keys[] = {{.seconds = 0.0, .translation = {0, 100, 0}, .rotation = {0, 0, 0, 1}},
                                 {.seconds = 1.0, .translation = {0, 100, _i ? 31.0 : 30.0}, .rotation = {0, 0, 0, 1}}};
    rw_fbx_outline_channel channel = {.name = (char *)"Hips", .key_count = 2, .keys = keys};
    rw_fbx_outline_animation animation = {.name = (char *)"walk", .channel_count = 1, .channels = &channel};
    rw_fbx_writer w;
    rw_scene scene = {0};
    rw_bake_error error = {0};
    rw_fbx_outline outline = *walk_outline();
    outline.animation_count = 1;
    outline.animations = &animation;
    fbx_write_walk(&w, &(fbx_walk_options){0});
    ck_assert_msg(read_walk(&w, &outline, &scene, &error), "%s", error.detail);
    ck_assert_uint_eq(scene.warning_count, _i ? 1 : 0);
    rw_scene_free(&scene);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(document__runs_out_of_memory_in_peace)
{
    rw_fbx_writer w;
    fbx_write_walk(&w, &(fbx_walk_options){.stop = TICKS});
    bool done = false;
    for (unsigned long n = 1; !done; n++) {
        rw_scene scene = {0};
        rw_bake_error error = {0};
        failing_allocator_arm(n);
        done = read_walk(&w, walk_outline(), &scene, &error);
        failing_allocator_arm(0);
        if (done)
            expect_walk(&scene);
        else
            ck_assert_msg(strstr(error.detail, "memory") != NULL, "%s", error.detail);
        rw_scene_free(&scene);
        ck_assert_uint_lt(n, 10000);
    }
    rw_fbxw_free(&w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_document");
    TCase *tests = tcase_create("document");
    tcase_add_loop_test(tests, document__reads_a_walk, 0, 2);
    tcase_add_test(tests, document__cuts_the_motion_to_the_take);
    tcase_add_test(tests, document__leaves_a_span_without_keys_aside);
    tcase_add_loop_test(tests, document__refuses_what_it_cannot_evaluate, 0, 9);
    tcase_add_test(tests, document__survives_any_damaged_byte);
    tcase_add_test(tests, scene__refuses_a_tree_without_the_animated_node);
    tcase_add_loop_test(tests, scene__says_when_the_second_reader_differs, 0, 2);
    tcase_add_test(tests, document__runs_out_of_memory_in_peace);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
