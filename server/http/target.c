#include "http/target.h"

#include <string.h>

#include "codec/utf8.h"

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

static bool utf8_valid(const char *text, size_t length)
{
    while (length > 0) {
        const size_t step = rw_utf8_character(text, length);
        if (step == 0)
            return false;
        text += step;
        length -= step;
    }
    return true;
}

/* Decodes raw[0 .. length) to out and ends it with a zero byte; returns the length or -1. */
static ptrdiff_t decode(const char *raw, size_t length, bool plus_is_blank, char *out)
{
    char *to = out;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)raw[i];
        if (byte == '%') {
            if (length - i < 3)
                return -1;
            const int high = hex_value(raw[i + 1]), low = hex_value(raw[i + 2]);
            if (high < 0 || low < 0)
                return -1;
            byte = (unsigned char)(high * 16 + low);
            i += 2;
        } else if (byte == '+' && plus_is_blank) {
            byte = ' ';
        }
        if (byte < 0x20 || byte == 0x7F)
            return -1;
        *to++ = (char)byte;
    }
    *to = '\0';
    return utf8_valid(out, (size_t)(to - out)) ? to - out : -1;
}

static bool bad_target(rw_problem *problem, const char *what)
{
    rw_problem_set(problem, RW_PROBLEM_BAD_REQUEST_TARGET, "%s", what);
    return false;
}

/* raw[0 .. length) begins with a slash. */
static bool parse_path(const char *raw, size_t length, rw_http_target *target, char **to, rw_problem *problem)
{
    const char *at = raw, *end = raw + length;
    while (at < end) {
        const char *start = at + 1;
        const char *slash = memchr(start, '/', (size_t)(end - start));
        at = slash == NULL ? end : slash;
        const ptrdiff_t decoded = decode(start, (size_t)(at - start), false, *to);
        if (decoded < 0)
            return bad_target(problem, "the path holds a wrong percent-encoding, a control character or text that is "
                                       "not UTF-8");
        if (strpbrk(*to, "/\\") != NULL)
            return bad_target(problem, "the path holds an encoded slash or backslash; no name may contain one");
        if (strcmp(*to, ".") == 0 || strcmp(*to, "..") == 0)
            return bad_target(problem, "the path holds a dot segment; write the path out");
        if (target->segment_count < RW_HTTP_SEGMENTS_MAX)
            target->segments[target->segment_count++] = *to;
        else
            target->too_deep = true;
        *to += decoded + 1;
    }
    return true;
}

static bool parse_parameter(const char *raw, size_t length, rw_http_target *target, char **to, rw_problem *problem)
{
    const char *equals = memchr(raw, '=', length);
    const size_t name_length = equals == NULL ? length : (size_t)(equals - raw);
    rw_http_pair pair = {.name = *to, .value = ""};
    const ptrdiff_t name = decode(raw, name_length, true, *to);
    ptrdiff_t value = 0;
    if (name >= 0 && equals != NULL) {
        *to += name + 1;
        pair.value = *to;
        value = decode(equals + 1, length - name_length - 1, true, *to);
    }
    if (name < 0 || value < 0)
        return bad_target(problem, "the query holds a wrong percent-encoding, a control character or text that is not "
                                   "UTF-8");
    *to += (equals == NULL ? name : value) + 1;
    for (size_t i = 0; i < target->query_count; i++)
        if (strcmp(target->query[i].name, pair.name) == 0) {
            rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER, "the query parameter '%.100s' is given twice",
                           pair.name);
            return false;
        }
    if (target->query_count == RW_HTTP_QUERY_PARAMETERS_MAX) {
        rw_problem_set(problem, RW_PROBLEM_UNKNOWN_PARAMETER, "the query has more than %d parameters",
                       RW_HTTP_QUERY_PARAMETERS_MAX);
        return false;
    }
    target->query[target->query_count++] = pair;
    return true;
}

bool rw_http_target_parse(const char *raw, rw_http_target *target, rw_problem *problem)
{
    char *to = target->text;
    target->segment_count = target->query_count = 0;
    target->too_deep = false;
    const size_t path_length = strcspn(raw, "?");
    if (path_length + strlen(raw + path_length) > RW_HTTP_TARGET_MAX)
        return bad_target(problem, "the request target is too long");
    if (strcmp(raw, "*") == 0) {
        *to = '\0';
        target->segments[target->segment_count++] = "*";
        return true;
    }
    if (!parse_path(raw, path_length, target, &to, problem))
        return false;
    const char *at = raw + path_length;
    while (*at != '\0') {
        at++; /* the ? or & before the parameter */
        const size_t length = strcspn(at, "&");
        if (length > 0 && !parse_parameter(at, length, target, &to, problem))
            return false;
        at += length;
    }
    return true;
}

bool rw_http_target_check_query(const rw_http_target *target, const char *const *allowed, rw_problem *problem)
{
    for (size_t i = 0; i < target->query_count; i++) {
        bool known = false;
        for (const char *const *at = allowed; at != NULL && *at != NULL && !known; at++)
            known = strcmp(*at, target->query[i].name) == 0;
        if (known)
            continue;
        rw_buffer names;
        rw_buffer_init(&names, 300);
        for (const char *const *at = allowed; at != NULL && *at != NULL; at++)
            rw_buffer_append_format(&names, "%s%s", at == allowed ? "; it takes " : ", ", *at);
        rw_problem_set(problem, RW_PROBLEM_UNKNOWN_PARAMETER, "this path takes no query parameter '%.100s'%s",
                       target->query[i].name, names.data == NULL ? "" : names.data);
        rw_buffer_free(&names);
        return false;
    }
    return true;
}
