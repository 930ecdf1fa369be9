/* Requests: bodies of resolve, trajectory, step, verify, reach, select and validate. */
#ifndef RW_CODEC_REQUEST_H
#define RW_CODEC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rootwarp/rootwarp.h>

#include "base/problem.h"
#include "codec/arena.h"
#include "codec/document.h"
#include "codec/limits.h"
#include "codec/reference.h"

/* What a request aims at: bits of its `given`, set when the member was there, right or wrong. */
#define RW_GIVEN_TARGET 1u
#define RW_GIVEN_TARGETS 2u
#define RW_GIVEN_OBSTACLE 4u
#define RW_GIVEN_PARTNER 8u

/* The partner of an aligned pair, as a request tells of it. */
typedef struct rw_codec_partner {
    rw_placement placement; /* where it is at the request's moment, in the request's space */
    double scale;           /* of its motion */
    double time;            /* its own clip time at that moment, seconds */
    rw_codec_reference clip, profile; /* what it plays: at most one of them is given */
} rw_codec_partner;

/* One question to the solver. Lies in the arena. */
typedef struct rw_codec_resolve_request {
    const char *pointer; /* of the request in the body: "" or "/requests/3"; errors are named behind it */
    const char *id;      /* JSON text (a quoted text or an integer) to echo; NULL when none was given */
    const char *profile; /* name; "" when wrong, and when the request sends its profile along */
    int64_t revision;    /* 0: the head */
    const rw_profile_document *document; /* the profile that the request sends along; NULL: it names a stored one */
    rw_resolve_job job;  /* all but `profile`, which the service fills in */
    unsigned given;      /* RW_GIVEN_… bits */
    rw_obstacle obstacle;
    rw_codec_partner partner;
} rw_codec_resolve_request;

#define RW_CODEC_PLACE_SIZE 32

/* Not to be moved: the request points into it. */
typedef struct rw_codec_resolve_item {
    rw_codec_resolve_request request;
    rw_problem problem; /* what is wrong with this one; concluded */
    char place[RW_CODEC_PLACE_SIZE]; /* the request's pointer */
} rw_codec_resolve_item;

/* A body whose requests are decoded one after the other, so that a batch needs no memory for all of them at once.
 * Fields but the first two are private. */
typedef struct rw_codec_resolve_reader {
    bool batch;
    size_t count;
    rw_arena *arena;
    rw_codec_limits limits;
    const struct rw_tape *tape;
    size_t index;     /* of the next request */
    size_t documents; /* requests before it that sent their profile along */
    uint32_t element; /* and where it lies on the tape */
} rw_codec_resolve_reader;

/* A single request is one item and no batch: what is wrong with it stands in its item all the same. */
typedef struct rw_codec_resolve_body {
    bool batch;
    size_t count;
    rw_codec_resolve_item *items; /* in the arena; their problems own memory: rw_codec_resolve_body_free() */
} rw_codec_resolve_body;

typedef struct rw_codec_trajectory_request {
    rw_codec_resolve_request request;
    size_t time_count; /* elapsed seconds as given; 0 when `rate` counts */
    const double *times;
    double rate;       /* samples a second of elapsed time; 0 when times are given */
    double from;       /* elapsed seconds; 0 */
    double to;         /* elapsed seconds; infinity: to the end */
    bool authored;     /* also wanted: the root without a warp */
    bool offset;       /* also wanted: the offset between the two */
    bool partner;      /* also wanted: where the partner is */
} rw_codec_trajectory_request;

typedef struct rw_codec_step_request {
    rw_codec_resolve_request request;
    double from, to; /* elapsed seconds */
} rw_codec_step_request;

/* One observed moment. */
typedef struct rw_codec_observation {
    double elapsed; /* seconds after the request's moment */
    rw_placement placement;
    bool has_rotation; /* a rotation or a yaw was observed */
} rw_codec_observation;

typedef struct rw_codec_verify_request {
    rw_codec_resolve_request request;
    size_t count;
    const rw_codec_observation *observed;
    rw_tolerance tolerance; /* angle 180 and time 0 unless given */
} rw_codec_verify_request;

typedef struct rw_codec_reach_request {
    rw_codec_resolve_request request; /* its profile only */
    double actor_radius, target_radius; /* units of the clip's space; 0 */
    double scale;                       /* of the actor; 1 */
} rw_codec_reach_request;

