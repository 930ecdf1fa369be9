#include "codec/json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "codec/utf8.h"

void rw_json_writer_init(rw_json_writer *writer, rw_buffer *buffer)
{
    *writer = (rw_json_writer){.buffer = buffer};
}

static void put_comma(rw_json_writer *writer)
{
    if (writer->comma)
        rw_buffer_append_char(writer->buffer, ',');
}

void rw_json_append_slowly(rw_json_writer *writer, const char *json, size_t length)
{
    put_comma(writer);
    rw_buffer_append(writer->buffer, json, length);
    writer->comma = writer->depth > 0;
}

void rw_json_key_slowly(rw_json_writer *writer, const char *key)
{
    put_comma(writer);
    rw_buffer_append_char(writer->buffer, '"');
    rw_buffer_append_text(writer->buffer, key);
    rw_buffer_append(writer->buffer, "\":", 2);
}

void rw_json_number_slowly(rw_json_writer *writer, double value)
{
    char text[RW_NUMBER_TEXT_SIZE];
    if (value >= -DBL_MAX && value <= DBL_MAX)
        rw_json_append_slowly(writer, text, rw_number_format(value, text));
    else
        rw_json_append_slowly(writer, "null", 4);
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

/* Nearly every text. */
static bool put_plain(rw_json_writer *writer, const char *text, size_t length)
{
    char *at = rw_json_room(writer, length + 3);
    if (at == NULL || !is_all_plain(text, length))
        return false;
    at = rw_json_comma(writer, at);
    *at++ = '"';
    memcpy(at, text, length);
    at[length] = '"';
    rw_json_wrote(writer, at + length + 1);
    return true;
}

static void put_quoted(rw_json_writer *writer, const char *text, size_t length)
{
    if (put_plain(writer, text, length))
        return;
    rw_buffer *buffer = writer->buffer;
    put_comma(writer);
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

void rw_json_any_key(rw_json_writer *writer, const char *key)
{
    assert(writer->depth > 0);
    put_quoted(writer, key, strlen(key));
    rw_buffer_append_char(writer->buffer, ':');
    writer->comma = false;
}

void rw_json_text_n(rw_json_writer *writer, const char *text, size_t length)
{
    put_quoted(writer, text, length);
    writer->comma = writer->depth > 0;
}

void rw_json_text(rw_json_writer *writer, const char *text)
{
    rw_json_text_n(writer, text, strlen(text));
}

/* Up to here a double is exact, and written without an exponent. */
#define SMALL_INTEGER (INT64_C(1) << 53)

void rw_json_integer(rw_json_writer *writer, int64_t value)
{
    if (value >= -SMALL_INTEGER && value <= SMALL_INTEGER) {
        rw_json_number(writer, (double)value);
        return;
    }
    char text[24];
    const int length = snprintf(text, sizeof text, "%" PRId64, value);
    rw_json_raw(writer, text, (size_t)length);
}

void rw_json_members(rw_json_writer *writer, const char *object, size_t length)
{
    assert(length >= 2 && object[0] == '{' && object[length - 1] == '}');
    if (length > 2)
        rw_json_raw(writer, object + 1, length - 2);
}

/* a, b, … Room: RW_NUMBER_TEXT_SIZE a number. */
static inline char *put_numbers(rw_json_writer *writer, char *at, const double *numbers, size_t count)
{
    at = rw_json_digits(writer, at, numbers[0]);
    for (size_t i = 1; i < count; i++) {
        *at = ',';
        at = rw_json_digits(writer, at + 1, numbers[i]);
    }
    return at;
}

static inline void write_numbers(rw_json_writer *writer, const double *numbers, size_t count)
{
    char *at = rw_json_room(writer, count * RW_NUMBER_TEXT_SIZE + 3);
    if (at != NULL) {
        at = rw_json_comma(writer, at);
        *at = '[';
        at = put_numbers(writer, at + 1, numbers, count);
        *at = ']';
        rw_json_wrote(writer, at + 1);
        writer->comma = writer->depth > 0;
        return;
    }
    rw_json_array_begin(writer);
    for (size_t i = 0; i < count; i++)
        rw_json_number(writer, numbers[i]);
    rw_json_array_end(writer);
}

void rw_json_vector(rw_json_writer *writer, rw_vec3 value)
{
    const double numbers[] = {value.x, value.y, value.z};
    write_numbers(writer, numbers, 3);
}

void rw_json_rotation(rw_json_writer *writer, rw_quat value)
{
    const double numbers[] = {value.x, value.y, value.z, value.w};
    write_numbers(writer, numbers, 4);
}

static inline char *put_pose(rw_json_writer *writer, char *at, const rw_pose *value)
{
    const double position[] = {value->position.x, value->position.y, value->position.z};
    const double rotation[] = {value->rotation.x, value->rotation.y, value->rotation.z, value->rotation.w};
    at = RW_JSON_PUT_LITERAL(at, "{\"position\":[");
    at = put_numbers(writer, at, position, 3);
    at = RW_JSON_PUT_LITERAL(at, "],\"rotation\":[");
    at = put_numbers(writer, at, rotation, 4);
    return RW_JSON_PUT_LITERAL(at, "]}");
}

#define POSE_SIZE (sizeof "{\"position\":[],\"rotation\":[]}" + 7 * RW_NUMBER_TEXT_SIZE)

void rw_json_pose(rw_json_writer *writer, const rw_pose *value)
{
    char *at = rw_json_room(writer, POSE_SIZE + 1);
    if (at != NULL) {
        rw_json_wrote(writer, put_pose(writer, rw_json_comma(writer, at), value));
        writer->comma = writer->depth > 0;
        return;
    }
    rw_json_object_begin(writer);
    rw_json_key(writer, "position");
    rw_json_vector(writer, value->position);
    rw_json_key(writer, "rotation");
    rw_json_rotation(writer, value->rotation);
    rw_json_object_end(writer);
}
