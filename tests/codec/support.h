/* What the codec's tests share. */
#ifndef RW_TESTS_CODEC_SUPPORT_H
#define RW_TESTS_CODEC_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/problem.h"

/* The errors of a problem as "pointer code; pointer code", in the order reported, in out[0 .. size). The pointer to
 * the whole body is written "(body)". */
void format_errors(const rw_problem *problem, char *out, size_t size);

/* Fails the test unless the problem says exactly that. `body` is shown on failure. */
void check_errors(const rw_problem *problem, const char *expected, const char *body);

/* Whether `actual` holds what is expected of it: members of objects, first elements of lists, numbers within
 * `tolerance`, relative to the larger of 1 and the number. */
bool holds(const json_t *expected, const json_t *actual, double tolerance);

/* The whole file, ended by a zero byte; NULL when it is not there. Release with free(). */
char *read_file(const char *path, size_t *length);

#endif
