/* A server that the bench starts, watches and ends. */
#ifndef RW_BENCH_CHILD_H
#define RW_BENCH_CHILD_H

#include <stdbool.h>
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

/* False when the kernel does not say. */
bool rw_child_usage(const rw_child *child, rw_usage *usage);

/* Two processors that this process may use, for the load and for the servers; both -1 when there are fewer. */
void rw_processor_pair(int *load, int *server);

/* Moves this process to a processor; -1: leaves it. */
void rw_processor_take(int processor);

/* How many this process may use. */
int rw_processor_count(void);

#endif
