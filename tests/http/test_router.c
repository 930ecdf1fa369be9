#include <stdlib.h>
#include <string.h>

#include "http/router.h"
#include "support/suite.h"

static const rw_http_route routes[] = {
    {RW_HTTP_GET, "/", NULL, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/v1/clips", NULL, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/v1/clips/{name}", NULL, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_PUT, "/v1/clips/{name}", NULL, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/v1/clips/{name}/revisions/{revision}", NULL, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_POST, "/v1/resolve", NULL, NULL, NULL, 0, RW_HTTP_PUBLIC},
};

static rw_http_match find(rw_http_method method, const char *path, rw_http_target *target)
{
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(rw_http_target_parse(path, target, &problem));
    return rw_http_route_find(routes, sizeof routes / sizeof *routes, method, target);
}

START_TEST(route__is_found_by_method_and_path)
{
    static const struct {
        rw_http_method method;
        const char *path;
        int route; /* -1: none */
        const char *allow;
    } cases[] = {
        {RW_HTTP_GET, "/", 0, "GET, HEAD, OPTIONS"},
        {RW_HTTP_HEAD, "/", 0, "GET, HEAD, OPTIONS"},
        {RW_HTTP_GET, "/v1/clips", 1, "GET, HEAD, OPTIONS"},
        {RW_HTTP_GET, "/v1/clips/lunge", 2, "GET, HEAD, PUT, OPTIONS"},
        {RW_HTTP_PUT, "/v1/clips/lunge", 3, "GET, HEAD, PUT, OPTIONS"},
        {RW_HTTP_DELETE, "/v1/clips/lunge", -1, "GET, HEAD, PUT, OPTIONS"},
        {RW_HTTP_OTHER, "/v1/clips/lunge", -1, "GET, HEAD, PUT, OPTIONS"},
        {RW_HTTP_OPTIONS, "/v1/resolve", -1, "POST, OPTIONS"},
        {RW_HTTP_HEAD, "/v1/resolve", -1, "POST, OPTIONS"},
        {RW_HTTP_GET, "/v1/clips/a/revisions/3", 4, "GET, HEAD, OPTIONS"},
        {RW_HTTP_GET, "/v1/clips/", -1, ""},
        {RW_HTTP_GET, "/v1/clips/a/", -1, ""},
        {RW_HTTP_GET, "/v1", -1, ""},
        {RW_HTTP_GET, "/V1/clips", -1, ""},
        {RW_HTTP_GET, "/v1/clips/a/revisions", -1, ""},
        {RW_HTTP_GET, "//v1/clips", -1, ""},
        {RW_HTTP_GET, "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17", -1, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_http_target target;
        rw_buffer allow;
        const rw_http_match match = find(cases[i].method, cases[i].path, &target);
        const rw_http_route *wanted = cases[i].route < 0 ? NULL : &routes[cases[i].route];
        ck_assert_msg(match.route == wanted, "%s %s", rw_http_method_name(cases[i].method), cases[i].path);
        rw_buffer_init(&allow, 128);
        /* Where a route is found nobody asks for the others of the path. */
        ck_assert(rw_http_allow_write(match.allowed, &allow));
        ck_assert_str_eq(allow.data == NULL ? "" : allow.data, wanted == NULL ? cases[i].allow : "");
        rw_buffer_free(&allow);
    }
}
END_TEST

START_TEST(parameters__are_found_by_name)
{
    rw_http_target target;
    const rw_http_match match = find(RW_HTTP_GET, "/v1/clips/a%20b/revisions/7", &target);
    rw_http_request *request = calloc(1, sizeof *request);
    ck_assert_ptr_nonnull(request);
    memcpy(request->path, match.path, sizeof match.path);
    request->path_count = match.path_count;
    ck_assert_uint_eq(match.path_count, 2);
    ck_assert_str_eq(rw_http_request_path(request, "name"), "a b");
    ck_assert_str_eq(rw_http_request_path(request, "revision"), "7");
    ck_assert_str_eq(rw_http_request_path(request, "rev"), "");
    ck_assert_str_eq(rw_http_request_path(request, "other"), "");
    free(request);
}
END_TEST

START_TEST(method__is_read_in_upper_case_only)
{
    ck_assert_int_eq(rw_http_method_parse("DELETE"), RW_HTTP_DELETE);
    ck_assert_int_eq(rw_http_method_parse("delete"), RW_HTTP_OTHER);
    ck_assert_int_eq(rw_http_method_parse("OTHER"), RW_HTTP_OTHER);
    ck_assert_int_eq(rw_http_method_parse("BREW"), RW_HTTP_OTHER);
}
END_TEST

START_TEST(table__of_the_daemon_is_well_formed)
{
    size_t count = 0;
    const rw_http_route *table = rw_http_routes(&count);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        ck_assert(table[i].handler != NULL);
        ck_assert_int_eq(table[i].template[0], '/');
        ck_assert_int_ne(table[i].method, RW_HTTP_HEAD);
        ck_assert_int_ne(table[i].method, RW_HTTP_OPTIONS);
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(table[i].method != table[j].method || strcmp(table[i].template, table[j].template) != 0,
                          "%s stands twice", table[i].template);
        rw_http_target target;
        rw_problem problem;
        rw_problem_init(&problem);
        ck_assert(rw_http_target_parse(table[i].template, &target, &problem));
        const rw_http_match match = rw_http_route_find(table, count, table[i].method, &target);
        ck_assert_msg(match.route == &table[i], "%s is hidden by %s", table[i].template, match.route->template);
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("router");
    tcase_add_test(cases, route__is_found_by_method_and_path);
    tcase_add_test(cases, parameters__are_found_by_name);
    tcase_add_test(cases, method__is_read_in_upper_case_only);
    tcase_add_test(cases, table__of_the_daemon_is_well_formed);
    return rw_test_suite_run(cases);
}
