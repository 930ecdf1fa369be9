/*
 * The structured log: one JSON object a line.
 *
 * A line is built on the caller's stack and handed to a bounded ring under a short lock; a thread of the log's own
 * writes the ring out. No caller ever waits for the descriptor: when the ring is full the line is dropped and
 * counted, and the count is logged once there is room again. All functions may be called from any thread.
 */
#ifndef RW_OBS_LOG_H
#define RW_OBS_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rw_log_level { RW_LOG_DEBUG, RW_LOG_INFO, RW_LOG_WARN, RW_LOG_ERROR } rw_log_level;

typedef struct rw_log rw_log;

#define RW_LOG_LINE_SIZE 2048
#define RW_LOG_RING_SIZE 262144 /* bytes a log may hold back */

/* Starts a log on a descriptor that the caller keeps open until rw_log_close(). Lines below `level` are left out.
 * NULL without memory or threads. */
rw_log *rw_log_open(int fd, rw_log_level level);

/* Writes out what is held back, for at most a second when the reader of the descriptor has stopped reading, and ends
 * the log. Takes NULL. No other thread may use the log any more. */
void rw_log_close(rw_log *log);

/* Lines dropped since the start. */
uint64_t rw_log_dropped(const rw_log *log);

/* A line being built. Fields that no longer fit are cut or left out; the line stays valid JSON. */
typedef struct rw_log_line {
    rw_log *log;
    bool skip; /* below the level, or no log: every call does nothing */
    size_t length;
    char text[RW_LOG_LINE_SIZE];
} rw_log_line;

/* Begins a line with ts, level and event. A log of NULL takes lines and forgets them. */
void rw_log_begin(rw_log_line *line, rw_log *log, rw_log_level level, const char *event);

/* Keys are plain identifiers and not escaped. A text is escaped: control characters, DEL and bytes that are no
 * UTF-8 become \u escapes. A text of NULL leaves the field out. */
void rw_log_text(rw_log_line *line, const char *key, const char *text);
void rw_log_text_n(rw_log_line *line, const char *key, const char *text, size_t length);
void rw_log_integer(rw_log_line *line, const char *key, int64_t value);
void rw_log_real(rw_log_line *line, const char *key, double value);
void rw_log_flag(rw_log_line *line, const char *key, bool value);

/* Hands the line over. */
void rw_log_end(rw_log_line *line);

/* A line with nothing but a message. */
void rw_log_message(rw_log *log, rw_log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
