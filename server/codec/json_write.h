/*
 * A JSON writer: puts compact JSON into a buffer as it is told, and keeps track of commas.
 *
 * The buffer's sticky failure is the only error: look at rw_buffer_ok() once at the end. Calls must nest properly
 * and give a key before each value of an object; that is the programmer's duty and is partly asserted.
 *
 * What answers consist of is written by inline functions: where the buffer has room for the longest that may come, the
 * key and the value go there at once, the key's length being known when the caller is compiled. Where it has not, the
 * same is appended piece by piece, which lets the buffer grow.
 */
#ifndef RW_CODEC_JSON_WRITE_H
#define RW_CODEC_JSON_WRITE_H

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <rootwarp/types.h>

#include "base/buffer.h"
#include "base/number.h"

/* Fields are private. */
typedef struct rw_json_writer {
    rw_buffer *buffer;
    unsigned depth;
    bool comma; /* one stands before the next element or key */
    rw_number_memo numbers;
} rw_json_writer;

/* Writes to the end of `buffer`, which is borrowed; what the writer has put there has to stay until it is done. */
void rw_json_writer_init(rw_json_writer *writer, rw_buffer *buffer);

/* Private: the way where there is no room, and that of texts that have to be escaped. */
void rw_json_append_slowly(rw_json_writer *writer, const char *json, size_t length);
void rw_json_key_slowly(rw_json_writer *writer, const char *key);
void rw_json_number_slowly(rw_json_writer *writer, double value);

/* Private: where to write up to `size` bytes and a zero byte; NULL: there is no room, or the buffer has failed. */
static inline char *rw_json_room(const rw_json_writer *writer, size_t size)
{
    const rw_buffer *buffer = writer->buffer;
    const bool room = buffer->status == RW_BUFFER_OK && buffer->capacity - buffer->length > size;
    return room ? buffer->data + buffer->length : NULL;
}

/* Private: what was written ends at `end`. */
static inline void rw_json_wrote(rw_json_writer *writer, char *end)
{
    writer->buffer->length = (size_t)(end - writer->buffer->data);
    *end = '\0';
}

/* Private: the comma, if one is due. */
static inline char *rw_json_comma(const rw_json_writer *writer, char *at)
{
    *at = ',';
    return at + writer->comma;
}

/* Private: text that is known when the caller is compiled. */
#define RW_JSON_PUT_LITERAL(at, text) ((char *)memcpy((at), (text), sizeof(text) - 1) + sizeof(text) - 1)

/* Private: the comma, the key and its colon. */
static inline char *rw_json_start(const rw_json_writer *writer, char *at, const char *key, size_t length)
{
    at = rw_json_comma(writer, at);
    *at = '"';
    memcpy(at + 1, key, length);
    memcpy(at + 1 + length, "\":", 2);
    return at + length + 3;
}

/* Private: a number, or null for what is none, in the buffer. Room: RW_NUMBER_TEXT_SIZE. */
static inline char *rw_json_digits(rw_json_writer *writer, char *at, double value)
{
    if (fabs(value) <= DBL_MAX)
        return rw_number_put(value, at, writer->buffer->data, &writer->numbers);
    memcpy(at, "null", 4);
    return at + 4;
}

/* JSON that is valid already, as one value. */
static inline void rw_json_raw(rw_json_writer *writer, const char *json, size_t length)
{
    char *at = rw_json_room(writer, length + 1);
    if (at == NULL) {
        rw_json_append_slowly(writer, json, length);
        return;
    }
    at = rw_json_comma(writer, at);
    memcpy(at, json, length);
    rw_json_wrote(writer, at + length);
    writer->comma = writer->depth > 0;
}

static inline void rw_json_object_begin(rw_json_writer *writer)
{
    rw_json_raw(writer, "{", 1);
    writer->depth++;
    writer->comma = false;
}

static inline void rw_json_array_begin(rw_json_writer *writer)
{
    rw_json_raw(writer, "[", 1);
    writer->depth++;
    writer->comma = false;
}

/* Private. */
static inline void rw_json_end(rw_json_writer *writer, char bracket)
{
    assert(writer->depth > 0);
    rw_buffer_append_char(writer->buffer, bracket);
    writer->comma = --writer->depth > 0;
}

static inline void rw_json_object_end(rw_json_writer *writer)
{
    rw_json_end(writer, '}');
}

static inline void rw_json_array_end(rw_json_writer *writer)
{
    rw_json_end(writer, ']');
}

