/* The members that every request to the solver has. Private to the codec. */
#ifndef RW_CODEC_REQUEST_FIELDS_H
#define RW_CODEC_REQUEST_FIELDS_H

#include "codec/field.h"
#include "codec/request.h"

/* What decoding a request fills in before it becomes a request. Structs that begin with it decode the requests that
 * have members of their own. */
typedef struct rw_request_fields {
    const char *id;
    rw_codec_reference profile;
    const rw_profile_document *document; /* sent in place of a reference; NULL */
    rw_space space;
    bool has_space;
    unsigned given; /* RW_GIVEN_… bits */
    rw_obstacle obstacle;
    rw_codec_partner partner;
    rw_resolve_job job;
} rw_request_fields;

/* id, space, time, play_rate, actor, target: of every question. */
extern const rw_field_table rw_request_question_table;

/* profile, targets, obstacle, partner: of those about one profile. */
extern const rw_field_table rw_request_profile_table;

/* "profile", into an rw_request_fields: a reference, or a document, which then lies in the arena. */
rw_field_decode rw_request_decode_profile;

/* Sound defaults. */
rw_request_fields rw_request_fields_default(void);

/* Makes the request; `pointer` is borrowed. */
void rw_request_finish(rw_decoder *decoder, const rw_request_fields *fields, const char *pointer,
                       rw_codec_resolve_request *request);

#endif
