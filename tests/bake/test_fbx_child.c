#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bake/fbx_child.h"

static const rw_fbx_child_limits LIMITS = {.cpu_seconds = 5, .wall_milliseconds = 4000, .answer_bytes = 1 << 20};

static void answer(const void *context, rw_fbx_bytes *out)
{
    rw_fbx_bytes_put(out, context, strlen(context));
}

static void crash(const void *context, rw_fbx_bytes *out)
{
    (void)context;
    rw_fbx_bytes_put(out, "half", 4);
    raise(SIGKILL);
}

static void hang(const void *context, rw_fbx_bytes *out)
{
    (void)context;
    (void)out;
    for (;;)
        pause();
}

/* Leaves the pipe closed and stays: as a child would that was taken over. */
static void linger(const void *context, rw_fbx_bytes *out)
{
    (void)out;
    close(3);
    hang(context, out);
}

static void spin(const void *context, rw_fbx_bytes *out)
{
    (void)context;
    (void)out;
    for (volatile unsigned i = 0;; i++)
        ;
}

static void flood(const void *context, rw_fbx_bytes *out)
{
    static const char block[65536];
    (void)context;
    for (int i = 0; i < 64; i++)
        rw_fbx_bytes_put(out, block, sizeof block);
}

static void run_out(const void *context, rw_fbx_bytes *out)
{
    (void)context;
    out->failed = true;
}

static void leave(const void *context, rw_fbx_bytes *out)
{
    (void)context;
    (void)out;
    _exit(7);
}

/* Says which of the things that it must not have it has. */
static void look_around(const void *context, rw_fbx_bytes *out)
{
    struct rlimit limit;
    const int *kept = context;
    if (fcntl(*kept, F_GETFD) != -1 || errno != EBADF)
        rw_fbx_bytes_put(out, "file ", 5);
    if (getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_cur != 0)
        rw_fbx_bytes_put(out, "core ", 5);
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != 0)
        rw_fbx_bytes_put(out, "writes ", 7);
    if (isatty(STDOUT_FILENO) || isatty(STDERR_FILENO))
        rw_fbx_bytes_put(out, "terminal ", 9);
    printf("noise that must not appear\n");
    fflush(stdout);
    rw_fbx_bytes_put(out, "done", 4);
}

static long long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

START_TEST(child__brings_the_answer_back)
{
    rw_fbx_bytes out = {0};
    rw_bake_error error = {0};
    ck_assert_msg(rw_fbx_child_run(answer, "hello", &LIMITS, &out, &error), "%s", error.detail);
    ck_assert_uint_eq(out.length, 5);
    ck_assert_mem_eq(out.data, "hello", 5);
    free(out.data);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* no child is left behind */
}
END_TEST

START_TEST(child__says_what_became_of_it)
{
    static const struct { rw_fbx_child_work *work; const char *words; } cases[] = {
        {crash, "crashed (signal 9"}, {flood, "more than 1048576 bytes"}, {run_out, "out of memory"},
        {leave, "status 7"},
    };
    rw_fbx_bytes out = {0};
    rw_bake_error error = {0};
    ck_assert(!rw_fbx_child_run(cases[_i].work, NULL, &LIMITS, &out, &error));
    ck_assert_msg(strstr(error.detail, cases[_i].words) != NULL, "'%s' does not say '%s'", error.detail,
                  cases[_i].words);
    ck_assert_ptr_null(out.data);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

START_TEST(child__is_stopped_when_it_takes_too_long)
{
    static rw_fbx_child_work *const works[] = {hang, linger, spin};
    rw_fbx_child_limits limits = LIMITS;
    rw_fbx_bytes out = {0};
    rw_bake_error error = {0};
    limits.wall_milliseconds = 100;
    long long before = milliseconds();
    ck_assert(!rw_fbx_child_run(works[_i], NULL, &limits, &out, &error));
    ck_assert_int_lt(milliseconds() - before, 3000);
    ck_assert_ptr_nonnull(strstr(error.detail, "took longer than 0.1 s"));
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

START_TEST(child__has_nothing_of_ours)
{
    rw_fbx_bytes out = {0};
    rw_bake_error error = {0};
    int kept = open("/dev/null", O_RDONLY);
    for (int i = 0; i < 20; i++)
        kept = dup(kept);
    ck_assert_int_gt(kept, 10);
    ck_assert_msg(rw_fbx_child_run(look_around, &kept, &LIMITS, &out, &error), "%s", error.detail);
    rw_fbx_bytes_put(&out, "", 1);
    ck_assert_str_eq((const char *)out.data, "done");
    free(out.data);
}
END_TEST

/* The pipe then takes the numbers of the standard streams. */
START_TEST(child__answers_without_standard_streams)
{
    rw_fbx_bytes out = {0};
    rw_bake_error error = {0};
    for (int stream = _i; stream <= STDERR_FILENO; stream++)
        close(stream);
    ck_assert_msg(rw_fbx_child_run(answer, "hello", &LIMITS, &out, &error), "%s", error.detail);
    ck_assert_uint_eq(out.length, 5);
    ck_assert_mem_eq(out.data, "hello", 5);
    free(out.data);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_child");
    TCase *tests = tcase_create("child");
    tcase_add_test(tests, child__brings_the_answer_back);
    tcase_add_loop_test(tests, child__says_what_became_of_it, 0, 4);
    tcase_add_loop_test(tests, child__is_stopped_when_it_takes_too_long, 0, 3);
    tcase_add_test(tests, child__has_nothing_of_ours);
    tcase_add_loop_test(tests, child__answers_without_standard_streams, 0, 3);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
