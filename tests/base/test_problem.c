#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/problem.h"
#include "failing_allocator.h"

START_TEST(problem__the_first_code_wins)
{
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(!rw_problem_failed(&problem));
    rw_problem_set(&problem, RW_PROBLEM_NONE, "nothing");
    ck_assert(!rw_problem_failed(&problem));
    rw_problem_set(&problem, RW_PROBLEM_STORE_FULL, "cause %d", 1);
    rw_problem_set(&problem, RW_PROBLEM_INTERNAL, "consequence");
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_FULL);
    ck_assert_str_eq(problem.detail, "cause 1");
    rw_problem_free(&problem);
    ck_assert(!rw_problem_failed(&problem));
    rw_problem_free(NULL);
}
END_TEST

START_TEST(problem__fields_accumulate_in_order)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_add_field(&problem, "/a/0", RW_FIELD_MISSING, "give %s", "it");
    rw_problem_add_field_named(&problem, "/b", "made_up", "odd");
    ck_assert(rw_problem_failed(&problem));
    ck_assert_uint_eq(problem.field_count, 2);
    ck_assert_str_eq(problem.fields[0].pointer, "/a/0");
    ck_assert_str_eq(problem.fields[0].code, "missing");
    ck_assert_str_eq(problem.fields[0].detail, "give it");
    ck_assert_str_eq(problem.fields[1].pointer, "/b");
    ck_assert_str_eq(problem.fields[1].code, "made_up");
    ck_assert_str_eq(problem.fields[1].detail, "odd");
    rw_problem_free(&problem);
}
END_TEST

