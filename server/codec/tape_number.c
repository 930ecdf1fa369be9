#include "codec/tape_number.h"

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"

#define DIGITS_MAX 19                            /* so many always fit into 64 bits; signs are counted with them */
#define EXACT_INTEGER_MAX (UINT64_C(1) << 53)    /* up to it every whole number is a double */
#define EXACT_POWER_MAX 22                       /* up to it every power of ten is a double */
#define EXPONENT_MAX 100000                      /* where counting ends; nothing that fast is that far */

static const double powers_of_ten[EXACT_POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                          1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                          1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* 0 to 9; more for what is no digit. */
static inline unsigned digit_of(char character)
{
    return (unsigned)(unsigned char)character - '0';
}

/* Adds the digits at `at` to *digits, which wraps past DIGITS_MAX of them. */
static inline const char *read_digits(const char *at, uint64_t *digits)
{
    uint64_t value = *digits;
    for (unsigned digit = digit_of(*at); digit <= 9; digit = digit_of(*at)) {
        value = value * 10 + digit;
        at++;
    }
    *digits = value;
    return at;
}

/* Behind the e. NULL where there is no digit. */
static const char *read_exponent(const char *at, ptrdiff_t *exponent)
{
    const bool negative = *at == '-';
    if (negative || *at == '+')
        at++;
    const char *first = at;
    ptrdiff_t value = 0;
    for (; digit_of(*at) <= 9; at++)
        value = value < EXPONENT_MAX ? value * 10 + (ptrdiff_t)digit_of(*at) : value;
    *exponent += negative ? -value : value;
    return at > first ? at : NULL;
}

static size_t read_slowly(const char *text, size_t length, double *out)
{
    return rw_number_parse(text, length, out) ? length : 0;
}

/* Digits that fit into 64 bits, which games send where they widen floats. */
static size_t read_many_digits(const char *text, size_t length, uint64_t digits, ptrdiff_t exponent, double *out)
{
    double magnitude;
    if (FLT_EVAL_METHOD != 0 || length > DIGITS_MAX || exponent < -EXPONENT_MAX || exponent > EXPONENT_MAX ||
        !rw_number_from_digits(digits, (int)exponent, &magnitude))
        return read_slowly(text, length, out);
    *out = *text == '-' ? -magnitude : magnitude;
    return length;
}

static bool is_exact_power(ptrdiff_t exponent)
{
    return exponent >= -EXACT_POWER_MAX && exponent <= EXACT_POWER_MAX;
}

/*
 * One rounding is the nearest double: a whole number and a power of ten that are both exact are multiplied or divided
 * once (Clinger, "How to read floating point numbers accurately", 1990). This needs arithmetic that does not round
 * to more digits first.
 */
size_t rw_tape_read_number(const char *text, double *out)
{
    const char *at = text;
    if (*at == '-')
        at++;
    if (digit_of(*at) > 9)
        return 0;
    uint64_t digits = 0;
    at = *at == '0' ? at + 1 : read_digits(at, &digits);
    ptrdiff_t exponent = 0; /* never below -DIGITS_MAX where the length is at most that */
    if (*at == '.') {
        const char *const fraction = at + 1;
        at = read_digits(fraction, &digits);
        if (at == fraction)
            return 0;
        exponent = fraction - at;
    }
    bool exact = FLT_EVAL_METHOD == 0;
    if ((*at | 0x20) == 'e') {
        at = read_exponent(at + 1, &exponent);
        if (at == NULL)
            return 0;
        exact = exact && is_exact_power(exponent);
    }
    const size_t length = (size_t)(at - text);
    if (!exact || length > DIGITS_MAX || digits > EXACT_INTEGER_MAX)
        return read_many_digits(text, length, digits, exponent, out);
    const double whole = (double)(int64_t)digits;
    const double magnitude = exponent < 0 ? whole / powers_of_ten[-exponent] : whole * powers_of_ten[exponent];
    *out = *text == '-' ? -magnitude : magnitude;
    return length;
}
