#include "access/token_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rw_token_use *use_of(const char *id, rw_token_use **uses)
{
    for (rw_token_use *use = *uses; use != NULL; use = use->next)
        if (strcmp(use->id, id) == 0)
            return use;
    rw_token_use *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    snprintf(made->id, sizeof made->id, "%s", id);
    atomic_init(&made->at_ms, 0);
    made->next = *uses;
    *uses = made;
    return made;
}

rw_token_table *rw_token_table_new(const rw_store_token_list *list, rw_token_use **uses)
{
    rw_token_table *table = calloc(1, sizeof *table + list->count * sizeof table->entries[0]);
    if (table == NULL)
        return NULL;
    table->version = list->version;
    for (; table->count < list->count; table->count++) {
        rw_token_entry *entry = &table->entries[table->count];
        entry->token = list->items[table->count];
        entry->use = use_of(entry->token.id, uses);
        if (entry->use == NULL) {
            rw_token_table_free(table);
            return NULL;
        }
    }
    return table;
}

void rw_token_table_free(rw_token_table *table)
{
    free(table);
}

void rw_token_uses_free(rw_token_use *uses)
{
    while (uses != NULL) {
        rw_token_use *next = uses->next;
        free(uses);
        uses = next;
    }
}

static bool secret_live(const rw_store_secret *secret, int64_t now_ms)
{
    return secret->ends_at_ms == 0 || now_ms < secret->ends_at_ms;
}

static bool expired(const rw_store_token *token, int64_t now_ms)
{
    return token->expires_at_ms != 0 && now_ms >= token->expires_at_ms;
}

size_t rw_token_table_live(const rw_token_table *table, int64_t now_ms)
{
    size_t live = 0;
    for (size_t i = 0; i < table->count; i++)
        live += table->entries[i].token.revoked_at_ms == 0 && !expired(&table->entries[i].token, now_ms) ? 1 : 0;
    return live;
}

static int compare_id(const void *id, const void *entry)
{
    return strcmp(id, ((const rw_token_entry *)entry)->token.id);
}

rw_token_verdict rw_token_table_find(const rw_token_table *table, const char *id, const rw_token_digest *digest,
                                     int64_t now_ms, const rw_token_entry **entry)
{
    const rw_token_entry *found = bsearch(id, table->entries, table->count, sizeof table->entries[0], compare_id);
    if (found == NULL || found->token.revoked_at_ms != 0)
        return RW_TOKEN_UNKNOWN;
    bool matches = false;
    for (size_t i = 0; i < found->token.secret_count; i++) {
        const rw_store_secret *secret = &found->token.secrets[i];
        const bool equal = rw_token_digest_equal(&secret->digest, digest);
        matches = matches || (equal && secret_live(secret, now_ms));
    }
    if (!matches)
        return RW_TOKEN_UNKNOWN;
    if (expired(&found->token, now_ms))
        return RW_TOKEN_EXPIRED;
    *entry = found;
    return RW_TOKEN_VALID;
}
