#include "store/access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/statement.h"

#define FIRST_CAPACITY 16

void rw_store_token_list_free(rw_store_token_list *list)
{
    if (list == NULL)
        return;
    free(list->items);
    *list = (rw_store_token_list){.items = NULL};
}

static rw_store_status conflict(rw_problem *problem, const char *id, const char *what)
{
    rw_problem_set(problem, RW_PROBLEM_TOKEN_CONFLICT, "token \"%s\" %s", id, what);
    return RW_STORE_CONFLICT;
}

/* The last steps of every change. */
static rw_store_status conclude(rw_sql *sql, const char *action, const char *id, const rw_origin *origin,
                                int64_t now_ms, rw_problem *problem)
{
    const rw_sql_audit entry = {.action = action, .subject = id, .at_ms = now_ms};
    sql->counters.access++;
    return rw_sql_append_audit(sql, origin, &entry, problem);
}

static rw_store_status add_secret(rw_sql *sql, const char *id, const rw_token_digest *digest, int64_t now_ms,
                                  rw_problem *problem)
{
    char text[RW_TOKEN_DIGEST_TEXT_SIZE];
    rw_token_digest_write(digest, text);
    rw_sql_query query = rw_sql_query_begin(
        sql, "INSERT INTO token_secrets (token_id, number, digest, created_at) VALUES ($1, "
             "(SELECT coalesce(max(number), 0) + 1 FROM token_secrets WHERE token_id = $1), $2, $3)");
    rw_sql_bind_text(&query, 1, id);
    rw_sql_bind_text(&query, 2, text);
    rw_sql_bind_int(&query, 3, now_ms);
    return rw_sql_query_end(&query, "write the token's secret", problem);
}

/* ---- one token ---- */

typedef struct token_state {
    bool found;
    int64_t expires_at_ms, revoked_at_ms;
    int64_t secrets; /* that have not ended */
} token_state;

static rw_store_status read_state(rw_sql *sql, const char *id, int64_t now_ms, token_state *state, rw_problem *problem)
{
    *state = (token_state){.found = false};
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT coalesce(t.expires_at, 0), coalesce(t.revoked_at, 0), (SELECT count(*) FROM token_secrets s "
             "WHERE s.token_id = t.id AND (s.ends_at IS NULL OR s.ends_at > $2)) FROM tokens t WHERE t.id = $1");
    rw_sql_bind_text(&query, 1, id);
    rw_sql_bind_int(&query, 2, now_ms);
    if (rw_sql_query_row(&query)) {
        *state = (token_state){.found = true,
                               .expires_at_ms = rw_sql_column_int(&query, 0),
                               .revoked_at_ms = rw_sql_column_int(&query, 1),
                               .secrets = rw_sql_column_int(&query, 2)};
    }
    return rw_sql_query_end(&query, "look for the token", problem);
}

/* The same for a token that has to be there. */
static rw_store_status find_state(rw_sql *sql, const char *id, int64_t now_ms, token_state *state, rw_problem *problem)
{
    const rw_store_status status = read_state(sql, id, now_ms, state, problem);
    if (status != RW_STORE_OK || state->found)
        return status;
    rw_problem_set(problem, RW_PROBLEM_TOKEN_NOT_FOUND, "there is no token \"%s\"", id);
    return RW_STORE_NOT_FOUND;
}

typedef struct token_work {
    const char *id;
    const rw_token_digest *digest;
    const rw_store_token_request *request;
    const rw_origin *origin;
    int64_t old_ends_at_ms;
    int64_t now_ms;
    bool only_old;
} token_work;

static rw_store_status transact(rw_store *store, rw_sql_work inside, token_work *work, rw_problem *problem)
{
    work->now_ms = rw_clock_wall_ms();
    return rw_sql_transact(store, RW_SQL_WRITE, inside, work, problem);
}

