/* Select: which of many reach profiles fits a target, and at which distances one does. */
#ifndef ROOTWARP_SELECT_H
#define ROOTWARP_SELECT_H

#include <rootwarp/resolve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One profile that was asked, with its answer. A profile fits when its verdict is in_band. One that is compressed gets
 * there as well but moves less than its band wants, one that is clamped falls short: neither fits. */
typedef struct rw_candidate {
    const char *name;        /* not NULL, borrowed; breaks ties, byte by byte as unsigned numbers */
    size_t index;            /* the caller's own; breaks ties of equal names */
    rw_verdict verdict;
    bool has_required_scale; /* false: the clip has no travel to scale */
    double required_scale;   /* >= 0; see rw_resolution */
    bool fits;               /* the verdict is in_band */
    double distortion;       /* max(s, 1 / s) of the required scale s: 1 changes nothing; 0 where s is 0 or not there
                                (overlapping, no_travel, window_passed) */
} rw_candidate;

/* The candidate that a resolution of a reach profile makes; borrows the name only. */
RW_API rw_candidate rw_candidate_of(const char *name, size_t index, const rw_resolution *resolution);

/* Orders candidates in place: those that fit first, then by distortion ascending (which orders as |log s| does), those
 * without one last; ties by name, then by index. With distinct indexes the result does not depend on the order given.
 * Nothing is allocated; n log n. */
RW_API void rw_select_order(rw_candidate *candidates, size_t count);

/* The distances between an upright actor and its target, measured from where the first window opens, at which a reach
 * profile answers what, asked at or before that window. Conditions and the target's velocity are not looked at. Units
 * of the clip. d <= overlapping_to: overlapping; up to in_band_from: compressed; from there up to in_band_to: in band,
 * both borders included; beyond: clamped. Within rounding of a border either of the two. */
typedef struct rw_reach_table {
    double lead_in;        /* travel from the clip's start to the first window, >= 0, measured as natural_travel is */
    double natural_travel; /* scaled, level (plane full: in space); nothing: no_travel beyond the stop distance, and all
                              borders are that */
    double overlapping_to; /* the stop distance: radii and contact offset, not scaled */
    double in_band_from;   /* >= overlapping_to: with natural_travel times the band's min */
    double in_band_to;     /* >= in_band_from: with natural_travel times the band's max */
} rw_reach_table;

/* Radii and scale as in a job, lengths in the clip's units. RW_INVALID: "/profile" (NULL, or not a reach profile),
 * "/actor_radius", "/target_radius", "/scale". */
RW_API rw_status rw_reach_table_of(const rw_profile *profile, double actor_radius, double target_radius, double scale,
                                   rw_reach_table *table, rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
