#include "codec/tape_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "codec/utf8.h"

#define EACH_BYTE UINT64_C(0x0101010101010101)

/* Eight bytes, the first of them lowest: one load where that is the machine's order. */
static uint64_t load(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 | (uint64_t)byte[3] << 24 |
           (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 | (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/*
 * The top bit of every byte that is a quote, a backslash, a control character or no ASCII. A byte above one of them
 * may be marked by a borrow though it is none, so that only the lowest mark counts.
 */
static uint64_t mark_special(uint64_t bytes)
{
    const uint64_t quotes = (bytes ^ EACH_BYTE * '"') - EACH_BYTE;
    const uint64_t backslashes = (bytes ^ EACH_BYTE * '\\') - EACH_BYTE;
    const uint64_t controls = bytes - EACH_BYTE * 0x20;
    return (quotes | backslashes | controls | bytes) & EACH_BYTE * 0x80;
}

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

static const char *skip_plain(const char *at, const char *end)
{
    while (end - at >= 8) {
        const uint64_t special = mark_special(load(at));
        if (special != 0)
            return at + __builtin_ctzll(special) / 8;
        at += 8;
    }
    while (at < end && is_plain((unsigned char)*at))
        at++;
    return at;
}

const char *rw_tape_skip_text(const char *at, const char *end)
{
    for (;;) {
        at = skip_plain(at, end);
        if (at == end || (unsigned char)*at < 0x80)
            return at;
        const size_t size = rw_utf8_character(at, (size_t)(end - at));
        if (size == 0)
            return at;
        at += size;
    }
}

/* Four hexadecimal digits; -1 when they are not. */
static long read_unit(const char *at, const char *end)
{
    if (end - at < 4)
        return -1;
    long unit = 0;
    for (int i = 0; i < 4; i++) {
        const char digit = at[i];
        const char letter = (char)(digit | 0x20);
        if (digit >= '0' && digit <= '9')
            unit = unit * 16 + (digit - '0');
        else if (letter >= 'a' && letter <= 'f')
            unit = unit * 16 + (letter - 'a' + 10);
        else
            return -1;
    }
    return unit;
}

/* Behind \u. Returns where the character ends, with its second half. */
static const char *unescape_unit(const char *at, const char *end, char **out)
{
    const long unit = read_unit(at, end);
    if (unit <= 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return NULL;
    at += 4;
    unsigned long character = (unsigned long)unit;
    if (unit >= 0xD800 && unit < 0xDC00) {
        if (end - at < 2 || at[0] != '\\' || at[1] != 'u')
            return NULL;
        const long low = read_unit(at + 2, end);
        if (low < 0xDC00 || low > 0xDFFF)
            return NULL;
        at += 6;
        character = 0x10000 + ((unsigned long)(unit - 0xD800) << 10) + (unsigned long)(low - 0xDC00);
    }
    char bytes[4];
    const size_t size = rw_utf8_put(character, bytes);
    memcpy(*out, bytes, size);
    *out += size;
    return at;
}

/* Behind the backslash. */
static const char *unescape_one(const char *at, const char *end, char **out)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    if (at == end)
        return NULL;
    if (*at == 'u')
        return unescape_unit(at + 1, end, out);
    const char *letter = memchr(letters, *at, sizeof letters - 1);
    if (letter == NULL)
        return NULL;
    *(*out)++ = meanings[letter - letters];
    return at + 1;
}

const char *rw_tape_unescape(const char *at, const char *end, char *out, size_t *length)
{
    char *const start = out;
    for (;;) {
        const char *stop = rw_tape_skip_text(at, end);
        memcpy(out, at, (size_t)(stop - at));
        out += stop - at;
        if (stop == end || (*stop != '"' && *stop != '\\'))
            return NULL;
        if (*stop == '"') {
            *length = (size_t)(out - start);
            return stop;
        }
        at = unescape_one(stop + 1, end, &out);
        if (at == NULL)
            return NULL;
    }
}
