/* A job in the clip's space, checked: what reach and phases solve. */
#ifndef RW_CORE_JOB_H
#define RW_CORE_JOB_H

#include <rootwarp/resolve.h>

#include "clip_internal.h"
#include "diagnose.h"
#include "rotation.h"

typedef struct rw_case {
    const rw_profile *profile;
    bool converted;      /* the job's space is not the clip's */
    double time;         /* clip time, within the clip */
    double request_rate; /* the request's own play rate */
    rw_pose actor;
    double actor_radius;
    double scale;
    rw_pose target; /* reach; its rotation for the rotation mode "target" only */
    double target_radius;
    rw_vec3 velocity;
    rw_pose targets[RW_MAX_PHASES]; /* phases; those that are passed are left out */
} rw_case;

/* Position and rotation or yaw, whichever counts. */
void rw_check_placement(rw_check *check, rw_path path, const rw_placement *placement);
rw_quat rw_placement_rotation(const rw_placement *placement, const rw_space *space);

/* Checks a job and converts it into the clip's space. RW_INVALID: every wrong field; *out is then undefined. */
rw_status rw_case_from_job(const rw_resolve_job *job, rw_case *out, rw_diagnostics *diagnostics);

/* Solve in the clip's space; the arrays of the result have room. */
void rw_reach_solve(const rw_case *in, rw_resolution *out);
void rw_phases_solve(const rw_case *in, rw_resolution *out);

/* clamp(authored / actual, limits): the play rate over a window or phase. Nothing to cover in no time plays at the
 * maximum; nothing at all plays at 1, clamped. *clamped is set where a limit bites. */
static inline double rw_play_rate(rw_range limits, double authored, double actual, double nothing, bool *clamped)
{
    double wanted = 1.0;
    if (actual >= nothing)
        wanted = authored / actual;
    else if (authored >= nothing)
        wanted = (double)INFINITY;
    if (wanted < limits.min || wanted > limits.max)
        *clamped = true;
    return rw_min(rw_max(wanted, limits.min), limits.max);
}

/* The rotation about up that faces a direction; false (rotation untouched) for one that points straight up or down. */
static inline bool rw_facing(const rw_clip *clip, rw_vec3 direction, rw_quat *rotation)
{
    direction = rw_clip_level(clip, direction);
    if (rw_length(direction) < rw_clip_nothing(clip))
        return false;
    *rotation = rw_quat_face(rw_dot(direction, clip->forward), rw_dot(direction, clip->aside), clip->up);
    return true;
}

#endif
