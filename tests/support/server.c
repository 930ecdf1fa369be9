#include "support/server.h"

#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/process.h"

#define ARGUMENTS_MAX 48
#define START_PATIENCE_MS 120000

/* Reads one line from a pipe, at most so long. */
static void read_line(int fd, char *line, size_t size, const char *err)
{
    size_t length = 0;
    for (;;) {
        struct pollfd poller = {.fd = fd, .events = POLLIN};
        const bool ready = poll(&poller, 1, START_PATIENCE_MS) == 1;
        if (!ready || read(fd, line + length, 1) != 1 || length + 1 == size) {
            char *said = rw_test_file_read(err, NULL);
            ck_abort_msg("the daemon does not say where it listens: %s", said);
        }
        if (line[length] == '\n')
            break;
        length++;
    }
    line[length] = '\0';
}

/* Whether it will have an admin listener. */
static bool spawn(rw_test_server *server, const char *preparation, const char *const *arguments)
{
    char *program = rw_test_program("rootwarpd"), script[256];
    const char *argv[ARGUMENTS_MAX] = {"/bin/sh", "-c", script, program, "serve", "--listen", "127.0.0.1:0", "--data",
                                       server->data};
    size_t count = 9;
    ck_assert_int_lt(snprintf(script, sizeof script, "%s exec \"$0\" \"$@\"", preparation), (int)sizeof script);
    bool admin = false;
    for (; arguments != NULL && *arguments != NULL; arguments++) {
        admin = admin || strcmp(*arguments, "--admin") == 0;
        ck_assert_uint_lt(count + 1, ARGUMENTS_MAX);
        argv[count++] = *arguments;
    }
    char out[RW_TEST_PATH_SIZE];
    snprintf(out, sizeof out, "%.400s/out", server->folder);
    remove(out);
    ck_assert_int_eq(mkfifo(out, 0600), 0);
    server->out = open(out, O_RDONLY | O_NONBLOCK);
    ck_assert_int_ge(server->out, 0);
    server->pid = rw_test_spawn(argv, NULL, out, server->err);
    free(program);
    return admin;
}

/* Waits until it says where it listens. */
static void greet(rw_test_server *server, bool admin)
{
    read_line(server->out, server->first_line, sizeof server->first_line, server->err);
    ck_assert_msg(sscanf(server->first_line, "listening on http://127.0.0.1:%u", &server->port) == 1 ||
                      sscanf(server->first_line, "listening on https://127.0.0.1:%u", &server->port) == 1,
                  "an unexpected first line: %s", server->first_line);
    server->admin_port = 0;
    if (admin) {
        char line[RW_TEST_PATH_SIZE];
        read_line(server->out, line, sizeof line, server->err);
        ck_assert_msg(sscanf(line, "admin on http://127.0.0.1:%u", &server->admin_port) == 1,
                      "an unexpected second line: %s", line);
    }
}

static void launch(rw_test_server *server, const char *preparation, const char *const *arguments)
{
    greet(server, spawn(server, preparation, arguments));
}

static void make_folder(rw_test_server *server)
{
    memset(server, 0, sizeof *server);
    rw_test_folder_make(server->folder);
    ck_assert_int_lt(snprintf(server->data, sizeof server->data, "%.400s/data", server->folder), RW_TEST_PATH_SIZE);
    snprintf(server->err, sizeof server->err, "%.400s/err", server->folder);
    rw_test_file_write(server->folder, "err", "", server->err);
}

void rw_test_server_start_prepared(rw_test_server *server, const char *preparation, const char *const *arguments)
{
    make_folder(server);
    launch(server, preparation, arguments);
}

void rw_test_server_start(rw_test_server *server, const char *const *arguments)
{
    rw_test_server_start_prepared(server, "", arguments);
}

void rw_test_server_start_many(rw_test_server *servers, size_t count, const char *const *arguments)
{
    for (size_t i = 0; i < count; i++) {
        make_folder(&servers[i]);
        spawn(&servers[i], "", arguments);
    }
    for (size_t i = 0; i < count; i++)
        greet(&servers[i], false);
}

void rw_test_server_restart(rw_test_server *server, const char *const *arguments)
{
    launch(server, "", arguments);
}

void rw_test_server_restart_prepared(rw_test_server *server, const char *preparation, const char *const *arguments)
{
    launch(server, preparation, arguments);
}

int rw_test_server_lock_database(const rw_test_server *server)
{
    /* Of the bytes that SQLite locks, all. */
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512};
    char path[RW_TEST_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/rootwarp.db", server->data);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(fcntl(file, F_SETLKW, &lock), 0);
    return file;
}

int rw_test_server_stop(rw_test_server *server)
{
    ck_assert_int_eq(kill(server->pid, SIGTERM), 0);
    const int status = rw_test_wait(server->pid);
    server->pid = 0;
    if (status != 0) {
        char *said = rw_test_file_read(server->err, NULL);
        fprintf(stderr, "the daemon ended with status %d and said:\n%s", status, said);
        free(said);
    }
    char more[256] = "";
    const ssize_t length = read(server->out, more, sizeof more - 1);
    close(server->out);
    ck_assert_msg(length == 0, "standard output held more than the first line: %s", more);
    return status;
}

void rw_test_server_check_and_remove(rw_test_server *server)
{
    char *err = rw_test_file_read(server->err, NULL);
    for (const char *line = err; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        ck_assert_msg(length > 2 && line[0] == '{' && line[length - 1] == '}', "no line of the log: %.*s", (int)length,
                      line);
        line += length + 1;
    }
    ck_assert_msg(strstr(err, "\"level\":\"error\"") == NULL, "the daemon logged an error: %s", err);
    free(err);
    rw_test_folder_remove(server->folder);
}

void rw_test_server_end(rw_test_server *server)
{
    ck_assert_int_eq(rw_test_server_stop(server), 0);
    rw_test_server_check_and_remove(server);
}
