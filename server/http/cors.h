/*
 * Which pages of other origins may read answers and send requests: those of a list, and none unless there is one. A
 * browser asks with OPTIONS before it lets a page send most requests, and keeps from it what does not name its origin.
 */
#ifndef RW_HTTP_CORS_H
#define RW_HTTP_CORS_H

#include <stdbool.h>

#include "http/http.h"

/* Whether the origin, as an Origin header names it, is one of a comma-separated list. "null" never is. */
bool rw_http_cors_lists(const char *origins, const char *origin);

/* Adds to an answer what lets a page of a listed origin read it and, to that of a preflight, use the methods (of
 * rw_http_allow_write()) and the request headers that the API knows. Without a list nothing is added. */
void rw_http_cors_answer(const char *origins, const rw_http_request *request, unsigned allowed,
                         rw_http_response *response);

#endif
