/* A result as a table for people and as JSON for programs. */
#ifndef RW_BENCH_REPORT_H
#define RW_BENCH_REPORT_H

#include <stdio.h>

#include "base/buffer.h"
#include "result.h"

/* Only the parts that were measured; the goals at the end. */
void rw_report_table(const rw_result *result, FILE *out);

/* Appends the document and a newline; a value that there is not is null. */
void rw_report_json(const rw_result *result, rw_buffer *out);

#endif
