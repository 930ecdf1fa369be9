/* Holds an answer of the library against the oracle's. */
#ifndef RW_TEST_ORACLE_COMPARE_H
#define RW_TEST_ORACLE_COMPARE_H

#include "oracle.h"

/* What a comparison found. Lengths are judged as shares of the answer's extent (never less than a metre), others as
 * shares of the larger of 1 and the number itself. */
typedef struct oracle_report {
    double worst;            /* the largest error so far */
    char worst_field[64];
    unsigned differences;    /* fields whose error passes ORACLE_TOLERANCE, or that differ outright */
    char first[200];         /* the first of them */
} oracle_report;

#define ORACLE_TOLERANCE 1e-9

void oracle_compare_resolution(const oracle_answer *want, const rw_resolution *got, oracle_report *report);

/* What a clip holds, X(t) and D(times[0], t) at some clip times. */
void oracle_compare_clip(const oracle_clip *want, const rw_clip *got, const double *times, size_t count,
                         oracle_report *report);

/* The trajectory at one elapsed time. */
void oracle_compare_sample(const oracle_answer *want, rw_sampler *sampler, double elapsed, oracle_report *report);
void oracle_compare_step(const oracle_answer *want, const rw_resolution *got, double from, double to,
                         oracle_report *report);
void oracle_compare_peaks(const oracle_answer *want, const rw_resolution *got, oracle_report *report);

#endif