typedef struct rw_codec_select_request {
    rw_codec_resolve_request request; /* without a profile */
    size_t count;
    const rw_codec_reference *profiles; /* each once */
    const char *tag;                    /* instead of them: every reach profile that has it; NULL */
    bool resolve;                       /* also wanted: the whole answer of the best */
} rw_codec_select_request;

typedef struct rw_codec_validate_request {
    rw_profile_document profile; /* canonical is NULL */
    bool has_clip;               /* false: the stored clip that the profile names */
    rw_clip_document clip;       /* canonical is NULL */
} rw_codec_validate_request;

/*
 * Each reads one body. They return false when the problem has a code (invalid_json, too_many_fields, too_many_items,
 * out_of_memory, and for the envelope of a batch invalid_request); then the output is untouched. They return true
 * when the output was filled; for all but resolve the problem may then list wrong fields and is not concluded, so
 * that the solver's diagnostics can join it. limits NULL: the defaults.
 */
bool rw_codec_resolve_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                             rw_codec_resolve_body *out, rw_problem *problem);
bool rw_codec_trajectory_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                                rw_codec_trajectory_request *out, rw_problem *problem);
bool rw_codec_step_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                          rw_codec_step_request *out, rw_problem *problem);
bool rw_codec_verify_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                            rw_codec_verify_request *out, rw_problem *problem);
bool rw_codec_reach_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                           rw_codec_reach_request *out, rw_problem *problem);
bool rw_codec_select_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                            rw_codec_select_request *out, rw_problem *problem);
bool rw_codec_validate_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                              rw_codec_validate_request *out, rw_problem *problem);

/* Reads a body of resolve as rw_codec_resolve_decode() does, but decodes none of its requests yet. */
bool rw_codec_resolve_open(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                           rw_codec_resolve_reader *reader, rw_problem *problem);

/* Decodes the next request; false when there is none. The item's problem is initialised, and to be freed; it says
 * out_of_memory where the arena is exhausted. What the request needs of the arena is taken now: rewind it when the item
 * is done with. */
bool rw_codec_resolve_next(rw_codec_resolve_reader *reader, rw_codec_resolve_item *item);

/* Releases the items' problems; the rest goes with the arena. Takes NULL. */
void rw_codec_resolve_body_free(rw_codec_resolve_body *body);

/* Adds to the problem what a request lacks, or has too much, for a profile of this kind: "target" for reach, and for
 * phases what the provider asks for, "targets", "obstacle" or "partner". To be called once the profile is known, before
 * the solver is. Returns whether it fits. */
bool rw_codec_request_check_kind(const rw_codec_resolve_request *request, rw_profile_kind kind,
                                 rw_provider_kind provider, rw_problem *problem);

/* What a request says that a provider works its points out from. Borrows the request. */
rw_surroundings rw_codec_request_surroundings(const rw_codec_resolve_request *request);

/* Has the plan's provider work out the points of a request and puts them into `job`, which begins as the request's.
 * Where the request says too little or what is wrong, which is told, sound points take their place, so that the solver
 * finds what else is wrong. Returns whether *placing was set: then it lends the job its points. */
bool rw_codec_request_place(const rw_codec_resolve_request *request, const rw_plan *plan, rw_resolve_job *job,
                            rw_placing *placing, rw_problem *problem);

/* The partner that a request tells of, with the clip that it plays (NULL: it stands still). What is wrong is told. */
rw_partner rw_codec_partner_of(const rw_codec_resolve_request *request, const rw_clip *clip, rw_problem *problem);

/* Tells what is wrong with a member of the partner. */
void rw_codec_partner_report(const rw_codec_resolve_request *request, const char *member, rw_field_code code,
                             const char *detail, rw_problem *problem);

/*
 * The observations as the solver takes them, for an answer in `space`: *observed is in the arena. False with a problem
 * when holding them against an answer of this clip and duration would be out of all proportion (the time tolerance is
 * too wide for so many), or no memory is left.
 */
bool rw_codec_verify_observations(const rw_codec_verify_request *request, const rw_resolution *resolution,
                                  rw_arena *arena, const rw_observation **observed, rw_problem *problem);

/*
 * The elapsed times that a trajectory request asks for, given the duration of the answer: those given, clamped, or
 * from, from + 1/rate, … and `to` itself. *times is in the arena. Returns false with a problem when they are more
 * than limits->samples (NULL: the defaults), or no memory is left.
 */
bool rw_codec_trajectory_times(const rw_codec_trajectory_request *request, double duration,
                               const rw_codec_limits *limits, rw_arena *arena, const double **times, size_t *count,
                               rw_problem *problem);

#endif
