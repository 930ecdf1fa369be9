/* Decoding of documents inside a larger body. Private to the codec. */
#ifndef RW_CODEC_DECODE_H
#define RW_CODEC_DECODE_H

#include "codec/document.h"
#include "codec/field.h"
#include "codec/value.h"

/* The fields that a GET adds, for tables. */
#define RW_FIELDS_READ_ONLY                                                                             \
    RW_FIELD_READ_ONLY("name"), RW_FIELD_READ_ONLY("revision"), RW_FIELD_READ_ONLY("content_hash"),     \
        RW_FIELD_READ_ONLY("created_at"), RW_FIELD_READ_ONLY("derived"), RW_FIELD_READ_ONLY("findings")

/* Fill `document`, all but its canonical text, and report what is wrong. With no memory left the decoder says so and
 * the document must not be used. clip_required false: a profile may leave its clip out. */
void rw_decode_clip(rw_decoder *decoder, const rw_json_path *path, rw_value value, rw_clip_document *document);
void rw_decode_profile(rw_decoder *decoder, const rw_json_path *path, rw_value value, bool clip_required,
                       rw_profile_document *document);

/* Puts the canonical text of a document that has no errors so far into the arena. False where there is none: it has
 * errors, no memory is left, or the text is not wanted. */
bool rw_decode_keep_canonical(rw_decoder *decoder, rw_value root, const char **text, size_t *length);

/* The phases of a phases profile into its description. */
rw_field_decode rw_decode_phases;

/* The provider of a phases profile, an rw_provider. */
rw_field_decode rw_decode_provider;

/* Refuses an "easing" beside a method that has none. `method`: as read from `value`, an object. */
void rw_decode_check_easing(rw_decoder *decoder, const rw_json_path *path, rw_value value, rw_method method);

/* Lists of names for rw_value_enum, in the order of the solver's enums. */
extern const rw_value_names rw_names_method, rw_names_easing, rw_names_rotation, rw_names_turn, rw_names_times;

/* Reads a body and hands it to a function. False with a coded problem. */
typedef void rw_decode_body(rw_decoder *decoder, rw_value root, void *out);
bool rw_decode_with(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                    rw_decode_body *function, void *out, rw_problem *problem);

/* Says that no memory was left. */
void rw_decode_no_memory(rw_problem *problem);

#endif
