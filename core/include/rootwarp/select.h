/* Select: which of many reach profiles fits a target, and at which distances one does. */
#ifndef ROOTWARP_SELECT_H
#define ROOTWARP_SELECT_H

#include <rootwarp/resolve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One profile that was asked, with its answer. */
typedef struct rw_candidate {
    const char *name;        /* not NULL; breaks ties, byte by byte */
    size_t index;            /* the caller's own */
    rw_verdict verdict;
    bool has_required_scale;
    double required_scale;
    bool fits;               /* set by rw_candidate_of(): the verdict is in_band */
    double distortion;       /* max(s, 1 / s) of the required scale s: 1 changes nothing; 0 where there is none */
} rw_candidate;

/* The candidate that a resolution of a reach profile makes. */
RW_API rw_candidate rw_candidate_of(const char *name, size_t index, const rw_resolution *resolution);

/* Orders candidates in place: those that fit first, then by distortion ascending (which orders as |log s| does), those
 * without one last; ties by name. Nothing is allocated; n log n. */
RW_API void rw_select_order(rw_candidate *candidates, size_t count);

/* The distances between actor and target, measured from where the first window opens, at which a reach profile answers
 * what. Units of the clip. d <= overlapping_to: overlapping; up to in_band_from: compressed; up to in_band_to: in
 * band; beyond: clamped. */
typedef struct rw_reach_table {
    double lead_in;        /* horizontal travel from the clip's start to the first window */
    double natural_travel; /* scaled; nothing: no target can be reached, the three below are the stop distance */
    double overlapping_to; /* the stop distance */
    double in_band_from;
    double in_band_to;
} rw_reach_table;

/* Radii and scale as in a job, lengths in the clip's units. RW_INVALID: "/profile" (not a reach profile),
 * "/actor_radius", "/target_radius", "/scale". */
RW_API rw_status rw_reach_table_of(const rw_profile *profile, double actor_radius, double target_radius, double scale,
                                   rw_reach_table *table, rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
