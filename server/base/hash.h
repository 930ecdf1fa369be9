/*
 * Content hash: SHA-256 as 64 lower-case hexadecimal characters. It names documents in the store and is their ETag.
 */
#ifndef RW_BASE_HASH_H
#define RW_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_HASH_TEXT_SIZE 65 /* 64 characters and a zero byte */

typedef struct rw_hash {
    char text[RW_HASH_TEXT_SIZE];
} rw_hash;

/* Prepares the cryptographic library. Call once in a process before any other function of this header, or call it
 * again at will: it is safe from several threads. Returns false when the library cannot start. */
bool rw_hash_start(void);

/* Hash of bytes[0 .. length). Thread safe, allocates nothing. */
rw_hash rw_hash_bytes(const void *bytes, size_t length);

/* A hash of bytes that come piece by piece. Fields are private. */
typedef struct rw_hash_stream {
    uint64_t state[16];
} rw_hash_stream;

void rw_hash_stream_begin(rw_hash_stream *stream);
void rw_hash_stream_add(rw_hash_stream *stream, const void *bytes, size_t length);

/* The hash of all that was added; the stream has to begin anew. */
rw_hash rw_hash_stream_end(rw_hash_stream *stream);

bool rw_hash_equal(const rw_hash *a, const rw_hash *b);

/* Whether text[0 .. length) has the form of a hash. */
bool rw_hash_text_valid(const char *text, size_t length);

/* Stores the hash that text[0 .. length) spells; false, with *out untouched, when it spells none. */
bool rw_hash_parse(const char *text, size_t length, rw_hash *out);

#endif
