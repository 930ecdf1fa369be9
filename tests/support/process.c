/* prctl(2) needs more than POSIX. */
#define _GNU_SOURCE
#include "support/process.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/folder.h"

#define PATIENCE_SECONDS 120

char *rw_test_program(const char *name)
{
    const char *folder = getenv("RW_BIN_DIR");
    ck_assert_msg(folder != NULL, "RW_BIN_DIR is not set: run the tests through ctest");
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    ck_assert_ptr_nonnull(path);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static void redirect(const char *path, int descriptor)
{
    if (path == NULL)
        return;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, descriptor) < 0)
        _exit(126);
    close(fd);
}

static void become(const char *const *argv, const char *const *variables, const char *out, const char *err)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    for (; variables != NULL && *variables != NULL; variables++) {
        char *copy = strdup(*variables);
        if (copy == NULL || putenv(copy) != 0)
            _exit(126);
    }
    execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

pid_t rw_test_spawn(const char *const *argv, const char *const *variables, const char *out, const char *err)
{
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        become(argv, variables, out, err);
    return pid;
}

int rw_test_wait(pid_t pid)
{
    /* SIGCHLD is blocked so that it can be waited for with a limit. */
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    ck_assert_int_eq(sigprocmask(SIG_BLOCK, &children, NULL), 0);
    struct timespec end, now;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += PATIENCE_SECONDS;
    int status = 0;
    for (;;) {
        const pid_t done = waitpid(pid, &status, WNOHANG);
        ck_assert_int_ge(done, 0);
        if (done == pid)
            break;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec >= end.tv_sec) {
            kill(pid, SIGKILL);
            ck_abort_msg("process %d has not ended", (int)pid);
        }
        const struct timespec second = {.tv_sec = 1};
        sigtimedwait(&children, NULL, &second);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

rw_test_result rw_test_run(const char *const *argv, const char *const *variables)
{
    char folder[RW_TEST_PATH_SIZE], out[RW_TEST_PATH_SIZE], err[RW_TEST_PATH_SIZE];
    rw_test_result result = {0};
    rw_test_folder_make(folder);
    rw_test_file_write(folder, "out", "", out);
    rw_test_file_write(folder, "err", "", err);
    result.status = rw_test_wait(rw_test_spawn(argv, variables, out, err));
    result.out = rw_test_file_read(out, NULL);
    result.err = rw_test_file_read(err, NULL);
    rw_test_folder_remove(folder);
    return result;
}

void rw_test_result_free(rw_test_result *result)
{
    free(result->out);
    free(result->err);
    *result = (rw_test_result){0};
}
