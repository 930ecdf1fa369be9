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

static void settle(void)
{
    while (rw_http_server_settle(fixture.server) > 0) {
    }
}

START_TEST(stop__loses_no_reply)
{
    rw_test_client busy, idle, half;
    rw_test_client_open(&busy, port());
    rw_test_client_send_text(&busy, "GET /hold HTTP/1.1" HEAD_END);
    http_fixture_wait_held(&fixture);
    rw_test_client_open(&half, port());
    rw_test_client_send_text(&half, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
    rw_test_client_open(&idle, port());
    rw_test_client_send_text(&idle, "GET /small HTTP/1.1" HEAD_END);
    /* `idle` may share its thread with `busy`: then its answer comes, like that of `half`, once that goes on. */
    rw_http_server_quiesce(fixture.server);
    ck_assert(!rw_test_port_open(port()));
    http_fixture_release(&fixture);
    rw_test_answer answer = rw_test_client_read(&busy, false);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "\"held\"");
    expect_header(&answer, "Connection", "close");
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&busy);
    rw_test_client_send_text(&half, "}");
    answer = rw_test_client_read(&half, false);
    ck_assert_str_eq(answer.body, "{}");
    expect_header(&answer, "Connection", "close");
    rw_test_answer_free(&answer);
    answer = rw_test_client_read(&idle, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    settle();
    ck_assert_uint_eq(rw_http_server_in_flight(fixture.server), 0);
    rw_test_client_close(&busy);
    rw_test_client_close(&half);
    rw_test_client_close(&idle);
}
END_TEST

START_TEST(stop__lets_idle_connections_go)
{
    rw_test_client used, fresh;
    rw_test_client_open(&fresh, port());
    rw_test_client_open(&used, port());
    rw_test_client_send_text(&used, "GET /small HTTP/1.1" HEAD_END);
    rw_test_answer answer = rw_test_client_read(&used, false);
    rw_test_answer_free(&answer);
    rw_http_server_quiesce(fixture.server);
    settle();
    rw_test_client_expect_end(&used);
    rw_test_client_expect_end(&fresh);
    rw_test_client_close(&used);
    rw_test_client_close(&fresh);
}
END_TEST

/* It has had its answer before the server began to stop, and so nobody told it to go. */
START_TEST(stop__answers_one_more_request_of_a_busy_client)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "GET /small HTTP/1.1" HEAD_END);
    rw_test_answer answer = rw_test_client_read(&client, false);
    expect_header(&answer, "Connection", "");
    rw_test_answer_free(&answer);
    rw_http_server_quiesce(fixture.server);
    while (rw_http_server_settle(fixture.server) > 1) {
    }
    rw_test_client_send_text(&client, "GET /small HTTP/1.1" HEAD_END);
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    expect_header(&answer, "Connection", "close");
    rw_test_answer_free(&answer);
    settle();
    rw_test_client_expect_end(&client);
    rw_test_client_close(&client);
}
END_TEST

/* The library's own way to stop listening ended the process now and then, when a thread of it looked at the same time. */
START_TEST(stop__at_any_moment_ends_nothing)
{
    for (int i = 0; i < 150; i++) {
        rw_test_client client;
        close_server();
        open_server();
        rw_test_client_open(&client, port());
        rw_test_client_send_text(&client, "GET /small HTTP/1.1" HEAD_END);
        if (i % 3 == 0) {
            rw_test_answer answer = rw_test_client_read(&client, false);
            ck_assert_int_eq(answer.status, 200);
            rw_test_answer_free(&answer);
        }
        rw_http_server_quiesce(fixture.server);
        if (i % 3 != 0) {
            rw_test_answer answer = rw_test_client_read(&client, false);
            ck_assert_int_eq(answer.status, 200);
            rw_test_answer_free(&answer);
        }
        rw_test_client_close(&client);
        settle();
    }
}
END_TEST

START_TEST(stop__takes_those_who_wait_to_be_accepted)
{
    enum { WAITING = 24 };
    rw_test_client held, waiting[WAITING];
    close_server();
    http_fixture_init(&fixture);
    fixture.options.threads = 1; /* while it is held nobody is taken up */
    http_fixture_start(&fixture);
    rw_test_client_open(&held, port());
    rw_test_client_send_text(&held, "GET /hold HTTP/1.1" HEAD_END);
    http_fixture_wait_held(&fixture);
    for (int i = 0; i < WAITING; i++) {
        rw_test_client_open(&waiting[i], port());
        rw_test_client_send_text(&waiting[i], "GET /small HTTP/1.1" HEAD_END);
    }
    rw_http_server_quiesce(fixture.server);
    http_fixture_release(&fixture);
    rw_test_answer answer = rw_test_client_read(&held, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_close(&held);
    for (int i = 0; i < WAITING; i++) {
        answer = rw_test_client_read(&waiting[i], false);
        ck_assert_int_eq(answer.status, 200);
        expect_header(&answer, "Connection", "close");
        rw_test_answer_free(&answer);
        rw_test_client_close(&waiting[i]);
    }
    settle();
}
END_TEST

/* The library answers its own limit of connections with a lock that it keeps. */
START_TEST(stop__with_more_who_wait_than_there_is_room_for)
{
    enum { WAITING = 100 };
    rw_test_client held, waiting[WAITING];
    close_server();
    http_fixture_init(&fixture);
    fixture.options.threads = 1;
    fixture.options.max_connections = 2;
    http_fixture_start(&fixture);
    rw_test_client_open(&held, port());
    rw_test_client_send_text(&held, "GET /hold HTTP/1.1" HEAD_END);
    http_fixture_wait_held(&fixture);
    for (int i = 0; i < WAITING; i++) {
        rw_test_client_open(&waiting[i], port());
        rw_test_client_send_text(&waiting[i], "GET /small HTTP/1.1" HEAD_END);
    }
    rw_http_server_quiesce(fixture.server);
    http_fixture_release(&fixture);
    rw_test_answer answer = rw_test_client_read(&held, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_close(&held);
    for (int i = 0; i < WAITING; i++) {
        answer = rw_test_client_read(&waiting[i], false);
        ck_assert_int_eq(answer.status, 200);
        rw_test_answer_free(&answer);
        rw_test_client_close(&waiting[i]);
    }
    settle();
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("stop");
    tcase_add_checked_fixture(cases, open_server, close_server);
    tcase_add_test(cases, stop__loses_no_reply);
    tcase_add_test(cases, stop__lets_idle_connections_go);
    tcase_add_test(cases, stop__answers_one_more_request_of_a_busy_client);
    tcase_add_test(cases, stop__at_any_moment_ends_nothing);
    tcase_add_test(cases, stop__takes_those_who_wait_to_be_accepted);
    tcase_add_test(cases, stop__with_more_who_wait_than_there_is_room_for);
    return rw_test_suite_run(cases);
}
