#include "obs/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

#define BATCH ((size_t)64 * 1024)

typedef struct rw_recorder_item {
    struct rw_recorder_item *next;
    rw_buffer record;
} rw_recorder_item;

struct rw_recorder {
    int fd;
    uint64_t max_bytes;
    size_t queue_bytes;
    rw_log *log;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    rw_recorder_item *first, **last; /* lock */
    bool closing;                    /* lock */
    atomic_size_t waiting;           /* bytes of the items; more only under the lock */
    char batch[BATCH];               /* of the writing thread: whole records, to be written at once */
    size_t batch_length, batch_records;
    atomic_bool running;
    atomic_uint_fast64_t records, dropped, bytes;
    char path[]; /* for the log */
};

/* ---- the file ---- */

typedef struct rw_reason {
    char text[128];
} rw_reason;

static rw_reason reason_of(int error)
{
    rw_reason reason;
    if (strerror_r(error, reason.text, sizeof reason.text) != 0)
        snprintf(reason.text, sizeof reason.text, "error %d", error);
    return reason;
}

static bool refuse(rw_problem *problem, const char *path, const char *why)
{
    rw_problem_set(problem, RW_PROBLEM_INTERNAL, "cannot record to %.300s: %s", path, why);
    return false;
}

static bool refuse_errno(rw_problem *problem, const char *path, int error)
{
    const rw_reason reason = reason_of(error);
    return refuse(problem, path, reason.text);
}

static bool open_file(const rw_recorder_options *options, int *fd, rw_problem *problem)
{
    struct stat status;
    /* O_NONBLOCK: a pipe in its place must not hold up the start. */
    *fd = open(options->path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (*fd < 0 && errno == ELOOP)
        return refuse(problem, options->path, "it is a symbolic link; name the file itself");
    if (*fd < 0 || fstat(*fd, &status) != 0)
        return refuse_errno(problem, options->path, errno);
    if (!S_ISREG(status.st_mode))
        return refuse(problem, options->path, "it is no regular file");
    if (status.st_uid != geteuid())
        return refuse(problem, options->path, "it belongs to another user, who could read what players do; name another file");
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0)
        return status.st_size > 0 || fchmod(*fd, 0600) == 0 || refuse_errno(problem, options->path, errno);
    return errno == EWOULDBLOCK ? refuse(problem, options->path, "another daemon records to it")
                                : refuse_errno(problem, options->path, errno);
}

/* Reads what is there already; *whole is where it may go on. */
static bool look_through(const rw_recorder_options *options, int fd, uint64_t *whole, rw_problem *problem)
{
    rw_recording_reader reader;
    rw_recording_entry entry;
    rw_recording_status status;
    char why[160];
    rw_recording_reader_init(&reader, fd);
    do
        status = rw_recording_next(&reader, &entry);
    while (status == RW_RECORDING_ENTRY);
    const int error = errno;
    *whole = reader.whole;
    const size_t sessions = reader.sessions;
    rw_recording_reader_free(&reader);
    if (status == RW_RECORDING_END || status == RW_RECORDING_TORN)
        return true;
    if (status == RW_RECORDING_UNREADABLE)
        return refuse_errno(problem, options->path, error);
    if (status == RW_RECORDING_DAMAGED && sessions == 0)
        return refuse(problem, options->path, "it holds something else than a recording; name another file");
    snprintf(why, sizeof why, "at byte %" PRIu64 ": %s; move it away", *whole, rw_recording_status_text(status));
    return refuse(problem, options->path, why);
}

/* Writes all of it at the end of the file, or nothing; 0, or what errno was. */
static int append(int fd, const char *bytes, size_t length, uint64_t size)
{
    size_t done = 0;
    while (done < length) {
        const ssize_t written = write(fd, bytes + done, length - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            const int error = written == 0 ? ENOSPC : errno;
            if (ftruncate(fd, (off_t)size) != 0)
                errno = error; /* a torn end is left, which readers recognise */
            return error;
        }
        done += (size_t)written;
    }
    return 0;
}

static void stop(rw_recorder *recorder, rw_log_level level, const char *why)
{
    if (!atomic_exchange(&recorder->running, false))
        return;
    rw_log_message(recorder->log, level, "recording",
                   "recording to %s ends with %" PRIuFAST64 " records since the start: %s", recorder->path,
                   atomic_load(&recorder->records), why);
}

