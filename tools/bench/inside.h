/* The daemon's handlers without HTTP: a body goes in, an answer comes out, on a catalogue that was read from a data
 * folder as the daemon does it. */
#ifndef RW_BENCH_INSIDE_H
#define RW_BENCH_INSIDE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rw_inside rw_inside;

/* Opens a filled folder; NULL with a sentence on standard error. */
rw_inside *rw_inside_open(const char *folder);

/* Takes NULL. No call may be under way. */
void rw_inside_close(rw_inside *inside);

/* Answers a body sent to `target`; whether with status 200. Any thread. */
bool rw_inside_answer(rw_inside *inside, const char *target, const char *body, size_t length);

#endif
