/* Requests of one kind, and the yardstick that answers them with the same bytes without any work. */
#ifndef RW_BENCH_WORKLOAD_H
#define RW_BENCH_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "child.h"
#include "load/load.h"

typedef enum rw_workload_kind {
    RW_WORKLOAD_REACH = 0, /* resolve over the first `spread` profiles in turn */
    RW_WORKLOAD_RANDOM,    /* resolve over all profiles, uniformly at random */
    RW_WORKLOAD_ROUND,     /* resolve with numbers of few digits */
    RW_WORKLOAD_PHASES,    /* resolve, three phases */
    RW_WORKLOAD_BATCH,     /* resolve of `items` */
    RW_WORKLOAD_TRAJECTORY /* at 60 Hz */
} rw_workload_kind;

/* A request's body. */
typedef struct rw_workload_body {
    const char *bytes;
    size_t length;
} rw_workload_body;

typedef struct rw_workload {
    rw_workload_kind kind;
    unsigned spread; /* how many profiles it asks about */
    unsigned items;  /* answers in one answer: 1 but for a batch */
    rw_buffer texts; /* all requests, one behind the other */
    rw_load_request *requests;
    rw_workload_body *bodies; /* of the requests */
    size_t count;
    size_t answer_bytes; /* of the body, as the daemon gave it once */
    rw_child yardstick;  /* pid 0 where there is none */
} rw_workload;

/* The path of its endpoint. */
const char *rw_workload_target(rw_workload_kind kind);

/* Makes the requests; false with a sentence on standard error. In any case to be freed. */
bool rw_workload_make(rw_workload_kind kind, unsigned spread, unsigned items, rw_workload *workload);

/* Asks the server at `port` once and looks that it answers. False with a sentence on standard error. */
bool rw_workload_check(rw_workload *workload, uint16_t port);

/* The same, and starts `yardstick` with that answer, which goes into files in `folder`. */
bool rw_workload_prepare(rw_workload *workload, uint16_t port, const char *yardstick, const char *folder,
                         int processor);

/* Ends the yardstick as well. Takes one that is all zero. */
void rw_workload_free(rw_workload *workload);

#endif
