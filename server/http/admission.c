#include "http/admission.h"

#include <string.h>

#include "access/access.h"

#define SECOND_NS INT64_C(1000000000)

/* A header that decides who asks may not be there twice: two readers could take different ones. */
static bool read_authorization(const rw_http_request *request, const char **value, rw_problem *problem)
{
    const char *found = NULL;
    for (size_t i = 0; i < request->header_count; i++) {
        if (!rw_http_same_name(request->headers[i].name, "Authorization"))
            continue;
        if (found != NULL) {
            rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "Authorization is given more than once");
            return false;
        }
        found = request->headers[i].value;
    }
    *value = found;
    return true;
}

static bool check_token(struct rw_access *access, rw_http_exchange *exchange, rw_problem *problem)
{
    const rw_http_route *route = exchange->request.route;
    rw_access_identity identity;
    const char *authorization = NULL;
    if (!rw_access_asks(access) || exchange->request.method == RW_HTTP_OPTIONS ||
        (route != NULL && route->scopes == RW_HTTP_PUBLIC))
        return true;
    if (!read_authorization(&exchange->request, &authorization, problem) ||
        !rw_access_check(access, authorization, &identity, problem))
        return false;
    memcpy(exchange->actor, identity.id, sizeof identity.id);
    exchange->request.actor = exchange->actor;
    return rw_access_admit_token(access, identity.id, &exchange->wait_ns, problem) &&
           (route == NULL || rw_access_allows(access, &identity, route->scopes, problem));
}

static bool take_place(rw_http_engine *engine, rw_http_exchange *exchange, rw_problem *problem)
{
    const size_t limit = rw_http_settings_now(engine->context)->limits.max_in_flight;
    if (limit == 0)
        return true;
    if (atomic_fetch_add(&engine->admitted, 1) < limit) {
        exchange->admitted = &engine->admitted;
        return true;
    }
    atomic_fetch_sub(&engine->admitted, 1);
    rw_problem_set(problem, RW_PROBLEM_OVERLOADED, "%zu requests are being answered, which is the limit", limit);
    return false;
}

void rw_http_admission_check(rw_http_engine *engine, rw_http_exchange *exchange)
{
    struct rw_access *access = engine->context->access;
    const rw_http_route *route = exchange->request.route;
    rw_problem problem;
    if (route != NULL && (route->flags & RW_HTTP_HEALTH) != 0)
        return;
    rw_problem_init(&problem);
    if (access == NULL || (rw_access_admit_address(access, exchange->remote, &exchange->wait_ns, &problem) &&
                           check_token(access, exchange, &problem)))
        take_place(engine, exchange, &problem);
    if (rw_problem_failed(&problem))
        rw_problem_move(&problem, &exchange->rejection);
}

void rw_http_admission_release(rw_http_exchange *exchange)
{
    if (exchange->admitted != NULL)
        atomic_fetch_sub(exchange->admitted, 1);
    exchange->admitted = NULL;
}

void rw_http_admission_explain(rw_http_exchange *exchange)
{
    rw_http_response *response = &exchange->response;
    switch (exchange->rejection.code) {
    case RW_PROBLEM_TOKEN_REQUIRED:
        rw_http_response_add_header(response, "WWW-Authenticate", "Bearer realm=\"rootwarp\"");
        break;
    case RW_PROBLEM_TOKEN_INVALID:
    case RW_PROBLEM_TOKEN_EXPIRED:
        rw_http_response_add_header(response, "WWW-Authenticate", "Bearer realm=\"rootwarp\", error=\"invalid_token\"");
        break;
    case RW_PROBLEM_SCOPE_READ_REQUIRED:
    case RW_PROBLEM_SCOPE_RESOLVE_REQUIRED:
    case RW_PROBLEM_SCOPE_WRITE_REQUIRED:
    case RW_PROBLEM_SCOPE_ADMIN_REQUIRED:
        rw_http_response_add_header(response, "WWW-Authenticate",
                                    "Bearer realm=\"rootwarp\", error=\"insufficient_scope\", scope=\"%s\"",
                                    rw_scope_name(exchange->request.route->scopes));
        break;
    case RW_PROBLEM_RATE_LIMITED:
        rw_http_response_change_header(response, "Retry-After", "%lld",
                                       (long long)((exchange->wait_ns + SECOND_NS - 1) / SECOND_NS));
        break;
    default:
        break;
    }
}
