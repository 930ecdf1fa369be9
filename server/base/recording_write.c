#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/recording.h"

#define CHECK_LENGTH 16 /* hexadecimal digits */
#define FACTS_MAX ((size_t)512) /* of a record's line, but for its three texts */

bool rw_recording_is_word(const char *text)
{
    if (*text == '\0')
        return false;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++)
        if (*at <= ' ' || *at == 0x7F)
            return false;
    return true;
}

/* A step that no two states or words lead to the same state by. */
static uint64_t mix(uint64_t state, uint64_t word)
{
    state = (state ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return state ^ state >> 32;
}

/* The first byte is the lowest; compilers make one load of it. */
static uint64_t read_word(const unsigned char *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
           (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* The last word is filled up with zeros. */
static uint64_t mix_text(uint64_t state, const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char rest[8] = {0};
    for (; length >= 8; length -= 8, bytes += 8)
        state = mix(state, read_word(bytes));
    if (length == 0)
        return state;
    memcpy(rest, bytes, length);
    return mix(state, read_word(rest));
}

uint64_t rw_recording_checksum(const char *first, size_t first_length, const char *second, size_t second_length)
{
    return mix_text(mix_text(1, first, first_length), second, second_length);
}

bool rw_recording_write_session(rw_buffer *out, const rw_recording_session *session)
{
    if (!rw_recording_is_word(session->release) || !rw_recording_is_word(session->commit) || !rw_recording_is_word(session->started))
        return false;
    return rw_buffer_append_format(out, "rootwarp-recording %d release=%s commit=%s solver=%d started=%s\n",
                                   RW_RECORDING_FORMAT, session->release, session->commit, session->solver_version,
                                   session->started);
}

bool rw_recording_write_entry(rw_buffer *out, const rw_recording_entry *entry)
{
    const size_t words = strlen(entry->method) + strlen(entry->target) + strlen(entry->request_id);
    if (!rw_recording_is_word(entry->method) || !rw_recording_is_word(entry->target) || !rw_recording_is_word(entry->request_id) ||
        words > RW_RECORDING_LINE_MAX - FACTS_MAX || entry->request_length > RW_RECORDING_BODY_MAX || entry->answer_length > RW_RECORDING_BODY_MAX)
        return false;
    char at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(entry->at_ms, at);
    if (!rw_buffer_reserve(out, FACTS_MAX + words + entry->request_length + entry->answer_length + 2))
        return false;
    rw_buffer_append_format(out, "record at=%s status=%d catalog=%" PRIu64 " request=%zu answer=%zu", at,
                            entry->status, entry->catalog_version, entry->request_length, entry->answer_length);
    rw_buffer_append_format(out, " method=%s target=%s id=%s check=%0*d\n", entry->method, entry->target,
                            entry->request_id, CHECK_LENGTH, 0);
    rw_buffer_append(out, entry->request, entry->request_length);
    rw_buffer_append_char(out, '\n');
    rw_buffer_append(out, entry->answer, entry->answer_length);
    return rw_buffer_append_char(out, '\n');
}

void rw_recording_seal(char *record, size_t length)
{
    char *end = memchr(record, '\n', length);
    if (end == NULL || end - record < CHECK_LENGTH)
        return;
    const size_t facts = (size_t)(end - record) - CHECK_LENGTH;
    uint64_t check = rw_recording_checksum(record, facts, end, length - (size_t)(end - record));
    for (size_t i = CHECK_LENGTH; i-- > 0; check >>= 4)
        record[facts + i] = "0123456789abcdef"[check & 15];
}
