/*
 * The handlers that tell of the server itself, one file each.
 */
#ifndef RW_HTTP_HANDLERS_SYSTEM_H
#define RW_HTTP_HANDLERS_SYSTEM_H

#include "http/http.h"

rw_http_handler rw_handle_root;    /* GET / as JSON */
rw_http_handler rw_handle_livez;   /* GET /livez */
rw_http_handler rw_handle_readyz;  /* GET /readyz */
rw_http_handler rw_handle_metrics; /* GET /metrics */
rw_http_handler rw_handle_backup;  /* GET /backup */
rw_http_handler rw_handle_openapi; /* GET /openapi.json */
rw_http_handler rw_handle_limits;  /* GET /v1/limits */

rw_http_handler rw_handle_inspector;   /* GET / */
rw_http_handler rw_handle_asset;       /* GET /assets/{file} */
rw_http_handler rw_handle_docs;        /* GET /docs */
rw_http_handler rw_handle_docs_errors; /* GET /docs/errors */

/* What they produce. */
extern const char *const rw_backup_media[];
extern const char *const rw_root_media[];
extern const char *const rw_page_media[];
extern const char *const rw_asset_media[];

#endif
