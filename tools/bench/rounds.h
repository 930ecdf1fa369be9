/* The measurements, in rounds: each round visits everything once, so that what the machine does meanwhile meets all of
 * it alike, and within a row the yardstick runs right beside the daemon. */
#ifndef RW_BENCH_ROUNDS_H
#define RW_BENCH_ROUNDS_H

#include <stdbool.h>

#include "result.h"

typedef struct rw_rounds_options {
    const char *daemon;    /* path of rootwarpd */
    const char *yardstick; /* path of the yardstick; NULL: there is none */
    const char *folder;    /* for everything that is written */
    unsigned rounds;       /* 1 .. RW_ROUNDS_MAX */
    double seconds;        /* of load for each row and server */
    unsigned profiles[RW_CATALOGUES_MAX]; /* sizes of the catalogues, the first for all but the catalogue rows; 0: none */
    double fill_seconds; /* how long profiles are stored at most, for each catalogue; it then holds fewer */
    bool pin;
} rw_rounds_options;

/* False, with a sentence on standard error, when something did not work. Never because something was slow. */
bool rw_rounds_run(const rw_rounds_options *options, rw_result *result);

#endif
