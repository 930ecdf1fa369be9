/* The texts of a tape. Private to it. */
#ifndef RW_CODEC_TAPE_TEXT_H
#define RW_CODEC_TAPE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define RW_TAPE_PADDING 8 /* zero bytes that have to follow a text that is read */

#define RW_TAPE_EACH_BYTE UINT64_C(0x0101010101010101)

/* Private: eight bytes, the first of them lowest; one load where that is the machine's order. */
static inline uint64_t rw_tape_load(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 | (uint64_t)byte[3] << 24 |
           (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 | (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/*
 * Private: the top bit of every byte that is a quote, a backslash, a control character or no ASCII. A byte above one
 * of them may be marked by a borrow though it is none, so that only the lowest mark counts.
 */
static inline uint64_t rw_tape_mark_special(uint64_t bytes)
{
    const uint64_t quotes = (bytes ^ RW_TAPE_EACH_BYTE * '"') - RW_TAPE_EACH_BYTE;
    const uint64_t backslashes = (bytes ^ RW_TAPE_EACH_BYTE * '\\') - RW_TAPE_EACH_BYTE;
    const uint64_t controls = bytes - RW_TAPE_EACH_BYTE * 0x20;
    return (quotes | backslashes | controls | bytes) & RW_TAPE_EACH_BYTE * 0x80;
}

/* Goes on to the first byte that is not plain: a quote, a backslash, a control character (as is the padding), a byte
 * that is not ASCII. */
static inline char *rw_tape_skip_plain(char *at)
{
    uint64_t special = rw_tape_mark_special(rw_tape_load(at));
    while (special == 0) {
        at += 8;
        special = rw_tape_mark_special(rw_tape_load(at));
    }
    return at + __builtin_ctzll(special) / 8;
}

/*
 * Reads the rest of a text that is not plain, from such a byte on, and leaves in its place what it stands for: *stop
 * is where that ends. Returns the closing quote, or NULL where the text is not sound, as with bytes that are no UTF-8,
 * U+0000 and half a surrogate pair.
 */
char *rw_tape_unescape(char *at, const char *end, char **stop);

#endif
