#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "http_fixture.h"
#include "support/suite.h"

#define HEAD_END "\r\nHost: localhost\r\n\r\n"

static http_fixture fixture;

static void open_server(void)
{
    http_fixture_init(&fixture);
    http_fixture_start(&fixture);
}

static void close_server(void)
{
    http_fixture_end(&fixture);
}

static unsigned port(void)
{
    return fixture.listener.port;
}

static void expect_header(const rw_test_answer *answer, const char *name, const char *value)
{
    char text[RW_TEST_HEADER_SIZE];
    ck_assert_str_eq(rw_test_answer_header(answer, name, text), value);
}

/* Sends one request and checks status and, unless NULL, the problem's code. */
static void expect(const char *method, const char *target, const char *headers, const char *body, int status,
                   const char *code)
{
    rw_test_answer answer = rw_test_request(port(), method, target, headers, body);
    ck_assert_msg(answer.status == status, "%s %s: %d instead of %d: %s", method, target, answer.status, status,
                  answer.body);
    if (code != NULL) {
        char wanted[128];
        snprintf(wanted, sizeof wanted, "\"code\":\"%s\"", code);
        ck_assert_msg(strstr(answer.body, wanted) != NULL, "%s %s: %s", method, target, answer.body);
        expect_header(&answer, "Content-Type", RW_HTTP_PROBLEM_JSON);
    }
    rw_test_answer_free(&answer);
}

START_TEST(answer__carries_the_headers_of_every_answer)
{
    rw_test_answer answer = rw_test_request(port(), "GET", "/small", "X-Request-Id: a.B_c-9\r\n", NULL);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "{\"a\":1}");
    expect_header(&answer, "Content-Type", RW_HTTP_JSON);
    expect_header(&answer, "ETag", "\"small\"");
    expect_header(&answer, "X-Request-Id", "a.B_c-9");
    expect_header(&answer, "X-Content-Type-Options", "nosniff");
    expect_header(&answer, "X-Catalog-Version", "42");
    expect_header(&answer, "Vary", "");
    expect_header(&answer, "Access-Control-Allow-Origin", "");
    rw_test_answer_free(&answer);
}
END_TEST

START_TEST(request_id__is_made_when_none_or_a_wrong_one_comes)
{
    static const char *const headers[] = {"", "X-Request-Id: a b\r\n", "X-Request-Id: \"x\"\r\n", "X-Request-Id:\r\n"};
    char first[RW_TEST_HEADER_SIZE] = "", made[RW_TEST_HEADER_SIZE];
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        rw_test_answer answer = rw_test_request(port(), "GET", "/nowhere", headers[i], NULL);
        rw_test_answer_header(&answer, "X-Request-Id", made);
        ck_assert_uint_ge(strlen(made), 16);
        ck_assert_uint_eq(strspn(made, "0123456789abcdef-"), strlen(made));
        ck_assert_str_ne(made, first);
        ck_assert_ptr_nonnull(strstr(answer.body, made));
        memcpy(first, made, sizeof first);
        rw_test_answer_free(&answer);
    }
}
END_TEST

START_TEST(routes__tell_404_from_405)
{
    expect("GET", "/nowhere", "", NULL, 404, "route_not_found");
    expect("POST", "/nowhere", "", "{}", 404, "route_not_found");
    expect("GET", "/items/", "", NULL, 404, "route_not_found");
    expect("BREW", "/small", "", NULL, 405, "method_not_allowed");
    rw_test_answer answer = rw_test_request(port(), "PUT", "/items/a", "", "{}");
    ck_assert_int_eq(answer.status, 405);
    expect_header(&answer, "Allow", "GET, HEAD, POST, DELETE, OPTIONS");
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "OPTIONS", "/items/a", "", NULL);
    ck_assert_int_eq(answer.status, 204);
    expect_header(&answer, "Allow", "GET, HEAD, POST, DELETE, OPTIONS");
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "OPTIONS", "*", "", NULL);
    ck_assert_int_eq(answer.status, 204);
    rw_test_answer_free(&answer);
    expect("DELETE", "/items/a", "", NULL, 204, NULL);
}
END_TEST

