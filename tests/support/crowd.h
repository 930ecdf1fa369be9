/*
 * Many connections at once, for tests of what one request does to others. What goes wrong fails the test.
 */
#ifndef RW_TEST_CROWD_H
#define RW_TEST_CROWD_H

#include "support/client.h"

#define RW_TEST_CROWD_MAX 64

typedef struct rw_test_crowd {
    rw_test_client clients[RW_TEST_CROWD_MAX];
    size_t count;
} rw_test_crowd;

void rw_test_crowd_open(rw_test_crowd *crowd, unsigned port, size_t count);
void rw_test_crowd_close(rw_test_crowd *crowd);

/* Sends the same request on each. */
void rw_test_crowd_ask(rw_test_crowd *crowd, const char *request);

/* How many have been answered, at least in part, with an answer that was not read. Waits for nobody. */
size_t rw_test_crowd_answered(const rw_test_crowd *crowd);

/* Reads an answer on each, whose status has to be one of the two. */
void rw_test_crowd_expect(rw_test_crowd *crowd, int status, int or_status);

#endif
