/*
 * The service: what the product does, in the domain's own terms. It knows neither JSON nor HTTP.
 *
 * Reading goes through a view: a stay in one snapshot of the catalogue, without locks and without SQL, in which
 * everything that is found belongs to the same version. Writing is a transaction of the store, after which the
 * catalogue is brought up to date before the call returns, so that whoever wrote reads his own write.
 *
 * A service may be used from any number of threads at once; a view, an entry and a scratch belong to one thread at a
 * time. A call that fails has given `problem` (required, initialised by the caller) a code and a detail for people,
 * unless it says otherwise, and has left its outputs untouched.
 */
#ifndef RW_SERVICE_SERVICE_H
#define RW_SERVICE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rootwarp/rootwarp.h>

#include "base/hash.h"
#include "base/name.h"
#include "base/origin.h"
#include "base/problem.h"
#include "catalog/catalog.h"
#include "service/follower.h"
#include "service/plan.h"
#include "store/store.h"
#include "store/transfer.h"

#define RW_SERVICE_LIST_DEFAULT 50 /* entries of a page when the client does not say */
#define RW_SERVICE_LIST_MAX 500

typedef enum rw_service_kind { RW_SERVICE_CLIP = 0, RW_SERVICE_PROFILE } rw_service_kind;

/* "clip", "profile" */
const char *rw_service_kind_name(rw_service_kind kind);

/* Life */

typedef struct rw_service rw_service;

/* Loads the catalogue from a store, which is borrowed and must outlive the service, as must the compiler's context.
 * The compiler's objects must be an rw_clip for a clip and an rw_plan for a profile. options may be NULL.
 * *out is owned by the caller. */
bool rw_service_open(rw_store *store, const rw_catalog_compiler *compiler, const rw_catalog_options *options,
                     rw_service **out, rw_problem *problem);

/* No call may be under way, no view open. Takes NULL. */
void rw_service_close(rw_service *service);

/* From now on follows what other processes write to the store; once, before the service is used by several threads. */
bool rw_service_follow(rw_service *service, const rw_follower_options *options, rw_problem *problem);

/* What it did since then; all 0 when nothing is followed. Any thread. */
rw_follower_counts rw_service_follower_counts(const rw_service *service);

/* Whether the catalogue shows all that is stored, as far as is known; of one that follows its store: whether that
 * answered when it was looked at last. *age_ms: since when it may show less. Never blocks. */
bool rw_service_is_current(const rw_service *service, int64_t *age_ms);

/* Whether the store answers; for readiness. One that is followed is not asked: its last answer counts. One that is in use
 * answers: nobody is waited for. When it is false the problem says why. */
bool rw_service_ping(rw_service *service, rw_problem *problem);

/* Reading */

/* Fields are private. */
typedef struct rw_service_view {
    rw_service *service;
    rw_catalog_guard guard;
} rw_service_view;

/* Never fails and does not block, except that after a write that failed one caller looks whether the store holds it all
 * the same. Keep it short: a writer waits until the views that are older than its write are closed. Whatever is found
 * through a view is valid until it ends; its thread may neither begin another nor write before. */
void rw_service_view_begin(rw_service *service, rw_service_view *view);

/* A view for a thread that may not wait for the store. Where that would have to be asked *asks_store, which has to outlive
 * the view, becomes true: then nothing that was found counts, and the whole has to be done again in a view of the other
 * kind. What fails for it fails with store_busy. NULL: that other kind. */
void rw_service_view_begin_in_memory(rw_service *service, bool *asks_store, rw_service_view *view);
void rw_service_view_end(rw_service_view *view);

/* The catalogue's version: rises with every write. */
int64_t rw_service_view_version(const rw_service_view *view);
size_t rw_service_view_clip_count(const rw_service_view *view);
size_t rw_service_view_profile_count(const rw_service_view *view);

/* A clip as found. `object` is NULL when the stored document does not compile in this release; `problem` says why. */
typedef struct rw_service_clip {
    const rw_catalog_document *document;
    const rw_clip *object;
    const rw_problem *problem;
    const char *const *tags;
    size_t tag_count;
    rw_catalog_handle handle; /* private */
} rw_service_clip;

/* A profile as found, against one revision of its clip: the clip's head, or for a pinned revision the one that it was
 * saved against. `object` is NULL when it does not fit that clip; `problem` says why. `clip.document` is always set
 * and needs no release of its own. */
