/* What differs between two documents. */
#ifndef RW_CODEC_DIFFERENCE_H
#define RW_CODEC_DIFFERENCE_H

#include "base/problem.h"
#include "codec/arena.h"
#include "codec/json_write.h"

/* A document in canonical form; borrowed. */
typedef struct rw_codec_document_text {
    const char *text;
    size_t length;
} rw_codec_document_text;

/*
 * Writes an array of {"pointer", "before", "after"}, one for each value that is not the same in both: keys in their
 * order, elements of lists by their place. A value that only one of the two has comes whole, and the member of the
 * other is left out. Memory for reading comes from the arena. False, with the problem set, when a document cannot be
 * read or memory is short; what the writer holds then is of no use.
 */
bool rw_codec_write_differences(rw_json_writer *writer, const rw_codec_document_text *before,
                                const rw_codec_document_text *after, rw_arena *arena, rw_problem *problem);

#endif
