/*
 * A catalogue as text: NDJSON, one JSON object a line, its keys sorted, in the order of rw_store_export. So two
 * catalogues with the same content have the same text, byte by byte.
 *
 *     {"format":"rootwarp-catalogue","type":"catalogue","version":1}
 *     {"head":2,"kind":"clip","last_revision":2,"name":"walk","type":"name"}
 *     {"content_hash":"…","created_at":"…","document":{…},"kind":"clip","name":"walk","revision":1,"type":"revision"}
 *     …
 *     {"content_hash":"…","names":1,"revisions":2,"type":"end"}
 *
 * A revision of a profile has "clip_revision", too, and a name without a head "head":null. The content hash of the last
 * line is that of every byte before it: the hash of the whole catalogue.
 */
#ifndef RW_CODEC_EXPORT_WRITE_H
#define RW_CODEC_EXPORT_WRITE_H

#include "base/buffer.h"
#include "base/hash.h"
#include "store/transfer.h"

#define RW_EXPORT_FORMAT "rootwarp-catalogue"
#define RW_EXPORT_VERSION 1

/* Fields are private, but for the counts. */
typedef struct rw_export_writer {
    int descriptor;
    rw_buffer lines; /* not yet written */
    rw_hash_stream hash;
    size_t names, revisions;
    size_t bytes; /* written so far */
} rw_export_writer;

/* Writes to a file, which stays the caller's, from where it stands. */
void rw_export_writer_init(rw_export_writer *writer, int descriptor);

/* For rw_store_export; lives as long as the writer. */
rw_store_export_sink rw_export_writer_sink(rw_export_writer *writer);

/* Writes the end. store_full when the disk is, internal when it does not take the bytes, out_of_memory. */
bool rw_export_writer_end(rw_export_writer *writer, rw_hash *content_hash, rw_problem *problem);

/* Takes NULL. */
void rw_export_writer_free(rw_export_writer *writer);

#endif
