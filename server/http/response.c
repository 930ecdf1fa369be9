#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/number.h"
#include "codec/problem_json.h"
#include "http/http.h"

#define PROBLEM_BODY_MAX ((size_t)256 * 1024)
#define HEADER_VALUE_MAX 4096
#define ROOM_KEPT_MAX ((size_t)16 * 1024)

void rw_http_response_init(rw_http_response *response)
{
    *response = (rw_http_response){.status = 200, .body_file = -1};
    rw_buffer_init(&response->room, SIZE_MAX);
}

/* Leaves an empty 200 with the room for a body. */
static void empty(rw_http_response *response)
{
    free(response->owned_body);
    if (response->body_file >= 0)
        close(response->body_file);
    if (response->held != NULL)
        atomic_fetch_sub(response->held, 1);
    free(response->etag);
    for (size_t i = 0; i < response->extra_count; i++)
        free((void *)(uintptr_t)response->extra[i].value);
    *response = (rw_http_response){.status = 200, .body_file = -1, .room = response->room};
}

void rw_http_response_free(rw_http_response *response)
{
    if (response == NULL)
        return;
    empty(response);
    rw_buffer_free(&response->room);
}

void rw_http_response_reset(rw_http_response *response)
{
    empty(response);
    rw_buffer_trim(&response->room, ROOM_KEPT_MAX);
}

rw_buffer rw_http_response_lend(rw_http_response *response, size_t maximum)
{
    rw_buffer body = response->room;
    rw_buffer_init(&response->room, maximum);
    rw_buffer_use(&response->room, body.reserve);
    rw_buffer_restart(&body, maximum);
    return body;
}

static void set_body(rw_http_response *response, int status, const char *content_type, const char *body, size_t length,
                     char *owned)
{
    free(response->owned_body);
    if (response->body_file >= 0)
        close(response->body_file);
    response->body_file = -1;
    response->status = status;
    response->content_type = content_type;
    response->body = body;
    response->body_length = length;
    response->owned_body = owned;
    response->gzip = NULL;
    response->gzip_length = 0;
}

/* Makes a buffer the response's body, or releases it and returns false when it has failed. */
static bool keep_body(rw_http_response *response, int status, const char *content_type, rw_buffer *body)
{
    if (!rw_buffer_reserve(body, 0)) { /* an empty one gets its zero byte */
        rw_buffer_free(body);
        return false;
    }
    rw_buffer_free(&response->room);
    response->room = *body;
    rw_buffer_init(body, body->maximum);
    set_body(response, status, content_type, response->room.data, response->room.length, NULL);
    return true;
}

void rw_http_response_static(rw_http_response *response, int status, const char *content_type, const char *body,
                             size_t length)
{
    set_body(response, status, content_type, body, length, NULL);
}

void rw_http_response_set_gzip(rw_http_response *response, const char *gzip, size_t length)
{
    response->gzip = gzip;
    response->gzip_length = length;
}

void rw_http_response_file(rw_http_response *response, int status, const char *content_type, int file, size_t length)
{
    set_body(response, status, content_type, NULL, length, NULL);
    response->body_file = file;
}

bool rw_http_response_hold(rw_http_response *response, atomic_size_t *taken, size_t maximum)
{
    if (atomic_fetch_add(taken, 1) >= maximum) {
        atomic_fetch_sub(taken, 1);
        return false;
    }
    response->held = taken;
    return true;
}

void rw_http_response_wait(rw_http_response *response, uint64_t version, int64_t milliseconds)
{
    rw_http_response_reset(response);
    response->wait_version = version;
    response->wait_ms = milliseconds;
}

void rw_http_response_empty(rw_http_response *response, int status)
{
    set_body(response, status, NULL, "", 0, NULL);
}

void rw_http_response_take(rw_http_response *response, int status, const char *content_type, rw_buffer *body)
{
    const rw_buffer_status sound = body->status;
    if (keep_body(response, status, content_type, body))
        return;
    if (sound == RW_BUFFER_TOO_LONG) {
        rw_problem problem;
        rw_problem_init(&problem);
        rw_problem_set(&problem, RW_PROBLEM_INTERNAL, "the answer is longer than the server allows itself");
        rw_http_problem(response, NULL, &problem);
        rw_problem_free(&problem);
        return;
    }
    response->out_of_memory = true;
}

void rw_http_response_set_etag(rw_http_response *response, const char *tag)
{
    char *copy = strdup(tag);
    if (copy == NULL) {
        response->out_of_memory = true;
        return;
    }
    free(response->etag);
    response->etag = copy;
}

void rw_http_response_add_header(rw_http_response *response, const char *name, const char *format, ...)
{
    char value[HEADER_VALUE_MAX];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= (int)sizeof value || response->extra_count == RW_HTTP_EXTRA_HEADERS_MAX)
        return;
    for (const char *at = value; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F)
            return;
    char *copy = strdup(value);
    if (copy == NULL) {
        response->out_of_memory = true;
        return;
    }
    response->extra[response->extra_count++] = (rw_http_pair){.name = name, .value = copy};
}

