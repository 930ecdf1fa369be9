/*
 * The durable catalogue: immutable, numbered revisions of clips and profiles, the heads that point to the newest of
 * them, and an append-only log of what changed.
 *
 * Each change leaves an entry in the audit log (access.h), in the same transaction.
 *
 * Every function below is one atomic step: it happens whole or not at all, and once it has answered OK it survives
 * a loss of power. A store may be used from any number of threads at once. Which database is behind it shows only in
 * the function that opens it.
 *
 * Each call returns a status. When it is not OK, `problem` (required, initialised by the caller) has been given the
 * matching code of schema/errors.def and a detail for people, and outputs are untouched.
 */
#ifndef RW_STORE_STORE_H
#define RW_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/name.h"
#include "base/origin.h"
#include "base/problem.h"

typedef enum rw_store_status {
    RW_STORE_OK = 0,
    RW_STORE_NOT_FOUND,             /* clip_not_found, profile_not_found, revision_not_found, token_not_found */
    RW_STORE_CONFLICT,              /* precondition_failed, already_exists, token_conflict, import_conflict */
    RW_STORE_PRECONDITION_REQUIRED, /* precondition_required */
    RW_STORE_IN_USE,                /* clip_in_use, one field error for each profile */
    RW_STORE_BUSY,                  /* store_busy: another process holds the database; retry */
    RW_STORE_UNAVAILABLE,           /* store_unavailable: the database is away; retry */
    RW_STORE_FULL,                  /* store_full */
    RW_STORE_CORRUPT,               /* store_corrupt */
    RW_STORE_NO_MEMORY,             /* out_of_memory */
    RW_STORE_READ_ONLY,             /* store_read_only */
    RW_STORE_ERROR                  /* anything else: internal, or a code that opening sets */
} rw_store_status;

typedef enum rw_store_kind { RW_STORE_CLIP = 1, RW_STORE_PROFILE = 2 } rw_store_kind;

typedef struct rw_store rw_store;

/* One revision. Its strings are owned by the struct; release with rw_store_revision_free unless it is borrowed. */
typedef struct rw_store_revision {
    rw_store_kind kind;
    char name[RW_NAME_SIZE];
    int64_t revision; /* 1, 2, …; 0 only where a function says so */
    bool is_head;
    rw_hash hash;                 /* of the document */
    char clip_name[RW_NAME_SIZE]; /* profiles: the clip it names; clips: "" */
    int64_t clip_revision;        /* profiles: the clip's head when this revision was saved; clips: 0 */
    int64_t saved_at_ms;          /* wall clock, milliseconds since 1970 UTC */
    char *document;               /* canonical JSON, ended by a zero byte; NULL where a function leaves it out */
    size_t document_length;
} rw_store_revision;

void rw_store_revision_free(rw_store_revision *revision);

typedef struct rw_store_revision_list {
    rw_store_revision *items;
    size_t count;
    bool more; /* the limit cut the list */
} rw_store_revision_list;

void rw_store_revision_list_free(rw_store_revision_list *list);

typedef enum rw_store_action { RW_STORE_PUT = 1, RW_STORE_DELETE = 2, RW_STORE_PURGE = 3 } rw_store_action;

typedef struct rw_store_change {
    int64_t sequence; /* position in the log: 1, 2, …; commit order */
    rw_store_kind kind;
    rw_store_action action;
    char name[RW_NAME_SIZE];
    int64_t revision; /* the revision made; the head that was deleted; the newest revision that was purged */
    rw_hash hash;     /* of that revision's document */
    int64_t at_ms;
} rw_store_change;

typedef struct rw_store_change_list {
    rw_store_change *items;
    size_t count;
    bool more;
} rw_store_change_list;

void rw_store_change_list_free(rw_store_change_list *list);

/* What the caller believes about the head, as If-Match and If-None-Match say it. */
typedef enum rw_store_precondition_mode {
    RW_STORE_MATCH_NOTHING_SAID = 0,
    RW_STORE_MATCH_ANY,  /* If-Match: *            there is a head */
    RW_STORE_MATCH_LIST, /* If-Match: "hash", …    the head is one of these */
    RW_STORE_MATCH_NONE  /* If-None-Match: *       there is no head */
} rw_store_precondition_mode;

typedef struct rw_store_precondition {
    rw_store_precondition_mode mode;
    const rw_hash *hashes; /* for MATCH_LIST; borrowed during the call */
    size_t hash_count;
} rw_store_precondition;

typedef struct rw_store_put_request {
    rw_store_kind kind;
    const char *name;     /* valid by rw_name_valid */
    const char *document; /* canonical JSON; borrowed during the call */
    size_t document_length;
    rw_hash hash;          /* of the document */
    const char *clip_name; /* profiles: the clip it names, must have a head; clips: NULL */
    /* Profiles: the clip revision the document was checked against, or 0. If the clip's head is another by now, the
     * call answers BUSY, and the caller checks and tries again. */
    int64_t expected_clip_revision;
    rw_store_precondition precondition;
    /* Refuse to replace a head when the precondition says nothing (428). */
    bool require_match;
    rw_origin origin; /* for the audit log */
} rw_store_put_request;

typedef struct rw_store_put_result {
    int64_t revision;      /* the head's revision now */
    int64_t clip_revision; /* profiles: what that revision records; clips: 0 */
    bool created;          /* there was no head before */
    bool unchanged;        /* the head already was this document: nothing was written */
    int64_t sequence;      /* of the log after the call; catalogues at or past it show this write */
} rw_store_put_result;

