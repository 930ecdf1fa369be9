/* Every allocation of a read, a bake, a report and a document made to fail: an error, nothing leaked, nothing left. */
#include "fixture.h"

#include "failing_allocator.h"

#include <bake/inspect.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char bvh[] = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
                          "Xrotation Yrotation\nJOINT b\n{\nOFFSET 0 0 1\nEnd Site\n{\nOFFSET 0 0 1\n}\n}\n}\nMOTION\n"
                          "Frames: 3\nFrame Time: 0.1\n0 1 0 0 0 0\n0 1 1 0 0 9\n0 1 2 0 0 20\n";

static char *gltf(void)
{
    static const float data[] = {0, 1, 0, 0, 0, 0, 0, 2};
    return fixture_gltf("\"nodes\":[{\"name\":\"root\",\"children\":[1]},{}],\"skins\":[{\"joints\":[0]}],"
                        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
                        "\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,"
                        "\"type\":\"SCALAR\"},{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
                        "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,"
                        "\"target\":{\"node\":0,\"path\":\"translation\"}}]}]",
                        data, sizeof data);
}

/* The whole way; true when it came to its end. */
static bool whole_way(const char *path, rw_bake_error *error)
{
    static const rw_window window = {"w", 0, 0.1};
    static const rw_event event = {"e", 0.1};
    rw_scene scene;
    if (!rw_scene_read(path, &scene, error)) return false;
    rw_bake_options options;
    rw_bake_options_default(&options);
    options.file = path;
    options.windows = &window;
    options.events = &event;
    options.window_count = options.event_count = 1;
    rw_baked baked = {0};
    rw_inspection report = {0};
    char *text = NULL;
    size_t length = 0;
    bool done = rw_inspect(&scene, NULL, NULL, &report, error) && rw_bake(&scene, &options, &baked, error) &&
                rw_baked_write_json(&baked, &text, &length);
    free(text);
    rw_baked_free(&baked);
    rw_inspection_free(&report);
    rw_scene_free(&scene);
    return done;
}

START_TEST(memory__that_runs_out_anywhere_is_told)
{
    fixture_folder folder = fixture_folder_make();
    char *text = _i == 0 ? NULL : gltf();
    const char *document = text ? text : bvh;
    fixture_path path = fixture_write(&folder, text ? "a.gltf" : "a.bvh", document, strlen(document));
    free(text);
    bool done = false;
    unsigned long failures = 0;
    for (unsigned long n = 1; !done && n < 5000; n++) {
        rw_bake_error error = {"", ""};
        failing_allocator_arm(n);
        done = whole_way(path.text, &error);
        unsigned long seen = failing_allocator_seen();
        failing_allocator_arm(0);
        if (done && seen >= n) done = false; /* a lost warning is no failure: go on */
        failures += !done;
    }
    fixture_folder_remove(&folder);
    ck_assert(done);
    ck_assert_uint_gt(failures, 30);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_loop_test(tests, memory__that_runs_out_anywhere_is_told, 0, 2);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
