/*
 * The handlers that tell of the server itself, one file each.
 */
#ifndef RW_HTTP_HANDLERS_SYSTEM_H
#define RW_HTTP_HANDLERS_SYSTEM_H

#include "http/http.h"

rw_http_handler rw_handle_root;    /* GET / */
rw_http_handler rw_handle_livez;   /* GET /livez */
rw_http_handler rw_handle_readyz;  /* GET /readyz */
rw_http_handler rw_handle_metrics; /* GET /metrics */
rw_http_handler rw_handle_openapi; /* GET /openapi.json */
rw_http_handler rw_handle_limits;  /* GET /v1/limits */

#endif
