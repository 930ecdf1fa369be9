/* bake and inspect, on files that the test writes. */
#include "harness.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void prepare(rw_place *place)
{
    rw_place_open(place);
    rw_place_samples(place);
}

static void expect_parts(const char *text, const char *const *parts)
{
    for (; *parts != NULL; parts++)
        ck_assert_msg(strstr(text, *parts) != NULL, "\"%s\" is not in:\n%s", *parts, text);
}

START_TEST(bake__the_clip_alone_is_on_standard_output)
{
    rw_place place;
    prepare(&place);
    rw_result result = rw_run_expect(
        &place, NULL, 0,
        RW_ARGS("bake", "lunge.bvh", "--space", "unreal", "--window", "attack:0:1", "--window=a:b:.25:5e-1", "--event",
                "hit:0.6", "--loop"));
    ck_assert_int_eq(result.out[0], '{');
    expect_parts(result.out, RW_ARGS("\"space\": \"unreal\"", "\"frame_rate\": 30", "\"loop\": true", "[500, 0, 0]",
                                     "\"attack\"", "\"a:b\"", "0.25", "\"hit\"", "\"lunge.bvh\""));
    expect_parts(result.err, RW_ARGS("root \"root\"", "runners-up", "31 samples at 30 a second", "travel 5 m",
                                     "moves from 0.000 to 1.000 s\n"));
    ck_assert_ptr_null(strstr(result.err, "\033"));
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

/* Each line of the guide's example on standard error. */
START_TEST(bake__prints_what_the_guide_shows)
{
    rw_place place;
    prepare(&place);
    static const size_t room = 1 << 20;
    char *guide = calloc(room, 1);
    ck_assert_ptr_nonnull(guide);
    FILE *file = fopen("docs/guides/bake.md", "rb");
    ck_assert_msg(file != NULL, "the test runs at the top of the source tree");
    ck_assert_uint_gt(fread(guide, 1, room - 1, file), 1000);
    fclose(file);
    rw_result result = rw_run_expect(&place, NULL, 0,
                                     RW_ARGS("bake", "lunge.glb", "--space", "unreal", "--window", "attack:0:1",
                                             "--event", "hit:0.6", "-o", "lunge.clip.json"));
    ck_assert_msg(strlen(result.err) > 0 && strstr(guide, result.err) != NULL, "not in the guide:\n%s", result.err);
    rw_result_free(&result);
    free(guide);
    rw_place_close(&place);
}
END_TEST

START_TEST(bake__goes_on_to_an_answer)
{
    static const char *const samples[][3] = {
        {"lunge.bvh", "unreal", "attack:0:1"}, {"lunge.glb", "unreal", "attack:0:1"}, {"vault.glb", "gltf", "w:0:1"}, {"walk.glb", "gltf", "steps:0:1"}};
    rw_place place;
    prepare(&place);
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        char clip[64], profile[64], request[64];
        int stem = (int)strcspn(samples[i][0], ".");
        snprintf(clip, sizeof clip, "%.*s.clip.json", stem, samples[i][0]);
        snprintf(profile, sizeof profile, "%.*s.profile.json", stem, samples[i][0]);
        snprintf(request, sizeof request, "%.*s.request.json", stem, samples[i][0]);
        rw_run_check(&place, 0, NULL,
                     RW_ARGS("bake", samples[i][0], "--space", samples[i][1], "--window", samples[i][2], "-o", clip));
        rw_result answer = rw_run_expect(
            &place, NULL, 0,
            RW_ARGS("resolve", "-f", request, "--offline", "--clip", clip, "--profile", profile, "--json"));
        if (strncmp(clip, "lunge", 5) == 0)
            expect_parts(answer.out, RW_ARGS("\"natural_travel\":500,", "\"travel\":650,", "\"shortfall\":170,"));
        rw_result_free(&answer);
        rw_run_check(&place, 0, NULL, RW_ARGS("validate", profile, "--offline", "--clip", clip));
    }
    rw_place_close(&place);
}
END_TEST

