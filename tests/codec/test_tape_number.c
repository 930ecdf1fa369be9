/* The numbers of tapes against the C library's strtod(), to the last bit. */
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "codec/tape_number.h"

#define ROUNDS 100000
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void check_number(const char *text)
{
    const size_t length = strlen(text);
    const double expected = strtod(text, NULL);
    double number = 0.125;
    const size_t read = rw_tape_read_number(text, &number);
    if (isinf(expected)) {
        ck_assert_msg(read == 0 && number == 0.125, "%s is beyond a double", text);
        return;
    }
    ck_assert_msg(read == length, "%s was not read", text);
    ck_assert_msg(memcmp(&number, &expected, sizeof number) == 0, "%s: %a, not %a", text, number, expected);
}

START_TEST(number__is_the_nearest_double)
{
    static const char *const texts[] = {
        "0", "-0", "0.0", "-0.0", "0e5", "-0e-999", "0e999999999999999999999", "1", "-1", "10", "900", "0.1", "0.3",
        "1.3", "-2.5e-3", "1E5", "1e+5", "1e-5", "9007199254740991", "9007199254740992", "9007199254740993",
        "9007199254740993.0", "9007199254740993e0", "900719925474099300000e-5", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "9999999999999999999",
        "99999999999999999999", "123456789012345678901234567890", "1e22", "1e23", "9007199254740991e22", "1e-22",
        "1e-23", "9007199254740993e-22", "0.000001", "1e308", "1.7976931348623157e308", "1.7976931348623158e308",
        "1.7976931348623159e308", "1e309", "-1e309", "1e99999", "1e100000", "1e9999999999999999999", "4.9e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "2.4e-324", "2.5e-324", "-2.4e-324", "1e-400",
        "1e-99999999999999999999", "2.2250738585072011e-308", "2.2250738585072014e-308", "2.225073858507201e-308",
        "0.00000000000000000000000000000000001", "100000000000000000000000000000000000000000000",
        "0.500000000000000166533453693773481063544750213623046875", "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124", "1.00000000000000011102230246251565404236316680908203126",
        "89255.0000000000000000000000000000000000000000000000000000000000000000000001", "6.02214076e23", "6.62607015e-34",
        "0.1e1", "0.01e2", "123.456e-2", "8.5", "-7.25"};
    for (size_t i = 0; i < COUNT(texts); i++)
        check_number(texts[i]);
}
END_TEST

START_TEST(number__is_the_nearest_double_of_random_digits)
{
    uint64_t state = UINT64_C(88172645463325252);
    for (int round = 0; round < ROUNDS; round++) {
        char text[64];
        char digits[32];
        const int count = 1 + (int)(next_random(&state) % 22);
        for (int i = 0; i < count; i++)
            digits[i] = (char)('0' + next_random(&state) % 10);
        digits[0] = digits[0] == '0' ? '7' : digits[0];
        digits[count] = '\0';
        const int point = 1 + (int)(next_random(&state) % (unsigned)count);
        const char *sign = next_random(&state) % 2 == 0 ? "-" : "";
        int length = snprintf(text, sizeof text, "%s%.*s%s%s", sign, point, digits, point < count ? "." : "",
                              digits + point);
        const uint64_t reach = next_random(&state) % 3;
        const int exponent = (int)(next_random(&state) % 60) - 30;
        if (reach > 0)
            snprintf(text + length, sizeof text - (size_t)length, "e%d", reach == 1 ? exponent : exponent * 11);
        check_number(text);
    }
}
END_TEST

START_TEST(number__reads_back_what_was_written)
{
    uint64_t state = UINT64_C(2463534242);
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t bits = next_random(&state);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number))
            continue;
        if (round % 2 == 0)
            number = (double)(int64_t)bits / 4294967296.0 / 2097152.0;
        char text[RW_NUMBER_TEXT_SIZE];
        rw_number_format(number, text);
        check_number(text);
        double read;
        ck_assert_uint_eq(rw_tape_read_number(text, &read), strlen(text));
        ck_assert(read == number);
    }
}
END_TEST

START_TEST(number__is_refused_unless_json_writes_it_so)
{
    static const char *const wrong[] = {"-", "-a", "1.", "1.e1", "-.5", "1e", "1e+", "1e-", "1E", "--1", "-+1", "1.-1"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        double number = 7;
        ck_assert_msg(rw_tape_read_number(wrong[i], &number) == 0, "%s", wrong[i]);
        ck_assert_double_eq(number, 7);
    }
}
END_TEST

START_TEST(number__ends_where_it_ends)
{
    static const struct {
        const char *text;
        size_t length;
        double number;
    } cases[] = {{"01", 1, 0}, {"-01", 2, 0}, {"12]", 2, 12}, {"1.5,", 3, 1.5}, {"1e2e3", 3, 100}, {"1.5.5", 3, 1.5},
                 {"0x1", 1, 0}, {"1 2", 1, 1}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        double number = 7;
        ck_assert_uint_eq(rw_tape_read_number(cases[i].text, &number), cases[i].length);
        ck_assert_double_eq(number, cases[i].number);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tape_number");
    TCase *tests = tcase_create("tape_number");
    tcase_add_test(tests, number__is_the_nearest_double);
    tcase_add_test(tests, number__is_the_nearest_double_of_random_digits);
    tcase_add_test(tests, number__reads_back_what_was_written);
    tcase_add_test(tests, number__is_refused_unless_json_writes_it_so);
    tcase_add_test(tests, number__ends_where_it_ends);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
