#include "codec/pointer.h"

#include <stdio.h>
#include <string.h>

void rw_pointer_init(rw_pointer *pointer, char *out, size_t size)
{
    *pointer = (rw_pointer){.out = out, .size = size};
    out[0] = '\0';
}

/* Drops a character that was cut in its middle. */
static void trim(rw_pointer *pointer)
{
    size_t start = pointer->length;
    while (start > 0 && ((unsigned char)pointer->out[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0)
        return;
    const unsigned char lead = (unsigned char)pointer->out[start - 1];
    const size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (pointer->length - (start - 1) < size)
        pointer->length = start - 1;
    pointer->out[pointer->length] = '\0';
}

static void append(rw_pointer *pointer, const char *bytes, size_t length)
{
    if (pointer->full)
        return;
    const size_t room = pointer->size - 1 - pointer->length;
    const size_t kept = length < room ? length : room;
    memcpy(pointer->out + pointer->length, bytes, kept);
    pointer->length += kept;
    pointer->out[pointer->length] = '\0';
    if (kept < length) {
        pointer->full = true;
        trim(pointer);
    }
}

void rw_pointer_begin(rw_pointer *pointer)
{
    append(pointer, "/", 1);
}

void rw_pointer_put(rw_pointer *pointer, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '~')
            append(pointer, "~0", 2);
        else if (bytes[i] == '/')
            append(pointer, "~1", 2);
        else
            append(pointer, bytes + i, 1);
    }
}

void rw_pointer_key(rw_pointer *pointer, const char *key)
{
    rw_pointer_begin(pointer);
    rw_pointer_put(pointer, key, strlen(key));
}

void rw_pointer_index(rw_pointer *pointer, size_t index)
{
    char text[24];
    const int length = snprintf(text, sizeof text, "/%zu", index);
    append(pointer, text, (size_t)length);
}

void rw_pointer_raw(rw_pointer *pointer, const char *text)
{
    append(pointer, text, strlen(text));
}
