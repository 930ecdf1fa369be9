/* Seeded random clips, profiles and jobs: the same on every machine, for laws and for the determinism scene. Uses only
 * integer arithmetic and exact divisions, so that a seed means the same case in every build. */
#ifndef RW_TEST_RANDOM_CASE_H
#define RW_TEST_RANDOM_CASE_H

#include <rootwarp/rootwarp.h>
#include <stdint.h>

#define RW_RANDOM_SAMPLES 48
#define RW_RANDOM_PHASES 4
#define RW_RANDOM_WINDOWS 3

typedef struct rw_random {
    uint64_t state;
} rw_random;

uint64_t rw_random_bits(rw_random *random);                           /* 64 of them */
double rw_random_between(rw_random *random, double low, double high); /* a multiple of (high - low) / 2^20 */
size_t rw_random_below(rw_random *random, size_t count);              /* 0 .. count - 1 */
bool rw_random_chance(rw_random *random, unsigned percent);
rw_quat rw_random_rotation(rw_random *random); /* not of unit length */
rw_quat rw_random_yaw(rw_random *random, const rw_space *space);
rw_space rw_random_space(rw_random *random); /* one of the 48 that can be, with one of several units */

/* What to leave out. */
typedef struct rw_random_options {
    bool reach_only, phases_only;
    bool plain;    /* no caps, switches, anchors, conditions or leads, no loops */
    bool straight; /* yaw only: no tilt anywhere, and the actor upright */
} rw_random_options;

/* A whole case in one piece of memory; pointers point into it, so it is not to be copied. */
typedef struct rw_random_case {
    rw_vec3 positions[RW_RANDOM_SAMPLES];
    rw_quat rotations[RW_RANDOM_SAMPLES];
    rw_window windows[RW_RANDOM_WINDOWS];
    rw_event events[2];
    rw_phase_desc phases[RW_RANDOM_PHASES];
    rw_placement targets[RW_RANDOM_PHASES];
    rw_space space;
    rw_clip_desc clip_desc;
    rw_profile_desc profile_desc;
    const rw_clip *clip;
    const rw_profile *profile;
    rw_resolve_job job;
    rw_resolution resolution;
    rw_phase_result phase_results[RW_RANDOM_PHASES];
    rw_window_result window_results[RW_RANDOM_WINDOWS];
    rw_event_result event_results[2];
    _Alignas(64) unsigned char clip_memory[16384];
    _Alignas(64) unsigned char profile_memory[8192];
} rw_random_case;

/* Fills and compiles a case; false when the solver refused what must be valid (a bug of one of the two). */
bool rw_random_case_make(rw_random_case *c, uint64_t seed, rw_random_options options);

/* Points a resolution's arrays at the case's. */
void rw_random_case_arrays(rw_random_case *c, rw_resolution *resolution);

#endif
