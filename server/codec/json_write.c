#include "codec/json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "codec/utf8.h"

void rw_json_writer_init(rw_json_writer *writer, rw_buffer *buffer)
{
    *writer = (rw_json_writer){.buffer = buffer};
}

/* What stands before an element: a comma, unless it is the first or follows its key. */
static void begin_element(rw_json_writer *writer)
{
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    const uint64_t bit = UINT64_C(1) << writer->depth;
    if (writer->depth > 0 && (writer->filled & bit) != 0)
        rw_buffer_append_char(writer->buffer, ',');
    writer->filled |= bit;
}

static void open_scope(rw_json_writer *writer, char bracket)
{
    begin_element(writer);
    rw_buffer_append_char(writer->buffer, bracket);
    assert(writer->depth + 1 < RW_JSON_WRITE_DEPTH_MAX);
    writer->depth++;
    writer->filled &= ~(UINT64_C(1) << writer->depth);
}

static void close_scope(rw_json_writer *writer, char bracket)
{
    assert(writer->depth > 0 && !writer->after_key);
    writer->depth--;
    rw_buffer_append_char(writer->buffer, bracket);
}

void rw_json_object_begin(rw_json_writer *writer)
{
    open_scope(writer, '{');
}

void rw_json_object_end(rw_json_writer *writer)
{
    close_scope(writer, '}');
}

void rw_json_array_begin(rw_json_writer *writer)
{
    open_scope(writer, '[');
}

void rw_json_array_end(rw_json_writer *writer)
{
    close_scope(writer, ']');
}

static void put_control(rw_buffer *buffer, unsigned char character)
{
    static const char letters[] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    if (character < sizeof letters && letters[character] != 0) {
        const char escape[] = {'\\', letters[character]};
        rw_buffer_append(buffer, escape, sizeof escape);
    } else {
        rw_buffer_append_format(buffer, "\\u%04x", character);
    }
}

static bool is_plain(unsigned char character)
{
    return character >= 0x20 && character < 0x7F && character != '"' && character != '\\';
}

/* Whether eight bytes all stand for themselves in a text. */
static inline bool are_plain(uint64_t bytes)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    const uint64_t quotes = (bytes ^ each * '"') - each;
    const uint64_t backslashes = (bytes ^ each * '\\') - each;
    const uint64_t controls = bytes - each * 0x20;
    return ((quotes | backslashes | controls | bytes) & each * 0x80) == 0;
}

static bool is_all_plain(const char *text, size_t length)
{
    uint64_t bytes;
    size_t i = 0;
    for (; i + sizeof bytes <= length; i += sizeof bytes) {
        memcpy(&bytes, text + i, sizeof bytes);
        if (!are_plain(bytes))
            return false;
    }
    while (i < length && is_plain((unsigned char)text[i]))
        i++;
    return i == length;
}

/* Nearly every text and key: quotes around it, and one more character when `after` is not zero. */
static bool put_plain(rw_buffer *buffer, const char *text, size_t length, char after)
{
    const size_t size = length + 2 + (after != '\0');
    if (!is_all_plain(text, length) || !rw_buffer_reserve(buffer, size))
        return false;
    char *at = buffer->data + buffer->length;
    *at++ = '"';
    memcpy(at, text, length);
    at += length;
    *at++ = '"';
    if (after != '\0')
        *at++ = after;
    *at = '\0';
    buffer->length += size;
    return true;
}

static void put_quoted(rw_buffer *buffer, const char *text, size_t length)
{
    if (put_plain(buffer, text, length, '\0'))
        return;
    rw_buffer_append_char(buffer, '"');
    size_t i = 0;
    while (i < length) {
        const size_t start = i;
        while (i < length && is_plain((unsigned char)text[i]))
            i++;
        rw_buffer_append(buffer, text + start, i - start);
        if (i == length)
            break;
        const unsigned char character = (unsigned char)text[i];
        if (character == '"' || character == '\\') {
            const char escape[] = {'\\', text[i++]};
            rw_buffer_append(buffer, escape, sizeof escape);
        } else if (character < 0x20) {
            put_control(buffer, character);
            i++;
        } else {
            const size_t size = rw_utf8_character(text + i, length - i);
            if (size > 0)
                rw_buffer_append(buffer, text + i, size);
            else
                rw_buffer_append_text(buffer, "\xEF\xBF\xBD");
            i += size > 0 ? size : 1;
        }
    }
    rw_buffer_append_char(buffer, '"');
}

