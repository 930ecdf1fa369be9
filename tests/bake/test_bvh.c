/* The BVH reader: what it takes, what it refuses, where it says the fault is. */
#include "fixture.h"

#include <bake/evaluate.h>
#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TREE                                                                                                           \
    "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "           \
    "Yrotation\n"                                                                                                      \
    " JOINT Spine\n {\n  OFFSET 0 10 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"                                  \
    "  End Site\n  {\n   OFFSET 0 5 0\n  }\n }\n}\nMOTION\n"
#define ROWS "0 90 0 0 0 0 0 0 0\n0 90 10 0 0 0 0 0 0\n0 90 20.5 0 0 0 0 0 0\n-1e1 .9e+2 30. 90 0 0 0 0 0\n"

START_TEST(read__takes_a_plain_file)
{
    rw_scene scene = fixture_read("a.bvh", TREE "Frames: 4\nFrame Time: 0.5\n" ROWS);
    ck_assert_str_eq(scene.format, "bvh");
    ck_assert_uint_eq(scene.node_count, 2); /* an End Site is no node */
    ck_assert_str_eq(scene.nodes[0].name, "Hips");
    ck_assert_uint_eq(scene.nodes[1].parent, 0);
    ck_assert_double_eq(scene.nodes[1].translation[1], 10);
    ck_assert_double_eq(scene.axes.metres_per_unit, 0);
    ck_assert_int_eq(scene.axes.up, 2);
    ck_assert_int_eq(scene.axes.forward, 3);
    ck_assert_uint_eq(scene.animation_count, 1);
    const rw_channel *hips = &scene.animations[0].channels[0];
    ck_assert_uint_eq(hips->translation.count, 4);
    ck_assert_double_eq(hips->translation.times[3], 1.5);
    ck_assert_double_eq(hips->translation.values[3 * 3], -10);
    ck_assert_double_eq(hips->translation.values[3 * 3 + 1], 90);
    ck_assert_double_eq(hips->translation.values[2 * 3 + 2], 20.5);
    ck_assert_double_eq_tol(hips->rotation.values[3 * 4 + 2], sqrt(0.5), 1e-15); /* 90 degrees about z */
    rw_scene_free(&scene);
}
END_TEST

/* Every spelling reads as the same scene. */
static const char *const spellings[] = {
    TREE "Frames: 4\nFrame Time: 0.5\n" ROWS,
    TREE "Frames : 4\nFrame Time : 0.5\n" ROWS,
    TREE "frames:4\nFRAME TIME:0.5\n" ROWS,
    TREE "Frames 4\nFrame\tTime 0.5\n" ROWS,
    "\xef\xbb\xbf" TREE "Frames: 4\r\nFrame Time: 0.5\r\n" ROWS "\n\n  ",
    "hierarchy root Hips { offset 0 0 0 channels 6 XPOSITION yposition Zposition zrotation xROTATION Yrotation joint "
    "Spine {"
    " Offset 0 10 0 Channels 3 Zrotation Xrotation Yrotation end site { offset 0 5 0 } } } motion\n"
    "Frames: 4\nFrame Time: 0.5\n" ROWS,
};

START_TEST(read__takes_every_spelling)
{
    rw_scene scene = fixture_read("a.bvh", spellings[_i]);
    ck_assert_uint_eq(scene.node_count, 2);
    ck_assert_str_eq(scene.nodes[0].name, "Hips");
    ck_assert_str_eq(scene.nodes[1].name, "Spine");
    ck_assert_uint_eq(scene.animations[0].channels[0].translation.count, 4);
    ck_assert_double_eq(scene.animations[0].channels[0].translation.values[11], 30);
    rw_scene_free(&scene);
}
END_TEST

START_TEST(read__keeps_blanks_and_colons_in_names)
{
    rw_scene scene = fixture_read(
        "a.bvh", "HIERARCHY\nROOT  My  Hips \t\n{\nCHANNELS 1 Xposition\nJOINT mixamorig:Spine 1 {\nOFFSET 1 2 3\n}\n"
                 "JOINT\n{\n}\n}\nMOTION\nFrames: 1\nFrame Time: 1\n5\n");
    ck_assert_uint_eq(scene.node_count, 3);
    ck_assert_str_eq(scene.nodes[0].name, "My  Hips");
    ck_assert_str_eq(scene.nodes[1].name, "mixamorig:Spine 1");
    ck_assert_str_eq(scene.nodes[2].name, "");
    rw_scene_free(&scene);
}
END_TEST

