#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "support/client.h"
#include "support/process.h"
#include "support/server.h"
#include "support/suite.h"

#define PATIENCE_MS 10000

static void expect_state(int fd, const char *state)
{
    char text[256];
    struct pollfd poller = {.fd = fd, .events = POLLIN};
    ck_assert_int_eq(poll(&poller, 1, PATIENCE_MS), 1);
    const ssize_t length = recv(fd, text, sizeof text - 1, 0);
    ck_assert_int_gt(length, 0);
    text[length] = '\0';
    ck_assert_msg(strncmp(text, state, strlen(state)) == 0, "%s", text);
}

static void serve_and_watch(int fd, const char *variable)
{
    char preparation[200];
    rw_test_server server;
    snprintf(preparation, sizeof preparation, "export NOTIFY_SOCKET='%s';", variable);
    rw_test_server_start_prepared(&server, preparation, NULL);
    expect_state(fd, "READY=1");
    ck_assert_int_eq(kill(server.pid, SIGHUP), 0);
    expect_state(fd, "RELOADING=1\nMONOTONIC_USEC=");
    expect_state(fd, "READY=1");
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    expect_state(fd, "STOPPING=1");
    ck_assert_int_eq(rw_test_wait(server.pid), 0);
    close(server.out);
    rw_test_server_check_and_remove(&server);
}

START_TEST(manager__is_told_of_start_reload_and_stop)
{
    char folder[RW_TEST_PATH_SIZE];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    rw_test_folder_make(folder);
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ck_assert_int_ge(fd, 0);
    if (snprintf(address.sun_path, sizeof address.sun_path, "%.90s/socket", folder) < 100) { /* names are short */
        ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
        serve_and_watch(fd, address.sun_path);
    }
    close(fd);
    rw_test_folder_remove(folder);
}
END_TEST

START_TEST(manager__may_use_an_abstract_name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char name[64];
    const int length = snprintf(name, sizeof name, "@rootwarp-test-%d", (int)getpid());
    memcpy(address.sun_path + 1, name + 1, (size_t)length - 1);
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)length)),
                     0);
    serve_and_watch(fd, name);
    close(fd);
}
END_TEST

START_TEST(manager__that_is_gone_disturbs_nothing)
{
    rw_test_server server;
    rw_test_server_start_prepared(&server, "export NOTIFY_SOCKET=/nowhere/at/all;", NULL);
    rw_test_server_end(&server);
    rw_test_server_start_prepared(&server, "export NOTIFY_SOCKET=relative;", NULL);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("notify");
    tcase_add_test(cases, manager__is_told_of_start_reload_and_stop);
    tcase_add_test(cases, manager__may_use_an_abstract_name);
    tcase_add_test(cases, manager__that_is_gone_disturbs_nothing);
    return rw_test_suite_run(cases);
}
