/* The validator: what is doubtful about a profile and its clip, with what to do about it. */
#ifndef ROOTWARP_FINDINGS_H
#define ROOTWARP_FINDINGS_H

#include <rootwarp/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How much a finding matters. */
typedef enum rw_severity {
    RW_SEVERITY_INFO = 0, /* "info" */
    RW_SEVERITY_WARNING,  /* "warning" */
    RW_SEVERITY_ERROR,    /* "error": the profile cannot do its work */
} rw_severity;

/* What was found. Behind each name: severity, `field`, what `value` is, and the `limit` that it broke. Lengths are in
 * the clip's units, whatever the limit is in. */
typedef enum rw_finding_code {
    RW_FINDING_NO_TRAVEL = 0,    /* "no_travel": error, "/window": the root's net travel within the windows; a
                                    micrometre */
    RW_FINDING_LEAD_IN,          /* "lead_in": warning, "/window": net travel before the first window; 0.5 m */
    RW_FINDING_UNTRACKED_GAP,    /* "untracked_gap": warning, "/window": net travel between two windows of the name;
                                    0.1 m or 5% of the span's travel, whichever is less */
    RW_FINDING_RATE_EXTREME,     /* "rate_extreme": warning, "/rate/min", "/rate/max" or a phase's: the limit of the
                                    play rate; 0.3 and 3 */
    RW_FINDING_SHORT_WINDOW,     /* "short_window": warning, "/window", "/phases/I": its seconds; one frame */
    RW_FINDING_DUPLICATE_WINDOW, /* "duplicate_window": warning, "/window": the start, in seconds, of two windows of the
                                    name that have the same times; the same number */
    RW_FINDING_IN_PLACE,         /* "in_place": warning, "": length of the root's path; a micrometre */
    RW_FINDING_AGAINST_FACING,   /* "against_facing": warning, "/window": degrees between the authored travel and
                                    forward, 0 .. 180; 45 */
    RW_FINDING_SWINGS_BACK,      /* "swings_back": info, "/window": how far the root goes back within a window; 1% of
                                    the distance that it covers there */
    RW_FINDING_TILTED_ROOT,      /* "tilted_root": info, "": degrees of tilt of the first frame, 0 .. 180; 1 */
    RW_FINDING_SUSPICIOUS_UNITS, /* "suspicious_units": warning, "": length of the root's path; 1 cm, 1 km */
} rw_finding_code;

/* One finding. */
typedef struct rw_finding {
    rw_finding_code code;
    rw_severity severity;
    char field[96];     /* a JSON pointer into the profile, or "" for the clip as a whole */
    double value;       /* the number that was found; unit and meaning as the code says */
    double limit;       /* what it is held against, in the same unit */
    const char *advice; /* a sentence in static storage: what to do */
} rw_finding;

/* Names as in the JSON; "?" for a value that is none. */
RW_API const char *rw_finding_name(rw_finding_code code);
RW_API const char *rw_severity_name(rw_severity severity);

/* Looks at a compiled profile and its clip. Writes up to `capacity` findings in a fixed order and returns how many
 * there are. What makes a profile invalid, such as a band that is reversed, a window outside the clip or phases that
 * overlap, is no finding: rw_profile_compile() refuses it. */
RW_API size_t rw_profile_findings(const rw_profile *profile, rw_finding *findings, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
