/* The validator: what is doubtful about a profile and its clip, with what to do about it. */
#ifndef ROOTWARP_FINDINGS_H
#define ROOTWARP_FINDINGS_H

#include <rootwarp/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rw_severity {
    RW_SEVERITY_INFO = 0, /* "info" */
    RW_SEVERITY_WARNING,  /* "warning" */
    RW_SEVERITY_ERROR,    /* "error": the profile cannot do its work */
} rw_severity;

typedef enum rw_finding_code {
    RW_FINDING_NO_TRAVEL = 0,     /* "no_travel" */
    RW_FINDING_LEAD_IN,           /* "lead_in": net travel before the first window; value, limit in metres */
    RW_FINDING_UNTRACKED_GAP,     /* "untracked_gap": motion between windows of one name */
    RW_FINDING_RATE_EXTREME,      /* "rate_extreme": limits outside 0.3 .. 3 */
    RW_FINDING_SHORT_WINDOW,      /* "short_window": shorter than a frame */
    RW_FINDING_DUPLICATE_WINDOW,  /* "duplicate_window": two with the same times */
    RW_FINDING_IN_PLACE,          /* "in_place": the clip has no root motion */
    RW_FINDING_AGAINST_FACING,    /* "against_facing": authored travel backwards or sideways */
    RW_FINDING_SWINGS_BACK,       /* "swings_back": the root swings back inside a window */
    RW_FINDING_TILTED_ROOT,       /* "tilted_root": the first frame is tilted by over 1 degree */
    RW_FINDING_SUSPICIOUS_UNITS,  /* "suspicious_units": travel under 1 cm or over 1 km */
} rw_finding_code;

/* One finding. `field` is a JSON pointer into the profile (or "" for the clip as a whole). */
typedef struct rw_finding {
    rw_finding_code code;
    rw_severity severity;
    char field[96];
    double value;       /* the number that was found (units or degrees as the code says) */
    double limit;       /* what it is held against */
    const char *advice; /* a sentence in static storage: what to do */
} rw_finding;

RW_API const char *rw_finding_name(rw_finding_code code);
RW_API const char *rw_severity_name(rw_severity severity);

/* Looks at a compiled profile and its clip. Writes up to `capacity` findings in a fixed order and returns how many
 * there are. */
RW_API size_t rw_profile_findings(const rw_profile *profile, rw_finding *findings, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
