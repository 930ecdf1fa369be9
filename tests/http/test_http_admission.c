/* How many requests may be in flight. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_fixture.h"
#include "support/suite.h"

#define HEAD_END "\r\nHost: localhost\r\n\r\n"

static http_fixture fixture;
static rw_http_route routes[16];

static void handle_well(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    (void)request;
    rw_http_response_static(response, 200, RW_HTTP_JSON, "{}", 2);
}

static void open_server(void)
{
    http_fixture_init(&fixture);
    ck_assert_uint_lt(fixture.options.route_count, 16);
    memcpy(routes, fixture.options.routes, fixture.options.route_count * sizeof routes[0]);
    routes[fixture.options.route_count++] =
        (rw_http_route){RW_HTTP_GET, "/well", handle_well, NULL, NULL, RW_HTTP_HEALTH, RW_HTTP_PUBLIC};
    fixture.options.routes = routes;
    fixture.settings.limits.max_in_flight = 1;
    fixture.options.threads = 4;
    http_fixture_start(&fixture);
}

static void close_server(void)
{
    http_fixture_end(&fixture);
}

static int ask(const char *target)
{
    rw_test_answer answer = rw_test_request(fixture.listener.port, "GET", target, "", NULL);
    const int status = answer.status;
    if (status == 503) {
        char text[RW_TEST_HEADER_SIZE];
        ck_assert_ptr_nonnull(strstr(answer.body, "\"code\":\"overloaded\""));
        ck_assert_str_eq(rw_test_answer_header(&answer, "Retry-After", text), "1");
    }
    rw_test_answer_free(&answer);
    return status;
}

static void read_status(rw_test_client *client, int status)
{
    rw_test_answer answer = rw_test_client_read(client, false);
    ck_assert_int_eq(answer.status, status);
    rw_test_answer_free(&answer);
}

START_TEST(in_flight__past_the_limit_is_told_to_come_again)
{
    rw_test_client client;
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_send_text(&client, "GET /hold HTTP/1.1" HEAD_END);
    http_fixture_wait_held(&fixture);
    ck_assert_int_eq(ask("/small"), 503);
    ck_assert_int_eq(ask("/nowhere"), 503);
    ck_assert_int_eq(ask("/well"), 200);
    http_fixture_release(&fixture);
    read_status(&client, 200);
    /* The place is given back when the answer is written, of which the client hears a moment earlier. */
    while (ask("/small") != 200) {
    }
    rw_test_client_close(&client);
}
END_TEST

/* Whoever has a place gives it back however the request ends. */
START_TEST(place__is_given_back_after_every_end)
{
    static const char *const requests[] = {
        "GET /small HTTP/1.1" HEAD_END,          "GET /fail HTTP/1.1" HEAD_END,
        "GET /nowhere HTTP/1.1" HEAD_END,        "PUT /small HTTP/1.1" HEAD_END,
        "OPTIONS /small HTTP/1.1" HEAD_END,      "GET /small?bogus=1 HTTP/1.1" HEAD_END,
        "POST /items/a HTTP/1.1" HEAD_END,       "GET /small HTTP/1.1\r\nHost: localhost\r\nAccept: image/png\r\n\r\n",
    };
    rw_test_client client;
    rw_test_client_open(&client, fixture.listener.port);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        rw_test_client_send_text(&client, requests[i]);
        rw_test_answer answer = rw_test_client_read(&client, false);
        ck_assert_msg(answer.status != 503, "%s", requests[i]);
        rw_test_answer_free(&answer);
    }
    rw_test_client_close(&client);
    /* A client that leaves in the middle of its body. */
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_send_text(&client, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n123");
    while (ask("/small") != 503) {
    }
    rw_test_client_close(&client);
    while (ask("/small") != 200) {
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("admission");
    tcase_add_checked_fixture(cases, open_server, close_server);
    tcase_add_test(cases, in_flight__past_the_limit_is_told_to_come_again);
    tcase_add_test(cases, place__is_given_back_after_every_end);
    return rw_test_suite_run(cases);
}
