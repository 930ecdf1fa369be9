/*
 * Plans: a compiled profile together with where its target points come from.
 *
 * A reach profile has one target, and a phases profile of the kind "points" is told its points. The other two
 * providers work them out: from a box that the actor climbs over, or from a partner that it meets. A provider's lengths
 * and its relative placement are in the clip's space; what a request says, and the points, are in the request's. This
 * file needs the solver and nothing else of the server.
 */
#ifndef RW_SERVICE_PLAN_H
#define RW_SERVICE_PLAN_H

#include <rootwarp/rootwarp.h>

typedef enum rw_provider_kind {
    RW_PROVIDER_POINTS = 0, /* "points": the request gives one target point a phase */
    RW_PROVIDER_OBSTACLE,   /* "obstacle": the request gives a box */
    RW_PROVIDER_ALIGN,      /* "align": the request gives a partner */
} rw_provider_kind;

typedef struct rw_provider {
    rw_provider_kind kind;
    rw_crossing_rules rules; /* obstacle; lengths in the clip's units */
    rw_placement relative;   /* align: where the actor meets the partner, seen from it, in the clip's space */
} rw_provider;

/* Immutable; may be read by any number of threads. */
typedef struct rw_plan {
    const rw_profile *profile;
    rw_provider provider; /* of the kind "points" for a reach profile */
    const char *const *phase_names; /* one a phase, NULL for one without a name; NULL for a reach profile */
    unsigned severities;            /* bit s: the profile has a finding of the rw_severity s */
} rw_plan;

/* "points", "obstacle", "align"; "?" for a value that is none. */
const char *rw_provider_kind_name(rw_provider_kind kind);

/* The provider "points", with sound values for the members of the others. */
rw_provider rw_provider_default(void);

/* How many points it gives, and so how many phases a profile must have; 0 for "points", which takes any number. */
size_t rw_provider_point_count(const rw_provider *provider);

/* Checks a provider of a profile with so many phases. RW_INVALID: "/provider/…", "/phases". */
rw_status rw_provider_check(const rw_provider *provider, const rw_space *clip_space, size_t phase_count,
                            rw_diagnostics *diagnostics);

/* The bits of rw_plan.severities for a compiled profile. */
unsigned rw_plan_severities(const rw_profile *profile);

/* What a request says of the world, in its own space. */
typedef struct rw_surroundings {
    const rw_space *space; /* NULL: the clip's */
    const rw_placement *actor;
    const rw_obstacle *obstacle; /* of the provider "obstacle" */
    const rw_placement *partner; /* of the provider "align" */
} rw_surroundings;

#define RW_PLAN_POINTS_MAX 3

/* The points that a provider gives, in the request's space, or why there are none. */
typedef struct rw_placing {
    rw_refusal refusal; /* RW_REFUSAL_NONE, or an obstacle that cannot be crossed: no points then */
    size_t count;
    rw_placement points[RW_PLAN_POINTS_MAX];
    bool has_measures; /* of an obstacle that stands upright: */
    double height;     /* units of the request's space, of the top above the actor */
    double length;     /* units, from the entry face to the opposite one */
    double approach_angle; /* degrees */
} rw_placing;

/* Works the points out; not for the provider "points". *out is set when RW_OK, which a refusal is too.
 * RW_INVALID: "/space/…", "/actor/…", "/obstacle/…", "/partner/…". */
rw_status rw_plan_place(const rw_plan *plan, const rw_surroundings *around, rw_placing *out,
                        rw_diagnostics *diagnostics);

/* The other one of a pair: its clip plays, unwarped, from where it is at the request's moment. */
typedef struct rw_partner {
    rw_placement placement; /* at the request's moment, in the request's space */
    double scale;           /* of its motion */
    const rw_clip *clip;    /* NULL: it stands still */
    double time;            /* its clip time at that moment; within the clip */
} rw_partner;

/* Seconds of elapsed time until its clip ends, at the request's own play rate; of a looping clip, the loop at hand. */
double rw_partner_duration(const rw_partner *partner, double play_rate);

/* Where it is at an elapsed time, clamped to [0, duration]. `space`: the request's. */
rw_pose rw_partner_pose(const rw_partner *partner, const rw_space *space, double play_rate, double elapsed);

/* When an event of its clip happens: elapsed seconds, below zero when it has passed. index < event_count. */
double rw_partner_event(const rw_partner *partner, double play_rate, size_t index);

#endif
