#include <check.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

typedef struct format_case {
    double value;
    const char *text;
} format_case;

static const format_case format_cases[] = {
    {0.0, "0"},
    {-0.0, "0"},
    {5.0, "5"},
    {-5.0, "-5"},
    {0.1, "0.1"},
    {-0.1, "-0.1"},
    {0.30000000000000004, "0.30000000000000004"},
    {100000.0, "100000"},
    {123.456, "123.456"},
    {9007199254740992.0, "9007199254740992"},
    {9007199254740994.0, "9007199254740994"},
    {1e20, "100000000000000000000"},
    {123456789012345680000.0, "123456789012345680000"},
    {999999999999999900000.0, "999999999999999900000"},
    {1e21, "1e+21"},
    {-1.5e300, "-1.5e+300"},
    {1e-6, "0.000001"},
    {1.5e-6, "0.0000015"},
    {9.999999e-7, "9.999999e-7"},
    {1e-7, "1e-7"},
    {-1.7976931348623157e308, "-1.7976931348623157e+308"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {-5e-324, "-5e-324"},
    {-0.0000012345678901234567, "-0.0000012345678901234567"},
};

START_TEST(format__table)
{
    char text[RW_NUMBER_TEXT_SIZE];
    const format_case *expected = &format_cases[_i];
    const size_t length = rw_number_format(expected->value, text);
    ck_assert_str_eq(text, expected->text);
    ck_assert_uint_eq(length, strlen(expected->text));
}
END_TEST

typedef struct parse_case {
    const char *text;
    bool ok;
    double value;
} parse_case;

static const parse_case parse_cases[] = {
    {"19e9223372036854775807", false, 0.0},
    {"-0.001e9223372036854775807", false, 0.0},
    {"19e-9223372036854775807", true, 0.0},
    {"0.001e-9223372036854775807", true, 0.0},
    {"19e9223372036854775808", false, 0.0},
    {"19e-9223372036854775808", true, 0.0},
    {"0", true, 0.0},
    {"-0", true, 0.0},
    {"12", true, 12.0},
    {"-12.5e-1", true, -1.25},
    {"1E+2", true, 100.0},
    {"1e02", true, 100.0},
    {"0.1", true, 0.1},
    {"1.7976931348623157e308", true, DBL_MAX},
    {"9007199254740993", true, 9007199254740992.0},
    {"9007199254740993.0000000000000000000000000000001", true, 9007199254740994.0},
    {"2.4703282292062327208e-324", true, 0.0},
    {"2.4703282292062327209e-324", true, 4.9406564584124654e-324},
    {"1e-400", true, 0.0},
    {"-1e-99999999999999999999", true, 0.0},
    {"0e99999999999999999999", true, 0.0},
    {"0.00e-99999999999999999999", true, 0.0},
    {"0.00000000000000000001e19", true, 0.1},
    {"1e999", false, 0.0},
    {"-1e999", false, 0.0},
    {"0.0001e999", false, 0.0},
    {"1e99999999999999999999", false, 0.0},
    {"1.7976931348623159e308", false, 0.0},
    {"", false, 0.0},
    {"-", false, 0.0},
    {"+1", false, 0.0},
    {"01", false, 0.0},
    {"-01", false, 0.0},
    {".5", false, 0.0},
    {"5.", false, 0.0},
    {"1.e3", false, 0.0},
    {"1e", false, 0.0},
    {"1e+", false, 0.0},
    {"1 ", false, 0.0},
    {" 1", false, 0.0},
    {"1,5", false, 0.0},
    {"0x10", false, 0.0},
    {"inf", false, 0.0},
    {"-Infinity", false, 0.0},
    {"nan", false, 0.0},
    {"1f", false, 0.0},
    {"--1", false, 0.0},
};

START_TEST(parse__table)
{
    const parse_case *expected = &parse_cases[_i];
    double value = 77.0;
    ck_assert_msg(rw_number_parse(expected->text, strlen(expected->text), &value) == expected->ok, "%s",
                  expected->text);
    ck_assert_msg(value == (expected->ok ? expected->value : 77.0), "%s gave %a", expected->text, value);
}
END_TEST

START_TEST(parse__reads_only_its_length)
{
    double value = 0.0;
    ck_assert(rw_number_parse("1234", 2, &value));
    ck_assert_double_eq(value, 12.0);
    ck_assert(!rw_number_parse("1\0" "2", 3, &value));
}
END_TEST

/* xorshift64*: the same numbers on every machine. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static void check_round_trip(double value)
{
    char text[RW_NUMBER_TEXT_SIZE];
    const size_t length = rw_number_format(value, text);
    double back = 0.0;
    if (!rw_number_parse(text, length, &back) || back != value || strtod(text, NULL) != value)
        ck_abort_msg("%a became %s", value, text);

    /* No shorter run of digits reads back as the same value. */
    size_t digits = 0;
    size_t trailing_zeros = 0;
    for (const char *at = text; *at != '\0' && *at != 'e'; at++) {
        if (*at < '0' || *at > '9' || (digits == 0 && *at == '0'))
            continue;
        digits++;
        trailing_zeros = *at == '0' ? trailing_zeros + 1 : 0;
    }
    const size_t significant = digits - trailing_zeros;
    if (significant > 1) {
        char shorter[64];
        snprintf(shorter, sizeof shorter, "%.*e", (int)significant - 2, value);
        if (strtod(shorter, NULL) == value)
            ck_abort_msg("%s is shorter than %s", shorter, text);
    }
}

