/* What somebody without any right tries on a daemon that runs as it is by default. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "support/client.h"
#include "support/server.h"
#include "support/suite.h"

#define CLIP "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0]]}}"

static rw_test_server server;

/* A browser sends some requests for any page without asking the server first: those whose body has no type, or that
 * have no body. */
START_TEST(page__of_elsewhere_changes_nothing_on_an_open_daemon)
{
    static const char *const pages[] = {"Origin: http://evil.example\r\n", "Origin: null\r\n",
                                        "Origin: http://localhost:3000\r\n", "Sec-Fetch-Site: cross-site\r\n",
                                        "Sec-Fetch-Site: same-site\r\n"};
    rw_test_server_start(&server, NULL);
    rw_test_answer answer = rw_test_request(server.port, "PUT", "/v1/clips/walk", "", CLIP);
    ck_assert_int_eq(answer.status, 201);
    rw_test_answer_free(&answer);
    rw_test_answer export = rw_test_request(server.port, "GET", "/v1/export", "", NULL);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        const struct {
            const char *method, *target, *body;
        } tries[] = {
            {"POST", "/v1/import", export.body},
            {"POST", "/v1/clips/walk/purge", NULL},
            {"POST", "/v1/validate", "{\"profile\":{}}"},
            {"PUT", "/v1/clips/run", CLIP},
            {"DELETE", "/v1/clips/walk", NULL},
        };
        for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
            answer = rw_test_request(server.port, tries[k].method, tries[k].target, pages[i], tries[k].body);
            ck_assert_msg(answer.status == 403 && strstr(answer.body, "\"code\":\"cross_origin\"") != NULL,
                          "%s %s of %s: %d %s", tries[k].method, tries[k].target, pages[i], answer.status, answer.body);
            rw_test_answer_free(&answer);
        }
    }
    answer = rw_test_request(server.port, "POST", "/v1/import?dry_run=true",
                             "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n", export.body);
    ck_assert_msg(answer.status == 200, "of its own page: %d %s", answer.status, answer.body);
    rw_test_answer_free(&answer);
    rw_test_answer_free(&export);
    rw_test_server_end(&server);
}
END_TEST

/* Connects from another address of this machine. */
static void open_from(rw_test_client *client, const char *from)
{
    struct sockaddr_in own = {.sin_family = AF_INET}, other = {.sin_family = AF_INET};
    ck_assert_int_eq(inet_pton(AF_INET, from, &own.sin_addr), 1);
    other.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    other.sin_port = htons((uint16_t)server.port);
    rw_buffer_init(&client->received, (size_t)1 << 20);
    client->fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(client->fd, 0);
    ck_assert_int_eq(bind(client->fd, (const struct sockaddr *)&own, sizeof own), 0);
    ck_assert_int_eq(connect(client->fd, (const struct sockaddr *)&other, sizeof other), 0);
}

