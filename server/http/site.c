#include "http/site.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#include "http/cors.h"

/* The host without port and brackets, in out; false when it is too long or malformed. */
static bool host_split(const char *host, char *out, size_t size)
{
    const char *start = host, *end = NULL, *port = NULL;
    if (*host == '[') {
        start = host + 1;
        end = strchr(start, ']');
        port = end == NULL ? NULL : end + 1;
    } else {
        end = start + strcspn(start, ":");
        port = end;
    }
    if (end == NULL || end == start || (size_t)(end - start) >= size)
        return false;
    if (*port != '\0' && (*port != ':' || strspn(port + 1, "0123456789") != strlen(port + 1)))
        return false;
    memcpy(out, start, (size_t)(end - start));
    out[end - start] = '\0';
    return true;
}

typedef enum rw_address_kind { RW_ADDRESS_NONE, RW_ADDRESS_PLAIN, RW_ADDRESS_LOOPBACK, RW_ADDRESS_ALL } rw_address_kind;

static rw_address_kind address_kind(const char *text)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1) {
        const uint32_t address = ntohl(four.s_addr);
        return address == 0 ? RW_ADDRESS_ALL : address >> 24 == 127 ? RW_ADDRESS_LOOPBACK : RW_ADDRESS_PLAIN;
    }
    if (inet_pton(AF_INET6, text, &six) != 1)
        return RW_ADDRESS_NONE;
    if (IN6_IS_ADDR_UNSPECIFIED(&six))
        return RW_ADDRESS_ALL;
    return IN6_IS_ADDR_LOOPBACK(&six) ? RW_ADDRESS_LOOPBACK : RW_ADDRESS_PLAIN;
}

static bool is_name(const rw_http_site *site, const char *name)
{
    for (const char *at = site->names; *at != '\0'; at += *at == ',') {
        at += strspn(at, " \t");
        const size_t length = strcspn(at, ", \t");
        if (length > 0 && length == strlen(name) && strncasecmp(at, name, length) == 0)
            return true;
        at += strcspn(at, ",");
    }
    return false;
}

bool rw_http_site_has_host(const rw_http_site *site, const char *host)
{
    char name[256];
    if (host == NULL)
        return true;
    if (!host_split(host, name, sizeof name))
        return false;
    if (strcasecmp(name, "localhost") == 0 || strcasecmp(name, site->listen_address) == 0)
        return true;
    const rw_address_kind given = address_kind(name), own = address_kind(site->listen_address);
    if ((own == RW_ADDRESS_LOOPBACK || own == RW_ADDRESS_ALL) && given == RW_ADDRESS_LOOPBACK)
        return true;
    if (own == RW_ADDRESS_ALL && given == RW_ADDRESS_PLAIN)
        return true;
    return is_name(site, name);
}

bool rw_http_site_has_origin(const rw_http_site *site, const char *host, const char *origin)
{
    char name[256];
    if (rw_http_cors_lists(site->origins, origin))
        return true;
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const size_t length = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], length) != 0)
            continue;
        const char *from = origin + length;
        return (host != NULL && strcasecmp(from, host) == 0) ||
               (host_split(from, name, sizeof name) && is_name(site, name));
    }
    return false;
}

/* What the browser says of the page that made it send the request; NULL: nothing that speaks against it. */
static const char *foreign_page(const rw_http_site *site, const rw_http_request *request)
{
    const char *host = rw_http_request_header(request, "Host");
    const char *origin = rw_http_request_header(request, "Origin");
    if (origin != NULL)
        return rw_http_site_has_origin(site, host, origin) ? NULL : origin;
    const char *relation = rw_http_request_header(request, "Sec-Fetch-Site");
    const bool own = relation == NULL || strcmp(relation, "same-origin") == 0 || strcmp(relation, "none") == 0;
    return own ? NULL : relation;
}

static bool reads(rw_http_method method)
{
    return method == RW_HTTP_GET || method == RW_HTTP_HEAD || method == RW_HTTP_OPTIONS;
}

bool rw_http_site_check(const rw_http_site *site, const rw_http_request *request, rw_problem *problem)
{
    const char *host = rw_http_request_header(request, "Host");
    if (!rw_http_site_has_host(site, host)) {
        rw_problem_set(problem, RW_PROBLEM_HOST_MISMATCH,
                       "this server is not known as '%.100s'; use %s or localhost, or start it with --host", host,
                       site->listen_address);
        return false;
    }
    const char *page = reads(request->method) ? NULL : foreign_page(site, request);
    if (page == NULL)
        return true;
    rw_problem_set(problem, RW_PROBLEM_CROSS_ORIGIN,
                   "a web page from elsewhere ('%.100s') may only read here while no token is asked for; name it "
                   "with --cors-origin, or make tokens",
                   page);
    return false;
}
