/*
 * The request target taken apart: decoded path segments and query parameters.
 */
#ifndef RW_HTTP_TARGET_H
#define RW_HTTP_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/problem.h"
#include "http/http.h"

#define RW_HTTP_SEGMENTS_MAX 16

typedef struct rw_http_target {
    const char *segments[RW_HTTP_SEGMENTS_MAX]; /* "/" is one empty segment; a trailing slash makes an empty one */
    size_t segment_count;
    bool too_deep; /* more segments than that: no route has so many */
    rw_http_pair query[RW_HTTP_QUERY_PARAMETERS_MAX];
    size_t query_count;
    char text[RW_HTTP_TARGET_MAX + 2]; /* what the pointers above point into */
} rw_http_target;

/*
 * Decodes a target that the gate has passed. Percent-encodings are decoded once; wrong ones, encoded slashes and
 * backslashes, dot segments, control characters and text that is no UTF-8 are bad_request_target. In the query +
 * stands for a blank, and a parameter given twice is invalid_parameter. False with the problem set; *target is
 * unusable then.
 */
bool rw_http_target_parse(const char *raw, rw_http_target *target, rw_problem *problem);

/* Whether every parameter is in allowed (NULL at the end; NULL: none is). False with unknown_parameter. */
bool rw_http_target_check_query(const rw_http_target *target, const char *const *allowed, rw_problem *problem);

#endif
