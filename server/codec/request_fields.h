/* The members that every request to the solver has. Private to the codec. */
#ifndef RW_CODEC_REQUEST_FIELDS_H
#define RW_CODEC_REQUEST_FIELDS_H

#include "codec/field.h"
#include "codec/request.h"

/* What decoding a request fills in before it becomes a request. Structs that begin with it decode the requests that
 * have members of their own. */
typedef struct rw_request_fields {
    const char *id;
    const char *profile;
    int64_t revision;
    rw_space space;
    bool has_space;
    bool has_target;
    bool has_targets;
    rw_resolve_job job;
} rw_request_fields;

/* id, profile, space, time, play_rate, actor, target, targets. */
extern const rw_field_table rw_request_table;

/* Sound defaults. */
rw_request_fields rw_request_fields_default(void);

/* Makes the request; `pointer` is borrowed. */
void rw_request_finish(rw_decoder *decoder, const rw_request_fields *fields, const char *pointer,
                       rw_codec_resolve_request *request);

#endif