/* A key of the object at hand, of which nothing has to be escaped, as those of our own. */
static inline void rw_json_key(rw_json_writer *writer, const char *key)
{
    assert(writer->depth > 0);
    const size_t length = strlen(key);
    char *at = rw_json_room(writer, length + 4);
    if (at == NULL)
        rw_json_key_slowly(writer, key);
    else
        rw_json_wrote(writer, rw_json_start(writer, at, key, length));
    writer->comma = false;
}

/* A key that may be any UTF-8. */
void rw_json_any_key(rw_json_writer *writer, const char *key);

/* Values. Texts must be UTF-8; what is not is replaced by U+FFFD, so that the answer is always valid. */
void rw_json_text(rw_json_writer *writer, const char *text);
void rw_json_text_n(rw_json_writer *writer, const char *text, size_t length);
void rw_json_integer(rw_json_writer *writer, int64_t value);

static inline void rw_json_bool(rw_json_writer *writer, bool value)
{
    if (value)
        rw_json_raw(writer, "true", 4);
    else
        rw_json_raw(writer, "false", 5);
}

static inline void rw_json_null(rw_json_writer *writer)
{
    rw_json_raw(writer, "null", 4);
}

/* Shortest; -0 as 0; null if not finite. */
static inline void rw_json_number(rw_json_writer *writer, double value)
{
    char *at = rw_json_room(writer, RW_NUMBER_TEXT_SIZE + 1);
    if (at == NULL) {
        rw_json_number_slowly(writer, value);
        return;
    }
    rw_json_wrote(writer, rw_json_digits(writer, rw_json_comma(writer, at), value));
    writer->comma = writer->depth > 0;
}

/* The members of an object that is valid JSON already ("{…}"), put among those of the object at hand. */
void rw_json_members(rw_json_writer *writer, const char *object, size_t length);

/* [x, y, z], [x, y, z, w], {"position": …, "rotation": …} */
void rw_json_vector(rw_json_writer *writer, rw_vec3 value);
void rw_json_rotation(rw_json_writer *writer, rw_quat value);
void rw_json_pose(rw_json_writer *writer, const rw_pose *value);

/* Key and value at once; keys as those of rw_json_key(). */

/* A text of which nothing has to be escaped, as a name of the solver's or a hash. */
static inline void rw_json_put_plain(rw_json_writer *writer, const char *key, const char *text)
{
    const size_t length = strlen(key);
    const size_t text_length = strlen(text);
    char *at = rw_json_room(writer, length + text_length + 6);
    if (at == NULL) {
        rw_json_key(writer, key);
        rw_json_text_n(writer, text, text_length);
        return;
    }
    at = rw_json_start(writer, at, key, length);
    *at++ = '"';
    memcpy(at, text, text_length);
    at[text_length] = '"';
    rw_json_wrote(writer, at + text_length + 1);
    writer->comma = true;
}

static inline void rw_json_put_text(rw_json_writer *writer, const char *key, const char *text)
{
    rw_json_key(writer, key);
    rw_json_text(writer, text);
}

static inline void rw_json_put_number(rw_json_writer *writer, const char *key, double value)
{
    const size_t length = strlen(key);
    char *at = rw_json_room(writer, length + 4 + RW_NUMBER_TEXT_SIZE);
    if (at == NULL) {
        rw_json_key(writer, key);
        rw_json_number(writer, value);
        return;
    }
    rw_json_wrote(writer, rw_json_digits(writer, rw_json_start(writer, at, key, length), value));
    writer->comma = true;
}

/* null where none is given. */
static inline void rw_json_put_optional(rw_json_writer *writer, const char *key, bool given, double value)
{
    rw_json_put_number(writer, key, given ? value : (double)INFINITY);
}

static inline void rw_json_put_integer(rw_json_writer *writer, const char *key, int64_t value)
{
    rw_json_key(writer, key);
    rw_json_integer(writer, value);
}

static inline void rw_json_put_bool(rw_json_writer *writer, const char *key, bool value)
{
    rw_json_key(writer, key);
    rw_json_bool(writer, value);
}

static inline void rw_json_put_pose(rw_json_writer *writer, const char *key, rw_pose value)
{
    rw_json_key(writer, key);
    rw_json_pose(writer, &value);
}

static inline void rw_json_put_vector(rw_json_writer *writer, const char *key, rw_vec3 value)
{
    rw_json_key(writer, key);
    rw_json_vector(writer, value);
}

#endif
