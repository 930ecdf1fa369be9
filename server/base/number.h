/*
 * Numbers as text: the one place where a double becomes characters or comes from them.
 *
 * Neither function looks at the locale, allocates, or keeps state; both may run on any thread.
 */
#ifndef RW_BASE_NUMBER_H
#define RW_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room that formatting any number needs: more than the longest text has, since digits are copied in blocks. */
#define RW_NUMBER_TEXT_SIZE 40

/*
 * Writes the fewest digits that read back as the same double, laid out as RFC 8785 (and so ECMAScript) lays
 * numbers out: plain decimals for 1e-6 <= |value| < 1e21, an exponent outside. The text is a valid JSON number
 * and ends with a zero byte; minus zero is written as "0". Returns the length without the zero byte.
 *
 * value must be finite.
 */
size_t rw_number_format(double value, char out[RW_NUMBER_TEXT_SIZE]);

/* Where numbers stand in a text. A text of ours says many of them twice, and copying one is ten times as fast as working
 * it out. Fields are private; begins zeroed. */
#define RW_NUMBER_MEMO_BITS 5

typedef struct rw_number_place {
    uint64_t pattern; /* of the double; 0: none */
    uint32_t offset, length;
} rw_number_place;

typedef struct rw_number_memo {
    rw_number_place places[1 << RW_NUMBER_MEMO_BITS];
} rw_number_memo;

/* The same as rw_number_format() for a text that begins at `text` and goes on at `out`, but without the zero byte; returns
 * where the number ends. Looks in the memo for a place where it stands already, and notes new ones; so what is before
 * `out` has to stay what it is, while the text as a whole may be moved between two calls. */
char *rw_number_put(double value, char out[RW_NUMBER_TEXT_SIZE], const char *text, rw_number_memo *memo);

/*
 * Reads text[0 .. length) as one JSON number (RFC 8259: no sign but a leading minus, no leading zeros, a digit on
 * both sides of the point) and stores the nearest double, ties to even. A magnitude too small for a double becomes
 * zero or the nearest subnormal. Returns false, and leaves *out untouched, when the text is not exactly one number
 * or when its magnitude is beyond the largest double.
 */
bool rw_number_parse(const char *text, size_t length, double *out);

/* Stores the double nearest to digits x 10^exponent, ties to even. False, with *out untouched, where this quick way does
 * not decide: at or next to the middle between two doubles, for 0, and outside of the normal doubles. */
bool rw_number_from_digits(uint64_t digits, int exponent, double *out);

#ifdef __cplusplus
}
#endif

#endif
