/* Hashes, names and clocks, the small value types that identify things, and what is kept for a while. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/name.h"
#include "base/retired.h"

START_TEST(hash__matches_the_published_examples)
{
    ck_assert(rw_hash_start());
    ck_assert(rw_hash_start());
    rw_hash hash = rw_hash_bytes("abc", 3);
    ck_assert_str_eq(hash.text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash = rw_hash_bytes("", 0);
    ck_assert_str_eq(hash.text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
END_TEST

START_TEST(hash__parse_takes_only_lower_case_hexadecimal_of_full_length)
{
    const rw_hash hash = rw_hash_bytes("x", 1);
    rw_hash read = {""};
    ck_assert(rw_hash_parse(hash.text, 64, &read));
    ck_assert(rw_hash_equal(&hash, &read));
    char text[RW_HASH_TEXT_SIZE];
    memcpy(text, hash.text, sizeof text);
    const char wrong[] = {'A', 'g', '/', ':', '`', '\0', ' '};
    for (size_t i = 0; i < sizeof wrong; i++) {
        text[63] = wrong[i];
        ck_assert(!rw_hash_parse(text, 64, &read));
    }
    ck_assert(!rw_hash_parse(hash.text, 63, &read));
    ck_assert(!rw_hash_parse("", 0, &read));
    ck_assert(rw_hash_equal(&hash, &read));
    text[63] = hash.text[63] == '0' ? '1' : '0';
    ck_assert(rw_hash_parse(text, 64, &read));
    ck_assert(!rw_hash_equal(&hash, &read));
}
END_TEST

START_TEST(name__rule)
{
    ck_assert(rw_name_valid("a", 1));
    ck_assert(rw_name_valid("9", 1));
    ck_assert(rw_name_valid("Z.z_-0", 6));
    ck_assert(!rw_name_valid("", 0));
    const char *const bad_first[] = {".", "-", "_", "@", " ", "/"};
    for (size_t i = 0; i < sizeof bad_first / sizeof bad_first[0]; i++)
        ck_assert(!rw_name_valid(bad_first[i], 1));
    ck_assert(!rw_name_valid("a b", 3));
    ck_assert(!rw_name_valid("a/b", 3));
    ck_assert(!rw_name_valid("a@1", 3));
    ck_assert(!rw_name_valid("a\0b", 3));
    ck_assert(!rw_name_valid("\xC3\xA9", 2));
    char longest[RW_NAME_MAX + 1];
    memset(longest, 'n', sizeof longest);
    ck_assert(rw_name_valid(longest, RW_NAME_MAX));
    ck_assert(!rw_name_valid(longest, RW_NAME_MAX + 1));
}
END_TEST

START_TEST(name__reference)
{
    rw_name_reference reference = {.name = "before", .revision = 5};
    ck_assert_int_eq(rw_name_reference_parse("", 0, &reference), RW_NAME_BAD_NAME);
    ck_assert_int_eq(rw_name_reference_parse("@3", 2, &reference), RW_NAME_BAD_NAME);
    const char *const bad_revisions[] = {"n@", "n@0", "n@01", "n@-1", "n@+1", "n@1x", "n@1@2", "n@ 1",
                                         "n@1000000000000000", "n@99999999999999999999999999"};
    for (size_t i = 0; i < sizeof bad_revisions / sizeof bad_revisions[0]; i++)
        ck_assert_int_eq(rw_name_reference_parse(bad_revisions[i], strlen(bad_revisions[i]), &reference),
                         RW_NAME_BAD_REVISION);
    ck_assert_str_eq(reference.name, "before");
    ck_assert_int_eq(reference.revision, 5);

    ck_assert_int_eq(rw_name_reference_parse("lunge", 5, &reference), RW_NAME_OK);
    ck_assert_str_eq(reference.name, "lunge");
    ck_assert_int_eq(reference.revision, 0);
    ck_assert_int_eq(rw_name_reference_parse("l@999999999999999", 17, &reference), RW_NAME_OK);
    ck_assert_str_eq(reference.name, "l");
    ck_assert_int_eq(reference.revision, RW_REVISION_MAX);
    ck_assert_int_eq(rw_name_reference_parse("l@12345", 4, &reference), RW_NAME_OK);
    ck_assert_int_eq(reference.revision, 12);
}
END_TEST

START_TEST(clock__writes_utc)
{
    char text[RW_CLOCK_TEXT_SIZE];
    ck_assert_uint_eq(rw_clock_format_utc(0, text), 24);
    ck_assert_str_eq(text, "1970-01-01T00:00:00.000Z");
    rw_clock_format_utc(INT64_C(951782399999), text);
    ck_assert_str_eq(text, "2000-02-28T23:59:59.999Z");
    rw_clock_format_utc(-1, text);
    ck_assert_str_eq(text, "1969-12-31T23:59:59.999Z");
    ck_assert_uint_eq(rw_clock_format_utc(INT64_MIN, text), 24);
    ck_assert_str_eq(text, "0000-01-01T00:00:00.000Z");
    ck_assert_uint_eq(rw_clock_format_utc(INT64_MAX, text), 24);
    ck_assert_str_eq(text, "9999-12-31T23:59:59.999Z");
}
END_TEST

START_TEST(clock__agrees_with_the_c_library_on_every_day_of_800_years)
{
    for (int64_t day = -146097; day <= 146097; day++) {
        const time_t seconds = (time_t)(day * 86400 + 3723);
        struct tm parts;
        gmtime_r(&seconds, &parts);
        char expected[RW_CLOCK_TEXT_SIZE];
        strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%S.042Z", &parts);
        char text[RW_CLOCK_TEXT_SIZE];
        rw_clock_format_utc((int64_t)seconds * 1000 + 42, text);
        if (strcmp(text, expected) != 0)
            ck_abort_msg("%s became %s", expected, text);
    }
}
END_TEST

START_TEST(clock__runs_forward)
{
    const int64_t first = rw_clock_monotonic_ns();
    const int64_t second = rw_clock_monotonic_ns();
    ck_assert_int_ge(second, first);
    ck_assert_int_gt(rw_clock_wall_ms(), INT64_C(1577836800000));
}
END_TEST

typedef struct kept {
    rw_retired retired;
    int *freed;
} kept;

static void count_freed(rw_retired *one)
{
    kept *it = (kept *)(void *)one;
    ++*it->freed;
    free(it);
}

static rw_retired *make_kept(int *freed)
{
    kept *made = calloc(1, sizeof *made);
    ck_assert_ptr_nonnull(made);
    made->freed = freed;
    return &made->retired;
}

START_TEST(retired__is_freed_when_its_time_is_over_and_not_before)
{
    int freed = 0;
    rw_retired_list list = {.patience_ns = 100, .free = count_freed};
    rw_retired_add(&list, NULL, 0);
    rw_retired_add(&list, make_kept(&freed), 1000);
    rw_retired_add(&list, make_kept(&freed), 1050);
    rw_retired_add(&list, make_kept(&freed), 1100);
    ck_assert_int_eq(freed, 0);
    rw_retired_add(&list, make_kept(&freed), 1101);
    ck_assert_int_eq(freed, 1);
    rw_retired_add(&list, NULL, 1201);
    ck_assert_int_eq(freed, 3);
    rw_retired_clear(&list);
    ck_assert_int_eq(freed, 4);
    rw_retired_clear(&list);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("identity");
    TCase *tcase = tcase_create("identity");
    tcase_add_test(tcase, retired__is_freed_when_its_time_is_over_and_not_before);
    tcase_add_test(tcase, hash__matches_the_published_examples);
    tcase_add_test(tcase, hash__parse_takes_only_lower_case_hexadecimal_of_full_length);
    tcase_add_test(tcase, name__rule);
    tcase_add_test(tcase, name__reference);
    tcase_add_test(tcase, clock__writes_utc);
    tcase_add_test(tcase, clock__agrees_with_the_c_library_on_every_day_of_800_years);
    tcase_add_test(tcase, clock__runs_forward);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
