/* JSON pointers (RFC 6901) as they are put together: bounded, cut between whole characters. */
#ifndef RW_CODEC_POINTER_H
#define RW_CODEC_POINTER_H

#include <stdbool.h>
#include <stddef.h>

/* Fields are private. */
typedef struct rw_pointer {
    char *out;
    size_t size, length;
    bool full;
} rw_pointer;

/* Begins the empty pointer in out[0 .. size), which is kept ended by a zero byte. */
void rw_pointer_init(rw_pointer *pointer, char *out, size_t size);

/* Begins a segment, and adds bytes of UTF-8 to it; '~' and '/' are escaped. */
void rw_pointer_begin(rw_pointer *pointer);
void rw_pointer_put(rw_pointer *pointer, const char *bytes, size_t length);

/* A whole segment. */
void rw_pointer_key(rw_pointer *pointer, const char *key);
void rw_pointer_index(rw_pointer *pointer, size_t index);

/* Text that is a pointer already. */
void rw_pointer_raw(rw_pointer *pointer, const char *text);

#endif
