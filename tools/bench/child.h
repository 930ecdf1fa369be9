/* A server that the bench starts, watches and ends. */
#ifndef RW_BENCH_CHILD_H
#define RW_BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct rw_child {
    pid_t pid;             /* 0: none runs */
    uint16_t port;         /* where it listens on 127.0.0.1 */
    double start_seconds;  /* from its making to the line that says where it listens */
} rw_child;

/* What a process has used so far. */
typedef struct rw_usage {
    double cpu;            /* seconds, user and system, to the nanosecond */
    double user, system;   /* the same apart, in ticks of the kernel */
    double resident, peak; /* bytes of memory now, and at most so far */
} rw_usage;

/* Starts a program (arguments[0] is its path, NULL ends them) on a processor (-1: any), appends what it complains of
 * to the file `log`, and waits for its line "listening on http://127.0.0.1:PORT". False, with a sentence on standard
 * error, when that does not come. */
bool rw_child_start(const char *const *arguments, int processor, const char *log, rw_child *child);

/* Asks it to end and waits until it has. Takes one that does not run. */
void rw_child_stop(rw_child *child);

/* Runs a program to its end, its output appended to the file `out` and its complaints to `log`; whether it ended well. */
bool rw_child_run(const char *const *arguments, const char *out, const char *log);

/* The path of a program that the environment's PATH leads to; false when there is none. */
bool rw_child_find(const char *name, char *path, size_t size);

/* False when the kernel does not say. */
bool rw_child_usage(const rw_child *child, rw_usage *usage);

/* Two processors that this process may use, for the load and for the servers; both -1 when there are fewer. */
void rw_processor_pair(int *load, int *server);

/* Moves this thread, and what it starts from now on, to a processor; -1: leaves it. */
void rw_processor_take(int processor);

/* The processors that this thread may run on, to be given back to it later. */
typedef struct rw_processors {
    unsigned char mask[128]; /* private */
} rw_processors;

void rw_processors_save(rw_processors *saved);
void rw_processors_restore(const rw_processors *saved);

/* How many this process may use. */
int rw_processor_count(void);

#endif
