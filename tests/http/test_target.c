#include <stdio.h>
#include <string.h>

#include "http/target.h"
#include "support/suite.h"

/* "a|b" for the segments, "?n=v|…" for the query. */
static void describe(const rw_http_target *target, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < target->segment_count; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i == 0 ? "" : "|", target->segments[i]);
    for (size_t i = 0; i < target->query_count; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s=%s", i == 0 ? "?" : "&", target->query[i].name,
                                   target->query[i].value);
}

START_TEST(target__is_decoded_once)
{
    static const char *const cases[][2] = {
        {"/", ""},
        {"/livez", "livez"},
        {"/v1/clips/a.b_c-1", "v1|clips|a.b_c-1"},
        {"/v1/clips/", "v1|clips|"},
        {"//x", "|x"},
        {"/a%20b/%C3%A9", "a b|\xC3\xA9"},
        {"/a+b", "a+b"},
        {"/%2541", "%41"},
        {"/name@3", "name@3"},
        {"/%2e%2e%2e", "..."},
        {"/a?", "a"},
        {"/a?b", "a?b="},
        {"/a?b=", "a?b="},
        {"/a?b=c&d=e%26f&g=h+i", "a?b=c&d=e&f&g=h i"},
        {"/a?&&b=1&", "a?b=1"},
        {"/a?b=c=d", "a?b=c=d"},
        {"/a?b=%2F..%2F", "a?b=/../"},
        {"/a?b=c?d", "a?b=c?d"},
        {"*", "*"},
    };
    rw_http_target target;
    rw_problem problem;
    char text[512];
    rw_problem_init(&problem);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(rw_http_target_parse(cases[i][0], &target, &problem), "%s: %s", cases[i][0], problem.detail);
        *text = '\0';
        describe(&target, text, sizeof text);
        ck_assert_str_eq(text, cases[i][1]);
    }
}
END_TEST

START_TEST(target__is_refused_when_it_could_mean_two_things)
{
    static const struct {
        const char *raw;
        rw_problem_code code;
    } cases[] = {
        {"/a%2Fb", RW_PROBLEM_BAD_REQUEST_TARGET},     {"/a%2fb", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/a%5Cb", RW_PROBLEM_BAD_REQUEST_TARGET},     {"/a/../b", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/./b", RW_PROBLEM_BAD_REQUEST_TARGET},       {"/%2e%2E/b", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/.%2e", RW_PROBLEM_BAD_REQUEST_TARGET},      {"/a%00", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/a%0A", RW_PROBLEM_BAD_REQUEST_TARGET},      {"/a%7F", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/a%", RW_PROBLEM_BAD_REQUEST_TARGET},        {"/a%4", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/a%4g", RW_PROBLEM_BAD_REQUEST_TARGET},      {"/a%FF", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/%C0%AF", RW_PROBLEM_BAD_REQUEST_TARGET},    {"/%ED%A0%80", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/a?b=%00", RW_PROBLEM_BAD_REQUEST_TARGET},   {"/a?%zz=1", RW_PROBLEM_BAD_REQUEST_TARGET},
        {"/a?b=1&b=1", RW_PROBLEM_INVALID_PARAMETER},  {"/a?b&%62=1", RW_PROBLEM_INVALID_PARAMETER},
        {"/?a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q", RW_PROBLEM_UNKNOWN_PARAMETER},
    };
    rw_http_target target;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_problem problem;
        rw_problem_init(&problem);
        ck_assert_msg(!rw_http_target_parse(cases[i].raw, &target, &problem), "%s", cases[i].raw);
        ck_assert_msg(problem.code == cases[i].code, "%s: %s", cases[i].raw, problem.detail);
        rw_problem_free(&problem);
    }
}
END_TEST

START_TEST(target__of_the_greatest_length_fits)
{
    char raw[RW_HTTP_TARGET_MAX + 2];
    rw_http_target target;
    rw_problem problem;
    rw_problem_init(&problem);
    memset(raw, '/', sizeof raw);
    raw[RW_HTTP_TARGET_MAX] = '\0';
    ck_assert(rw_http_target_parse(raw, &target, &problem));
    ck_assert(target.too_deep);
    raw[1] = '?';
    memset(raw + 2, 'a', RW_HTTP_TARGET_MAX - 2);
    ck_assert(rw_http_target_parse(raw, &target, &problem));
    ck_assert_uint_eq(strlen(target.query[0].name), RW_HTTP_TARGET_MAX - 2);
    raw[RW_HTTP_TARGET_MAX] = 'a';
    raw[RW_HTTP_TARGET_MAX + 1] = '\0';
    ck_assert(!rw_http_target_parse(raw, &target, &problem));
    rw_problem_free(&problem);
}
END_TEST

START_TEST(query__takes_only_what_the_route_allows)
{
    static const char *const allowed[] = {"limit", "cursor", NULL};
    rw_http_target target;
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(rw_http_target_parse("/a?cursor=x&limit=3", &target, &problem));
    ck_assert(rw_http_target_check_query(&target, allowed, &problem));
    ck_assert(!rw_http_target_check_query(&target, NULL, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_UNKNOWN_PARAMETER);
    rw_problem_free(&problem);
    ck_assert(rw_http_target_parse("/a?limi=3", &target, &problem));
    ck_assert(!rw_http_target_check_query(&target, allowed, &problem));
    ck_assert_str_eq(problem.detail, "this path takes no query parameter 'limi'; it takes limit, cursor");
    rw_problem_free(&problem);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("target");
    tcase_add_test(cases, target__is_decoded_once);
    tcase_add_test(cases, target__is_refused_when_it_could_mean_two_things);
    tcase_add_test(cases, target__of_the_greatest_length_fits);
    tcase_add_test(cases, query__takes_only_what_the_route_allows);
    return rw_test_suite_run(cases);
}
