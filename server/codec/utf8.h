/* UTF-8, one character at a time. */
#ifndef RW_CODEC_UTF8_H
#define RW_CODEC_UTF8_H

#include <stddef.h>

/* The length in bytes, 1 to 4, of the well-formed character that text[0 .. length) begins with; 0 when it begins
 * with none: a stray or missing continuation, an overlong form, a surrogate, or more than U+10FFFF. */
size_t rw_utf8_character(const char *text, size_t length);

/* Writes the character (a scalar value) and returns its length. */
size_t rw_utf8_put(unsigned long character, char out[4]);

#endif