/* In a file that is full already none is begun, and the recorder takes nothing. */
static bool begin_session(const rw_recorder_options *options, rw_recorder *recorder, uint64_t whole,
                          rw_problem *problem)
{
    rw_recording_session session = {.solver_version = options->solver_version};
    snprintf(session.release, sizeof session.release, "%s", options->release);
    snprintf(session.commit, sizeof session.commit, "%s", options->commit);
    rw_clock_format_utc(rw_clock_wall_ms(), session.started);
    rw_buffer line;
    rw_buffer_init(&line, RW_RECORDING_LINE_MAX);
    bool begun = rw_recording_write_session(&line, &session);
    atomic_store(&recorder->bytes, whole);
    if (!begun) {
        refuse(problem, options->path, "no memory");
    } else if (whole > options->max_bytes || line.length > options->max_bytes - whole) {
        stop(recorder, RW_LOG_WARN, "the file has reached record-max-bytes; move it away, or allow more, and restart");
    } else {
        int error = ftruncate(recorder->fd, (off_t)whole) == 0 ? 0 : errno;
        if (error == 0)
            error = append(recorder->fd, line.data, line.length, whole);
        begun = error == 0 || refuse_errno(problem, options->path, error);
        atomic_store(&recorder->bytes, whole + line.length);
    }
    rw_buffer_free(&line);
    return begun;
}

/* ---- the thread that writes ---- */

static void write_records(rw_recorder *recorder, const char *bytes, size_t length, size_t records)
{
    const uint64_t size = atomic_load(&recorder->bytes);
    const int error = append(recorder->fd, bytes, length, size);
    if (error == 0) {
        atomic_store(&recorder->bytes, size + length);
        atomic_fetch_add(&recorder->records, records);
        return;
    }
    const rw_reason reason = reason_of(error);
    atomic_fetch_add(&recorder->dropped, records);
    stop(recorder, RW_LOG_ERROR, reason.text);
}

static void write_batch(rw_recorder *recorder)
{
    if (recorder->batch_records > 0)
        write_records(recorder, recorder->batch, recorder->batch_length, recorder->batch_records);
    recorder->batch_length = recorder->batch_records = 0;
}

static void take_record(rw_recorder *recorder, const char *record, size_t length)
{
    if (length > BATCH - recorder->batch_length)
        write_batch(recorder);
    if (atomic_load(&recorder->running) &&
        length > recorder->max_bytes - atomic_load(&recorder->bytes) - recorder->batch_length) {
        write_batch(recorder);
        stop(recorder, RW_LOG_WARN, "the file has reached record-max-bytes");
    }
    if (!atomic_load(&recorder->running)) {
        atomic_fetch_add(&recorder->dropped, 1);
    } else if (length > BATCH) {
        write_records(recorder, record, length, 1);
    } else {
        memcpy(recorder->batch + recorder->batch_length, record, length);
        recorder->batch_length += length;
        recorder->batch_records++;
    }
}

/* Waits for what there is to write, all of it; NULL at the end. */
static rw_recorder_item *wait_items(rw_recorder *recorder)
{
    pthread_mutex_lock(&recorder->lock);
    while (recorder->first == NULL && !recorder->closing)
        pthread_cond_wait(&recorder->wake, &recorder->lock);
    rw_recorder_item *items = recorder->first;
    recorder->first = NULL;
    recorder->last = &recorder->first;
    pthread_mutex_unlock(&recorder->lock);
    return items;
}

static void *writer_run(void *context)
{
    rw_recorder *recorder = context;
    for (rw_recorder_item *item; (item = wait_items(recorder)) != NULL; write_batch(recorder))
        for (rw_recorder_item *next; item != NULL; item = next) {
            const size_t length = item->record.length;
            next = item->next;
            rw_recording_seal(item->record.data, length);
            take_record(recorder, item->record.data, length);
            rw_buffer_free(&item->record);
            free(item);
            atomic_fetch_sub(&recorder->waiting, length);
        }
    return NULL;
}

/* ---- life ---- */

static rw_recorder *make(const rw_recorder_options *options, int fd)
{
    rw_recorder *recorder = calloc(1, sizeof *recorder + strlen(options->path) + 1);
    if (recorder == NULL)
        return NULL;
    memcpy(recorder->path, options->path, strlen(options->path) + 1);
    recorder->fd = fd;
    recorder->max_bytes = options->max_bytes;
    recorder->queue_bytes = options->queue_bytes > 0 ? options->queue_bytes : RW_RECORDER_QUEUE_BYTES;
    recorder->log = options->log;
    recorder->last = &recorder->first;
    atomic_store(&recorder->running, true);
    return recorder;
}

