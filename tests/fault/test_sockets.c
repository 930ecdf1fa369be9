/* The daemon when the system fails its sockets, and when clients reset theirs at every byte. */
#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "injected.h"
#include "support/client.h"
#include "support/suite.h"

#define FAILURES 3         /* calls that fail in a row */
#define BUSY_REQUESTS 500  /* served while accept fails all the time */
#define ATTEMPTS_MAX 100   /* of accept meanwhile; one that spins makes thousands */
#define SETTLE_LOOKS 10000

static rw_injected daemon_at;

static void start(void)
{
    static const char *const arguments[] = {"--threads=1", "--head-deadline=1s", "--body-deadline=1s",
                                            "--reply-deadline=1s", NULL};
    rw_injected_start(&daemon_at, arguments);
    rw_script_documents(daemon_at.server.port);
}

static void stop(void)
{
    rw_injected_end(&daemon_at);
}

static rw_call_end ask(const char *target, rw_call_answer *answer)
{
    rw_caller caller = RW_CALLER(daemon_at.server.port);
    const rw_call_end end = rw_caller_ask(&caller, "GET", target, "", NULL, answer);
    rw_caller_hang_up(&caller);
    return end;
}

static void expect_right(const char *when)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    const rw_call_end end = ask("/v1/clips/lunge", &answer);
    ck_assert_msg(end == RW_CALL_ANSWERED && answer.status == 200, "%s: ended as %d with %d", when, end, answer.status);
    rw_call_answer_free(&answer);
}

/* Errors that the manual names and that pass by. */
static const int accept_errors[] = {EMFILE, ENFILE, ENOMEM, ENOBUFS, ECONNABORTED, EINTR, EPROTO, ENETDOWN, EHOSTUNREACH};

START_TEST(accept__that_fails_for_a_while_loses_no_client)
{
    for (size_t i = 0; i < sizeof accept_errors / sizeof *accept_errors; i++) {
        rw_fault_arm(daemon_at.control, RW_FAULT_ACCEPT, 1, 1 + FAILURES, accept_errors[i]);
        expect_right(strerror(accept_errors[i]));
        ck_assert_int_gt(atomic_load(&daemon_at.control->plans[RW_FAULT_ACCEPT].seen), FAILURES);
        rw_fault_disarm(daemon_at.control, RW_FAULT_ACCEPT);
    }
}
END_TEST

START_TEST(accept__that_fails_on_and_on_costs_little)
{
    rw_caller known = RW_CALLER(daemon_at.server.port);
    rw_test_client waiting;
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    ck_assert_int_eq(rw_caller_ask(&known, "GET", "/livez", "", NULL, &answer), RW_CALL_ANSWERED);
    rw_fault_arm(daemon_at.control, RW_FAULT_ACCEPT, 1, LONG_MAX, EMFILE);
    rw_test_client_open(&waiting, daemon_at.server.port);
    rw_test_client_send_text(&waiting, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for (int i = 0; i < BUSY_REQUESTS; i++) {
        ck_assert_int_eq(rw_caller_ask(&known, "GET", "/livez", "", NULL, &answer), RW_CALL_ANSWERED);
        ck_assert_int_eq(answer.status, 200);
    }
    const long attempts = atomic_load(&daemon_at.control->plans[RW_FAULT_ACCEPT].seen);
    rw_fault_disarm(daemon_at.control, RW_FAULT_ACCEPT);
    ck_assert_int_le(attempts, ATTEMPTS_MAX);
    rw_test_answer late = rw_test_client_read(&waiting, false);
    ck_assert_int_eq(late.status, 200);
    rw_test_answer_free(&late);
    rw_test_client_close(&waiting);
    rw_caller_hang_up(&known);
    rw_call_answer_free(&answer);
}
END_TEST

typedef struct transfer_case {
    rw_fault_site site;
    int error;
} transfer_case;

static const transfer_case transfers[] = {
    {RW_FAULT_RECEIVE, EINTR},  {RW_FAULT_RECEIVE, ENOMEM},     {RW_FAULT_RECEIVE, ENOBUFS}, {RW_FAULT_RECEIVE, ECONNRESET},
    {RW_FAULT_RECEIVE, ETIMEDOUT}, {RW_FAULT_SEND, EINTR},      {RW_FAULT_SEND, ENOMEM},     {RW_FAULT_SEND, ENOBUFS},
    {RW_FAULT_SEND, ECONNRESET}, {RW_FAULT_SEND, EPIPE},        {RW_FAULT_SEND, ETIMEDOUT},
};

/* Whatever becomes of this client: it is not told anything wrong, and the next one is served. */
START_TEST(transfer__that_fails_ends_one_connection_at_most)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (size_t i = 0; i < sizeof transfers / sizeof *transfers; i++)
        for (long number = 1; number <= FAILURES; number++) {
            rw_fault_arm(daemon_at.control, transfers[i].site, number, number + 1, transfers[i].error);
            const rw_call_end end = ask("/openapi.json", &answer);
            rw_fault_disarm(daemon_at.control, transfers[i].site);
            ck_assert_msg(end == RW_CALL_CLOSED || end == RW_CALL_CUT || (end == RW_CALL_ANSWERED && answer.status == 200),
                          "%s at %ld: ended as %d with %d", strerror(transfers[i].error), number, end, answer.status);
            expect_right(strerror(transfers[i].error));
        }
    rw_call_answer_free(&answer);
}
END_TEST

