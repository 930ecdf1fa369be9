/*
 * gzip.
 */
#ifndef RW_HTTP_COMPRESS_H
#define RW_HTTP_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Bodies below this go out as they are. */
#define RW_HTTP_GZIP_MINIMUM 1024

/* Whether a media type is worth compressing: JSON, text, CSV, YAML. NULL: no. */
bool rw_http_compressible(const char *content_type);

/* Compresses bytes[0 .. length) into one gzip member. Returns its bytes for the caller to free() and stores their
 * length; NULL, with *out_length untouched, without memory. */
char *rw_http_gzip(const char *bytes, size_t length, size_t *out_length);

#endif
