/*
 * Access tokens as texts: rwp_<id>_<secret>.
 *
 * The id names the token in lists and logs and is no secret: 1 to 32 of a-z 0-9. The secret is 43 to 128 of
 * A-Z a-z 0-9; the ones made here carry 256 random bits, so that a fast hash of the text is all that has to be kept:
 * nobody can try 2^256 of them, and nothing makes one likelier than another. What is kept is BLAKE2b of the whole text,
 * under a key that keeps these hashes apart from any others.
 *
 * rw_hash_start() must have succeeded before. Thread safe, allocates nothing.
 */
#ifndef RW_BASE_TOKEN_H
#define RW_BASE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_TOKEN_ID_MAX 32
#define RW_TOKEN_ID_SIZE (RW_TOKEN_ID_MAX + 1)
#define RW_TOKEN_SECRET_MIN 43
#define RW_TOKEN_SECRET_MAX 128
#define RW_TOKEN_TEXT_SIZE (4 + RW_TOKEN_ID_MAX + 1 + RW_TOKEN_SECRET_MAX + 1)

/* The form in words, for messages. */
#define RW_TOKEN_RULE "rwp_<id>_<secret> with an id of 1 to 32 characters a-z 0-9 and a secret of 43 to 128 A-Z a-z 0-9"

#define RW_TOKEN_DIGEST_BYTES 32
#define RW_TOKEN_DIGEST_TEXT_SIZE (2 * RW_TOKEN_DIGEST_BYTES + 1)

typedef struct rw_token_digest {
    unsigned char bytes[RW_TOKEN_DIGEST_BYTES];
} rw_token_digest;

bool rw_token_id_valid(const char *text, size_t length);

/* Whether text[0 .. length) has the form of a token; stores its id. */
bool rw_token_parse(const char *text, size_t length, char id[RW_TOKEN_ID_SIZE]);

/* An id of 12 characters, 60 random bits. */
void rw_token_make_id(char id[RW_TOKEN_ID_SIZE]);

/* A token of this id with a new secret. */
void rw_token_make(const char *id, char text[RW_TOKEN_TEXT_SIZE]);

/* What is kept of a token. */
rw_token_digest rw_token_digest_of(const char *text, size_t length);

/* Takes the same time wherever the two differ. */
bool rw_token_digest_equal(const rw_token_digest *a, const rw_token_digest *b);

/* 64 lower-case hexadecimal characters, and back; false, with *out untouched, when they are not that. */
void rw_token_digest_write(const rw_token_digest *digest, char text[RW_TOKEN_DIGEST_TEXT_SIZE]);
bool rw_token_digest_read(const char *text, size_t length, rw_token_digest *out);

/* Overwrites a secret that is needed no more, in a way that the compiler does not leave out. */
void rw_token_wipe(void *memory, size_t size);

/* What a token allows. */
typedef enum rw_scope {
    RW_SCOPE_READ = 1,    /* read the catalogue and the server's state, check documents */
    RW_SCOPE_RESOLVE = 2, /* ask the solver about stored profiles */
    RW_SCOPE_WRITE = 4,   /* put and delete */
    RW_SCOPE_ADMIN = 8    /* everything, and what only an operator does */
} rw_scope;

#define RW_SCOPES_ALL 15U
#define RW_SCOPES_TEXT_SIZE 32 /* "read,resolve,write,admin" and a zero byte */

/* "read"; the lowest bit counts. */
const char *rw_scope_name(unsigned scopes);

/* Reads "read,resolve"; false, with *out untouched, when a name is unknown or there is none. */
bool rw_scopes_parse(const char *text, unsigned *out);
void rw_scopes_write(unsigned scopes, char text[RW_SCOPES_TEXT_SIZE]);

/* Whether `held` includes one of `wanted`; admin includes all. */
bool rw_scopes_allow(unsigned held, unsigned wanted);

/* A hash of short keys in tables: nobody who does not know the key can choose texts that collide. */
typedef struct rw_table_key {
    unsigned char bytes[16];
} rw_table_key;

rw_table_key rw_table_key_make(void);
uint64_t rw_table_hash(const rw_table_key *key, const void *bytes, size_t length);

#endif