static bool answered(rw_test_client *client)
{
    char byte;
    rw_test_client_send_text(client, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return recv(client->fd, &byte, 1, 0) == 1;
}

START_TEST(connections__of_one_address_leave_room_for_others)
{
    enum { MOST = 8 };
    static const char *const arguments[] = {"--max-connections=10", "--max-connections-per-address=8", "--admin",
                                            "127.0.0.1:0", NULL};
    rw_test_client silent[MOST], more, other;
    rw_test_server_start(&server, arguments);
    /* An answer, so that none of them is on its way in any more. */
    for (int i = 0; i < MOST; i++) {
        open_from(&silent[i], "127.0.0.1");
        rw_test_client_send_text(&silent[i], "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\n\r\n");
        rw_test_answer answer = rw_test_client_read(&silent[i], false);
        ck_assert_ptr_nonnull(strstr(answer.body, "\"max_connections_per_address\":8,"));
        rw_test_answer_free(&answer);
    }
    for (int i = 0; i < 3; i++) {
        open_from(&more, "127.0.0.1");
        ck_assert(!answered(&more));
        rw_test_client_close(&more);
    }
    open_from(&other, "127.0.0.2");
    ck_assert(answered(&other));
    rw_test_client_close(&other);
    rw_test_answer answer = rw_test_request(server.admin_port, "GET", "/metrics", "", NULL);
    ck_assert_ptr_nonnull(strstr(answer.body, "\nrootwarp_http_crowded_connections_total 3\n"));
    rw_test_answer_free(&answer);
    rw_test_client_close(&silent[0]);
    for (bool in = false; !in;) { /* as soon as the daemon has seen that one is gone */
        open_from(&more, "127.0.0.1");
        in = answered(&more);
        rw_test_client_close(&more);
    }
    for (int i = 1; i < MOST; i++)
        rw_test_client_close(&silent[i]);
    rw_test_server_end(&server);
}
END_TEST

static void expect_header(const rw_test_answer *answer, const char *name, const char *value)
{
    char found[RW_TEST_HEADER_SIZE];
    ck_assert_msg(strcmp(rw_test_answer_header(answer, name, found), value) == 0, "%s: %s", name, found);
}

START_TEST(page__of_a_listed_origin_may_use_the_api)
{
    static const char *const arguments[] = {"--cors-origin", "https://tools.example", NULL};
    static const char listed[] = "Origin: https://tools.example\r\n", other[] = "Origin: https://evil.example\r\n";
    rw_test_server_start(&server, arguments);
    rw_test_answer answer = rw_test_request(server.port, "OPTIONS", "/v1/clips/walk",
                                            "Origin: https://tools.example\r\nAccess-Control-Request-Method: PUT\r\n", NULL);
    ck_assert_int_eq(answer.status, 204);
    expect_header(&answer, "Access-Control-Allow-Origin", "https://tools.example");
    expect_header(&answer, "Access-Control-Allow-Methods", "GET, HEAD, PUT, DELETE, OPTIONS");
    ck_assert_ptr_nonnull(strstr(answer.head, "\r\nAccess-Control-Allow-Headers: Authorization, Content-Type, If-Match,"));
    rw_test_answer_free(&answer);
    answer = rw_test_request(server.port, "PUT", "/v1/clips/walk", listed, CLIP);
    ck_assert_int_eq(answer.status, 201);
    expect_header(&answer, "Access-Control-Allow-Origin", "https://tools.example");
    expect_header(&answer, "Vary", "Origin");
    ck_assert_ptr_nonnull(strstr(answer.head, "\r\nAccess-Control-Expose-Headers: ETag,"));
    rw_test_answer_free(&answer);
    answer = rw_test_request(server.port, "GET", "/v1/clips/nobody", listed, NULL); /* a page reads errors, too */
    ck_assert_int_eq(answer.status, 404);
    expect_header(&answer, "Access-Control-Allow-Origin", "https://tools.example");
    rw_test_answer_free(&answer);
    answer = rw_test_request(server.port, "GET", "/v1/clips/walk", other, NULL);
    ck_assert_int_eq(answer.status, 200);
    expect_header(&answer, "Access-Control-Allow-Origin", "");
    rw_test_answer_free(&answer);
    answer = rw_test_request(server.port, "PUT", "/v1/clips/walk", other, CLIP);
    ck_assert_int_eq(answer.status, 403);
    rw_test_answer_free(&answer);
    rw_test_server_end(&server);
}
END_TEST

enum { SAMPLES = 150000, LONG_CLIPS = 3, EXPORTS_MAX = 4 };

/* Several MB in all, so that an answer does not fit in what the system buffers for a client that does not read. */
static void put_long_clips(void)
{
    rw_buffer clip;
    char target[32];
    rw_buffer_init(&clip, (size_t)64 << 20);
    rw_buffer_append_text(&clip, "{\"space\":\"unreal\",\"frame_rate\":30,\"root\":{\"positions\":[[0,0,0]");
    for (int i = 1; i < SAMPLES; i++)
        rw_buffer_append_format(&clip, ",[%d.123456789,0,0]", i);
    rw_buffer_append_text(&clip, "]}}");
    ck_assert(rw_buffer_ok(&clip));
    for (int i = 0; i < LONG_CLIPS; i++) {
        snprintf(target, sizeof target, "/v1/clips/long%d", i);
        rw_test_answer answer = rw_test_request(server.port, "PUT", target, "", clip.data);
        ck_assert_msg(answer.status == 201, "%d %.200s", answer.status, answer.body);
        rw_test_answer_free(&answer);
    }
    rw_buffer_free(&clip);
}

static rw_test_answer export_head(rw_test_client *client)
{
    rw_test_client_open(client, server.port);
    rw_test_client_send_text(client, "GET /v1/export HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return rw_test_client_read(client, true);
}

/* Each is a file as long as the catalogue. */
START_TEST(exports__that_nobody_reads_are_few)
{
    rw_test_client readers[EXPORTS_MAX], late;
    rw_test_server_start(&server, NULL);
    put_long_clips();
    for (int i = 0; i < EXPORTS_MAX; i++) {
        rw_test_answer answer = export_head(&readers[i]);
        ck_assert_int_eq(answer.status, 200);
        rw_test_answer_free(&answer);
    }
    rw_test_answer answer = rw_test_request(server.port, "GET", "/v1/export", "", NULL);
    char value[RW_TEST_HEADER_SIZE];
    ck_assert_int_eq(answer.status, 503);
    ck_assert_ptr_nonnull(strstr(answer.body, "\"code\":\"overloaded\""));
    ck_assert_str_eq(rw_test_answer_header(&answer, "Retry-After", value), "1");
    rw_test_answer_free(&answer);
    rw_test_client_close(&readers[0]);
    for (int status = 0; status != 200;) { /* as soon as the daemon has seen that one is gone */
        answer = export_head(&late);
        status = answer.status;
        ck_assert(status == 200 || status == 503);
        rw_test_answer_free(&answer);
        rw_test_client_close(&late);
    }
    for (int i = 1; i < EXPORTS_MAX; i++)
        rw_test_client_close(&readers[i]);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_test_folder_remove(server.folder); /* its log tells of the refusals */
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("strangers");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, page__of_elsewhere_changes_nothing_on_an_open_daemon);
    tcase_add_test(cases, page__of_a_listed_origin_may_use_the_api);
    tcase_add_test(cases, connections__of_one_address_leave_room_for_others);
    tcase_add_test(cases, exports__that_nobody_reads_are_few);
    return rw_test_suite_run(cases);
}
