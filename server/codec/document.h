/*
 * Documents: what is stored under a name. A clip or a profile as its author wrote it.
 *
 * A document may carry the read-only members of a GET answer (name, revision, content_hash, created_at, derived,
 * findings and a profile's clip_revision); they are ignored, so that what was read can be edited and put back.
 */
#ifndef RW_CODEC_DOCUMENT_H
#define RW_CODEC_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include <rootwarp/rootwarp.h>

#include "base/problem.h"
#include "codec/arena.h"
#include "codec/limits.h"
#include "service/plan.h"

/* Everything lies in the arena that it was decoded into. */
typedef struct rw_clip_document {
    rw_clip_desc desc;
    size_t tag_count;
    const char *const *tags;
    const char *description; /* NULL when there is none */
    const char *canonical;   /* the text that is stored and hashed; NULL when the document has errors, or is not wanted */
    size_t canonical_length;
} rw_clip_document;

typedef struct rw_profile_document {
    rw_profile_desc desc;
    rw_provider provider; /* "points" unless the profile says otherwise */
    const char *clip; /* the clip's name; "" when wrong */
    size_t tag_count;
    const char *const *tags;
    const char *description;
    const char *canonical;
    size_t canonical_length;
} rw_profile_document;

/*
 * Reads a clip or profile document.
 *
 * Returns true when it could be read as JSON and `document` was filled, which it is also when fields are wrong: then
 * the problem lists them, harmless values stand in their places, and `canonical` is NULL. So the solver's checks can
 * still be run on it, and the answer can name everything that is wrong. Returns false, with `document` untouched,
 * when the problem has a code: invalid_json, too_many_fields, out_of_memory.
 *
 * The canonical text has its keys sorted by bytes, no space, the shortest numbers, no minus zero, and none of the
 * read-only members: documents that differ in writing only have the same text. limits NULL: the defaults.
 */
bool rw_codec_clip_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                          rw_clip_document *document, rw_problem *problem);
bool rw_codec_profile_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                             rw_profile_document *document, rw_problem *problem);

/* What the profile says wrong of itself, where its clip cannot be had. */
void rw_codec_profile_check(const rw_profile_document *document, const char *prefix, rw_problem *problem);

/*
 * Compiles into the arena and adds what the solver finds wrong to the problem (pointers behind `prefix`, "" for
 * none). Returns the compiled object, or NULL when it or memory failed. The object lives as long as the arena, a
 * profile also as long as its clip.
 */
const rw_clip *rw_codec_clip_compile(const rw_clip_document *document, const char *prefix, rw_arena *arena,
                                     rw_problem *problem);
const rw_profile *rw_codec_profile_compile(const rw_profile_document *document, const rw_clip *clip,
                                           const char *prefix, rw_arena *arena, rw_problem *problem);

/* The same, with what the profile says of its target points. */
const rw_plan *rw_codec_plan_compile(const rw_profile_document *document, const rw_clip *clip, const char *prefix,
                                     rw_arena *arena, rw_problem *problem);

/* Compiles a profile into `memory`, at least rw_profile_size() bytes, and lists what the solver finds wrong, the
 * provider included. NULL when anything is. */
const rw_profile *rw_codec_profile_build(const rw_profile_document *document, const rw_clip *clip, void *memory,
                                         size_t size, rw_diagnostics *diagnostics);

/* Makes the plan of a profile so built. `names` has room for one pointer a phase and lives as long as the plan; the
 * texts are the document's. */
void rw_codec_plan_fill(rw_plan *plan, const rw_profile_document *document, const rw_profile *profile,
                        const char **names);

#endif