typedef struct rw_service_profile {
    const rw_catalog_document *document;
    rw_service_clip clip;
    const rw_profile *object;
    const rw_plan *plan; /* of it; NULL when the object is */
    const rw_problem *problem;
    const char *const *tags;
    size_t tag_count;
    rw_catalog_handle handle; /* private */
} rw_service_profile;

/* Finds a clip or profile; revision 0 asks for the head. Release what was found before the view ends.
 * clip_not_found, profile_not_found, revision_not_found, and what the store says when an old revision is read. */
bool rw_service_find_clip(const rw_service_view *view, const char *name, int64_t revision, rw_service_clip *out,
                          rw_problem *problem);
bool rw_service_find_profile(const rw_service_view *view, const char *name, int64_t revision,
                             rw_service_profile *out, rw_problem *problem);

/* The text of a document that was found: a profile's from memory, a clip's from the store. *text is the caller's, to
 * be freed. Fails as the store does: store_busy, store_corrupt, internal; or out_of_memory. */
bool rw_service_read_text(const rw_service_view *view, const rw_catalog_document *document, char **text,
                          rw_problem *problem);

/* Whether the clip has changed since the profile was saved. Of a pinned revision it has not. */
bool rw_service_profile_clip_changed(const rw_service_profile *profile);

/* Whether there is an object to work with; else the detail says what stands against it. profile_unusable; for a clip,
 * which was sound when it was put, internal. */
bool rw_service_clip_usable(const rw_service_clip *clip, rw_problem *problem);
bool rw_service_profile_usable(const rw_service_profile *profile, rw_problem *problem);

/* Take a zeroed or released entry. */
void rw_service_clip_release(rw_service_clip *clip);
void rw_service_profile_release(rw_service_profile *profile);

/* Which heads a list shows; every condition that is not NULL must hold. */
typedef struct rw_service_filter {
    const char *prefix; /* the name begins with it */
    const char *tag;    /* the document has it */
    const char *clip;   /* profiles only: of this clip */
    const char *after;  /* the name sorts after it, byte by byte */
    unsigned severities; /* profiles only: rw_service_profile_severities() has one of these bits; 0: any or none */
} rw_service_filter;

/* Bit s: there is a finding of the rw_severity s, that the clip has changed since the profile was saved included. A
 * profile that does not fit its clip has an error. */
unsigned rw_service_profile_severities(const rw_service_profile *profile);

/* Heads by ascending name, at most `limit` (1 .. RW_SERVICE_LIST_MAX) into `out`, which has room for as many; they
 * need no release. *more: the limit cut the list. False only without memory. */
bool rw_service_list_clips(const rw_service_view *view, const rw_service_filter *filter, size_t limit,
                           rw_service_clip *out, size_t *count, bool *more, rw_problem *problem);
bool rw_service_list_profiles(const rw_service_view *view, const rw_service_filter *filter, size_t limit,
                              rw_service_profile *out, size_t *count, bool *more, rw_problem *problem);

/* One line of a history. */
typedef struct rw_service_revision {
    int64_t revision;
    rw_hash hash;
    bool is_head;
    int64_t clip_revision; /* profiles: the clip's revision that it was saved against; clips: 0 */
    int64_t saved_at_ms;   /* wall clock, milliseconds since 1970 UTC */
} rw_service_revision;

typedef struct rw_service_history {
    rw_service_revision *items; /* ascending */
    size_t count;
    bool more;
} rw_service_history;

void rw_service_history_free(rw_service_history *history);

/* Revisions above `after`, at most `limit`; also of a name whose head was deleted. Asks the store, not the catalogue.
 * *out is owned by the caller. clip_not_found or profile_not_found for a name that never was. */
bool rw_service_list_revisions(rw_service *service, rw_service_kind kind, const char *name, int64_t after,
                               size_t limit, rw_service_history *out, rw_problem *problem);

/* Writing. Changing or deleting what exists asks for a precondition: without one, precondition_required. */

typedef enum rw_service_match {
    RW_SERVICE_MATCH_UNSAID = 0,
    RW_SERVICE_MATCH_ANY,  /* something exists */
    RW_SERVICE_MATCH_LIST, /* what exists has one of these hashes */
    RW_SERVICE_MATCH_NONE  /* nothing exists */
} rw_service_match;

typedef struct rw_service_precondition {
    rw_service_match match;
    const rw_hash *hashes; /* for MATCH_LIST; borrowed during the call */
    size_t hash_count;
} rw_service_precondition;