START_TEST(problem__conclude_tells_form_from_meaning)
{
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(!rw_problem_conclude(&problem));

    rw_problem_add_field(&problem, "/target/radius", RW_FIELD_NEGATIVE, "-1 is below zero");
    ck_assert(rw_problem_conclude(&problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_UNPROCESSABLE);
    ck_assert_ptr_nonnull(strstr(problem.detail, "/target/radius"));
    rw_problem_free(&problem);

    rw_problem_add_field(&problem, "/x", RW_FIELD_ZERO_QUATERNION, "zero");
    rw_problem_add_field_named(&problem, "/y", "wrong_type", "a text");
    ck_assert(rw_problem_conclude(&problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_REQUEST);
    ck_assert_str_eq(problem.detail, "2 fields are wrong; errors lists them");
    rw_problem_free(&problem);

    rw_problem_add_field_named(&problem, "/y", "not_in_the_registry", "odd");
    ck_assert(rw_problem_conclude(&problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_UNPROCESSABLE);
    rw_problem_free(&problem);
}
END_TEST

START_TEST(problem__fields_are_bounded)
{
    rw_problem problem;
    rw_problem_init(&problem);
    for (int i = 0; i < RW_PROBLEM_FIELDS_MAX; i++)
        rw_problem_add_field(&problem, "/times", RW_FIELD_NOT_SORTED, "entry %d", i);
    ck_assert(!problem.fields_truncated);
    rw_problem_add_field(&problem, "/late", RW_FIELD_MISSING, "one more");
    ck_assert(problem.fields_truncated);
    ck_assert_uint_eq(problem.field_count, RW_PROBLEM_FIELDS_MAX);
    ck_assert(rw_problem_conclude(&problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_REQUEST);
    rw_problem_free(&problem);
}
END_TEST

START_TEST(problem__long_texts_are_cut_at_whole_characters)
{
    char text[2 * RW_PROBLEM_POINTER_MAX + 1] = "";
    for (size_t i = 0; i < RW_PROBLEM_POINTER_MAX; i++)
        memcpy(text + 2 * i, "\xC3\xA9", 3);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_set(&problem, RW_PROBLEM_INTERNAL, "%s", text);
    ck_assert_uint_eq(strlen(problem.detail), 510);
    rw_problem_add_field(&problem, text + 2, RW_FIELD_EMPTY, "x%s", text);
    ck_assert_uint_eq(strlen(problem.fields[0].pointer), RW_PROBLEM_POINTER_MAX);
    ck_assert_uint_eq(strlen(problem.fields[0].detail), 511);
    rw_problem_add_field(&problem, text + 1, RW_FIELD_EMPTY, "%s", "\xF0\x9F\x98\x80");
    ck_assert_str_eq(problem.fields[1].detail, "\xF0\x9F\x98\x80");
    rw_problem_free(&problem);
}
END_TEST

START_TEST(problem__without_memory_says_that_fields_are_missing)
{
    for (unsigned long count = 1; count <= 4; count++) {
        rw_problem problem;
        rw_problem_init(&problem);
        failing_allocator_arm(count);
        for (int i = 0; i < 20; i++)
            rw_problem_add_field(&problem, "/a", RW_FIELD_MISSING, "entry %d", i);
        failing_allocator_arm(0);
        ck_assert(problem.fields_truncated);
        ck_assert_uint_eq(problem.field_count, count > 1 ? count - 2 : 0);
        ck_assert(rw_problem_conclude(&problem));
        ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_REQUEST);
        ck_assert_str_ne(problem.detail, "");
        rw_problem_free(&problem);
    }
}
END_TEST

START_TEST(problem__move_empties_the_source)
{
    rw_problem source;
    rw_problem target;
    rw_problem_init(&source);
    rw_problem_init(&target);
    rw_problem_set(&target, RW_PROBLEM_INTERNAL, "old");
    rw_problem_set(&source, RW_PROBLEM_DRAINING, "new");
    rw_problem_add_field(&source, "/a", RW_FIELD_EMPTY, "empty");
    rw_problem_move(&source, &target);
    ck_assert(!rw_problem_failed(&source));
    ck_assert_int_eq(target.code, RW_PROBLEM_DRAINING);
    ck_assert_uint_eq(target.field_count, 1);
    rw_problem_free(&target);
    rw_problem_free(&source);
}
END_TEST

static void check_snake_case(const char *name)
{
    ck_assert_msg(name[0] >= 'a' && name[0] <= 'z', "%s", name);
    ck_assert_msg(strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789") == strlen(name), "%s", name);
}

START_TEST(registry__every_code_is_complete_and_unique)
{
    for (int code = RW_PROBLEM_NONE + 1; code < RW_PROBLEM_CODE_COUNT; code++) {
        const rw_problem_info *info = rw_problem_info_get((rw_problem_code)code);
        check_snake_case(info->name);
        ck_assert_msg(info->http_status >= 400 && info->http_status < 600, "%s", info->name);
        ck_assert_msg(strlen(info->title) > 0 && info->title[strlen(info->title) - 1] != '.', "%s", info->name);
        ck_assert_msg(strlen(info->doc) > 0 && info->doc[strlen(info->doc) - 1] == '.', "%s", info->name);
        for (int other = RW_PROBLEM_NONE; other < code; other++)
            ck_assert_str_ne(info->name, rw_problem_info_get((rw_problem_code)other)->name);
    }
    for (int code = RW_FIELD_NONE + 1; code < RW_FIELD_CODE_COUNT; code++) {
        const rw_field_info *info = rw_field_info_get((rw_field_code)code);
        check_snake_case(info->name);
        ck_assert_int_eq(rw_field_code_from_name(info->name), code);
        ck_assert_msg(info->doc[strlen(info->doc) - 1] == '.', "%s", info->name);
    }
    ck_assert_int_eq(rw_field_code_from_name("no_such_code"), RW_FIELD_NONE);
    ck_assert_str_eq(rw_problem_info_get((rw_problem_code)10000)->name, "internal");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem");
    TCase *tcase = tcase_create("problem");
    tcase_add_test(tcase, problem__the_first_code_wins);
    tcase_add_test(tcase, problem__fields_accumulate_in_order);
    tcase_add_test(tcase, problem__conclude_tells_form_from_meaning);
    tcase_add_test(tcase, problem__fields_are_bounded);
    tcase_add_test(tcase, problem__long_texts_are_cut_at_whole_characters);
    tcase_add_test(tcase, problem__without_memory_says_that_fields_are_missing);
    tcase_add_test(tcase, problem__move_empties_the_source);
    tcase_add_test(tcase, registry__every_code_is_complete_and_unique);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
