#include <string.h>

#include "http/gate.h"
#include "support/suite.h"

#define HOST {"Host", "localhost"}

typedef struct gate_row {
    const char *what, *method, *target, *version;
    rw_http_pair headers[4];
    rw_problem_code code;
} gate_row;

static const gate_row rows[] = {
    {"plain", "GET", "/v1/clips?limit=3", "HTTP/1.1", {HOST}, RW_PROBLEM_NONE},
    {"old without host", "GET", "/", "HTTP/1.0", {{0}}, RW_PROBLEM_NONE},
    {"length", "PUT", "/a", "HTTP/1.1", {HOST, {"Content-Length", "17"}}, RW_PROBLEM_NONE},
    {"chunked", "PUT", "/a", "HTTP/1.1", {HOST, {"transfer-encoding", "Chunked"}}, RW_PROBLEM_NONE},
    {"continue", "PUT", "/a", "HTTP/1.1", {HOST, {"Expect", "100-Continue"}}, RW_PROBLEM_NONE},
    {"all targets", "OPTIONS", "*", "HTTP/1.1", {HOST}, RW_PROBLEM_NONE},
    {"escaped", "GET", "/a%20b~!$&'()*+,;=:@", "HTTP/1.1", {HOST}, RW_PROBLEM_NONE},
    {"value with tab and high bytes", "GET", "/", "HTTP/1.1", {HOST, {"X", "a\tb\xE9"}}, RW_PROBLEM_NONE},

    {"method with blank", "GE T", "/", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"no method", "", "/", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"another version", "GET", "/", "HTTP/1.2", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"no version", "GET", "/", "", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"absolute form", "GET", "http://localhost/livez", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"authority form", "CONNECT", "localhost:80", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"asterisk of GET", "GET", "*", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"empty target", "GET", "", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"blank in target", "GET", "/a b", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"tab in target", "GET", "/a\tb", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"control in target", "GET", "/a\x01", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"delete in target", "GET", "/a\x7f", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"raw UTF-8 in target", "GET", "/\xC3\xA9", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"fragment", "GET", "/a#b", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},
    {"backslash", "GET", "/a\\b", "HTTP/1.1", {HOST}, RW_PROBLEM_BAD_REQUEST_TARGET},

    {"no host", "GET", "/", "HTTP/1.1", {{0}}, RW_PROBLEM_BAD_HEADER},
    {"two hosts", "GET", "/", "HTTP/1.1", {HOST, {"host", "localhost"}}, RW_PROBLEM_BAD_HEADER},
    {"two hosts, old", "GET", "/", "HTTP/1.0", {HOST, HOST}, RW_PROBLEM_BAD_HEADER},
    {"name with blank", "GET", "/", "HTTP/1.1", {HOST, {"X ", "a"}}, RW_PROBLEM_BAD_HEADER},
    {"folded line", "GET", "/", "HTTP/1.1", {HOST, {" b", "c"}}, RW_PROBLEM_BAD_HEADER},
    {"empty name", "GET", "/", "HTTP/1.1", {HOST, {"", "c"}}, RW_PROBLEM_BAD_HEADER},
    {"name with high byte", "GET", "/", "HTTP/1.1", {HOST, {"X\xE9", "c"}}, RW_PROBLEM_BAD_HEADER},
    {"name in parentheses", "GET", "/", "HTTP/1.1", {HOST, {"(x)", "c"}}, RW_PROBLEM_BAD_HEADER},
    {"control in value", "GET", "/", "HTTP/1.1", {HOST, {"X", "a\x01"}}, RW_PROBLEM_BAD_HEADER},
    {"CR in value", "GET", "/", "HTTP/1.1", {HOST, {"X", "a\rb"}}, RW_PROBLEM_BAD_HEADER},
    {"two media types", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Type", "a/b"}, {"content-type", "a/b"}},
     RW_PROBLEM_BAD_HEADER},
    {"other expectation", "PUT", "/", "HTTP/1.1", {HOST, {"Expect", "a-pony"}}, RW_PROBLEM_BAD_HEADER},
    {"two expectations", "PUT", "/", "HTTP/1.1", {HOST, {"Expect", "100-continue"}, {"Expect", "100-continue"}},
     RW_PROBLEM_BAD_HEADER},

    {"two lengths", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "1"}, {"Content-Length", "1"}},
     RW_PROBLEM_BAD_FRAMING},
    {"listed lengths", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "1, 1"}}, RW_PROBLEM_BAD_FRAMING},
    {"signed length", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "+1"}}, RW_PROBLEM_BAD_FRAMING},
    {"negative length", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "-1"}}, RW_PROBLEM_BAD_FRAMING},
    {"hexadecimal length", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "0x1"}}, RW_PROBLEM_BAD_FRAMING},
    {"empty length", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", ""}}, RW_PROBLEM_BAD_FRAMING},
    {"huge length", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "1000000000000000000"}}, RW_PROBLEM_BAD_FRAMING},
    {"length and encoding", "PUT", "/", "HTTP/1.1", {HOST, {"Content-Length", "1"}, {"Transfer-Encoding", "chunked"}},
     RW_PROBLEM_BAD_FRAMING},
    {"two encodings", "PUT", "/", "HTTP/1.1",
     {HOST, {"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}}, RW_PROBLEM_BAD_FRAMING},
    {"gzip, chunked", "PUT", "/", "HTTP/1.1", {HOST, {"Transfer-Encoding", "gzip, chunked"}}, RW_PROBLEM_BAD_FRAMING},
    {"identity", "PUT", "/", "HTTP/1.1", {HOST, {"Transfer-Encoding", "identity"}}, RW_PROBLEM_BAD_FRAMING},
    {"old and chunked", "PUT", "/", "HTTP/1.0", {HOST, {"Transfer-Encoding", "chunked"}}, RW_PROBLEM_BAD_FRAMING},
};

static rw_http_head head_of(const gate_row *row)
{
    rw_http_head head = {.method = row->method, .target = row->target, .version = row->version, .headers = row->headers};
    while (head.header_count < 4 && row->headers[head.header_count].name != NULL)
        head.header_count++;
    return head;
}

START_TEST(head__passes_or_is_refused_with_its_code)
{
    const gate_row *row = &rows[_i];
    const rw_http_head head = head_of(row);
    rw_http_framing framing = {.length = 77};
    rw_problem problem;
    rw_problem_init(&problem);
    const bool passed = rw_http_gate_check(&head, &framing, &problem);
    ck_assert_msg(problem.code == row->code, "%s: %d instead of %d (%s)", row->what, (int)problem.code, (int)row->code,
                  problem.detail);
    ck_assert_msg(passed == (row->code == RW_PROBLEM_NONE), "%s", row->what);
    if (!passed) {
        ck_assert_uint_eq(framing.length, 77);
        ck_assert_str_ne(problem.detail, "");
    }
    rw_problem_free(&problem);
}
END_TEST

START_TEST(framing__tells_how_the_body_is_delimited)
{
    const rw_http_pair length[] = {HOST, {"Content-Length", "1048576"}, {"Expect", "100-continue"}};
    const rw_http_pair chunked[] = {HOST, {"Transfer-Encoding", "chunked"}};
    rw_http_head head = {.method = "PUT", .target = "/", .version = "HTTP/1.1", .headers = length, .header_count = 3};
    rw_http_framing framing;
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(rw_http_gate_check(&head, &framing, &problem));
    ck_assert(framing.has_length && !framing.chunked && framing.expects_continue);
    ck_assert_uint_eq(framing.length, 1048576);
    head.version = "HTTP/1.0"; /* which has no expectations */
    ck_assert(rw_http_gate_check(&head, &framing, &problem));
    ck_assert(!framing.expects_continue);
    head = (rw_http_head){.method = "PUT", .target = "/", .version = "HTTP/1.1", .headers = chunked, .header_count = 2};
    ck_assert(rw_http_gate_check(&head, &framing, &problem));
    ck_assert(framing.chunked && !framing.has_length && framing.length == 0);
}
END_TEST

START_TEST(head__is_refused_when_cut_or_too_long)
{
    static char target[RW_HTTP_TARGET_MAX + 2];
    const rw_http_pair headers[] = {HOST};
    rw_http_head head = {.method = "GET", .target = "/", .version = "HTTP/1.1", .headers = headers, .header_count = 1};
    rw_http_framing framing;
    rw_problem problem;
    rw_problem_init(&problem);
    head.faults = (rw_http_head_faults){.line_gap = true};
    ck_assert(!rw_http_gate_check(&head, &framing, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_BAD_REQUEST_TARGET);
    rw_problem_free(&problem);
    head.faults = (rw_http_head_faults){.headers_cut = true};
    ck_assert(!rw_http_gate_check(&head, &framing, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_HEADERS_TOO_LARGE);
    rw_problem_free(&problem);
    head.faults = (rw_http_head_faults){.headers_gap = true};
    ck_assert(!rw_http_gate_check(&head, &framing, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_BAD_HEADER);
    rw_problem_free(&problem);
    head.faults = (rw_http_head_faults){0};
    memset(target, '/', sizeof target - 1);
    head.target = target;
    ck_assert(!rw_http_gate_check(&head, &framing, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_TARGET_TOO_LONG);
    rw_problem_free(&problem);
    target[RW_HTTP_TARGET_MAX] = '\0';
    ck_assert(rw_http_gate_check(&head, &framing, &problem));
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("gate");
    tcase_add_loop_test(cases, head__passes_or_is_refused_with_its_code, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(cases, framing__tells_how_the_body_is_delimited);
    tcase_add_test(cases, head__is_refused_when_cut_or_too_long);
    return rw_test_suite_run(cases);
}
