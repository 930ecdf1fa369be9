/* Stretches of clip time as windows and phases give them. */
#ifndef RW_CORE_INTERVAL_H
#define RW_CORE_INTERVAL_H

#include <rootwarp/clip.h>

#include "diagnose.h"

#define RW_END_TOLERANCE 1e-4 /* seconds by which one may run past a clip that does not loop; clamped */

/* What the times of a clip's windows and phases are measured in. */
typedef struct rw_timebase {
    double duration;   /* seconds */
    double frame_rate; /* samples a second */
    bool loop;         /* times may run on through the loops */
    bool normalised;   /* times are fractions of the duration */
} rw_timebase;

/* Checks `interval` as given, turns it into seconds and clamps its end. False, with "<path>/start" or "<path>/end"
 * reported, when it is not finite, outside the clip, reversed, empty or, in a looping clip, too long to walk. */
bool rw_check_interval(rw_check *check, rw_path path, const rw_timebase *base, rw_interval *interval);

/* Merges n intervals, ordered by start, into ordered ones that do not touch, in place; returns how many are left. */
size_t rw_intervals_merge(rw_interval *intervals, size_t count);

#endif
