/* Verify: is what a client reports the motion that was resolved? */
#ifndef ROOTWARP_VERIFY_H
#define ROOTWARP_VERIFY_H

#include <rootwarp/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One observed moment, in the space of the resolution. */
typedef struct rw_observation {
    double elapsed; /* seconds after the request's moment, within 1e9; clamped to [0, duration]: who reports from before
                       or after the timeline is held against its first or last pose */
    rw_vec3 position; /* of the root, units, |coordinate| <= 1e9 */
    bool has_rotation;
    rw_quat rotation; /* counts where has_rotation; normalised by the call; q and -q are the same */
} rw_observation;

/* How far an honest client may be off. Equal to a tolerance passes, and so does what lies beyond it by no more than
 * the rounding of adding the tolerance to a coordinate (4e-15 of the largest one; 1e-12 degrees). */
typedef struct rw_tolerance {
    double distance; /* units of the resolution's space, 0 .. 1e9 */
    double angle;    /* degrees, 0 .. 180; 180: rotations do not count */
    double time;     /* seconds, 0 .. 10: an observation may match the path at any moment this near; 0: its own only */
} rw_tolerance;

/* How far one observation is off. Distance and angle are each the least over the moments that the time tolerance
 * allows, and need not be so at the same moment: what this forgives is less than the motion within the tolerance. The
 * path between the samples of the clip counts, curves included: to a nanometre and 1e-7 degrees. */
typedef struct rw_deviation {
    double distance; /* units of the resolution's space, >= 0 */
    double angle;    /* degrees, 0 .. 180; 0 where no rotation was observed */
    bool passed;     /* both within their tolerances */
    size_t order;    /* the call's own: [k].order is the index of the observation that comes k-th in time */
} rw_deviation;

/* What a whole track is worth. */
typedef struct rw_verification {
    bool passed;           /* every observation did */
    size_t failed;         /* how many did not */
    size_t worst_distance; /* index of the observation with the largest distance, the first of equals */
    size_t worst_angle;    /* and with the largest angle */
} rw_verification;

/* Holds `count` observations, in any order, against a resolution: those of a track that runs too fast, jumps or turns
 * wrongly fail. `deviations` (count of them, the caller's, not NULL) and *out are set when RW_OK. Walks the path at
 * most twice, whatever the order: the cost grows with the samples of the clip plus, for each observation, those within
 * its time tolerance. RW_INVALID: "/observed" (empty), "/observed/I/elapsed", "/observed/I/position/0" … "/2",
 * "/observed/I/rotation", "/tolerance/distance", "/tolerance/angle", "/tolerance/time". */
RW_API rw_status rw_verify(const rw_resolution *resolution, const rw_observation *observed, size_t count,
                           rw_tolerance tolerance, rw_deviation *deviations, rw_verification *out,
                           rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