START_TEST(head__is_get_without_the_body)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "HEAD /large HTTP/1.1" HEAD_END "GET /large HTTP/1.1" HEAD_END);
    rw_test_answer head = rw_test_client_read(&client, true);
    rw_test_answer get = rw_test_client_read(&client, false);
    char length[RW_TEST_HEADER_SIZE], wanted[32];
    ck_assert_int_eq(head.status, 200);
    ck_assert_int_eq(get.status, 200);
    snprintf(wanted, sizeof wanted, "%zu", get.body_length);
    ck_assert_str_eq(rw_test_answer_header(&head, "Content-Length", length), wanted);
    rw_test_answer_free(&head);
    rw_test_answer_free(&get);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(path__is_decoded_by_us_and_once)
{
    rw_test_answer answer = rw_test_request(port(), "GET", "/items/a%2541%20%C3%A9", "", NULL);
    ck_assert_str_eq(answer.body, "a%41 \xC3\xA9");
    rw_test_answer_free(&answer);
    expect("GET", "/items/a%2Fb", "", NULL, 400, "bad_request_target");
    expect("GET", "/items/..", "", NULL, 400, "bad_request_target");
    expect("GET", "/items/%2e%2e/small", "", NULL, 400, "bad_request_target");
    expect("GET", "/items/%00", "", NULL, 400, "bad_request_target");
}
END_TEST

START_TEST(query__is_checked)
{
    expect("GET", "/items/a?note=1", "", NULL, 200, NULL);
    expect("GET", "/items/a?nota=1", "", NULL, 400, "unknown_parameter");
    expect("GET", "/items/a?note=1&note=1", "", NULL, 400, "invalid_parameter");
    expect("GET", "/small?note=1", "", NULL, 400, "unknown_parameter");
}
END_TEST

START_TEST(negotiation__refuses_what_cannot_be)
{
    expect("GET", "/small", "Accept: text/html\r\n", NULL, 406, "not_acceptable");
    expect("POST", "/items/a", "Content-Type: text/plain\r\n", "{}", 415, "unsupported_media_type");
    expect("POST", "/items/a", "Content-Encoding: gzip\r\n", "{}", 415, "unsupported_encoding");
    expect("POST", "/items/a", "Content-Type: application/json\r\n", "{}", 200, NULL);
    expect("POST", "/items/a", "", NULL, 400, "body_required");
    expect("POST", "/items/a", "", "", 400, "body_required");
    expect("POST", "/items/a", "Transfer-Encoding: chunked\r\n\r\n0\r\n", NULL, 400, "body_required");
    expect("POST", "/optional", "", NULL, 200, NULL);
    expect("GET", "/small", "", "{}", 400, "body_not_allowed");
    expect("DELETE", "/items/a", "", "{}", 400, "body_not_allowed");
    rw_test_answer answer = rw_test_request(port(), "GET", "/media", "Accept: text/csv, */*;q=0.5\r\n", NULL);
    ck_assert_str_eq(answer.body, "csv");
    expect_header(&answer, "Content-Type", "text/csv");
    rw_test_answer_free(&answer);
}
END_TEST

START_TEST(host__must_be_ours)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "GET /small HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                                      "GET /small HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 421);
    rw_test_answer_free(&answer);
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(condition__answers_304_in_every_form)
{
    static const struct {
        const char *header;
        int status;
    } cases[] = {
        {"If-None-Match: \"small\"\r\n", 304},  {"If-None-Match: W/\"small\"\r\n", 304},
        {"If-None-Match: *\r\n", 304},          {"If-None-Match: \"x\", \"small-gzip\"\r\n", 304},
        {"If-None-Match: \"other\"\r\n", 200},  {"If-None-Match: small\r\n", 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_test_answer answer = rw_test_request(port(), "GET", "/small", cases[i].header, NULL);
        ck_assert_msg(answer.status == cases[i].status, "%s: %d", cases[i].header, answer.status);
        expect_header(&answer, "ETag", "\"small\"");
        expect_header(&answer, "Content-Length", "7");
        rw_test_answer_free(&answer);
    }
}
END_TEST

START_TEST(condition__leaves_the_connection_in_step)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "GET /large HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n"
                                      "HEAD /large HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n"
                                      "GET /small HTTP/1.1" HEAD_END);
    static const int statuses[] = {304, 304, 200};
    for (int i = 0; i < 3; i++) {
        rw_test_answer answer = rw_test_client_read(&client, i == 1);
        ck_assert_int_eq(answer.status, statuses[i]);
        rw_test_answer_free(&answer);
    }
    rw_test_client_close(&client);
}
END_TEST

