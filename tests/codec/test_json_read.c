/* nftw() and environ are XSI's. */
#define _XOPEN_SOURCE 700

#include <check.h>
#include <fcntl.h>
#include <ftw.h>
#include <locale.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "codec/canonical.h"
#include "codec/json_read.h"
#include "support.h"

extern char **environ;

static json_t *read_text(const char *body, size_t length, rw_problem *problem)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    rw_problem_init(problem);
    return rw_json_read(body, length, &limits, problem);
}

typedef struct bad_text {
    const char *body;
    size_t length;      /* 0: up to the zero byte */
    const char *errors; /* as format_errors() writes them */
    const char *place;  /* how the detail begins */
} bad_text;

#define DEEP15 "[[[[[[[[[[[[[[["
#define CLOSE15 "]]]]]]]]]]]]]]]"

static const bad_text bad_texts[] = {
    {"", 0, "(body) empty", "line 1, column 1 (byte 0)"},
    {" \n ", 0, "(body) empty", "line 2, column 2 (byte 3)"},
    {"{", 0, "(body) invalid_json", "line 1, column 2 (byte 1)"},
    {"[1, 2", 0, "/1 invalid_json", "line 1, column 6 (byte 5)"},
    {"{\"a\": [true, nul]}", 0, "/a/1 invalid_json", "line 1, column 14 (byte 13)"},
    {"{\"a\":}", 0, "/a invalid_json", "line 1, column 6 (byte 5)"},
    {"{\"a\" 1}", 0, "/a invalid_json", "line 1, column 6 (byte 5)"},
    {"{\"a\":1,}", 0, "(body) invalid_json", "line 1, column 8 (byte 7)"},
    {"[1,]", 0, "/1 invalid_json", "line 1, column 4 (byte 3)"},
    {"[1 2]", 0, "/0 invalid_json", "line 1, column 4 (byte 3)"},
    {"{a:1}", 0, "(body) invalid_json", "line 1, column 2 (byte 1)"},
    {"{'a':1}", 0, "(body) invalid_json", "line 1, column 2 (byte 1)"},
    {"[1] [2]", 0, "(body) invalid_json", "line 1, column 5 (byte 4)"},
    {"{} x", 0, "(body) invalid_json", "line 1, column 4 (byte 3)"},
    {"\xEF\xBB\xBF{}", 0, "(body) bad_text", "line 1, column 1 (byte 0)"},
    {"{\"a\":\"\xFF\"}", 0, "/a bad_text", "line 1, column 7 (byte 6)"},
    {"{\"a\":\"\xC0\xAF\"}", 0, "/a bad_text", "line 1, column 7 (byte 6)"},
    {"{\"a\":\"\xED\xA0\x80\"}", 0, "/a bad_text", "line 1, column 7 (byte 6)"},
    {"{\"\xFF\":1}", 0, "(body) bad_text", "line 1, column 3 (byte 2)"},
    {"[\xE9]", 0, "/0 bad_text", "line 1, column 2 (byte 1)"},
    {"{\"a\":\"x\0y\"}", 11, "/a bad_text", "line 1, column 8 (byte 7)"},
    {"[1\0]", 4, "/0 invalid_json", "line 1, column 3 (byte 2)"},
    {"{}\0", 3, "(body) invalid_json", "line 1, column 3 (byte 2)"},
    {"{\"a\":\"\\u0000\"}", 0, "/a bad_text", "line 1, column 7 (byte 6)"},
    {"{\"\\u0000\":1}", 0, "(body) bad_text", "line 1, column 3 (byte 2)"},
    {"[\"\\ud800\"]", 0, "/0 bad_text", "line 1, column 3 (byte 2)"},
    {"[\"\\ud800\\u0041\"]", 0, "/0 bad_text", "line 1, column 3 (byte 2)"},
    {"[\"\\udc00\"]", 0, "/0 bad_text", "line 1, column 3 (byte 2)"},
    {"[\"\\x\"]", 0, "/0 invalid_json", "line 1, column 3 (byte 2)"},
    {"[\"\\u12\"]", 0, "/0 invalid_json", "line 1, column 3 (byte 2)"},
    {"[\"a\nb\"]", 0, "/0 bad_text", "line 1, column 4 (byte 3)"},
    {"[\"a", 0, "/0 invalid_json", "line 1, column 4 (byte 3)"},
    {"[\"a\\", 0, "/0 invalid_json", "line 1, column 4 (byte 3)"},
    {"[01]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[+1]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[.5]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[1.]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[1e]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[-]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[0x10]", 0, "/0 invalid_json", "line 1, column 2 (byte 1)"},
    {"[1,5e3.2]", 0, "/1 invalid_json", "line 1, column 4 (byte 3)"},
    {"{\"actor\":{\"radius\":NaN}}", 0, "/actor/radius not_finite", "line 1, column 20 (byte 19)"},
    {"{\"p\":[0,0,Infinity]}", 0, "/p/2 not_finite", "line 1, column 11 (byte 10)"},
    {"{\"p\":[0,0,-Infinity]}", 0, "/p/2 not_finite", "line 1, column 11 (byte 10)"},
    {"[nan]", 0, "/0 not_finite", "line 1, column 2 (byte 1)"},
    {"{\"target\":{\n  \"radius\": 1e999}}", 0, "/target/radius out_of_range", "line 2, column 13 (byte 24)"},
    {"[0, [1, -1e309]]", 0, "/1/1 out_of_range", "line 1, column 9 (byte 8)"},
    {"1e400", 0, "(body) out_of_range", "line 1, column 1 (byte 0)"},
    {"{\"a\":1,\"b\":{\"c\":1,\"c\":2}}", 0, "/b/c duplicate_key", "line 1, column 19 (byte 18)"},
    {"{\"a\":1,\"\\u0061\":2}", 0, "/a duplicate_key", "line 1, column 8 (byte 7)"},
    {"[{\"x~/y\":1,\"x~/y\":1}]", 0, "/0/x~0~1y duplicate_key", "line 1, column 12 (byte 11)"},
    {"{\"\xC3\xA9\":[1,{\"\\n\":x}]}", 0, "/\xC3\xA9/1/\n invalid_json", "line 1, column 15 (byte 15)"},
    {"{\"\\ud83d\\ude00\":x}", 0, "/\xF0\x9F\x98\x80 invalid_json", "line 1, column 17 (byte 16)"},
    {DEEP15 "[[1]]" CLOSE15, 0, "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0 too_deep", "line 1, column 17 (byte 16)"},
};

