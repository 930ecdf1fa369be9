#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/recording.h"

#define CHUNK ((size_t)64 * 1024)
#define CHECK_LENGTH ((size_t)16)
#define CHECK_START " check="
#define SESSION_START "rootwarp-recording "
#define RECORD_START "record at="

void rw_recording_reader_init(rw_recording_reader *reader, int fd)
{
    *reader = (rw_recording_reader){.fd = fd, .unread = UINT64_MAX};
}

void rw_recording_reader_bound(rw_recording_reader *reader, uint64_t length)
{
    reader->unread = length;
}

void rw_recording_reader_free(rw_recording_reader *reader)
{
    if (reader != NULL)
        free(reader->bytes);
}

/* Makes room for a chunk and the zero byte behind it. */
static bool make_room(rw_recording_reader *reader)
{
    if (reader->start > reader->end / 2) {
        memmove(reader->bytes, reader->bytes + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
    }
    if (reader->capacity - reader->end > CHUNK)
        return true;
    const size_t capacity = reader->capacity == 0 ? 2 * CHUNK : 2 * reader->capacity;
    char *grown = realloc(reader->bytes, capacity);
    if (grown == NULL)
        return false;
    reader->bytes = grown;
    reader->capacity = capacity;
    return true;
}

/* Has so many bytes in memory, or all there are. */
static rw_recording_status fill(rw_recording_reader *reader, size_t wanted)
{
    while (!reader->at_end && reader->end - reader->start < wanted) {
        if (!make_room(reader))
            return RW_RECORDING_NO_MEMORY;
        const size_t most = reader->unread < CHUNK ? (size_t)reader->unread : CHUNK;
        const ssize_t got = read(reader->fd, reader->bytes + reader->end, most);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return RW_RECORDING_UNREADABLE;
        reader->at_end = got == 0;
        reader->end += (size_t)got;
        reader->unread -= (uint64_t)got;
    }
    return RW_RECORDING_ENTRY;
}

/* Takes the word behind `name` from a line of words with one blank between them; NULL when another stands there, or it
 * is none. */
static char *take_word(char **line, const char *name)
{
    const size_t length = strlen(name);
    if (*line == NULL || strncmp(*line, name, length) != 0)
        return NULL;
    char *word = *line + length, *end = strchr(word, ' ');
    *line = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = '\0';
    return rw_recording_is_word(word) ? word : NULL;
}

/* A decimal number without sign or leading zeros. */
static bool take_number(char **line, const char *name, uint64_t maximum, uint64_t *out)
{
    const char *word = take_word(line, name);
    if (word == NULL || (word[0] == '0' && word[1] != '\0'))
        return false;
    uint64_t value = 0;
    for (; *word != '\0'; word++) {
        const unsigned digit = (unsigned)(*word - '0');
        if (digit > 9 || value > (maximum - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

static bool take_text(char **line, const char *name, char *out, size_t size)
{
    const char *word = take_word(line, name);
    if (word == NULL || strlen(word) >= size)
        return false;
    memcpy(out, word, strlen(word) + 1);
    return true;
}

static rw_recording_status read_session(rw_recording_reader *reader, char *line)
{
    rw_recording_session session;
    uint64_t format, solver;
    if (!take_number(&line, SESSION_START, INT32_MAX, &format))
        return RW_RECORDING_DAMAGED;
    if (format != RW_RECORDING_FORMAT)
        return RW_RECORDING_UNKNOWN;
    if (!take_text(&line, "release=", session.release, sizeof session.release) ||
        !take_text(&line, "commit=", session.commit, sizeof session.commit) ||
        !take_number(&line, "solver=", INT32_MAX, &solver) ||
        !take_text(&line, "started=", session.started, sizeof session.started) || line != NULL)
        return RW_RECORDING_DAMAGED;
    session.solver_version = (int)solver;
    reader->session = session;
    reader->sessions++;
    return RW_RECORDING_ENTRY;
}

/* Reads the facts of a record but for its checksum. */
static bool read_facts(char *line, rw_recording_entry *entry)
{
    uint64_t status, request, answer;
    const char *at = take_word(&line, RECORD_START);
    if (at == NULL || !rw_clock_parse_utc(at, strlen(at), &entry->at_ms) ||
        !take_number(&line, "status=", 999, &status) ||
        !take_number(&line, "catalog=", UINT64_MAX, &entry->catalog_version) ||
        !take_number(&line, "request=", RW_RECORDING_BODY_MAX, &request) ||
        !take_number(&line, "answer=", RW_RECORDING_BODY_MAX, &answer))
        return false;
    entry->method = take_word(&line, "method=");
    entry->target = take_word(&line, "target=");
    entry->request_id = take_word(&line, "id=");
    if (entry->method == NULL || entry->target == NULL || entry->request_id == NULL || line != NULL)
        return false;
    entry->status = (int)status;
    entry->request_length = (size_t)request;
    entry->answer_length = (size_t)answer;
    return true;
}

static bool check_fits(const char *piece, size_t line_length, size_t length)
{
    char check[CHECK_LENGTH + 1];
    const size_t facts = line_length - CHECK_LENGTH;
    snprintf(check, sizeof check, "%016" PRIx64,
             rw_recording_checksum(piece, facts, piece + line_length, length - line_length));
    return memcmp(check, piece + facts, CHECK_LENGTH) == 0;
}

/* How long the record is, from its line, which stays as it is. False when it is none. */
static bool measure(const char *piece, size_t line_length, size_t *length)
{
    static const char check[] = CHECK_START;
    char line[RW_RECORDING_LINE_MAX];
    const size_t facts = line_length - CHECK_LENGTH - (sizeof check - 1);
    rw_recording_entry entry;
    if (line_length <= CHECK_LENGTH + sizeof check || memcmp(piece + facts, check, sizeof check - 1) != 0)
        return false;
    memcpy(line, piece, facts);
    line[facts] = '\0';
    if (!read_facts(line, &entry))
        return false;
    *length = line_length + 1 + entry.request_length + 1 + entry.answer_length + 1;
    return true;
}

/* Whether another record begins in what is left. Then it was no crash that made this one longer than the file. */
static bool goes_on(const rw_recording_reader *reader)
{
    static const char start[] = "\n" RECORD_START;
    const char *at = reader->bytes + reader->start, *end = reader->bytes + reader->end;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= sizeof start - 1 && memcmp(at, start, sizeof start - 1) == 0)
            return true;
        at++;
    }
    return false;
}

static rw_recording_status read_record(rw_recording_reader *reader, size_t line_length, rw_recording_entry *entry,
                                       size_t *length)
{
    if (!measure(reader->bytes + reader->start, line_length, length))
        return RW_RECORDING_DAMAGED;
    const rw_recording_status status = fill(reader, *length);
    if (status != RW_RECORDING_ENTRY)
        return status;
    if (reader->end - reader->start < *length)
        return goes_on(reader) ? RW_RECORDING_DAMAGED : RW_RECORDING_TORN;
    char *piece = reader->bytes + reader->start;
    if (!check_fits(piece, line_length, *length))
        return RW_RECORDING_DAMAGED;
    piece[line_length - CHECK_LENGTH - strlen(CHECK_START)] = '\0';
    if (!read_facts(piece, entry))
        return RW_RECORDING_DAMAGED;
    entry->request = piece + line_length + 1;
    entry->answer = entry->request + entry->request_length + 1;
    const bool framed = entry->request[entry->request_length] == '\n' && entry->answer[entry->answer_length] == '\n';
    return framed ? RW_RECORDING_ENTRY : RW_RECORDING_DAMAGED;
}

/* Whether a torn line may have been going to be a piece. */
static bool may_be_piece(const char *line, size_t length)
{
    static const char *const starts[] = {SESSION_START, RECORD_START};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const size_t whole = strlen(starts[i]);
        if (memcmp(line, starts[i], length < whole ? length : whole) == 0)
            return true;
    }
    return false;
}

/* The line that comes next. TORN when the file ends in it. */
static rw_recording_status find_line(rw_recording_reader *reader, size_t *length)
{
    const rw_recording_status status = fill(reader, RW_RECORDING_LINE_MAX);
    if (status != RW_RECORDING_ENTRY)
        return status;
    const size_t there = reader->end - reader->start;
    if (there == 0)
        return RW_RECORDING_END;
    const char *line = reader->bytes + reader->start;
    const size_t seen = there < RW_RECORDING_LINE_MAX ? there : RW_RECORDING_LINE_MAX;
    const char *end = memchr(line, '\n', seen);
    if (memchr(line, '\0', end == NULL ? seen : (size_t)(end - line)) != NULL)
        return RW_RECORDING_DAMAGED;
    if (end == NULL)
        return seen < RW_RECORDING_LINE_MAX && may_be_piece(line, seen) ? RW_RECORDING_TORN : RW_RECORDING_DAMAGED;
    *length = (size_t)(end - line);
    return RW_RECORDING_ENTRY;
}

rw_recording_status rw_recording_next(rw_recording_reader *reader, rw_recording_entry *entry)
{
    for (;;) {
        size_t line;
        reader->offset = reader->whole;
        rw_recording_status status = find_line(reader, &line);
        if (status != RW_RECORDING_ENTRY)
            return status;
        char *piece = reader->bytes + reader->start;
        const bool session = strncmp(piece, SESSION_START, strlen(SESSION_START)) == 0;
        size_t length = line + 1;
        if (session) {
            piece[line] = '\0';
            status = read_session(reader, piece);
        } else {
            status = reader->sessions == 0 ? RW_RECORDING_DAMAGED : read_record(reader, line, entry, &length);
        }
        if (status != RW_RECORDING_ENTRY)
            return status;
        reader->start += length;
        reader->whole += length;
        if (!session)
            return RW_RECORDING_ENTRY;
    }
}

const char *rw_recording_status_text(rw_recording_status status)
{
    switch (status) {
    case RW_RECORDING_TORN:
        return "the file ends within a record, as after a crash";
    case RW_RECORDING_DAMAGED:
        return "what stands there is no record of a rootwarp recording, or was changed";
    case RW_RECORDING_UNKNOWN:
        return "the recording is of a newer release's format";
    case RW_RECORDING_UNREADABLE:
        return "the file cannot be read";
    case RW_RECORDING_NO_MEMORY:
        return "there is no memory for it";
    case RW_RECORDING_END:
    case RW_RECORDING_ENTRY:
    default:
        return "the file is whole";
    }
}