static rw_store_status refuse_second(rw_sql *sql, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(sql, "SELECT 1 FROM tokens LIMIT 1");
    const bool some = rw_sql_query_row(&query);
    const rw_store_status status = rw_sql_query_end(&query, "look for tokens", problem);
    if (status != RW_STORE_OK || !some)
        return status;
    rw_problem_set(problem, RW_PROBLEM_TOKEN_CONFLICT, "the store has tokens already");
    return RW_STORE_CONFLICT;
}

static rw_store_status create_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    const token_work *work = context;
    const rw_store_token_request *request = work->request;
    token_state state;
    rw_store_status status = request->first_only ? refuse_second(sql, problem) : RW_STORE_OK;
    if (status == RW_STORE_OK)
        status = read_state(sql, request->id, work->now_ms, &state, problem);
    if (status != RW_STORE_OK)
        return status;
    if (state.found)
        return conflict(problem, request->id, "is there already; choose another id");
    rw_sql_query query = rw_sql_query_begin(
        sql, "INSERT INTO tokens (id, name, scopes, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)");
    rw_sql_bind_text(&query, 1, request->id);
    rw_sql_bind_text(&query, 2, request->name);
    rw_sql_bind_int(&query, 3, request->scopes);
    rw_sql_bind_int(&query, 4, work->now_ms);
    if (request->expires_at_ms != 0)
        rw_sql_bind_int(&query, 5, request->expires_at_ms);
    else
        rw_sql_bind_null(&query, 5);
    status = rw_sql_query_end(&query, "write the token", problem);
    if (status == RW_STORE_OK)
        status = add_secret(sql, request->id, &request->digest, work->now_ms, problem);
    if (status == RW_STORE_OK)
        status = conclude(sql, "token.create", request->id, work->origin, work->now_ms, problem);
    return status;
}

rw_store_status rw_store_token_create(rw_store *store, const rw_store_token_request *request, const rw_origin *origin,
                                      rw_problem *problem)
{
    token_work work = {.request = request, .origin = origin};
    return transact(store, create_inside, &work, problem);
}

static rw_store_status drop_ended(rw_sql *sql, const token_work *work, rw_problem *problem)
{
    rw_sql_query query = rw_sql_query_begin(sql, "DELETE FROM token_secrets WHERE token_id = $1 AND ends_at <= $2");
    rw_sql_bind_text(&query, 1, work->id);
    rw_sql_bind_int(&query, 2, work->now_ms);
    return rw_sql_query_end(&query, "remove secrets that have ended", problem);
}

static rw_store_status end_old(rw_sql *sql, const token_work *work, rw_problem *problem)
{
    if (work->old_ends_at_ms == 0)
        return RW_STORE_OK;
    rw_sql_query query = rw_sql_query_begin(
        sql, "UPDATE token_secrets SET ends_at = $2 WHERE token_id = $1 AND coalesce(ends_at, $2) >= $2");
    rw_sql_bind_text(&query, 1, work->id);
    rw_sql_bind_int(&query, 2, work->old_ends_at_ms);
    return rw_sql_query_end(&query, "set the end of the old secret", problem);
}

static rw_store_status rotate_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    const token_work *work = context;
    token_state state;
    rw_store_status status = find_state(sql, work->id, work->now_ms, &state, problem);
    if (status != RW_STORE_OK)
        return status;
    if (state.revoked_at_ms != 0)
        return conflict(problem, work->id, "is revoked; make a new one");
    if (state.expires_at_ms != 0 && state.expires_at_ms <= work->now_ms)
        return conflict(problem, work->id, "has expired; make a new one");
    if (state.secrets >= RW_STORE_TOKEN_SECRETS_MAX)
        return conflict(problem, work->id, "has two secrets already; revoke the old one first");
    status = drop_ended(sql, work, problem);
    if (status == RW_STORE_OK)
        status = end_old(sql, work, problem);
    if (status == RW_STORE_OK)
        status = add_secret(sql, work->id, work->digest, work->now_ms, problem);
    if (status == RW_STORE_OK)
        status = conclude(sql, "token.rotate", work->id, work->origin, work->now_ms, problem);
    return status;
}

