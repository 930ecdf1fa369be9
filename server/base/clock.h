/*
 * The two clocks, and UTC times as text. Thread safe.
 */
#ifndef RW_BASE_CLOCK_H
#define RW_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_CLOCK_TEXT_SIZE 32

/* Nanoseconds since an arbitrary start; never goes back. For durations and deadlines. */
int64_t rw_clock_monotonic_ns(void);

/* Milliseconds since 1970-01-01T00:00:00Z. May jump when the system's clock is set. */
int64_t rw_clock_wall_ms(void);

/* Writes RFC 3339 in UTC with milliseconds, as 2026-01-02T03:04:05.678Z, and a zero byte; returns the length.
 * Times outside the years 0000 to 9999 are written as the nearest end of that range. */
size_t rw_clock_format_utc(int64_t wall_ms, char out[RW_CLOCK_TEXT_SIZE]);

/* Reads what rw_clock_format_utc writes, and nothing else. False, with *wall_ms untouched, for any other text. */
bool rw_clock_parse_utc(const char *text, size_t length, int64_t *wall_ms);

#endif
