// The only C++ of the server: the standard library already has a proven, locale-free, exact conversion both ways
// (docs/decisions/0006-number-formatting.md).
#include "base/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace {

// Whole numbers below 2^53 are exact in 64 bits and take the short way.
constexpr double exact_integer_limit = 9007199254740992.0;

// The decimal exponents between which no exponent is written: 10^-7 < |value| < 10^21.
constexpr int plain_exponent_min = -6;
constexpr int plain_exponent_max = 20;

struct Decimal {
    char digits[20];
    int count;
    int exponent; // of the first digit: d.ddd x 10^exponent
};

Decimal decimal_from(double magnitude)
{
    char text[RW_NUMBER_TEXT_SIZE];
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific);
    Decimal decimal = {};
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at != '.')
            decimal.digits[decimal.count++] = *at;
    }
    at++;
    if (*at == '+')
        at++;
    std::from_chars(at, end.ptr, decimal.exponent);
    return decimal;
}

char *put(char *out, const char *bytes, int count)
{
    std::memcpy(out, bytes, static_cast<std::size_t>(count));
    return out + count;
}

char *put_zeros(char *out, int count)
{
    std::memset(out, '0', static_cast<std::size_t>(count));
    return out + count;
}

char *put_plain(char *out, const Decimal &decimal)
{
    const int whole = decimal.exponent + 1; // digits before the point
    if (whole <= 0) {
        out = put(out, "0.", 2);
        out = put_zeros(out, -whole);
        return put(out, decimal.digits, decimal.count);
    }
    if (whole >= decimal.count) {
        out = put(out, decimal.digits, decimal.count);
        return put_zeros(out, whole - decimal.count);
    }
    out = put(out, decimal.digits, whole);
    *out++ = '.';
    return put(out, decimal.digits + whole, decimal.count - whole);
}

char *put_scientific(char *out, char *limit, const Decimal &decimal)
{
    *out++ = decimal.digits[0];
    if (decimal.count > 1) {
        *out++ = '.';
        out = put(out, decimal.digits + 1, decimal.count - 1);
    }
    *out++ = 'e';
    if (decimal.exponent > 0)
        *out++ = '+';
    return std::to_chars(out, limit, decimal.exponent).ptr;
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
    return first + (negative ? -exponent : exponent) <= 0;
}

} // namespace

extern "C" size_t rw_number_format(double value, char out[RW_NUMBER_TEXT_SIZE])
{
    char *at = out;
    char *const limit = out + RW_NUMBER_TEXT_SIZE - 1;
    if (value < 0.0)
        *at++ = '-';
    const double magnitude = std::fabs(value);
    if (magnitude < exact_integer_limit && magnitude == std::floor(magnitude)) {
        at = std::to_chars(at, limit, static_cast<std::uint64_t>(magnitude)).ptr;
    } else {
        const Decimal decimal = decimal_from(magnitude);
        const bool plain = decimal.exponent >= plain_exponent_min && decimal.exponent <= plain_exponent_max;
        at = plain ? put_plain(at, decimal) : put_scientific(at, limit, decimal);
    }
    *at = '\0';
    return static_cast<size_t>(at - out);
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
