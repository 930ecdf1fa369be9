#include "store/access.h"

#include <stdlib.h>

#include "store/store_backend.h"

void rw_store_token_list_free(rw_store_token_list *list)
{
    if (list == NULL)
        return;
    free(list->items);
    *list = (rw_store_token_list){.items = NULL};
}

void rw_store_audit_list_free(rw_store_audit_list *list)
{
    if (list == NULL)
        return;
    free(list->items);
    *list = (rw_store_audit_list){.items = NULL};
}

rw_store_status rw_store_token_create(rw_store *store, const rw_store_token_request *request, const rw_origin *origin,
                                      rw_problem *problem)
{
    return store->operations->access->create(store, request, origin, problem);
}

rw_store_status rw_store_token_rotate(rw_store *store, const char *id, const rw_token_digest *digest,
                                      int64_t old_ends_at_ms, const rw_origin *origin, rw_problem *problem)
{
    return store->operations->access->rotate(store, id, digest, old_ends_at_ms, origin, problem);
}

rw_store_status rw_store_token_revoke(rw_store *store, const char *id, const rw_origin *origin, rw_problem *problem)
{
    return store->operations->access->revoke(store, id, false, origin, problem);
}

rw_store_status rw_store_token_revoke_old(rw_store *store, const char *id, const rw_origin *origin,
                                          rw_problem *problem)
{
    return store->operations->access->revoke(store, id, true, origin, problem);
}

rw_store_status rw_store_token_list_read(rw_store *store, rw_store_token_list *out, rw_problem *problem)
{
    return store->operations->access->list(store, out, problem);
}

rw_store_status rw_store_token_version(rw_store *store, int64_t *version, rw_problem *problem)
{
    return store->operations->access->version(store, version, problem);
}

rw_store_status rw_store_token_note_uses(rw_store *store, const rw_store_token_use *uses, size_t count,
                                         rw_problem *problem)
{
    return store->operations->access->note_uses(store, uses, count, problem);
}

rw_store_status rw_store_audit_read(rw_store *store, int64_t since, size_t limit, rw_store_audit_list *out,
                                    rw_problem *problem)
{
    return store->operations->access->audit(store, since, limit, out, problem);
}
