#include "codec/tape_text.h"

#include <string.h>

#include "codec/utf8.h"

/* Four hexadecimal digits; -1 when they are not, as with the zero byte that ends everything. */
static long read_unit(const char *at)
{
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
static char *unescape_unit(char *at, char **out)
{
    const long unit = read_unit(at);
    if (unit <= 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return NULL;
    at += 4;
    unsigned long character = (unsigned long)unit;
    if (unit >= 0xD800 && unit < 0xDC00) {
        if (at[0] != '\\' || at[1] != 'u')
            return NULL;
        const long low = read_unit(at + 2);
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
static char *unescape_one(char *at, char **out)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    if (*at == 'u')
        return unescape_unit(at + 1, out);
    const char *letter = memchr(letters, *at, sizeof letters - 1);
    if (letter == NULL)
        return NULL;
    *(*out)++ = meanings[letter - letters];
    return at + 1;
}

/* The next byte that is not plain, or not part of a character. */
static char *skip_characters(char *at, const char *end)
{
    for (;;) {
        at = rw_tape_skip_plain(at);
        const size_t size = (unsigned char)*at >= 0x80 ? rw_utf8_character(at, (size_t)(end - at)) : 0;
        if (size == 0)
            return at;
        at += size;
    }
}

char *rw_tape_unescape(char *at, const char *end, char **stop)
{
    char *out = at;
    for (;;) {
        char *const start = at;
        at = skip_characters(at, end);
        memmove(out, start, (size_t)(at - start));
        out += at - start;
        if (*at == '"') {
            *stop = out;
            return at;
        }
        if (*at != '\\')
            return NULL;
        at = unescape_one(at + 1, &out);
        if (at == NULL)
            return NULL;
    }
}
