/*
 * A JSON writer: puts compact JSON into a buffer as it is told, and keeps track of commas.
 *
 * The buffer's sticky failure is the only error: look at rw_buffer_ok() once at the end. Calls must nest properly
 * and give a key before each value of an object; that is the programmer's duty and is asserted.
 */
#ifndef RW_CODEC_JSON_WRITE_H
#define RW_CODEC_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rootwarp/types.h>

#include "base/buffer.h"

#define RW_JSON_WRITE_DEPTH_MAX 64

/* Fields are private. */
typedef struct rw_json_writer {
    rw_buffer *buffer;
    uint64_t filled; /* bit d: the array or object at depth d has an element */
    unsigned depth;
    bool after_key;
} rw_json_writer;

/* Writes to the end of `buffer`, which is borrowed. */
void rw_json_writer_init(rw_json_writer *writer, rw_buffer *buffer);

void rw_json_object_begin(rw_json_writer *writer);
void rw_json_object_end(rw_json_writer *writer);
void rw_json_array_begin(rw_json_writer *writer);
void rw_json_array_end(rw_json_writer *writer);

/* A key of the object at hand; UTF-8. */
void rw_json_key(rw_json_writer *writer, const char *key);

/* Values. Texts must be UTF-8; what is not is replaced by U+FFFD, so that the answer is always valid. */
void rw_json_text(rw_json_writer *writer, const char *text);
void rw_json_text_n(rw_json_writer *writer, const char *text, size_t length);
void rw_json_number(rw_json_writer *writer, double value); /* shortest; -0 as 0; null if not finite */
void rw_json_integer(rw_json_writer *writer, int64_t value);
void rw_json_bool(rw_json_writer *writer, bool value);
void rw_json_null(rw_json_writer *writer);

/* JSON that is valid already, as one value. */
void rw_json_raw(rw_json_writer *writer, const char *json, size_t length);

/* The members of an object that is valid JSON already ("{…}"), put among those of the object at hand. */
void rw_json_members(rw_json_writer *writer, const char *object, size_t length);

/* [x, y, z], [x, y, z, w], {"position": …, "rotation": …} */
void rw_json_vector(rw_json_writer *writer, rw_vec3 value);
void rw_json_rotation(rw_json_writer *writer, rw_quat value);
void rw_json_pose(rw_json_writer *writer, rw_pose value);

/* Key and value at once. */
void rw_json_put_text(rw_json_writer *writer, const char *key, const char *text);
void rw_json_put_number(rw_json_writer *writer, const char *key, double value);
void rw_json_put_integer(rw_json_writer *writer, const char *key, int64_t value);
void rw_json_put_bool(rw_json_writer *writer, const char *key, bool value);
void rw_json_put_pose(rw_json_writer *writer, const char *key, rw_pose value);
void rw_json_put_vector(rw_json_writer *writer, const char *key, rw_vec3 value);

#endif
