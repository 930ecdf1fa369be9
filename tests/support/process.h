/*
 * Programs that a test runs to their end. What goes wrong fails the test.
 */
#ifndef RW_TEST_PROCESS_H
#define RW_TEST_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/* The path of one of our programs, from RW_BIN_DIR. Owned by the caller. */
char *rw_test_program(const char *name);

/* Starts a program: argv as for execv, variables ("NAME=value", NULL at the end, may be NULL) are added to the
 * environment, out and err (may be NULL) are files that take its output. It dies with the test. */
pid_t rw_test_spawn(const char *const *argv, const char *const *variables, const char *out, const char *err);

/* Waits for the end, at most two minutes; returns the exit status, or 128 and the signal. */
int rw_test_wait(pid_t pid);

typedef struct rw_test_result {
    int status;
    char *out, *err; /* ended by a zero byte */
} rw_test_result;

/* Runs a program to its end. Release with rw_test_result_free(). */
rw_test_result rw_test_run(const char *const *argv, const char *const *variables);
void rw_test_result_free(rw_test_result *result);

#endif
