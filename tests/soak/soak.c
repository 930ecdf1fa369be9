/*
 * One daemon under mixed load for a long time: soak [SECONDS], else RW_SOAK_SECONDS, else an hour. Prints a table of
 * what it holds. It fails when a request fails, or when something grows from the second quarter to the last that has no
 * reason to: memory, descriptors, threads, the journal. The database grows, as revisions are for ever; by how much for
 * each write is printed. From a minute on the run adds a row to docs/reliability.md.
 */
#include <check.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "injected.h"
#include "load.h"
#include "support/process.h"
#include "support/suite.h"

#define HOUR 3600
#define SAMPLES 24
#define CLIENTS 8
/* A journal that is being written, and a connection that is being closed, may be there at one moment and not at another. */
#define DESCRIPTORS_SPARE 2
#define GROWTH_KIB 4096 /* of resident memory: what caches and the allocator may still settle into */
#define RECORD_FROM 60
#define WARM_ANSWERS 1000 /* by then every client has its connection */

typedef struct sample {
    long milliseconds, answered;
    long resident_kib, descriptors, threads;
    long database, journal, log;
} sample;

static long soak_seconds;

/* The number behind a key of /proc/PID/status. */
static long status_number(pid_t pid, const char *key)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    char *text = rw_test_file_read(path, NULL);
    const char *at = strstr(text, key);
    ck_assert_ptr_nonnull(at);
    const long number = strtol(at + strlen(key), NULL, 10);
    free(text);
    return number;
}

static long count_descriptors(pid_t pid)
{
    char path[64];
    long count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    ck_assert_ptr_nonnull(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count - 2;
}

static long file_size(const char *folder, const char *name)
{
    char path[RW_TEST_PATH_SIZE + 32];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &status) == 0 ? (long)status.st_size : 0;
}

static sample take_sample(const rw_test_server *server, const rw_load *load, long milliseconds)
{
    return (sample){.milliseconds = milliseconds,
                    .answered = rw_load_answered(load),
                    .resident_kib = status_number(server->pid, "VmRSS:"),
                    .descriptors = count_descriptors(server->pid),
                    .threads = status_number(server->pid, "Threads:"),
                    .database = file_size(server->data, "rootwarp.db"),
                    .journal = file_size(server->data, "rootwarp.db-journal"),
                    .log = file_size(server->folder, "err")};
}

static void print_sample(const sample *at)
{
    printf("%9.1f s %10ld requests %8ld KiB %4ld descriptors %3ld threads %10ld database %8ld journal %8ld log\n",
           (double)at->milliseconds / 1000, at->answered, at->resident_kib, at->descriptors, at->threads, at->database, at->journal, at->log);
    fflush(stdout);
}

static void wait_until(const struct timespec *begin, long milliseconds)
{
    const long nanoseconds = begin->tv_nsec + milliseconds % 1000 * 1000000;
    const struct timespec end = {.tv_sec = begin->tv_sec + milliseconds / 1000 + nanoseconds / 1000000000,
                                 .tv_nsec = nanoseconds % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0) {
    }
}

/* The least of a quarter: what passes by does not count. */
static sample least(const sample *samples)
{
    sample low = samples[0];
    for (int i = 1; i < SAMPLES / 4; i++) {
        low.resident_kib = samples[i].resident_kib < low.resident_kib ? samples[i].resident_kib : low.resident_kib;
        low.descriptors = samples[i].descriptors < low.descriptors ? samples[i].descriptors : low.descriptors;
        low.threads = samples[i].threads < low.threads ? samples[i].threads : low.threads;
    }
    return low;
}

static void record(const char *figures)
{
    char command[64];
    printf("soak: %s\n", figures);
    if (soak_seconds < RECORD_FROM)
        return;
    snprintf(command, sizeof command, "RW_SOAK_SECONDS=%ld ctest --preset soak", soak_seconds);
    const char *const argv[] = {"/bin/bash", "tests/fault/record.sh", "soak", figures, command, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_msg(result.status == 0, "%s%s", result.out, result.err);
    rw_test_result_free(&result);
}

/* What the hour came to. It is spent before the test, since Check counts a test's microseconds in 31 bits. */
static struct {
    rw_test_server server;
    sample samples[SAMPLES];
    rw_load_counts counts;
} run;

static void spend_the_time(void)
{
    struct timespec begin;
    rw_test_server_start(&run.server, NULL);
    rw_script_documents(run.server.port);
    const rw_load_options options = {.port = run.server.port, .clients = CLIENTS, .write_every = 200};
    rw_load *load = rw_load_start(&options);
    while (rw_load_answered(load) < WARM_ANSWERS)
        nanosleep(&(const struct timespec){.tv_nsec = 1000000}, NULL);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < SAMPLES; i++) {
        const long milliseconds = soak_seconds * 1000 * (i + 1) / SAMPLES;
        wait_until(&begin, milliseconds);
        run.samples[i] = take_sample(&run.server, load, milliseconds);
        print_sample(&run.samples[i]);
    }
    run.counts = rw_load_stop(load);
}

START_TEST(soak__holds_what_it_held)
{
    char figures[512];
    const sample *samples = run.samples;
    const rw_load_counts counts = run.counts;
    ck_assert_int_eq(rw_test_server_stop(&run.server), 0);
    const sample early = least(samples + SAMPLES / 4), late = least(samples + SAMPLES * 3 / 4);
    const sample *last = &samples[SAMPLES - 1];
    ck_assert_msg(counts.wrong == 0 && counts.refused == 0 && counts.broken == 0, "%ld wrong, %ld refused, %ld broken: %s",
                  counts.wrong, counts.refused, counts.broken, counts.first);
    ck_assert_int_le(late.resident_kib, early.resident_kib + GROWTH_KIB);
    ck_assert_int_le(late.descriptors, early.descriptors + DESCRIPTORS_SPARE);
    ck_assert_int_le(late.threads, early.threads);
    snprintf(figures, sizeof figures,
             "%ld s, %ld requests, %ld of them writes, none failed; resident %ld KiB in the second quarter, %ld KiB in the "
             "last; descriptors %ld and %ld; threads %ld and %ld; database %ld KiB, %ld bytes a write",
             soak_seconds, counts.right, counts.writes, early.resident_kib, late.resident_kib, early.descriptors,
             late.descriptors, early.threads, late.threads, last->database / 1024,
             counts.writes > 0 ? (last->database - samples[0].database) / counts.writes : 0);
    record(figures);
    rw_test_server_check_and_remove(&run.server);
}
END_TEST

int main(int argument_count, char **arguments)
{
    const char *wanted = argument_count > 1 ? arguments[1] : getenv("RW_SOAK_SECONDS");
    soak_seconds = wanted == NULL ? HOUR : strtol(wanted, NULL, 10);
    if (soak_seconds < 1) {
        fprintf(stderr, "usage: soak [SECONDS]\n");
        return EXIT_FAILURE;
    }
    TCase *cases = tcase_create("soak");
    tcase_set_timeout(cases, (double)soak_seconds + 120);
    tcase_add_checked_fixture(cases, spend_the_time, NULL);
    tcase_add_test(cases, soak__holds_what_it_held);
    return rw_test_suite_run(cases);
}
