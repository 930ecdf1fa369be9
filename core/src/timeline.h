/* Clip time against elapsed time over a resolution: free motion plays at the request's rate, tracked motion at the
 * warp's rate times the request's. */
#ifndef RW_CORE_TIMELINE_H
#define RW_CORE_TIMELINE_H

#include <rootwarp/resolve.h>
#include <stdint.h>

#include "span.h"

/* The warps of a resolution that are still to come, in order: index < rw_warp_count(). */
static inline size_t rw_warp_count(const rw_resolution *r)
{
    if (r->kind == RW_PROFILE_REACH)
        return r->window_passed ? 0 : 1;
    return r->phase_count - r->passed_count;
}

static inline const rw_warp *rw_warp_at(const rw_resolution *r, size_t index)
{
    return r->kind == RW_PROFILE_REACH ? &r->warp : &r->phases[r->passed_count + index].warp;
}

/* Which phase that is; 0 for reach. */
static inline size_t rw_warp_phase(const rw_resolution *r, size_t index)
{
    return r->kind == RW_PROFILE_REACH ? 0 : r->passed_count + index;
}

/* Elapsed seconds that a span takes at a play rate. */
static inline double rw_span_elapsed(const rw_span *span, double rate, double request_rate)
{
    return (span->tracked_time / rate + ((span->end - span->start) - span->tracked_time)) / request_rate;
}

/* Elapsed seconds at a clip time >= the request's. */
double rw_elapsed_at(const rw_resolution *r, double clip_time);

/* The clip time at an elapsed time within a warp: elapsed_start <= elapsed < elapsed_end. */
double rw_warp_clip_time(const rw_warp *warp, double request_rate, double elapsed);

/* The elapsed time after `elapsed` at which the path next has a corner: a knot of the clip or an edge of a warp; the
 * duration where there is none. *knot is a cursor: rw_clip_knot_after() of the clip time to begin at. */
double rw_next_corner(const rw_resolution *r, double elapsed, uint64_t *knot);

/* Sets end_time, duration and the events from the request's time and the warps. */
void rw_timeline_finish(rw_resolution *r);

#endif