START_TEST(bake__spaces_and_scales)
{
    static const struct {
        const char *options[4];
        const char *last;
    } cases[] = {
        {{NULL}, "[0, 0, 5]"},
        {{"--space", "gltf"}, "[0, 0, 5]"},
        {{"--space", "blender"}, "[0, -5, 0]"},
        {{"--space", "godot"}, "[0, 0, -5]"},
        {{"--space", "+X,+Y,+Z,0.5"}, "[10, 0, 0]"},
        {{"--scale", "0.01"}, "[0, 0, 0.05]"},
        {{"--up", "-Z", "--forward=Y"}, "[0, 5, 0]"},
    };
    rw_place place;
    prepare(&place);
    for (size_t i = 0; i < 6; i++) {
        rw_result result =
            rw_run_expect(&place, NULL, 0,
                          RW_ARGS("bake", "lunge.bvh", cases[i].options[0], cases[i].options[1], cases[i].options[2]));
        expect_parts(result.out, RW_ARGS(cases[i].last));
        rw_result_free(&result);
    }
    rw_place_close(&place);
}
END_TEST

START_TEST(bake__rates_and_frames)
{
    rw_place place;
    prepare(&place);
    rw_result half = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "lunge.bvh", "--fps", "15", "--start-frame", "15"));
    expect_parts(half.out, RW_ARGS("[0, 0, 2.5]"));
    expect_parts(half.err, RW_ARGS("travel 2.5 m"));
    rw_result_free(&half);
    rw_result fraction = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "lunge.bvh", "--fps", "24000/1001"));
    expect_parts(fraction.err, RW_ARGS("25 samples at 24 a second",
                                       "moves from 0.000 to 1.000 s: a window could be --window NAME:0.000:1.000\n"));
    rw_result_free(&fraction);
    rw_place_close(&place);
}
END_TEST

#define SIXTEEN "0123456789abcdef"
#define LONG_NAME SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN /* as long as a name may be */

