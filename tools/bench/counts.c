/* What does not depend on time: instructions (callgrind), allocations (a library that counts them) and system calls
 * (strace). What cannot be counted on this machine stays unknown, and a line says so. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "load/load.h"
#include "trace.h"
#include "workload.h"

enum { PROFILES = 10, INSIDE_MANY = 1200, INSIDE_FEW = 200, WARM = 200, ASKED = 2000 };

static bool reads_instructions(const char *path, double *instructions)
{
    char line[256];
    FILE *file = fopen(path, "r");
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "summary: ", 9) == 0) {
            *instructions = strtod(line + 9, NULL);
            found = true;
        }
    if (file != NULL)
        fclose(file);
    return found;
}

/* Instructions of a process that answers `count` bodies. */
static bool count_run(const rw_bench *bench, const char *valgrind, const char *data, const char *kind, unsigned count,
                      double *instructions)
{
    char out[RW_FOLDER_ROOM], option[RW_FOLDER_ROOM + 32], log[RW_FOLDER_ROOM], text[16];
    snprintf(out, sizeof out, "%.900s/callgrind-%s-%u", bench->options->folder, kind, count);
    snprintf(option, sizeof option, "--callgrind-out-file=%s", out);
    snprintf(log, sizeof log, "%.900s/log", bench->options->folder);
    snprintf(text, sizeof text, "%u", count);
    const char *const arguments[] = {valgrind, "--tool=callgrind", option,         bench->options->inside,
                                     data,     kind,               text, NULL};
    if (rw_child_run(arguments, log, log) && reads_instructions(out, instructions))
        return true;
    fprintf(stderr, "rootwarp-bench: valgrind could not count \"%s\"; what it said is in \"%s\", kept with --keep\n",
            kind, log);
    return false;
}

static bool count_instructions(rw_bench *bench, const char *data)
{
    static const char *const kinds[] = {"reach", "round", "phases", "batch", "trajectory"};
    char valgrind[RW_FOLDER_ROOM];
    if (bench->options->inside == NULL || !rw_child_find("valgrind", valgrind, sizeof valgrind)) {
        fputs("there is no valgrind on this machine, or no program to count: no instructions\n", stderr);
        return true;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const bool single = strcmp(kinds[i], "batch") != 0;
        const unsigned few = single ? INSIDE_FEW : INSIDE_FEW / 100, many = single ? INSIDE_MANY : INSIDE_MANY / 100;
        double first = 0, second = 0;
        if (!count_run(bench, valgrind, data, kinds[i], few, &first) ||
            !count_run(bench, valgrind, data, kinds[i], many, &second))
            return false;
        bench->result->counts[RW_COUNT_INSTRUCTIONS_REACH + i].daemon = (second - first) / (many - few);
    }
    return true;
}

static bool ask(const rw_workload *workload, const rw_child *server, size_t connections, unsigned count)
{
    rw_load_result load;
    const rw_load_job job = {.port = server->port,
                             .connections = connections,
                             .requests = workload->requests,
                             .request_count = workload->count,
                             .seconds = 3600,
                             .count = count};
    const char *broken = rw_load_run(&job, &load);
    if (broken != NULL)
        fprintf(stderr, "rootwarp-bench: %s\n", broken);
    return broken == NULL;
}

/* Allocations */

/* What a process has allocated so far: what is its own, and libmicrohttpd's in it. */
typedef struct rw_allocated {
    double own, microhttpd;
} rw_allocated;

static rw_allocated read_counters(const char *path)
{
    uint64_t values[2] = {0, 0};
    FILE *file = fopen(path, "rb");
    const bool known = file != NULL && fread(values, sizeof values[0], 2, file) == 2;
    if (file != NULL)
        fclose(file);
    return known ? (rw_allocated){(double)values[0], (double)values[1]} : (rw_allocated){(double)NAN, (double)NAN};
}

static double for_each(double before, double after, unsigned count)
{
    return round((after - before) / count * 100) / 100;
}

static bool count_one(const rw_workload *workload, const rw_child *server, const char *counters, unsigned count,
                      rw_allocated *each)
{
    if (!ask(workload, server, 1, WARM))
        return false;
    const rw_allocated before = read_counters(counters);
    if (!ask(workload, server, 1, count))
        return false;
    const rw_allocated after = read_counters(counters);
    *each = (rw_allocated){for_each(before.own, after.own, count), for_each(before.microhttpd, after.microhttpd, count)};
    return true;
}

