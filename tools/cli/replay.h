/* What came of asking a recording again, and how it is told. */
#ifndef RW_CLI_REPLAY_H
#define RW_CLI_REPLAY_H

#include "options.h"
#include "replay_compare.h"

#include "base/recording.h"

/* A record that was answered otherwise; texts are copies. */
typedef struct rw_replay_case {
    size_t record;   /* from 1 */
    uint64_t offset; /* of it in the file */
    int64_t at_ms;
    uint64_t catalog_version;
    char method[16], target[256], request_id[136];
    int then_status, now_status;
    bool pinned; /* asked with the revisions that answered then */
    rw_replay_difference difference;
} rw_replay_case;

typedef struct rw_replay_report {
    size_t records;   /* read */
    size_t equal;     /* answered with the same bytes */
    size_t alike;     /* the same but for solver_version */
    size_t different;
    size_t left_out;  /* not asked: the server had failed then */
    size_t pinned;    /* of those asked: again, with the revisions that answered then */
    bool torn;        /* the file ends within a record */
    rw_recording_session session; /* that recorded the last of them */
    char server_version[64];
    int solver_version; /* of who was asked */
    rw_replay_case first; /* when any is different */
} rw_replay_report;

/* Prints it on the console's out, for people or, with --json, as one object. RW_EXIT_OK, RW_EXIT_NO when anything differs,
 * or RW_EXIT_INTERNAL without memory. */
int rw_replay_print(rw_console *console, const rw_arguments *arguments, const rw_replay_report *report);

#endif