static char *put_request(const char *name, size_t *length)
{
    rw_buffer request;
    char *body = rw_script_example("lunge.clip");
    rw_buffer_init(&request, 65536);
    rw_buffer_append_format(&request,
                            "PUT /v1/clips/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            "Content-Length: %zu\r\n\r\n%s",
                            name, strlen(body), body);
    free(body);
    char *text = rw_buffer_steal(&request, length);
    ck_assert_ptr_nonnull(text);
    return text;
}

/* Sends the first bytes of a request and ends the connection: with a reset, or as usual. */
static void send_part(const char *text, size_t length, bool reset)
{
    rw_test_client client;
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    rw_test_client_open(&client, daemon_at.server.port);
    rw_test_client_send(&client, text, length);
    if (reset)
        ck_assert_int_eq(setsockopt(client.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once), 0);
    rw_test_client_close(&client);
}

/* The value of a metric without labels. */
static long metric(const char *name)
{
    rw_call_answer answer;
    char line[128];
    rw_call_answer_init(&answer);
    ck_assert_int_eq(ask("/metrics", &answer), RW_CALL_ANSWERED);
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(rw_call_body(&answer), line);
    const long value = at == NULL ? -1 : strtol(at + strlen(line), NULL, 10);
    rw_call_answer_free(&answer);
    return value;
}

static void wait_alone(void)
{
    for (int look = 0; look < SETTLE_LOOKS; look++)
        if (metric("rootwarp_http_connections") == 1 && metric("rootwarp_http_requests_in_flight") == 1)
            return;
    ck_abort_msg("connections stay: %ld, requests in flight: %ld", metric("rootwarp_http_connections"),
                 metric("rootwarp_http_requests_in_flight"));
}

START_TEST(client__that_leaves_at_any_byte_leaves_nothing_behind)
{
    size_t length = 0;
    char *text = put_request("never", &length);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (size_t part = 0; part < length; part++) {
        send_part(text, part, true);
        send_part(text, part, false);
    }
    wait_alone();
    ck_assert_int_eq(ask("/v1/clips/never", &answer), RW_CALL_ANSWERED);
    ck_assert_int_eq(answer.status, 404);
    expect_right("after the resets");
    rw_call_answer_free(&answer);
    free(text);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("sockets");
    tcase_add_checked_fixture(cases, start, stop);
    tcase_add_test(cases, accept__that_fails_for_a_while_loses_no_client);
    tcase_add_test(cases, accept__that_fails_on_and_on_costs_little);
    tcase_add_test(cases, transfer__that_fails_ends_one_connection_at_most);
    tcase_add_test(cases, client__that_leaves_at_any_byte_leaves_nothing_behind);
    return rw_test_suite_run(cases);
}
