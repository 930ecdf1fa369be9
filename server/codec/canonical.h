/* The canonical text of a document. Private to the codec. */
#ifndef RW_CODEC_CANONICAL_H
#define RW_CODEC_CANONICAL_H

#include <stdbool.h>

#include "base/buffer.h"
#include "codec/json_write.h"
#include "codec/tape.h"

/* Whether a member of a GET answer is no part of the document: name, revision, …. */
bool rw_canonical_is_read_only(const char *key);

/* Appends the object: keys sorted by bytes, compact, shortest numbers, without its own read-only members. Returns
 * false without memory. */
bool rw_canonical_write(rw_buffer *buffer, rw_value document);

/* Writes any value in the same form. False without memory. */
bool rw_canonical_write_value(rw_json_writer *writer, rw_value value);

#endif
