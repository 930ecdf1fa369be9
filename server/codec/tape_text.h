/* The texts of a tape. Private to it. */
#ifndef RW_CODEC_TAPE_TEXT_H
#define RW_CODEC_TAPE_TEXT_H

#include <stddef.h>

/*
 * Goes over a text from behind its opening quote as long as it is sound and has no escapes. Returns where that ends:
 * at the closing quote, at the first backslash, or at the first thing that no text may hold (a control character,
 * bytes that are no UTF-8, `end`).
 */
const char *rw_tape_skip_text(const char *at, const char *end);

/*
 * Reads a text from behind its opening quote and writes what it stands for to out[0 .. end - at), which is always
 * enough. Returns the place of the closing quote, and the length of what was written; or NULL where it is not sound:
 * also U+0000 and half a surrogate pair.
 */
const char *rw_tape_unescape(const char *at, const char *end, char *out, size_t *length);

#endif
