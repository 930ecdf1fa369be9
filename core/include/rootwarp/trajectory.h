/* Trajectory and step: the warped root over elapsed time. */
#ifndef ROOTWARP_TRAJECTORY_H
#define ROOTWARP_TRAJECTORY_H

#include <rootwarp/resolve.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The index of no phase, for a moment outside all of them. */
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

/* How far the authored motion of a span has gone. The sampler's own, as the four that follow. */
typedef struct rw_progress {
    double time;             /* clip time, seconds, up to which the rest is accumulated; lengths are in clip units */
    uint64_t knot;           /* index of the next sample of the clip, counted on through its loops */
    double knot_time;        /* its clip time */
    size_t interval;         /* index of the interval that `time` lies in or before */
    rw_vec3 position;        /* D(start, time), unscaled, frame of X(start) */
    rw_vec3 gaps;            /* of it, displacement outside the intervals */
    rw_vec3 covered;         /* distance covered within the intervals per axis */
    double up_covered, path; /* along up, and along the curve */
} rw_progress;

/* The shortest way from one rotation to another: `to` is that of q and -q which is nearer to `from`. */
typedef struct rw_arc {
    rw_quat from, to;
} rw_arc;

/* How long an arc is. */
typedef struct rw_arc_angle {
    double theta; /* half the angle between its ends, radians, 0 .. pi/2 */
    double sine;  /* of theta */
} rw_arc_angle;

/* What a warp is worked out to before its first sample is taken. */
typedef struct rw_walk {
    rw_vec3 error;               /* E: from the authored to the wanted end, in S's frame; without `lift` */
    double lift;                 /* its component along up, where that is weighed apart */
    double square;               /* N.N of its span */
    double scale_cos, scale_sin; /* the complex factor of the method scale */
    bool by_time[3];             /* an axis without motion of its own: weighed by normalised time */
    bool up_by_time;
    bool plain;                  /* one weight for all axes, and no switch is set */
    bool walks;                  /* false: its weights need no distances covered, so only the knots of progress count */
    rw_arc arc;                  /* slerp: from S to the goal; offset: from nothing to the turn that is missing */
    rw_arc_angle angle;
    rw_progress progress;
} rw_walk;

/* A stretch of the timeline, from <= elapsed < to: one warp, or free motion between two. */
typedef struct rw_stretch {
    double from, to;
    const rw_warp *warp;     /* NULL: free motion */
    size_t phase;            /* RW_NO_PHASE: free motion */
    const rw_pose *pose;     /* free motion: the pose that it goes on from … */
    double clip_start;       /* … at this clip time … */
    double clip_end;         /* … up to this one */
    bool last;               /* it ends with the timeline */
} rw_stretch;

/* Walks a resolution. It remembers where it is, so that samples in ascending order cost a constant each; any order
 * gives the same bits. Lives on the caller's stack; borrows the resolution. One thread at a time. */
typedef struct rw_sampler {
    const rw_resolution *resolution;
    bool converted;      /* the answer's space is not the clip's */
    bool begun;          /* `stretch` is one of the timeline's */
    bool has_authored;   /* `authored` is known */
    rw_stretch stretch;
    rw_walk walk;        /* of its warp */
    rw_pose free;        /* X(stretch.clip_start), seen from the start of its loop, where it is free */
    rw_pose authored;    /* X(time of the request), seen from the start of its loop */
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