START_TEST(read__takes_any_order_of_rotations)
{
    static const char *const orders[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};
    const double angles[] = {30, -50, 110};
    char text[500];
    const char *order = orders[_i];
    (void)snprintf(text, sizeof text,
                   "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 %crotation %crotation %crotation\n}\nMOTION\n"
                   "Frames: 1\nFrame Time: 1\n30 -50 110\n",
                   order[0], order[1], order[2]);
    rw_scene scene = fixture_read("a.bvh", text);
    rw_bake_mat3 wanted = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++) {
        int a = order[i] - 'X', b = (a + 1) % 3, c = (a + 2) % 3;
        double radians = angles[i] * acos(-1) / 180;
        rw_bake_mat3 turn = {{{0}}};
        turn.m[a][a] = 1;
        turn.m[b][b] = turn.m[c][c] = cos(radians);
        turn.m[c][b] = sin(radians);
        turn.m[b][c] = -sin(radians);
        wanted = rw_bake_mat_multiply(&wanted, &turn);
    }
    const double *q = scene.animations[0].channels[0].rotation.values;
    rw_bake_mat3 got = rw_bake_mat_of_quat((rw_quat){q[0], q[1], q[2], q[3]});
    for (int i = 0; i < 9; i++) ck_assert_double_eq_tol(got.m[i / 3][i % 3], wanted.m[i / 3][i % 3], 1e-14);
    rw_scene_free(&scene);
}
END_TEST

static double joint_x(const char *offset, const char *channels, const char *value)
{
    char text[500];
    (void)snprintf(text, sizeof text,
                   "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT b\n{\nOFFSET %s\nCHANNELS %s\n}\n}\nMOTION\n"
                   "Frames: 1\nFrame Time: 1\n%s\n",
                   offset, channels, value);
    rw_scene scene = fixture_read("a.bvh", text);
    double x = scene.animations[0].channels[0].translation.values[0];
    rw_scene_free(&scene);
    return x;
}

START_TEST(read__tells_a_joints_position_from_an_addition_to_its_offset)
{
    ck_assert_double_eq(joint_x("5 0 0", "3 Xposition Yposition Zposition", "5.5 0 0"), 5.5);
    ck_assert_double_eq(joint_x("5 0 0", "3 Xposition Yposition Zposition", "0.5 0 0"), 5.5);
    ck_assert_double_eq(joint_x("5 0 0", "1 Yposition", "0"), 5); /* what has no channel keeps its offset */
}
END_TEST

/* A file that must be refused: where, and what the message says. */
static const struct {
    const char *text, *place, *detail;
} faults[] = {
    {"HIERARCHY", "line 1", "the file ends"},
    {"HIERARCHY\nMOTION\n", "line 2", "without a ROOT"},
    {"HIERARCHY\nROOT a\n{\n", "line 4", "torn"},
    {"HIERARCHY\nROOT a\nOFFSET 0 0 0\n", "line 3", "\"OFFSET\" stands where \"{\""},
    {"HIERARCHY\nJOINT a\n{\n}\n", "line 2", "JOINT outside"},
    {"HIERARCHY\n}\n", "line 2", "without an open joint"},
    {"HIERARCHY\nROOT a\n{\nROOT b\n{\n", "line 4", "ROOT inside"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 1 2\n}\n", "line 5", "\"}\" stands where a number"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 1 2 nan\n}\n", "line 4", "\"nan\""},
    {"HIERARCHY\nROOT a\n{\nOFFSET 1 2 0x10\n}\n", "line 4", "0x10"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 1 2 1,5\n}\n", "line 4", "1,5"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 1 2 1e10\n}\n", "line 4", "beyond 1e9"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\nOFFSET 1 2 3\n}\n", "line 5", "second OFFSET"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS 4000000000 Xposition\n}\n", "line 4", "0 to 6"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS -1\n}\n", "line 4", "0 to 6"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS 1.5 Xposition\n}\n", "line 4", "0 to 6"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS 2 Xposition\n}\n", "line 5", "a channel"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xscale\n}\n", "line 4", "Xscale"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS 2 Xposition xposition\n}\n", "line 4", "twice"},
    {"HIERARCHY\nROOT a\n{\nCHANNELS 0\nCHANNELS 0\n}\n", "line 5", "second CHANNELS"},
    {"HIERARCHY\nROOT a\n{\nEnd Site\n{\nCHANNELS 0\n}\n}\n", "line 6", "End Site has no channels"},
    {"HIERARCHY\nROOT a\n{\nEnd Site\n{\nJOINT b\n{\n}\n}\n}\n", "line 6", "inside an End Site"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 1\nFrame Time: 1\n", "line 6", "no joint has channels"},
    {TREE "Frame Time: 1\n" ROWS, "line 17", "\"Frames:\" is missing"},
    {TREE "Frames: 4\n" ROWS, "line 18", "\"Frame Time:\" is missing"},
    {TREE "Frames: 0\nFrame Time: 1\n", "line 17", "at least one"},
    {TREE "Frames: -4\nFrame Time: 1\n" ROWS, "line 17", "at least one"},
    {TREE "Frames: 2.5\nFrame Time: 1\n" ROWS, "line 17", "whole number"},
    {TREE "Frames: x\nFrame Time: 1\n" ROWS, "line 17", "number of Frames"},
    {TREE "Frames: 100000000\nFrame Time: 1\n" ROWS, "line 17", "at most"},
    {TREE "Frames: 4294967295\nFrame Time: 1\n" ROWS, "line 17", "beyond 1e9"},
    {TREE "Frames: 3000000\nFrame Time: 1\n" ROWS, "line 18", "torn"},
    {TREE "Frames: 4\nFrame Time: 0\n" ROWS, "line 18", "frame time 0"},
    {TREE "Frames: 4\nFrame Time: -0.0333\n" ROWS, "line 18", "frame time -0.0333"},
    {TREE "Frames: 4\nFrame Time: inf\n" ROWS, "line 18", "Frame Time"},
    {TREE "Frames: 5\nFrame Time: 1\n" ROWS, "line 23", "ends in frame 5"},
    {TREE "Frames: 3\nFrame Time: 1\n" ROWS, "line 22", "more values"},
    {TREE "Frames: 4\nFrame Time: 1\n" ROWS "end\n", "line 23", "more values"},
    {TREE "Frames: 1\nFrame Time: 1\n0 0 0 0 0 0 0 0 inf\n", "line 19", "\"inf\""},
    {TREE "Frames: 1\nFrame Time: 1\n0 0 0 0 0 1e39 0 0 0\n", "line 19", "beyond 1e9"},
    {TREE "Frames: 1\nFrame Time: 1\n0 0 0 0 0 - 0 0 0\n", "line 19", "\"-\""},
    {TREE "Frames: 1\nFrame Time: 1\n0 0 0 0 0 1e 0 0 0\n", "line 19", "\"1e\""},
};

