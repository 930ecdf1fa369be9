#include "base/token.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "rwp_"
#define PREFIX_LENGTH (sizeof PREFIX - 1)
#define ID_LENGTH 12
#define SECRET_LENGTH 52 /* of five random bits each: 260 */

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";

static const unsigned char digest_key[] = "rootwarp access token, version 1";

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool is_lower(char character)
{
    return character >= 'a' && character <= 'z';
}

static bool is_upper(char character)
{
    return character >= 'A' && character <= 'Z';
}

bool rw_token_id_valid(const char *text, size_t length)
{
    if (length < 1 || length > RW_TOKEN_ID_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_digit(text[i]) && !is_lower(text[i]))
            return false;
    return true;
}

bool rw_token_parse(const char *text, size_t length, char id[RW_TOKEN_ID_SIZE])
{
    if (length < PREFIX_LENGTH || memcmp(text, PREFIX, PREFIX_LENGTH) != 0)
        return false;
    const char *name = text + PREFIX_LENGTH;
    const char *bar = memchr(name, '_', length - PREFIX_LENGTH);
    if (bar == NULL || !rw_token_id_valid(name, (size_t)(bar - name)))
        return false;
    const size_t secret_length = length - (size_t)(bar + 1 - text);
    if (secret_length < RW_TOKEN_SECRET_MIN || secret_length > RW_TOKEN_SECRET_MAX)
        return false;
    for (size_t i = 1; i <= secret_length; i++)
        if (!is_digit(bar[i]) && !is_lower(bar[i]) && !is_upper(bar[i]))
            return false;
    memcpy(id, name, (size_t)(bar - name));
    id[bar - name] = '\0';
    return true;
}

/* Each character from a byte of its own: 256 is a multiple of 32, so all are equally likely. */
static void draw(char *out, size_t length)
{
    unsigned char bytes[SECRET_LENGTH];
    randombytes_buf(bytes, length);
    for (size_t i = 0; i < length; i++)
        out[i] = alphabet[bytes[i] % 32];
    out[length] = '\0';
    sodium_memzero(bytes, sizeof bytes);
}

void rw_token_make_id(char id[RW_TOKEN_ID_SIZE])
{
    draw(id, ID_LENGTH);
}

void rw_token_make(const char *id, char text[RW_TOKEN_TEXT_SIZE])
{
    const int length = snprintf(text, RW_TOKEN_TEXT_SIZE, PREFIX "%s_", id);
    draw(text + length, SECRET_LENGTH);
}

rw_token_digest rw_token_digest_of(const char *text, size_t length)
{
    rw_token_digest digest;
    crypto_generichash(digest.bytes, sizeof digest.bytes, (const unsigned char *)text, length, digest_key,
                       sizeof digest_key - 1);
    return digest;
}

bool rw_token_digest_equal(const rw_token_digest *a, const rw_token_digest *b)
{
    return sodium_memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void rw_token_digest_write(const rw_token_digest *digest, char text[RW_TOKEN_DIGEST_TEXT_SIZE])
{
    sodium_bin2hex(text, RW_TOKEN_DIGEST_TEXT_SIZE, digest->bytes, sizeof digest->bytes);
}

bool rw_token_digest_read(const char *text, size_t length, rw_token_digest *out)
{
    rw_token_digest read;
    size_t written = 0;
    const char *end = NULL;
    if (length != RW_TOKEN_DIGEST_TEXT_SIZE - 1 ||
        sodium_hex2bin(read.bytes, sizeof read.bytes, text, length, NULL, &written, &end) != 0 ||
        written != sizeof read.bytes || end != text + length)
        return false;
    *out = read;
    return true;
}

void rw_token_wipe(void *memory, size_t size)
{
    sodium_memzero(memory, size);
}

/* ---- scopes ---- */

static const char *const scope_names[] = {"read", "resolve", "write", "admin"};

#define SCOPE_COUNT (sizeof scope_names / sizeof *scope_names)

const char *rw_scope_name(unsigned scopes)
{
    for (size_t i = 0; i < SCOPE_COUNT; i++)
        if ((scopes & (1U << i)) != 0)
            return scope_names[i];
    return "none";
}

static unsigned scope_of(const char *name, size_t length)
{
    for (size_t i = 0; i < SCOPE_COUNT; i++)
        if (strlen(scope_names[i]) == length && memcmp(scope_names[i], name, length) == 0)
            return 1U << i;
    return 0;
}

bool rw_scopes_parse(const char *text, unsigned *out)
{
    unsigned scopes = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        const unsigned scope = scope_of(text, length);
        if (scope == 0)
            return false;
        scopes |= scope;
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    *out = scopes;
    return true;
}

void rw_scopes_write(unsigned scopes, char text[RW_SCOPES_TEXT_SIZE])
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < SCOPE_COUNT; i++)
        if ((scopes & (1U << i)) != 0)
            length += (size_t)snprintf(text + length, RW_SCOPES_TEXT_SIZE - length, "%s%s", length > 0 ? "," : "",
                                       scope_names[i]);
}

bool rw_scopes_allow(unsigned held, unsigned wanted)
{
    return (held & (wanted | RW_SCOPE_ADMIN)) != 0;
}

/* ---- tables ---- */

rw_table_key rw_table_key_make(void)
{
    rw_table_key key;
    randombytes_buf(key.bytes, sizeof key.bytes);
    return key;
}

uint64_t rw_table_hash(const rw_table_key *key, const void *bytes, size_t length)
{
    uint64_t hash = 0;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES && sizeof key->bytes == crypto_shorthash_KEYBYTES,
                   "SipHash takes and gives what is kept here");
    crypto_shorthash((unsigned char *)&hash, bytes, length, key->bytes);
    return hash;
}
