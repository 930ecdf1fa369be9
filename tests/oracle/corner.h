/* A small case made by hand: change what matters, then let both solvers answer it. */
#ifndef RW_TEST_ORACLE_CORNER_H
#define RW_TEST_ORACLE_CORNER_H

#include "compare.h"

#define CORNER_SAMPLES 64

typedef struct corner {
    rw_vec3 positions[CORNER_SAMPLES];
    rw_quat rotations[CORNER_SAMPLES];
    rw_window windows[4];
    rw_event events[5];
    rw_phase_desc phases[3];
    rw_placement targets[3];
    rw_clip_desc clip;
    rw_profile_desc profile;
    rw_space job_space;
    bool has_job_space;
    double time, play_rate;
    rw_actor actor;
    rw_target target;
} corner;

/* A lunge straight ahead in Unreal's space: 500 units in a second, 33 samples, 32 a second, one window over the whole.
 * Reach with radii 40 and 40, band 0.25 to 1.5. Every number is exact in binary. */
void corner_lunge(corner *c);

/* The same clip with one phase over the whole, target 300 ahead. */
void corner_phase(corner *c);

/* What both solvers make of it: the report of every field, of the path at many times and at every edge. `what` names
 * the case in the message. Fails the test where they differ. */
void corner_agree(corner *c, const char *what);

/* The library's answer alone, for what a test wants to hold in numbers; the arrays are the caller's. */
typedef struct corner_answer {
    rw_resolution resolution;
    rw_phase_result phases[3];
    rw_window_result windows[4];
    rw_event_result events[5];
    void *memory[2];
} corner_answer;

void corner_solve(corner *c, corner_answer *answer);
void corner_answer_free(corner_answer *answer);

#endif
