#include "codec/tape_number.h"

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"

#define DIGITS_MAX 19                            /* so many always fit into 64 bits */
#define EXACT_INTEGER_MAX (UINT64_C(1) << 53)    /* up to it every whole number is a double */
#define EXACT_POWER_MAX 22                       /* up to it every power of ten is a double */
#define EXPONENT_MAX 100000                      /* where counting ends; nothing that fast is that far */

static const double powers_of_ten[EXACT_POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                          1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                          1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(char character)
{
    return (unsigned char)(character - '0') <= 9;
}

/* Adds the digits at `at` to *digits, which wraps past DIGITS_MAX of them. */
static const char *read_digits(const char *at, const char *end, uint64_t *digits)
{
    uint64_t value = *digits;
    while (at < end && is_digit(*at))
        value = value * 10 + (uint64_t)(*at++ - '0');
    *digits = value;
    return at;
}

/* Behind the e. */
static const char *read_exponent(const char *at, const char *end, ptrdiff_t *exponent)
{
    const bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    const char *first = at;
    ptrdiff_t value = 0;
    for (; at < end && is_digit(*at); at++)
        value = value < EXPONENT_MAX ? value * 10 + (*at - '0') : value;
    *exponent += negative ? -value : value;
    return at > first ? at : NULL;
}

/*
 * One rounding is the nearest double: a whole number and a power of ten that are both exact are multiplied or divided
 * once (Clinger, "How to read floating point numbers accurately", 1990). This needs arithmetic that does not round
 * to more digits first.
 */
static bool is_exact(size_t count, uint64_t digits, ptrdiff_t exponent)
{
    return FLT_EVAL_METHOD == 0 && count <= DIGITS_MAX && digits <= EXACT_INTEGER_MAX &&
           exponent >= -EXACT_POWER_MAX && exponent <= EXACT_POWER_MAX;
}

const char *rw_tape_read_number(const char *text, const char *end, double *out)
{
    const bool negative = *text == '-';
    const char *at = text + negative;
    if (at == end || !is_digit(*at))
        return NULL;
    uint64_t digits = 0;
    const char *const whole = at;
    at = *at == '0' ? at + 1 : read_digits(at, end, &digits);
    size_t count = (size_t)(at - whole);
    ptrdiff_t exponent = 0;
    if (at < end && *at == '.') {
        const char *const fraction = at + 1;
        at = read_digits(fraction, end, &digits);
        if (at == fraction)
            return NULL;
        exponent = fraction - at;
        count += (size_t)(at - fraction);
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at = read_exponent(at + 1, end, &exponent);
        if (at == NULL)
            return NULL;
    }
    if (!is_exact(count, digits, exponent))
        return rw_number_parse(text, (size_t)(at - text), out) ? at : NULL;
    const double magnitude = exponent < 0 ? (double)digits / powers_of_ten[-exponent]
                                          : (double)digits * powers_of_ten[exponent];
    *out = negative ? -magnitude : magnitude;
    return at;
}
