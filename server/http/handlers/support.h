/* What handlers of stored documents share: names, preconditions, pages, heads of answers. */
#ifndef RW_HTTP_HANDLERS_SUPPORT_H
#define RW_HTTP_HANDLERS_SUPPORT_H

#include "base/clock.h"
#include "codec/codec.h"
#include "http/http.h"
#include "service/service.h"

/* Longest answer that is built. Every list and curve is bounded well below it. */
#define RW_HANDLER_BODY_MAX ((size_t)1 << 30)

/* Longest that GET /v1/changes waits. */
#define RW_HANDLER_WAIT_MAX_MS 30000

/* The bounds of what the codec reads, as configured. */
rw_codec_limits rw_handler_limits(const rw_http_context *context);

/* The {name} of the path when it is one; NULL with name_invalid. */
const char *rw_handler_name(const rw_http_request *request, rw_problem *problem);

/* The {name}, and the {revision} where the template has one, else 0 for the newest. NULL with name_invalid or
 * revision_invalid. */
const char *rw_handler_document(const rw_http_request *request, int64_t *revision, rw_problem *problem);

/* The query parameter of that name; *revision stays as it was when it was not given. */
bool rw_handler_query_revision(const rw_http_request *request, int64_t *revision, rw_problem *problem);

/* Answers with what the buffer holds and empties it. */
void rw_handler_answer(rw_http_response *response, int status, rw_buffer *body, const rw_service_view *view);

/* Answers with the problem and frees it. */
void rw_handler_fail(rw_http_response *response, const rw_http_request *request, rw_problem *problem);

/* What an answer says of a stored document. `created_at` lends the room for the time. */
rw_codec_document_head rw_handler_document_head(const rw_catalog_document *document,
                                                char created_at[RW_CLOCK_TEXT_SIZE]);

/* name, revision, content_hash and created_at, as members of the object at hand. */
void rw_handler_write_entry(rw_json_writer *writer, const rw_catalog_document *document);
void rw_handler_write_tags(rw_json_writer *writer, const char *const *tags, size_t count);

/* Large answers */

/* What is as long as the whole catalogue goes through a file. One is made at a time, so that a crowd that asks takes one
 * thread from the others, not all of them, and few are made or sent, as each is held for as long as its client takes
 * to read it. False with overloaded; otherwise rw_handler_turn_end() when it is made. */
bool rw_handler_turn_begin(rw_http_context *context, rw_http_response *response, rw_problem *problem);
void rw_handler_turn_end(rw_http_context *context);

/* Preconditions */

/* Reads If-Match, and where `may_create` also If-None-Match: *. Tags with the suffix of a gzip answer count as those
 * without it; weak ones and ones this server never made match nothing. False with bad_header or out_of_memory.
 * Release with rw_handler_precondition_free(). */
bool rw_handler_precondition_read(const rw_http_request *request, bool may_create, rw_service_precondition *out,
                                  rw_problem *problem);
void rw_handler_precondition_free(rw_service_precondition *precondition);

/* Pages */

/* Where a page begins and how long it is. */
typedef struct rw_handler_page {
    size_t limit;
    bool has_after;
    char after[RW_NAME_SIZE]; /* what the cursor holds: a name, or a revision in decimal */
} rw_handler_page;

/* Reads `limit` and `cursor`. `list` tells the cursors of one list from those of another. False with
 * invalid_parameter or invalid_cursor. */
bool rw_handler_page_read(const rw_http_request *request, const char *list, rw_handler_page *page,
                          rw_problem *problem);

/* Ends a page: puts "next_cursor" into the object at hand and adds Link: rel="next" with the request's own path and
 * parameters. `last` is the last entry's name or revision; NULL: there is no next page. */
void rw_handler_page_end(const rw_http_request *request, const char *list, const char *last, rw_json_writer *writer,
                         rw_http_response *response);

/* Answers a list of revisions. */
void rw_handler_list_revisions(rw_http_context *context, const rw_http_request *request, rw_service_kind kind,
                               rw_http_response *response);

/* Answers DELETE. */
void rw_handler_delete(rw_http_context *context, const rw_http_request *request, rw_service_kind kind,
                       rw_http_response *response);

#endif
