/*
 * Recordings: the file in which requests and their answers stand, to be asked again. docs/guides/capture.md describes
 * the format for those who read it with something else.
 *
 * A file is a row of pieces, each written by one write and never changed: a line that opens a session (a daemon that
 * began to record), and records. A record is a line of facts, the bytes of the request's body and those of the answer's,
 * each ended by a line feed. Its line ends with a checksum of all of it, so that what a crash has cut off or a disk has
 * changed is told from what is whole. It defends against accidents, not against those who mean it.
 */
#ifndef RW_BASE_RECORDING_H
#define RW_BASE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

#define RW_RECORDING_FORMAT 1
#define RW_RECORDING_LINE_MAX 8192 /* bytes of a line of facts */
#define RW_RECORDING_BODY_MAX ((uint64_t)1 << 31)

/* Who recorded. */
typedef struct rw_recording_session {
    char release[64], commit[64];
    int solver_version;
    char started[32]; /* UTC */
} rw_recording_session;

/* One request and its answer. Texts are borrowed; none holds a blank or a control character. */
typedef struct rw_recording_entry {
    int64_t at_ms; /* when it was answered, since 1970 in UTC */
    int status;
    uint64_t catalog_version; /* that answered; 0: unknown */
    const char *method;
    const char *target;     /* with its query */
    const char *request_id; /* which problems in the answer name */
    const char *request;    /* its body */
    size_t request_length;
    const char *answer;
    size_t answer_length;
} rw_recording_entry;

/* Whether a text can be one word of a line of facts. */
bool rw_recording_is_word(const char *text);

/* Appends the line of a session. */
bool rw_recording_write_session(rw_buffer *out, const rw_recording_session *session);

/* The checksum of two texts, one behind the other: a change within eight bytes is always seen, any other but once in 2^64. */
uint64_t rw_recording_checksum(const char *first, size_t first_length, const char *second, size_t second_length);

/* Appends a record but for its checksum, which rw_recording_seal() puts in: who has no time to compute it leaves that to
 * another. False, with nothing appended, when a text cannot stand in a line or the buffer fails. */
bool rw_recording_write_entry(rw_buffer *out, const rw_recording_entry *entry);

/* Completes one whole record. */
void rw_recording_seal(char *record, size_t length);

typedef enum rw_recording_status {
    RW_RECORDING_ENTRY,     /* the next record */
    RW_RECORDING_END,       /* there is none */
    RW_RECORDING_TORN,      /* the file ends within a piece, as after a crash; what stood before it is whole */
    RW_RECORDING_DAMAGED,   /* what stands there is no piece of a recording */
    RW_RECORDING_UNKNOWN,   /* a session of a format that this release does not know */
    RW_RECORDING_UNREADABLE,/* errno says why */
    RW_RECORDING_NO_MEMORY
} rw_recording_status;

/* Reads a recording from its start. One thread. Fields are for reading only. */
typedef struct rw_recording_reader {
    int fd; /* borrowed */
    char *bytes;
    size_t start, end, capacity; /* of `bytes`: what was read from the file and not yet given out */
    uint64_t unread; /* bytes that may still be read from the file */
    bool at_end;
    uint64_t offset;              /* in the file, of the piece that was asked for last */
    uint64_t whole;               /* up to here whole pieces stand */
    rw_recording_session session; /* the last one */
    size_t sessions;
} rw_recording_reader;

void rw_recording_reader_init(rw_recording_reader *reader, int fd);

/* Reads only so many bytes of the file, as though it ended there: for one that is being written. Before the first record. */
void rw_recording_reader_bound(rw_recording_reader *reader, uint64_t length);

/* Reads the next record; *entry borrows from the reader until the next call. Any other status than ENTRY is final. Never
 * takes more memory than a few times what the file holds. */
rw_recording_status rw_recording_next(rw_recording_reader *reader, rw_recording_entry *entry);

/* What to say of a status that is final; static. */
const char *rw_recording_status_text(rw_recording_status status);

/* Takes NULL. */
void rw_recording_reader_free(rw_recording_reader *reader);

#endif
