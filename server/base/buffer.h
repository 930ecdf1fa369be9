/*
 * A growing run of bytes with a hard maximum.
 *
 * Failure is sticky: after the first append that does not fit or finds no memory every later append does nothing,
 * so that a writer may append freely and look at the status once at the end. What was appended before the failure
 * stays as it was. A buffer belongs to one thread at a time.
 */
#ifndef RW_BASE_BUFFER_H
#define RW_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reserve.h"

typedef enum rw_buffer_status {
    RW_BUFFER_OK = 0,
    RW_BUFFER_TOO_LONG, /* an append would have passed the maximum */
    RW_BUFFER_NO_MEMORY /* the allocator refused */
} rw_buffer_status;

/* Fields are for reading only. data is NULL until the first append; then data[length] is always a zero byte. */
typedef struct rw_buffer {
    char *data;
    size_t length;   /* bytes in use, the closing zero byte not counted */
    size_t capacity; /* bytes allocated that may be used: no more than the maximum and a zero byte */
    size_t maximum;  /* length never passes this */
    rw_buffer_status status;
    rw_reserve *reserve; /* where large allocations come from and go to; NULL: malloc and free */
} rw_buffer;

/* Makes an empty buffer that will hold at most `maximum` bytes. Allocates nothing. */
void rw_buffer_init(rw_buffer *buffer, size_t maximum);

/* Releases the bytes and leaves an empty buffer with the same maximum and reserve. Takes NULL. */
void rw_buffer_free(rw_buffer *buffer);

/* From now on large allocations come from a reserve, which is borrowed. */
void rw_buffer_use(rw_buffer *buffer, rw_reserve *reserve);

/* Forgets content and failure and keeps the allocation. */
void rw_buffer_clear(rw_buffer *buffer);

/* The same, but releases an allocation of more than so many bytes. */
void rw_buffer_trim(rw_buffer *buffer, size_t capacity_max);

/* Forgets content and failure, keeps the allocation, and sets another maximum. */
void rw_buffer_restart(rw_buffer *buffer, size_t maximum);

bool rw_buffer_ok(const rw_buffer *buffer);

/* Makes it fail as a lack of memory does: for who found no memory for what was to be appended. */
void rw_buffer_fail(rw_buffer *buffer);

/* Makes room for `more` further bytes, so that appending them cannot fail. */
bool rw_buffer_reserve(rw_buffer *buffer, size_t more);

/* Each append returns whether the buffer is still sound; nothing is ever appended in part. */
bool rw_buffer_append(rw_buffer *buffer, const void *bytes, size_t length);
bool rw_buffer_append_text(rw_buffer *buffer, const char *text);

/* Private: when there is no room, or there was none before. */
bool rw_buffer_append_char_slowly(rw_buffer *buffer, char character);

static inline bool rw_buffer_append_char(rw_buffer *buffer, char character)
{
    if (buffer->status != RW_BUFFER_OK || buffer->capacity - buffer->length < 2)
        return rw_buffer_append_char_slowly(buffer, character);
    buffer->data[buffer->length++] = character;
    buffer->data[buffer->length] = '\0';
    return true;
}

/* printf into the buffer. Doubles belong in rw_buffer_append_number: printf obeys the locale. */
bool rw_buffer_append_format(rw_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text of rw_number_format; value must be finite. */
bool rw_buffer_append_number(rw_buffer *buffer, double value);
bool rw_buffer_append_u64(rw_buffer *buffer, uint64_t value);

/*
 * Hands the bytes over: returns them, ended by a zero byte, for the caller to free(), stores their length, and
 * leaves the buffer empty. An empty buffer gives an allocated empty text. Returns NULL, with *length untouched
 * and the buffer unchanged, when the buffer has failed or no memory is left.
 */
char *rw_buffer_steal(rw_buffer *buffer, size_t *length);

#endif
