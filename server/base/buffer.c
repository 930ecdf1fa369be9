#include "base/buffer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define FIRST_CAPACITY 256

static size_t bounded(size_t maximum)
{
    return maximum < SIZE_MAX ? maximum : SIZE_MAX - 1;
}

void rw_buffer_init(rw_buffer *buffer, size_t maximum)
{
    *buffer = (rw_buffer){.maximum = bounded(maximum)};
}

void rw_buffer_free(rw_buffer *buffer)
{
    if (buffer == NULL)
        return;
    rw_reserve *reserve = buffer->reserve;
    rw_reserve_give(reserve, buffer->data, buffer->capacity);
    rw_buffer_init(buffer, buffer->maximum);
    buffer->reserve = reserve;
}

void rw_buffer_use(rw_buffer *buffer, rw_reserve *reserve)
{
    buffer->reserve = reserve;
}

void rw_buffer_trim(rw_buffer *buffer, size_t capacity_max)
{
    if (buffer->capacity > capacity_max)
        rw_buffer_free(buffer);
    else
        rw_buffer_clear(buffer);
}

void rw_buffer_clear(rw_buffer *buffer)
{
    buffer->length = 0;
    buffer->status = RW_BUFFER_OK;
    if (buffer->data != NULL)
        buffer->data[0] = '\0';
}

/* So that whoever finds room within the capacity need not ask for the maximum, too. */
static void cap(rw_buffer *buffer)
{
    if (buffer->capacity > buffer->maximum + 1)
        buffer->capacity = buffer->maximum + 1;
}

void rw_buffer_restart(rw_buffer *buffer, size_t maximum)
{
    rw_buffer_clear(buffer);
    buffer->maximum = bounded(maximum);
    cap(buffer);
}

bool rw_buffer_ok(const rw_buffer *buffer)
{
    return buffer->status == RW_BUFFER_OK;
}

void rw_buffer_fail(rw_buffer *buffer)
{
    if (buffer->status == RW_BUFFER_OK)
        buffer->status = RW_BUFFER_NO_MEMORY;
}

static size_t next_capacity(const rw_buffer *buffer, size_t needed)
{
    size_t capacity = buffer->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : buffer->capacity;
    while (capacity < needed)
        capacity = capacity > SIZE_MAX / 2 ? needed : capacity * 2;
    return capacity > buffer->maximum + 1 ? buffer->maximum + 1 : capacity;
}

/* Another allocation of at least so many bytes, with what the buffer holds. */
static char *reallocate(rw_buffer *buffer, size_t *capacity)
{
    if (buffer->reserve == NULL || *capacity < RW_RESERVE_PIECE_MIN)
        return realloc(buffer->data, *capacity);
    char *data = rw_reserve_take(buffer->reserve, *capacity, capacity);
    if (data == NULL)
        return NULL;
    if (buffer->data != NULL)
        memcpy(data, buffer->data, buffer->length + 1);
    rw_reserve_give(buffer->reserve, buffer->data, buffer->capacity);
    return data;
}

bool rw_buffer_reserve(rw_buffer *buffer, size_t more)
{
    if (buffer->status != RW_BUFFER_OK)
        return false;
    if (more > buffer->maximum - buffer->length) {
        buffer->status = RW_BUFFER_TOO_LONG;
        return false;
    }
    const size_t needed = buffer->length + more + 1;
    if (needed <= buffer->capacity)
        return true;
    size_t capacity = next_capacity(buffer, needed);
    char *data = reallocate(buffer, &capacity);
    if (data == NULL) {
        buffer->status = RW_BUFFER_NO_MEMORY;
        return false;
    }
    data[buffer->length] = '\0';
    buffer->data = data;
    buffer->capacity = capacity;
    cap(buffer);
    return true;
}

bool rw_buffer_append(rw_buffer *buffer, const void *bytes, size_t length)
{
    if (!rw_buffer_reserve(buffer, length))
        return false;
    if (length > 0)
        memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
    return true;
}

bool rw_buffer_append_text(rw_buffer *buffer, const char *text)
{
    return rw_buffer_append(buffer, text, strlen(text));
}

bool rw_buffer_append_char_slowly(rw_buffer *buffer, char character)
{
    return rw_buffer_append(buffer, &character, 1);
}

bool rw_buffer_append_format(rw_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    bool ok = false;
    if (length < 0) {
        if (buffer->status == RW_BUFFER_OK)
            buffer->status = RW_BUFFER_NO_MEMORY;
    } else if (rw_buffer_reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
        ok = true;
    }
    va_end(again);
    return ok;
}

bool rw_buffer_append_number(rw_buffer *buffer, double value)
{
    if (buffer->status == RW_BUFFER_OK && buffer->capacity - buffer->length >= RW_NUMBER_TEXT_SIZE) {
        buffer->length += rw_number_format(value, buffer->data + buffer->length);
        return true;
    }
    char text[RW_NUMBER_TEXT_SIZE];
    return rw_buffer_append(buffer, text, rw_number_format(value, text));
}

bool rw_buffer_append_u64(rw_buffer *buffer, uint64_t value)
{
    return rw_buffer_append_format(buffer, "%" PRIu64, value);
}

char *rw_buffer_steal(rw_buffer *buffer, size_t *length)
{
    if (!rw_buffer_reserve(buffer, 0))
        return NULL;
    char *data = buffer->data;
    *length = buffer->length;
    buffer->data = NULL;
    rw_buffer_free(buffer);
    return data;
}