START_TEST(format__reads_back_and_is_shortest_for_random_doubles)
{
    uint64_t state = 20240601;
    for (int i = 0; i < 100000; i++) {
        const uint64_t bits = next_random(&state);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            check_round_trip(value);
        check_round_trip((double)(int64_t)(bits >> 20) / 1000.0);
        check_round_trip((double)(bits >> 40) / 65536.0 - 100.0);
    }
}
END_TEST

START_TEST(format__reads_back_at_every_power_of_two_and_its_neighbours)
{
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        const double power = ldexp(1.0, exponent);
        check_round_trip(power);
        check_round_trip(nextafter(power, 0.0));
        if (exponent < 1023)
            check_round_trip(nextafter(power, INFINITY));
    }
}
END_TEST

/* Numbers of a text in which each comes again and again, near and far, so that places in the memo are also taken over. */
START_TEST(put__writes_what_format_writes)
{
    enum { KINDS = 200, COUNT = 20000 };
    const size_t size = (size_t)COUNT * RW_NUMBER_TEXT_SIZE;
    char *text = malloc(size), expected[RW_NUMBER_TEXT_SIZE];
    ck_assert_ptr_nonnull(text);
    rw_number_memo memo = {0};
    uint64_t state = 7;
    char *at = text;
    for (int i = 0; i < COUNT; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const unsigned kind = (unsigned)(state >> 33) % (i % 2 == 0 ? 10 : KINDS);
        const double signed_part = kind % 3 == 0 ? -1 : 1;
        const double value = kind < sizeof format_cases / sizeof *format_cases ? format_cases[kind].value : signed_part * sqrt(kind) * pow(10, kind % 40 - 20.0);
        char *const end = rw_number_put(value, at, text, &memo);
        ck_assert_uint_eq((size_t)(end - at), rw_number_format(value, expected));
        ck_assert_mem_eq(at, expected, (size_t)(end - at));
        at = end;
        if (i % 1000 == 0) { /* the text may move */
            char *moved = malloc(size);
            ck_assert_ptr_nonnull(moved);
            memcpy(moved, text, (size_t)(at - text));
            at = moved + (at - text);
            free(text);
            text = moved;
        }
    }
    free(text);
}
END_TEST

START_TEST(put__tells_numbers_apart_that_hardly_differ)
{
    char text[4 * RW_NUMBER_TEXT_SIZE] = {0};
    rw_number_memo memo = {0};
    char *at = rw_number_put(0.1234567890123, text, text, &memo);
    at = rw_number_put(-0.1234567890123, at, text, &memo);
    at = rw_number_put(nextafter(0.1234567890123, 1), at, text, &memo);
    at = rw_number_put(0.1234567890123, at, text, &memo);
    *at = '\0';
    ck_assert_str_eq(text, "0.1234567890123-0.12345678901230.123456789012300020.1234567890123");
}
END_TEST

START_TEST(format_and_parse__do_not_look_at_the_locale)
{
    /* Any locale with a decimal comma will do; without one the case still checks the plain one. */
    const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (setlocale(LC_ALL, names[i]) == NULL)
            continue;
        char text[RW_NUMBER_TEXT_SIZE];
        rw_number_format(1234.5, text);
        ck_assert_str_eq(text, "1234.5");
        double value = 0.0;
        ck_assert(rw_number_parse("1234.5", 6, &value));
        ck_assert_double_eq(value, 1234.5);
    }
    setlocale(LC_ALL, "C");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("number");
    TCase *tcase = tcase_create("number");
    tcase_add_loop_test(tcase, format__table, 0, (int)(sizeof format_cases / sizeof format_cases[0]));
    tcase_add_loop_test(tcase, parse__table, 0, (int)(sizeof parse_cases / sizeof parse_cases[0]));
    tcase_add_test(tcase, parse__reads_only_its_length);
    tcase_add_test(tcase, format__reads_back_and_is_shortest_for_random_doubles);
    tcase_add_test(tcase, format__reads_back_at_every_power_of_two_and_its_neighbours);
    tcase_add_test(tcase, put__writes_what_format_writes);
    tcase_add_test(tcase, put__tells_numbers_apart_that_hardly_differ);
    tcase_add_test(tcase, format_and_parse__do_not_look_at_the_locale);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