typedef struct rw_service_put {
    const char *name;
    const char *document; /* canonical text; borrowed during the call */
    size_t document_length;
    const char *clip_name; /* profiles: the clip that the document names; clips: NULL */
    rw_service_precondition precondition;
    rw_origin origin; /* for the audit log */
} rw_service_put;

typedef struct rw_service_put_outcome {
    int64_t revision;
    int64_t clip_revision; /* profiles: the clip's revision that it was checked against */
    rw_hash hash;          /* of the document: its ETag */
    bool created;          /* nothing existed under the name */
    bool unchanged;        /* the document was there already: no new revision */
} rw_service_put_outcome;

/* Saves a clip whose document has been checked. A document equal to the head is no change and needs no precondition.
 * precondition_required, precondition_failed, already_exists, and what the store says. */
bool rw_service_put_clip(rw_service *service, const rw_service_put *put, rw_service_put_outcome *outcome,
                         rw_problem *problem);

/* Checks a profile against the head of its clip: adds what is wrong to the problem as fields. clip: NULL when there is
 * none of the name, which is told already. */
typedef void (*rw_service_profile_check)(void *context, const rw_clip *clip, rw_problem *problem);

/* Saves a profile. `problem` may come with the fields that reading the document found wrong already. The check runs
 * against the clip's head, and again if that changes before the profile is saved; if any field is wrong in the end the
 * problem is concluded (invalid_request, unprocessable) and nothing is saved. A clip that does not exist is a wrong
 * "/clip". document may be NULL when fields are wrong. */
bool rw_service_put_profile(rw_service *service, const rw_service_put *put, rw_service_profile_check check,
                            void *context, rw_service_put_outcome *outcome, rw_problem *problem);

/* Removes the head; its revisions stay. clip_not_found, profile_not_found, precondition_required,
 * precondition_failed, clip_in_use with a field for each profile. */
bool rw_service_delete(rw_service *service, rw_service_kind kind, const char *name,
                       const rw_service_precondition *precondition, const rw_origin *origin, rw_problem *problem);

/* Whole catalogues */

/* Passes the whole catalogue on, as of the version that it stores. Writers wait meanwhile, readers do not. */
bool rw_service_export(rw_service *service, const rw_store_export_sink *sink, int64_t *version, rw_problem *problem);

/* Merges a catalogue that was read and checked into this one, or says what that would do. import_conflict. */
bool rw_service_import(rw_service *service, const rw_store_import_request *request, rw_store_import_result *result,
                       rw_problem *problem);

/* Removes for ever the revisions of a name that nothing points to. clip_not_found, profile_not_found. */
bool rw_service_purge(rw_service *service, rw_service_kind kind, const char *name, const rw_origin *origin,
                      rw_store_purge_result *result, rw_problem *problem);

/* As rw_store_backup_file. */
bool rw_service_backup_file(rw_service *service, int *descriptor, rw_problem *problem);

/* A file without a name, for an answer that is too long for memory; the caller closes it. */
bool rw_service_scratch_file(rw_service *service, int *descriptor, rw_problem *problem);

/* What changed after a version, ascending, at most `limit`. Asks the store, not the catalogue. *out is owned by the
 * caller; release with rw_store_change_list_free. */
bool rw_service_list_changes(rw_service *service, int64_t since, size_t limit, rw_store_change_list *out,
                             rw_problem *problem);

/* Solving */

/* Memory for the arrays of a resolution. Grows to what the profile at hand needs and is used again by the next. */
typedef struct rw_service_scratch {
    void *memory; /* private */
    size_t size;  /* private */
    bool lent;    /* private */
} rw_service_scratch;

void rw_service_scratch_init(rw_service_scratch *scratch);

/* Begins with memory of the caller's, aligned for any type, which must outlive the scratch. */
void rw_service_scratch_lend(rw_service_scratch *scratch, void *memory, size_t size);

/* Takes NULL. */
void rw_service_scratch_free(rw_service_scratch *scratch);

/*
 * Solves a job for a profile that was found; the job's own `profile` is ignored. The resolution's arrays lie in the
 * scratch until it is used again, and the resolution borrows the profile.
 * On failure the resolution's answer does not count.
 * Returns false with a code (profile_unusable, out_of_memory, internal), or without one when the job is wrong: then
 * `diagnostics` (required) lists the fields.
 */
bool rw_service_solve(const rw_service_profile *profile, const rw_resolve_job *job, rw_service_scratch *scratch,
                      rw_resolution *resolution, rw_diagnostics *diagnostics, rw_problem *problem);

#endif
