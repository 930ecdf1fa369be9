/* What the readers share: errors, the file as bytes, numbers in the C locale. Private to tools/bake. */
#ifndef RW_BAKE_SUPPORT_H
#define RW_BAKE_SUPPORT_H

#include "scene.h"

#include <locale.h>
#include <stdint.h>

/* Fills *error (NULL: nothing is kept) and returns false, so that a caller can `return rw_bake_fail(…)`. The
 * texts are made printable. place may be NULL. */
bool rw_bake_fail(rw_bake_error *error, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "out of memory", always the same way. */
bool rw_bake_fail_memory(rw_bake_error *error, const char *place);

/* A whole file. data is followed by a zero byte that size does not count. Owned; freed with rw_bake_bytes_free. */
typedef struct rw_bake_bytes {
    unsigned char *data;
    size_t size;
} rw_bake_bytes;

/* Reads a regular file of at most `maximum` bytes. Pipes and devices are refused rather than waited for. */
bool rw_bake_bytes_read(const char *path, size_t maximum, rw_bake_bytes *out, rw_bake_error *error);

/* The first bytes of a regular file: all of it, or `maximum` of them. */
bool rw_bake_bytes_head(const char *path, size_t maximum, rw_bake_bytes *out, rw_bake_error *error);

void rw_bake_bytes_free(rw_bake_bytes *bytes);

/* The C locale for this thread between enter and leave, whatever the program has set. */
typedef struct rw_bake_locale {
    locale_t c, before;
} rw_bake_locale;

bool rw_bake_locale_enter(rw_bake_locale *locale, rw_bake_error *error);
void rw_bake_locale_leave(rw_bake_locale *locale);

/* Reads text[0 .. length) as one decimal number, rounded correctly ("1", "-.5", "+2.", "1e-3"; no hexadecimal, no
 * "nan", no "inf"). text[length] must be readable and no part of a number. The C locale must be in force. False
 * when the text is anything else. A magnitude beyond a double gives infinity. */
bool rw_bake_number(const char *text, size_t length, double *out);

/* array: `count` items of `size` bytes, zeroed; NULL when that overflows, is nothing, or memory is out. */
void *rw_bake_allocate(size_t count, size_t size);

/* The length of the UTF-8 sequence at `at` in a text ended by a zero byte; 0 where it is none (a stray byte, an
 * overlong form, a surrogate, beyond U+10FFFF). */
size_t rw_bake_utf8_length(const unsigned char *at);

/* Turns control characters and what is no UTF-8, which a file may smuggle into a name and a cut may leave, into '?'. */
void rw_bake_make_printable(char *text);

/* A copy of text[0 .. length) with a zero byte behind it. */
char *rw_bake_copy_text(const char *text, size_t length);

#endif
