/*
 * The faults that a daemon is to meet, in memory that a test shares with it: the test maps a file and arms it, the
 * library preload.c, loaded into the daemon, counts calls and fails those that were asked for.
 */
#ifndef RW_TESTS_FAULT_CONTROL_H
#define RW_TESTS_FAULT_CONTROL_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Names the file to map; without it the library lets every call through. */
#define RW_FAULT_VARIABLE "RW_FAULT_CONTROL"

typedef enum rw_fault_site {
    RW_FAULT_MEMORY,  /* malloc and its kin */
    RW_FAULT_ACCEPT,  /* accept, accept4 */
    RW_FAULT_RECEIVE, /* recv */
    RW_FAULT_SEND,    /* send, sendmsg, writev to a socket */
    RW_FAULT_DISK,    /* calls of preload_disk.c on files */
    RW_FAULT_SITES
} rw_fault_site;

typedef struct rw_fault_plan {
    atomic_long seen;  /* calls since it was armed */
    atomic_long from;  /* the first call to fail, from 1; 0: none */
    atomic_long until; /* the first call after it that succeeds again */
    atomic_int error;  /* for errno; 0 kills */
} rw_fault_plan;

typedef struct rw_fault_control {
    rw_fault_plan plans[RW_FAULT_SITES];
    atomic_long blocks; /* of memory in use, counted from the process's start */
} rw_fault_control;

/* Fails calls from .. until - 1 of those that come from now on. */
static inline void rw_fault_arm(rw_fault_control *control, rw_fault_site site, long from, long until, int error)
{
    rw_fault_plan *plan = &control->plans[site];
    atomic_store(&plan->from, 0);
    atomic_store(&plan->seen, 0);
    atomic_store(&plan->until, until);
    atomic_store(&plan->error, error);
    atomic_store(&plan->from, from);
}

static inline void rw_fault_disarm(rw_fault_control *control, rw_fault_site site)
{
    atomic_store(&control->plans[site].from, 0);
}

static inline bool rw_fault_strikes(rw_fault_plan *plan)
{
    const long number = atomic_fetch_add(&plan->seen, 1) + 1;
    const long from = atomic_load(&plan->from);
    return from > 0 && number >= from && number < atomic_load(&plan->until);
}

#endif
