/* What a run gave. Everything that was measured in rounds is a series with one value a round. */
#ifndef RW_BENCH_RESULT_H
#define RW_BENCH_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RW_ROUNDS_MAX = 99,
    RW_ROWS_MAX = 24,
    RW_CATALOGUES_MAX = 3,
    RW_CORE_ROWS = 4,
    RW_COUNT_ROWS = 12,
    RW_SCALING_ROWS = 3,
    RW_START_ROWS = 3,
    RW_WRITE_ROWS = 3
};

/* What can be asked for alone, as bits. */
typedef enum rw_part {
    RW_PART_SINGLE = 1,
    RW_PART_HALF_LOAD = 2,
    RW_PART_CATALOGUES = 4,
    RW_PART_BATCH = 8,
    RW_PART_TRAJECTORY = 16,
    RW_PART_CORE = 32,
    RW_PART_COUNTS = 64,
    RW_PART_CORES = 128,
    RW_PART_START = 256,
    RW_PART_WRITES = 512,
    RW_PARTS_HTTP = 31,
    RW_PARTS_ALL = 1023
} rw_part;

/* One value a round; NaN where there was none. */
typedef struct rw_series {
    double values[RW_ROUNDS_MAX];
    size_t count;
} rw_series;

void rw_series_add(rw_series *series, double value);

/* The middle of its values, the mean of the two middle ones of an even number; NaN values do not count, and NaN when
 * there is none. */
double rw_series_median(const rw_series *series);

/* The servers that a row compares. */
typedef enum rw_side_id { RW_SIDE_DAEMON = 0, RW_SIDE_YARDSTICK, RW_SIDE_PEER, RW_SIDES } rw_side_id;

typedef struct rw_side {
    rw_series rate;           /* answers a second */
    rw_series cpu, user;      /* the server's processor seconds for 100,000 answers; the part in user mode */
    rw_series p50, p99, p999; /* microseconds */
} rw_side;

/* Rows that goals are about. */
typedef enum rw_row_id {
    RW_ROW_OTHER = 0,
    RW_ROW_REACH, /* 16 connections, the smallest catalogue: what others are compared with */
    RW_ROW_PHASES,
    RW_ROW_HALF_LOAD,
    RW_ROW_HOT, /* a hundred profiles of 50,000 */
    RW_ROW_BATCH
} rw_row_id;

/* One workload at one number of connections. */
typedef struct rw_row {
    rw_row_id id;
    char name[48];
    size_t connections;
    unsigned items;      /* resolves in one answer */
    size_t answer_bytes; /* of its body */
    uint64_t failures;   /* answers of another status than 200, every server, all rounds */
    rw_side sides[RW_SIDES];
    rw_series cpu_ratio, p99_ratio; /* of the daemon against the yardstick in the same round */
    rw_series peer_ratio;           /* processor time of the peer's answer against the daemon's */
    rw_series item_ratio;           /* processor time of an item against that of the row RW_ROW_REACH */
} rw_row;

/* NULL when that row was not measured. */
typedef struct rw_result rw_result;
const rw_row *rw_result_row(const rw_result *result, rw_row_id id);

typedef struct rw_core_row {
    const char *name;
    rw_series nanoseconds;
} rw_core_row;

/* What does not depend on time. NaN: could not be counted. */
typedef struct rw_count_row {
    const char *name;
    double daemon, yardstick; /* for each answer */
    char detail[160];         /* of the daemon's, "" without */
} rw_count_row;

typedef enum rw_count_id {
    RW_COUNT_INSTRUCTIONS_REACH = 0, /* from the bytes of a body to the bytes of its answer, without HTTP */
    RW_COUNT_INSTRUCTIONS_ROUND,     /* a reach whose numbers have few digits */
    RW_COUNT_INSTRUCTIONS_PHASES,
    RW_COUNT_INSTRUCTIONS_BATCH,
    RW_COUNT_INSTRUCTIONS_TRAJECTORY,
    RW_COUNT_ALLOCATIONS_REACH,
    RW_COUNT_ALLOCATIONS_BATCH_100,
    RW_COUNT_ALLOCATIONS_BATCH_1000,
    RW_COUNT_CALLS_1,
    RW_COUNT_CALLS_16,
    RW_COUNTS
} rw_count_id;

/* One thread against two. */
typedef struct rw_scaling_row {
    const char *name;
    rw_series one, two; /* items a second */
    rw_series ratio;    /* of them */
    rw_series work;     /* items for a processor second with two threads, against that with one */
} rw_scaling_row;

typedef enum rw_scaling_id { RW_SCALING_INSIDE = 0, RW_SCALING_BATCH, RW_SCALING_SINGLE } rw_scaling_id;

/* A daemon that is started on a filled folder. */
typedef struct rw_start_row {
    unsigned clips, profiles;
    rw_series seconds;  /* from the making of the process until it listens */
    rw_series cpu;      /* of them, on a processor */
    rw_series resident; /* bytes then */
    rw_series peak;
    double sample_bytes; /* of the long clips: what their numbers are as doubles; 0 without */
} rw_start_row;

typedef enum rw_start_id { RW_START_CLIPS = 0, RW_START_ALL, RW_START_EMPTY } rw_start_id;

/* A PUT of a new profile on a catalogue of so many. */
typedef struct rw_write_row {
    unsigned profiles;
    double microseconds; /* the median of all */
    double cpu;          /* processor microseconds of the daemon for each */
} rw_write_row;

struct rw_result {
    int processors;
    bool pinned; /* load and servers kept to a processor each */
    bool has_yardstick, has_peer;
    double load_average; /* of the machine, over a minute, before the run; NaN where it does not say */
    double seconds;      /* of load for each row and server in a round */
    double took;         /* the whole run, seconds */
    unsigned rounds;
    unsigned parts;
    rw_row rows[RW_ROWS_MAX];
    size_t row_count;
    rw_core_row core[RW_CORE_ROWS];
    size_t core_count;
    rw_count_row counts[RW_COUNT_ROWS];
    size_t count_count;
    rw_scaling_row scaling[RW_SCALING_ROWS];
    size_t scaling_count;
    rw_start_row starts[RW_START_ROWS];
    size_t start_count;
    rw_write_row writes[RW_WRITE_ROWS];
    size_t write_count;
};

#endif
