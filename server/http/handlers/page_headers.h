/*
 * What every HTML page and every file of the inspector is sent with.
 */
#ifndef RW_HTTP_HANDLERS_PAGE_HEADERS_H
#define RW_HTTP_HANDLERS_PAGE_HEADERS_H

#include "http/http.h"

#define RW_HTTP_HTML "text/html; charset=utf-8"

/* The policy of a page: scripts, styles and pictures from this server alone, nothing inline, no frame around it, and
 * no word to others about where the reader came from. */
void rw_handler_page_headers(rw_http_response *response);

#endif
