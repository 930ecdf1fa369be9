#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/recording.h"
#include "support/client.h"
#include "support/process.h"
#include "support/server.h"
#include "support/suite.h"

#define TOKEN "rwp_wn3k5xq2m7ab_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
#define ASK "{\"profile\":\"nobody\"}"

static void recording_path(const rw_test_server *server, char path[RW_TEST_PATH_SIZE])
{
    snprintf(path, RW_TEST_PATH_SIZE, "%.*s/recording", (int)(RW_TEST_PATH_SIZE - 16), server->folder);
}

/* A daemon that records into its own folder. */
static void start(rw_test_server *server, const char *more)
{
    const char *arguments[] = {"--record", NULL, more, NULL};
    char path[RW_TEST_PATH_SIZE];
    rw_test_server_start(server, NULL);
    ck_assert_int_eq(rw_test_server_stop(server), 0);
    recording_path(server, path);
    arguments[1] = path;
    rw_test_server_restart(server, arguments);
}

static void ask(unsigned port, const char *method, const char *target, const char *headers, const char *body)
{
    rw_test_answer answer = rw_test_request(port, method, target, headers, body);
    ck_assert_int_ge(answer.status, 200);
    rw_test_answer_free(&answer);
}

static bool metrics_have(unsigned port, const char *line)
{
    rw_test_answer answer = rw_test_request(port, "GET", "/metrics", "", NULL);
    const bool has = strstr(answer.body, line) != NULL;
    rw_test_answer_free(&answer);
    return has;
}

