#include "http/gate.h"

#include <string.h>
#include <strings.h>

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool is_token_character(unsigned char character)
{
    if (is_digit((char)character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
        character == '-')
        return true;
    return character != '\0' && strchr("!#$%&'*+.^_`|~", character) != NULL;
}

/* A token of RFC 9110: one or more of the characters of header names and methods. */
static bool token_valid(const char *text)
{
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++)
        if (!is_token_character((unsigned char)*text))
            return false;
    return true;
}

/* Visible characters and inner blanks; bytes above 127 are allowed where nothing gives them a meaning. */
static bool value_valid(const char *value)
{
    for (; *value != '\0'; value++) {
        const unsigned char character = (unsigned char)*value;
        if ((character < 0x20 && character != '\t') || character == 0x7F)
            return false;
    }
    return true;
}

static bool check_request_line(const rw_http_head *head, rw_problem *problem)
{
    if (!token_valid(head->method)) {
        rw_problem_set(problem, RW_PROBLEM_BAD_REQUEST_TARGET, "the request line does not begin with a method");
        return false;
    }
    if (strcmp(head->version, "HTTP/1.1") != 0 && strcmp(head->version, "HTTP/1.0") != 0) {
        rw_problem_set(problem, RW_PROBLEM_BAD_REQUEST_TARGET,
                       "the request line does not end with HTTP/1.1 or HTTP/1.0");
        return false;
    }
    if (head->faults.line_gap) {
        rw_problem_set(problem, RW_PROBLEM_BAD_REQUEST_TARGET, "the request line holds a zero byte or a blank too many");
        return false;
    }
    if (strlen(head->target) > RW_HTTP_TARGET_MAX) {
        rw_problem_set(problem, RW_PROBLEM_TARGET_TOO_LONG, "the request target is longer than %d bytes",
                       RW_HTTP_TARGET_MAX);
        return false;
    }
    const bool asterisk = strcmp(head->target, "*") == 0 && strcmp(head->method, "OPTIONS") == 0;
    if (*head->target != '/' && !asterisk) {
        rw_problem_set(problem, RW_PROBLEM_BAD_REQUEST_TARGET,
                       "the request target must be a path that begins with /, without scheme and host");
        return false;
    }
    for (const char *at = head->target; *at != '\0'; at++)
        if (*at <= 0x20 || *at >= 0x7F || *at == '#' || *at == '\\') {
            rw_problem_set(problem, RW_PROBLEM_BAD_REQUEST_TARGET,
                           "byte %zu of the request target is a character that must be percent-encoded",
                           (size_t)(at - head->target) + 1);
            return false;
        }
    return true;
}

/* Decimal digits and nothing else, short enough to fit. */
static bool read_length(const char *text, unsigned long long *length)
{
    unsigned long long value = 0;
    if (*text == '\0' || strlen(text) > 18)
        return false;
    for (; *text != '\0'; text++) {
        if (!is_digit(*text))
            return false;
        value = value * 10 + (unsigned)(*text - '0');
    }
    *length = value;
    return true;
}

typedef struct rw_gate_counts {
    size_t host, content_length, transfer_encoding, content_type, expect;
    const char *length, *encoding, *expectation;
} rw_gate_counts;

static void count_header(const rw_http_pair *header, rw_gate_counts *counts)
{
    if (rw_http_same_name(header->name, "Host")) {
        counts->host++;
    } else if (rw_http_same_name(header->name, "Content-Length")) {
        counts->content_length++;
        counts->length = header->value;
    } else if (rw_http_same_name(header->name, "Transfer-Encoding")) {
        counts->transfer_encoding++;
        counts->encoding = header->value;
    } else if (rw_http_same_name(header->name, "Content-Type")) {
        counts->content_type++;
    } else if (rw_http_same_name(header->name, "Expect")) {
        counts->expect++;
        counts->expectation = header->value;
    }
}

static bool check_framing(const rw_http_head *head, const rw_gate_counts *counts, rw_http_framing *framing,
                          rw_problem *problem)
{
    rw_http_framing made = {0};
    const bool old = strcmp(head->version, "HTTP/1.0") == 0;
    if (counts->content_length > 1)
        rw_problem_set(problem, RW_PROBLEM_BAD_FRAMING, "Content-Length is given %zu times", counts->content_length);
    if (counts->transfer_encoding > 1)
        rw_problem_set(problem, RW_PROBLEM_BAD_FRAMING, "Transfer-Encoding is given %zu times",
                       counts->transfer_encoding);
    if (counts->content_length > 0 && counts->transfer_encoding > 0)
        rw_problem_set(problem, RW_PROBLEM_BAD_FRAMING, "Content-Length and Transfer-Encoding are both given");
    if (counts->transfer_encoding > 0 && old)
        rw_problem_set(problem, RW_PROBLEM_BAD_FRAMING, "HTTP/1.0 has no Transfer-Encoding");
    if (counts->transfer_encoding == 1 && strcasecmp(counts->encoding, "chunked") != 0)
        rw_problem_set(problem, RW_PROBLEM_BAD_FRAMING, "the only Transfer-Encoding that is read is chunked");
    if (counts->content_length == 1 && !read_length(counts->length, &made.length))
        rw_problem_set(problem, RW_PROBLEM_BAD_FRAMING, "Content-Length is not a decimal number");
    if (rw_problem_failed(problem))
        return false;
    if (counts->expect > 1 || (counts->expect == 1 && strcasecmp(counts->expectation, "100-continue") != 0)) {
        rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "the only Expect that is understood is 100-continue");
        return false;
    }
    made.chunked = counts->transfer_encoding == 1;
    made.has_length = counts->content_length == 1;
    made.expects_continue = counts->expect == 1 && !old;
    *framing = made;
    return true;
}

bool rw_http_gate_check(const rw_http_head *head, rw_http_framing *framing, rw_problem *problem)
{
    if (!check_request_line(head, problem))
        return false;
    if (head->faults.headers_cut) {
        rw_problem_set(problem, RW_PROBLEM_HEADERS_TOO_LARGE, "the request has more than %d headers",
                       RW_HTTP_HEADERS_MAX);
        return false;
    }
    if (head->faults.headers_gap) {
        rw_problem_set(problem, RW_PROBLEM_BAD_HEADER,
                       "a line among the headers is folded, has no name, holds a zero byte or does not end with CR LF");
        return false;
    }
    rw_gate_counts counts = {0};
    for (size_t i = 0; i < head->header_count; i++) {
        const rw_http_pair *header = &head->headers[i];
        if (!token_valid(header->name)) {
            rw_problem_set(problem, RW_PROBLEM_BAD_HEADER,
                           "header %zu has a name with a blank or another character that names cannot have", i + 1);
            return false;
        }
        if (!value_valid(header->value)) {
            rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "the value of %.100s holds a control character",
                           header->name);
            return false;
        }
        count_header(header, &counts);
    }
    if (counts.host > 1 || (counts.host == 0 && strcmp(head->version, "HTTP/1.1") == 0)) {
        rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "Host must be given once and is given %zu times", counts.host);
        return false;
    }
    if (counts.content_type > 1) {
        rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "Content-Type is given %zu times", counts.content_type);
        return false;
    }
    return check_framing(head, &counts, framing, problem);
}
