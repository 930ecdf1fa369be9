/*
 * What client and server agree on: media types, codings, entity tags. Pure functions on header values.
 */
#ifndef RW_HTTP_NEGOTIATE_H
#define RW_HTTP_NEGOTIATE_H

#include <stdbool.h>
#include <stddef.h>

#include "http/http.h"

/* Which of `produces` (media types without parameters, NULL at the end) the Accept value prefers; of equals the
 * earlier one. False when it excludes all. accept NULL, or one that cannot be read, accepts everything. */
bool rw_http_accept_choose(const char *accept, const char *const *produces, size_t *choice);

/* Whether an Accept-Encoding value allows gzip: named, or covered by *, with a quality above 0. NULL: no. */
bool rw_http_accepts_gzip(const char *accept_encoding);

/* Whether a Content-Type value is application/json, without charset or with utf-8. NULL: true, a body without a
 * type is taken for JSON. */
bool rw_http_is_json(const char *content_type);

/* The same for application/x-ndjson. */
bool rw_http_is_ndjson(const char *content_type);

/* Whether a Content-Encoding value names no coding but identity. NULL: true. */
bool rw_http_is_identity(const char *content_encoding);

/* An If-Match or If-None-Match value taken apart. */
#define RW_HTTP_TAGS_MAX 16

typedef struct rw_http_tag {
    const char *text; /* inside the quotes; not ended by a zero byte */
    size_t length;    /* without a -gzip at the end, so that either form names the same document */
    bool weak;
} rw_http_tag;

typedef struct rw_http_tag_list {
    bool given;
    bool any; /* "*" */
    rw_http_tag tags[RW_HTTP_TAGS_MAX];
    size_t count;
} rw_http_tag_list;

/* Reads the header of this name from a request; borrows its value. False, with bad_header in the problem, when it is
 * given twice, malformed or longer than RW_HTTP_TAGS_MAX. Not given: true, with given false. */
bool rw_http_tag_list_read(const rw_http_request *request, const char *header, rw_http_tag_list *list,
                           rw_problem *problem);

/* Whether the list names this tag (no quotes), or is "*". weak: compare as If-None-Match does, else as If-Match
 * does, for which a weak tag never matches. */
bool rw_http_tag_list_has(const rw_http_tag_list *list, const char *tag, bool weak);

#endif
