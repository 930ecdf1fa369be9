/* If-Match and If-None-Match as a precondition of the service. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http/handlers/support.h"

static const char gzip_suffix[] = "-gzip";

/* Reads one entity tag at *at and moves past it. False when there is none. A hash is appended when the tag is one
 * that this server could have made. */
static bool read_tag(const char **at, rw_hash *hashes, size_t *count)
{
    const char *start = *at;
    bool weak = strncmp(start, "W/", 2) == 0;
    if (weak)
        start += 2;
    if (*start != '"')
        return false;
    const char *end = strchr(++start, '"');
    if (end == NULL)
        return false;
    *at = end + 1;
    size_t length = (size_t)(end - start);
    size_t suffix = sizeof gzip_suffix - 1;
    if (length > suffix && memcmp(end - suffix, gzip_suffix, suffix) == 0)
        length -= suffix;
    if (!weak && rw_hash_parse(start, length, &hashes[*count]))
        ++*count;
    return true;
}

/* Reads a comma-separated list of tags, empty elements allowed, at least one tag wanted. */
static bool read_list(const char *text, rw_hash *hashes, size_t *count)
{
    bool any = false;
    for (;;) {
        text += strspn(text, " \t,");
        if (*text == '\0')
            return any;
        if (!read_tag(&text, hashes, count))
            return false;
        any = true;
        text += strspn(text, " \t");
        if (*text != '\0' && *text != ',')
            return false;
    }
}

static size_t count_quotes(const rw_http_request *request)
{
    size_t quotes = 0;
    for (size_t i = 0; i < request->header_count; i++)
        if (strcasecmp(request->headers[i].name, "If-Match") == 0)
            for (const char *at = request->headers[i].value; *at != '\0'; at++)
                quotes += *at == '"';
    return quotes;
}

/* Gathers the tags of every If-Match; *any is set when one of them is *. */
static bool read_if_match(const rw_http_request *request, rw_service_precondition *out, rw_problem *problem)
{
    rw_hash *hashes = calloc(count_quotes(request) / 2 + 1, sizeof *hashes);
    if (hashes == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the tags of If-Match");
        return false;
    }
    out->hashes = hashes;
    for (size_t i = 0; i < request->header_count; i++) {
        if (strcasecmp(request->headers[i].name, "If-Match") != 0)
            continue;
        const char *value = request->headers[i].value;
        bool star = strcmp(value, "*") == 0;
        if (out->match == RW_SERVICE_MATCH_ANY || (star && out->match == RW_SERVICE_MATCH_LIST) ||
            (!star && !read_list(value, hashes, &out->hash_count))) {
            rw_problem_set(problem, RW_PROBLEM_BAD_HEADER,
                           "If-Match must be * or a list of tags in quotes, as in \"…\"; send the ETag as it was read");
            return false;
        }
        out->match = star ? RW_SERVICE_MATCH_ANY : RW_SERVICE_MATCH_LIST;
    }
    return true;
}

bool rw_handler_precondition_read(const rw_http_request *request, bool may_create, rw_service_precondition *out,
                                  rw_problem *problem)
{
    const char *if_none_match = rw_http_request_header(request, "If-None-Match");
    bool has_if_match = rw_http_request_header(request, "If-Match") != NULL;
    if (if_none_match != NULL && !may_create) {
        rw_problem_set(problem, RW_PROBLEM_BAD_HEADER,
                       "If-None-Match has no meaning here; send If-Match with the ETag you have read");
        return false;
    }
    if (if_none_match != NULL && (has_if_match || strcmp(if_none_match, "*") != 0)) {
        rw_problem_set(problem, RW_PROBLEM_BAD_HEADER,
                       has_if_match ? "If-Match and If-None-Match contradict each other; send one of them"
                                    : "If-None-Match must be * when something is put: create only");
        return false;
    }
    rw_service_precondition precondition = {0};
    if (if_none_match != NULL)
        precondition.match = RW_SERVICE_MATCH_NONE;
    else if (has_if_match && !read_if_match(request, &precondition, problem)) {
        rw_handler_precondition_free(&precondition);
        return false;
    }
    *out = precondition;
    return true;
}

void rw_handler_precondition_free(rw_service_precondition *precondition)
{
    free((void *)precondition->hashes);
    *precondition = (rw_service_precondition){0};
}
