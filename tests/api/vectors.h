/* The worked cases that other implementations of the solver are held against, too. */
#ifndef RW_TESTS_API_VECTORS_H
#define RW_TESTS_API_VECTORS_H

#include <jansson.h>
#include <stdbool.h>

#define VECTORS_PATH "../shared/vectors/cases.json"

/* Whether the cases are there; a test without them is skipped. */
bool vectors_present(void);

/* The cases, an array; the caller owns it. The test fails when they cannot be read. */
json_t *vectors_load(void);

/* The request of a case as the API takes it, the profile named; with `times`, those of the expected samples. The
 * caller owns it. */
json_t *vectors_request(const json_t *item, bool times);

/* Compares an answer with a case's expectation: `resolved` with all of it but the samples, `sampled` (NULL when the
 * case expects none) with the samples. Prints a difference and returns whether there was none. */
bool vectors_compare(const json_t *item, const json_t *resolved, const json_t *sampled);

#endif
