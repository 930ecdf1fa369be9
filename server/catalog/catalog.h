/*
 * The catalogue: every head of the store, compiled, in memory, ready to answer.
 *
 * It is a chain of immutable snapshots. Readers enter the newest one and look around without a lock; the writer
 * builds the next one beside it, sharing every entry that did not change, swaps it in whole, waits until the last
 * reader has left the old one, and frees it. So one request sees one version of everything.
 *
 * The catalogue knows neither JSON nor the solver: it turns documents into objects with the functions of the
 * compiler that it is given, and keeps for each the object or the problem that came instead.
 */
#ifndef RW_CATALOG_CATALOG_H
#define RW_CATALOG_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "store/store.h"

typedef struct rw_catalog rw_catalog;
typedef struct rw_catalog_snapshot rw_catalog_snapshot;
typedef struct rw_catalog_tags rw_catalog_tags;

/* A stored revision. Immutable; lives as long as whatever it was reached from. */
typedef struct rw_catalog_document {
    rw_store_kind kind;
    const char *name;
    int64_t revision;
    rw_hash hash;
    const char *clip_name; /* profiles; clips: "" */
    int64_t clip_revision; /* profiles only: the clip revision it was saved against */
    int64_t saved_at_ms;
    const char *text; /* profiles: canonical JSON, ended by a zero byte; clips: NULL but while they are compiled */
    size_t length;    /* of the text */
} rw_catalog_document;

/* A clip. Either object is set, or problem is (and object is NULL): the document does not compile in this release. */
typedef struct rw_catalog_clip {
    const rw_catalog_document *document;
    const void *object;
    const rw_problem *problem;
    const char *const *tags; /* as the compiler reported them */
    size_t tag_count;
} rw_catalog_clip;

/* A profile as compiled against one revision of its clip; object and problem as for a clip. */
typedef struct rw_catalog_profile {
    const rw_catalog_document *document;
    const rw_catalog_clip *clip;
    const void *object;
    const rw_problem *problem;
    const char *const *tags;
    size_t tag_count;
} rw_catalog_profile;

/* Adds a tag to the entry that is being compiled; the text is copied. False without memory. */
bool rw_catalog_tags_add(rw_catalog_tags *tags, const char *text);

/*
 * How documents become objects. Called by the thread that loads, refreshes or asks for an old revision, by one or
 * several at a time. compile_* returns an object that the catalogue owns, or NULL with the problem set; the clip
 * object given to compile_profile outlives the profile object. destroy_* may run on any thread.
 * Tags that were added before a failure stay with the entry, so a compiler reads them first.
 * A NULL whose problem is out_of_memory is not kept as the entry's problem: the whole call fails with it.
 */
typedef struct rw_catalog_compiler {
    void *context; /* borrowed; must outlive the catalogue */
    void *(*compile_clip)(void *context, const rw_catalog_document *document, rw_catalog_tags *tags,
                          rw_problem *problem);
    void *(*compile_profile)(void *context, const rw_catalog_document *document, const void *clip_object,
                             rw_catalog_tags *tags, rw_problem *problem);
    void (*destroy_clip)(void *context, void *object);
    void (*destroy_profile)(void *context, void *object);
} rw_catalog_compiler;

typedef struct rw_catalog_options {
    size_t old_revisions_max;       /* old revisions kept compiled, and answers "no such revision" remembered */
    size_t old_revisions_bytes_max; /* bound on the documents among them, in bytes */
} rw_catalog_options;

rw_catalog_options rw_catalog_options_default(void);

/* Makes a catalogue and loads it from the store, which is borrowed and must outlive it. options may be NULL. */
rw_store_status rw_catalog_open(rw_store *store, const rw_catalog_compiler *compiler,
                                const rw_catalog_options *options, rw_catalog **out, rw_problem *problem);

/* No guard may be open and no handle held. Takes NULL. */
void rw_catalog_close(rw_catalog *catalog);

/*
 * Takes over what the store's log has beyond the current snapshot; to be called after every write. When a clip has a
 * new head, every profile of it is compiled against that. Returns OK at once when there is nothing new. After a
 * failure the old snapshot stays and the next call tries again. Any thread; callers take turns. Waits for readers, so
 * it may not be called with a guard open.
 */
rw_store_status rw_catalog_refresh(rw_catalog *catalog, rw_problem *problem);

