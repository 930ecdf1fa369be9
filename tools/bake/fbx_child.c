#include "fbx_child.h"

#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_FD 3
#define EXIT_MEMORY 3 /* exit status of a child that could not build its answer */
#define MOST_DESCRIPTORS 65536

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RW_FBX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define RW_FBX_SANITIZED 1
#endif
#endif

static long long now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void limit(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit old, wanted = {soft, hard};
    if (getrlimit(resource, &old) == 0 && old.rlim_max != RLIM_INFINITY && old.rlim_max < hard) {
        wanted.rlim_max = old.rlim_max;
        if (wanted.rlim_cur > old.rlim_max)
            wanted.rlim_cur = old.rlim_max;
    }
    if (setrlimit(resource, &wanted) != 0)
        _exit(EXIT_MEMORY);
}

/* Leaves the child with the answer's pipe alone and nothing to read, print, write or dump. */
static void confine(int answer, const rw_fbx_child_limits *limits)
{
    /* In a process without standard streams the pipe may be one of the descriptors that are about to be replaced. */
    int kept = fcntl(answer, F_DUPFD, ANSWER_FD + 1);
    int nothing = open("/dev/null", O_RDWR);
    if (kept < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDERR_FILENO) < 0 || dup2(kept, ANSWER_FD) < 0)
        _exit(EXIT_MEMORY);
    long most = sysconf(_SC_OPEN_MAX);
    if (most < 0 || most > MOST_DESCRIPTORS)
        most = MOST_DESCRIPTORS;
    for (int fd = ANSWER_FD + 1; fd < most; fd++)
        close(fd);
#ifndef RW_FBX_SANITIZED
    if (limits->address_space_bytes)
        limit(RLIMIT_AS, limits->address_space_bytes, limits->address_space_bytes);
#endif
    limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + 1);
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_CORE, 0, 0);
    static const int signals[] = {SIGPIPE, SIGXCPU, SIGXFSZ, SIGINT, SIGTERM, SIGSEGV, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
}

/* The child's life; returns its exit status. */
static int run_child(rw_fbx_child_work *work, const void *context, const rw_fbx_child_limits *limits, int answer)
{
    confine(answer, limits);
    rw_fbx_bytes out = {0};
    work(context, &out);
    bool sound = !out.failed;
    for (size_t sent = 0; sound && sent < out.length;) {
        ssize_t written = write(ANSWER_FD, out.data + sent, out.length - sent);
        sound = written >= 0 || errno == EINTR;
        if (written > 0)
            sent += (size_t)written;
    }
    free(out.data);
    return sound ? 0 : EXIT_MEMORY;
}

typedef enum collect_result { COLLECT_DONE, COLLECT_TIMEOUT, COLLECT_TOO_MUCH, COLLECT_FAILED } collect_result;

/* Reads until the child closes the pipe. */
static collect_result collect(int fd, long long deadline, size_t most, rw_fbx_bytes *out)
{
    unsigned char chunk[65536];
    for (;;) {
        long long left = deadline - now_milliseconds();
        if (left <= 0)
            return COLLECT_TIMEOUT;
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        int ready = poll(&wait, 1, (int)left);
        if (ready < 0 && errno != EINTR)
            return COLLECT_FAILED;
        if (ready <= 0)
            continue;
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got == 0)
            return COLLECT_DONE;
        if (got < 0 && errno != EINTR)
            return COLLECT_FAILED;
        if (got > 0) {
            if ((size_t)got > most - out->length)
                return COLLECT_TOO_MUCH;
            rw_fbx_bytes_put(out, chunk, (size_t)got);
            if (out->failed)
                return COLLECT_FAILED;
        }
    }
}

/* Waits for the child's end, up to the deadline; kills it then. False: it had to be killed. */
static bool reap(pid_t child, long long deadline, int *status)
{
    bool killed = false;
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return !killed;
        if (!killed && now_milliseconds() >= deadline) {
            kill(child, SIGKILL);
            killed = true;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static bool explain(collect_result result, bool ended, int status, const rw_fbx_child_limits *limits,
                    rw_bake_error *error)
{
    if (result == COLLECT_TOO_MUCH)
        return rw_bake_fail(error, NULL, "the FBX import gave more than %zu bytes back; export the skeleton and its "
                                         "animation alone", limits->answer_bytes);
    if (result == COLLECT_TIMEOUT || !ended || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        return rw_bake_fail(error, NULL, "the FBX import took longer than %.1f s and was stopped; export the skeleton "
                                         "and its animation alone", limits->wall_milliseconds / 1000.0);
    if (WIFSIGNALED(status))
        return rw_bake_fail(error, NULL, "the FBX import crashed (signal %d: %s); the file is damaged or hostile, or "
                                         "takes more memory than the import may use", WTERMSIG(status),
                            strsignal(WTERMSIG(status)));
    if (result == COLLECT_FAILED || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_MEMORY))
        return rw_bake_fail(error, NULL, "the FBX import ran out of memory; export the skeleton and its animation "
                                         "alone");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return rw_bake_fail(error, NULL, "the FBX import ended early with status %d", WEXITSTATUS(status));
    return true;
}

bool rw_fbx_child_run(rw_fbx_child_work *work, const void *context, const rw_fbx_child_limits *limits,
                      rw_fbx_bytes *out, rw_bake_error *error)
{
    int ends[2];
    if (pipe(ends) != 0)
        return rw_bake_fail(error, NULL, "could not make a pipe for the FBX import: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0) {
        int reason = errno;
        close(ends[0]);
        close(ends[1]);
        return rw_bake_fail(error, NULL, "could not start a process for the FBX import: %s", strerror(reason));
    }
    if (child == 0)
        _exit(run_child(work, context, limits, ends[1]));
    close(ends[1]);

    rw_fbx_bytes answer = {0};
    long long deadline = now_milliseconds() + limits->wall_milliseconds;
    collect_result result = collect(ends[0], deadline, limits->answer_bytes, &answer);
    close(ends[0]);
    int status = 0;
    bool ended = reap(child, result == COLLECT_DONE ? deadline : 0, &status);
    if (result == COLLECT_TOO_MUCH || result == COLLECT_FAILED)
        ended = true; /* it was killed for that reason, which says more */
    if (!explain(result, ended, status, limits, error)) {
        free(answer.data);
        return false;
    }
    *out = answer;
    return true;
}
