/* Members that several answers share. Private to the codec. */
#ifndef RW_CODEC_ANSWER_PARTS_H
#define RW_CODEC_ANSWER_PARTS_H

#include "codec/answer.h"

/* "id", when there is one. */
void rw_answer_put_id(rw_json_writer *writer, const char *id);

/* "profile", "clip", "solver_version". */
void rw_answer_put_provenance(rw_json_writer *writer, const rw_codec_provenance *provenance);

/* A list of the names of RW_REASON_… bits. */
void rw_answer_put_reasons(rw_json_writer *writer, unsigned reasons);

#endif