/* Forgets the old revisions that were compiled on request, to be called when revisions have been purged. Handles that
 * are held stay valid. */
void rw_catalog_forget_old_revisions(rw_catalog *catalog);

/* Reading */

/* A reader's stay in one snapshot. Opened and closed by the same thread; short: while it is open the writer waits. */
typedef struct rw_catalog_guard {
    rw_catalog *catalog;
    const rw_catalog_snapshot *snapshot;
    unsigned phase;
    bool *asks_store; /* NULL, or set by the reader once it has begun: then the store is never asked; where it would
                       * have been, the call is BUSY (store_busy) and this becomes true */
} rw_catalog_guard;

/* Never blocks, never fails. Whatever is reached through a guard is valid until it is closed. */
void rw_catalog_reader_begin(rw_catalog *catalog, rw_catalog_guard *guard);
void rw_catalog_reader_end(rw_catalog_guard *guard);

/* The version: the log's sequence that the snapshot shows. */
int64_t rw_catalog_sequence(const rw_catalog_guard *guard);
size_t rw_catalog_clip_count(const rw_catalog_guard *guard);
size_t rw_catalog_profile_count(const rw_catalog_guard *guard);

/* Heads, by name[0 .. length); NULL when there is none. One hash look-up, no lock. */
const rw_catalog_clip *rw_catalog_find_clip(const rw_catalog_guard *guard, const char *name, size_t length);

/* The profile's head against its clip's head. */
const rw_catalog_profile *rw_catalog_find_profile(const rw_catalog_guard *guard, const char *name, size_t length);

/* The profile's head against the clip revision that it was saved with: what `name@revision` means for the head. */
const rw_catalog_profile *rw_catalog_find_profile_as_saved(const rw_catalog_guard *guard, const char *name,
                                                           size_t length);

/*
 * The text of a document that was found through the guard. A clip's is several times as large as what it compiles to
 * and nothing that is solved needs it, so it stays in the store, and this asks for it there; it is the same text
 * whatever was saved since. *text is the caller's, to be freed.
 */
rw_store_status rw_catalog_read_text(const rw_catalog_guard *guard, const rw_catalog_document *document, char **text,
                                     rw_problem *problem);

/* Pinned revisions */

/* Holds one pinned revision. A zeroed handle holds nothing. */
typedef struct rw_catalog_handle {
    const rw_catalog_clip *clip;       /* one of the two is set */
    const rw_catalog_profile *profile; /* against the clip revision that it was saved with */
    rw_catalog *catalog;
    void *entry;
} rw_catalog_handle;

/*
 * Finds revision `revision` (1 or more) of a name. The head's revision comes from the snapshot, without a lock and
 * valid as long as the guard; another from a bounded cache, or from the store, which several askers of the same
 * revision ask only once. On OK release the handle before closing the guard, and look for a problem in place of the
 * object as with heads. NOT_FOUND: revision_not_found, or
 * clip_not_found and profile_not_found when the name never existed.
 */
rw_store_status rw_catalog_pin_clip(const rw_catalog_guard *guard, const char *name, size_t length, int64_t revision,
                                    rw_catalog_handle *handle, rw_problem *problem);
rw_store_status rw_catalog_pin_profile(const rw_catalog_guard *guard, const char *name, size_t length,
                                       int64_t revision, rw_catalog_handle *handle, rw_problem *problem);

/* Takes a zeroed or released handle. */
void rw_catalog_handle_release(rw_catalog_handle *handle);

/* Lists */

/* Every condition that is not NULL must hold. */
typedef struct rw_catalog_filter {
    const char *prefix; /* the name begins with it */
    const char *tag;    /* the entry has it, exactly */
    const char *clip;   /* profiles: of this clip; leave NULL for clips */
    const char *after;  /* the name sorts after it, byte by byte */
} rw_catalog_filter;

/* Stores pointers to the heads that pass, by ascending name, at most `limit`; returns how many and whether there are
 * more. `out` has room for `limit`. filter may be NULL. */
size_t rw_catalog_list_clips(const rw_catalog_guard *guard, const rw_catalog_filter *filter, size_t limit,
                             const rw_catalog_clip **out, bool *more);
size_t rw_catalog_list_profiles(const rw_catalog_guard *guard, const rw_catalog_filter *filter, size_t limit,
                                const rw_catalog_profile **out, bool *more);

#endif
