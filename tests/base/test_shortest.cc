// Our conversions both ways against those of the standard library, which have other algorithms. RW_SHORTEST_CASES: how
// many random doubles.
#include "base/shortest.h"

#include <check.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

double from_pattern(std::uint64_t pattern)
{
    double value = 0.0;
    std::memcpy(&value, &pattern, sizeof value);
    return value;
}

std::uint64_t pattern_of(double value)
{
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &value, sizeof pattern);
    return pattern;
}

// The same from the library's text d.ddde+xx.
rw_decimal expected_of(double value)
{
    char text[64];
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
    rw_decimal decimal = {};
    int places = -1;
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at == '.')
            continue;
        decimal.digits = decimal.digits * 10 + static_cast<std::uint64_t>(*at - '0');
        places++;
    }
    at += at[1] == '+' ? 2 : 1;
    std::from_chars(at, end.ptr, decimal.exponent);
    decimal.exponent -= places;
    return decimal;
}

void compare(double value)
{
    if (!std::isfinite(value) || value <= 0.0)
        return;
    const rw_decimal found = rw_shortest_decimal(value);
    const rw_decimal expected = expected_of(value);
    if (found.digits != expected.digits || found.exponent != expected.exponent)
        ck_abort_msg("%a became %llue%d, not %llue%d", value, static_cast<unsigned long long>(found.digits),
                     found.exponent, static_cast<unsigned long long>(expected.digits), expected.exponent);
}

// The doubles around one.
void compare_near(double value)
{
    const std::uint64_t pattern = pattern_of(value);
    for (std::uint64_t step = 0; step < 9; step++)
        compare(from_pattern(pattern + step - 4));
}

std::uint64_t next_random(std::uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

} // namespace

// Where the neighbour below is nearer, at every exponent; few and many bits.
START_TEST(shortest__every_exponent)
{
    for (std::uint64_t biased = 0; biased < 2047; biased++) {
        compare_near(from_pattern(biased << 52 | 4));
        for (unsigned bit = 0; bit < 52; bit++) {
            compare_near(from_pattern(biased << 52 | UINT64_C(1) << bit));
            compare_near(from_pattern(biased << 52 | ((UINT64_C(1) << bit) - 1)));
        }
    }
}
END_TEST

// Few digits, at every power of ten.
START_TEST(shortest__short_decimals)
{
    for (int exponent = -324; exponent <= 308; exponent++) {
        for (unsigned digits = 1; digits < 200; digits++) {
            char text[32];
            char *at = std::to_chars(text, text + sizeof text, digits).ptr;
            *at++ = 'e';
            at = std::to_chars(at, text + sizeof text, exponent).ptr;
            double value = 0.0;
            if (std::from_chars(text, at, value).ec == std::errc())
                compare_near(value);
        }
    }
}
END_TEST

START_TEST(shortest__random)
{
    const char *const wanted = std::getenv("RW_SHORTEST_CASES");
    const unsigned long long cases = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 300000;
    std::uint64_t state = 20240607;
    for (unsigned long long i = 0; i < cases; i += 2) {
        const std::uint64_t pattern = next_random(&state);
        compare(from_pattern(pattern & ~(UINT64_C(1) << 63)));
        // As coordinates are: up to some thousands.
        compare(static_cast<double>(pattern >> 11) / 9007199254740992.0 * 4000.0);
    }
}
END_TEST

// Whether it was decided; then it has to be what the library reads.
bool compare_nearest(std::uint64_t digits, int exponent)
{
    double value = 0.125;
    if (!rw_nearest_double(digits, exponent, &value)) {
        ck_assert(value == 0.125);
        return false;
    }
    char text[48];
    char *at = std::to_chars(text, text + 24, digits).ptr;
    *at++ = 'e';
    at = std::to_chars(at, text + sizeof text, exponent).ptr;
    double expected = 0.0;
    const bool read = std::from_chars(text, at, expected).ec == std::errc();
    if (!read || pattern_of(value) != pattern_of(expected))
        ck_abort_msg("%llue%d became %a, not %a", static_cast<unsigned long long>(digits), exponent, value, expected);
    return true;
}

// At every power, and past those that there are; nearly always decided where the double is a normal one.
START_TEST(nearest__random)
{
    const char *const wanted = std::getenv("RW_SHORTEST_CASES");
    const unsigned long long cases = (wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 300000) / 10;
    std::uint64_t state = 20240608;
    unsigned long long decided = 0;
    for (unsigned long long i = 0; i < cases; i++) {
        const std::uint64_t random = next_random(&state);
        compare_nearest(random >> (i % 64), static_cast<int>(next_random(&state) % 760) - 400);
        decided += compare_nearest(random >> (i % 32), static_cast<int>(next_random(&state) % 500) - 270);
    }
    ck_assert_msg(decided >= cases - cases / 1000, "%llu of %llu were decided", decided, cases);
}
END_TEST

// The middle of two doubles, exactly, and what is next to it.
START_TEST(nearest__middles)
{
    std::uint64_t state = 20240609;
    for (int i = 0; i < 20000; i++) {
        const std::uint64_t middle = (UINT64_C(1) << 52 | next_random(&state) >> 12) << 1 | 1;
        for (int up = 0; up < 10; up++) {
            compare_nearest((middle << up) - 1, 0);
            compare_nearest((middle << up) + 1, 0);
            ck_assert(!compare_nearest(middle << up, 0));
        }
        compare(static_cast<double>(middle));
    }
    ck_assert(!compare_nearest(0, 0));
    ck_assert(compare_nearest(1, 0));
    ck_assert(compare_nearest(17976931348623157u, 292));
    ck_assert(!compare_nearest(17976931348623159u, 292));
    ck_assert(!compare_nearest(1, -308));
    ck_assert(!compare_nearest(1, 1000000));
    ck_assert(!compare_nearest(1, -1000000));
}
END_TEST

int main()
{
    Suite *suite = suite_create("shortest");
    TCase *tests = tcase_create("shortest");
    tcase_add_test(tests, shortest__every_exponent);
    tcase_add_test(tests, shortest__short_decimals);
    tcase_add_test(tests, shortest__random);
    tcase_add_test(tests, nearest__random);
    tcase_add_test(tests, nearest__middles);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
