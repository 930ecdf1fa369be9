/* One warped span: how its progress is measured and what root it gives. */
#ifndef RW_CORE_WARP_H
#define RW_CORE_WARP_H

#include <rootwarp/trajectory.h>

/* A warp over [start, end] of a clip, tracked within `intervals` (borrowed), for a root that stands at `origin` at
 * `start`. Sets D(start, end); everything that depends on the goal is left to rw_warp_aim(). */
rw_warp rw_warp_begin(const rw_clip *clip, double scale, rw_interval span, const rw_interval *intervals,
                      size_t interval_count, rw_pose origin);

/* Where the authored motion would end: S o D(start, end). */
rw_pose rw_warp_natural_end(const rw_warp *warp);

/* Completes a warp whose method, easing, axes, split_up, rotation, turn and rate are set: measures the curve,
 * falls back where the method has nothing to measure, and sets the error, the turn and where it ends. turn_cap:
 * degrees per elapsed second; request_rate: the request's own play rate. */
void rw_warp_aim(rw_warp *warp, rw_pose warp_point, double turn_cap, double request_rate);

/* Seconds of [start, time] within the intervals. */
double rw_warp_tracked_time(const rw_warp *warp, double time);

/* Progress from `start` up to a clip time; any sequence of calls gives the same bits. */
void rw_progress_begin(rw_progress *progress, const rw_warp *warp);
/* What it is at `time` >= progress->time; *progress itself moves on to the last knot before. */
rw_progress rw_progress_at(rw_progress *progress, const rw_warp *warp, double time);

/* The warped root at a clip time within the span. */
rw_pose rw_warp_pose(const rw_warp *warp, rw_progress *progress, double time);

#endif
