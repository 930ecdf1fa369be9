/* The catalogue's states as clients see them: waiting for it, a disk that is full, a store that is only read. */
#define _GNU_SOURCE /* prlimit */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/client.h"
#include "support/crowd.h"
#include "support/metric.h"
#include "support/server.h"

static const char clip[] =
    "{\"space\":\"unreal\",\"frame_rate\":2,\"loop\":false,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
    "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}";
static const char json[] = "Content-Type: application/json\r\n";

static void expect(unsigned port, int status, const char *part, const char *method, const char *target,
                   const char *headers, const char *body)
{
    rw_test_answer answer = rw_test_request(port, method, target, headers, body);
    ck_assert_msg(answer.status == status && (part == NULL || strstr(answer.body, part) != NULL),
                  "%s %s: %d instead of %d, \"%s\" wanted in %s", method, target, answer.status, status,
                  part == NULL ? "" : part, answer.body);
    rw_test_answer_free(&answer);
}

static void ask(rw_test_client *client, unsigned port, const char *target, const char *headers)
{
    char request[512];
    rw_test_client_open(client, port);
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s\r\n", target, port, headers);
    rw_test_client_send_text(client, request);
}

static void expect_answer(rw_test_client *client, int status, const char *part)
{
    rw_test_answer answer = rw_test_client_read(client, false);
    ck_assert_msg(answer.status == status && strstr(answer.body, part) != NULL, "%d instead of %d: \"%s\" wanted in %s",
                  answer.status, status, part, answer.body);
    rw_test_answer_free(&answer);
    rw_test_client_close(client);
}

enum { CROWD = 40 };

/* With one thread for all: were it held by those who wait, the write would never come. Some say that they ask no more. */
START_TEST(changes__a_crowd_waits_for_a_write_without_a_thread)
{
    static const char *const arguments[] = {"--threads=1", NULL};
    rw_test_server server;
    rw_test_client crowd[CROWD];
    rw_test_server_start(&server, arguments);
    for (size_t i = 0; i < CROWD; i++)
        ask(&crowd[i], server.port, i % 2 == 0 ? "/v1/changes?since=0&wait=30" : "/v1/clips/lunge",
            i % 2 == 0 ? "" : "X-Min-Catalog-Version: 1\r\n");
    rw_test_metric_await(server.port, "rootwarp_http_requests_in_flight", CROWD + 1);
    for (size_t i = 0; i < CROWD / 2; i++)
        ck_assert_int_eq(shutdown(crowd[i].fd, SHUT_WR), 0);
    expect(server.port, 201, NULL, "PUT", "/v1/clips/lunge", json, clip);
    for (size_t i = 0; i < CROWD; i++)
        expect_answer(&crowd[i], 200, "\"name\":\"lunge\"");
    rw_test_server_end(&server);
}
END_TEST

START_TEST(version__that_does_not_come_is_said_so)
{
    rw_test_server server;
    rw_test_client client;
    rw_test_server_start(&server, NULL);
    ask(&client, server.port, "/v1/clips", "X-Min-Catalog-Version: 9\r\n");
    expect_answer(&client, 503, "not_ready");
    ask(&client, server.port, "/v1/changes?since=9&wait=0.05", "");
    expect_answer(&client, 409, "version_unknown");
    rw_test_server_end(&server);
}
END_TEST

