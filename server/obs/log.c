#include "obs/log.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"

/* A write of this much to a pipe that polls as writable does not block. */
#define CHUNK 4096
#define CLOSE_PATIENCE_NS INT64_C(1000000000)
#define TAIL_ROOM 4 /* the closing brace and newline, and a cut string's quote */

struct rw_log {
    int fd;
    rw_log_level level;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool closing;              /* lock */
    int64_t deadline_ns;       /* lock; when closing: give up then */
    size_t start, used;        /* lock; the ring's content is start .. start + used, modulo its size */
    uint64_t dropped_unlogged; /* lock */
    atomic_uint_fast64_t dropped;
    char ring[RW_LOG_RING_SIZE];
};

/* Waits until the descriptor takes a chunk; false when the log is closing and its patience has ended. */
static bool wait_writable(rw_log *log)
{
    for (;;) {
        struct pollfd poller = {.fd = log->fd, .events = POLLOUT};
        const int ready = poll(&poller, 1, 100);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
        pthread_mutex_lock(&log->lock);
        const bool give_up = log->closing && rw_clock_monotonic_ns() > log->deadline_ns;
        pthread_mutex_unlock(&log->lock);
        if (give_up)
            return false;
    }
}

/* Writes all of it, or as much as can be written. */
static bool write_out(rw_log *log, const char *bytes, size_t length)
{
    while (length > 0) {
        if (!wait_writable(log))
            return false;
        const ssize_t written = write(log->fd, bytes, length < CHUNK ? length : CHUNK);
        if (written < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (written < 0)
            return true; /* nobody will ever read it: a closed log must not stop the daemon */
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static void report_dropped(rw_log *log, uint64_t count)
{
    rw_log_line line;
    rw_log_begin(&line, log, RW_LOG_ERROR, "log_dropped");
    rw_log_integer(&line, "lines", (int64_t)count);
    rw_log_end(&line);
}

static void *writer_run(void *context)
{
    rw_log *log = context;
    char chunk[CHUNK];
    bool alive = true;
    pthread_mutex_lock(&log->lock);
    while (alive) {
        while (log->used == 0 && !log->closing)
            pthread_cond_wait(&log->wake, &log->lock);
        if (log->used == 0)
            break;
        size_t length = RW_LOG_RING_SIZE - log->start;
        length = length > log->used ? log->used : length;
        length = length > CHUNK ? CHUNK : length;
        memcpy(chunk, log->ring + log->start, length);
        log->start = (log->start + length) % RW_LOG_RING_SIZE;
        log->used -= length;
        const uint64_t dropped = log->dropped_unlogged;
        const bool report = dropped != 0 && log->used < RW_LOG_RING_SIZE / 2;
        if (report)
            log->dropped_unlogged = 0;
        pthread_mutex_unlock(&log->lock);
        alive = write_out(log, chunk, length);
        if (report)
            report_dropped(log, dropped);
        pthread_mutex_lock(&log->lock);
    }
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

rw_log *rw_log_open(int fd, rw_log_level level)
{
    rw_log *log = calloc(1, sizeof *log);
    if (log == NULL)
        return NULL;
    log->fd = fd;
    log->level = level;
    if (pthread_mutex_init(&log->lock, NULL) != 0)
        goto no_lock;
    if (pthread_cond_init(&log->wake, NULL) != 0)
        goto no_wake;
    if (pthread_create(&log->thread, NULL, writer_run, log) != 0)
        goto no_thread;
    return log;
no_thread:
    pthread_cond_destroy(&log->wake);
no_wake:
    pthread_mutex_destroy(&log->lock);
no_lock:
    free(log);
    return NULL;
}

void rw_log_close(rw_log *log)
{
    if (log == NULL)
        return;
    pthread_mutex_lock(&log->lock);
    log->closing = true;
    log->deadline_ns = rw_clock_monotonic_ns() + CLOSE_PATIENCE_NS;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->lock);
    pthread_join(log->thread, NULL);
    pthread_cond_destroy(&log->wake);
    pthread_mutex_destroy(&log->lock);
    free(log);
}

uint64_t rw_log_dropped(const rw_log *log)
{
    return atomic_load_explicit(&log->dropped, memory_order_relaxed);
}

static void put_bytes(rw_log_line *line, const char *bytes, size_t length)
{
    memcpy(line->text + line->length, bytes, length);
    line->length += length;
}

static size_t room(const rw_log_line *line)
{
    return RW_LOG_LINE_SIZE - TAIL_ROOM - line->length;
}

/* Adds ,"key": and a value that is written as it stands, or nothing when it does not fit. */
static void put_plain(rw_log_line *line, const char *key, const char *value, size_t length)
{
    if (line->skip || room(line) < strlen(key) + length + 4)
        return;
    put_bytes(line, ",\"", 2);
    put_bytes(line, key, strlen(key));
    put_bytes(line, "\":", 2);
    put_bytes(line, value, length);
}

/* Length of the well-formed UTF-8 sequence at text, 0 when there is none. */
static size_t utf8_length(const unsigned char *text, size_t left)
{
    const unsigned char lead = text[0];
    if (lead < 0x80)
        return 1;
    const size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3
                        : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
    if (length == 0 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    if ((lead == 0xE0 && text[1] < 0xA0) || (lead == 0xED && text[1] >= 0xA0) || (lead == 0xF0 && text[1] < 0x90) ||
        (lead == 0xF4 && text[1] >= 0x90))
        return 0;
    return length;
}

void rw_log_text_n(rw_log_line *line, const char *key, const char *text, size_t length)
{
    if (line->skip || text == NULL || room(line) < strlen(key) + 16)
        return;
    put_bytes(line, ",\"", 2);
    put_bytes(line, key, strlen(key));
    put_bytes(line, "\":\"", 3);
    const unsigned char *at = (const unsigned char *)text;
    for (size_t left = length; left > 0 && room(line) >= 8;) {
        size_t step = utf8_length(at, left);
        if (step == 0 || (step == 1 && (*at < 0x20 || *at == 0x7F))) {
            char escape[8];
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*at);
            put_bytes(line, escape, 6);
            step = 1;
        } else {
            if (*at == '"' || *at == '\\')
                put_bytes(line, "\\", 1);
            put_bytes(line, (const char *)at, step);
        }
        at += step;
        left -= step;
    }
    put_bytes(line, "\"", 1);
}

void rw_log_text(rw_log_line *line, const char *key, const char *text)
{
    if (text != NULL)
        rw_log_text_n(line, key, text, strlen(text));
}

void rw_log_integer(rw_log_line *line, const char *key, int64_t value)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRId64, value);
    put_plain(line, key, digits, (size_t)length);
}

void rw_log_real(rw_log_line *line, const char *key, double value)
{
    char digits[RW_NUMBER_TEXT_SIZE];
    if (isfinite(value))
        put_plain(line, key, digits, rw_number_format(value, digits));
    else
        put_plain(line, key, "null", 4);
}

void rw_log_flag(rw_log_line *line, const char *key, bool value)
{
    put_plain(line, key, value ? "true" : "false", value ? 4 : 5);
}

void rw_log_begin(rw_log_line *line, rw_log *log, rw_log_level level, const char *event)
{
    static const char *const names[] = {"debug", "info", "warn", "error"};
    line->log = log;
    line->length = 0;
    line->skip = log == NULL || level < log->level;
    if (line->skip)
        return;
    char when[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(rw_clock_wall_ms(), when);
    line->length = (size_t)snprintf(line->text, RW_LOG_LINE_SIZE, "{\"ts\":\"%s\",\"level\":\"%s\"", when, names[level]);
    rw_log_text(line, "event", event);
}

void rw_log_end(rw_log_line *line)
{
    if (line->skip)
        return;
    rw_log *log = line->log;
    memcpy(line->text + line->length, "}\n", 2);
    const size_t length = line->length + 2;
    pthread_mutex_lock(&log->lock);
    if (RW_LOG_RING_SIZE - log->used < length) {
        log->dropped_unlogged++;
        atomic_fetch_add_explicit(&log->dropped, 1, memory_order_relaxed);
    } else {
        const size_t end = (log->start + log->used) % RW_LOG_RING_SIZE;
        const size_t first = RW_LOG_RING_SIZE - end < length ? RW_LOG_RING_SIZE - end : length;
        memcpy(log->ring + end, line->text, first);
        memcpy(log->ring, line->text + first, length - first);
        if (log->used == 0)
            pthread_cond_signal(&log->wake);
        log->used += length;
    }
    pthread_mutex_unlock(&log->lock);
    line->skip = true;
}

void rw_log_message(rw_log *log, rw_log_level level, const char *event, const char *format, ...)
{
    rw_log_line line;
    rw_log_begin(&line, log, level, event);
    if (line.skip)
        return;
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rw_log_text(&line, "message", text);
    rw_log_end(&line);
}
