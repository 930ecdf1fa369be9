#include "http/handlers/handlers.h"
#include "http/handlers/system.h"

static const char *const readyz_query[] = {"verbose", NULL};
static const char *const metrics_media[] = {"text/plain", NULL};

#define SOLVES (RW_HTTP_BODY_REQUIRED | RW_HTTP_RECORDED)

static const rw_http_route routes[] = {
    {RW_HTTP_GET, "/livez", rw_handle_livez, NULL, NULL, RW_HTTP_HEALTH, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/readyz", rw_handle_readyz, readyz_query, NULL, RW_HTTP_HEALTH, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/metrics", rw_handle_metrics, NULL, metrics_media, 0, RW_SCOPE_READ},
    {RW_HTTP_GET, "/backup", rw_handle_backup, NULL, rw_backup_media, RW_HTTP_STORE, RW_SCOPE_ADMIN},
#define SYSTEM_COUNT 4

    {RW_HTTP_GET, "/", rw_handle_inspector, NULL, rw_root_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/assets/{file}", rw_handle_asset, NULL, rw_asset_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/docs", rw_handle_docs, NULL, rw_page_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/docs/errors", rw_handle_docs_errors, NULL, rw_page_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/openapi.json", rw_handle_openapi, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/v1/limits", rw_handle_limits, NULL, NULL, 0, RW_HTTP_ANY_TOKEN},

    {RW_HTTP_POST, "/v1/resolve", rw_handle_resolve, NULL, NULL, SOLVES, RW_SCOPE_RESOLVE},
    {RW_HTTP_POST, "/v1/trajectory", rw_handle_trajectory, NULL, NULL, SOLVES, RW_SCOPE_RESOLVE},
    {RW_HTTP_POST, "/v1/step", rw_handle_step, NULL, NULL, SOLVES, RW_SCOPE_RESOLVE},
    {RW_HTTP_POST, "/v1/verify", rw_handle_verify, NULL, NULL, SOLVES, RW_SCOPE_RESOLVE},
    {RW_HTTP_POST, "/v1/reach", rw_handle_reach, NULL, NULL, SOLVES, RW_SCOPE_RESOLVE},
    {RW_HTTP_POST, "/v1/select", rw_handle_select, NULL, NULL, SOLVES, RW_SCOPE_RESOLVE},
    {RW_HTTP_POST, "/v1/validate", rw_handle_validate, NULL, NULL,
     SOLVES | RW_HTTP_BODY_DOCUMENT, RW_SCOPE_READ},

    {RW_HTTP_GET, "/v1/changes", rw_handle_changes, rw_changes_query, NULL, 0, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/export", rw_handle_export, NULL, rw_export_media, RW_HTTP_STORE, RW_SCOPE_READ},
    {RW_HTTP_POST, "/v1/import", rw_handle_import, rw_import_query, NULL,
     RW_HTTP_BODY_REQUIRED | RW_HTTP_BODY_IMPORT | RW_HTTP_STORE, RW_SCOPE_ADMIN},

    {RW_HTTP_GET, "/v1/clips", rw_handle_clip_list, rw_clip_list_query, NULL, 0, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/clips/{name}", rw_handle_clip_get, NULL, NULL, RW_HTTP_STORE, RW_SCOPE_READ},
    {RW_HTTP_PUT, "/v1/clips/{name}", rw_handle_clip_put, NULL, NULL,
     RW_HTTP_BODY_REQUIRED | RW_HTTP_BODY_DOCUMENT | RW_HTTP_STORE, RW_SCOPE_WRITE},
    {RW_HTTP_DELETE, "/v1/clips/{name}", rw_handle_clip_delete, NULL, NULL, RW_HTTP_STORE, RW_SCOPE_WRITE},
    {RW_HTTP_GET, "/v1/clips/{name}/curve", rw_handle_clip_curve, rw_clip_curve_query, rw_clip_curve_media,
     0, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/clips/{name}/motion", rw_handle_clip_motion, rw_clip_motion_query, NULL, 0, RW_SCOPE_READ},
    {RW_HTTP_POST, "/v1/clips/{name}/purge", rw_handle_clip_purge, NULL, NULL, RW_HTTP_STORE, RW_SCOPE_ADMIN},
    {RW_HTTP_GET, "/v1/clips/{name}/revisions", rw_handle_clip_revisions, rw_revisions_query, NULL,
     RW_HTTP_STORE, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/clips/{name}/revisions/{revision}", rw_handle_clip_get, NULL, NULL,
     RW_HTTP_STORE, RW_SCOPE_READ},

    {RW_HTTP_GET, "/v1/profiles", rw_handle_profile_list, rw_profile_list_query, NULL, 0, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/profiles/{name}", rw_handle_profile_get, NULL, NULL, 0, RW_SCOPE_READ},
    {RW_HTTP_PUT, "/v1/profiles/{name}", rw_handle_profile_put, NULL, NULL,
     RW_HTTP_BODY_REQUIRED | RW_HTTP_BODY_DOCUMENT | RW_HTTP_STORE, RW_SCOPE_WRITE},
    {RW_HTTP_DELETE, "/v1/profiles/{name}", rw_handle_profile_delete, NULL, NULL, RW_HTTP_STORE, RW_SCOPE_WRITE},
    {RW_HTTP_GET, "/v1/profiles/{name}/difference", rw_handle_profile_difference, rw_profile_difference_query, NULL,
     0, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/profiles/{name}/findings", rw_handle_profile_findings, NULL, NULL, 0, RW_SCOPE_READ},
    {RW_HTTP_POST, "/v1/profiles/{name}/purge", rw_handle_profile_purge, NULL, NULL, RW_HTTP_STORE, RW_SCOPE_ADMIN},
    {RW_HTTP_GET, "/v1/profiles/{name}/reach", rw_handle_profile_reach, rw_profile_reach_query, NULL,
     RW_HTTP_RECORDED, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/profiles/{name}/revisions", rw_handle_profile_revisions, rw_revisions_query, NULL,
     RW_HTTP_STORE, RW_SCOPE_READ},
    {RW_HTTP_GET, "/v1/profiles/{name}/revisions/{revision}", rw_handle_profile_get, NULL, NULL,
     0, RW_SCOPE_READ},

    {RW_HTTP_GET, "/v1/audit", rw_handle_audit, rw_audit_query, NULL, RW_HTTP_STORE, RW_SCOPE_ADMIN},
    {RW_HTTP_GET, "/v1/tokens", rw_handle_token_list, rw_token_list_query, NULL, RW_HTTP_STORE, RW_SCOPE_ADMIN},
};

const rw_http_route *rw_http_routes(size_t *count)
{
    *count = sizeof routes / sizeof *routes;
    return routes;
}

const rw_http_route *rw_http_routes_system(size_t *count)
{
    *count = SYSTEM_COUNT;
    return routes;
}

const rw_http_route *rw_http_routes_api(size_t *count)
{
    *count = sizeof routes / sizeof *routes - SYSTEM_COUNT;
    return routes + SYSTEM_COUNT;
}
