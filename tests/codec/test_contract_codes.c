/* The contract's lists of codes are those of the registry of errors, in its order. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/problem.h"
#include "codec/decode.h"
#include "support.h"

static const char contract_path[] = "schema/openapi.yaml";

/* Reads the enum of components/schemas/NAME: the lines "        - code" that follow its "      enum:". */
static size_t read_enum(const char *contract, const char *name, char codes[][48], size_t capacity)
{
    char head[64];
    snprintf(head, sizeof head, "\n    %s:\n", name);
    const char *at = strstr(contract, head);
    ck_assert_msg(at != NULL, "%s is not in the contract", name);
    at = strstr(at, "\n      enum:\n");
    ck_assert_ptr_nonnull(at);
    at = strchr(at + 1, '\n') + 1;
    size_t count = 0;
    while (strncmp(at, "        - ", 10) == 0) {
        at += 10;
        const size_t quoted = *at == '\'';
        const size_t length = strcspn(at + quoted, quoted ? "'" : "\n");
        ck_assert_uint_lt(count, capacity);
        snprintf(codes[count++], 48, "%.*s", (int)length, at + quoted);
        at = strchr(at, '\n') + 1;
    }
    return count;
}

static char *read_contract(void)
{
    size_t length;
    char *contract = read_file(contract_path, &length);
    ck_assert_msg(contract != NULL, "%s is not there; run this from the top of the source tree", contract_path);
    return contract;
}

START_TEST(contract__has_the_codes_of_problems)
{
    char codes[128][48];
    char *contract = read_contract();
    const size_t count = read_enum(contract, "ProblemCode", codes, 128);
    ck_assert_uint_eq(count, RW_PROBLEM_CODE_COUNT - 1);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(codes[i], rw_problem_info_get((rw_problem_code)(i + 1))->name);
    free(contract);
}
END_TEST

START_TEST(contract__has_the_codes_of_fields)
{
    char codes[128][48];
    char *contract = read_contract();
    const size_t count = read_enum(contract, "FieldCode", codes, 128);
    ck_assert_uint_eq(count, RW_FIELD_CODE_COUNT - 1);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(codes[i], rw_field_info_get((rw_field_code)(i + 1))->name);
    free(contract);
}
END_TEST

START_TEST(contract__has_the_easings_of_the_codec)
{
    char names[32][48];
    char *contract = read_contract();
    const size_t count = read_enum(contract, "Easing", names, 32);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(names[i], rw_names_easing.names[i]);
    ck_assert_ptr_null(rw_names_easing.names[count]);
    free(contract);
}
END_TEST

/* Values are stored as indexes into the codec's lists: those must follow the solver's enums. */
START_TEST(names__are_those_of_the_solver)
{
    for (int i = 0; rw_names_method.names[i] != NULL; i++)
        ck_assert_str_eq(rw_names_method.names[i], rw_method_name((rw_method)i));
    for (int i = 0; rw_names_easing.names[i] != NULL; i++)
        ck_assert_str_eq(rw_names_easing.names[i], rw_easing_name((rw_easing)i));
    for (int i = 0; rw_names_rotation.names[i] != NULL; i++)
        ck_assert_str_eq(rw_names_rotation.names[i], rw_rotation_name((rw_rotation)i));
    for (int i = 0; rw_names_turn.names[i] != NULL; i++)
        ck_assert_str_eq(rw_names_turn.names[i], rw_turn_name((rw_turn)i));
    ck_assert_str_eq(rw_method_name((rw_method)5), "?");
    ck_assert_str_eq(rw_easing_name((rw_easing)17), "?");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contract_codes");
    TCase *tests = tcase_create("contract_codes");
    tcase_add_test(tests, contract__has_the_codes_of_problems);
    tcase_add_test(tests, contract__has_the_codes_of_fields);
    tcase_add_test(tests, contract__has_the_easings_of_the_codec);
    tcase_add_test(tests, names__are_those_of_the_solver);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
