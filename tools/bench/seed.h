/* Fills a data folder before a daemon opens it: the documents go straight into the store, checked and made canonical
 * as a PUT does it, so that it takes seconds where 50,000 requests would take minutes. */
#ifndef RW_BENCH_SEED_H
#define RW_BENCH_SEED_H

#include <stdbool.h>

/* "lunge" and "vault" with ten profiles of three phases come always. */
typedef struct rw_seed {
    unsigned profiles; /* reach-00000, …, of the lunge, or in turn of the long clips when there are some */
    unsigned clips;    /* long ones: clip-00000, … */
} rw_seed;

/* The folder is made. False with a sentence on standard error. */
bool rw_seed_folder(const char *folder, const rw_seed *seed);

#endif
