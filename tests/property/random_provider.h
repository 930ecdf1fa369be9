/* Seeded random obstacles and aligned pairs, the same on every machine. */
#ifndef RW_TEST_RANDOM_PROVIDER_H
#define RW_TEST_RANDOM_PROVIDER_H

#include "random_case.h"

/* A box, an actor near it, and rules of which some are likely to be broken. */
typedef struct rw_random_crossing {
    rw_space space;
    rw_placement actor;
    rw_obstacle obstacle;
    rw_crossing_rules rules;
    double extent; /* units: what a relative tolerance is relative to: a metre, or the largest coordinate */
} rw_random_crossing;

rw_random_crossing rw_random_crossing_make(uint64_t seed);

/* A partner anywhere, and where the actor meets it. */
typedef struct rw_random_pair {
    rw_space space;
    rw_placement partner, relative;
    double extent;
} rw_random_pair;

rw_random_pair rw_random_pair_make(uint64_t seed);

#endif
