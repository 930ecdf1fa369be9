/* What the rounds of a run gave. */
#ifndef RW_BENCH_RESULT_H
#define RW_BENCH_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RW_ROUNDS_MAX = 99, RW_ROWS_MAX = 24, RW_CATALOGUES_MAX = 3, RW_CORE_ROWS = 4 };

/* One value a round; NaN where there was none. */
typedef struct rw_series {
    double values[RW_ROUNDS_MAX];
    size_t count;
} rw_series;

void rw_series_add(rw_series *series, double value);

/* The middle of its values, the mean of the two middle ones of an even number; NaN values do not count, and NaN when
 * there is none. */
double rw_series_median(const rw_series *series);

/* One workload at one number of connections, the daemon's unless said. */
typedef struct rw_row {
    char name[48];
    size_t connections;
    unsigned items;      /* answers in one answer */
    size_t answer_bytes; /* of its body */
    uint64_t failures;   /* answers of another status than 200, the yardstick's as well, all rounds */
    rw_series rate;      /* answers a second */
    rw_series cpu, user; /* the server's processor seconds for 100,000 answers; the part in user mode */
    rw_series p50, p99, p999; /* microseconds */
    rw_series yardstick_cpu, yardstick_p99;
    rw_series cpu_ratio, p99_ratio; /* against the yardstick in the same round */
} rw_row;

typedef struct rw_start_row {
    unsigned profiles;
    rw_series milliseconds; /* from the making of the process until it listens */
    rw_series resident;     /* bytes after the start */
    rw_series peak;         /* bytes at most, after the round's load */
} rw_start_row;

typedef struct rw_core_row {
    const char *name;
    rw_series nanoseconds;
} rw_core_row;

typedef struct rw_result {
    int processors;
    bool pinned;        /* load and servers kept to a processor each */
    bool has_yardstick;
    double load_average; /* of the machine, over a minute, before the run; NaN where it does not say */
    double seconds;
    unsigned rounds;
    rw_row rows[RW_ROWS_MAX];
    size_t row_count;
    rw_start_row starts[RW_CATALOGUES_MAX];
    size_t start_count;
    rw_core_row core[RW_CORE_ROWS];
} rw_result;

#endif
