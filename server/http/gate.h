/*
 * The gate: what a request's head must be before anything acts on it. Pure functions on texts, independent of the
 * HTTP library and stricter than it, so that this server and any proxy in front of it read the same request.
 */
#ifndef RW_HTTP_GATE_H
#define RW_HTTP_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/problem.h"
#include "http/http.h"

/* What the reader of the head could not hand over as texts. */
typedef struct rw_http_head_faults {
    bool line_gap;    /* in the request line: a blank too many, or a zero byte */
    bool headers_gap; /* bytes between the headers that belong to none: see layout.h */
    bool headers_cut; /* there were more headers than could be held */
} rw_http_head_faults;

typedef struct rw_http_head {
    const char *method;
    const char *target;  /* raw */
    const char *version; /* "HTTP/1.1" */
    const rw_http_pair *headers;
    size_t header_count;
    rw_http_head_faults faults;
} rw_http_head;

/* How the message's body is delimited. */
typedef struct rw_http_framing {
    bool chunked;
    bool has_length;
    unsigned long long length; /* of Content-Length; 0 without it */
    bool expects_continue;     /* Expect: 100-continue on HTTP/1.1 */
} rw_http_framing;

/* True, with *framing filled in, when the head is sound. False with a code and a detail in the problem; the
 * connection cannot be trusted any more and has to be closed after the answer. */
bool rw_http_gate_check(const rw_http_head *head, rw_http_framing *framing, rw_problem *problem);

#endif
