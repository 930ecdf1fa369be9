/* The daemon under test on a data folder. */
#ifndef RW_BENCH_CATALOGUE_H
#define RW_BENCH_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

#include "child.h"
#include "folder.h"
#include "seed.h"

typedef struct rw_catalogue {
    rw_seed seed;
    char data[RW_FOLDER_ROOM]; /* its folder */
    const char *folder;        /* where the log goes; borrowed */
    const char *program;       /* rootwarpd; borrowed */
    const char *wrapper[8];    /* a program and its options that runs it, NULL at the end; empty: none */
    int processor;             /* it runs on; -1: any */
    unsigned threads;
    rw_child child;
} rw_catalogue;

/* Starts the daemon on a free port; false with a sentence on standard error. */
bool rw_catalogue_start(rw_catalogue *catalogue);

/* Fills the folders of catalogues that are not there yet, as many at once as there are processors. False with a sentence
 * on standard error. */
bool rw_catalogues_fill(const rw_catalogue *const *catalogues, size_t count);

#endif
