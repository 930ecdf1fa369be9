/* Base64 (RFC 4648, section 4). Private to tools/bake. */
#ifndef RW_BAKE_BASE64_H
#define RW_BAKE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* Decodes text[0 .. length), padded or not, into out, which has room for length / 4 * 3 + 3 bytes. False when the
 * text is no base64. */
bool rw_base64_decode(const char *text, size_t length, unsigned char *out, size_t *size);

#endif
