#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "http_fixture.h"
#include "support/suite.h"

#define SHORT_MS 60

typedef enum deadline_kind { HEAD, BODY, REPLY, IDLE } deadline_kind;

/* A server in which only this deadline is short. */
static void start_with(http_fixture *fixture, deadline_kind kind)
{
    http_fixture_init(fixture);
    rw_http_limits *limits = &fixture->settings.limits;
    int64_t *const deadlines[] = {&limits->head_deadline_ms, &limits->body_deadline_ms, &limits->reply_deadline_ms,
                                  &limits->idle_deadline_ms};
    *deadlines[kind] = SHORT_MS;
    http_fixture_start(fixture);
}

static void expect_late(http_fixture *fixture, const char *phase)
{
    rw_buffer text, wanted;
    rw_buffer_init(&text, 1 << 20);
    rw_buffer_init(&wanted, 256);
    rw_buffer_append_format(&wanted, "rootwarp_http_late_connections_total{phase=\"%s\"} 1\n", phase);
    ck_assert(rw_metrics_write(fixture->context.metrics, &text));
    ck_assert_msg(strstr(text.data, wanted.data) != NULL, "%s", text.data);
    rw_buffer_free(&text);
    rw_buffer_free(&wanted);
}

/* Sends a byte at a time until the server has had enough: an idle timeout alone would never end this. */
static void drip(rw_test_client *client, const char *start)
{
    rw_test_client_send_text(client, start);
    while (send(client->fd, "x", 1, MSG_NOSIGNAL) == 1) {
        struct pollfd poller = {.fd = client->fd, .events = POLLIN};
        if (poll(&poller, 1, 1) != 0)
            return; /* the end of the connection, or its reset */
    }
}

START_TEST(client__that_drips_its_head_is_cut)
{
    http_fixture fixture;
    rw_test_client client;
    start_with(&fixture, HEAD);
    rw_test_client_open(&client, fixture.listener.port);
    drip(&client, "GET /small HTTP/1.1\r\nHost: localhost\r\nX: ");
    expect_late(&fixture, "head");
    rw_test_client_close(&client);
    http_fixture_end(&fixture);
}
END_TEST

START_TEST(client__that_says_nothing_is_cut)
{
    http_fixture fixture;
    rw_test_client client;
    start_with(&fixture, HEAD);
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_expect_end(&client);
    expect_late(&fixture, "head");
    rw_test_client_close(&client);
    http_fixture_end(&fixture);
}
END_TEST

START_TEST(client__that_drips_its_body_is_cut)
{
    http_fixture fixture;
    rw_test_client client;
    start_with(&fixture, BODY);
    rw_test_client_open(&client, fixture.listener.port);
    drip(&client, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n");
    expect_late(&fixture, "body");
    rw_test_client_close(&client);
    http_fixture_end(&fixture);
}
END_TEST

START_TEST(client__that_rests_too_long_is_let_go)
{
    http_fixture fixture;
    rw_test_client client;
    start_with(&fixture, IDLE);
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_send_text(&client, "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&client);
    expect_late(&fixture, "idle");
    rw_test_client_close(&client);
    http_fixture_end(&fixture);
}
END_TEST

START_TEST(client__that_does_not_take_its_answer_is_cut)
{
    http_fixture fixture;
    rw_test_client client;
    start_with(&fixture, REPLY);
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_send_text(&client, "GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n");
    /* Nothing is read until the server has given up; the metric tells when. */
    for (bool cut = false; !cut;) {
        rw_buffer text;
        rw_buffer_init(&text, 1 << 20);
        ck_assert(rw_metrics_write(fixture.context.metrics, &text));
        cut = strstr(text.data, "late_connections_total{phase=\"reply\"} 1\n") != NULL;
        rw_buffer_free(&text);
    }
    size_t total = 0;
    char piece[65536];
    for (ssize_t got = 1; got > 0; total += (size_t)(got > 0 ? got : 0))
        got = recv(client.fd, piece, sizeof piece, 0);
    ck_assert_uint_lt(total, (size_t)32 * 1024 * 1024 - 65536);
    rw_test_client_close(&client);
    http_fixture_end(&fixture);
}
END_TEST

/* Sends the text and the end of the stream in one packet, which an edge-triggered server sees as one event. */
static void send_and_end(rw_test_client *client, const char *text)
{
    const size_t length = strlen(text);
    ck_assert_int_eq(send(client->fd, text, length, MSG_MORE | MSG_NOSIGNAL), (ssize_t)length);
    ck_assert_int_eq(shutdown(client->fd, SHUT_WR), 0);
}

/* Long before any deadline. What was asked is answered first. */
START_TEST(client__that_ends_its_half_is_let_go)
{
    http_fixture fixture;
    rw_test_client asked, half, held;
    http_fixture_init(&fixture);
    http_fixture_start(&fixture);
    rw_test_client_open(&held, fixture.listener.port);
    send_and_end(&held, "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n");
    http_fixture_wait_held(&fixture);
    rw_test_client_open(&asked, fixture.listener.port);
    send_and_end(&asked, "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n");
    rw_test_client_open(&half, fixture.listener.port);
    send_and_end(&half, "POST /items/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n{");
    http_fixture_release(&fixture); /* it may have held the others' thread */
    rw_test_answer answer = rw_test_client_read(&held, false);
    ck_assert_str_eq(answer.body, "\"held\"");
    rw_test_answer_free(&answer);
    answer = rw_test_client_read(&asked, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&asked);
    rw_test_client_expect_end(&half);
    rw_test_client_expect_end(&held);
    rw_test_client_close(&asked);
    rw_test_client_close(&half);
    rw_test_client_close(&held);
    http_fixture_end(&fixture);
}
END_TEST

START_TEST(handler__has_no_deadline)
{
    http_fixture fixture;
    rw_test_client client, other;
    http_fixture_init(&fixture);
    fixture.settings.limits.head_deadline_ms = fixture.settings.limits.body_deadline_ms = SHORT_MS;
    fixture.settings.limits.idle_deadline_ms = SHORT_MS;
    fixture.options.threads = 2;
    http_fixture_start(&fixture);
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_send_text(&client, "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n");
    http_fixture_wait_held(&fixture);
    /* Another client outlasts every deadline meanwhile. */
    rw_test_client_open(&other, fixture.listener.port);
    rw_test_client_expect_end(&other);
    http_fixture_release(&fixture);
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
    rw_test_client_close(&other);
    http_fixture_end(&fixture);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("deadlines");
    tcase_add_test(cases, client__that_drips_its_head_is_cut);
    tcase_add_test(cases, client__that_says_nothing_is_cut);
    tcase_add_test(cases, client__that_drips_its_body_is_cut);
    tcase_add_test(cases, client__that_rests_too_long_is_let_go);
    tcase_add_test(cases, client__that_does_not_take_its_answer_is_cut);
    tcase_add_test(cases, client__that_ends_its_half_is_let_go);
    tcase_add_test(cases, handler__has_no_deadline);
    return rw_test_suite_run(cases);
}