static bool start_thread(rw_recorder *recorder)
{
    if (pthread_mutex_init(&recorder->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&recorder->wake, NULL) != 0)
        goto no_wake;
    if (pthread_create(&recorder->thread, NULL, writer_run, recorder) != 0)
        goto no_thread;
    return true;
no_thread:
    pthread_cond_destroy(&recorder->wake);
no_wake:
    pthread_mutex_destroy(&recorder->lock);
    return false;
}

rw_recorder *rw_recorder_open(const rw_recorder_options *options, rw_problem *problem)
{
    int fd = -1;
    uint64_t whole = 0;
    rw_recorder *recorder = NULL;
    if (!open_file(options, &fd, problem) || !look_through(options, fd, &whole, problem))
        goto failed;
    recorder = make(options, fd);
    if (recorder == NULL) {
        refuse(problem, options->path, "no memory");
        goto failed;
    }
    if (!begin_session(options, recorder, whole, problem))
        goto failed;
    if (!start_thread(recorder)) {
        refuse(problem, options->path, "no thread to write with");
        goto failed;
    }
    if (atomic_load(&recorder->running))
        rw_log_message(options->log, RW_LOG_INFO, "recording",
                       "requests and answers are recorded to %s, from byte %" PRIu64 " on", options->path, whole);
    return recorder;
failed:
    free(recorder);
    if (fd >= 0)
        close(fd);
    return NULL;
}

static rw_recorder_item *copy(const rw_recording_entry *entry, size_t most)
{
    rw_recorder_item *item = malloc(sizeof *item);
    if (item == NULL)
        return NULL;
    item->next = NULL;
    rw_buffer_init(&item->record, most);
    if (rw_recording_write_entry(&item->record, entry))
        return item;
    rw_buffer_free(&item->record);
    free(item);
    return NULL;
}

void rw_recorder_take(rw_recorder *recorder, const rw_recording_entry *entry)
{
    if (!atomic_load_explicit(&recorder->running, memory_order_relaxed))
        return;
    rw_recorder_item *item = copy(entry, recorder->queue_bytes);
    bool taken = false;
    if (item != NULL) {
        pthread_mutex_lock(&recorder->lock);
        taken = item->record.length <= recorder->queue_bytes - atomic_load(&recorder->waiting);
        if (taken) {
            if (recorder->first == NULL)
                pthread_cond_signal(&recorder->wake);
            atomic_fetch_add(&recorder->waiting, item->record.length);
            *recorder->last = item;
            recorder->last = &item->next;
        }
        pthread_mutex_unlock(&recorder->lock);
    }
    if (taken)
        return;
    atomic_fetch_add_explicit(&recorder->dropped, 1, memory_order_relaxed);
    if (item != NULL)
        rw_buffer_free(&item->record);
    free(item);
}

rw_recorder_counts rw_recorder_read(const rw_recorder *recorder)
{
    return (rw_recorder_counts){
        .running = atomic_load(&recorder->running),
        .records = atomic_load(&recorder->records),
        .dropped = atomic_load(&recorder->dropped),
        .bytes = atomic_load(&recorder->bytes),
    };
}

void rw_recorder_close(rw_recorder *recorder)
{
    if (recorder == NULL)
        return;
    pthread_mutex_lock(&recorder->lock);
    recorder->closing = true;
    pthread_cond_signal(&recorder->wake);
    pthread_mutex_unlock(&recorder->lock);
    pthread_join(recorder->thread, NULL);
    if (close(recorder->fd) != 0) {
        const rw_reason reason = reason_of(errno);
        stop(recorder, RW_LOG_ERROR, reason.text);
    }
    pthread_cond_destroy(&recorder->wake);
    pthread_mutex_destroy(&recorder->lock);
    free(recorder);
}

/* ---- what /metrics tells ---- */

static double read_running(void *context)
{
    return rw_recorder_read(context).running ? 1 : 0;
}

static double read_records(void *context)
{
    return (double)rw_recorder_read(context).records;
}

static double read_dropped(void *context)
{
    return (double)rw_recorder_read(context).dropped;
}

static double read_bytes(void *context)
{
    return (double)rw_recorder_read(context).bytes;
}

bool rw_recorder_register(rw_recorder *recorder, rw_metrics *metrics)
{
    return rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "rootwarp_recorder_running",
                               "1 while requests and answers are recorded, 0 when the file is full or failed.",
                               read_running, recorder) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_COUNTER, "rootwarp_recorder_records_total",
                               "Requests recorded with their answers.", read_records, recorder) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_COUNTER, "rootwarp_recorder_dropped_total",
                               "Requests not recorded because they came faster than they could be written, or the "
                               "file took no more.", read_dropped, recorder) &&
           rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "rootwarp_recorder_file_bytes",
                               "Length of the recording.", read_bytes, recorder);
}
