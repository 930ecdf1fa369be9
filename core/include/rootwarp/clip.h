/* Clips: one animation's root motion, baked at a fixed frame rate.
 *
 * The comment of an input field ends with what rw_clip_compile() reports about it, in brackets: [pointer: faults];
 * "not_finite" goes for every number besides. */
#ifndef ROOTWARP_CLIP_H
#define ROOTWARP_CLIP_H

#include <rootwarp/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An interval of clip time, seconds; start < end. */
typedef struct rw_interval {
    double start, end;
} rw_interval;

/* A named stretch of a clip in which the root may be warped. Several may share a name. */
typedef struct rw_window {
    const char *name;  /* neither NULL nor "" [/windows/I/name: empty] */
    double start;      /* clip time in seconds, or a fraction of the duration where times_normalised; 0 or later
                          [/windows/I/start: outside_clip] */
    double end;        /* likewise, after start; up to 1e-4 s past a clip that does not loop is its end; of a looping
                          clip up to RW_MAX_LOOPS loops, but RW_MAX_SPAN_SAMPLES samples after start
                          [/windows/I/end: outside_clip, reversed, empty, out_of_range] */
} rw_window;

/* A named moment of a clip, such as the frame in which a hit lands. */
typedef struct rw_event {
    const char *name; /* neither NULL nor "" [/events/I/name: empty] */
    double time;      /* clip time in seconds, within the clip (1e-4 s past its end is its end); seconds even where
                         times_normalised [/events/I/time: outside_clip] */
} rw_event;

/* What a clip is made from. Everything is borrowed for the duration of the call only, but for the names of windows
 * and events: those are borrowed for as long as the compiled clip is used. */
typedef struct rw_clip_desc {
    rw_space space;            /* the space that the samples are in [/space/…] */
    double frame_rate;         /* samples a second, 1e-6 .. RW_MAX_FRAME_RATE [/frame_rate: out_of_range] */
    bool loop;                 /* the motion repeats and accumulates past the end */
    size_t sample_count;       /* 1 .. RW_MAX_SAMPLES; duration = (sample_count - 1) / frame_rate
                                  [/root/positions: empty, too_many] */
    const rw_vec3 *positions;  /* sample_count of them, units and axes of the space, |coordinate| <= 1e9
                                  [/root/positions/I/0 .. 2: out_of_range] */
    size_t rotation_count;     /* 0 (all identity) or sample_count [/root/rotations: count_mismatch] */
    const rw_quat *rotations;  /* rotation_count of them, in the space, normalised by the call
                                  [/root/rotations/I: zero_quaternion, out_of_range] */
    size_t window_count;       /* 0 .. RW_MAX_WINDOWS [/windows: too_many, missing] */
    const rw_window *windows;  /* in any order */
    size_t event_count;        /* 0 .. RW_MAX_EVENTS [/events: too_many, missing] */
    const rw_event *events;    /* in any order */
    bool times_normalised;     /* window times are fractions of the duration */
} rw_clip_desc;

/* A compiled clip: immutable, may be read by any number of threads. It lies wholly in the caller's memory. */
typedef struct rw_clip rw_clip;

/* What a clip holds. Lengths are in its own units, along its own axes. */
typedef struct rw_clip_info {
    rw_space space;        /* as given */
    double frame_rate;     /* samples a second */
    bool loop;
    size_t sample_count;
    double duration;       /* seconds; 0 for one sample */
    double travel;         /* |horizontal displacement| from the first to the last sample, >= 0 */
    double path_length;    /* length of the piecewise linear curve, three dimensions, >= 0 */
    double height_min;     /* lowest along up, relative to the first sample, <= 0 */
    double height_max;     /* highest, >= 0 */
    double yaw;            /* degrees turned about up from first to last sample, unwrapped from sample to sample: any */
    double tilt;           /* degrees of tilt of the first sample, 0 .. 180, which rebasing takes out */
    rw_vec3 net;           /* displacement per axis of the first sample's yaw frame */
    rw_vec3 covered;       /* distance covered per axis of that frame (the sum of absolute steps), >= 0 */
    size_t window_count;
    size_t event_count;
} rw_clip_info;

/* Bytes that rw_clip_compile() needs for this description; 0 when one of its counts is out of range. */
RW_API size_t rw_clip_size(const rw_clip_desc *desc);

/* Checks and compiles a clip into `memory` (at least rw_clip_size() bytes, aligned as malloc aligns). *clip points
 * into the memory and lives as long as it. Rebasing: with X_raw(0) = Y T, Y its position and yaw about up and T its
 * tilt, sample k becomes Y^-1 X_raw(k) T^-1, so that sample 0 is the identity and up stays up.
 * RW_INVALID: every field that is wrong, as the brackets above say. RW_CAPACITY: memory too small. *clip is set when
 * RW_OK. */
RW_API rw_status rw_clip_compile(const rw_clip_desc *desc, void *memory, size_t size, const rw_clip **clip,
                                 rw_diagnostics *diagnostics);

/* What was compiled, in numbers; *info is written whole. */
RW_API void rw_clip_describe(const rw_clip *clip, rw_clip_info *info);

/* Windows in the order given, times in seconds as clamped; index < window_count. */
RW_API rw_window rw_clip_window(const rw_clip *clip, size_t index);
RW_API rw_event rw_clip_event(const rw_clip *clip, size_t index);

/* X(time): the rebased root at a clip time in seconds. Positions run linearly between samples, rotations by slerp
 * along the shortest arc. time is clamped to [0, duration], or for a looping clip to [0, RW_MAX_LOOPS * duration]. */
RW_API rw_pose rw_clip_sample(const rw_clip *clip, double time);

/* D(from, to) = X(from)^-1 o X(to): the root motion between two clip times in seconds, its translation times
 * `scale`. Whole loops of a looping clip are composed by squaring, so that a million of them cost twenty. */
RW_API rw_pose rw_clip_motion(const rw_clip *clip, double from, double to, double scale);

#ifdef __cplusplus
}
#endif

#endif
