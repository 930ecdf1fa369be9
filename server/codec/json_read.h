/* Bytes to a Jansson tree, strictly. Private to the codec. */
#ifndef RW_CODEC_JSON_READ_H
#define RW_CODEC_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/problem.h"
#include "codec/limits.h"

/* Whether a body has no more values than may be read, since each takes many times the room of its brackets and commas.
 * False with the problem set to body_too_large. */
bool rw_json_few_values(const char *body, size_t length, const rw_codec_limits *limits, rw_problem *problem);

/*
 * Reads a body as one JSON value. Every number of the tree is a JSON_REAL, whether written 5, 5.0 or 5e0, and finite.
 * Refused with the place, as line, column, byte and JSON pointer: whatever is not RFC 8259, a byte order mark,
 * invalid UTF-8, U+0000, duplicate keys, numbers beyond a double, too many levels (all invalid_json), too many keys
 * in an object (too_many_fields).
 * Returns NULL with the problem set, invalid_json, too_many_fields, body_too_large or out_of_memory; release with
 * json_decref().
 */
json_t *rw_json_read(const char *body, size_t length, const rw_codec_limits *limits, rw_problem *problem);

#endif