START_TEST(read__names_the_place_of_a_fault)
{
    rw_bake_error error = fixture_read_error("a.bvh", faults[_i].text);
    ck_assert_msg(strcmp(error.place, faults[_i].place) == 0 && strstr(error.detail, faults[_i].detail),
                  "\"%s\" \"%s\" instead of \"%s\" \"%s\"", error.place, error.detail, faults[_i].place,
                  faults[_i].detail);
}
END_TEST

START_TEST(read__refuses_deep_nesting_without_deep_recursion)
{
    enum { DEPTH = 20000 };
    size_t room = DEPTH * 12 + 200;
    char *text = malloc(room);
    ck_assert_ptr_nonnull(text);
    size_t length = (size_t)snprintf(text, room, "HIERARCHY\nROOT a\n{\n");
    for (int i = 0; i < DEPTH; i++) length += (size_t)snprintf(text + length, room - length, "JOINT b\n{\n");
    rw_bake_error error = fixture_read_error("a.bvh", text);
    free(text);
    ck_assert_ptr_nonnull(strstr(error.detail, "more than 1024 deep"));
}
END_TEST

/* A file cut anywhere is refused, but for the blanks at its end. */
START_TEST(read__refuses_every_torn_file)
{
    static const char whole[] = TREE "Frames: 2\nFrame Time: 0.5\n0 90 0 0 0 0 0 0 11\n0 90 10 0 0 0 0 0 22\n";
    fixture_folder folder = fixture_folder_make();
    /* without the last digit, the number would be another one and nobody could know */
    for (size_t size = 1; size + 2 < sizeof whole - 1; size++) {
        fixture_path path = fixture_write(&folder, "a.bvh", whole, size);
        rw_scene scene;
        rw_bake_error error;
        ck_assert_msg(!rw_scene_read_bvh(path.text, &scene, &error), "%zu bytes", size);
    }
    fixture_folder_remove(&folder);
}
END_TEST

