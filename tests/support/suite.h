/*
 * Runs the cases of a test program.
 */
#ifndef RW_TEST_SUITE_H
#define RW_TEST_SUITE_H

#include <check.h>

/* Runs one test case's tests; returns the program's exit status. */
int rw_test_suite_run(TCase *cases);

#endif
