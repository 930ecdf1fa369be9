#include "codec/utf8.h"

static size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    return 0;
}

/* The second byte's range is what excludes overlong forms, surrogates and values past the end. */
static int second_allowed(unsigned char lead, unsigned char second)
{
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

size_t rw_utf8_character(const char *text, size_t length)
{
    if (length == 0)
        return 0;
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t size = sequence_length(bytes[0]);
    if (size <= 1)
        return size;
    if (size > length || !second_allowed(bytes[0], bytes[1]))
        return 0;
    for (size_t i = 2; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    }
    return size;
}

size_t rw_utf8_put(unsigned long character, char out[4])
{
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    const size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(leads[size] | character);
    return size;
}
