#include <stdlib.h>
#include <string.h>

#include "http/negotiate.h"
#include "http/site.h"
#include "support/suite.h"

START_TEST(accept__chooses_what_the_client_prefers)
{
    static const char *const produces[] = {"application/json", "text/csv", NULL};
    static const struct {
        const char *accept;
        int choice; /* -1: none */
    } cases[] = {
        {NULL, 0},
        {"", 0},
        {"*/*", 0},
        {"*", 0},
        {"application/json", 0},
        {"Application/JSON; charset=utf-8", 0},
        {"text/csv", 1},
        {"text/*", 1},
        {"text/*;q=0.3, application/*;q=0.2", 1},
        {"text/csv;q=0.5, application/json;q=0.9", 0},
        {"text/csv, */*;q=0.1", 1},
        {"application/json;q=0, */*", 1},
        {"text/html, application/xhtml+xml, */*;q=0.8", 0},
        {"text/html", -1},
        {"text/html;q=1.0, application/json;q=0", -1},
        {"application/json;q=0.000", -1},
        {"application/json;q=0.001", 0},
        {"app/json", -1},
        {"application/jso", -1},
        {"application/jsonx", -1},
        {", ,text/csv", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t choice = 9;
        const bool found = rw_http_accept_choose(cases[i].accept, produces, &choice);
        ck_assert_msg(found == (cases[i].choice >= 0), "%s", cases[i].accept);
        if (found)
            ck_assert_msg((int)choice == cases[i].choice, "%s", cases[i].accept);
    }
}
END_TEST

START_TEST(gzip__is_used_only_when_allowed)
{
    static const struct {
        const char *value;
        bool allowed;
    } cases[] = {
        {NULL, false},          {"", false},         {"gzip", true},           {"GZIP", true},
        {"deflate, gzip", true}, {"gzip;q=0", false}, {"gzip;q=0.0", false},    {"gzip; q=0.1", true},
        {"*", true},            {"*;q=0", false},    {"gzip;q=0, *", false},   {"identity, *;q=0.5", true},
        {"br", false},          {"x-gzip", true},    {"gzipped", false},       {"identity", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(rw_http_accepts_gzip(cases[i].value) == cases[i].allowed, "%s", cases[i].value);
}
END_TEST

START_TEST(body__must_be_plain_json)
{
    static const struct {
        const char *type;
        bool sound;
    } types[] = {
        {NULL, true},
        {"application/json", true},
        {"APPLICATION/JSON", true},
        {"application/json; charset=utf-8", true},
        {"application/json;charset=\"UTF-8\"", true},
        {"application/json; charset=latin1", false},
        {"application/x-www-form-urlencoded", false},
        {"text/plain", false},
        {"application/json+x", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        ck_assert_msg(rw_http_is_json(types[i].type) == types[i].sound, "%s", types[i].type);
    ck_assert(rw_http_is_identity(NULL));
    ck_assert(rw_http_is_identity("identity"));
    ck_assert(rw_http_is_identity(" "));
    ck_assert(!rw_http_is_identity("gzip"));
    ck_assert(rw_http_is_identity("identity, Identity,"));
    ck_assert(!rw_http_is_identity("identity, gzip"));
    ck_assert(!rw_http_is_identity("gzip, identity"));
}
END_TEST

START_TEST(host__must_be_a_name_of_this_server)
{
    static const struct {
        const char *listen, *names, *host;
        bool allowed;
    } cases[] = {
        {"127.0.0.1", "", "127.0.0.1:7420", true},
        {"127.0.0.1", "", "127.0.0.1", true},
        {"127.0.0.1", "", "localhost", true},
        {"127.0.0.1", "", "LocalHost:80", true},
        {"127.0.0.1", "", "[::1]:80", true},
        {"127.0.0.1", "", "127.9.9.9", true},
        {"127.0.0.1", "", NULL, true},
        {"127.0.0.1", "", "", false},
        {"127.0.0.1", "", "evil.example", false},
        {"127.0.0.1", "", "localhost.evil.example", false},
        {"127.0.0.1", "", "localhost.", false},
        {"127.0.0.1", "", "10.0.0.1", false},
        {"127.0.0.1", "", "127.0.0.1:x", false},
        {"127.0.0.1", "", "127.0.0.1@evil.example", false},
        {"127.0.0.1", "", "[::1", false},
        {"127.0.0.1", "", ":7420", false},
        {"127.0.0.1", "warp.example, other", "warp.example:7420", true},
        {"127.0.0.1", "warp.example, other", "OTHER", true},
        {"127.0.0.1", "warp.example, other", "warp.exampl", false},
        {"::1", "", "[::1]:1", true},
        {"0.0.0.0", "", "10.1.2.3:7420", true},
        {"0.0.0.0", "", "127.0.0.1", true},
        {"0.0.0.0", "", "0.0.0.0", true},
        {"0.0.0.0", "", "warp.example", false},
        {"::", "", "[2001:db8::1]:7420", true},
        {"10.1.2.3", "", "10.1.2.3", true},
        {"10.1.2.3", "", "10.1.2.4", false},
        {"10.1.2.3", "", "127.0.0.1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rw_http_site site = {.listen_address = cases[i].listen, .names = cases[i].names, .origins = ""};
        ck_assert_msg(rw_http_site_has_host(&site, cases[i].host) == cases[i].allowed, "%s as %s", cases[i].listen,
                      cases[i].host);
    }
}
END_TEST

START_TEST(origin__must_be_the_server_itself_or_a_name_of_it)
{
    static const struct {
        const char *names, *host, *origin;
        bool allowed;
    } cases[] = {
        {"", "127.0.0.1:7420", "http://127.0.0.1:7420", true},
        {"", "LocalHost:7420", "http://localhost:7420", true},
        {"", "[::1]:7420", "https://[::1]:7420", true},
        {"", "localhost", "http://localhost", true},
        {"", "127.0.0.1:7420", "http://127.0.0.1:3000", false},
        {"", "127.0.0.1:7420", "http://127.0.0.1", false},
        {"", "127.0.0.1:7420", "http://localhost:7420", false},
        {"", "127.0.0.1:7420", "http://evil.example", false},
        {"", "127.0.0.1:7420", "null", false},
        {"", "127.0.0.1:7420", "", false},
        {"", "127.0.0.1:7420", "127.0.0.1:7420", false},
        {"", "127.0.0.1:7420", "file://127.0.0.1:7420", false},
        {"", NULL, "http://127.0.0.1:7420", false},
        {"warp.example, other", "127.0.0.1:7420", "https://warp.example", true},
        {"warp.example, other", "127.0.0.1:7420", "https://OTHER:8443", true},
        {"warp.example, other", "127.0.0.1:7420", "https://warp.example.evil.example", false},
        {"warp.example, other", "127.0.0.1:7420", "https://warp.example@evil.example", false},
        {"warp.example, other", "127.0.0.1:7420", "http://", false},
        {"", "127.0.0.1:7420", "https://Tools.example:8443", true},
        {"", NULL, "http://a.example", true},
        {"", "127.0.0.1:7420", "https://tools.example", false},
        {"", "127.0.0.1:7420", "http://a.example.evil.example", false},
        {"warp.example, other", "127.0.0.1:7420", "http://warp.example, other", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rw_http_site site = {
            .listen_address = "127.0.0.1", .names = cases[i].names, .origins = "https://tools.example:8443, http://a.example"};
        ck_assert_msg(rw_http_site_has_origin(&site, cases[i].host, cases[i].origin) == cases[i].allowed, "%s to %s",
                      cases[i].origin, cases[i].host == NULL ? "none" : cases[i].host);
    }
}
END_TEST

static rw_http_request *request_with(const char *name, const char *value)
{
    rw_http_request *request = calloc(1, sizeof *request);
    ck_assert_ptr_nonnull(request);
    if (value != NULL)
        request->headers[request->header_count++] = (rw_http_pair){name, value};
    return request;
}

START_TEST(tags__are_read_and_compared)
{
    static const struct {
        const char *value;
        bool sound, any, strong, weak; /* whether "abc" is in it */
    } cases[] = {
        {"\"abc\"", true, false, true, true},
        {"W/\"abc\"", true, false, false, true},
        {"\"abc-gzip\"", true, false, true, true},
        {"\"x\", \"abc\"", true, false, true, true},
        {"\"x\" ,\t\"abc-gzip\",", true, false, true, true},
        {"\"a,bc\",\"y\"", true, false, false, false},
        {"*", true, true, true, true},
        {" * ", true, true, true, true},
        {"\"\"", true, false, false, false},
        {"\"abcd\"", true, false, false, false},
        {"\"-gzip\"", true, false, false, false},
        {"abc", false, false, false, false},
        {"\"abc", false, false, false, false},
        {"\"abc\"x", false, false, false, false},
        {"w/\"abc\"", false, false, false, false},
        {"\"a b\"", false, false, false, false},
        {"*, \"abc\"", false, false, false, false},
        {"", false, false, false, false},
        {",", false, false, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_http_request *request = request_with("If-Match", cases[i].value);
        rw_http_tag_list list;
        rw_problem problem;
        rw_problem_init(&problem);
        ck_assert_msg(rw_http_tag_list_read(request, "if-match", &list, &problem) == cases[i].sound, "%s",
                      cases[i].value);
        if (cases[i].sound) {
            ck_assert(list.given);
            ck_assert_msg(list.any == cases[i].any, "%s", cases[i].value);
            ck_assert_msg(rw_http_tag_list_has(&list, "abc", false) == cases[i].strong, "%s", cases[i].value);
            ck_assert_msg(rw_http_tag_list_has(&list, "abc", true) == cases[i].weak, "%s", cases[i].value);
        } else {
            ck_assert_int_eq(problem.code, RW_PROBLEM_BAD_HEADER);
        }
        rw_problem_free(&problem);
        free(request);
    }
}
END_TEST

START_TEST(tags__may_be_absent_but_not_repeated_or_endless)
{
    rw_http_request *request = request_with("If-Match", NULL);
    rw_http_tag_list list;
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(rw_http_tag_list_read(request, "If-Match", &list, &problem));
    ck_assert(!list.given && !list.any && list.count == 0);
    request->headers[0] = request->headers[1] = (rw_http_pair){"If-Match", "\"a\""};
    request->header_count = 2;
    ck_assert(!rw_http_tag_list_read(request, "If-Match", &list, &problem));
    rw_problem_free(&problem);
    request->headers[0].value = "\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\"";
    request->header_count = 1;
    ck_assert(rw_http_tag_list_read(request, "If-Match", &list, &problem));
    ck_assert_uint_eq(list.count, RW_HTTP_TAGS_MAX);
    request->headers[0].value = "\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\"";
    ck_assert(!rw_http_tag_list_read(request, "If-Match", &list, &problem));
    rw_problem_free(&problem);
    free(request);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("negotiate");
    tcase_add_test(cases, accept__chooses_what_the_client_prefers);
    tcase_add_test(cases, gzip__is_used_only_when_allowed);
    tcase_add_test(cases, body__must_be_plain_json);
    tcase_add_test(cases, host__must_be_a_name_of_this_server);
    tcase_add_test(cases, origin__must_be_the_server_itself_or_a_name_of_it);
    tcase_add_test(cases, tags__are_read_and_compared);
    tcase_add_test(cases, tags__may_be_absent_but_not_repeated_or_endless);
    return rw_test_suite_run(cases);
}
