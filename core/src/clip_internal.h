/* The compiled clip as the rest of the solver sees it. */
#ifndef RW_CORE_CLIP_INTERNAL_H
#define RW_CORE_CLIP_INTERNAL_H

#include <rootwarp/clip.h>
#include <stdint.h>

#include "vec.h"

struct rw_clip {
    rw_clip_info info;
    rw_vec3 up, forward;      /* coordinate axes: one component is 1 or -1, the others are 0 */
    rw_vec3 aside;            /* up x forward */
    rw_vec3 level;            /* 0 along up, 1 across it */
    double nothing;           /* lengths below this are nothing */
    double rounding;          /* of the samples as given: lengths on the curve below this may be only that */
    const rw_vec3 *positions; /* rebased; info.sample_count */
    const rw_quat *rotations; /* rebased; NULL when every one is the identity */
    const rw_window *windows;
    const rw_event *events;
    rw_pose whole_loop;       /* D(0, duration) */
};

/* v without its component along up: what rw_flat() gives for a coordinate axis, but for the sign of a zero. */
static inline rw_vec3 rw_clip_level(const rw_clip *clip, rw_vec3 v)
{
    return rw_v(v.x * clip->level.x, v.y * clip->level.y, v.z * clip->level.z);
}

/* Lengths below this are nothing, in the clip's units. */
static inline double rw_clip_nothing(const rw_clip *clip)
{
    return clip->nothing;
}

/* Lengths measured on the curve below this are nothing or only rounding; the motion is times `scale`. */
static inline double rw_clip_curve_nothing(const rw_clip *clip, double scale)
{
    return rw_max(clip->nothing, clip->rounding * scale);
}

/* Which loop a clip time lies in: 0 for a clip that does not loop. */
static inline double rw_clip_loop_of(const rw_clip *clip, double time)
{
    if (!clip->info.loop || clip->info.duration <= 0.0)
        return 0.0;
    return rw_min(floor(time / clip->info.duration), RW_MAX_LOOPS);
}

/* The end of the loop that ends at or after `time`; one that ends within rounding of it ends at it. */
double rw_clip_loop_end(const rw_clip *clip, double time);

/* A moment of a clip's first loop: the sample that it lies at or after, and how far on to the next it is, 0 .. 1. */
typedef struct rw_frame {
    size_t index;
    double part;
} rw_frame;

static inline rw_frame rw_clip_frame(const rw_clip *clip, double time)
{
    rw_frame at = {0, 0.0};
    size_t last = clip->info.sample_count - 1;
    double frame = time * clip->info.frame_rate;
    if (!(frame > 0.0))
        return at;
    if (frame >= (double)last) {
        at.index = last;
        return at;
    }
    at.index = (size_t)frame;
    at.part = frame - (double)at.index;
    return at;
}

static inline rw_vec3 rw_clip_position_of(const rw_clip *clip, rw_frame at)
{
    rw_vec3 p = clip->positions[at.index];
    return at.part == 0.0 ? p : rw_add(p, rw_mul(rw_sub(clip->positions[at.index + 1], p), at.part));
}

/* The rotation there; the clip has rotations. */
rw_quat rw_clip_rotation_of(const rw_clip *clip, rw_frame at);

/* The same as the two below for a clip that loops. */
rw_vec3 rw_clip_looped_position(const rw_clip *clip, double from_loop, double time);
rw_pose rw_clip_looped_sample(const rw_clip *clip, double from_loop, double time);

/* A clip time, clamped to a clip that does not loop. */
static inline double rw_clip_clamp(const rw_clip *clip, double time)
{
    return rw_min(rw_max(time, 0.0), clip->info.duration);
}

/* X(time) seen from the start of loop `from_loop` (a whole number, at most the loop of `time`), so that late loops
 * lose no digits. time is clamped as rw_clip_sample() does. */
static inline rw_pose rw_clip_sample_from(const rw_clip *clip, double from_loop, double time)
{
    if (clip->info.loop)
        return rw_clip_looped_sample(clip, from_loop, time);
    rw_frame at = rw_clip_frame(clip, rw_clip_clamp(clip, time));
    rw_pose sample = {rw_clip_position_of(clip, at), rw_quat_identity};
    if (clip->rotations != NULL)
        sample.rotation = rw_clip_rotation_of(clip, at);
    return sample;
}

/* The position of the same. */
static inline rw_vec3 rw_clip_position_from(const rw_clip *clip, double from_loop, double time)
{
    if (clip->info.loop)
        return rw_clip_looped_position(clip, from_loop, time);
    return rw_clip_position_of(clip, rw_clip_frame(clip, rw_clip_clamp(clip, time)));
}

/* And its rotation; the clip has rotations. */
static inline rw_quat rw_clip_rotation_from(const rw_clip *clip, double from_loop, double time)
{
    if (clip->info.loop)
        return rw_clip_looped_sample(clip, from_loop, time).rotation;
    return rw_clip_rotation_of(clip, rw_clip_frame(clip, rw_clip_clamp(clip, time)));
}

/* The clip time of sample `knot`, counted on through the loops of a looping clip. For clips of profiles: as no window is
 * empty, they have two samples at least, and last. */
static inline double rw_clip_knot_time(const rw_clip *clip, uint64_t knot)
{
    uint64_t per_loop = clip->info.sample_count - 1;
    if (!clip->info.loop || knot <= per_loop)
        return (double)knot / clip->info.frame_rate;
    return (double)(knot / per_loop) * clip->info.duration + (double)(knot % per_loop) / clip->info.frame_rate;
}

/* The first knot that lies after `time`; of a clip as above. */
uint64_t rw_clip_knot_after(const rw_clip *clip, double time);

#endif
