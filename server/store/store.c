#include "store/store.h"

#include <stdlib.h>

#include "store/store_backend.h"

void rw_store_revision_free(rw_store_revision *revision)
{
    if (revision == NULL)
        return;
    free(revision->document);
    *revision = (rw_store_revision){.kind = revision->kind};
}

void rw_store_revision_list_free(rw_store_revision_list *list)
{
    if (list == NULL)
        return;
    for (size_t i = 0; i < list->count; i++)
        rw_store_revision_free(&list->items[i]);
    free(list->items);
    *list = (rw_store_revision_list){.items = NULL};
}

void rw_store_change_list_free(rw_store_change_list *list)
{
    if (list == NULL)
        return;
    free(list->items);
    *list = (rw_store_change_list){.items = NULL};
}

rw_store_status rw_store_put(rw_store *store, const rw_store_put_request *request, rw_store_put_result *result,
                             rw_problem *problem)
{
    return store->operations->put(store, request, result, problem);
}

rw_store_status rw_store_delete(rw_store *store, const rw_store_delete_request *request, int64_t *sequence,
                                rw_problem *problem)
{
    return store->operations->remove(store, request, sequence, problem);
}

rw_store_status rw_store_get_revision(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                      rw_store_revision *out, rw_problem *problem)
{
    return store->operations->get_revision(store, kind, name, revision, out, problem);
}

rw_store_status rw_store_list_revisions(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                        size_t limit, rw_store_revision_list *out, rw_problem *problem)
{
    return store->operations->list_revisions(store, kind, name, after, limit, out, problem);
}

rw_store_status rw_store_list_changes(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                      rw_problem *problem)
{
    return store->operations->list_changes(store, since, limit, out, problem);
}

rw_store_status rw_store_read_heads(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                    int64_t *sequence, rw_problem *problem)
{
    return store->operations->read_heads(store, since, visitor, context, sequence, problem);
}

rw_store_status rw_store_export(rw_store *store, const rw_store_export_sink *sink, int64_t *sequence,
                                rw_problem *problem)
{
    return store->operations->export_all(store, sink, sequence, problem);
}

rw_store_status rw_store_import(rw_store *store, const rw_store_import_request *request,
                                rw_store_import_result *result, rw_problem *problem)
{
    return store->operations->import(store, request, result, problem);
}

rw_store_status rw_store_purge(rw_store *store, rw_store_kind kind, const char *name, const rw_origin *origin,
                               rw_store_purge_result *result, rw_problem *problem)
{
    return store->operations->purge(store, kind, name, origin, result, problem);
}

rw_store_status rw_store_scratch_file(rw_store *store, int *descriptor, rw_problem *problem)
{
    return store->operations->scratch_file(store, descriptor, problem);
}

rw_store_status rw_store_ping(rw_store *store, rw_problem *problem)
{
    return store->operations->ping(store, problem);
}

void rw_store_close(rw_store *store)
{
    if (store != NULL)
        store->operations->close(store);
}
