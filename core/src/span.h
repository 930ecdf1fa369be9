/* The authored motion of a span, measured once, and progress along it. */
#ifndef RW_CORE_SPAN_H
#define RW_CORE_SPAN_H

#include <rootwarp/trajectory.h>

/* Measures [start, end] of a clip, tracked within `intervals` (borrowed). `up` is the clip's up in the frame of
 * X(start): rw_span_up() unless the actor is not upright. */
rw_span rw_span_measure(const rw_clip *clip, rw_interval whole, const rw_interval *intervals, size_t interval_count,
                        const rw_vec3 *up);

/* The same span seen by an actor whose up, in S's frame, is `up`: measured anew only where that makes a difference. */
void rw_span_tilt(rw_span *span, rw_vec3 up);

/* Position of D(start, time), unscaled. */
rw_vec3 rw_span_displacement(const rw_span *span, double time);

/* Rotation of D(start, time). */
rw_quat rw_span_rotation(const rw_span *span, double time);

/* Seconds of [start, time] within the intervals. */
double rw_span_tracked_time(const rw_span *span, double time);

/* Progress from `start` up to a clip time; any sequence of calls gives the same bits. */
void rw_progress_begin(rw_progress *progress, const rw_span *span);
/* On to the next knot or interval edge, or to the span's end. */
void rw_progress_next(rw_progress *progress, const rw_span *span);
/* What it is at `time` >= progress->time; *progress itself moves on to the last knot before. */
rw_progress rw_progress_at(rw_progress *progress, const rw_span *span, double time);

#endif
