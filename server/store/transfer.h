/*
 * Whole catalogues: everything out of a store, everything into another, and the removal of what is old. Operations of
 * a store like those of store.h, whose rules about statuses, problems and threads hold here, too.
 */
#ifndef RW_STORE_TRANSFER_H
#define RW_STORE_TRANSFER_H

#include "store/store.h"

/* One name with what it points to. */
typedef struct rw_store_name {
    rw_store_kind kind;
    char name[RW_NAME_SIZE];
    int64_t head;          /* 0: deleted */
    int64_t last_revision; /* numbers go on from here */
} rw_store_name;

/* What receives a catalogue, in canonical order: clips before profiles, names by their bytes, each name before its
 * revisions, those ascending. What is passed is borrowed for the call. Each returns false, with the problem set, to
 * stop, and may not call the store. */
typedef struct rw_store_export_sink {
    bool (*name)(void *context, const rw_store_name *name, rw_problem *problem);
    bool (*revision)(void *context, const rw_store_revision *revision, rw_problem *problem);
    void *context;
} rw_store_export_sink;

/* Passes on the catalogue as of one moment, every document checked against its hash, and stores the log's sequence of
 * that moment. Others wait meanwhile. A sink that stops gives ERROR. */
rw_store_status rw_store_export(rw_store *store, const rw_store_export_sink *sink, int64_t *sequence,
                                rw_problem *problem);

/* A name to import with its revisions; `line` is where it was read, for errors. */
typedef struct rw_store_import_revision {
    int64_t revision;
    rw_hash hash; /* of the document */
    const char *document;
    size_t document_length;
    const char *clip_name; /* profiles; clips: NULL */
    int64_t clip_revision;
    int64_t saved_at_ms;
    size_t line;
} rw_store_import_revision;

typedef struct rw_store_import_name {
    rw_store_name name;
    const rw_store_import_revision *revisions; /* ascending, none above last_revision; the head is among them */
    size_t revision_count;
    size_t line;
} rw_store_import_name;

typedef struct rw_store_import_request {
    const rw_store_import_name *names; /* in canonical order; a profile's clip revision is among them */
    size_t name_count;
    bool dry_run; /* say what would happen and write nothing */
    rw_origin origin; /* for the audit log */
} rw_store_import_request;

typedef struct rw_store_import_result {
    size_t names_changed;   /* names that are new, or whose head or revisions changed */
    size_t revisions_added; /* revisions that were not there */
    int64_t sequence;       /* of the log after the call */
} rw_store_import_result;

/*
 * Merges a catalogue into the store, whole or not at all. Names that it does not mention stay. For each that it does,
 * revisions that are missing are added with their numbers and times, and the head becomes what the import says.
 * Everything is judged before anything is written, and nothing is written twice: the same import again changes
 * nothing. CONFLICT (import_conflict), with a field "/<line>" for each
 *   - revision that the store has with another content, clip or time,
 *   - name that the store has taken further than the import does,
 *   - clip whose head would go while a profile of the store, which the import does not mention, uses it.
 */
rw_store_status rw_store_import(rw_store *store, const rw_store_import_request *request,
                                rw_store_import_result *result, rw_problem *problem);

typedef struct rw_store_purge_result {
    size_t purged;    /* revisions that are gone */
    size_t kept;      /* revisions that stay: the head, and of a clip those that profiles record */
    int64_t sequence; /* of the log after the call */
} rw_store_purge_result;

/* Removes for ever the revisions of a name that neither are its head nor are recorded by a revision of a profile, and
 * the documents that nothing else has. Numbers go on counting. NOT_FOUND when the name never was. */
rw_store_status rw_store_purge(rw_store *store, rw_store_kind kind, const char *name, const rw_origin *origin,
                               rw_store_purge_result *result, rw_problem *problem);

/* A file without a name for an answer that is too long for memory: on the store's disk, or, where that may not be
 * written, in memory. The descriptor is the caller's to close. FULL, ERROR (internal). */
rw_store_status rw_store_scratch_file(rw_store *store, int *descriptor, rw_problem *problem);

/* A verified copy of the whole database, tokens and audit log included, in a file without a name, which is the caller's
 * to close. One at a time. Writers wait meanwhile, as long as their patience lasts. READ_ONLY where nothing may be
 * written; CONFLICT (backup_elsewhere) of a database that is backed up by its own tools; BUSY, FULL, CORRUPT, ERROR. */
rw_store_status rw_store_backup_file(rw_store *store, int *descriptor, rw_problem *problem);

#endif
