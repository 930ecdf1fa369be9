/* A clip, a profile and a request, solved in memory. */
#ifndef RW_TESTS_CODEC_SOLVE_H
#define RW_TESTS_CODEC_SOLVE_H

#include <stdbool.h>

#include "codec/codec.h"

/* Everything lies in the arena. */
typedef struct solved {
    rw_arena arena;
    rw_problem problem;
    rw_clip_document clip_document;
    rw_profile_document profile_document;
    const rw_clip *clip;
    const rw_profile *profile;
    const rw_plan *plan;
    rw_resolution resolution;
    rw_placing placing;
    rw_codec_partner_answer partner; /* it plays the solved clip when it names one */
    rw_codec_answer answer;          /* of all that, with solved_provenance */
} solved;

/* Compiles two documents; false, with the problem concluded, when they are wrong. */
bool solved_compile(solved *out, const char *clip, const char *profile);

/* Solves a job for them; the job's own profile does not count. */
bool solved_run(solved *out, const rw_codec_resolve_request *request);

void solved_free(solved *out);

/* Which documents decide every answer of these tests. */
extern const rw_codec_provenance solved_provenance;

#endif
