/* Providers: where the target points of a phases profile come from. */
#ifndef ROOTWARP_PROVIDERS_H
#define ROOTWARP_PROVIDERS_H

#include <rootwarp/resolve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A box to vault over or climb onto. Lengths in units of the space at hand. */
typedef struct rw_obstacle {
    rw_placement placement; /* centre and rotation; its up within 1 degree of the space's, else "tilted" */
    rw_vec3 size;           /* full extents along its own x, y and z, 1e-9 .. 1e9 */
} rw_obstacle;

/* How an obstacle is crossed, and by that which points it gives, one for each phase of the profile. */
typedef enum rw_crossing {
    RW_CROSSING_VAULT = 0, /* "vault": near edge, far edge, landing */
    RW_CROSSING_MANTLE,    /* "mantle": near edge, ledge */
} rw_crossing;

/* What may be crossed and where the points lie. Defaults: rw_crossing_rules_default(). Lengths are in units of the
 * space at hand: who keeps them with a profile converts them. Equal to a limit passes, and so does what lies beyond it
 * by nothing (a micrometre; 1e-9 degrees). */
typedef struct rw_crossing_rules {
    rw_crossing crossing;
    double landing_offset;     /* vault: how far beyond the far edge to land, 0 .. 1e9; default 0 */
    bool has_landing_height;   /* false: land at the actor's height (default) */
    double landing_height;     /* coordinate along up, not above the ground or the actor; |value| <= 1e9 */
    double ledge_offset;       /* mantle: how far inward from the near edge to stand, 0 .. 1e9, at most to the far edge:
                                  a narrow top is stood on, not stepped over; default 0 */
    double min_height;         /* of the top above the actor, 0 .. 1e9; default 0: no step down is crossed */
    double max_height;         /* min_height .. 1e9, or infinity: any (default) */
    double max_length;         /* from near to far face, 0 .. 1e9, or infinity: any (default) */
    double max_approach_angle; /* degrees between the actor's forward and straight into the face, both level, 0 .. 180;
                                  180: any (default) */
} rw_crossing_rules;

/* Why an obstacle cannot be crossed: the first that holds. */
typedef enum rw_refusal {
    RW_REFUSAL_NONE = 0,       /* "none" */
    RW_REFUSAL_TILTED,         /* "tilted": the box is not upright; one upside down or on its side is not either */
    RW_REFUSAL_INSIDE,         /* "inside": the actor stands within the box, seen from above; touching it is outside */
    RW_REFUSAL_TOO_LOW,        /* "too_low" */
    RW_REFUSAL_TOO_HIGH,       /* "too_high" */
    RW_REFUSAL_TOO_LONG,       /* "too_long" */
    RW_REFUSAL_APPROACH_ANGLE, /* "approach_angle" */
} rw_refusal;

/* Names as in the JSON. *_name gives "?" for a value that is none; *_parse false for a text that names none. */
RW_API const char *rw_crossing_name(rw_crossing crossing);
RW_API bool rw_crossing_parse(const char *text, rw_crossing *crossing);
RW_API const char *rw_refusal_name(rw_refusal refusal);

/* Points of a crossing, in the space that it was asked in; lengths in its units. */
typedef struct rw_crossing_points {
    rw_refusal refusal;     /* not none: no points, but the measures below say why */
    size_t count;           /* 3 for a vault, 2 for a mantle, 0 when refused */
    rw_placement points[3]; /* each a pure yaw that looks inward, from the entry face to the opposite one */
    double height;          /* of the top above the actor, below 0 when lower; 0 when tilted, as are the two below */
    double length;          /* from the entry face to the opposite one, > 0 */
    double approach_angle;  /* degrees, 0 .. 180; 0 for an actor that looks straight up or down */
    double tilt;            /* degrees between the box's up and the space's, 0 .. 180 */
} rw_crossing_points;

/* The rules that hold where nothing else is said. */
RW_API rw_crossing_rules rw_crossing_rules_default(rw_crossing crossing);

/* The target points that an obstacle gives an actor. A box that is tilted by up to 1 degree is taken as upright: its
 * top lies half its size above its centre, and of its rotation the yaw counts (its twist about up). The entry face is
 * the upright face in front of whose plane the actor is furthest (before a long wall that is the wall, also near its
 * end); of equal ones the first of the box's front, back, right and left. Near edge: the actor projected onto the top
 * edge of that face, at its end where the actor stands beside it. Far edge: carried straight on to the opposite face.
 * Landing: landing_offset beyond, at the actor's height or landing_height. Ledge: ledge_offset inward.
 * RW_INVALID: "/space/…", "/obstacle/position/0" … "/2", "/obstacle/rotation" or "/yaw", "/obstacle/size/0" … "/2",
 * "/actor/…", "/provider/landing_offset" and the other rules by name (reversed: "/provider/max_height"). */
RW_API rw_status rw_obstacle_points(const rw_space *space, const rw_placement *actor, const rw_obstacle *obstacle,
                                    const rw_crossing_rules *rules, rw_crossing_points *out,
                                    rw_diagnostics *diagnostics);

/* The target point of an aligned pair: P o R, with P where the partner is and R where the actor stands seen from it,
 * both in `space` (an R that was authored in another is to be converted), R not times anyone's scale.
 * RW_INVALID: "/space/…", "/partner/…", "/provider/relative/…". */
RW_API rw_status rw_align_point(const rw_space *space, const rw_placement *partner, const rw_placement *relative,
                                rw_placement *out, rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
