#include "http/compress.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The answers are repetitive numbers: higher levels save few bytes more and cost several times as much. */
#define LEVEL 1
#define WINDOW_BITS_GZIP (15 + 16)
#define MEMORY_LEVEL 8

bool rw_http_compressible(const char *content_type)
{
    return content_type != NULL &&
           (strncmp(content_type, "application/json", 16) == 0 ||
            strncmp(content_type, "application/problem+json", 24) == 0 ||
            strncmp(content_type, "application/x-ndjson", 20) == 0 || strncmp(content_type, "text/", 5) == 0);
}

char *rw_http_gzip(const char *bytes, size_t length, size_t *out_length)
{
    if (length > UINT_MAX / 2)
        return NULL;
    z_stream stream = {0};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_BITS_GZIP, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const uLong bound = deflateBound(&stream, (uLong)length);
    char *out = malloc(bound);
    if (out == NULL) {
        deflateEnd(&stream);
        return NULL;
    }
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)bound;
    const int result = deflate(&stream, Z_FINISH);
    const size_t made = stream.total_out;
    deflateEnd(&stream);
    if (result != Z_STREAM_END) {
        free(out);
        return NULL;
    }
    *out_length = made;
    return out;
}
