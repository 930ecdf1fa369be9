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
