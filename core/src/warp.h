/* One warped span: what root it gives. */
#ifndef RW_CORE_WARP_H
#define RW_CORE_WARP_H

#include <rootwarp/trajectory.h>

#include "span.h"

/* A warp of a measured span for a root that stands at `origin` at its start. Everything that depends on the goal is
 * left to rw_warp_aim(). */
rw_warp rw_warp_begin(const rw_span *span, double scale, rw_pose origin);

/* Where the authored motion would end: S o D(start, end). */
rw_pose rw_warp_natural_end(const rw_warp *warp);

/* Sets the turn to a goal as far as a cap (degrees per elapsed second; infinity: none) allows at the warp's rate, and
 * returns the rotation at the end. */
rw_quat rw_warp_turn(rw_warp *warp, rw_quat goal, double turn_cap, double request_rate);

/* Completes a warp whose method, easing, axes, split_up, rotation, turn and rate are set: falls back where the method
 * has nothing to measure, and sets the error, the turn and where it ends. request_rate: the request's own
 * play rate. */
void rw_warp_aim(rw_warp *warp, rw_pose warp_point, double turn_cap, double request_rate);

/* The warped root at a clip time within the span. */
rw_pose rw_warp_pose(const rw_warp *warp, rw_progress *progress, double time);

#endif
