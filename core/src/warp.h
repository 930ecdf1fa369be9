/* One warped span: what root it gives. */
#ifndef RW_CORE_WARP_H
#define RW_CORE_WARP_H

#include <rootwarp/trajectory.h>

#include "span.h"

/* Begins a warp of a measured span for a root that stands at `origin` at its start: sets span, scale, origin and
 * natural. */
void rw_warp_begin(rw_warp *warp, const rw_span *span, double scale, const rw_pose *origin);

/* Where the authored motion would end: S o D(start, end). */
static inline rw_pose rw_warp_natural_end(const rw_warp *warp)
{
    return rw_compose(warp->origin, warp->natural);
}

/* Sets how much of the turn to the warp point a cap (degrees per elapsed second; infinity: none) allows at the warp's
 * rate, and returns the rotation at the end. request_rate: the request's own play rate. */
rw_quat rw_warp_turn(rw_warp *warp, double turn_cap, double request_rate);

/* Completes a warp whose warp point, method, easing, axes, split_up, rotation, turn and rate are set: falls back where
 * the method has nothing to measure, and sets the turn and where it ends. Its elapsed times are the caller's. */
void rw_warp_aim(rw_warp *warp, double turn_cap, double request_rate);

/* E: from the authored to the wanted end, in S's frame. */
rw_vec3 rw_warp_error(const rw_warp *warp);

/* The turn: from S to the goal, or from nothing to what is missing. None where the authored rotation is kept. */
rw_arc rw_warp_arc(const rw_warp *warp);

/* Prepares to take samples of a warp. */
void rw_walk_begin(rw_walk *walk, const rw_warp *warp);

/* Sets *pose to the warped root at a clip time within the span. */
void rw_warp_pose(const rw_warp *warp, rw_walk *walk, double time, rw_pose *pose);

#endif