/* What bake takes for a name, the daemon takes, too. */
START_TEST(bake__names_of_any_kind_can_be_stored)
{
    rw_place place;
    prepare(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("bake", "lunge.bvh", "--window", LONG_NAME ":0:1", "--event",
                                          "h\xC3\xA9\xF0\x9F\x92\xA5:0.5", "-o", "lunge.clip.json"));
    rw_place_write(&place, "lunge.profile.json", "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"" LONG_NAME
                                                 "\",\"scale_band\":{\"min\":0.3,\"max\":1.3}}");
    rw_run_check(&place, 0, NULL,
                 RW_ARGS("validate", "lunge.profile.json", "--offline", "--clip", "lunge.clip.json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(bake__wrong_options_are_64)
{
    static const char *const cases[][3] = {
        {"--space", "mars", "--space \"mars\" is neither"},
        {"--space", "+X,+X,+Z,1", "is neither"},
        {"--fps", "0", "--fps \"0\" is not a positive number"},
        {"--fps", "1/0", "--fps \"1/0\""},
        {"--fps", "x", "--fps \"x\""},
        {"--scale", "-1", "--scale -1 is not above 0"},
        {"--up", "W", "--up \"W\" is not an axis"},
        {"--forward", "++X", "--forward \"++X\" is not an axis"},
        {"--facing", "north", "--facing \"north\" is neither rest nor first"},
        {"--start-frame", "-1", "--start-frame -1 is not a frame"},
        {"--end-frame", "1.5", "--end-frame 1.5 is not a frame"},
        {"--window", "attack", "is not NAME:START:END"},
        {"--window", "attack:1:0", "--window \"attack:1:0\" ends at 0 s, which is not after its start at 1 s"},
        {"--window", "attack:0.5:0.5", "ends at 0.5 s, which is not after its start at 0.5 s"},
        {"--window", ":0:1", "is not NAME:START:END"},
        {"--window", "a:0:x", "is not NAME:START:END"},
        {"--window", "a\x01:0:1", "--window: \"a\\x01\" is no name"},
        {"--window", "a\xFF:0:1", "is no name: 1 to 128 bytes of UTF-8"},
        {"--window", "\xED\xA0\x80:0:1", "is no name"},
        {"--window", LONG_NAME "x:0:1", "is no name"},
        {"--event", "a\x7F:1", "--event: \"a\\x7F\" is no name"},
        {"--event", "\xC0\x80:1", "is no name"},
        {"--event", LONG_NAME "x:1", "is no name"},
        {"--event", "hit", "is not NAME:TIME"},
        {"--event", ":1", "is not NAME:TIME"},
    };
    rw_place place;
    prepare(&place);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        rw_run_check(&place, 64, cases[i][2], RW_ARGS("bake", "lunge.bvh", cases[i][0], cases[i][1], "-o", "x.json"));
    rw_run_check(&place, 64, "--keep-height is for --from-hips", RW_ARGS("bake", "lunge.bvh", "--keep-height"));
    ck_assert(!rw_place_exists(&place, "x.json"));
    rw_place_close(&place);
}
END_TEST

/* What the options ask of the file, and it does not have. */
START_TEST(bake__what_the_file_lacks_is_2)
{
    static const char *const cases[][3] = {
        {"--animation", "Absent", "Absent"},
        {"--root", "Absent", "Absent"},
        {"--window", "attack:0:7", "window \"attack\" from 0 to 7 s"},
        {"--event", "hit:7", "hit"},
        {"--start-frame", "99", ""},
    };
    rw_place place;
    prepare(&place);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rw_run_check(&place, 2, "cannot bake \"lunge.bvh\": ",
                     RW_ARGS("bake", "lunge.bvh", cases[i][0], cases[i][1], "-o", "x.json"));
        rw_run_check(&place, 2, cases[i][2], RW_ARGS("bake", "lunge.bvh", cases[i][0], cases[i][1]));
    }
    ck_assert(!rw_place_exists(&place, "x.json"));
    rw_place_close(&place);
}
END_TEST

/* Every prefix of a file that is cut anywhere is an error with the file's name, or a whole clip (a BVH that is cut
 * inside its last number): never half a clip, a crash or an output file. */
static void check_torn(rw_place *place, const char *name, const char *torn, size_t stride)
{
    char path[RW_TEST_PATH];
    FILE *file = fopen(rw_place_path(place, name, path), "rb");
    static const size_t room = 65536;
    char *bytes = malloc(room);
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(bytes);
    size_t length = fread(bytes, 1, room, file);
    fclose(file);
    size_t refused = 0, tried = 0;
    for (size_t cut = 0; cut < length - 3; cut += stride) {
        rw_place_write_bytes(place, torn, bytes, cut);
        rw_result result = rw_run(place, NULL, RW_ARGS("bake", torn, "-o", "torn.clip.json"));
        tried++;
        refused += result.code == 2;
        ck_assert_msg(result.code == 2 || result.code == 0, "%s cut at %zu: exit code %d\n%s", name, cut, result.code,
                      result.err);
        ck_assert_msg(result.code == 0 || strstr(result.err, torn) != NULL, "%s", result.err);
        ck_assert_int_eq(rw_place_exists(place, "torn.clip.json"), result.code == 0);
        rw_result_free(&result);
        if (rw_place_exists(place, "torn.clip.json"))
            ck_assert_int_eq(unlink(rw_place_path(place, "torn.clip.json", path)), 0);
    }
    ck_assert_uint_ge(refused + 1, tried);
    free(bytes);
}

START_TEST(bake__torn_files_are_2)
{
    rw_place place;
    prepare(&place);
    check_torn(&place, "lunge.bvh", "torn.bvh", 61);
    check_torn(&place, "vault.glb", "torn.glb", 61);
    rw_place_close(&place);
}
END_TEST

START_TEST(bake__hostile_files_are_2)
{
    static const struct {
        const char *name, *text;
    } files[] = {
        {"empty.bvh", ""},
        {"empty.glb", ""},
        {"empty.fbx", ""},
        {"noise.fbx", "Kaydara FBX Binary  \x20 nothing more"},
        {"text.gltf", "{\"asset\":{\"version\":\"2.0\"},\"animations\":[{}]}"},
        {"deep.gltf", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["},
        {"frames.bvh", "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\n"
                       "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 4000000000\nFrame Time: 0.03\n0 0 0\n"},
        {"nan.bvh", "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\n"
                    "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.03\n0 0 0\nnan 0 0\n"},
        {"plain.txt", "this is no motion file\n"},
    };
    rw_place place;
    prepare(&place);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        rw_place_write(&place, files[i].name, files[i].text);
        rw_run_check(&place, 2, files[i].name, RW_ARGS("bake", files[i].name, "-o", "x.json"));
        rw_result inspected = rw_run(&place, NULL, RW_ARGS("inspect", files[i].name));
        ck_assert_msg(inspected.code == 2 || strcmp(files[i].name, "text.gltf") == 0, "%s: %d", files[i].name,
                      inspected.code);
        rw_result_free(&inspected);
    }
    rw_run_check(&place, 2, "No such file", RW_ARGS("bake", "absent.bvh", "-o", "x.json"));
    rw_run_check(&place, 2, NULL, RW_ARGS("bake", ".", "-o", "x.json"));
    ck_assert(!rw_place_exists(&place, "x.json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(output__is_whole_and_replaces_what_stood_there)
{
    rw_place place;
    struct stat before, after;
    char path[RW_TEST_PATH];
    prepare(&place);
    rw_place_write(&place, "old.json", "old");
    ck_assert_int_eq(chmod(rw_place_path(&place, "old.json", path), 0640), 0);
    ck_assert_int_eq(stat(path, &before), 0);
    size_t count = rw_place_count(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("bake", "lunge.bvh", "-o", "old.json"));
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert_uint_ne(before.st_ino, after.st_ino);
    ck_assert_int_eq(after.st_mode & 0777, 0640);
    ck_assert_uint_eq(rw_place_count(&place), count);
    rw_result printed = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "lunge.bvh", "-q"));
    char *written = rw_place_read(&place, "old.json");
    ck_assert_str_eq(printed.out, written);
    ck_assert_str_eq(printed.err, "");
    free(written);
    rw_result_free(&printed);
    rw_place_close(&place);
}
END_TEST

START_TEST(output__a_link_stays_a_link)
{
    rw_place place;
    struct stat status;
    char link[RW_TEST_PATH];
    prepare(&place);
    rw_place_write(&place, "real.json", "old");
    ck_assert_int_eq(symlink("real.json", rw_place_path(&place, "link.json", link)), 0);
    rw_run_check(&place, 0, NULL, RW_ARGS("bake", "lunge.bvh", "-o", "link.json"));
    ck_assert_int_eq(lstat(link, &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
    char *written = rw_place_read(&place, "real.json");
    ck_assert_int_eq(written[0], '{');
    free(written);
    rw_place_close(&place);
}
END_TEST

START_TEST(output__a_failure_leaves_everything_as_it_was)
{
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "old.json", "old");
    size_t count = rw_place_count(&place);
    rw_how how = {.file_limit = 500};
    rw_result result = rw_run_expect(&place, &how, 74, RW_ARGS("bake", "lunge.bvh", "-q", "-o", "old.json"));
    expect_parts(result.err, RW_ARGS("cannot write \"", "old.json\": File too large"));
    rw_result_free(&result);
    result = rw_run_expect(&place, &how, 74, RW_ARGS("bake", "lunge.bvh", "-q", "-o", "new.json"));
    rw_result_free(&result);
    rw_run_check(&place, 74, "No such file", RW_ARGS("bake", "lunge.bvh", "-o", "absent/new.json"));
    rw_run_check(&place, 74, "Not a directory", RW_ARGS("bake", "lunge.bvh", "-o", "old.json/new.json"));
    rw_run_check(&place, 74, "Is a directory", RW_ARGS("bake", "lunge.bvh", "-o", "."));
    ck_assert_uint_eq(rw_place_count(&place), count);
    char *old = rw_place_read(&place, "old.json");
    ck_assert_str_eq(old, "old");
    free(old);
    rw_place_close(&place);
}
END_TEST

START_TEST(output__a_full_device_is_an_error)
{
    rw_place place;
    prepare(&place);
    rw_how how = {.output = "/dev/full"};
    rw_result result = rw_run_expect(&place, &how, 74, RW_ARGS("bake", "lunge.bvh"));
    expect_parts(result.err, RW_ARGS("cannot write to standard output"));
    rw_result_free(&result);
    rw_run_check(&place, 74, "cannot write \"/dev/full\"", RW_ARGS("bake", "lunge.bvh", "-o", "/dev/full"));
    rw_run_check(&place, 0, NULL, RW_ARGS("bake", "lunge.bvh", "-o", "/dev/null"));
    rw_place_close(&place);
}
END_TEST

START_TEST(output__an_unwritable_folder_is_an_error)
{
    rw_place place;
    char path[RW_TEST_PATH];
    prepare(&place);
    ck_assert_int_eq(mkdir(rw_place_path(&place, "closed", path), 0500), 0);
    if (geteuid() != 0)
        rw_run_check(&place, 74, "Permission denied", RW_ARGS("bake", "lunge.bvh", "-o", "closed/x.json"));
    rw_run_check(&place, 74, "cannot write \"/proc/x.json\"", RW_ARGS("bake", "lunge.bvh", "-o", "/proc/x.json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(bake__report_as_json)
{
    rw_place place;
    prepare(&place);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "walk.glb", "--json", "-o", "walk.json"));
    expect_parts(result.err, RW_ARGS("{\"format\":\"gltf\"", "\"animation\":\"Walk_Turn_Left\"", "\"root\":\"root\"",
                                     "\"yaw_degrees\":", "\"moves_from\":0,\"moves_to\":",
                                     "\"warnings\":["));
    ck_assert_str_eq(result.out, "");
    rw_result_free(&result);
    rw_result progress = rw_run_expect(&place, NULL, 0, RW_ARGS("bake", "walk.glb", "--progress", "-o", "walk.json"));
    expect_parts(progress.err, RW_ARGS("reading walk.glb\n", "baking   0 %\n"));
    rw_result_free(&progress);
    rw_place_close(&place);
}
END_TEST

START_TEST(inspect__lists_animations_and_nodes)
{
    rw_place place;
    prepare(&place);
    rw_result table = rw_run_expect(&place, NULL, 0, RW_ARGS("inspect", "walk.glb"));
    expect_parts(table.out, RW_ARGS("gltf, forward +Z, right -X, up +Y, 1 m to the unit", "Walk_Turn_Left", "root",
                                    "moving in \"Walk_Turn_Left\": 3 of 4 nodes", "hips",
                                    "travel along the ground", "moves", "0.000 to "));
    ck_assert_ptr_null(strstr(table.out, " \n")); /* an empty cell at the end of a row leaves no blanks */
    rw_result_free(&table);
    rw_result json = rw_run_expect(&place, NULL, 0, RW_ARGS("inspect", "lunge.bvh", "--json"));
    expect_parts(json.out, RW_ARGS("{\"format\":\"bvh\"", "\"metres_per_unit\":null", "\"root\":{\"index\":0,",
                                   "\"travel\":5,\"path\":5,\"moves_from\":0,\"moves_to\":1,",
                                   "\"in_place\":false", "\"movers\":[", "\"nodes\":["));
    rw_result_free(&json);
    rw_run_check(&place, 2, "cannot read \"absent\"", RW_ARGS("inspect", "absent"));
    rw_place_close(&place);
}
END_TEST

START_TEST(samples__are_the_same_bytes_each_time)
{
    static const char *const names[] = {"lunge.bvh", "lunge.glb", "vault.glb", "walk.glb", "lunge-table.request.json"};
    rw_place one, two;
    prepare(&one);
    prepare(&two);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct stat a_status, b_status;
        char a_path[RW_TEST_PATH], b_path[RW_TEST_PATH];
        ck_assert_int_eq(stat(rw_place_path(&one, names[i], a_path), &a_status), 0);
        ck_assert_int_eq(stat(rw_place_path(&two, names[i], b_path), &b_status), 0);
        ck_assert_int_eq(a_status.st_size, b_status.st_size);
        char *a = rw_place_read(&one, names[i]), *b = rw_place_read(&two, names[i]);
        ck_assert_mem_eq(a, b, (size_t)a_status.st_size);
        free(a);
        free(b);
    }
    rw_place_close(&one);
    rw_place_close(&two);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bake");
    TCase *tests = tcase_create("bake");
    tcase_add_test(tests, bake__the_clip_alone_is_on_standard_output);
    tcase_add_test(tests, bake__prints_what_the_guide_shows);
    tcase_add_test(tests, bake__goes_on_to_an_answer);
    tcase_add_test(tests, bake__spaces_and_scales);
    tcase_add_test(tests, bake__rates_and_frames);
    tcase_add_test(tests, bake__wrong_options_are_64);
    tcase_add_test(tests, bake__names_of_any_kind_can_be_stored);
    tcase_add_test(tests, bake__what_the_file_lacks_is_2);
    tcase_add_test(tests, bake__torn_files_are_2);
    tcase_add_test(tests, bake__hostile_files_are_2);
    tcase_add_test(tests, bake__report_as_json);
    tcase_add_test(tests, output__is_whole_and_replaces_what_stood_there);
    tcase_add_test(tests, output__a_link_stays_a_link);
    tcase_add_test(tests, output__a_failure_leaves_everything_as_it_was);
    tcase_add_test(tests, output__a_full_device_is_an_error);
    tcase_add_test(tests, output__an_unwritable_folder_is_an_error);
    tcase_add_test(tests, inspect__lists_animations_and_nodes);
    tcase_add_test(tests, samples__are_the_same_bytes_each_time);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
