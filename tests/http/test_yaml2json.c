#include <stdlib.h>
#include <string.h>

#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"

static char folder[RW_TEST_PATH_SIZE];

static void make_folder(void)
{
    rw_test_folder_make(folder);
}

static void remove_folder(void)
{
    rw_test_folder_remove(folder);
}

/* Converts a text; *json is NULL when the program failed. Returns its standard error. Both for the caller to free. */
static char *convert(const char *yaml, char **json)
{
    char in[RW_TEST_PATH_SIZE], out[RW_TEST_PATH_SIZE];
    rw_test_file_write(folder, "in.yaml", yaml, in);
    rw_test_file_write(folder, "out.json", "", out);
    const char *const argv[] = {RW_YAML2JSON, in, out, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_int_le(result.status, 1);
    *json = result.status == 0 ? rw_test_file_read(out, NULL) : NULL;
    char *said = result.err;
    free(result.out);
    return said;
}

START_TEST(scalars__get_their_types)
{
    static const char *const cases[][2] = {
        {"a: 1", "{\"a\":1}\n"},
        {"a: -0.10", "{\"a\":-0.10}\n"},
        {"a: 1e-9", "{\"a\":1e-9}\n"},
        {"a: true", "{\"a\":true}\n"},
        {"a: null", "{\"a\":null}\n"},
        {"a:", "{\"a\":null}\n"},
        {"a: '1'", "{\"a\":\"1\"}\n"},
        {"a: \"true\"", "{\"a\":\"true\"}\n"},
        {"a: 3.1.0", "{\"a\":\"3.1.0\"}\n"},
        {"a: yes it is", "{\"a\":\"yes it is\"}\n"},
        {"a: 12px", "{\"a\":\"12px\"}\n"},
        {"200: ok", "{\"200\":\"ok\"}\n"},
        {"'200': {description: \"a\\tb\\\"c\\\\\"}", "{\"200\":{\"description\":\"a\\u0009b\\\"c\\\\\"}}\n"},
        {"a: |\n  one\n  two\n", "{\"a\":\"one\\ntwo\\n\"}\n"},
        {"- [a, {b: []}]\n- {}\n", "[[\"a\",{\"b\":[]}],{}]\n"},
        {"a: \xC3\xA9 # comment", "{\"a\":\"\xC3\xA9\"}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *json = NULL;
        char *said = convert(cases[i][0], &json);
        ck_assert_msg(json != NULL, "%s: %s", cases[i][0], said);
        ck_assert_str_eq(json, cases[i][1]);
        free(json);
        free(said);
    }
}
END_TEST

START_TEST(doubt__is_an_error_with_its_place)
{
    static const char *const cases[][2] = {
        {"a: yes", ":1:4: "},         {"a: 1\nb: 007", ":2:4: "},   {"a: +1", ":1:4: "},    {"a: 1.", ":1:4: "},
        {"a: .5", ":1:4: "},          {"a: 0x1F", ":1:4: "},        {"a: 1_000", ":1:4: "}, {"a: True", ":1:4: "},
        {"a: ~", ":1:4: "},           {"a: 1\na: 2", ":2:1: "},     {"[a]: 1", ":1:1: "},   {"a: &x 1\nb: *x", ":1:4: "},
        {"a: !!str 1", ":1:4: "},     {"a: 1\n---\nb: 2", ":2:1: "}, {"a: [1", ": "},        {"", "holds no document"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *json = NULL;
        char *said = convert(cases[i][0], &json);
        ck_assert_msg(json == NULL, "%s became %s", cases[i][0], json);
        ck_assert_msg(strstr(said, cases[i][1]) != NULL, "%s: %s", cases[i][0], said);
        free(said);
    }
}
END_TEST

START_TEST(embed__writes_an_array_its_size_and_a_hash)
{
    char in[RW_TEST_PATH_SIZE], out[RW_TEST_PATH_SIZE];
    rw_test_file_write(folder, "in", "A\xFF", in);
    rw_test_file_write(folder, "out", "", out);
    const char *const argv[] = {RW_EMBED, "thing", in, out, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_int_eq(result.status, 0);
    char *text = rw_test_file_read(out, NULL);
    ck_assert_ptr_nonnull(strstr(text, "const char thing[] = {\n    65, -1,\n    0};\n"));
    ck_assert_ptr_nonnull(strstr(text, "const size_t thing_size = 2;\n"));
    ck_assert_ptr_nonnull(strstr(text, "const char thing_hash[] = \""));
    free(text);
    rw_test_result_free(&result);
    const char *const missing[] = {RW_EMBED, "thing", "/nonexistent", out, NULL};
    result = rw_test_run(missing, NULL);
    ck_assert_int_eq(result.status, 1);
    rw_test_result_free(&result);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("yaml2json");
    tcase_add_checked_fixture(cases, make_folder, remove_folder);
    tcase_add_test(cases, scalars__get_their_types);
    tcase_add_test(cases, doubt__is_an_error_with_its_place);
    tcase_add_test(cases, embed__writes_an_array_its_size_and_a_hash);
    return rw_test_suite_run(cases);
}
