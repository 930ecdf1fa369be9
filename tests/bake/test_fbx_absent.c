#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "bake/scene.h"

/* Linked with the stand-in of a build without the import library. */
START_TEST(absent__says_what_to_install)
{
    rw_scene scene;
    rw_bake_error error = {0};
    memset(&scene, 0xff, sizeof scene);
    ck_assert(!rw_scene_read_fbx("any.fbx", &scene, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "libassimp-dev"));
    ck_assert_uint_eq(scene.node_count, 0);
    rw_scene_free(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_absent");
    TCase *tests = tcase_create("absent");
    tcase_add_test(tests, absent__says_what_to_install);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
