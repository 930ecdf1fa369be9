/*
 * The process about itself: memory, descriptors, time, processors.
 */
#ifndef RW_OBS_PROCESS_H
#define RW_OBS_PROCESS_H

#include <stdbool.h>

#include "obs/metrics.h"

/* Registers process_start_time_seconds, process_cpu_seconds_total, process_resident_memory_bytes,
 * process_open_fds, process_max_fds and process_threads. False without memory. */
bool rw_process_register(rw_metrics *metrics);

/* How many threads can run at once here: the smaller of the affinity mask and the cgroup's processor quota (version
 * 2 or 1) rounded up; at least 1. */
unsigned rw_process_cpu_limit(void);

/* Reads a quota as the file cpu.max holds it ("max 100000", "150000 100000"): processors, rounded up, or 0 when
 * there is no quota or the text is none. */
unsigned rw_process_parse_cpu_max(const char *text);

#endif
