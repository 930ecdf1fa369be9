/* What the daemon is to reach, held against a result. */
#ifndef RW_BENCH_GOALS_H
#define RW_BENCH_GOALS_H

#include "result.h"

enum { RW_GOALS_MAX = 32 };

typedef struct rw_goal {
    const char *what;
    double bound;  /* the figure is to be at most this, or at least */
    bool at_least;
    double figure; /* NaN: was not measured */
    const char *unit; /* "" for a ratio or a number */
} rw_goal;

bool rw_goal_met(const rw_goal *goal);

/* Fills in every goal and returns how many there are. */
size_t rw_goals_fill(const rw_result *result, rw_goal goals[RW_GOALS_MAX]);

#endif
