/* Answers without a daemon: the same codec and the same solver, called in this process on documents from files. What
 * they write is what the daemon writes for documents that were pushed once, so the revisions are 1. */
#ifndef RW_CLI_OFFLINE_H
#define RW_CLI_OFFLINE_H

#include "answer.h"

#include "codec/arena.h"
#include "codec/document.h"

typedef struct rw_offline_clip {
    char *name; /* owned */
    char hash[65];
    const rw_clip *clip; /* in the arena */
} rw_offline_clip;

typedef struct rw_offline_profile {
    char *name; /* owned */
    char hash[65];
    const rw_offline_clip *clip;
    const rw_plan *plan; /* in the arena */
} rw_offline_profile;

typedef struct rw_offline {
    rw_arena arena;
    size_t clip_count, profile_count;
    rw_offline_clip *clips;
    rw_offline_profile *profiles;
} rw_offline;

/* Reads and checks what --clip and --profile name. On failure says what is wrong, with every wrong field, and returns
 * RW_EXIT_USAGE, RW_EXIT_BAD_INPUT, RW_EXIT_REFUSED or RW_EXIT_INTERNAL, with nothing to close. */
int rw_offline_open(rw_console *console, const rw_arguments *arguments, rw_offline *offline);

/* Takes NULL. */
void rw_offline_close(rw_offline *offline);

/* Reads and compiles a clip document, as it was pushed or as a daemon gives it back, into the arena; sets clip->clip and
 * clip->hash. `what` names it in messages. rw_hash_start() must have been called. */
int rw_offline_clip_read(rw_console *console, const char *what, const char *body, size_t length, rw_arena *arena,
                         rw_offline_clip *clip);

/* Tells of a document that was read and is wrong, with every wrong field. RW_EXIT_BAD_INPUT, or RW_EXIT_INTERNAL where
 * memory is out. */
int rw_offline_refuse(rw_console *console, const char *what, const rw_problem *problem);

/* The bodies of /v1/resolve and /v1/trajectory. RW_EXIT_OK or RW_EXIT_REFUSED with *answer filled; RW_EXIT_INTERNAL
 * with a message. */
int rw_offline_resolve(rw_console *console, const rw_offline *offline, const char *body, size_t length,
                       rw_answer *answer);
int rw_offline_trajectory(rw_console *console, const rw_offline *offline, const char *body, size_t length,
                          rw_answer *answer);

/* The body of /v1/validate; its clip must be given. */
int rw_offline_validate(rw_console *console, const char *body, size_t length, rw_answer *answer);

#endif
