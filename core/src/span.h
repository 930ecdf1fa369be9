/* The authored motion of a span, measured once, and progress along it. */
#ifndef RW_CORE_SPAN_H
#define RW_CORE_SPAN_H

#include <rootwarp/trajectory.h>

#include "clip_internal.h"
#include "vec.h"

/* Measures [start, end] of a clip, tracked within `intervals` (borrowed), the last of which ends at `end` or before
 * `start`. `up` is the clip's up in the frame of X(start): rw_span_up() unless the actor is not upright. */
rw_span rw_span_measure(const rw_clip *clip, rw_interval whole, const rw_interval *intervals, size_t interval_count,
                        const rw_vec3 *up);

/* The same span seen by an actor whose up, in S's frame, is `up`: measured anew only where that makes a difference. */
void rw_span_tilt(rw_span *span, rw_vec3 up);

/* A position of the clip in the frame of X(start). */
static inline rw_vec3 rw_span_in_frame(const rw_span *span, rw_vec3 position)
{
    rw_vec3 moved = rw_sub(position, span->clip_start.position);
    return span->clip->rotations == NULL ? moved : rw_rotate(rw_conj(span->clip_start.rotation), moved);
}

/* Position of D(start, time), unscaled. */
static inline rw_vec3 rw_span_displacement(const rw_span *span, double time)
{
    return rw_span_in_frame(span, rw_clip_position_from(span->clip, span->first_loop, time));
}

/* The same for the time of a knot after the start, which need not be looked for in a clip that does not loop, or in its
 * first loop: a span that begins later meets none of those. */
static inline rw_vec3 rw_span_displacement_at_knot(const rw_span *span, uint64_t knot, double time)
{
    if (knot < span->clip->info.sample_count)
        return rw_span_in_frame(span, span->clip->positions[knot]);
    return rw_span_displacement(span, time);
}

/* Rotation of D(start, time), in a clip that has rotations. */
rw_quat rw_span_rotation(const rw_span *span, double time);

/* Seconds of [start, time] within the intervals. */
static inline double rw_span_tracked_time(const rw_span *span, double time)
{
    double sum = 0.0;
    double last = rw_min(span->end, time);
    for (size_t i = 0; i < span->interval_count; i++) {
        double from = rw_max(span->intervals[i].start, span->start);
        double to = rw_min(span->intervals[i].end, last);
        if (to > from)
            sum += to - from;
    }
    return sum;
}

/* Progress from `start` up to a clip time; any sequence of calls gives the same bits. */
void rw_progress_begin(rw_progress *progress, const rw_span *span);
/* On to the next knot or interval edge, or to the span's end. */
void rw_progress_next(rw_progress *progress, const rw_span *span);
/* Sets *ahead to what it is at `time` >= progress->time; *progress itself moves on to the last knot or edge before. */
void rw_progress_at(rw_progress *progress, const rw_span *span, double time, rw_progress *ahead);
/* *progress moves on to the last knot at or before `time` >= its next one, but counts no distances. */
void rw_progress_pass(rw_progress *progress, const rw_span *span, double time);

/* D(start, time) alone, time > start: moves on as that. */
static inline rw_vec3 rw_progress_position_at(rw_progress *progress, const rw_span *span, double time)
{
    if (progress->knot_time <= time)
        rw_progress_pass(progress, span, time);
    return progress->time == time ? rw_span_displacement_at_knot(span, progress->knot - 1, time)
                                  : rw_span_displacement(span, time);
}

#endif
