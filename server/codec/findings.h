/*
 * Findings as they are told: what the solver has to say about a profile and its clip; what keeps a profile from being
 * used at all; and that a clip has changed since the profile was saved.
 */
#ifndef RW_CODEC_FINDINGS_H
#define RW_CODEC_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rootwarp/rootwarp.h>

#include "base/problem.h"
#include "codec/document.h"
#include "codec/json_write.h"
#include "codec/request.h"

/* The codes that are the server's own; the others are the solver's (rw_finding_name()) and, of error findings that no
 * list names, those of field errors. */
typedef struct rw_codec_finding {
    const char *code; /* static */
    rw_severity severity;
    const char *pointer; /* JSON pointer into the profile, or into the clip where `of_clip`; in the list's memory */
    bool of_clip;
    double value; /* NaN: there is none */
    double limit; /* NaN: there is none */
    const char *advice; /* in the list's memory */
} rw_codec_finding;

/* A growing list. Fields are for reading only. */
typedef struct rw_codec_findings {
    rw_codec_finding *items;
    size_t count, capacity;
    rw_arena texts;
    bool no_memory; /* something was not kept */
} rw_codec_findings;

void rw_codec_findings_init(rw_codec_findings *list);

/* Takes NULL. */
void rw_codec_findings_free(rw_codec_findings *list);

/* What the solver finds doubtful. */
void rw_codec_findings_add_profile(rw_codec_findings *list, const rw_profile *profile);

/* What keeps a document from compiling, as findings of severity error. document: of the profile, for what a number is
 * held against; NULL for a clip, whose diagnostics they then are. clip: the profile's; may be NULL. */
void rw_codec_findings_add_diagnostics(rw_codec_findings *list, const rw_profile_document *document,
                                       const rw_clip *clip, const rw_diagnostics *diagnostics);

/* The same for what a problem lists. */
void rw_codec_findings_add_problem(rw_codec_findings *list, const rw_problem *problem);

/* "clip_changed": the profile was saved against another revision of its clip. Old and new travel of its span, units;
 * NaN where not known. */
void rw_codec_findings_add_clip_changed(rw_codec_findings *list, double old_travel, double new_travel);

/* The travel of a profile's span with its compiled profile: of a reach profile its natural travel, of a phases profile
 * the distance from where its first phase starts to where its last one ends; units of the clip, unscaled. */
double rw_codec_span_travel(const rw_profile_document *document, const rw_profile *profile);

/* All that there is to say about a profile that is not saved, and of the clip beside it where one was sent. `stored`:
 * the clip that the profile names, where none was. Whatever keeps either from compiling is a finding of severity error;
 * false, with the problem coded, only when no memory is left. */
bool rw_codec_validate(const rw_codec_validate_request *request, const rw_clip *stored, rw_arena *arena,
                       rw_codec_findings *list, rw_problem *problem);

/* The list as an array. Where something was not kept the buffer fails. */
void rw_codec_findings_write(rw_json_writer *writer, const rw_codec_findings *list);

/* "error", "warning", "info"; false for any other text. */
bool rw_codec_severity_parse(const char *text, rw_severity *severity);

#endif
