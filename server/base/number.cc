// The only C++ of the server: the standard library already has a proven, locale-free, exact conversion both ways
// (docs/decisions/0006-number-formatting.md).
#include "base/number.h"

#include "base/shortest.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace {

// Whole numbers below 2^53 are exact in 64 bits and take the short way.
constexpr double exact_integer_limit = 9007199254740992.0;

// Two digits each, 00 to 99.
constexpr char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                         "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                         "8081828384858687888990919293949596979899";

char *put_pair(char *out, unsigned value)
{
    std::memcpy(out, pairs + 2 * value, 2);
    return out + 2;
}

// Below 100.
inline char *put_one_or_two(char *out, unsigned value)
{
    if (value >= 10)
        return put_pair(out, value);
    *out = static_cast<char>('0' + value);
    return out + 1;
}

// Below 10^4.
inline char *put_up_to_four(char *out, unsigned value)
{
    if (value < 100)
        return put_one_or_two(out, value);
    return put_pair(put_one_or_two(out, value / 100), value % 100);
}

// Below 10^8.
inline char *put_up_to_eight(char *out, unsigned value)
{
    if (value < 10000)
        return put_up_to_four(out, value);
    const unsigned low = value % 10000;
    out = put_up_to_four(out, value / 10000);
    return put_pair(put_pair(out, low / 100), low % 100);
}

constexpr std::uint64_t eight_digits = 100000000;

// Eight digits, with leading zeros.
inline char *put_eight(char *out, unsigned value)
{
    const unsigned high = value / 10000, low = value % 10000;
    put_pair(put_pair(out, high / 100), high % 100);
    put_pair(put_pair(out + 4, low / 100), low % 100);
    return out + 8;
}

// Below 10^20.
char *put_integer(char *out, std::uint64_t value)
{
    if (value < eight_digits)
        return put_up_to_eight(out, static_cast<unsigned>(value));
    const std::uint64_t high = value / eight_digits;
    if (high < eight_digits)
        out = put_up_to_eight(out, static_cast<unsigned>(high));
    else
        out = put_eight(put_up_to_four(out, static_cast<unsigned>(high / eight_digits)),
                        static_cast<unsigned>(high % eight_digits));
    return put_eight(out, static_cast<unsigned>(value % eight_digits));
}

// Numbers of so few decimals and digits are found by multiplying. For the value that is nearest to m / 10^4, where m has
// at most 15 digits, the product is less than a half away from m; and no other number of as few digits is that near, so
// that its digits are the shortest.
constexpr int decimals = 4;
constexpr double decimals_power = 1e4;
constexpr double decimals_limit = 1e11;

// The number before it was multiplied by decimals_power, without zeros at its end. There is a decimal.
char *put_decimal(char *out, std::uint64_t scaled)
{
    constexpr std::uint64_t power = 10000;
    out = put_integer(out, scaled / power);
    const unsigned fraction = static_cast<unsigned>(scaled % power);
    *out++ = '.';
    put_pair(put_pair(out, fraction / 100), fraction % 100);
    int count = decimals;
    while (out[count - 1] == '0')
        count--;
    return out + count;
}

// The decimal exponents between which no exponent is written: 10^-7 < |value| < 10^21.
constexpr int plain_exponent_min = -6;
constexpr int plain_exponent_max = 20;

constexpr int digits_max = 17;

// How many digits a number has; it has at most 17, and is not 0.
int count_digits(std::uint64_t value)
{
    static constexpr std::uint64_t powers[digits_max + 1] = {1,
                                                             10,
                                                             100,
                                                             1000,
                                                             10000,
                                                             100000,
                                                             1000000,
                                                             10000000,
                                                             100000000,
                                                             1000000000,
                                                             10000000000,
                                                             100000000000,
                                                             1000000000000,
                                                             10000000000000,
                                                             100000000000000,
                                                             1000000000000000,
                                                             10000000000000000,
                                                             100000000000000000};
    const int bits = 64 - __builtin_clzll(value);
    const int few = bits * 1233 >> 12; // the largest with so many bits has as many digits or one more
    return few + (value >= powers[few]);
}

