/*
 * Who may do what, and who did what: tokens and the audit log, in the same store as the catalogue. What store.h says
 * of its calls holds here too: each is one atomic step, from any thread, with a status and a problem.
 */
#ifndef RW_STORE_ACCESS_H
#define RW_STORE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/origin.h"
#include "base/problem.h"
#include "base/token.h"
#include "store/store.h"

#define RW_STORE_TOKEN_NAME_MAX 128 /* bytes */
#define RW_STORE_TOKEN_NAME_SIZE (RW_STORE_TOKEN_NAME_MAX + 1)
#define RW_STORE_TOKEN_SECRETS_MAX 2

typedef struct rw_store_secret {
    rw_token_digest digest;
    int64_t created_at_ms;
    int64_t ends_at_ms; /* 0: with the token */
} rw_store_secret;

typedef struct rw_store_token {
    char id[RW_TOKEN_ID_SIZE];
    char name[RW_STORE_TOKEN_NAME_SIZE];
    unsigned scopes; /* of rw_scope */
    int64_t created_at_ms;
    int64_t expires_at_ms;   /* 0: never */
    int64_t revoked_at_ms;   /* 0: not */
    int64_t last_used_at_ms; /* 0: never, as far as was noted */
    rw_store_secret secrets[RW_STORE_TOKEN_SECRETS_MAX]; /* the older first; none once it is revoked */
    size_t secret_count;
} rw_store_token;

typedef struct rw_store_token_list {
    rw_store_token *items; /* by id, byte by byte */
    size_t count;          /* those that are revoked or have expired included */
    int64_t version;       /* as of that moment */
} rw_store_token_list;

void rw_store_token_list_free(rw_store_token_list *list);

typedef struct rw_store_token_request {
    const char *id;   /* valid by rw_token_id_valid */
    const char *name; /* at most RW_STORE_TOKEN_NAME_MAX bytes of UTF-8 */
    unsigned scopes;
    int64_t expires_at_ms; /* 0: never */
    rw_token_digest digest;
    bool first_only; /* CONFLICT when the store ever had a token */
} rw_store_token_request;

/* CONFLICT (token_conflict) when the id is taken. */
rw_store_status rw_store_token_create(rw_store *store, const rw_store_token_request *request, const rw_origin *origin,
                                      rw_problem *problem);

/* Adds a second secret. The first one ends at old_ends_at_ms, or with the token when that is 0. NOT_FOUND
 * (token_not_found); CONFLICT when the token is revoked, has expired, or has two secrets that have not ended. */
rw_store_status rw_store_token_rotate(rw_store *store, const char *id, const rw_token_digest *digest,
                                      int64_t old_ends_at_ms, const rw_origin *origin, rw_problem *problem);

/* Ends a token for good; one that is revoked already is left as it is. NOT_FOUND. */
rw_store_status rw_store_token_revoke(rw_store *store, const char *id, const rw_origin *origin, rw_problem *problem);

/* Ends the older of a token's two secrets. NOT_FOUND; CONFLICT when it has not two. */
rw_store_status rw_store_token_revoke_old(rw_store *store, const char *id, const rw_origin *origin,
                                          rw_problem *problem);

/* *out is owned by the caller. */
rw_store_status rw_store_token_list_read(rw_store *store, rw_store_token_list *out, rw_problem *problem);

/* Rises with every change above, whichever process makes it. */
rw_store_status rw_store_token_version(rw_store *store, int64_t *version, rw_problem *problem);

typedef struct rw_store_token_use {
    char id[RW_TOKEN_ID_SIZE];
    int64_t at_ms;
} rw_store_token_use;

/* Notes when tokens were last used; does not touch the version. An id that is not there is passed over. */
rw_store_status rw_store_token_note_uses(rw_store *store, const rw_store_token_use *uses, size_t count,
                                         rw_problem *problem);

/* One change, as the log of who did what has it. No entry is ever changed or removed. */
typedef struct rw_store_audit_entry {
    int64_t sequence; /* 1, 2, …; commit order */
    int64_t at_ms;
    char actor[RW_TOKEN_ID_SIZE];
    char action[32];            /* clip.put, clip.delete, profile.put, profile.delete, token.create, token.rotate,
                                 * token.revoke, token.revoke_old */
    char subject[RW_NAME_SIZE]; /* name of the clip or profile, id of the token */
    int64_t revision;           /* that was put, or was the head when it was deleted; 0: none */
    char remote[64];            /* "": none */
    char request_id[129];       /* "": none */
} rw_store_audit_entry;

typedef struct rw_store_audit_list {
    rw_store_audit_entry *items;
    size_t count;
    bool more;
} rw_store_audit_list;

void rw_store_audit_list_free(rw_store_audit_list *list);

/* Entries above `since`, ascending, at most `limit` (1 or more). *out is owned by the caller. */
rw_store_status rw_store_audit_read(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                                    rw_problem *problem);

#endif
