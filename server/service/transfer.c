#include "service/internal.h"

bool rw_service_export(rw_service *service, const rw_store_export_sink *sink, int64_t *version, rw_problem *problem)
{
    return rw_store_export(service->store, sink, version, problem) == RW_STORE_OK;
}

bool rw_service_import(rw_service *service, const rw_store_import_request *request, rw_store_import_result *result,
                       rw_problem *problem)
{
    rw_store_import_result made;
    const rw_store_status status = rw_store_import(service->store, request, &made, problem);
    if (status != RW_STORE_OK && !request->dry_run)
        rw_service_write_failed(service, status);
    if (status != RW_STORE_OK || (!request->dry_run && !rw_service_refresh(service, problem)))
        return false;
    *result = made;
    return true;
}

bool rw_service_purge(rw_service *service, rw_service_kind kind, const char *name, const rw_origin *origin,
                      rw_store_purge_result *result, rw_problem *problem)
{
    rw_store_purge_result made;
    const rw_store_status status =
        rw_store_purge(service->store, rw_service_store_kind(kind), name, origin, &made, problem);
    if (status != RW_STORE_OK)
        rw_service_write_failed(service, status);
    /* Whatever came of it: what was purged must not be answered from memory. */
    rw_catalog_forget_old_revisions(service->catalog);
    if (status != RW_STORE_OK || !rw_service_refresh(service, problem))
        return false;
    *result = made;
    return true;
}

bool rw_service_backup_file(rw_service *service, int *descriptor, rw_problem *problem)
{
    return rw_store_backup_file(service->store, descriptor, problem) == RW_STORE_OK;
}

bool rw_service_scratch_file(rw_service *service, int *descriptor, rw_problem *problem)
{
    return rw_store_scratch_file(service->store, descriptor, problem) == RW_STORE_OK;
}

bool rw_service_list_changes(rw_service *service, int64_t since, size_t limit, rw_store_change_list *out,
                             rw_problem *problem)
{
    return rw_store_list_changes(service->store, since, limit, out, problem) == RW_STORE_OK;
}