START_TEST(gzip__is_sent_from_a_kilobyte_on_to_those_who_take_it)
{
    rw_test_answer answer = rw_test_request(port(), "GET", "/large", "Accept-Encoding: gzip\r\n", NULL);
    expect_header(&answer, "Content-Encoding", "gzip");
    expect_header(&answer, "Vary", "Accept-Encoding");
    expect_header(&answer, "ETag", "\"large-gzip\"");
    ck_assert_uint_eq((unsigned char)answer.body[0], 0x1F);
    ck_assert_uint_eq((unsigned char)answer.body[1], 0x8B);
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "GET", "/large", "Accept-Encoding: gzip;q=0\r\n", NULL);
    expect_header(&answer, "Content-Encoding", "");
    expect_header(&answer, "Vary", "Accept-Encoding");
    expect_header(&answer, "ETag", "\"large\"");
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "GET", "/small", "Accept-Encoding: gzip\r\n", NULL);
    expect_header(&answer, "Content-Encoding", "");
    expect_header(&answer, "Vary", "");
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "GET", "/large",
                             "Accept-Encoding: gzip\r\nIf-None-Match: \"large-gzip\"\r\n", NULL);
    ck_assert_int_eq(answer.status, 304);
    expect_header(&answer, "ETag", "\"large-gzip\"");
    expect_header(&answer, "Content-Encoding", "");
    rw_test_answer_free(&answer);
}
END_TEST

START_TEST(request__may_arrive_byte_by_byte)
{
    static const char text[] = "POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               "Content-Length: 9\r\n\r\n{\"a\":\"b\"}";
    rw_test_client client;
    rw_test_client_open(&client, port());
    for (size_t i = 0; i < sizeof text - 1; i++)
        rw_test_client_send(&client, text + i, 1);
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "{\"a\":\"b\"}");
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(request__may_be_split_anywhere)
{
    static const char text[] = "POST /items/a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                               "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n";
    rw_test_client client;
    rw_test_client_open(&client, port());
    for (size_t i = 1; i < sizeof text - 1; i++) {
        rw_test_client_send(&client, text, i);
        rw_test_client_send(&client, text + i, sizeof text - 1 - i);
        rw_test_answer answer = rw_test_client_read(&client, false);
        ck_assert_int_eq(answer.status, 200);
        ck_assert_str_eq(answer.body, "abcdefg");
        rw_test_answer_free(&answer);
    }
    rw_test_client_close(&client);
}
END_TEST

START_TEST(pipeline__is_answered_in_order)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    for (int i = 0; i < 40; i++) {
        char text[256];
        snprintf(text, sizeof text, "GET /items/n%d HTTP/1.1" HEAD_END "POST /items/x HTTP/1.1\r\nHost: localhost\r\n"
                                    "Content-Length: 3\r\n\r\n%03d", i, i);
        rw_test_client_send_text(&client, text);
    }
    for (int i = 0; i < 40; i++) {
        char wanted[2][16];
        snprintf(wanted[0], sizeof wanted[0], "n%d", i);
        snprintf(wanted[1], sizeof wanted[1], "%03d", i);
        for (int j = 0; j < 2; j++) {
            rw_test_answer answer = rw_test_client_read(&client, false);
            ck_assert_str_eq(answer.body, wanted[j]);
            rw_test_answer_free(&answer);
        }
    }
    rw_test_client_close(&client);
}
END_TEST

