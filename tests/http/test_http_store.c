/* Requests that wait for the store, and all the others. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "http_fixture.h"
#include "support/crowd.h"
#include "support/suite.h"

#define HEAD_END "\r\nHost: localhost\r\n\r\n"
#define ASK_STORE "GET /store HTTP/1.1" HEAD_END
#define ASK_SMALL "GET /small HTTP/1.1" HEAD_END

enum { STORE_THREADS = 2 };

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

static void expect_body(rw_test_client *client, const char *body)
{
    rw_test_answer answer = rw_test_client_read(client, false);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, body);
    rw_test_answer_free(&answer);
}

static void wait_in_flight(size_t count)
{
    while (rw_http_server_in_flight(fixture.server) != count) {
    }
}

/* So many are queued, and no thread has begun with them. */
static void wait_queued(size_t count)
{
    char line[64];
    snprintf(line, sizeof line, "\nrootwarp_http_requests_waiting %zu\n", count);
    for (bool queued = false; !queued;) {
        rw_buffer text;
        rw_buffer_init(&text, 1 << 20);
        ck_assert(rw_metrics_write(fixture.context.metrics, &text));
        ck_assert(rw_buffer_append_char(&text, '\0'));
        queued = strstr(text.data, line) != NULL;
        rw_buffer_free(&text);
    }
}

/* As many handlers as there are threads for them have begun, and the rest waits for its turn. */
static void hold_all(rw_test_crowd *crowd, size_t count)
{
    rw_test_crowd_open(crowd, port(), count);
    rw_test_crowd_ask(crowd, ASK_STORE);
    for (int i = 0; i < STORE_THREADS; i++)
        http_fixture_wait_held(&fixture);
}

static void release_all(size_t count)
{
    for (size_t i = 0; i < count; i++)
        http_fixture_release(&fixture);
}

START_TEST(waiting__holds_up_nobody_else)
{
    rw_test_crowd before, waits, after;
    rw_test_crowd_open(&before, port(), 16);
    rw_test_crowd_ask(&before, ASK_SMALL);
    rw_test_crowd_expect(&before, 200, 200);
    hold_all(&waits, 10);
    rw_test_crowd_open(&after, port(), 16);
    for (int i = 0; i < 3; i++) {
        rw_test_crowd_ask(&before, ASK_SMALL);
        rw_test_crowd_ask(&after, ASK_SMALL);
        rw_test_crowd_expect(&before, 200, 200);
        rw_test_crowd_expect(&after, 200, 200);
    }
    ck_assert_uint_eq(rw_test_crowd_answered(&waits), 0);
    release_all(10);
    rw_test_crowd_expect(&waits, 200, 200);
    rw_test_crowd_close(&before);
    rw_test_crowd_close(&waits);
    rw_test_crowd_close(&after);
}
END_TEST

START_TEST(connection__is_answered_in_its_order)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, ASK_STORE ASK_SMALL
                             "POST /store HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
                             "GET /defer HTTP/1.1" HEAD_END ASK_SMALL);
    http_fixture_wait_held(&fixture);
    ck_assert_uint_eq(rw_http_server_in_flight(fixture.server), 1);
    rw_test_client_send_text(&client, "GET /items/last HTTP/1.1\r\nHost: local");
    http_fixture_release(&fixture);
    expect_body(&client, "\"held\"");
    expect_body(&client, "{\"a\":1}");
    expect_body(&client, "{}");
    expect_body(&client, "\"asked\"");
    expect_body(&client, "{\"a\":1}");
    rw_test_client_send_text(&client, "host\r\n\r\n");
    expect_body(&client, "last");
    rw_test_client_close(&client);
}
END_TEST

