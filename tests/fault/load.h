/*
 * Threads that ask the daemon all the time: reads of every kind, and writes under names of their own. They count what
 * they get and never fail the test themselves.
 */
#ifndef RW_TESTS_FAULT_LOAD_H
#define RW_TESTS_FAULT_LOAD_H

#include <stdatomic.h>
#include <stdbool.h>

#include "call.h"

typedef struct rw_load rw_load;

typedef struct rw_load_options {
    unsigned port;
    int clients;
    int write_every;        /* every so many requests is a write; 0: none */
    bool again;             /* an earlier load has written to this daemon's folder */
    bool fresh_connections; /* a connection for each request */
    long retry_refused_ms;  /* go on trying to connect for so long after the daemon is there; see rw_load_absent() */
} rw_load_options;

typedef struct rw_load_counts {
    long right;     /* answered as it should be */
    long writes;    /* of these, writes */
    long wrong;     /* answered otherwise */
    long refused;   /* no connection */
    long broken;    /* the connection ended without a whole answer */
    long reconnects; /* refused at first, and connected within retry_refused_ms */
    long refused_ms; /* the longest time from the first refusal to the connection */
    char first[256]; /* the first thing that was wrong; "" */
} rw_load_counts;

/* Starts the threads. The daemon must have the documents of rw_script_documents(). What goes wrong fails the test. */
rw_load *rw_load_start(const rw_load_options *options);

/* The daemon goes away, and is there again: the time in between, which on a busy machine has no bound, is not counted
 * against those who try to connect. */
void rw_load_absent(rw_load *load);
void rw_load_present(rw_load *load);

/* Requests answered so far. */
long rw_load_answered(const rw_load *load);

/* Lets every thread end its request, then counts. */
rw_load_counts rw_load_stop(rw_load *load);

#endif
