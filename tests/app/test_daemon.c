#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/client.h"
#include "support/process.h"
#include "support/server.h"
#include "support/suite.h"

static void expect_status(unsigned port, const char *target, int status)
{
    rw_test_answer answer = rw_test_request(port, "GET", target, "", NULL);
    ck_assert_msg(answer.status == status, "%s: %d: %s", target, answer.status, answer.body);
    rw_test_answer_free(&answer);
}

/* Waits until the daemon has closed its listening socket. */
static void wait_closed(unsigned port)
{
    while (rw_test_port_open(port)) {
    }
}

START_TEST(start__says_where_it_listens_and_serves)
{
    rw_test_server server;
    char wanted[64];
    rw_test_server_start(&server, NULL);
    snprintf(wanted, sizeof wanted, "listening on http://127.0.0.1:%u", server.port);
    ck_assert_str_eq(server.first_line, wanted);
    static const char *const targets[] = {"/livez", "/readyz", "/readyz?verbose", "/metrics", "/openapi.json",
                                          "/v1/limits", "/"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        expect_status(server.port, targets[i], 200);
    expect_status(server.port, "/nowhere", 404);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(answers__have_the_exact_media_types)
{
    static const char *const cases[][2] = {
        {"/livez", "application/json"},
        {"/openapi.json", "application/json"},
        {"/", "text/html; charset=utf-8"},
        {"/docs", "text/html; charset=utf-8"},
        {"/docs/errors", "text/html; charset=utf-8"},
        {"/assets/icon.svg", "image/svg+xml"},
        {"/assets/plain.css", "text/css; charset=utf-8"},
        {"/assets/nothing.js", "application/problem+json"},
        {"/metrics", "text/plain; version=0.0.4; charset=utf-8"},
        {"/nowhere", "application/problem+json"},
    };
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char type[RW_TEST_HEADER_SIZE];
        rw_test_answer answer = rw_test_request(server.port, "GET", cases[i][0], "", NULL);
        ck_assert_str_eq(rw_test_answer_header(&answer, "Content-Type", type), cases[i][1]);
        rw_test_answer_free(&answer);
    }
    rw_test_server_end(&server);
}
END_TEST

/* Sends one request and checks one header of the answer. */
static void expect_header(unsigned port, const char *target, const char *headers, int status, const char *name,
                          const char *value)
{
    char text[RW_TEST_HEADER_SIZE];
    rw_test_answer answer = rw_test_request(port, "GET", target, headers, NULL);
    ck_assert_msg(answer.status == status, "%s: %d: %s", target, answer.status, answer.body);
    ck_assert_str_eq(rw_test_answer_header(&answer, name, text), value);
    rw_test_answer_free(&answer);
}

START_TEST(inspector__is_html_for_a_browser_and_json_for_who_asks)
{
    rw_test_server server;
    char etag[RW_TEST_HEADER_SIZE], condition[RW_TEST_HEADER_SIZE + 32];
    rw_test_server_start(&server, NULL);
    expect_header(server.port, "/", "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n", 200, "Content-Type",
                  "text/html; charset=utf-8");
    expect_header(server.port, "/", "Accept: application/json\r\n", 200, "Content-Type", "application/json");
    expect_header(server.port, "/assets/plain.css", "Accept-Encoding: gzip\r\n", 200, "Content-Encoding", "gzip");
    expect_header(server.port, "/assets/plain.css", "", 200, "Content-Encoding", "");
    expect_header(server.port, "/assets/plain.css", "", 200, "Cache-Control", "no-cache");
    rw_test_answer answer = rw_test_request(server.port, "GET", "/docs", "Accept-Encoding: gzip\r\n", NULL);
    rw_test_answer_header(&answer, "ETag", etag);
    rw_test_answer_free(&answer);
    snprintf(condition, sizeof condition, "If-None-Match: %s\r\n", etag);
    expect_header(server.port, "/docs", condition, 304, "Cache-Control", "no-cache");
    rw_test_server_end(&server);
}
END_TEST

START_TEST(metrics__have_the_families_promised)
{
    static const char *const names[] = {
        "rootwarp_build_info{", "rootwarp_catalog_version ", "rootwarp_http_requests_total{",
        "rootwarp_http_request_duration_seconds_bucket{", "rootwarp_http_connections ", "rootwarp_log_dropped_total ",
        "process_start_time_seconds ", "process_resident_memory_bytes ", "process_open_fds ",
    };
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    expect_status(server.port, "/livez", 200);
    rw_test_answer answer = rw_test_request(server.port, "GET", "/metrics", "", NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(strstr(answer.body, names[i]) != NULL, "%s", names[i]);
    rw_test_answer_free(&answer);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(settings__reach_the_server)
{
    static const char *const arguments[] = {"--max-body-bytes=4KiB", "--threads=1", "--host", "warp.example", NULL};
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    rw_test_answer answer = rw_test_request(server.port, "GET", "/v1/limits", "", NULL);
    ck_assert_ptr_nonnull(strstr(answer.body, "\"max_body_bytes\":4096"));
    rw_test_answer_free(&answer);
    rw_test_client client;
    rw_test_client_open(&client, server.port);
    rw_test_client_send_text(&client, "GET /livez HTTP/1.1\r\nHost: warp.example\r\n\r\n"
                                      "GET /livez HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 421);
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(access_log__tells_of_every_request_when_asked)
{
    static const char *const arguments[] = {"--access-log", NULL};
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    rw_test_answer answer = rw_test_request(server.port, "GET", "/livez", "X-Request-Id: find-me\r\n", NULL);
    rw_test_answer_free(&answer);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    char *err = rw_test_file_read(server.err, NULL);
    ck_assert_ptr_nonnull(strstr(err, "\"event\":\"request\",\"request_id\":\"find-me\",\"method\":\"GET\","
                                      "\"route\":\"/livez\",\"status\":200,\"duration_ms\":"));
    free(err);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(several__run_side_by_side)
{
    enum { DAEMONS = 4 };
    rw_test_server servers[DAEMONS];
    for (int i = 0; i < DAEMONS; i++)
        rw_test_server_start(&servers[i], NULL);
    for (int i = 0; i < DAEMONS; i++) {
        expect_status(servers[i].port, "/livez", 200);
        for (int j = 0; j < i; j++)
            ck_assert_uint_ne(servers[i].port, servers[j].port);
    }
    for (int i = 0; i < DAEMONS; i++)
        rw_test_server_end(&servers[i]);
}
END_TEST

START_TEST(stop__answers_the_request_in_flight)
{
    rw_test_server server;
    rw_test_client half, idle;
    rw_test_server_start(&server, NULL);
    rw_test_client_open(&idle, server.port);
    rw_test_client_send_text(&idle, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&idle, false);
    rw_test_answer_free(&answer);
    rw_test_client_open(&half, server.port);
    rw_test_client_send_text(&half, "POST /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n123");
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    wait_closed(server.port);
    rw_test_client_expect_end(&idle);
    rw_test_client_send_text(&half, "45");
    answer = rw_test_client_read(&half, false);
    char text[RW_TEST_HEADER_SIZE];
    ck_assert_int_eq(answer.status, 405);
    ck_assert_str_eq(rw_test_answer_header(&answer, "Connection", text), "close");
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&half);
    ck_assert_int_eq(rw_test_wait(server.pid), 0);
    rw_test_client_close(&half);
    rw_test_client_close(&idle);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(stop__loses_no_reply_under_load)
{
    enum { CLIENTS = 8 };
    rw_test_server server;
    rw_test_client clients[CLIENTS];
    rw_test_server_start(&server, NULL);
    for (int i = 0; i < CLIENTS; i++) {
        rw_test_client_open(&clients[i], server.port);
        rw_test_client_send_text(&clients[i], "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        rw_test_answer answer = rw_test_client_read(&clients[i], false);
        rw_test_answer_free(&answer);
        rw_test_client_send_text(&clients[i], "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    for (int i = 0; i < CLIENTS; i++) {
        rw_test_answer answer = rw_test_client_read(&clients[i], false);
        ck_assert_int_eq(answer.status, 200);
        rw_test_answer_free(&answer);
        rw_test_client_expect_end(&clients[i]);
        rw_test_client_close(&clients[i]);
    }
    ck_assert_int_eq(rw_test_wait(server.pid), 0);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(drain__says_unready_but_goes_on_accepting)
{
    static const char *const arguments[] = {"--drain-delay", "500ms", NULL};
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    int status = 200;
    while (status == 200) {
        rw_test_answer answer = rw_test_request(server.port, "GET", "/readyz", "", NULL);
        status = answer.status;
        if (status != 200)
            ck_assert_ptr_nonnull(strstr(answer.body, "{\"name\":\"running\",\"ok\":false,\"detail\":\"shutting down\"}"));
        rw_test_answer_free(&answer);
    }
    ck_assert_int_eq(status, 503);
    expect_status(server.port, "/livez", 200);
    ck_assert_int_eq(rw_test_wait(server.pid), 0);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(signal__given_twice_ends_at_once)
{
    static const char *const arguments[] = {"--drain-delay", "10m", NULL};
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    int status = 200;
    while (status == 200) { /* until the first one was taken: two of a kind that wait are one */
        rw_test_answer answer = rw_test_request(server.port, "GET", "/readyz", "", NULL);
        status = answer.status;
        rw_test_answer_free(&answer);
    }
    ck_assert_int_eq(kill(server.pid, SIGINT), 0);
    ck_assert_int_eq(rw_test_wait(server.pid), 128 + SIGINT);
    rw_test_folder_remove(server.folder);
}
END_TEST

START_TEST(client__that_is_slow_is_cut_by_the_deadline)
{
    static const char *const arguments[] = {"--head-deadline=50ms", NULL};
    rw_test_server server;
    rw_test_client client;
    rw_test_server_start(&server, arguments);
    rw_test_client_open(&client, server.port);
    rw_test_client_send_text(&client, "GET /livez HTTP/1.1\r\n");
    rw_test_client_expect_end(&client);
    rw_test_client_close(&client);
    expect_status(server.port, "/livez", 200);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(connections__stay_below_the_limit_of_open_files)
{
    rw_test_server server;
    rw_test_server_start_prepared(&server, "ulimit -n 100;", NULL);
    rw_test_answer answer = rw_test_request(server.port, "GET", "/v1/limits", "", NULL);
    ck_assert_msg(strstr(answer.body, "\"max_connections\":36,") != NULL, "%s", answer.body);
    rw_test_answer_free(&answer);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    char *err = rw_test_file_read(server.err, NULL);
    ck_assert_ptr_nonnull(strstr(err, "the limit of open files allows 36 connections, not the 1024 asked for"));
    free(err);
    rw_test_server_check_and_remove(&server);
}
END_TEST

/* A file that is opened would become standard error, and the log would be written into it. */
START_TEST(streams__that_are_closed_stay_out_of_use)
{
    static const char *const arguments[] = {"--access-log", NULL};
    rw_test_server server;
    char lock[RW_TEST_PATH_SIZE + 16], wanted[32];
    rw_test_server_start_prepared(&server, "exec <&- 2>&-;", arguments);
    for (int i = 0; i < 5; i++)
        expect_status(server.port, "/livez", 200);
    snprintf(lock, sizeof lock, "%s/rootwarp.lock", server.data);
    snprintf(wanted, sizeof wanted, "%d\n", (int)server.pid);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    char *text = rw_test_file_read(lock, NULL);
    ck_assert_str_eq(text, wanted);
    free(text);
    rw_test_server_check_and_remove(&server);
}
END_TEST

/* PUTs a clip of some hundred kilobytes under this name; the status. */
static int put_large_clip(unsigned port, int number, char code[RW_TEST_HEADER_SIZE])
{
    char target[32], retry[RW_TEST_HEADER_SIZE];
    rw_buffer body;
    rw_buffer_init(&body, 1 << 20);
    rw_buffer_append_text(&body, "{\"space\":\"unreal\",\"frame_rate\":30,\"root\":{\"positions\":[[0,0,0]");
    for (int i = 1; i < 8000; i++)
        rw_buffer_append_format(&body, ",[%d.25,%d,0.5]", i, number);
    rw_buffer_append_text(&body, "]}}");
    ck_assert(rw_buffer_ok(&body));
    snprintf(target, sizeof target, "/v1/clips/c%d", number);
    rw_test_answer answer = rw_test_request(port, "PUT", target, "", body.data);
    const int status = answer.status;
    snprintf(code, RW_TEST_HEADER_SIZE, "%s",
             strstr(answer.body, "\"code\":\"store_full\"") == NULL ? "" : rw_test_answer_header(&answer, "Retry-After", retry));
    rw_test_answer_free(&answer);
    rw_buffer_free(&body);
    return status;
}

START_TEST(limit__of_file_sizes_fills_the_store_and_ends_nothing)
{
    rw_test_server server;
    char retry[RW_TEST_HEADER_SIZE];
    int status = 201;
    rw_test_server_start_prepared(&server, "ulimit -f 1600;", NULL);
    for (int i = 0; i < 100 && status == 201; i++)
        status = put_large_clip(server.port, i, retry);
    ck_assert_int_eq(status, 507);
    ck_assert_str_eq(retry, "60");
    expect_status(server.port, "/v1/clips/c0", 200);
    expect_status(server.port, "/readyz", 200);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_test_folder_remove(server.folder);
}
END_TEST

START_TEST(data__that_is_gone_makes_the_daemon_unready)
{
    rw_test_server server;
    char database[RW_TEST_PATH_SIZE + 16], elsewhere[RW_TEST_PATH_SIZE + 16];
    rw_test_server_start(&server, NULL);
    expect_status(server.port, "/readyz", 200);
    snprintf(database, sizeof database, "%s/rootwarp.db", server.data);
    snprintf(elsewhere, sizeof elsewhere, "%s/moved", server.data);
    ck_assert_int_eq(rename(database, elsewhere), 0);
    rw_test_answer answer = rw_test_request(server.port, "GET", "/readyz", "", NULL);
    ck_assert_int_eq(answer.status, 503);
    ck_assert_msg(strstr(answer.body, "{\"name\":\"store\",\"ok\":false") != NULL, "%s", answer.body);
    rw_test_answer_free(&answer);
    int other = open(database, O_WRONLY | O_CREAT, 0600);
    ck_assert_int_ge(other, 0);
    close(other);
    expect_status(server.port, "/readyz", 503);
    ck_assert_int_eq(rename(elsewhere, database), 0);
    expect_status(server.port, "/readyz", 200);
    rw_test_server_end(&server);
}
END_TEST

#define INHERITED 9 /* a descriptor with one digit, as the shell wants it */

START_TEST(socket__that_was_inherited_is_used_and_left_open)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    rw_test_server server;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(fcntl(INHERITED, F_GETFD), -1);
    ck_assert_int_eq(dup2(fd, INHERITED), INHERITED);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(fd, 8), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &length), 0);
    rw_test_server_start_prepared(&server, "exec 3<&9; export LISTEN_FDS=1 LISTEN_PID=$$;", NULL);
    ck_assert_uint_eq(server.port, ntohs(address.sin_port));
    expect_status(server.port, "/livez", 200);
    rw_test_server_end(&server);
    ck_assert(rw_test_port_open(server.port)); /* whoever comes now waits for the next process */
    close(INHERITED);
    close(fd);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("daemon");
    tcase_add_test(cases, start__says_where_it_listens_and_serves);
    tcase_add_test(cases, answers__have_the_exact_media_types);
    tcase_add_test(cases, inspector__is_html_for_a_browser_and_json_for_who_asks);
    tcase_add_test(cases, metrics__have_the_families_promised);
    tcase_add_test(cases, settings__reach_the_server);
    tcase_add_test(cases, access_log__tells_of_every_request_when_asked);
    tcase_add_test(cases, several__run_side_by_side);
    tcase_add_test(cases, stop__answers_the_request_in_flight);
    tcase_add_test(cases, stop__loses_no_reply_under_load);
    tcase_add_test(cases, drain__says_unready_but_goes_on_accepting);
    tcase_add_test(cases, signal__given_twice_ends_at_once);
    tcase_add_test(cases, client__that_is_slow_is_cut_by_the_deadline);
    tcase_add_test(cases, connections__stay_below_the_limit_of_open_files);
    tcase_add_test(cases, streams__that_are_closed_stay_out_of_use);
    tcase_add_test(cases, limit__of_file_sizes_fills_the_store_and_ends_nothing);
    tcase_add_test(cases, data__that_is_gone_makes_the_daemon_unready);
    tcase_add_test(cases, socket__that_was_inherited_is_used_and_left_open);
    return rw_test_suite_run(cases);
}