rw_store_status rw_store_token_rotate(rw_store *store, const char *id, const rw_token_digest *digest,
                                      int64_t old_ends_at_ms, const rw_origin *origin, rw_problem *problem)
{
    token_work work = {.id = id, .digest = digest, .old_ends_at_ms = old_ends_at_ms, .origin = origin};
    return transact(store, rotate_inside, &work, problem);
}

static rw_store_status drop_secrets(rw_sql *sql, const token_work *work, rw_problem *problem)
{
    rw_sql_query query =
        rw_sql_query_begin(sql, work->only_old ? "DELETE FROM token_secrets WHERE token_id = $1 AND number < "
                                                 "(SELECT max(number) FROM token_secrets WHERE token_id = $1)"
                                               : "DELETE FROM token_secrets WHERE token_id = $1");
    rw_sql_bind_text(&query, 1, work->id);
    return rw_sql_query_end(&query, "remove the token's secrets", problem);
}

static rw_store_status mark_revoked(rw_sql *sql, const token_work *work, rw_problem *problem)
{
    if (work->only_old)
        return RW_STORE_OK;
    rw_sql_query query = rw_sql_query_begin(sql, "UPDATE tokens SET revoked_at = $2 WHERE id = $1");
    rw_sql_bind_text(&query, 1, work->id);
    rw_sql_bind_int(&query, 2, work->now_ms);
    return rw_sql_query_end(&query, "revoke the token", problem);
}

static rw_store_status revoke_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    const token_work *work = context;
    token_state state;
    rw_store_status status = find_state(sql, work->id, work->now_ms, &state, problem);
    if (status != RW_STORE_OK)
        return status;
    if (work->only_old && state.secrets < RW_STORE_TOKEN_SECRETS_MAX)
        return conflict(problem, work->id, "has no older secret; to revoke the token itself leave that out");
    if (state.revoked_at_ms != 0)
        return RW_STORE_OK;
    status = drop_secrets(sql, work, problem);
    if (status == RW_STORE_OK)
        status = mark_revoked(sql, work, problem);
    if (status == RW_STORE_OK)
        status = conclude(sql, work->only_old ? "token.revoke_old" : "token.revoke", work->id, work->origin,
                          work->now_ms, problem);
    return status;
}

rw_store_status rw_store_token_revoke(rw_store *store, const char *id, const rw_origin *origin, rw_problem *problem)
{
    token_work work = {.id = id, .origin = origin};
    return transact(store, revoke_inside, &work, problem);
}

rw_store_status rw_store_token_revoke_old(rw_store *store, const char *id, const rw_origin *origin, rw_problem *problem)
{
    token_work work = {.id = id, .only_old = true, .origin = origin};
    return transact(store, revoke_inside, &work, problem);
}

/* ---- all of them ---- */

typedef struct list_work {
    rw_store_token_list list;
    size_t capacity;
} list_work;

static rw_store_status no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the tokens");
    return RW_STORE_NO_MEMORY;
}

/* The token that a row is about; the rows of one token follow each other. NULL without memory. */
static rw_store_token *token_of_row(rw_sql_query *row, list_work *work)
{
    size_t length = 0;
    rw_store_token_list *list = &work->list;
    const char *id = rw_sql_column_text(row, 0, &length);
    if (list->count > 0 && strcmp(list->items[list->count - 1].id, id) == 0)
        return &list->items[list->count - 1];
    if (list->count == work->capacity) {
        const size_t capacity = work->capacity == 0 ? FIRST_CAPACITY : work->capacity * 2;
        rw_store_token *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL)
            return NULL;
        list->items = items;
        work->capacity = capacity;
    }
    rw_store_token *token = &list->items[list->count++];
    *token = (rw_store_token){
        .scopes = (unsigned)rw_sql_column_int(row, 2),
        .created_at_ms = rw_sql_column_int(row, 3),
        .expires_at_ms = rw_sql_column_int(row, 4),
        .revoked_at_ms = rw_sql_column_int(row, 5),
        .last_used_at_ms = rw_sql_column_int(row, 6),
    };
    snprintf(token->id, sizeof token->id, "%s", id);
    snprintf(token->name, sizeof token->name, "%s", rw_sql_column_text(row, 1, &length));
    return token;
}

