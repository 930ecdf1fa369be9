/* Problems as JSON: RFC 9457 problem details, the same inside a batch and as a whole answer. */
#ifndef RW_CODEC_PROBLEM_JSON_H
#define RW_CODEC_PROBLEM_JSON_H

#include "base/problem.h"
#include "codec/json_write.h"

/* What `type` begins with; the code follows. */
#define RW_PROBLEM_TYPE_PREFIX "/docs/errors#"

/* Writes {"type", "title", "status", "detail", "instance", "code", "retryable", "errors": [{"pointer", "code",
 * "detail"}], "errors_truncated"}. Left out are instance when NULL, errors when no field is named, and
 * errors_truncated (true) where all that is wrong is listed. A problem without a code is written as `internal`. */
void rw_problem_write_json(rw_json_writer *writer, const rw_problem *problem, const char *instance);

#endif
