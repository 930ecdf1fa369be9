/* Counts the system calls of a process that runs, with strace. */
#ifndef RW_BENCH_TRACE_H
#define RW_BENCH_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "folder.h"

enum { RW_TRACE_NAMES_MAX = 32 };

typedef struct rw_trace {
    pid_t tracer;
    char out[RW_FOLDER_ROOM];
} rw_trace;

typedef struct rw_trace_counts {
    uint64_t total;
    struct {
        char name[32];
        uint64_t calls;
    } names[RW_TRACE_NAMES_MAX]; /* the most frequent ones of them, most first */
    size_t name_count;
} rw_trace_counts;

/* Returns once all threads of the process are watched; false when that is not allowed. */
bool rw_trace_begin(pid_t pid, const char *folder, rw_trace *trace);

/* Stops watching. False with a sentence on standard error. */
bool rw_trace_end(rw_trace *trace, rw_trace_counts *counts);

/* "recvfrom 1.00, sendto 1.00, …": calls for each of `answers`, without the rare ones. */
void rw_trace_describe(const rw_trace_counts *counts, unsigned answers, char *text, size_t size);

#endif