START_TEST(read__refuses_with_the_place)
{
    const bad_text *bad = &bad_texts[_i];
    rw_problem problem;
    json_t *root = read_text(bad->body, bad->length > 0 ? bad->length : strlen(bad->body), &problem);
    ck_assert_ptr_null(root);
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, "invalid_json");
    check_errors(&problem, bad->errors, bad->body);
    ck_assert_msg(strncmp(problem.detail, bad->place, strlen(bad->place)) == 0, "%s: %s", bad->body, problem.detail);
    rw_problem_free(&problem);
}
END_TEST

START_TEST(read__takes_what_is_sound)
{
    static const char *const texts[] = {
        "{}", "[]", "0", " [ 1 , -2.5e-3 ] ", "\"\\u00e9\\ud83d\\ude00\\\\\\/\"", "null", "true",
        DEEP15 "[1]" CLOSE15, "{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":2}]}", "[1E+2,1e-999,0.0,-0]",
        "[\"\x7F\",\"\xF4\x8F\xBF\xBF\"]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        rw_problem problem;
        json_t *root = read_text(texts[i], strlen(texts[i]), &problem);
        ck_assert_msg(root != NULL, "%s: %s", texts[i], problem.detail);
        ck_assert(!rw_problem_failed(&problem));
        json_decref(root);
    }
}
END_TEST

START_TEST(read__numbers_alike_however_written)
{
    static const char text[] = "[5, 5.0, 5e0, 0.5e1, 50E-1, 9223372036854775808, 123456789012345678901234567890]";
    rw_problem problem;
    json_t *root = read_text(text, sizeof text - 1, &problem);
    ck_assert_ptr_nonnull(root);
    for (size_t i = 0; i < 5; i++) {
        ck_assert(json_is_real(json_array_get(root, i)));
        ck_assert_double_eq(json_real_value(json_array_get(root, i)), 5);
    }
    ck_assert_double_eq(json_real_value(json_array_get(root, 5)), 9223372036854775808.0);
    ck_assert_double_eq(json_real_value(json_array_get(root, 6)), 123456789012345678901234567890.0);
    json_decref(root);
}
END_TEST

