/*
 * What a daemon's /metrics says. What goes wrong fails the test.
 */
#ifndef RW_TEST_METRIC_H
#define RW_TEST_METRIC_H

/* A value that has no labels. */
long long rw_test_metric(unsigned port, const char *name);

/* Waits until it is at least so much, half a minute at most. */
void rw_test_metric_await(unsigned port, const char *name, long long least);

#endif