START_TEST(body__may_come_in_pieces_and_may_be_missing)
{
    rw_test_client client;
    rw_test_client_open(&client, port());
    rw_test_client_send_text(&client, "POST /store HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (const char *byte = "3\r\n[1,\r\n2\r\n2]\r\n0\r\n"; *byte != '\0'; byte++)
        rw_test_client_send(&client, byte, 1);
    rw_test_client_send_text(&client, "\r\n"); /* were it torn, release 0.9.75 would end the connection with the answer */
    expect_body(&client, "[1,2]");
    rw_test_client_send_text(&client, "POST /store HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 400);
    rw_test_answer_free(&answer);
    rw_test_client_send_text(&client, ASK_SMALL);
    expect_body(&client, "{\"a\":1}");
    rw_test_client_close(&client);
}
END_TEST

START_TEST(handler__that_finds_it_needs_the_store_is_called_again_where_it_may_wait)
{
    rw_test_answer answer = rw_test_request(port(), "GET", "/defer", "", NULL);
    char value[RW_TEST_HEADER_SIZE];
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "\"asked\"");
    ck_assert_str_eq(rw_test_answer_header(&answer, "Allow", value), "");
    ck_assert_int_eq(atomic_load(&fixture.deferred), 1);
    rw_test_answer_free(&answer);
}
END_TEST

START_TEST(crowd__may_take_half_of_the_places)
{
    enum { PLACES = 12, WAITING = PLACES / 2, BEYOND = 3 };
    rw_test_crowd held, waits, beyond;
    char value[RW_TEST_HEADER_SIZE];
    close_server();
    http_fixture_init(&fixture);
    fixture.settings.limits.max_in_flight = PLACES;
    http_fixture_start(&fixture);
    hold_all(&held, STORE_THREADS);
    rw_test_crowd_open(&waits, port(), WAITING);
    rw_test_crowd_ask(&waits, ASK_STORE);
    wait_queued(WAITING);
    rw_test_crowd_open(&beyond, port(), BEYOND);
    rw_test_crowd_ask(&beyond, ASK_STORE);
    for (size_t i = 0; i < BEYOND; i++) {
        rw_test_answer answer = rw_test_client_read(&beyond.clients[i], false);
        ck_assert_int_eq(answer.status, 503);
        ck_assert_ptr_nonnull(strstr(answer.body, "\"code\":\"overloaded\""));
        ck_assert_ptr_nonnull(strstr(answer.body, "wait for the store"));
        ck_assert_str_eq(rw_test_answer_header(&answer, "Retry-After", value), "1");
        rw_test_answer_free(&answer);
    }
    rw_test_crowd_ask(&beyond, ASK_SMALL); /* on the same connections */
    rw_test_crowd_expect(&beyond, 200, 200);
    ck_assert_uint_eq(rw_test_crowd_answered(&held) + rw_test_crowd_answered(&waits), 0);
    release_all(STORE_THREADS + WAITING);
    rw_test_crowd_expect(&held, 200, 200);
    rw_test_crowd_expect(&waits, 200, 200);
    rw_test_crowd_close(&held);
    rw_test_crowd_close(&waits);
    rw_test_crowd_close(&beyond);
}
END_TEST

/* One write wakes all who wait for it, and each has had its place all the time. */
START_TEST(crowd__that_waited_for_the_catalogue_is_not_turned_away)
{
    enum { PLACES = 12, CROWD = PLACES - 1 };
    rw_test_crowd waits;
    rw_test_client other;
    close_server();
    http_fixture_init(&fixture);
    fixture.settings.limits.max_in_flight = PLACES;
    fixture.options.threads = 1;
    http_fixture_start(&fixture);
    rw_test_crowd_open(&waits, port(), CROWD);
    rw_test_crowd_ask(&waits, "GET /store HTTP/1.1\r\nHost: localhost\r\nX-Min-Catalog-Version: 43\r\n\r\n");
    wait_in_flight(CROWD);
    rw_test_client_open(&other, port());
    for (int i = 0; i < 2; i++) { /* by the one thread that serves: it has then seen to all of the crowd */
        rw_test_client_send_text(&other, ASK_SMALL);
        expect_body(&other, "{\"a\":1}");
    }
    rw_test_client_close(&other);
    atomic_store(&fixture.version, 43);
    rw_http_server_catalog_moved(fixture.server);
    for (int i = 0; i < STORE_THREADS; i++)
        http_fixture_wait_held(&fixture);
    wait_queued(CROWD - STORE_THREADS);
    release_all(CROWD);
    rw_test_crowd_expect(&waits, 200, 200);
    rw_test_crowd_close(&waits);
}
END_TEST

START_TEST(client__that_leaves_while_it_waits_leaves_nothing)
{
    for (int i = 0; i < 20; i++) {
        rw_test_crowd leaves;
        hold_all(&leaves, 6);
        rw_test_crowd_close(&leaves);
        release_all(6);
        wait_in_flight(0);
        for (int held = STORE_THREADS; held < 6; held++)
            http_fixture_wait_held(&fixture);
    }
    rw_test_answer answer = rw_test_request(port(), "POST", "/store", "", "{}");
    ck_assert_str_eq(answer.body, "{}");
    rw_test_answer_free(&answer);
}
END_TEST

START_TEST(client__that_ends_its_half_while_it_waits_is_answered)
{
    rw_test_crowd waits;
    hold_all(&waits, 5);
    wait_in_flight(5);
    for (size_t i = 0; i < 5; i++)
        ck_assert_int_eq(shutdown(waits.clients[i].fd, SHUT_WR), 0);
    release_all(5);
    rw_test_crowd_expect(&waits, 200, 200);
    for (size_t i = 0; i < 5; i++)
        rw_test_client_expect_end(&waits.clients[i]);
    rw_test_crowd_close(&waits);
}
END_TEST

START_TEST(stop__waits_for_those_who_wait)
{
    enum { WAITING = 6 };
    rw_test_crowd waits;
    char value[RW_TEST_HEADER_SIZE];
    hold_all(&waits, WAITING);
    wait_in_flight(WAITING);
    rw_http_server_quiesce(fixture.server);
    ck_assert_uint_ge(rw_http_server_settle(fixture.server), WAITING);
    release_all(WAITING);
    for (size_t i = 0; i < WAITING; i++) {
        rw_test_answer answer = rw_test_client_read(&waits.clients[i], false);
        ck_assert_int_eq(answer.status, 200);
        ck_assert_str_eq(rw_test_answer_header(&answer, "Connection", value), "close");
        rw_test_answer_free(&answer);
        rw_test_client_expect_end(&waits.clients[i]);
    }
    while (rw_http_server_settle(fixture.server) > 0) {
    }
    rw_test_crowd_close(&waits);
}
END_TEST

/* The library may not be stopped while connections are suspended. */
START_TEST(stop__in_the_middle_ends_nothing)
{
    enum { WAITING = 8 };
    for (int i = 0; i < 40; i++) {
        rw_test_crowd waits;
        hold_all(&waits, WAITING);
        wait_in_flight(WAITING);
        release_all(WAITING);
        for (int turn = 0; turn < i; turn++)
            rw_http_server_in_flight(fixture.server);
        close_server();
        rw_test_crowd_close(&waits);
        open_server();
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("store");
    tcase_add_checked_fixture(cases, open_server, close_server);
    tcase_add_test(cases, waiting__holds_up_nobody_else);
    tcase_add_test(cases, connection__is_answered_in_its_order);
    tcase_add_test(cases, body__may_come_in_pieces_and_may_be_missing);
    tcase_add_test(cases, handler__that_finds_it_needs_the_store_is_called_again_where_it_may_wait);
    tcase_add_test(cases, crowd__may_take_half_of_the_places);
    tcase_add_test(cases, crowd__that_waited_for_the_catalogue_is_not_turned_away);
    tcase_add_test(cases, client__that_leaves_while_it_waits_leaves_nothing);
    tcase_add_test(cases, client__that_ends_its_half_while_it_waits_is_answered);
    tcase_add_test(cases, stop__waits_for_those_who_wait);
    tcase_add_test(cases, stop__in_the_middle_ends_nothing);
    return rw_test_suite_run(cases);
}
