/* Verify: is what a client reports the motion that was resolved? */
#ifndef ROOTWARP_VERIFY_H
#define ROOTWARP_VERIFY_H

#include <rootwarp/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One observed moment, in the space of the resolution. */
typedef struct rw_observation {
    double elapsed;   /* seconds after the request's moment; clamped to [0, duration] */
    rw_vec3 position;
    bool has_rotation;
    rw_quat rotation; /* counts where has_rotation */
} rw_observation;

/* How far an honest client may be off. All >= 0 and finite; equal to a tolerance passes. */
typedef struct rw_tolerance {
    double distance; /* units of the resolution's space */
    double angle;    /* degrees */
    double time;     /* seconds, 0 .. 10: an observation may match the path at any moment this near */
} rw_tolerance;

typedef struct rw_deviation {
    double distance; /* units between the observed position and the nearest of the path within the time tolerance */
    double angle;    /* degrees, likewise; 0 where no rotation was observed */
    bool passed;
} rw_deviation;

typedef struct rw_verification {
    bool passed;           /* every observation did */
    size_t failed;         /* how many did not */
    size_t worst_distance; /* index of the observation with the largest distance; 0 for none */
    size_t worst_angle;    /* and with the largest angle */
} rw_verification;

/* Holds `count` observations against a resolution. `deviations` (count of them, the caller's) and *out are set when
 * RW_OK. RW_INVALID: "/observed" (empty), "/observed/I/elapsed", "/observed/I/position/…", "/observed/I/rotation",
 * "/tolerance/distance", "/tolerance/angle", "/tolerance/time". */
RW_API rw_status rw_verify(const rw_resolution *resolution, const rw_observation *observed, size_t count,
                           rw_tolerance tolerance, rw_deviation *deviations, rw_verification *out,
                           rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
