/* Compares an answer with what is expected of it. */
#ifndef RW_TESTS_API_COMPARE_H
#define RW_TESTS_API_COMPARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether `actual` is what `expected` says: numbers within `tolerance` relative to the larger of 1 and the expected
 * value, objects with at least the expected members, arrays of the same length, everything else equal. A member named
 * "rotation" that is a quaternion is compared in canonical form: w > 0, or w = 0 and the first non-zero of x, y, z
 * positive. On a difference writes where and what to `why`. */
bool compare_json(const json_t *expected, const json_t *actual, double tolerance, char *why, size_t why_size);

#endif