/*
 * Makes a new head. The rules, in this order:
 *   1. MATCH_NONE and a head exists: CONFLICT (already_exists).
 *   2. The head is this very document: OK and unchanged, whatever else the precondition says, so that a retry after
 *      a lost reply is safe. One exception lets a client accept a changed clip: when a profile's head records an
 *      older clip revision than the clip's head, and the precondition does match, saving the same document again
 *      makes a new revision that records the clip's head.
 *   3. MATCH_ANY or MATCH_LIST and the head does not match, or there is none: CONFLICT (precondition_failed).
 *   4. Nothing said, a head exists and require_match: PRECONDITION_REQUIRED.
 * A profile whose clip has no head is NOT_FOUND (clip_not_found). Revision numbers go on counting where the name's
 * last revision stopped, also when the head was deleted since.
 */
rw_store_status rw_store_put(rw_store *store, const rw_store_put_request *request, rw_store_put_result *result,
                             rw_problem *problem);

typedef struct rw_store_delete_request {
    rw_store_kind kind;
    const char *name;
    rw_store_precondition precondition;
    bool require_match;
    rw_origin origin;
} rw_store_delete_request;

/*
 * Removes the head; revisions stay readable. NOT_FOUND without a head, then the precondition as for put, then, for a
 * clip that heads of profiles name, IN_USE. Stores the log's sequence after the call.
 */
rw_store_status rw_store_delete(rw_store *store, const rw_store_delete_request *request, int64_t *sequence,
                                rw_problem *problem);

/* Reads one revision with its document; revision 0 asks for the head. *out is owned by the caller. */
rw_store_status rw_store_get_revision(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                                      rw_store_revision *out, rw_problem *problem);

/* Revisions of a name, without documents, ascending from the first above `after`; at most `limit` (1 or more).
 * NOT_FOUND when the name never had one. *out is owned by the caller. */
rw_store_status rw_store_list_revisions(rw_store *store, rw_store_kind kind, const char *name, int64_t after,
                                        size_t limit, rw_store_revision_list *out, rw_problem *problem);

/* Entries of the log above `since`, ascending, at most `limit` (1 or more). *out is owned by the caller. */
rw_store_status rw_store_list_changes(rw_store *store, int64_t since, size_t limit, rw_store_change_list *out,
                                      rw_problem *problem);

/* Visits one revision, borrowed for the call; returns false, with the problem set, to stop. May not call the store. */
typedef bool (*rw_store_visitor)(void *context, const rw_store_revision *revision, rw_problem *problem);

/*
 * Reads, as of one moment, what changed after the sequence `since`: each name that the log mentions since then, once,
 * as its head now or, when it has none, as a record with revision 0 and no document; `since` 0 reads every head.
 * Beside each profile head it also reads the clip revision that it records, where that is not the clip's head
 * (is_head false, each revision once). All clips come before all profiles, each in any order. Stores the sequence of
 * that moment. A visitor that stops gives ERROR.
 */
rw_store_status rw_store_read_heads(rw_store *store, int64_t since, rw_store_visitor visitor, void *context,
                                    int64_t *sequence, rw_problem *problem);

/* Told, by a thread of the store's, that the change log has come to this number. May not call the store. */
typedef void (*rw_store_heard)(void *context, int64_t sequence);

/*
 * From now on tells what other processes write, as soon as they say so; one listener a store. It only shortens a wait:
 * notifications get lost, connections break or fall silent without being noticed, and a store that nobody else writes
 * to tells nothing. In turn the store itself notifies others of what it writes, as soon as the database has shown that
 * it knows how to. NO_MEMORY.
 */
rw_store_status rw_store_listen(rw_store *store, rw_store_heard heard, void *context, rw_problem *problem);

/* `heard` is not called any more once this returns. Nothing to do is fine. */
void rw_store_unlisten(rw_store *store);

/* Asks the database something trivial; for readiness. SQLite waits for nobody: BUSY when it is in use. */
rw_store_status rw_store_ping(rw_store *store, rw_problem *problem);

/* Ends the store. No call may be under way. Takes NULL. */
void rw_store_close(rw_store *store);

typedef struct rw_store_sqlite_options {
    int busy_timeout_ms;    /* how long a call waits for another process that reads or writes the file */
    int64_t max_page_count; /* upper bound of the file in pages of 4096 bytes; 0 leaves SQLite's own */
    bool read_only;         /* make, change and write nothing, the lock file included */
} rw_store_sqlite_options;

rw_store_sqlite_options rw_store_sqlite_options_default(void);

/*
 * Opens the SQLite store in a folder, which is made (mode 0700) when it is not there, and brings its schema up to
 * date. The folder is locked against every other process until rw_store_close. Read only, it must hold a database of
 * this schema, and is locked against writers as far as the file system lets it; every call that would write answers
 * READ_ONLY. options may be NULL. Codes it sets on
 * failure: store_locked, store_unsuitable, store_too_new, store_busy, store_full, store_corrupt, out_of_memory,
 * internal. *store is owned by the caller.
 */
rw_store_status rw_store_open_sqlite(const char *folder, const rw_store_sqlite_options *options, rw_store **store,
                                     rw_problem *problem);

/*
 * The same for a tool that does one thing and ends, and may do it while a daemon has the folder: it takes the lock when
 * that is free, and otherwise works beside the holder, on a schema that must be up to date already (store_locked when
 * it is not). Only for changes that the holder looks for: those of access.h.
 */
rw_store_status rw_store_open_sqlite_beside(const char *folder, const rw_store_sqlite_options *options,
                                            rw_store **store, rw_problem *problem);

/* Whether a folder holds a SQLite store, as far as can be seen without opening it. */
bool rw_store_sqlite_exists(const char *folder);

#endif
