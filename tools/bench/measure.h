/* One measurement of one server. */
#ifndef RW_BENCH_MEASURE_H
#define RW_BENCH_MEASURE_H

#include "child.h"
#include "load/load.h"

typedef struct rw_measure {
    rw_load_result load;
    double cpu, user; /* the server's processor seconds for 100,000 answers; the part in user mode */
} rw_measure;

/* Runs a job for a tenth of its time without counting, and then for all of it. False with a sentence on standard
 * error. */
bool rw_measure_run(const rw_load_job *job, const rw_child *server, rw_measure *measured);

#endif
