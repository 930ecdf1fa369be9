/*
 * From method and path to a route.
 */
#ifndef RW_HTTP_ROUTER_H
#define RW_HTTP_ROUTER_H

#include <stdbool.h>
#include <stddef.h>

#include "http/http.h"
#include "http/target.h"

typedef struct rw_http_match {
    const rw_http_route *route; /* NULL: no route has this path with this method */
    unsigned allowed;           /* without a route: bit 1u << method for each method the path has; 0: no such path */
    rw_http_pair path[RW_HTTP_PATH_PARAMETERS_MAX];
    size_t path_count;
} rw_http_match;

/* HEAD finds the route of GET. OPTIONS finds none; `allowed` tells what to answer it. */
rw_http_match rw_http_route_find(const rw_http_route *routes, size_t count, rw_http_method method,
                                 const rw_http_target *target);

/* The value of Allow: the names of the methods, HEAD and OPTIONS included. */
bool rw_http_allow_write(unsigned allowed, rw_buffer *out);

rw_http_method rw_http_method_parse(const char *name);

#endif
