/* A job in the clip's space, checked: what reach and phases solve. */
#ifndef RW_CORE_JOB_H
#define RW_CORE_JOB_H

#include <rootwarp/resolve.h>

#include "diagnose.h"

typedef struct rw_case {
    const rw_profile *profile;
    double time;         /* clip time, within the clip */
    double request_rate; /* the request's own play rate */
    rw_pose actor;
    double actor_radius;
    double scale;
    rw_pose target; /* reach */
    double target_radius;
    rw_vec3 velocity;
    size_t target_count; /* phases */
    rw_pose targets[RW_MAX_PHASES];
} rw_case;

/* Position and rotation or yaw, whichever counts. */
void rw_check_placement(rw_check *check, rw_path path, const rw_placement *placement);
rw_quat rw_placement_rotation(const rw_placement *placement, const rw_space *space);

/* Checks a job and converts it into the clip's space. RW_INVALID: every wrong field. */
rw_status rw_case_from_job(const rw_resolve_job *job, rw_case *out, rw_diagnostics *diagnostics);

/* Solve in the clip's space; the arrays of the result have room. */
void rw_reach_solve(const rw_case *in, rw_resolution *out);
void rw_phases_solve(const rw_case *in, rw_resolution *out);

/* clamp(authored / actual, limits): the play rate over a window or phase. Nothing to cover in no time plays at the
 * maximum; nothing at all plays at 1, clamped. *clamped is set where a limit bites. */
double rw_play_rate(bool limited, rw_range limits, double authored, double actual, double nothing, bool *clamped);

/* The rotation that faces from `from` to `to` about up; false (rotation untouched) where they lie above each other. */
bool rw_facing(const rw_clip *clip, rw_vec3 from, rw_vec3 to, rw_quat *rotation);

#endif
