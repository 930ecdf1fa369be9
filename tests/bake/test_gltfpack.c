/* Files that gltfpack has been over: keys resampled, rotations as normalised shorts, compressed ones refused. */
#include "fixture.h"

#include <check.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED 77

extern char **environ;

static int run_gltfpack(const char *const *arguments)
{
    char *argv[12] = {(char *)(uintptr_t) "gltfpack"};
    for (size_t i = 0; arguments[i]; i++) argv[i + 1] = (char *)(uintptr_t)arguments[i];
    posix_spawn_file_actions_t quiet;
    if (posix_spawn_file_actions_init(&quiet) != 0 ||
        posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0 ||
        posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0) != 0)
        return -1;
    pid_t child = 0;
    int started = posix_spawnp(&child, "gltfpack", &quiet, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&quiet);
    int status = 0;
    if (started != 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool has_gltfpack(void)
{
    const char *const version[] = {"-v", NULL};
    int status = run_gltfpack(version);
    return status >= 0 && status != 127;
}

enum { KEYS = 46, TIMES_SIZE = KEYS * 4, MOVES_SIZE = KEYS * 12, TURNS_SIZE = KEYS * 16 };

/* A root that walks a curve and turns, keyed 30 times a second, with a skin so that it is a joint. */
static fixture_path write_walk(const fixture_folder *folder)
{
    static const char json[] =
        "\"nodes\":[{\"name\":\"root\",\"children\":[1]},{\"name\":\"Hips\",\"translation\":[0,1,0]},"
        "{\"name\":\"body\",\"mesh\":0,\"skin\":0}],\"scenes\":[{\"nodes\":[0,2]}],\"scene\":0,"
        "\"skins\":[{\"joints\":[0,1]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":3,\"JOINTS_0\":4,"
        "\"WEIGHTS_0\":5}}]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":184},{\"buffer\":0,\"byteOffset\":184,"
        "\"byteLength\":552},{\"buffer\":0,\"byteOffset\":736,\"byteLength\":736},{\"buffer\":0,\"byteOffset\":1472,"
        "\"byteLength\":36},{\"buffer\":0,\"byteOffset\":1508,\"byteLength\":12},{\"buffer\":0,\"byteOffset\":1520,"
        "\"byteLength\":48}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":46,\"type\":\"SCALAR\","
        "\"min\":[0],\"max\":[1.5]},{\"bufferView\":1,\"componentType\":5126,\"count\":46,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":46,\"type\":\"VEC4\"},{\"bufferView\":3,\"componentType\":"
        "5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},{\"bufferView\":4,\"componentType\":5121,"
        "\"count\":3,\"type\":\"VEC4\"},{\"bufferView\":5,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}],"
        "\"animations\":[{\"name\":\"walk\",\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":2}],"
        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}},{\"sampler\":1,\"target\":{"
        "\"node\":0,\"path\":\"rotation\"}}]}]";
    unsigned char data[TIMES_SIZE + MOVES_SIZE + TURNS_SIZE + 36 + 12 + 48] = {0};
    for (int k = 0; k < KEYS; k++) {
        float time = (float)k / 30, u = (float)k / (KEYS - 1), half = 0.6f * u;
        float move[3] = {0.3f * sinf(3 * u), 0.1f * u * u, 2 * u}, turn[4] = {0, sinf(half), 0, cosf(half)};
        memcpy(data + 4 * k, &time, sizeof time);
        memcpy(data + TIMES_SIZE + 12 * k, move, sizeof move);
        memcpy(data + TIMES_SIZE + MOVES_SIZE + 16 * k, turn, sizeof turn);
    }
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    memcpy(data + sizeof data - 96, corners, sizeof corners);
    memcpy(data + sizeof data - 48, weights, sizeof weights);
    char *text = fixture_gltf(json, data, sizeof data);
    fixture_path path = fixture_write(folder, "walk.gltf", text, strlen(text));
    free(text);
    return path;
}

static rw_baked bake_file(const char *path)
{
    rw_scene scene;
    rw_bake_error error = {"", ""};
    bool read = rw_scene_read(path, &scene, &error);
    ck_assert_msg(read, "%s: %s", error.place, error.detail);
    rw_baked baked = fixture_bake(&scene, NULL);
    rw_scene_free(&scene);
    return baked;
}

START_TEST(packed__files_bake_as_the_file_they_came_from)
{
    static const char *const quantised[] = {"-kn", "-noq"};
    fixture_folder folder = fixture_folder_make();
    fixture_path plain = write_walk(&folder), packed = fixture_path_of(&folder, "packed.glb");
    const char *const arguments[] = {"-i", plain.text, "-o", packed.text,   "-kn", "-at",
                                     "24", "-ar",      "16", quantised[_i], NULL};
    ck_assert_int_eq(run_gltfpack(arguments), 0);
    rw_baked want = bake_file(plain.text), got = bake_file(packed.text);
    fixture_folder_remove(&folder);
    ck_assert_str_eq(got.root, "root");
    ck_assert_uint_eq(got.sample_count, want.sample_count);
    ck_assert_double_eq_tol(got.summary.duration, want.summary.duration, 1e-5);
    ck_assert_double_gt(want.summary.travel, 1.9);
    for (size_t k = 0; k < want.sample_count; k++) {
        ck_assert_double_eq_tol(got.positions[k].x, want.positions[k].x, 1e-4);
        ck_assert_double_eq_tol(got.positions[k].y, want.positions[k].y, 1e-4);
        ck_assert_double_eq_tol(got.positions[k].z, want.positions[k].z, 1e-4);
        ck_assert_double_eq_tol(got.rotations[k].y, want.rotations[k].y, 1e-3);
    }
    rw_baked_free(&want);
    rw_baked_free(&got);
}
END_TEST

START_TEST(packed__files_with_compression_are_refused_by_its_name)
{
    fixture_folder folder = fixture_folder_make();
    fixture_path plain = write_walk(&folder), packed = fixture_path_of(&folder, "packed.glb");
    const char *const arguments[] = {"-i", plain.text, "-o", packed.text, "-c", NULL};
    ck_assert_int_eq(run_gltfpack(arguments), 0);
    rw_scene scene;
    rw_bake_error error = {"", ""};
    ck_assert(!rw_scene_read(packed.text, &scene, &error));
    fixture_folder_remove(&folder);
    ck_assert_ptr_nonnull(strstr(error.detail, "EXT_meshopt_compression"));
    ck_assert_ptr_nonnull(strstr(error.detail, "without -c"));
}
END_TEST

int main(void)
{
    if (!has_gltfpack()) return SKIPPED;
    Suite *suite = suite_create("gltfpack");
    TCase *tests = tcase_create("packed");
    tcase_add_loop_test(tests, packed__files_bake_as_the_file_they_came_from, 0, 2);
    tcase_add_test(tests, packed__files_with_compression_are_refused_by_its_name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