/* Two at most are ever live; of more, which only a file that others wrote can hold, the newest count. */
static rw_store_status take_secret(rw_sql_query *row, rw_store_token *token, rw_problem *problem)
{
    size_t length = 0;
    const char *text = rw_sql_column_text(row, 7, &length);
    rw_store_secret secret = {.created_at_ms = rw_sql_column_int(row, 8), .ends_at_ms = rw_sql_column_int(row, 9)};
    if (length == 0)
        return RW_STORE_OK;
    if (!rw_token_digest_read(text, length, &secret.digest)) {
        rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT, "the database is damaged: a secret of token \"%s\" is none",
                       token->id);
        return RW_STORE_CORRUPT;
    }
    if (token->secret_count == RW_STORE_TOKEN_SECRETS_MAX)
        token->secrets[0] = token->secrets[--token->secret_count];
    token->secrets[token->secret_count++] = secret;
    return RW_STORE_OK;
}

static rw_store_status list_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    list_work *work = context;
    work->list.count = 0;
    rw_sql_counters counters;
    rw_store_status status = rw_sql_read_counters(sql, &counters, problem);
    if (status != RW_STORE_OK)
        return status;
    work->list.version = counters.access;
    rw_sql_query query = rw_sql_query_begin(
        sql, "SELECT t.id, t.name, t.scopes, t.created_at, coalesce(t.expires_at, 0), coalesce(t.revoked_at, 0), "
             "coalesce(t.last_used_at, 0), s.digest, s.created_at, coalesce(s.ends_at, 0) "
             "FROM tokens t LEFT JOIN token_secrets s ON s.token_id = t.id ORDER BY t.id, s.number");
    while (status == RW_STORE_OK && rw_sql_query_row(&query)) {
        rw_store_token *token = token_of_row(&query, work);
        status = token == NULL ? no_memory(problem) : take_secret(&query, token, problem);
    }
    const rw_store_status end = rw_sql_query_end(&query, "read the tokens", problem);
    return status != RW_STORE_OK ? status : end;
}

rw_store_status rw_store_token_list_read(rw_store *store, rw_store_token_list *out, rw_problem *problem)
{
    list_work work = {.capacity = 0};
    const rw_store_status status = rw_sql_transact(store, RW_SQL_READ, list_inside, &work, problem);
    if (status == RW_STORE_OK)
        *out = work.list;
    else
        rw_store_token_list_free(&work.list);
    return status;
}

static rw_store_status version_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    return rw_sql_read_counters(sql, context, problem);
}

rw_store_status rw_store_token_version(rw_store *store, int64_t *version, rw_problem *problem)
{
    rw_sql_counters counters;
    const rw_store_status status = rw_sql_transact(store, RW_SQL_READ, version_inside, &counters, problem);
    if (status == RW_STORE_OK)
        *version = counters.access;
    return status;
}

typedef struct uses_work {
    const rw_store_token_use *uses;
    size_t count;
} uses_work;

static rw_store_status uses_inside(rw_sql *sql, void *context, rw_problem *problem)
{
    const uses_work *work = context;
    rw_store_status status = RW_STORE_OK;
    for (size_t i = 0; i < work->count && status == RW_STORE_OK; i++) {
        rw_sql_query query = rw_sql_query_begin(
            sql, "UPDATE tokens SET last_used_at = $2 WHERE id = $1 AND coalesce(last_used_at, 0) < $2");
        rw_sql_bind_text(&query, 1, work->uses[i].id);
        rw_sql_bind_int(&query, 2, work->uses[i].at_ms);
        status = rw_sql_query_end(&query, "note the use of a token", problem);
    }
    return status;
}

rw_store_status rw_store_token_note_uses(rw_store *store, const rw_store_token_use *uses, size_t count,
                                         rw_problem *problem)
{
    uses_work work = {.uses = uses, .count = count};
    return rw_sql_transact(store, RW_SQL_WRITE, uses_inside, &work, problem);
}
