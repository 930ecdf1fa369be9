/* The compiled profile as the rest of the solver sees it. */
#ifndef RW_CORE_PROFILE_INTERNAL_H
#define RW_CORE_PROFILE_INTERNAL_H

#include <rootwarp/resolve.h>

typedef struct rw_phase {
    rw_phase_desc desc;   /* rotation_offset at unit length */
    rw_interval interval; /* seconds */
    rw_span span;         /* of it, asked before it begins */
    double free_start;    /* where the phase before it ends; 0 for the first */
    rw_pose free;         /* D(free_start, start) */
} rw_phase;

/* A window of a reach profile, with where its edges are, unscaled, in the frame of the span's start. */
typedef struct rw_edge_window {
    rw_window window;
    rw_vec3 at_start, at_end;
} rw_edge_window;

struct rw_profile {
    rw_profile_desc desc; /* `window`, `phases`: not to be used, the compiled ones below are */
    const rw_clip *clip;
    size_t window_count; /* reach: windows of the profile's name, ordered by start */
    const rw_edge_window *windows;
    size_t interval_count; /* the same, merged */
    const rw_interval *intervals;
    rw_span span;    /* reach: from the first window's start, asked before it */
    rw_pose lead_in; /* reach: D(0, span.start) */
    rw_vec3 plane;   /* reach: 1 along the axes of its plane, 0 across it */
    const rw_phase *phases; /* desc.phase_count */
};

/* Where a reach profile's span ends. */
double rw_profile_span_end(const rw_profile *profile);

#endif
