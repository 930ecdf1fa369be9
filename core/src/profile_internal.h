/* The compiled profile as the rest of the solver sees it. */
#ifndef RW_CORE_PROFILE_INTERNAL_H
#define RW_CORE_PROFILE_INTERNAL_H

#include <rootwarp/profile.h>

typedef struct rw_phase {
    rw_phase_desc desc;   /* rotation_offset at unit length */
    rw_interval interval; /* seconds */
} rw_phase;

struct rw_profile {
    rw_profile_desc desc; /* `window`, `phases`: not to be used, the compiled ones below are */
    const rw_clip *clip;
    size_t window_count; /* reach: windows of the profile's name, ordered by start */
    const rw_window *windows;
    size_t interval_count; /* the same, merged */
    const rw_interval *intervals;
    const rw_phase *phases; /* desc.phase_count */
};

/* Where a reach profile's span ends. */
double rw_profile_span_end(const rw_profile *profile);

#endif
