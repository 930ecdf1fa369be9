/* The compiled clip as the rest of the solver sees it. */
#ifndef RW_CORE_CLIP_INTERNAL_H
#define RW_CORE_CLIP_INTERNAL_H

#include <rootwarp/clip.h>
#include <stdint.h>

struct rw_clip {
    rw_clip_info info;
    rw_vec3 up, forward;
    double raw_extent;        /* the largest |coordinate| of the samples as given: what rounding is relative to */
    const rw_vec3 *positions; /* rebased; info.sample_count */
    const rw_quat *rotations; /* rebased; NULL when every one is the identity */
    const rw_window *windows;
    const rw_event *events;
    rw_pose whole_loop;       /* D(0, duration) */
};

/* Lengths below this are nothing, in the clip's units. */
double rw_clip_nothing(const rw_clip *clip);

/* Lengths measured on the curve below this are nothing or only rounding; the motion is times `scale`. */
double rw_clip_curve_nothing(const rw_clip *clip, double scale);

/* Which loop a clip time lies in: 0 for a clip that does not loop. */
double rw_clip_loop_of(const rw_clip *clip, double time);

/* The end of the loop that ends at or after `time`; one that ends within rounding of it ends at it. */
double rw_clip_loop_end(const rw_clip *clip, double time);

/* X(time) seen from the start of loop `from_loop` (a whole number, at most the loop of `time`), so that late loops
 * lose no digits. time is clamped as rw_clip_sample() does. */
rw_pose rw_clip_sample_from(const rw_clip *clip, double from_loop, double time);

/* The position of the same. */
rw_vec3 rw_clip_position_from(const rw_clip *clip, double from_loop, double time);

/* The clip time of sample `knot`, counted on through the loops of a looping clip. */
double rw_clip_knot_time(const rw_clip *clip, uint64_t knot);

/* The first knot that lies after `time`. */
uint64_t rw_clip_knot_after(const rw_clip *clip, double time);

#endif
