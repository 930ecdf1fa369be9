/* Variations on random cases that the generator leaves out: other and custom spaces, normalised times, requests exactly
 * at an edge, speed limits, more conditions. */
#ifndef RW_TEST_ORACLE_VARY_H
#define RW_TEST_ORACLE_VARY_H

#include "../property/random_case.h"

/* Changes a case that was made and compiles it again; *space is where the job's space is put. false where the library
 * refused it. */
bool rw_vary_case(rw_random_case *c, uint64_t seed, rw_space *space);

#endif
