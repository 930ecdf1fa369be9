/* The requests with which the daemon is tried when something fails are requests to all of its routes. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "http/router.h"
#include "injected.h"
#include "support/suite.h"

static bool leads_to(const rw_scripted *scripted, const rw_http_route *routes, size_t route_count,
                     const rw_http_route *wanted)
{
    rw_http_target target;
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(rw_http_target_parse(scripted->target, &target, &problem), "%s: %s", scripted->target, problem.detail);
    const rw_http_match match = rw_http_route_find(routes, route_count, rw_http_method_parse(scripted->method), &target);
    rw_problem_free(&problem);
    return match.route == wanted;
}

START_TEST(script__asks_every_route)
{
    size_t route_count, count;
    const rw_http_route *routes = rw_http_routes(&route_count);
    rw_scripted *script = rw_script_load(&count);
    for (size_t i = 0; i < route_count; i++) {
        bool asked = false;
        for (size_t j = 0; j < count && !asked; j++)
            asked = leads_to(&script[j], routes, route_count, &routes[i]);
        ck_assert_msg(asked, "no scripted request (tests/fault/injected.c) leads to %s of method %d", routes[i].template,
                      (int)routes[i].method);
    }
    rw_script_free(script, count);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("script");
    tcase_add_test(cases, script__asks_every_route);
    return rw_test_suite_run(cases);
}
