/* A run: what it was asked for, where it writes, and the processors that it uses. Shared by the parts. */
#ifndef RW_BENCH_BENCH_H
#define RW_BENCH_BENCH_H

#include <stdbool.h>

#include "catalogue.h"
#include "result.h"

typedef struct rw_options {
    const char *daemon;    /* path of rootwarpd */
    const char *yardstick; /* path of the yardstick; NULL: there is none */
    const char *inside;    /* path of rootwarp-bench-inside; NULL: there is none */
    const char *allocations; /* path of the library that counts allocations; NULL: there is none */
    const char *peer;      /* path of the peer's server.js; NULL: there is none */
    const char *folder;    /* for everything that is written */
    unsigned parts;        /* rw_part bits */
    unsigned rounds;       /* 1 .. RW_ROUNDS_MAX */
    double seconds;        /* of load for each row and server */
    bool pin;
    unsigned profiles[RW_CATALOGUES_MAX]; /* sizes of the catalogues, ascending; 0: none */
    unsigned start_clips, start_profiles; /* what daemons start with in the part `start` */
    unsigned writes;                      /* PUTs for each catalogue */
} rw_options;

typedef struct rw_bench {
    const rw_options *options;
    rw_result *result;
    int load_processor, server_processor; /* -1: any */
} rw_bench;

/* A catalogue of the run's daemon that does not run yet. Parts that name and seed it alike use the same folder, one after
 * the other. */
rw_catalogue rw_bench_catalogue(const rw_bench *bench, const char *name, const rw_seed *seed);

/* Each part fills in its rows of the result. False, with a sentence on standard error, when something did not work.
 * Never because something was slow. */
bool rw_bench_rounds(rw_bench *bench); /* rounds.c: everything over HTTP, and the core */
bool rw_bench_counts(rw_bench *bench); /* counts.c: instructions, allocations, system calls */
bool rw_bench_cores(rw_bench *bench);  /* cores.c: one thread against two */
bool rw_bench_start(rw_bench *bench);  /* start.c: how long a start takes, and memory */
bool rw_bench_writes(rw_bench *bench); /* writes.c: a PUT on small and large catalogues */

/* All parts that are asked for. */
bool rw_bench_run(const rw_options *options, rw_result *result);

#endif
