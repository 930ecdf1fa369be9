/*
 * The tokens of the store at one moment, made for looking up: immutable once built.
 */
#ifndef RW_ACCESS_TOKEN_TABLE_H
#define RW_ACCESS_TOKEN_TABLE_H

#include <stdatomic.h>

#include "store/access.h"

/* When a token was last used; outlives the tables that point to it. */
typedef struct rw_token_use {
    struct rw_token_use *next;
    char id[RW_TOKEN_ID_SIZE];
    atomic_int_fast64_t at_ms;
    int64_t noted_ms; /* what the store knows */
} rw_token_use;

typedef struct rw_token_entry {
    rw_store_token token;
    rw_token_use *use;
} rw_token_entry;

typedef struct rw_token_table {
    int64_t version;
    size_t count; /* those that are revoked or have expired included */
    rw_token_entry entries[]; /* by id */
} rw_token_table;

/* Takes over what the list says; tokens that `uses` does not have yet are put in front of it. NULL without memory; the
 * uses added by then stay and do no harm. */
rw_token_table *rw_token_table_new(const rw_store_token_list *list, rw_token_use **uses);

/* Takes NULL. */
void rw_token_table_free(rw_token_table *table);

void rw_token_uses_free(rw_token_use *uses);

/* How many could be used at this moment. */
size_t rw_token_table_live(const rw_token_table *table, int64_t now_ms);

typedef enum rw_token_verdict {
    RW_TOKEN_VALID,
    RW_TOKEN_UNKNOWN, /* no such id, another secret, revoked, or the secret has ended */
    RW_TOKEN_EXPIRED  /* a secret of the token, whose time is over */
} rw_token_verdict;

/* Looks up by id, which is public, and compares secrets in constant time. *entry is set when VALID. */
rw_token_verdict rw_token_table_find(const rw_token_table *table, const char *id, const rw_token_digest *digest,
                                     int64_t now_ms, const rw_token_entry **entry);

#endif
