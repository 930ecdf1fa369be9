/* Providers: where the target points of a phases profile come from. */
#ifndef ROOTWARP_PROVIDERS_H
#define ROOTWARP_PROVIDERS_H

#include <rootwarp/resolve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A box to vault over or climb onto. Lengths in units of the space at hand. */
typedef struct rw_obstacle {
    rw_placement placement; /* centre and rotation; its up within 1 degree of the space's */
    rw_vec3 size;           /* full extents along its own x, y and z, > 0 */
} rw_obstacle;

typedef enum rw_crossing {
    RW_CROSSING_VAULT = 0, /* "vault": near edge, far edge, landing */
    RW_CROSSING_MANTLE,    /* "mantle": near edge, ledge */
} rw_crossing;

/* What may be crossed and where the points lie. Defaults: rw_crossing_rules_default(). */
typedef struct rw_crossing_rules {
    rw_crossing crossing;
    double landing_offset;     /* vault: how far beyond the far edge to land, >= 0; default 0 */
    bool has_landing_height;   /* false: land at the actor's height */
    double landing_height;     /* coordinate along up */
    double ledge_offset;       /* mantle: how far inward from the near edge to stand, >= 0; default 0 */
    double min_height;         /* of the top above the actor; default 0 */
    double max_height;         /* default infinity */
    double max_length;         /* from near to far face; default infinity */
    double max_approach_angle; /* degrees between the actor's forward and straight into the face, 0 .. 180; default 180 */
} rw_crossing_rules;

/* Why an obstacle cannot be crossed: the first that holds. */
typedef enum rw_refusal {
    RW_REFUSAL_NONE = 0,       /* "none" */
    RW_REFUSAL_TILTED,         /* "tilted": the box is not upright */
    RW_REFUSAL_INSIDE,         /* "inside": the actor stands within the box, seen from above */
    RW_REFUSAL_TOO_LOW,        /* "too_low" */
    RW_REFUSAL_TOO_HIGH,       /* "too_high" */
    RW_REFUSAL_TOO_LONG,       /* "too_long" */
    RW_REFUSAL_APPROACH_ANGLE, /* "approach_angle" */
} rw_refusal;

RW_API const char *rw_crossing_name(rw_crossing crossing);
RW_API bool rw_crossing_parse(const char *text, rw_crossing *crossing);
RW_API const char *rw_refusal_name(rw_refusal refusal);

/* Points of a crossing. */
typedef struct rw_crossing_points {
    rw_refusal refusal;     /* not none: no points, but the measures below say why */
    size_t count;           /* 3 for a vault, 2 for a mantle */
    rw_placement points[3]; /* each looks inward, from the entry face to the opposite one */
    double height;          /* of the top above the actor */
    double length;          /* from the entry face to the opposite one */
    double approach_angle;  /* degrees */
} rw_crossing_points;

RW_API rw_crossing_rules rw_crossing_rules_default(rw_crossing crossing);

/* The target points that an obstacle gives an actor. The entry face is the upright face that the actor is furthest in
 * front of. Near edge: the actor projected onto the top edge of that face. Far edge: carried straight on to the
 * opposite face. Landing: landing_offset beyond, at the actor's height or landing_height. Ledge: ledge_offset inward.
 * RW_INVALID: "/obstacle/position/…", "/obstacle/rotation", "/obstacle/size/…", "/actor/…", "/provider/…". */
RW_API rw_status rw_obstacle_points(const rw_space *space, const rw_placement *actor, const rw_obstacle *obstacle,
                                    const rw_crossing_rules *rules, rw_crossing_points *out,
                                    rw_diagnostics *diagnostics);

/* The target point of an aligned pair: P o R, with P where the partner is and R where the actor stands seen from it,
 * both in `space`. RW_INVALID: "/partner/…", "/provider/relative/…". */
RW_API rw_status rw_align_point(const rw_space *space, const rw_placement *partner, const rw_placement *relative,
                                rw_placement *out, rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
