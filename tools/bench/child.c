/* The affinity of a process is Linux's own. */
#define _GNU_SOURCE
#include "child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { LINE_ROOM = 256, STAT_ROOM = 4096, START_PATIENCE_MS = 120000, STOP_PATIENCE_NS = 1000000000 };

static const char announcement[] = "listening on http://127.0.0.1:";

int rw_processor_count(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

void rw_processor_pair(int *load, int *server)
{
    cpu_set_t set;
    int first = -1, last = -1;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int i = 0; i < CPU_SETSIZE; i++)
            if (CPU_ISSET((size_t)i, &set)) {
                first = first < 0 ? i : first;
                last = i;
            }
    *load = first == last ? -1 : first;
    *server = first == last ? -1 : last;
}

void rw_processor_take(int processor)
{
    cpu_set_t set;
    if (processor < 0)
        return;
    CPU_ZERO(&set);
    CPU_SET((size_t)processor, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fprintf(stderr, "rootwarp-bench: cannot keep to processor %d: %s\n", processor, strerror(errno));
}

static_assert(sizeof(cpu_set_t) <= sizeof(rw_processors), "a set of processors has room");

void rw_processors_save(rw_processors *saved)
{
    cpu_set_t set;
    memset(saved, 0xFF, sizeof *saved);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        memcpy(saved, &set, sizeof set);
}

void rw_processors_restore(const rw_processors *saved)
{
    cpu_set_t set;
    memcpy(&set, saved, sizeof set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fprintf(stderr, "rootwarp-bench: cannot leave a processor: %s\n", strerror(errno));
}

bool rw_child_find(const char *name, char *path, size_t size)
{
    const char *at = getenv("PATH");
    while (at != NULL && *at != '\0') {
        const size_t length = strcspn(at, ":");
        const int used = snprintf(path, size, "%.*s/%s", (int)length, at, name);
        if (used > 0 && (size_t)used < size && access(path, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* In the child; comes back only when the program cannot be run. */
static void become(const char *const *arguments, int processor, int out, int log)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    rw_processor_take(processor);
    if (dup2(out, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        return;
    execv(arguments[0], (char *const *)(uintptr_t)arguments);
    dprintf(STDERR_FILENO, "cannot run it: %s\n", strerror(errno));
}

/* Reads the line that says where the server listens. */
static bool read_port(int fd, uint16_t *port)
{
    char line[LINE_ROOM];
    size_t length = 0;
    while (length + 1 < sizeof line) {
        struct pollfd poller = {.fd = fd, .events = POLLIN};
        if (poll(&poller, 1, START_PATIENCE_MS) != 1 || read(fd, line + length, 1) != 1)
            return false;
        if (line[length] == '\n')
            break;
        length++;
    }
    line[length] = '\0';
    if (strncmp(line, announcement, sizeof announcement - 1) != 0)
        return false;
    const long number = strtol(line + sizeof announcement - 1, NULL, 10);
    *port = (uint16_t)number;
    return number > 0 && number <= UINT16_MAX;
}

bool rw_child_start(const char *const *arguments, int processor, const char *log, rw_child *child)
{
    int ends[2] = {-1, -1};
    rw_child made = {0};
    bool started = false;
    const int log_fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log_fd < 0 || pipe2(ends, O_CLOEXEC) != 0)
        goto done;
    const int64_t begin = rw_clock_monotonic_ns();
    made.pid = fork();
    if (made.pid == 0) {
        become(arguments, processor, ends[1], log_fd);
        _exit(127);
    }
    close(ends[1]);
    ends[1] = -1;
    started = made.pid > 0 && read_port(ends[0], &made.port);
    made.start_seconds = (double)(rw_clock_monotonic_ns() - begin) / 1e9;
done:
    if (!started) {
        fprintf(stderr, "rootwarp-bench: \"%s\" did not start; what it said is in \"%s\", kept with --keep\n",
                arguments[0], log);
        if (made.pid > 0)
            rw_child_stop(&made);
    }
    for (size_t i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    if (log_fd >= 0)
        close(log_fd);
    if (started)
        *child = made;
    return started;
}

bool rw_child_run(const char *const *arguments, const char *out, const char *log)
{
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    const int out_fd = open(out, flags, 0600), log_fd = open(log, flags, 0600);
    int status = -1;
    const pid_t pid = out_fd < 0 || log_fd < 0 ? -1 : fork();
    if (pid == 0) {
        become(arguments, -1, out_fd, log_fd);
        _exit(127);
    }
    if (pid > 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    if (out_fd >= 0)
        close(out_fd);
    if (log_fd >= 0)
        close(log_fd);
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void rw_child_stop(rw_child *child)
{
    if (child->pid <= 0)
        return;
    kill(child->pid, SIGTERM);
    const int64_t give_up = rw_clock_monotonic_ns() + 10 * (int64_t)STOP_PATIENCE_NS;
    const struct timespec pause = {.tv_nsec = 1000000};
    while (waitpid(child->pid, NULL, WNOHANG) == 0) {
        if (rw_clock_monotonic_ns() > give_up)
            kill(child->pid, SIGKILL);
        nanosleep(&pause, NULL);
    }
    child->pid = 0;
}

static bool read_proc(pid_t pid, const char *name, char text[STAT_ROOM])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    const size_t length = fread(text, 1, STAT_ROOM - 1, file);
    text[length] = '\0';
    fclose(file);
    return length > 0;
}

/* A line "NAME:   123 kB" of /proc/PID/status, in bytes. */
static double status_bytes(const char *status, const char *name)
{
    const char *line = strstr(status, name);
    return line == NULL ? 0 : 1024.0 * (double)strtoull(line + strlen(name), NULL, 10);
}

bool rw_child_usage(const rw_child *child, rw_usage *usage)
{
    char text[STAT_ROOM];
    clockid_t clock;
    struct timespec cpu;
    rw_usage made = {0};
    if (clock_getcpuclockid(child->pid, &clock) != 0 || clock_gettime(clock, &cpu) != 0 ||
        !read_proc(child->pid, "stat", text))
        return false;
    made.cpu = (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9;
    /* Fields 14 and 15; the second, a name in parentheses, may hold anything. */
    char *field = strrchr(text, ')');
    for (int number = 2; field != NULL && number < 14; number++)
        field = strchr(field + 1, ' ');
    if (field == NULL)
        return false;
    const double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    made.user = tick * (double)strtoull(field, &field, 10);
    made.system = tick * (double)strtoull(field, NULL, 10);
    if (!read_proc(child->pid, "status", text))
        return false;
    made.resident = status_bytes(text, "VmRSS:");
    made.peak = status_bytes(text, "VmHWM:");
    *usage = made;
    return true;
}
