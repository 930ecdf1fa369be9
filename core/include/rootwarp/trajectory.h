/* Trajectory and step: the warped root over elapsed time. */
#ifndef ROOTWARP_TRAJECTORY_H
#define ROOTWARP_TRAJECTORY_H

#include <rootwarp/resolve.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RW_NO_PHASE ((size_t)-1)

/* One moment of the timeline. Poses are in the space of the resolution (rw_resolution.space). */
typedef struct rw_sample {
    double elapsed;    /* seconds after the request's moment, clamped to [0, duration] */
    double clip_time;  /* clip time in seconds, rw_resolution.time .. end_time */
    size_t phase;      /* index of the phase (reach: 0 within the span); RW_NO_PHASE in free motion */
    rw_pose pose;      /* the warped root */
    rw_pose authored;  /* A o D(time, clip_time): the root as it would be without a warp */
    rw_pose offset;    /* position: warped minus authored; rotation: warped * authored^-1 */
} rw_sample;

/* How far the authored motion of a span has gone. The sampler's own. */
typedef struct rw_progress {
    double time;             /* clip time, seconds, up to which the rest is accumulated; lengths are in clip units */
    uint64_t knot;           /* index of the next sample of the clip, counted on through its loops */
    size_t interval;         /* index of the interval that `time` lies in or before */
    rw_vec3 position;        /* D(start, time), unscaled, frame of X(start) */
    rw_vec3 gaps;            /* of it, displacement outside the intervals */
    rw_vec3 covered;         /* distance covered within the intervals per axis */
    double up_covered, path; /* along up, and along the curve */
} rw_progress;

/* Walks a resolution. It remembers where it is, so that samples in ascending order cost a constant each; any order
 * gives the same bits. Lives on the caller's stack; borrows the resolution. One thread at a time. */
typedef struct rw_sampler {
    const rw_resolution *resolution;
    const rw_warp *warp; /* the span whose progress is kept; NULL: none yet */
    rw_progress progress;
} rw_sampler;

/* Begins at elapsed 0. resolution: not NULL, of a call that gave RW_OK. */
RW_API void rw_sampler_init(rw_sampler *sampler, const rw_resolution *resolution);

/* The warped root at an elapsed time (finite; clamped to [0, duration]). */
RW_API void rw_sampler_at(rw_sampler *sampler, double elapsed, rw_sample *sample);

/* The same without the authored root: `authored` and `offset` of the sample are left as they are. */
RW_API void rw_sampler_pose_at(rw_sampler *sampler, double elapsed, rw_sample *sample);

/* pose(from)^-1 o pose(to): what a server that ticks applies, in the frame of the root at `from`. Both are elapsed
 * seconds, finite, clamped to [0, duration], in any order. Any partition of a span composes to the whole. */
RW_API rw_pose rw_step(const rw_resolution *resolution, double from, double to);

/* Fastest translation (units a second of the resolution's space) and turn (degrees a second) over the timeline,
 * elapsed time, measured between neighbouring samples of the clip. */
RW_API void rw_trajectory_peaks(const rw_resolution *resolution, double *peak_speed, double *peak_turn_rate);

#ifdef __cplusplus
}
#endif

#endif