START_TEST(refusal__keeps_the_connection_in_step)
{
    /* Each is refused although its body is read, and the next request on the connection is answered. */
    static const struct {
        const char *request;
        int status;
    } cases[] = {
        {"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 404},
        {"PUT /small HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n", 405},
        {"POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\nContent-Length: 5\r\n\r\nabcde", 415},
        {"GET /small HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 400},
        {"POST /items/%2F HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 400},
    };
    rw_test_client client;
    rw_test_client_open(&client, port());
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_test_client_send_text(&client, cases[i].request);
        rw_test_answer answer = rw_test_client_read(&client, false);
        ck_assert_msg(answer.status == cases[i].status, "case %zu: %d", i, answer.status);
        rw_test_answer_free(&answer);
    }
    rw_test_client_send_text(&client, "GET /small HTTP/1.1" HEAD_END);
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(media__is_chosen_from_every_accept_and_named_in_vary)
{
    rw_test_answer answer = rw_test_request(port(), "GET", "/media", "Accept: text/html\r\nAccept: text/csv\r\n", NULL);
    ck_assert_str_eq(answer.body, "csv");
    expect_header(&answer, "Vary", "Accept");
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "GET", "/media", "Accept: text/csv;q=0.1\r\nAccept: application/json\r\n", NULL);
    ck_assert_str_eq(answer.body, "json");
    expect_header(&answer, "Vary", "Accept");
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "GET", "/large", "Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n", NULL);
    expect_header(&answer, "Content-Encoding", "gzip");
    rw_test_answer_free(&answer);
}
END_TEST

START_TEST(coding__of_the_body_is_read_from_every_header)
{
    rw_test_answer answer = rw_test_request(port(), "POST", "/items/a",
                                            "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n", "{}");
    ck_assert_int_eq(answer.status, 415);
    rw_test_answer_free(&answer);
    answer = rw_test_request(port(), "POST", "/items/a",
                             "Content-Encoding: identity\r\nContent-Encoding: identity\r\n", "{}");
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
}
END_TEST

/* A body of `length` bytes on a new connection, announced or in chunks, and a request behind it. */
static void expect_body_answer(size_t length, bool chunked, int status)
{
    rw_test_client client;
    char line[128];
    char *body = malloc(length);
    ck_assert_ptr_nonnull(body);
    memset(body, 'x', length);
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "POST /items/a HTTP/1.1\r\nHost: localhost\r\n");
    snprintf(line, sizeof line, chunked ? "Transfer-Encoding: chunked\r\n\r\n%zx\r\n" : "Content-Length: %zu\r\n\r\n", length);
    rw_test_client_send_text(&client, line);
    rw_test_client_send(&client, body, length);
    rw_test_client_send_text(&client, chunked ? "\r\n0\r\n\r\n" : "");
    rw_test_client_send_text(&client, "GET /small HTTP/1.1" HEAD_END);
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, status);
    rw_test_answer_free(&answer);
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "{\"a\":1}");
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
    free(body);
}

START_TEST(body__is_taken_up_to_the_limit_and_refused_above)
{
    const size_t limit = fixture.settings.limits.max_body_bytes;
    for (int chunked = 0; chunked < 2; chunked++) {
        expect_body_answer(limit, chunked != 0, 200);
        expect_body_answer(limit + 1, chunked != 0, 413);
        expect_body_answer(limit * 40, chunked != 0, 413);
    }
}
END_TEST

START_TEST(body__beyond_all_measure_is_refused_at_once)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 413);
    expect_header(&answer, "Connection", "close");
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&client);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(continue__is_said_before_the_body_or_not_at_all)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                                      "Content-Length: 2\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 100);
    rw_test_answer_free(&answer);
    rw_test_client_send_text(&client, "{}");
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "{}");
    rw_test_answer_free(&answer);
    rw_test_client_send_text(&client, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                                      "Content-Length: 70000\r\n\r\n");
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 413);
    expect_header(&answer, "Connection", "close");
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&client);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(head__that_is_too_large_is_refused)
{
    char *text = malloc(100001);
    ck_assert_ptr_nonnull(text);
    memset(text, 'a', 100000);
    text[100000] = '\0';
    for (int i = 0; i < 2; i++) {
        rw_test_client client;
        rw_test_client_open(&client, port());
        rw_test_client_send_text(&client, i == 0 ? "GET /" : "GET /small HTTP/1.1\r\nHost: localhost\r\nX: ");
        send(client.fd, text, 100000, MSG_NOSIGNAL);
        rw_test_answer answer = rw_test_client_read(&client, false);
        ck_assert_int_eq(answer.status, i == 0 ? 414 : 431);
        rw_test_answer_free(&answer);
        rw_test_client_close(&client);
    }
    rw_buffer many;
    rw_buffer_init(&many, 65536);
    rw_buffer_append_text(&many, "");
    for (int i = 0; i <= RW_HTTP_HEADERS_MAX; i++)
        rw_buffer_append_format(&many, "X%d: y\r\n", i);
    expect("GET", "/small", many.data, NULL, 431, "headers_too_large");
    text[RW_HTTP_TARGET_MAX] = '\0';
    text[0] = '/';
    expect("GET", text, "", NULL, 404, "route_not_found");
    rw_buffer_free(&many);
    free(text);
}
END_TEST

