/* Requests: bodies of resolve, trajectory, step and validate. */
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

/* One question to the solver. Lies in the arena. */
typedef struct rw_codec_resolve_request {
    const char *pointer; /* of the request in the body: "" or "/requests/3"; errors are named behind it */
    const char *id;      /* JSON text (a quoted text or an integer) to echo; NULL when none was given */
    const char *profile; /* name; "" when wrong */
    int64_t revision;    /* 0: the head */
    rw_resolve_job job;  /* all but `profile`, which the service fills in */
    bool has_target;     /* "target" was given, right or wrong */
    bool has_targets;    /* "targets" was given, right or wrong */
} rw_codec_resolve_request;

typedef struct rw_codec_resolve_item {
    rw_codec_resolve_request request;
    rw_problem problem; /* what is wrong with this one; concluded */
} rw_codec_resolve_item;

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
} rw_codec_trajectory_request;

typedef struct rw_codec_step_request {
    rw_codec_resolve_request request;
    double from, to; /* elapsed seconds */
} rw_codec_step_request;

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
bool rw_codec_validate_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                              rw_codec_validate_request *out, rw_problem *problem);

/* Releases the items' problems; the rest goes with the arena. Takes NULL. */
void rw_codec_resolve_body_free(rw_codec_resolve_body *body);

/* Adds to the problem what a request lacks, or has too much, for a profile of this kind: `target` for reach,
 * `targets` for phases. To be called once the profile is known, before the solver is. Returns whether it fits. */
bool rw_codec_request_check_kind(const rw_codec_resolve_request *request, rw_profile_kind kind, rw_problem *problem);

/*
 * The elapsed times that a trajectory request asks for, given the duration of the answer: those given, clamped, or
 * from, from + 1/rate, … and `to` itself. *times is in the arena. Returns false with a problem when they are more
 * than limits->samples (NULL: the defaults), or no memory is left.
 */
bool rw_codec_trajectory_times(const rw_codec_trajectory_request *request, double duration,
                               const rw_codec_limits *limits, rw_arena *arena, const double **times, size_t *count,
                               rw_problem *problem);

#endif
