#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/client.h"
#include "support/server.h"
#include "support/suite.h"

typedef struct reload_fixture {
    rw_test_server server;
    char folder[RW_TEST_PATH_SIZE], path[RW_TEST_PATH_SIZE];
} reload_fixture;

static reload_fixture fixture;

static void write_settings(const char *text)
{
    rw_test_file_write(fixture.folder, "settings", text, fixture.path);
}

static void open_daemon(void)
{
    rw_test_folder_make(fixture.folder);
    write_settings("max-batch-items = 7\n");
    const char *const arguments[] = {"--config", fixture.path, NULL};
    rw_test_server_start(&fixture.server, arguments);
}

static void close_daemon(void)
{
    rw_test_folder_remove(fixture.folder);
}

static void hang_up(void)
{
    ck_assert_int_eq(kill(fixture.server.pid, SIGHUP), 0);
}

/* Whether /v1/limits says this. */
static bool limits_say(const char *text)
{
    rw_test_answer answer = rw_test_request(fixture.server.port, "GET", "/v1/limits", "", NULL);
    ck_assert_int_eq(answer.status, 200);
    const bool found = strstr(answer.body, text) != NULL;
    rw_test_answer_free(&answer);
    return found;
}

/* Asks until the log holds the text. */
static void await_log(const char *text)
{
    for (bool found = false; !found;) {
        char *err = rw_test_file_read(fixture.server.err, NULL);
        found = strstr(err, text) != NULL;
        free(err);
        ck_assert(limits_say("max_batch_items"));
    }
}

START_TEST(hangup__reads_the_settings_again)
{
    ck_assert(limits_say("\"max_batch_items\":7,"));
    write_settings("max-batch-items = 9\nidle-deadline = 50ms\n");
    hang_up();
    await_log("the settings were read again");
    ck_assert(limits_say("\"max_batch_items\":9,"));
    ck_assert(limits_say("\"idle_deadline_ms\":50"));
    /* The new deadline is kept, too. */
    rw_test_client client;
    rw_test_client_open(&client, fixture.server.port);
    rw_test_client_send_text(&client, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    rw_test_answer_free(&answer);
    rw_test_client_expect_end(&client);
    rw_test_client_close(&client);
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(hangup__with_a_bad_file_keeps_the_old)
{
    write_settings("max-batch-items = 8\nmax-body-bytes = lots\nno-such-setting = 1\n");
    hang_up();
    await_log("no-such-setting");
    ck_assert(limits_say("\"max_batch_items\":7,"));
    ck_assert_int_eq(rw_test_server_stop(&fixture.server), 0);
    char *err = rw_test_file_read(fixture.server.err, NULL);
    ck_assert_ptr_nonnull(strstr(err, "the settings stay as they were"));
    ck_assert_ptr_nonnull(strstr(err, "max-body-bytes"));
    ck_assert_ptr_null(strstr(err, "read again"));
    free(err);
    rw_test_folder_remove(fixture.server.folder);
}
END_TEST

START_TEST(hangup__without_the_file_keeps_the_old)
{
    ck_assert_int_eq(remove(fixture.path), 0);
    hang_up();
    await_log("the settings stay as they were");
    ck_assert(limits_say("\"max_batch_items\":7,"));
    ck_assert_int_eq(rw_test_server_stop(&fixture.server), 0);
    rw_test_folder_remove(fixture.server.folder);
}
END_TEST

START_TEST(hangup__names_what_needs_a_restart)
{
    write_settings("max-batch-items = 9\nthreads = 2\n");
    hang_up();
    await_log("threads has changed; restart to use its new value");
    await_log("the settings were read again");
    ck_assert(limits_say("\"max_batch_items\":9,"));
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(hangup__a_hundred_times_is_no_more_than_once)
{
    for (int i = 0; i < 100; i++) {
        char text[64];
        snprintf(text, sizeof text, "max-batch-items = %d\n", 100 + i);
        write_settings(text);
        hang_up();
        ck_assert(limits_say("max_batch_items"));
    }
    while (!limits_say("\"max_batch_items\":199,"))
        hang_up();
    rw_test_server_end(&fixture.server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("reload");
    tcase_add_checked_fixture(cases, open_daemon, close_daemon);
    tcase_add_test(cases, hangup__reads_the_settings_again);
    tcase_add_test(cases, hangup__with_a_bad_file_keeps_the_old);
    tcase_add_test(cases, hangup__without_the_file_keeps_the_old);
    tcase_add_test(cases, hangup__names_what_needs_a_restart);
    tcase_add_test(cases, hangup__a_hundred_times_is_no_more_than_once);
    return rw_test_suite_run(cases);
}
