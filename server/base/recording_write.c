#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/recording.h"

#define HASH_LENGTH (RW_HASH_TEXT_SIZE - 1)
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
    rw_buffer_append_format(out, " method=%s target=%s id=%s hash=%0*d\n", entry->method, entry->target,
                            entry->request_id, HASH_LENGTH, 0);
    rw_buffer_append(out, entry->request, entry->request_length);
    rw_buffer_append_char(out, '\n');
    rw_buffer_append(out, entry->answer, entry->answer_length);
    return rw_buffer_append_char(out, '\n');
}

void rw_recording_seal(char *record, size_t length)
{
    char *end = memchr(record, '\n', length);
    if (end == NULL || end - record < HASH_LENGTH)
        return;
    rw_hash_stream stream;
    rw_hash_stream_begin(&stream);
    rw_hash_stream_add(&stream, record, (size_t)(end - record) - HASH_LENGTH);
    rw_hash_stream_add(&stream, end, length - (size_t)(end - record));
    const rw_hash hash = rw_hash_stream_end(&stream);
    memcpy(end - HASH_LENGTH, hash.text, HASH_LENGTH);
}