START_TEST(changes__who_waits_is_answered_when_the_daemon_stops)
{
    rw_test_server server;
    rw_test_client waits, leaves;
    rw_test_server_start(&server, NULL);
    ask(&leaves, server.port, "/v1/changes?wait=30", "");
    rw_test_client_close(&leaves);
    ask(&waits, server.port, "/v1/changes?wait=30", "");
    expect(server.port, 200, NULL, "GET", "/livez", "", NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    expect_answer(&waits, 200, "\"items\":[]");
    rw_test_server_check_and_remove(&server);
}
END_TEST

static void limit_files(pid_t pid, rlim_t bytes)
{
    struct rlimit limit;
    ck_assert_int_eq(prlimit(pid, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    ck_assert_int_eq(prlimit(pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* To the daemon a file at the largest size that it may have is a disk without room. */
START_TEST(disk_full__refuses_writes_reads_on_and_writes_again_when_there_is_room)
{
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    expect(server.port, 201, NULL, "PUT", "/v1/clips/lunge", json, clip);
    limit_files(server.pid, 1024);
    for (int i = 0; i < 3; i++) {
        expect(server.port, 507, "store_full", "PUT", "/v1/clips/other", json, clip);
        expect(server.port, 200, "\"revision\":1", "GET", "/v1/clips/lunge", "", NULL);
        expect(server.port, 404, "clip_not_found", "GET", "/v1/clips/other", "", NULL);
    }
    limit_files(server.pid, RLIM_INFINITY);
    expect(server.port, 201, NULL, "PUT", "/v1/clips/other", json, clip);
    expect(server.port, 200, "\"version\":2", "GET", "/v1/changes", "", NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_test_server_restart(&server, NULL);
    expect(server.port, 200, "\"revision\":1", "GET", "/v1/clips/other", "", NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_test_folder_remove(server.folder);
}
END_TEST

/* One round: true when all were answered from memory while no write was. A write waits two seconds before it gives up. */
static bool answered_beside_writes(const rw_test_server *server)
{
    enum { WRITES = 12, READS = 32 };
    char write[1024], question[256];
    rw_test_crowd writes, reads;
    snprintf(write, sizeof write,
             "PUT /v1/clips/lunge HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%sContent-Length: %zu\r\n\r\n%s", server->port, json,
             strlen(clip), clip);
    snprintf(question, sizeof question, "GET /v1/clips/lunge/motion HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
             server->port);
    rw_test_crowd_open(&reads, server->port, READS);
    rw_test_crowd_ask(&reads, question);
    rw_test_crowd_expect(&reads, 200, 200);
    const int lock = rw_test_server_lock_database(server);
    rw_test_crowd_open(&writes, server->port, WRITES);
    rw_test_crowd_ask(&writes, write);
    rw_test_metric_await(server->port, "rootwarp_http_requests_in_flight", WRITES + 1);
    rw_test_crowd_ask(&reads, question);
    rw_test_crowd_expect(&reads, 200, 200);
    expect(server->port, 200, NULL, "GET", "/readyz", "", NULL);
    const bool beside = rw_test_crowd_answered(&writes) == 0;
    close(lock);
    rw_test_crowd_expect(&writes, 200, 503);
    rw_test_crowd_close(&writes);
    rw_test_crowd_close(&reads);
    return beside;
}

START_TEST(database__that_another_process_locks_holds_up_writes_alone)
{
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    expect(server.port, 201, NULL, "PUT", "/v1/clips/lunge", json, clip);
    bool beside = false;
    for (int round = 0; round < 5 && !beside; round++)
        beside = answered_beside_writes(&server);
    ck_assert_msg(beside, "reads were answered only when writes had given up");
    expect(server.port, 200, "\"revision\":1", "GET", "/v1/clips/lunge", "", NULL);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(read_only__serves_and_solves_and_writes_nothing)
{
    static const char *const arguments[] = {"--read-only", NULL};
    static const char profile[] = "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\","
                                  "\"scale_band\":{\"min\":0.5,\"max\":2}}";
    static const char question[] = "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},"
                                   "\"target\":{\"position\":[500,0,0]}}";
    rw_test_server server;
    char database[RW_TEST_PATH_SIZE + 16];
    struct stat before, after;
    rw_test_server_start(&server, NULL);
    expect(server.port, 201, NULL, "PUT", "/v1/clips/lunge", json, clip);
    expect(server.port, 201, NULL, "PUT", "/v1/profiles/lunge", json, profile);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    snprintf(database, sizeof database, "%s/rootwarp.db", server.data);
    ck_assert_int_eq(chmod(server.data, 0500), 0);
    ck_assert_int_eq(stat(database, &before), 0);
    rw_test_server_restart(&server, arguments);
    expect(server.port, 200, "\"read_only\":true", "GET", "/v1/limits", "", NULL);
    expect(server.port, 200, NULL, "GET", "/readyz", "", NULL);
    expect(server.port, 200, "\"verdict\"", "POST", "/v1/resolve", json, question);
    expect(server.port, 200, "\"type\":\"end\"", "GET", "/v1/export", "", NULL);
    expect(server.port, 403, "store_read_only", "PUT", "/v1/clips/new", json, clip);
    expect(server.port, 403, "store_read_only", "DELETE", "/v1/profiles/lunge", "If-Match: *\r\n", NULL);
    expect(server.port, 403, "store_read_only", "POST", "/v1/clips/lunge/purge", "", NULL);
    expect(server.port, 403, "store_read_only", "GET", "/backup", "", NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    ck_assert_int_eq(stat(database, &after), 0);
    ck_assert_int_eq(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
    ck_assert_int_eq(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    ck_assert_int_eq(chmod(server.data, 0700), 0);
    rw_test_server_check_and_remove(&server);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("states of the catalogue");
    TCase *tcase = tcase_create("states");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, changes__a_crowd_waits_for_a_write_without_a_thread);
    tcase_add_test(tcase, version__that_does_not_come_is_said_so);
    tcase_add_test(tcase, changes__who_waits_is_answered_when_the_daemon_stops);
    tcase_add_test(tcase, disk_full__refuses_writes_reads_on_and_writes_again_when_there_is_room);
    tcase_add_test(tcase, database__that_another_process_locks_holds_up_writes_alone);
    tcase_add_test(tcase, read_only__serves_and_solves_and_writes_nothing);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
