/* The solver alone, without server and JSON. */
#ifndef RW_BENCH_CORE_H
#define RW_BENCH_CORE_H

#include <stdbool.h>

/* Nanoseconds, each the shortest of many short rounds. */
typedef struct rw_core_times {
    double reach;        /* a resolve of a reach profile */
    double one_phase;    /* a resolve of a profile of one phase */
    double three_phases; /* and of three */
    double sample;       /* one sample of a trajectory at 60 Hz, in ascending order */
} rw_core_times;

/* Measures each for about `seconds`. False when there is no memory. */
bool rw_core_measure(double seconds, rw_core_times *times);

#endif
