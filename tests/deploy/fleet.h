/*
 * Three daemons on one PostgreSQL with haproxy in front, as deploy/compose has them, on ports of this machine, and
 * callers that count what they get. What goes wrong with the parts fails the test; what callers get is for it to judge.
 */
#ifndef RW_TESTS_DEPLOY_FLEET_H
#define RW_TESTS_DEPLOY_FLEET_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "fault/call.h"
#include "support/postgres.h"
#include "support/postgres_proxy.h"
#include "support/server.h"

enum { FLEET_REPLICAS = 3, FLEET_READERS = 4 };

#define FLEET_PATIENCE_NS INT64_C(60000000000)

typedef struct rw_fleet {
    rw_test_postgres database;
    rw_test_proxy between; /* daemons reach the database through it */
    char address[RW_TEST_ADDRESS_SIZE];
    rw_test_server replicas[FLEET_REPLICAS];
    pid_t haproxy;
    unsigned port;        /* haproxy's */
    const char *argument; /* the daemons' */
} rw_fleet;

/* Whether haproxy and PostgreSQL are installed. */
bool rw_fleet_available(void);

/* Starts everything, daemons with one further argument, with the documents of schema/examples in the catalogue, and
 * waits until haproxy uses all. */
void rw_fleet_start(rw_fleet *fleet, const char *argument);

/* Stops everything; each daemon must have ended well and logged no error. */
void rw_fleet_end(rw_fleet *fleet);

/* Kills a replica, or asks it to stop and wants it to do so well; and starts it again where it was and waits until
 * haproxy uses it. */
void rw_fleet_kill(rw_fleet *fleet, size_t replica);
void rw_fleet_drain(rw_fleet *fleet, size_t replica);
void rw_fleet_return(rw_fleet *fleet, size_t replica);

/* Sleeps for a moment between two looks; fails the test when `since` is too long ago. */
void rw_fleet_pause(int64_t since, const char *what);

/* A number from the answer's header; 0 when it is not there. */
long long rw_fleet_number(const rw_call_answer *answer, const char *header);

/* The catalogue's version that a replica answers from. */
long long rw_fleet_version(rw_caller *caller);

/* One write, the number-th, of which each is another; false when no answer came. */
bool rw_fleet_write(rw_caller *caller, int number, rw_call_answer *answer);

/* Callers that ask haproxy all the time on connections that they keep: readers, who try again once, and one writer, who
 * does, too. */
typedef struct rw_fleet_load {
    pthread_t threads[FLEET_READERS + 1];
    size_t count;
    unsigned port;
    char *question;
    atomic_bool stop;
    atomic_long reads, retried, failed;             /* failed: not right with the retry either */
    atomic_long writes, put_off, unexplained, lost; /* 503 with Retry-After, without; neither written nor put off */
    char first[160];                                /* what the first read got that had to be tried again */
    atomic_flag first_taken;
} rw_fleet_load;

void rw_fleet_load_start(rw_fleet_load *load, const rw_fleet *fleet, bool writer);

/* Until so many more reads are answered. */
void rw_fleet_load_pass(rw_fleet_load *load, long reads);

/* Ends the threads and adds their counts to the sums. Fails the test if a read failed. */
typedef struct rw_fleet_sums {
    long reads, retried, writes, put_off;
} rw_fleet_sums;
void rw_fleet_load_end(rw_fleet_load *load, rw_fleet_sums *sums);

#endif