/* A biped with toes, along any up and forward: legs down, arms level, head up. */
static rw_scene biped(int up, int forward, bool tail)
{
    static const struct {
        const char *name;
        int close;
        double right, up, forward;
    } joints[] = {
        {"ROOT Hips", 0, 0, 1, 0},           {"JOINT Spine", 0, 0, 0.3, -0.05},  {"JOINT Head", 3, 0, 0.4, 0.02},
        {"JOINT LeftLeg", 0, -0.1, -0.1, 0}, {"JOINT LeftFoot", 0, 0, -0.8, 0},  {"JOINT LeftToe", 3, 0, -0.1, 0.4},
        {"JOINT RightLeg", 0, 0.1, -0.1, 0}, {"JOINT RightFoot", 0, 0, -0.8, 0}, {"JOINT RightToe", 3, 0, -0.1, 0.4},
        {"JOINT Tail", 2, 0, 0, -3},
    };
    char text[3000] = "HIERARCHY\n";
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof joints / sizeof *joints - (tail ? 0 : 1); i++) {
        double offset[3];
        offset[0] = -joints[i].right; /* right is -x in both customs */
        offset[up - 1] = joints[i].up;
        offset[abs(forward) - 1] = forward < 0 ? -joints[i].forward : joints[i].forward;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n{\nOFFSET %g %g %g\n%s\n", joints[i].name,
                                   offset[0], offset[1], offset[2],
                                   i == 0 ? "CHANNELS 3 Xposition Yposition Zposition" : "CHANNELS 0");
        int closes = joints[i].close == 2 ? 1 : joints[i].close == 3 && i == 2 ? 2 : joints[i].close;
        for (int k = 0; k < closes; k++) length += (size_t)snprintf(text + length, sizeof text - length, "}\n");
    }
    (void)snprintf(text + length, sizeof text - length, "}\nMOTION\nFrames: 1\nFrame Time: 1\n0 0 0\n");
    return fixture_read("a.bvh", text);
}

START_TEST(axes__are_told_by_the_legs)
{
    for (int tail = 0; tail < 2; tail++) {
        rw_scene y = biped(2, 3, tail), z = biped(3, -2, tail);
        ck_assert_int_eq(y.axes.up, 2);
        ck_assert_int_eq(y.axes.forward, 3);
        ck_assert_int_eq(y.axes.right, -1);
        ck_assert_uint_eq(y.warning_count, 0);
        ck_assert_int_eq(z.axes.up, 3);
        ck_assert_int_eq(z.axes.forward, -2);
        ck_assert_int_eq(z.axes.right, -1);
        ck_assert(fixture_scene_warned(&z, "Z up, facing -Y"));
        rw_scene_free(&y);
        rw_scene_free(&z);
    }
}
END_TEST

START_TEST(axes__of_a_skeleton_without_legs_are_the_formats_own)
{
    rw_scene lying = fixture_read("a.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nJOINT b\n{\n"
                                           "OFFSET 0 0 5\n}\n}\nMOTION\nFrames: 1\nFrame Time: 1\n0\n");
    ck_assert_int_eq(lying.axes.up, 2);
    ck_assert(fixture_scene_warned(&lying, "--up"));
    rw_scene_free(&lying);
}
END_TEST

START_TEST(read__does_not_care_for_the_locale)
{
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    for (size_t i = 0; i < sizeof commas / sizeof *commas && !setlocale(LC_NUMERIC, commas[i]); i++) {
    }
    rw_scene scene = fixture_read("a.bvh", TREE "Frames: 1\nFrame Time: 0.5\n"
                                                "0.12345678901234567890123 1.5 0 0 0 0 0 0 0\n");
    const double *p = scene.animations[0].channels[0].translation.values;
    (void)setlocale(LC_NUMERIC, "C");
    ck_assert_double_eq(p[0], 0.12345678901234567890123);
    ck_assert_double_eq(p[1], 1.5);
    rw_scene_free(&scene);
}
END_TEST

static Suite *bvh_suite(void)
{
    Suite *suite = suite_create("bvh");
    TCase *tests = tcase_create("read");
    tcase_add_test(tests, read__takes_a_plain_file);
    tcase_add_loop_test(tests, read__takes_every_spelling, 0, sizeof spellings / sizeof *spellings);
    tcase_add_test(tests, read__keeps_blanks_and_colons_in_names);
    tcase_add_loop_test(tests, read__takes_any_order_of_rotations, 0, 6);
    tcase_add_test(tests, read__tells_a_joints_position_from_an_addition_to_its_offset);
    tcase_add_loop_test(tests, read__names_the_place_of_a_fault, 0, sizeof faults / sizeof *faults);
    tcase_add_test(tests, read__refuses_deep_nesting_without_deep_recursion);
    tcase_add_test(tests, read__refuses_every_torn_file);
    tcase_add_test(tests, axes__are_told_by_the_legs);
    tcase_add_test(tests, axes__of_a_skeleton_without_legs_are_the_formats_own);
    tcase_add_test(tests, read__does_not_care_for_the_locale);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(bvh_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