/* For each answer of the daemon and of a yardstick, both started with the library loaded before them. */
static bool count_allocations_of(rw_bench *bench, rw_catalogue *catalogue, unsigned items, rw_count_row *row)
{
    static const uint64_t zeros[2] = {0, 0};
    const rw_options *options = bench->options;
    char counters[RW_FOLDER_ROOM];
    rw_workload workload;
    snprintf(counters, sizeof counters, "%.900s/allocations", options->folder);
    if (!rw_workload_make(items == 1 ? RW_WORKLOAD_REACH : RW_WORKLOAD_BATCH, PROFILES, items, &workload) ||
        !rw_folder_write(counters, (const char *)zeros, sizeof zeros))
        return false;
    setenv("ROOTWARP_BENCH_ALLOCATIONS", counters, 1);
    setenv("LD_PRELOAD", options->allocations, 1);
    bool sound = rw_catalogue_start(catalogue) &&
                 rw_workload_prepare(&workload, catalogue->child.port, options->yardstick, options->folder, -1);
    unsetenv("LD_PRELOAD");
    unsetenv("ROOTWARP_BENCH_ALLOCATIONS");
    const unsigned count = items == 1 ? ASKED : ASKED / 10;
    rw_allocated daemon = {(double)NAN, (double)NAN}, yardstick = daemon;
    sound = sound && count_one(&workload, &catalogue->child, counters, count, &daemon);
    if (sound && workload.yardstick.pid > 0)
        sound = count_one(&workload, &workload.yardstick, counters, count, &yardstick);
    row->daemon = daemon.own;
    row->yardstick = yardstick.own;
    snprintf(row->detail, sizeof row->detail, "and by libmicrohttpd in them: %.2f; %.2f", daemon.microhttpd,
             yardstick.microhttpd);
    rw_workload_free(&workload);
    rw_child_stop(&catalogue->child);
    return sound;
}

static bool count_allocations(rw_bench *bench, rw_catalogue *catalogue)
{
    rw_count_row *rows = bench->result->counts;
    if (bench->options->allocations == NULL) {
        fputs("there is no library that counts allocations in this build: none are counted\n", stderr);
        return true;
    }
    return count_allocations_of(bench, catalogue, 1, &rows[RW_COUNT_ALLOCATIONS_REACH]) &&
           count_allocations_of(bench, catalogue, 100, &rows[RW_COUNT_ALLOCATIONS_BATCH_100]) &&
           count_allocations_of(bench, catalogue, 1000, &rows[RW_COUNT_ALLOCATIONS_BATCH_1000]);
}

/* System calls */

static bool trace_server(rw_bench *bench, const rw_workload *workload, const rw_child *server, size_t connections,
                         double *calls, char *detail, size_t detail_size)
{
    rw_trace trace;
    rw_trace_counts counts;
    if (!ask(workload, server, connections, WARM))
        return false;
    if (!rw_trace_begin(server->pid, bench->options->folder, &trace)) {
        fputs("strace may not look at a process here: no system calls are counted\n", stderr);
        return true;
    }
    const bool asked = ask(workload, server, connections, ASKED);
    const bool counted = rw_trace_end(&trace, &counts);
    if (!asked || !counted)
        return false;
    *calls = (double)counts.total / ASKED;
    if (detail != NULL)
        rw_trace_describe(&counts, ASKED, detail, detail_size);
    return true;
}

static bool count_calls(rw_bench *bench, rw_catalogue *catalogue)
{
    static const size_t connections[] = {1, 16};
    const rw_options *options = bench->options;
    char strace[RW_FOLDER_ROOM];
    rw_workload workload;
    if (!rw_child_find("strace", strace, sizeof strace)) {
        fputs("there is no strace on this machine: no system calls are counted\n", stderr);
        return true;
    }
    bool sound = rw_workload_make(RW_WORKLOAD_REACH, PROFILES, 1, &workload) && rw_catalogue_start(catalogue) &&
                 rw_workload_prepare(&workload, catalogue->child.port, options->yardstick, options->folder, -1);
    for (size_t i = 0; sound && i < 2; i++) {
        rw_count_row *row = &bench->result->counts[RW_COUNT_CALLS_1 + i];
        sound = trace_server(bench, &workload, &catalogue->child, connections[i], &row->daemon, row->detail,
                             sizeof row->detail);
        if (sound && workload.yardstick.pid > 0)
            sound = trace_server(bench, &workload, &workload.yardstick, connections[i], &row->yardstick, NULL, 0);
    }
    rw_workload_free(&workload);
    rw_child_stop(&catalogue->child);
    return sound;
}

bool rw_bench_counts(rw_bench *bench)
{
    static const char *const names[RW_COUNTS] = {
        [RW_COUNT_INSTRUCTIONS_REACH] = "instructions, reach",
        [RW_COUNT_INSTRUCTIONS_ROUND] = "instructions, reach, few digits",
        [RW_COUNT_INSTRUCTIONS_PHASES] = "instructions, three phases",
        [RW_COUNT_INSTRUCTIONS_BATCH] = "instructions, batch of 100",
        [RW_COUNT_INSTRUCTIONS_TRAJECTORY] = "instructions, trajectory",
        [RW_COUNT_ALLOCATIONS_REACH] = "allocations, reach",
        [RW_COUNT_ALLOCATIONS_BATCH_100] = "allocations, batch of 100",
        [RW_COUNT_ALLOCATIONS_BATCH_1000] = "allocations, batch of 1000",
        [RW_COUNT_CALLS_1] = "system calls, 1 connection",
        [RW_COUNT_CALLS_16] = "system calls, 16 connections"};
    const rw_seed seed = {.profiles = PROFILES};
    rw_catalogue catalogue = rw_bench_catalogue(bench, "catalogue", &seed);
    const rw_catalogue *const all[] = {&catalogue};
    bench->result->count_count = RW_COUNTS;
    for (size_t i = 0; i < RW_COUNTS; i++) {
        bench->result->counts[i].name = names[i];
        bench->result->counts[i].daemon = bench->result->counts[i].yardstick = (double)NAN;
    }
    return rw_catalogues_fill(all, 1) && count_instructions(bench, catalogue.data) &&
           count_allocations(bench, &catalogue) && count_calls(bench, &catalogue);
}