void rw_http_response_change_header(rw_http_response *response, const char *name, const char *format, ...)
{
    char value[HEADER_VALUE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < response->extra_count; i++) {
        if (strcmp(response->extra[i].name, name) != 0)
            continue;
        free((void *)(uintptr_t)response->extra[i].value);
        response->extra[i] = response->extra[--response->extra_count];
        break;
    }
    rw_http_response_add_header(response, name, "%s", value);
}

void rw_http_problem(rw_http_response *response, const rw_http_request *request, const rw_problem *problem)
{
    const rw_problem_info *info = rw_problem_info_get(problem->code);
    rw_buffer body = rw_http_response_lend(response, PROBLEM_BODY_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &body);
    rw_problem_write_json(&writer, problem, request == NULL ? NULL : request->request_id);
    const uint64_t version = response->catalog_version;
    empty(response);
    response->catalog_version = version;
    response->problem_code = problem->code;
    /* Without memory for the document the bare status still says the essential. */
    if (!keep_body(response, info->http_status, RW_HTTP_PROBLEM_JSON, &body))
        rw_http_response_empty(response, info->http_status);
    /* A full disk needs somebody to look after it first. */
    if (info->retryable)
        rw_http_response_add_header(response, "Retry-After", "%s", info->http_status == 507 ? "60" : "1");
}

const rw_http_settings *rw_http_settings_now(const rw_http_context *context)
{
    return atomic_load_explicit(&context->settings, memory_order_acquire);
}

bool rw_http_same_name(const char *one, const char *other)
{
    /* Most differ in their first letter, and of letters only the sixth bit is their case. */
    return ((*one ^ *other) & ~0x20) == 0 && strcasecmp(one, other) == 0;
}

const char *rw_http_request_header(const rw_http_request *request, const char *name)
{
    for (size_t i = 0; i < request->header_count; i++)
        if (rw_http_same_name(request->headers[i].name, name))
            return request->headers[i].value;
    return NULL;
}

/* Appends the value and a comma, if they fit; the new length. */
static size_t append_element(char *room, size_t size, size_t length, const char *value)
{
    const size_t more = strlen(value);
    if (more + 1 >= size - length)
        return length;
    memcpy(room + length, value, more);
    memcpy(room + length + more, ",", 2);
    return length + more + 1;
}

const char *rw_http_request_list(const rw_http_request *request, const char *name, char *room, size_t size)
{
    const char *only = rw_http_request_header(request, name);
    size_t length = 0;
    for (size_t i = 0; i < request->header_count; i++) {
        const rw_http_pair *header = &request->headers[i];
        if (header->value == only || !rw_http_same_name(header->name, name))
            continue;
        if (length == 0)
            length = append_element(room, size, 0, only);
        length = append_element(room, size, length, header->value);
    }
    return length > 0 ? room : only;
}

const char *rw_http_request_query(const rw_http_request *request, const char *name)
{
    for (size_t i = 0; i < request->query_count; i++)
        if (strcmp(request->query[i].name, name) == 0)
            return request->query[i].value;
    return NULL;
}

/* -?digits, at most 18 of them. */
static bool read_integer(const char *text, int64_t *out)
{
    const bool negative = *text == '-';
    const char *digits = text + (negative ? 1 : 0);
    const size_t length = strlen(digits);
    if (length == 0 || length > 18 || strspn(digits, "0123456789") != length)
        return false;
    int64_t value = 0;
    for (; *digits != '\0'; digits++)
        value = value * 10 + (*digits - '0');
    *out = negative ? -value : value;
    return true;
}

bool rw_http_request_query_integer(const rw_http_request *request, const char *name, int64_t minimum, int64_t maximum,
                                   int64_t *out, rw_problem *problem)
{
    const char *text = rw_http_request_query(request, name);
    int64_t value = 0;
    if (text == NULL)
        return true;
    if (!read_integer(text, &value) || value < minimum || value > maximum) {
        rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER,
                       "the query parameter '%s' is '%.100s'; it must be a whole number from %lld to %lld", name, text,
                       (long long)minimum, (long long)maximum);
        return false;
    }
    *out = value;
    return true;
}

bool rw_http_request_query_number(const rw_http_request *request, const char *name, double minimum, double maximum,
                                  double *out, rw_problem *problem)
{
    const char *text = rw_http_request_query(request, name);
    double value = 0.0;
    if (text == NULL)
        return true;
    if (!rw_number_parse(text, strlen(text), &value) || value < minimum || value > maximum) {
        char low[RW_NUMBER_TEXT_SIZE], high[RW_NUMBER_TEXT_SIZE];
        rw_number_format(minimum, low);
        rw_number_format(maximum, high);
        rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER,
                       "the query parameter '%s' is '%.100s'; it must be a number from %s to %s", name, text, low,
                       high);
        return false;
    }
    *out = value;
    return true;
}