START_TEST(log__tells_of_failures_only_unless_asked)
{
    expect("GET", "/small", "X-Request-Id: quiet\r\n", NULL, 200, NULL);
    expect("GET", "/fail", "X-Request-Id: loud\r\ntraceparent: 00-ab-cd-01\r\n", NULL, 500, "internal");
    rw_log_close(fixture.context.log);
    fixture.context.log = NULL;
    char *text = rw_test_file_read(fixture.log_path, NULL);
    ck_assert_ptr_null(strstr(text, "quiet"));
    ck_assert_ptr_nonnull(strstr(text, "\"request_id\":\"loud\",\"method\":\"GET\",\"route\":\"/fail\",\"status\":500,"
                                       "\"code\":\"internal\""));
    ck_assert_ptr_nonnull(strstr(text, "\"traceparent\":\"00-ab-cd-01\""));
    free(text);
}
END_TEST

START_TEST(metrics__count_by_route_and_never_by_path)
{
    expect("GET", "/items/secret-name", "", NULL, 200, NULL);
    expect("GET", "/nowhere/secret-name", "", NULL, 404, NULL);
    rw_buffer text;
    rw_buffer_init(&text, 1 << 20);
    ck_assert(rw_metrics_write(fixture.context.metrics, &text));
    ck_assert_ptr_null(strstr(text.data, "secret-name"));
    ck_assert_ptr_nonnull(
        strstr(text.data, "rootwarp_http_requests_total{route=\"/items/{name}\",method=\"GET\",code=\"200\"} 1\n"));
    ck_assert_ptr_nonnull(
        strstr(text.data, "rootwarp_http_requests_total{route=\"unmatched\",method=\"GET\",code=\"404\"} 1\n"));
    ck_assert_ptr_nonnull(
        strstr(text.data, "rootwarp_http_request_duration_seconds_count{route=\"/items/{name}\",method=\"GET\"} 1\n"));
    rw_buffer_free(&text);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("server");
    tcase_add_checked_fixture(cases, open_server, close_server);
    tcase_add_test(cases, answer__carries_the_headers_of_every_answer);
    tcase_add_test(cases, request_id__is_made_when_none_or_a_wrong_one_comes);
    tcase_add_test(cases, routes__tell_404_from_405);
    tcase_add_test(cases, head__is_get_without_the_body);
    tcase_add_test(cases, path__is_decoded_by_us_and_once);
    tcase_add_test(cases, query__is_checked);
    tcase_add_test(cases, negotiation__refuses_what_cannot_be);
    tcase_add_test(cases, host__must_be_ours);
    tcase_add_test(cases, condition__answers_304_in_every_form);
    tcase_add_test(cases, condition__leaves_the_connection_in_step);
    tcase_add_test(cases, gzip__is_sent_from_a_kilobyte_on_to_those_who_take_it);
    tcase_add_test(cases, request__may_arrive_byte_by_byte);
    tcase_add_test(cases, request__may_be_split_anywhere);
    tcase_add_test(cases, pipeline__is_answered_in_order);
    tcase_add_test(cases, refusal__keeps_the_connection_in_step);
    tcase_add_test(cases, body__is_taken_up_to_the_limit_and_refused_above);
    tcase_add_test(cases, body__beyond_all_measure_is_refused_at_once);
    tcase_add_test(cases, continue__is_said_before_the_body_or_not_at_all);
    tcase_add_test(cases, head__that_is_too_large_is_refused);
    tcase_add_test(cases, log__tells_of_failures_only_unless_asked);
    tcase_add_test(cases, metrics__count_by_route_and_never_by_path);
    tcase_add_test(cases, media__is_chosen_from_every_accept_and_named_in_vary);
    tcase_add_test(cases, coding__of_the_body_is_read_from_every_header);
    return rw_test_suite_run(cases);
}