void rw_json_key(rw_json_writer *writer, const char *key)
{
    assert(writer->depth > 0 && !writer->after_key);
    begin_element(writer);
    const size_t length = strlen(key);
    if (!put_plain(writer->buffer, key, length, ':')) {
        put_quoted(writer->buffer, key, length);
        rw_buffer_append_char(writer->buffer, ':');
    }
    writer->after_key = true;
}

void rw_json_text_n(rw_json_writer *writer, const char *text, size_t length)
{
    begin_element(writer);
    put_quoted(writer->buffer, text, length);
}

void rw_json_text(rw_json_writer *writer, const char *text)
{
    rw_json_text_n(writer, text, strlen(text));
}

void rw_json_number(rw_json_writer *writer, double value)
{
    begin_element(writer);
    if (isfinite(value))
        rw_buffer_append_number(writer->buffer, value);
    else
        rw_buffer_append_text(writer->buffer, "null");
}

void rw_json_integer(rw_json_writer *writer, int64_t value)
{
    begin_element(writer);
    char text[24];
    const int length = snprintf(text, sizeof text, "%" PRId64, value);
    rw_buffer_append(writer->buffer, text, (size_t)length);
}

void rw_json_bool(rw_json_writer *writer, bool value)
{
    begin_element(writer);
    rw_buffer_append_text(writer->buffer, value ? "true" : "false");
}

void rw_json_null(rw_json_writer *writer)
{
    begin_element(writer);
    rw_buffer_append_text(writer->buffer, "null");
}

void rw_json_raw(rw_json_writer *writer, const char *json, size_t length)
{
    begin_element(writer);
    rw_buffer_append(writer->buffer, json, length);
}

void rw_json_members(rw_json_writer *writer, const char *object, size_t length)
{
    assert(length >= 2 && object[0] == '{' && object[length - 1] == '}');
    if (length > 2)
        rw_json_raw(writer, object + 1, length - 2);
}

void rw_json_vector(rw_json_writer *writer, rw_vec3 value)
{
    rw_json_array_begin(writer);
    rw_json_number(writer, value.x);
    rw_json_number(writer, value.y);
    rw_json_number(writer, value.z);
    rw_json_array_end(writer);
}

void rw_json_rotation(rw_json_writer *writer, rw_quat value)
{
    rw_json_array_begin(writer);
    rw_json_number(writer, value.x);
    rw_json_number(writer, value.y);
    rw_json_number(writer, value.z);
    rw_json_number(writer, value.w);
    rw_json_array_end(writer);
}

void rw_json_pose(rw_json_writer *writer, rw_pose value)
{
    rw_json_object_begin(writer);
    rw_json_put_vector(writer, "position", value.position);
    rw_json_key(writer, "rotation");
    rw_json_rotation(writer, value.rotation);
    rw_json_object_end(writer);
}

void rw_json_put_text(rw_json_writer *writer, const char *key, const char *text)
{
    rw_json_key(writer, key);
    rw_json_text(writer, text);
}

void rw_json_put_number(rw_json_writer *writer, const char *key, double value)
{
    rw_json_key(writer, key);
    rw_json_number(writer, value);
}

void rw_json_put_integer(rw_json_writer *writer, const char *key, int64_t value)
{
    rw_json_key(writer, key);
    rw_json_integer(writer, value);
}

void rw_json_put_bool(rw_json_writer *writer, const char *key, bool value)
{
    rw_json_key(writer, key);
    rw_json_bool(writer, value);
}

void rw_json_put_pose(rw_json_writer *writer, const char *key, rw_pose value)
{
    rw_json_key(writer, key);
    rw_json_pose(writer, value);
}

void rw_json_put_vector(rw_json_writer *writer, const char *key, rw_vec3 value)
{
    rw_json_key(writer, key);
    rw_json_vector(writer, value);
}
