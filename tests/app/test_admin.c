#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

START_TEST(admin__takes_health_and_metrics_from_the_api)
{
    /* Another port is free when that of the API is chosen freely. */
    static const char *const arguments[] = {"--admin", "127.0.0.1:7421", NULL};
    static const char *const moved[] = {"/livez", "/readyz", "/readyz?verbose", "/metrics", "/backup"};
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    ck_assert_uint_ne(server.admin_port, 7421);
    ck_assert_uint_ne(server.admin_port, server.port);
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
        expect_status(server.admin_port, moved[i], 200);
        expect_status(server.port, moved[i], 404);
    }
    expect_status(server.port, "/v1/limits", 200);
    expect_status(server.admin_port, "/v1/limits", 404);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(backup__is_the_catalogue_that_another_daemon_serves)
{
    static const char *const arguments[] = {"--admin", "127.0.0.1:0", NULL};
    static const char clip[] = "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0]]}}";
    char path[RW_TEST_PATH_SIZE + 32];
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    rw_test_answer answer = rw_test_request(server.port, "PUT", "/v1/clips/walk", "", clip);
    ck_assert_int_eq(answer.status, 201);
    rw_test_answer_free(&answer);
    rw_test_answer backup = rw_test_request(server.admin_port, "GET", "/backup", "", NULL);
    char value[RW_TEST_HEADER_SIZE];
    ck_assert_str_eq(rw_test_answer_header(&backup, "Content-Type", value), "application/vnd.sqlite3");
    answer = rw_test_request(server.port, "DELETE", "/v1/clips/walk", "If-Match: *\r\n", NULL);
    ck_assert_int_eq(answer.status, 204);
    rw_test_answer_free(&answer);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    snprintf(path, sizeof path, "%s/rootwarp.backup", server.data);
    ck_assert_int_ne(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/rootwarp.db", server.data);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(backup.body, 1, backup.body_length, file), backup.body_length);
    ck_assert_int_eq(fclose(file), 0);
    rw_test_answer_free(&backup);
    rw_test_server_restart(&server, NULL);
    expect_status(server.port, "/v1/clips/walk", 200);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(admin__answers_while_the_api_is_full)
{
    enum { FULL = 4 };
    static const char *const arguments[] = {"--admin", "127.0.0.1:0", "--max-connections", "4", NULL};
    rw_test_server server;
    rw_test_client clients[FULL];
    rw_test_server_start(&server, arguments);
    for (int i = 0; i < FULL; i++) {
        rw_test_client_open(&clients[i], server.port);
        rw_test_client_send_text(&clients[i], "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\n\r\n");
        rw_test_answer answer = rw_test_client_read(&clients[i], false);
        ck_assert_int_eq(answer.status, 200);
        rw_test_answer_free(&answer);
    }
    /* One more is connected by the system and waits. */
    rw_test_client late;
    rw_test_client_open(&late, server.port);
    rw_test_client_send_text(&late, "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect_status(server.admin_port, "/livez", 200);
    expect_status(server.admin_port, "/readyz", 200);
    rw_test_answer metrics = rw_test_request(server.admin_port, "GET", "/metrics", "", NULL);
    ck_assert_ptr_nonnull(strstr(metrics.body, "\nrootwarp_http_connections 4\n"));
    rw_test_answer_free(&metrics);
    rw_test_client_close(&clients[0]);
    rw_test_answer answer = rw_test_client_read(&late, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    for (int i = 1; i < FULL; i++)
        rw_test_client_close(&clients[i]);
    rw_test_client_close(&late);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(admin__with_a_bad_address_does_not_start)
{
    static const struct {
        const char *address, *message;
    } cases[] = {{"nowhere", "cannot read 'nowhere' as an address"}, {"0.0.0.0:0", "will not listen on 0.0.0.0:0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char folder[RW_TEST_PATH_SIZE];
        rw_test_folder_make(folder);
        char *program = rw_test_program("rootwarpd");
        const char *const argv[] = {program, "serve", "--data", folder, "--admin", cases[i].address, NULL};
        rw_test_result output = rw_test_run(argv, NULL);
        ck_assert_int_eq(output.status, 2);
        ck_assert_msg(strstr(output.err, cases[i].message) != NULL, "%s", output.err);
        rw_test_result_free(&output);
        free(program);
        rw_test_folder_remove(folder);
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("admin");
    tcase_add_test(cases, admin__takes_health_and_metrics_from_the_api);
    tcase_add_test(cases, backup__is_the_catalogue_that_another_daemon_serves);
    tcase_add_test(cases, admin__answers_while_the_api_is_full);
    tcase_add_test(cases, admin__with_a_bad_address_does_not_start);
    return rw_test_suite_run(cases);
}
