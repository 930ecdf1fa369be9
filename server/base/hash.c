#include "base/hash.h"

#include <sodium.h>
#include <string.h>

bool rw_hash_start(void)
{
    return sodium_init() >= 0;
}

rw_hash rw_hash_bytes(const void *bytes, size_t length)
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, bytes, length);
    rw_hash hash;
    sodium_bin2hex(hash.text, sizeof hash.text, digest, sizeof digest);
    return hash;
}

/* The library's state lies in ours, which is larger and of a stricter alignment. */
static crypto_hash_sha256_state *state_of(rw_hash_stream *stream)
{
    _Static_assert(sizeof(crypto_hash_sha256_state) <= sizeof(rw_hash_stream), "the state fits");
    _Static_assert(_Alignof(crypto_hash_sha256_state) <= _Alignof(rw_hash_stream), "the state is aligned");
    return (crypto_hash_sha256_state *)(void *)stream;
}

void rw_hash_stream_begin(rw_hash_stream *stream)
{
    crypto_hash_sha256_init(state_of(stream));
}

void rw_hash_stream_add(rw_hash_stream *stream, const void *bytes, size_t length)
{
    crypto_hash_sha256_update(state_of(stream), bytes, length);
}

rw_hash rw_hash_stream_end(rw_hash_stream *stream)
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_final(state_of(stream), digest);
    rw_hash hash;
    sodium_bin2hex(hash.text, sizeof hash.text, digest, sizeof digest);
    return hash;
}

bool rw_hash_equal(const rw_hash *a, const rw_hash *b)
{
    return memcmp(a->text, b->text, sizeof a->text) == 0;
}

bool rw_hash_text_valid(const char *text, size_t length)
{
    if (length != RW_HASH_TEXT_SIZE - 1)
        return false;
    for (size_t i = 0; i < length; i++) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        const bool letter = text[i] >= 'a' && text[i] <= 'f';
        if (!digit && !letter)
            return false;
    }
    return true;
}

bool rw_hash_parse(const char *text, size_t length, rw_hash *out)
{
    if (!rw_hash_text_valid(text, length))
        return false;
    memcpy(out->text, text, length);
    out->text[length] = '\0';
    return true;
}
