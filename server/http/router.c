#include "http/router.h"

#include <string.h>

static const char *const method_names[RW_HTTP_METHOD_COUNT] = {
    [RW_HTTP_GET] = "GET",       [RW_HTTP_HEAD] = "HEAD",   [RW_HTTP_POST] = "POST",       [RW_HTTP_PUT] = "PUT",
    [RW_HTTP_DELETE] = "DELETE", [RW_HTTP_PATCH] = "PATCH", [RW_HTTP_OPTIONS] = "OPTIONS", [RW_HTTP_OTHER] = "OTHER",
};

const char *rw_http_method_name(rw_http_method method)
{
    return method_names[method];
}

rw_http_method rw_http_method_parse(const char *name)
{
    for (int i = 0; i < RW_HTTP_OTHER; i++)
        if (strcmp(name, method_names[i]) == 0)
            return (rw_http_method)i;
    return RW_HTTP_OTHER;
}

/* Steps over a segment of a template, {name} or literal, that the given one matches; NULL when it does not. */
static const char *segment_match(const char *template, const char *given)
{
    if (*template == '{') {
        if (*given == '\0')
            return NULL;
        while (*template != '}')
            template++;
        return template + 1;
    }
    while (*given != '\0' && *template == *given) {
        template++;
        given++;
    }
    return *given == '\0' && (*template == '\0' || *template == '/') ? template : NULL;
}

/* Parameters keep pointing into the template: their name ends at the closing brace. */
static bool template_match(const char *template, const rw_http_target *target, rw_http_match *match)
{
    size_t index = 0;
    match->path_count = 0;
    for (const char *at = template; *at == '/'; index++) {
        const char *segment = at + 1;
        if (index >= target->segment_count)
            return false;
        const char *given = target->segments[index];
        at = segment_match(segment, given);
        if (at == NULL)
            return false;
        if (*segment == '{') {
            if (match->path_count == RW_HTTP_PATH_PARAMETERS_MAX)
                return false;
            match->path[match->path_count++] = (rw_http_pair){.name = segment + 1, .value = given};
        }
    }
    return index == target->segment_count && !target->too_deep;
}

rw_http_match rw_http_route_find(const rw_http_route *routes, size_t count, rw_http_method method,
                                 const rw_http_target *target)
{
    const rw_http_method wanted = method == RW_HTTP_HEAD ? RW_HTTP_GET : method;
    rw_http_match found = {0}, match;
    for (size_t i = 0; i < count; i++) {
        if (!template_match(routes[i].template, target, &match))
            continue;
        if (routes[i].method == wanted) {
            match.allowed = 0;
            match.route = &routes[i];
            return match;
        }
        found.allowed |= 1U << routes[i].method;
        if (routes[i].method == RW_HTTP_GET)
            found.allowed |= 1U << RW_HTTP_HEAD;
    }
    if (found.allowed != 0)
        found.allowed |= 1U << RW_HTTP_OPTIONS;
    return found;
}

bool rw_http_allow_write(unsigned allowed, rw_buffer *out)
{
    const char *separator = "";
    for (unsigned i = 0; i < RW_HTTP_OTHER; i++)
        if ((allowed & (1U << i)) != 0) {
            rw_buffer_append_format(out, "%s%s", separator, method_names[i]);
            separator = ", ";
        }
    return rw_buffer_ok(out);
}

const char *rw_http_request_path(const rw_http_request *request, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < request->path_count; i++)
        if (strncmp(request->path[i].name, name, length) == 0 && request->path[i].name[length] == '}')
            return request->path[i].value;
    return "";
}
