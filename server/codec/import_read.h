/*
 * Reads what export_write.h writes, and checks all of it.
 *
 * Every line must be what the format says, in its order, each with no fields but those; documents must be canonical,
 * have the hash that stands beside them, and the form that a PUT asks for; those of heads must also mean something, as
 * for a PUT, a profile with the clip revision that it records. A profile's clip revision has to be in the text before
 * it, and the clip of a head must have a head. The last line must agree with all before it, so that a text that was
 * cut short or changed is known.
 */
#ifndef RW_CODEC_IMPORT_READ_H
#define RW_CODEC_IMPORT_READ_H

#include "base/hash.h"
#include "codec/arena.h"
#include "store/transfer.h"

/* A catalogue as it was read; documents point into the text. For reading only. */
typedef struct rw_import {
    rw_store_import_name *names;
    size_t name_count, name_capacity;
    rw_store_import_revision *revisions; /* of all names, in their order */
    size_t revision_count, revision_capacity;
    rw_hash content_hash;
    rw_arena arena; /* names of clips */
} rw_import;

/* Reads text[0 .. length), which has to outlive the import. False with invalid_request, each wrong line among the
 * fields as "/<line>/…", lines counted from 1, or out_of_memory. Release with rw_import_free(). */
bool rw_import_read(const char *text, size_t length, rw_import *out, rw_problem *problem);

/* Takes NULL. */
void rw_import_free(rw_import *import);

#endif