START_TEST(recording__holds_what_was_asked_of_the_solver_and_nothing_else)
{
    static const char *const solver[] = {"/v1/resolve", "/v1/trajectory", "/v1/step",    "/v1/verify",
                                         "/v1/reach",   "/v1/select",     "/v1/validate"};
    rw_test_server server;
    char path[RW_TEST_PATH_SIZE];
    start(&server, NULL);
    recording_path(&server, path);
    for (size_t i = 0; i < sizeof solver / sizeof *solver; i++)
        ask(server.port, "POST", solver[i], "X-Request-Id: mine\r\nAuthorization: Bearer " TOKEN "\r\nCookie: secret=1\r\n",
            ASK);
    ask(server.port, "GET", "/v1/profiles/nobody/reach?scale=2", "", NULL);
    ask(server.port, "GET", "/v1/profiles", "", NULL);
    ask(server.port, "PUT", "/v1/profiles/p", "", "{}");
    ask(server.port, "POST", "/v1/resolve", "Content-Type: text/plain\r\n", ASK);
    ask(server.port, "POST", "/v1/resolve", "", NULL);
    ask(server.port, "POST", "/v1/resolve?typo=1", "", ASK);
    ask(server.port, "HEAD", "/v1/profiles/nobody/findings", "", NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);

    size_t length;
    char *bytes = rw_test_file_read(path, &length);
    for (size_t i = 0; i + 4 < length; i++)
        ck_assert(memcmp(bytes + i, "rwp_", 4) != 0 && memcmp(bytes + i, "secr", 4) != 0);
    free(bytes);
    rw_recording_reader reader;
    rw_recording_entry entry;
    const int fd = open(path, O_RDONLY);
    rw_recording_reader_init(&reader, fd);
    for (size_t i = 0; i < sizeof solver / sizeof *solver; i++) {
        ck_assert_int_eq(rw_recording_next(&reader, &entry), RW_RECORDING_ENTRY);
        ck_assert_str_eq(entry.method, "POST");
        ck_assert_str_eq(entry.target, solver[i]);
        ck_assert_str_eq(entry.request_id, "mine");
        ck_assert_uint_eq(entry.request_length, strlen(ASK));
        ck_assert_mem_eq(entry.request, ASK, strlen(ASK));
        ck_assert_int_ge(entry.status, 400);
        ck_assert_uint_gt(entry.answer_length, 20);
    }
    ck_assert_int_eq(rw_recording_next(&reader, &entry), RW_RECORDING_ENTRY);
    ck_assert_str_eq(entry.method, "GET");
    ck_assert_str_eq(entry.target, "/v1/profiles/nobody/reach?scale=2");
    ck_assert_uint_eq(entry.request_length, 0);
    ck_assert_int_eq(rw_recording_next(&reader, &entry), RW_RECORDING_END);
    rw_recording_reader_free(&reader);
    close(fd);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(recording__that_is_full_ends_and_the_daemon_serves_on)
{
    rw_test_server server;
    start(&server, "--record-max-bytes=4KiB");
    ck_assert(metrics_have(server.port, "\nrootwarp_recorder_running 1\n"));
    while (!metrics_have(server.port, "\nrootwarp_recorder_running 0\n"))
        ask(server.port, "POST", "/v1/resolve", "", ASK);
    ask(server.port, "POST", "/v1/resolve", "", ASK);
    ck_assert(!metrics_have(server.port, "\nrootwarp_recorder_dropped_total 0\n"));
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    char *err = rw_test_file_read(server.err, NULL);
    ck_assert_ptr_nonnull(strstr(err, "\"event\":\"recording\",\"message\":\"recording to "));
    ck_assert_ptr_nonnull(strstr(err, "the file has reached record-max-bytes"));
    free(err);
    /* Each start adds a line, until there is room for none. */
    char path[RW_TEST_PATH_SIZE];
    recording_path(&server, path);
    const char *const arguments[] = {"--record", path, "--record-max-bytes=4KiB", NULL};
    for (bool full = false; !full;) {
        rw_test_server_restart(&server, arguments);
        full = metrics_have(server.port, "\nrootwarp_recorder_running 0\n");
        ask(server.port, "POST", "/v1/resolve", "", ASK);
        ck_assert_int_eq(rw_test_server_stop(&server), 0);
    }
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(recording__that_cannot_be_is_told_at_the_start)
{
    char folder[RW_TEST_PATH_SIZE], data[RW_TEST_PATH_SIZE + 8], other[RW_TEST_PATH_SIZE];
    rw_test_folder_make(folder);
    snprintf(data, sizeof data, "%s/data", folder);
    rw_test_file_write(folder, "diary", "dear diary\n", other);
    char *program = rw_test_program("rootwarpd");
    const char *const argv[] = {program, "serve", "--listen=127.0.0.1:0", "--data", data, "--record", other, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_int_eq(result.status, 1);
    ck_assert_msg(strstr(result.err, "it holds something else than a recording; name another file") != NULL, "%s",
                  result.err);
    rw_test_result_free(&result);
    free(program);
    rw_test_folder_remove(folder);
}
END_TEST

/* What was answered before a kill, the last moments apart, is read, and the next start goes on. */
START_TEST(recording__outlives_a_kill)
{
    rw_test_server server;
    char path[RW_TEST_PATH_SIZE];
    start(&server, NULL);
    recording_path(&server, path);
    for (int i = 0; i < 20; i++)
        ask(server.port, "POST", "/v1/resolve", "", ASK);
    while (!metrics_have(server.port, "\nrootwarp_recorder_records_total 20\n")) {
    }
    ck_assert_int_eq(kill(server.pid, SIGKILL), 0);
    rw_test_wait(server.pid);
    close(server.out);
    rw_test_server_restart(&server, (const char *const[]){"--record", path, NULL});
    ask(server.port, "POST", "/v1/resolve", "", ASK);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_recording_reader reader;
    rw_recording_entry entry;
    rw_recording_status status;
    size_t records = 0;
    const int fd = open(path, O_RDONLY);
    rw_recording_reader_init(&reader, fd);
    while ((status = rw_recording_next(&reader, &entry)) == RW_RECORDING_ENTRY)
        records++;
    ck_assert_int_eq(status, RW_RECORDING_END);
    ck_assert_uint_eq(records, 21);
    ck_assert_uint_eq(reader.sessions, 2);
    rw_recording_reader_free(&reader);
    close(fd);
    rw_test_server_check_and_remove(&server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("recording");
    tcase_add_test(cases, recording__holds_what_was_asked_of_the_solver_and_nothing_else);
    tcase_add_test(cases, recording__that_is_full_ends_and_the_daemon_serves_on);
    tcase_add_test(cases, recording__that_cannot_be_is_told_at_the_start);
    tcase_add_test(cases, recording__outlives_a_kill);
    return rw_test_suite_run(cases);
}
