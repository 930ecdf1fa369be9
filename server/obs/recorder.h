/*
 * Writes a recording (base/recording.h) while the daemon serves.
 *
 * Whoever answers a request hands a copy of it over and goes on; a thread of the recorder's own writes. When it does not
 * keep up, records are dropped and counted. When the file has reached its bound, or the disk takes no more, recording
 * ends with a line in the log, and the file keeps every record that is whole.
 */
#ifndef RW_OBS_RECORDER_H
#define RW_OBS_RECORDER_H

#include "base/problem.h"
#include "base/recording.h"
#include "obs/log.h"
#include "obs/metrics.h"

typedef struct rw_recorder rw_recorder;

#define RW_RECORDER_QUEUE_BYTES ((size_t)32 * 1024 * 1024)

typedef struct rw_recorder_options {
    const char *path;
    uint64_t max_bytes;   /* the file grows to no more */
    size_t queue_bytes;   /* most that waits to be written; 0: RW_RECORDER_QUEUE_BYTES */
    const char *release, *commit;
    int solver_version;
    rw_log *log; /* outlives the recorder; may be NULL */
} rw_recorder_options;

typedef struct rw_recorder_counts {
    bool running;     /* records are taken */
    uint64_t records; /* written since the start */
    uint64_t dropped; /* taken and not written */
    uint64_t bytes;   /* in the file */
} rw_recorder_counts;

/* Makes the file, for its owner alone, or goes on in one that is a recording, whose end is cut where a crash has torn it;
 * in one that is full already it takes nothing, with a line in the log. NULL, with one sentence in the problem, when it is
 * anything else, a link, another user's, damaged, or in use by another recorder; nothing is written to what is no recording. */
rw_recorder *rw_recorder_open(const rw_recorder_options *options, rw_problem *problem);

/* Takes a copy. Any thread; never waits for the disk. */
void rw_recorder_take(rw_recorder *recorder, const rw_recording_entry *entry);

/* Any thread. */
rw_recorder_counts rw_recorder_read(const rw_recorder *recorder);

/* Registers its counts, for as long as it is there; false without memory. */
bool rw_recorder_register(rw_recorder *recorder, rw_metrics *metrics);

/* Writes what was taken and closes the file. No other thread may use the recorder any more. Takes NULL. */
void rw_recorder_close(rw_recorder *recorder);

#endif
