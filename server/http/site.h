/*
 * Which names a server has and which web pages may change something there, while it asks for no token and a browser on
 * the same machine could be made to speak for a stranger. Pure functions on header values.
 */
#ifndef RW_HTTP_SITE_H
#define RW_HTTP_SITE_H

#include <stdbool.h>

#include "http/http.h"

typedef struct rw_http_site {
    const char *listen_address; /* without brackets or port, as in "127.0.0.1" or "::1" */
    const char *names;          /* further ones, comma-separated */
    const char *origins;        /* of other sites whose pages may do what its own may, comma-separated */
} rw_http_site;

/*
 * Whether a Host value (port allowed) is the listener's address, localhost, one of the names, or, for a listener on a
 * loopback address, any loopback address; for one on all addresses, any literal address. A web page that had a
 * name rebound to this server sends that name and fails. NULL (HTTP/1.0 without Host, which no browser sends): true.
 */
bool rw_http_site_has_host(const rw_http_site *site, const char *host);

/*
 * Whether a page of this origin, as the Origin header names it, belongs to the site: it was loaded from the very host
 * and port that the request goes to, or from a host among the names, or is one of the origins. "null", which a page has
 * that hides where it is from, does not.
 */
bool rw_http_site_has_origin(const rw_http_site *site, const char *host, const char *origin);

/*
 * Both, for a request: any needs a Host of the site; one that is neither GET, HEAD nor OPTIONS must not come from a page
 * of elsewhere. A browser sends some of those without asking first, and says with Origin or Sec-Fetch-Site that it was
 * a page; what is no browser sends neither. False with host_mismatch or cross_origin in the problem.
 */
bool rw_http_site_check(const rw_http_site *site, const rw_http_request *request, rw_problem *problem);

#endif
