/* sched_getaffinity and CPU_COUNT are GNU extensions. */
#define _GNU_SOURCE
#include "obs/process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define TEXT_SIZE 4096

/* Reads the start of a small file as text; false when it cannot be read. */
static bool read_text(const char *path, char out[TEXT_SIZE])
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const ssize_t length = read(fd, out, TEXT_SIZE - 1);
    close(fd);
    if (length < 0)
        return false;
    out[length] = '\0';
    return true;
}

/* Field `index` (from 1, as proc(5) counts) of /proc/self/stat; NAN when it cannot be read. */
static double stat_field(int index)
{
    char text[TEXT_SIZE];
    if (!read_text("/proc/self/stat", text))
        return NAN;
    const char *at = strrchr(text, ')'); /* ends field 2, which may hold anything */
    for (int field = 2; at != NULL && field < index; field++) {
        at = strchr(at, ' ');
        if (at != NULL)
            at++;
    }
    return at == NULL ? NAN : (double)strtoull(at, NULL, 10);
}

static double read_start_time(void *context)
{
    (void)context;
    struct timespec wall, boot;
    if (clock_gettime(CLOCK_REALTIME, &wall) != 0 || clock_gettime(CLOCK_BOOTTIME, &boot) != 0)
        return NAN;
    const double booted = (double)(wall.tv_sec - boot.tv_sec) + (double)(wall.tv_nsec - boot.tv_nsec) / 1e9;
    return floor((booted + stat_field(22) / (double)sysconf(_SC_CLK_TCK)) * 100.0) / 100.0;
}

static double read_cpu_seconds(void *context)
{
    (void)context;
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
        return NAN;
    return (double)used.tv_sec + (double)(used.tv_nsec / 1000) / 1e6;
}

static double read_resident(void *context)
{
    (void)context;
    return stat_field(24) * (double)sysconf(_SC_PAGESIZE);
}

static double read_threads(void *context)
{
    (void)context;
    return stat_field(20);
}

static double read_open_fds(void *context)
{
    (void)context;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL)
        return NAN;
    double count = -1.0; /* the one that reads the folder */
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (entry->d_name[0] != '.')
            count += 1.0;
    closedir(folder);
    return count;
}

static double read_max_fds(void *context)
{
    (void)context;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return NAN;
    return (double)limit.rlim_cur;
}

bool rw_process_register(rw_metrics *metrics)
{
    return rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "process_start_time_seconds",
                               "When the process started, in seconds since 1970.", read_start_time, NULL) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_COUNTER, "process_cpu_seconds_total",
                               "Processor time used, user and system, in seconds.", read_cpu_seconds, NULL) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "process_resident_memory_bytes",
                               "Resident memory in bytes.", read_resident, NULL) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "process_open_fds", "Open file descriptors.",
                               read_open_fds, NULL) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "process_max_fds",
                               "File descriptors the process may have open.", read_max_fds, NULL) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "process_threads", "Threads of the process.",
                               read_threads, NULL);
}

/* Quota and period in microseconds as processors, rounded up; 0 when one of them is not positive. */
static unsigned quota_cpus(long long quota, long long period)
{
    if (quota <= 0 || period <= 0)
        return 0;
    const long long cpus = quota / period + (quota % period != 0 ? 1 : 0);
    return cpus > 4096 ? 4096 : (unsigned)cpus;
}

unsigned rw_process_parse_cpu_max(const char *text)
{
    if (!isdigit((unsigned char)*text))
        return 0;
    char *end = NULL;
    errno = 0;
    const long long quota = strtoll(text, &end, 10);
    if (*end != ' ' || !isdigit((unsigned char)end[1]))
        return 0;
    const long long period = strtoll(end + 1, &end, 10);
    if (errno != 0 || (*end != '\n' && *end != '\0'))
        return 0;
    return quota_cpus(quota, period);
}

/* The quota of this process's own group and of each group above it, as far as it can be seen; 0: none. */
static unsigned cgroup2_cpus(void)
{
    char text[TEXT_SIZE], path[TEXT_SIZE + 64], group[TEXT_SIZE] = "";
    if (read_text("/proc/self/cgroup", text)) {
        const char *line = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
        if (line != NULL) {
            line = strchr(line, '/');
            if (line != NULL)
                snprintf(group, sizeof group, "%.*s", (int)strcspn(line, "\n"), line);
        }
    }
    unsigned least = 0;
    for (;;) {
        snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
        const unsigned cpus = read_text(path, text) ? rw_process_parse_cpu_max(text) : 0;
        if (cpus != 0 && (least == 0 || cpus < least))
            least = cpus;
        char *slash = strrchr(group, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

static unsigned cgroup1_cpus(void)
{
    char quota[TEXT_SIZE], period[TEXT_SIZE];
    if (!read_text("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota) ||
        !read_text("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period))
        return 0;
    return quota_cpus(strtoll(quota, NULL, 10), strtoll(period, NULL, 10));
}

unsigned rw_process_cpu_limit(void)
{
    cpu_set_t mask;
    CPU_ZERO(&mask);
    int affinity = 0;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0)
        affinity = CPU_COUNT(&mask);
    if (affinity < 1)
        affinity = (int)sysconf(_SC_NPROCESSORS_ONLN);
    unsigned cpus = affinity < 1 ? 1U : (unsigned)affinity;
    unsigned quota = cgroup2_cpus();
    if (quota == 0)
        quota = cgroup1_cpus();
    return quota != 0 && quota < cpus ? quota : cpus;
}
