#include "trace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { LINE_ROOM = 256 };

#define PATIENCE_NS INT64_C(10000000000)
#define BLANK " \t\n"
#define RARE 0.005 /* calls for each answer that are not worth a word */

static bool task_is_traced(pid_t pid, const char *task)
{
    char path[128], line[LINE_ROOM];
    long tracer = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%.32s/status", (long)pid, task);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "TracerPid:", 10) == 0)
            tracer = strtol(line + 10, NULL, 10);
    if (file != NULL)
        fclose(file);
    return tracer != 0;
}

static bool all_are_traced(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *tasks = opendir(path);
    bool traced = tasks != NULL;
    for (struct dirent *task = NULL; traced && (task = readdir(tasks)) != NULL;)
        if (task->d_name[0] != '.')
            traced = task_is_traced(pid, task->d_name);
    if (tasks != NULL)
        closedir(tasks);
    return traced;
}

static void become(pid_t pid, const char *out, const char *log)
{
    char text[32];
    const int log_fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    snprintf(text, sizeof text, "%ld", (long)pid);
    if (log_fd >= 0 && dup2(log_fd, STDOUT_FILENO) >= 0 && dup2(log_fd, STDERR_FILENO) >= 0)
        execlp("strace", "strace", "-f", "-c", "-o", out, "-p", text, (char *)NULL);
    _exit(127);
}

bool rw_trace_begin(pid_t pid, const char *folder, rw_trace *trace)
{
    char log[RW_FOLDER_ROOM];
    const struct timespec pause = {.tv_nsec = 1000000};
    const int64_t give_up = rw_clock_monotonic_ns() + PATIENCE_NS;
    snprintf(trace->out, sizeof trace->out, "%.900s/strace", folder);
    snprintf(log, sizeof log, "%.900s/log", folder);
    trace->tracer = fork();
    if (trace->tracer == 0)
        become(pid, trace->out, log);
    if (trace->tracer < 0)
        return false;
    while (!all_are_traced(pid)) {
        if (waitpid(trace->tracer, NULL, WNOHANG) != 0)
            return false;
        if (rw_clock_monotonic_ns() > give_up) {
            kill(trace->tracer, SIGKILL);
            waitpid(trace->tracer, NULL, 0);
            return false;
        }
        nanosleep(&pause, NULL);
    }
    return true;
}

/* A line "% time  seconds  usecs/call  calls  [errors]  name". */
static void read_line(const char *line, rw_trace_counts *counts)
{
    char words[6][32];
    size_t found = 0;
    for (const char *at = line + strspn(line, BLANK); *at != '\0' && found < 6; at += strspn(at, BLANK)) {
        const size_t length = strcspn(at, BLANK);
        snprintf(words[found++], sizeof *words, "%.*s", (int)length, at);
        at += length;
    }
    if (found < 5)
        return;
    const char *name = words[found - 1];
    const uint64_t calls = strtoull(words[3], NULL, 10);
    if (strcmp(name, "total") == 0) {
        counts->total = calls;
    } else if (calls > 0 && counts->name_count < RW_TRACE_NAMES_MAX) {
        size_t at = counts->name_count++;
        for (; at > 0 && counts->names[at - 1].calls < calls; at--)
            counts->names[at] = counts->names[at - 1];
        snprintf(counts->names[at].name, sizeof counts->names[at].name, "%.31s", name);
        counts->names[at].calls = calls;
    }
}

bool rw_trace_end(rw_trace *trace, rw_trace_counts *counts)
{
    char line[LINE_ROOM];
    *counts = (rw_trace_counts){.total = 0};
    kill(trace->tracer, SIGINT);
    while (waitpid(trace->tracer, NULL, 0) < 0 && errno == EINTR)
        continue;
    FILE *file = fopen(trace->out, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        read_line(line, counts);
    if (file != NULL)
        fclose(file);
    if (counts->total == 0)
        fprintf(stderr, "rootwarp-bench: \"%s\" does not say how many system calls there were\n", trace->out);
    return counts->total > 0;
}

void rw_trace_describe(const rw_trace_counts *counts, unsigned answers, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < counts->name_count && used < size; i++) {
        const double each = (double)counts->names[i].calls / answers;
        if (each >= RARE)
            used += (size_t)snprintf(text + used, size - used, "%s%s %.2f", used > 0 ? ", " : "", counts->names[i].name,
                                     each);
    }
}
