/*
 * Who may ask: the store's tokens in memory, and how often each may ask.
 *
 * Tokens are asked for from the moment the store has its first one, and then for ever: revoking the last, or letting it
 * expire, leaves a server that nobody can use, not one that everybody can. Requests look tokens up in an immutable table
 * without a lock. A thread asks the store once a second whether its tokens have changed, whichever process changed
 * them, and swaps the table; while the store cannot be read the last table stays in force. The thread also notes
 * in the store, once a minute, when tokens were last used.
 *
 * Any thread may call anything but open and close.
 */
#ifndef RW_ACCESS_ACCESS_H
#define RW_ACCESS_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/origin.h"
#include "base/problem.h"
#include "base/token.h"
#include "obs/log.h"
#include "obs/metrics.h"
#include "store/access.h"

typedef struct rw_access rw_access;

typedef struct rw_access_rates {
    int64_t per_token_second;   /* requests a second of one token; 0: any number */
    int64_t per_address_second; /* of one address */
    int64_t burst;              /* of either at once; 0: what a second allows */
} rw_access_rates;

typedef struct rw_access_options {
    rw_store *store; /* borrowed; outlives the access */
    rw_log *log;     /* may be NULL */
    rw_metrics *metrics; /* may be NULL */
    rw_access_rates rates;
} rw_access_options;

/* Reads the tokens and starts the thread. *out is owned by the caller. */
bool rw_access_open(const rw_access_options *options, rw_access **out, rw_problem *problem);

/* Notes what was used since the last time, and ends. Takes NULL. */
void rw_access_close(rw_access *access);

/*
 * Gives a store that never had a token its first one, with every scope, named "bootstrap". `text` is the token; one
 * that has not the form is refused with invalid_parameter. A store that has tokens is left as it is: OK.
 */
bool rw_access_bootstrap(rw_store *store, const char *text, rw_log *log, rw_problem *problem);

/* Looks at once instead of within a second. */
bool rw_access_refresh(rw_access *access, rw_problem *problem);

/* From now on; buckets stay as full as they are. */
void rw_access_set_rates(rw_access *access, const rw_access_rates *rates);

/* Whether tokens are asked for. Once true, always true. */
bool rw_access_asks(const rw_access *access);

/* Who sent a request. */
typedef struct rw_access_identity {
    char id[RW_TOKEN_ID_SIZE];
    unsigned scopes;
} rw_access_identity;

/* Reads the value of an Authorization header, NULL when there is none. False with token_required, token_invalid or
 * token_expired. */
bool rw_access_check(rw_access *access, const char *authorization, rw_access_identity *identity, rw_problem *problem);

/* Whether the identity has one of the scopes wanted; false with scope_…_required, named after the first of them. */
bool rw_access_allows(rw_access *access, const rw_access_identity *identity, unsigned wanted, rw_problem *problem);

/* Take one request out of a bucket; false, with rate_limited and how long to wait, when it is empty. Addresses are
 * texts; of an IPv6 address the first 64 bits count, which is what one client has. */
bool rw_access_admit_address(rw_access *access, const char *remote, int64_t *wait_ns, rw_problem *problem);
bool rw_access_admit_token(rw_access *access, const char *id, int64_t *wait_ns, rw_problem *problem);

/* What the store holds; for operators. */
bool rw_access_list_tokens(rw_access *access, rw_store_token_list *out, rw_problem *problem);
bool rw_access_read_audit(rw_access *access, int64_t since, size_t limit, rw_store_audit_list *out,
                          rw_problem *problem);

#endif
