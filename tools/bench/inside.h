/* The daemon's handlers without HTTP: a body goes in, an answer comes out, on a catalogue that was read from a data
 * folder as the daemon does it. */
#ifndef RW_BENCH_INSIDE_H
#define RW_BENCH_INSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "http/http.h"

typedef struct rw_inside rw_inside;

/* Opens a filled folder; NULL with a sentence on standard error. */
rw_inside *rw_inside_open(const char *folder);

/* Takes NULL. */
void rw_inside_close(rw_inside *inside);

/* One who asks, as a connection: what an answer takes of memory is kept for the next. One thread at a time. */
typedef struct rw_inside_caller {
    rw_inside *inside;
    rw_arena arena;
    rw_http_response response;
} rw_inside_caller;

/* To be ended before `inside` is closed. */
void rw_inside_call(rw_inside *inside, rw_inside_caller *caller);
void rw_inside_end(rw_inside_caller *caller);

/* Answers a body sent to `target`; whether with status 200. */
bool rw_inside_answer(rw_inside_caller *caller, const char *target, const char *body, size_t length);

#endif
