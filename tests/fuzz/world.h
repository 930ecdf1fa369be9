/*
 * What the fuzzers of requests ask: every route, on a store that holds the documents of schema/examples, without a
 * socket. Made at the first call; lives as long as the process. What goes wrong ends the process.
 */
#ifndef RW_TESTS_FUZZ_WORLD_H
#define RW_TESTS_FUZZ_WORLD_H

#include <stddef.h>

#include "http/http.h"

/* The context, with its service and settings. */
rw_http_context *world_context(void);

typedef struct world_question {
    const char *method, *target;
    const rw_http_pair *headers; /* Host is added */
    size_t header_count;
    const char *body; /* NULL: none; Content-Type and Content-Length are added */
    size_t body_length;
    const char *content_type; /* NULL: JSON */
} world_question;

/* Answers; the status. Ends the process when the answer is a failure of the server, a header could split the head, or a
 * JSON body is none. */
int world_ask(const world_question *question);

#endif
