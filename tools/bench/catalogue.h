/* The daemon under test, with a catalogue of so many reach profiles. */
#ifndef RW_BENCH_CATALOGUE_H
#define RW_BENCH_CATALOGUE_H

#include <stdbool.h>

#include "child.h"
#include "folder.h"

typedef struct rw_catalogue {
    unsigned profiles;         /* reach profiles; a few of three phases come with them */
    char data[RW_FOLDER_ROOM]; /* its folder */
    const char *folder;        /* where the log goes; borrowed */
    const char *program;       /* rootwarpd; borrowed */
    int processor;             /* it runs on; -1: any */
    rw_child child;
} rw_catalogue;

/* Starts the daemon with one thread on a free port; false with a sentence on standard error. */
bool rw_catalogue_start(rw_catalogue *catalogue);

/* Stores clips and profiles through the API of a daemon that runs. After so many seconds it stores no more profiles, and
 * `profiles` becomes how many there are, at least 1. False with a sentence on standard error. */
bool rw_catalogue_fill(rw_catalogue *catalogue, double seconds);

#endif
