/*
 * A test that has a short form, in every ./test, and a long one, in the preset "reliability" (RW_ENDURANCE=1).
 *
 * The long form can be ended at any time: what it has done is kept in the build tree, and the next run goes on there.
 * When it is through, it adds a row to its table in docs/reliability.md.
 */
#ifndef RW_TESTS_FAULT_ENDURANCE_H
#define RW_TESTS_FAULT_ENDURANCE_H

#include <stdbool.h>

#define RW_ENDURANCE_FIGURES 6

typedef struct rw_endurance {
    const char *name; /* of the table */
    bool is_long;
    long done, total;
    long figures[RW_ENDURANCE_FIGURES]; /* the test's own, kept with `done` */
    char path[512];                     /* where progress is kept */
} rw_endurance;

/* Reads what an earlier run has done. What goes wrong fails the test. */
void rw_endurance_begin(rw_endurance *endurance, const char *name, long short_total, long long_total);

/* Keeps done and figures; cheap enough to call it after every step. */
void rw_endurance_keep(const rw_endurance *endurance);

/* Prints the figures, and in the long form adds them to the table and forgets the progress. */
void rw_endurance_end(rw_endurance *endurance, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
