/* bake --all: whole folders. */
#include "harness.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void expect(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", part, text);
}

static void make_folder(rw_place *place, const char *name)
{
    char path[RW_TEST_PATH];
    ck_assert_int_eq(mkdir(rw_place_path(place, name, path), 0777), 0);
}

static void move(rw_place *place, const char *from, const char *to)
{
    char old[RW_TEST_PATH], new[RW_TEST_PATH];
    ck_assert_int_eq(rename(rw_place_path(place, from, old), rw_place_path(place, to, new)), 0);
}

/* The project's samples, two of them below "in", one below that. */
static void prepare(rw_place *place)
{
    rw_place_open(place);
    rw_place_samples(place);
    make_folder(place, "in");
    make_folder(place, "in/combat");
    move(place, "lunge.glb", "in/combat/Lunge (2).v1.glb");
    move(place, "lunge.bvh", "in/lunge.bvh");
}

START_TEST(all__bakes_what_bake_would_and_keeps_the_folders)
{
    rw_place place;
    prepare(&place);
    rw_result all = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "--all", "in", "-o", "out/clips/", "--space", "unity"));
    expect(all.out, "in/combat/Lunge (2).v1.glb");
    expect(all.out, "out/clips//combat/Lunge__2__v1.clip.json");
    expect(all.out, "out/clips//lunge.clip.json");
    expect(all.err, "2 clips of 2 files in ");
    expect(all.err, "in/lunge.bvh: animation \"Motion\": the file has no unit");
    rw_result one = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "in/combat/Lunge (2).v1.glb", "--space", "unity"));
    char *clip = rw_place_read(&place, "out/clips/combat/Lunge__2__v1.clip.json");
    ck_assert_str_eq(clip, one.out);
    free(clip);
    rw_result_free(&one);
    rw_result_free(&all);
    rw_place_close(&place);
}
END_TEST

START_TEST(all__json_lists_everything_in_the_order_of_paths)
{
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "in/broken.gltf", "{");
    rw_result one = rw_run_expect(&place, NULL, 2, RW_ARGS("bake", "--all", "in", "-o", "a", "--json", "--jobs", "1"));
    rw_result many = rw_run_expect(&place, NULL, 2, RW_ARGS("bake", "--all", "in", "-o", "a", "--json", "--jobs", "7"));
    ck_assert_str_eq(one.out, many.out);
    const char *broken = strstr(one.out, "{\"file\":\"in/broken.gltf\",\"animation\":\"\",\"outcome\":\"failure\",\"detail\":\"");
    const char *combat = strstr(one.out, "\"outcome\":\"clip\",\"clip\":\"a/combat/Lunge__2__v1.clip.json\",\"sample_count\":31,\"frame_rate\":30");
    const char *plain = strstr(one.out, "\"outcome\":\"clip\",\"clip\":\"a/lunge.clip.json\"");
    ck_assert_msg(broken != NULL && combat != NULL && plain != NULL && broken < combat && combat < plain, "%s", one.out);
    expect(one.err, "error: in/broken.gltf: ");
    expect(one.err, "1 failures");
    ck_assert(rw_place_exists(&place, "a/lunge.clip.json"));
    ck_assert(!rw_place_exists(&place, "a/broken.clip.json"));
    rw_result_free(&one);
    rw_result_free(&many);
    rw_place_close(&place);
}
END_TEST

/* Two files, or two animations, never write one clip. */
START_TEST(all__names_stay_apart)
{
    static const char two[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"root\"}],\"scenes\":[{\"nodes\":[0]}],"
        "\"buffers\":[{\"byteLength\":32,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAgD8=\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":32}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},"
        "{\"bufferView\":0,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
        "\"animations\":[{\"name\":\"go/1\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
        "\"samplers\":[{\"input\":0,\"output\":1}]},"
        "{\"name\":\"go.1\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
        "\"samplers\":[{\"input\":0,\"output\":1}]}]}";
    static const char *const clips[] = {"out/combat/Lunge__2__v1.clip.json", "out/lunge-bvh.clip.json",
                                        "out/lunge-gltf-go_1-0.clip.json", "out/lunge-gltf-go_1-1.clip.json",
                                        "out/a_b-gltf-go_1-0.clip.json", "out/a_b-gltf-2-go_1-1.clip.json"};
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "in/lunge.gltf", two);
    rw_place_write(&place, "in/a b.gltf", two);
    rw_place_write(&place, "in/a_b.GLTF", two);
    rw_run_check(&place, 0, "8 clips of 5 files", RW_ARGS("bake", "--all", "in/", "-o", "out", "--progress"));
    for (size_t i = 0; i < sizeof clips / sizeof clips[0]; i++)
        ck_assert_msg(rw_place_exists(&place, clips[i]), "%s is missing", clips[i]);
    rw_place_close(&place);
}
END_TEST

START_TEST(all__what_cannot_be_written_is_told_and_the_rest_is_baked)
{
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "out", "in the way");
    rw_result result = rw_run_expect(&place, NULL, 2, RW_ARGS("bake", "--all", "in", "-o", "out/x"));
    expect(result.err, "cannot make the folder of \"out/x/lunge.clip.json\"");
    expect(result.err, "0 clips of 2 files");
    rw_result_free(&result);
    make_folder(&place, "there");
    make_folder(&place, "there/lunge.clip.json");
    result = rw_run_expect(&place, NULL, 2, RW_ARGS("bake", "--all", "in", "-o", "there"));
    expect(result.err, "there/lunge.clip.json");
    expect(result.err, "1 clips of 2 files");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(all__refuses)
{
    static const struct {
        int code;
        const char *arguments[8];
        const char *says;
    } lines[] = {
        {64, {"bake", "--all", "in"}, "give a folder for the clips: --output FOLDER"},
        {64, {"bake", "--all", "in", "-o", "out", "--animation", "x"}, "--animation is for one animation"},
        {64, {"bake", "--all", "in", "-o", "out", "--window", "a:0:1"}, "--window is for one animation"},
        {64, {"bake", "--all", "in", "-o", "out", "--event", "a:0"}, "--event is for one animation"},
        {64, {"bake", "--all", "in", "-o", "out", "--jobs", "0"}, "--jobs 0 is not a whole number from 1 to 256"},
        {64, {"bake", "--all", "in", "-o", "out", "--jobs", "1.5"}, "--jobs 1.5 is not"},
        {64, {"watch", "in"}, "give a folder for the clips: --output FOLDER"},
        {64, {"watch", "in", "-o", "out", "--jobs", "-1"}, "--jobs -1 is not"},
        {2, {"watch", "nowhere", "-o", "out"}, "cannot read the folder \"nowhere\": "},
        {2, {"bake", "--all", "nowhere", "-o", "out"}, "cannot read the folder \"nowhere\": "},
        {2, {"bake", "--all", "empty", "-o", "out"}, "there is no bvh, glb, gltf or fbx file in \"empty\""},
    };
    rw_place place;
    prepare(&place);
    make_folder(&place, "empty");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        rw_run_check(&place, lines[i].code, lines[i].says, lines[i].arguments);
    ck_assert(!rw_place_exists(&place, "out"));
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bake_folder");
    TCase *tc = tcase_create("bake_folder");
    tcase_add_test(tc, all__bakes_what_bake_would_and_keeps_the_folders);
    tcase_add_test(tc, all__json_lists_everything_in_the_order_of_paths);
    tcase_add_test(tc, all__names_stay_apart);
    tcase_add_test(tc, all__what_cannot_be_written_is_told_and_the_rest_is_baked);
    tcase_add_test(tc, all__refuses);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
