/*
 * Answers as JSON. Every writer puts one value, an object, through the writer it is given.
 */
#ifndef RW_CODEC_ANSWER_H
#define RW_CODEC_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rootwarp/rootwarp.h>

#include "base/hash.h"
#include "codec/json_write.h"
#include "codec/request.h"
#include "service/plan.h"

/* Which documents decided an answer. Texts are borrowed. */
typedef struct rw_codec_provenance {
    const char *profile_name; /* NULL: it came with the request, and has neither a name nor a revision */
    int64_t profile_revision;
    const char *profile_hash;
    const char *clip_name;
    int64_t clip_revision;
    const char *clip_hash;
} rw_codec_provenance;

/* The partner of an aligned pair, for the answer. Texts are borrowed. */
typedef struct rw_codec_partner_answer {
    rw_partner partner;
    const char *clip_name; /* NULL: it stands still */
    int64_t clip_revision;
    const char *clip_hash;
} rw_codec_partner_answer;

/* What an answer is written from. Everything is borrowed. */
typedef struct rw_codec_answer {
    const rw_codec_provenance *provenance;
    const rw_plan *plan;                    /* NULL: phases have no names to tell */
    const rw_resolution *resolution;        /* NULL: refused, see placing */
    const rw_placing *placing;              /* what the provider made of the request; NULL for "points" */
    const rw_codec_partner_answer *partner; /* NULL: none */
    rw_space space;                         /* of the answer */
    double play_rate;                       /* the request's own */
} rw_codec_answer;

/* What is known of a stored document besides its text. Texts are borrowed. */
typedef struct rw_codec_document_head {
    const char *name;
    int64_t revision;
    const char *content_hash;
    const char *created_at; /* RFC 3339; NULL: left out */
    int64_t clip_revision;  /* of a profile: the clip's revision it was saved against; 0: left out */
} rw_codec_document_head;

/* The answer to one resolve, a refusal included. id: JSON text to echo, or NULL. */
void rw_codec_write_resolution(rw_json_writer *writer, const char *id, const rw_codec_answer *answer);

/* One element of a batch's "results": {"id", "result"} or {"id", "problem"}. instance as in rw_problem_write_json().
 * The caller opens and closes {"results": […]}. */
void rw_codec_write_batch_result(rw_json_writer *writer, const char *id, const rw_codec_answer *answer);
void rw_codec_write_batch_problem(rw_json_writer *writer, const char *id, const rw_problem *problem,
                                  const char *instance);

/* The answers below are for what was not refused. */

/* The answer to a trajectory request: samples at `times`, computed on the way; duration; peaks. */
void rw_codec_write_trajectory(rw_json_writer *writer, const rw_codec_trajectory_request *request,
                               const rw_codec_answer *answer, const double *times, size_t count);

/* The answer to a step: position and rotation of the delta, and from and to as clamped to [0, duration]. */
void rw_codec_write_step(rw_json_writer *writer, const rw_codec_step_request *request, const rw_codec_answer *answer);

/* The answer to a verify request: `deviations` are as many as its observations. */
void rw_codec_write_verification(rw_json_writer *writer, const rw_codec_verify_request *request,
                                 const rw_codec_answer *answer, const rw_verification *verification,
                                 const rw_deviation *deviations);

/* One profile that a select request was held against: a result or a problem. */
typedef struct rw_codec_candidate {
    const char *reference; /* as the request names it */
    rw_codec_provenance provenance;
    unsigned reasons; /* RW_REASON_… bits */
    double applied_scale;
    double shortfall;
} rw_codec_candidate;

/* Elements of the answer's "candidates". The caller opens and closes the list. */
void rw_codec_write_candidate(rw_json_writer *writer, const rw_candidate *candidate, const rw_codec_candidate *more);
void rw_codec_write_candidate_problem(rw_json_writer *writer, const char *reference, const rw_problem *problem,
                                      const char *instance);

/* A reach table; lengths in the clip's units. */
void rw_codec_write_reach(rw_json_writer *writer, const rw_codec_provenance *provenance, const rw_profile *profile,
                          double actor_radius, double target_radius, double scale, const rw_reach_table *table);

/* The root motion of a clip between two clip times, from <= to, its translation times `scale`. */
void rw_codec_write_motion(rw_json_writer *writer, const rw_codec_document_head *head, const rw_clip *clip, double from,
                           double to, double scale);

/* GET of a document: its canonical text's members, those of the head, and what derives from it alone. `clip` and
 * `profile` are the compiled objects. */
void rw_codec_write_clip(rw_json_writer *writer, const rw_codec_document_head *head, const char *canonical,
                         size_t length, const rw_clip *clip);
void rw_codec_write_profile(rw_json_writer *writer, const rw_codec_document_head *head, const char *canonical,
                            size_t length, const rw_profile_document *document);

/* How many samples a clip's curve has at `rate` samples a second (0: as baked), the last one included. */
size_t rw_codec_curve_count(const rw_clip *clip, double rate);

/* A clip's curve, rebased: {"frame_rate", "duration", "sample_count", "space", "samples": [{"time", "position",
 * "rotation", "yaw"}]}, the yaw in degrees without jumps from sample to sample, or CSV (RFC 4180, a header line, CRLF): time,x,y,z,qx,qy,qz,qw. */
void rw_codec_write_curve(rw_json_writer *writer, const rw_clip *clip, double rate);
void rw_codec_write_curve_csv(rw_buffer *buffer, const rw_clip *clip, double rate);

/* A space: the name of its preset, or an object with its axes. */
void rw_codec_write_space(rw_json_writer *writer, const rw_space *space);

#endif
