/* Runs a piece of work on untrusted input in a child process with limits, and brings its bytes back over a pipe. */
#ifndef RW_BAKE_FBX_CHILD_H
#define RW_BAKE_FBX_CHILD_H

#include "fbx_outline.h"

typedef struct rw_fbx_child_limits {
    size_t address_space_bytes; /* 0: none. Never set in builds with a sanitizer, which needs terabytes of it */
    unsigned cpu_seconds;
    unsigned wall_milliseconds; /* the child is killed when it has not ended by then */
    size_t answer_bytes;        /* more than that from the child is an error */
} rw_fbx_child_limits;

/* The work: runs in the child and fills *out, which is sent to the parent. May crash, hang or exhaust its limits. */
typedef void rw_fbx_child_work(const void *context, rw_fbx_bytes *out);

/* Forks, runs the work without any open file but the pipe, without output, core dumps or files of its own, and
 * collects what it put out. On failure *error says what became of the child; on success *out owns the bytes (free
 * out->data). The child calls more than async-signal-safe functions, so call this from a process with one thread, as
 * the command line is. */
bool rw_fbx_child_run(rw_fbx_child_work *work, const void *context, const rw_fbx_child_limits *limits,
                      rw_fbx_bytes *out, rw_bake_error *error);

#endif