START_TEST(read__bounds_keys_and_depth)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.keys = 2;
    limits.depth = 2;
    rw_problem problem;
    rw_problem_init(&problem);
    static const char many[] = "{\"a\":{\"x\":1,\"y\":2,\"z\":3}}";
    ck_assert_ptr_null(rw_json_read(many, sizeof many - 1, &limits, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_TOO_MANY_FIELDS);
    check_errors(&problem, "/a too_long", many);
    rw_problem_free(&problem);
    static const char deep[] = "{\"a\":{\"x\":[]}}";
    ck_assert_ptr_null(rw_json_read(deep, sizeof deep - 1, &limits, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_JSON);
    check_errors(&problem, "/a/x too_deep", deep);
    rw_problem_free(&problem);
}
END_TEST

START_TEST(read__survives_every_truncation_and_byte)
{
    static const char sound[] = "{\"a\":[1,-2.5e3,\"\\u00e9\\n\xC3\xA9\",{\"b\":null,\"c\":true}],\"d\":false}";
    char text[sizeof sound];
    for (size_t length = 0; length < sizeof sound - 1; length++) {
        rw_problem problem;
        ck_assert_ptr_null(read_text(sound, length, &problem));
        ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_JSON);
        ck_assert_uint_eq(problem.field_count, 1);
        rw_problem_free(&problem);
    }
    for (size_t at = 0; at < sizeof sound - 1; at++) {
        for (int byte = 0; byte < 256; byte++) {
            memcpy(text, sound, sizeof sound);
            text[at] = (char)byte;
            rw_problem problem;
            json_t *root = read_text(text, sizeof sound - 1, &problem);
            ck_assert(root != NULL || problem.code == RW_PROBLEM_INVALID_JSON);
            json_decref(root);
            rw_problem_free(&problem);
        }
    }
}
END_TEST

/* Makes a locale with a decimal comma in a folder of its own and sets it; false where that cannot be done here. */
static bool set_comma_locale(char folder[])
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    char path[512];
    snprintf(path, sizeof path, "%s/de_DE.UTF-8", folder);
    char *const arguments[] = {"localedef", "-c", "-i", "de_DE", "-f", "UTF-8", path, NULL};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    pid_t child;
    const int spawned = posix_spawnp(&child, arguments[0], &quiet, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&quiet);
    if (spawned == 0)
        waitpid(child, NULL, 0);
    setenv("LOCPATH", folder, 1);
    return setlocale(LC_ALL, "de_DE.UTF-8") != NULL && strcmp(localeconv()->decimal_point, ",") == 0;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

/* Where no locale with a comma can be made, this shows the same of the one that is set. */
START_TEST(read__bounds_values)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.values = 5; /* a bound from above: whatever opens or parts counts */
    rw_problem problem;
    rw_problem_init(&problem);
    json_t *four = rw_json_read("[1,2,{}]", 8, &limits, &problem); /* the list, two numbers, an object */
    ck_assert_ptr_nonnull(four);
    json_decref(four);
    ck_assert_ptr_null(rw_json_read("[1,2,{\"a\":[3]}]", 15, &limits, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_BODY_TOO_LARGE);
    rw_problem_free(&problem);
}
END_TEST

START_TEST(read__does_not_look_at_the_locale)
{
    const char *top = getenv("TMPDIR");
    char folder[256];
    snprintf(folder, sizeof folder, "%s/rw-locale-XXXXXX", top != NULL ? top : "/tmp");
    const bool comma = set_comma_locale(folder);
    char formatted[16];
    snprintf(formatted, sizeof formatted, "%.1f", 0.5);
    ck_assert_str_eq(formatted, comma ? "0,5" : "0.5");
    rw_problem problem;
    json_t *root = read_text("[0.5, 1e-1, -2.25e2]", 20, &problem);
    ck_assert_ptr_nonnull(root);
    ck_assert_double_eq(json_real_value(json_array_get(root, 0)), 0.5);
    ck_assert_double_eq(json_real_value(json_array_get(root, 1)), 0.1);
    ck_assert_double_eq(json_real_value(json_array_get(root, 2)), -225);
    json_decref(root);
    rw_arena arena;
    rw_arena_init(&arena);
    const rw_codec_limits limits = rw_codec_limits_default();
    rw_tape tape;
    ck_assert(rw_tape_read("[0.5, 1e-1, -2.25e2]", 20, &limits, &arena, &tape, &problem));
    rw_buffer buffer;
    rw_buffer_init(&buffer, 100);
    ck_assert(rw_canonical_write(&buffer, rw_tape_root(&tape)));
    ck_assert_str_eq(buffer.data, "[0.5,0.1,-225]");
    rw_buffer_free(&buffer);
    rw_arena_free(&arena);
    ck_assert_ptr_null(read_text("[0,5.]", 6, &problem));
    rw_problem_free(&problem);
    setlocale(LC_ALL, "C");
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_read");
    TCase *tests = tcase_create("json_read");
    tcase_add_loop_test(tests, read__refuses_with_the_place, 0, (int)(sizeof bad_texts / sizeof bad_texts[0]));
    tcase_add_test(tests, read__takes_what_is_sound);
    tcase_add_test(tests, read__numbers_alike_however_written);
    tcase_add_test(tests, read__bounds_keys_and_depth);
    tcase_add_test(tests, read__survives_every_truncation_and_byte);
    tcase_add_test(tests, read__bounds_values);
    tcase_add_test(tests, read__does_not_look_at_the_locale);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