// A point in the midst of digits, of which at most 16 are moved on.
void put_point(char *out)
{
    std::uint64_t first = 0, second = 0;
    std::memcpy(&first, out, 8);
    std::memcpy(&second, out + 8, 8);
    std::memcpy(out + 1, &first, 8);
    std::memcpy(out + 9, &second, 8);
    *out = '.';
}

// With `whole` digits before the point; zeros where it lies outside of the `count` that there are.
char *put_plain(char *out, std::uint64_t digits, int count, int whole)
{
    if (whole <= 0) {
        std::memcpy(out, "0.00000", 7);
        return put_integer(out + 2 - whole, digits);
    }
    char *const end = put_integer(out, digits);
    if (whole < count) {
        put_point(out + whole);
        return end + 1;
    }
    for (int i = count; i < whole; i++)
        out[i] = '0';
    return out + whole;
}

char *put_scientific(char *out, std::uint64_t digits, int count, int exponent)
{
    out = put_integer(out, digits);
    if (count > 1) {
        put_point(out - count + 1);
        out++;
    }
    *out++ = 'e';
    *out++ = exponent > 0 ? '+' : '-';
    return put_up_to_four(out, static_cast<unsigned>(exponent > 0 ? exponent : -exponent));
}

char *put_shortest(char *out, double magnitude)
{
    const rw_decimal decimal = rw_shortest_decimal(magnitude);
    const int count = count_digits(decimal.digits);
    const int exponent = decimal.exponent + count - 1; // of the first digit
    if (exponent >= plain_exponent_min && exponent <= plain_exponent_max)
        return put_plain(out, decimal.digits, count, exponent + 1);
    return put_scientific(out, decimal.digits, count, exponent);
}

// Through signed integers, which processors convert at once; the magnitude is below 2^63.
std::uint64_t truncate(double magnitude)
{
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(magnitude));
}

bool is_exactly(double magnitude, std::uint64_t value, double divisor)
{
    return static_cast<double>(static_cast<std::int64_t>(value)) / divisor == magnitude;
}

char *put_decimal_or_shortest(char *out, double magnitude)
{
    if (magnitude < decimals_limit) {
        const std::uint64_t scaled = truncate(magnitude * decimals_power + 0.5);
        if (is_exactly(magnitude, scaled, decimals_power))
            return put_decimal(out, scaled);
    }
    return put_shortest(out, magnitude);
}

inline char *put_sign(char *out, double value)
{
    *out = '-';
    return out + (value < 0.0);
}

// All bits have a part in the upper ones.
std::uint64_t mix(std::uint64_t pattern)
{
    return pattern * UINT64_C(0x9E3779B97F4A7C15);
}

// At least as many bytes as the longest number has, from one place of a text to a later one, which they may reach.
void copy_digits(char *out, const char *from)
{
    static_assert(4 * sizeof(std::uint64_t) <= RW_NUMBER_TEXT_SIZE, "there is room wherever a number may come");
    std::uint64_t first = 0, second = 0, third = 0, fourth = 0; // no array, which compilers would guard
    std::memcpy(&first, from, 8);
    std::memcpy(&second, from + 8, 8);
    std::memcpy(&third, from + 16, 8);
    std::memcpy(&fourth, from + 24, 8);
    std::memcpy(out, &first, 8);
    std::memcpy(out + 8, &second, 8);
    std::memcpy(out + 16, &third, 8);
    std::memcpy(out + 24, &fourth, 8);
}

// Apart, so that who finds a number has nothing to save.
__attribute__((noinline)) char *put_and_note(char *out, double value, std::size_t offset, rw_number_place &place)
{
    char *const end = put_decimal_or_shortest(put_sign(out, value), std::fabs(value));
    if (offset <= UINT32_MAX) {
        std::memcpy(&place.pattern, &value, sizeof place.pattern);
        place.offset = static_cast<std::uint32_t>(offset);
        place.length = static_cast<std::uint32_t>(end - out);
    }
    return end;
}

bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

const char *skip_digits(const char *at, const char *end)
{
    while (at < end && is_digit(*at))
        at++;
    return at;
}

// The grammar of RFC 8259; from_chars alone would also take "inf", "nan", "1.", ".5" and "01".
bool is_json_number(const char *at, const char *end)
{
    if (at < end && *at == '-')
        at++;
    const char *const whole = at;
    at = skip_digits(at, end);
    if (at == whole || (*whole == '0' && at - whole > 1))
        return false;
    if (at < end && *at == '.') {
        const char *const fraction = ++at;
        at = skip_digits(at, end);
        if (at == fraction)
            return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        const char *const exponent = at;
        at = skip_digits(at, end);
        if (at == exponent)
            return false;
    }
    return at == end;
}

// For a valid number that from_chars found out of range: whether it is too small rather than too large. The two
// lie 600 decades apart, so the sign of the first significant digit's decimal exponent decides; an exponent too long
// for 64 bits is decided by its own sign, which no text of a possible length can outweigh.
bool is_underflow(const char *at, const char *end)
{
    if (*at == '-')
        at++;
    std::int64_t first = 0; // digits before the point, or minus the zeros that follow it
    bool significant = false;
    bool after_point = false;
    for (; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            after_point = true;
            continue;
        }
        significant = significant || *at != '0';
        if (significant && !after_point)
            first++;
        else if (!significant && after_point)
            first--;
    }
    if (!significant)
        return true;
    if (at == end)
        return first <= 0;
    at++;
    const bool negative = *at == '-';
    if (*at == '+' || *at == '-')
        at++;
    std::int64_t exponent = 0;
    if (std::from_chars(at, end, exponent).ec != std::errc())
        return negative;
    return negative ? first <= exponent : exponent <= -first; // no sum, which 64 bits might not hold
}

} // namespace

extern "C" size_t rw_number_format(double value, char out[RW_NUMBER_TEXT_SIZE])
{
    char *at = put_sign(out, value);
    const double magnitude = std::fabs(value);
    const std::uint64_t whole = magnitude < exact_integer_limit ? truncate(magnitude) : 0;
    if (is_exactly(magnitude, whole, 1.0))
        at = put_integer(at, whole);
    else
        at = put_decimal_or_shortest(at, magnitude);
    *at = '\0';
    return static_cast<size_t>(at - out);
}

extern "C" char *rw_number_put(double value, char out[RW_NUMBER_TEXT_SIZE], const char *text, rw_number_memo *memo)
{
    const double magnitude = std::fabs(value);
    const std::uint64_t whole = magnitude < exact_integer_limit ? truncate(magnitude) : 0;
    if (is_exactly(magnitude, whole, 1.0))
        return put_integer(put_sign(out, value), whole);
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &value, sizeof pattern);
    rw_number_place &place = memo->places[mix(pattern) >> (64 - RW_NUMBER_MEMO_BITS)];
    if (place.pattern != pattern)
        return put_and_note(out, value, static_cast<std::size_t>(out - text), place);
    copy_digits(out, text + place.offset);
    return out + place.length;
}

extern "C" bool rw_number_from_digits(std::uint64_t digits, int exponent, double *out)
{
    return rw_nearest_double(digits, exponent, out);
}

extern "C" bool rw_number_parse(const char *text, size_t length, double *out)
{
    const char *const end = text + length;
    if (!is_json_number(text, end))
        return false;
    double value = 0.0;
    const std::from_chars_result result = std::from_chars(text, end, value);
    if (result.ec == std::errc::result_out_of_range) {
        if (!is_underflow(text, end))
            return false;
        value = *text == '-' ? -0.0 : 0.0;
    } else if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) {
        return false;
    }
    *out = value;
    return true;
}
