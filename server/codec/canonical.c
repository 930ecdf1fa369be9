#include "codec/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "codec/json_write.h"

static const char *const read_only[] = {"name",    "revision", "content_hash",  "created_at",
                                        "derived", "findings", "clip_revision", NULL};

bool rw_canonical_is_read_only(const char *key)
{
    for (size_t i = 0; read_only[i] != NULL; i++) {
        if (strcmp(read_only[i], key) == 0)
            return true;
    }
    return false;
}

static int compare_keys(const void *a, const void *b)
{
    const rw_tape_iterator *left = a;
    const rw_tape_iterator *right = b;
    return strcmp(rw_tape_text(left->key).data, rw_tape_text(right->key).data);
}

static bool write_value(rw_json_writer *writer, rw_value value, bool outermost);

static bool write_object(rw_json_writer *writer, rw_value object, bool outermost)
{
    const size_t size = rw_tape_count(object);
    rw_tape_iterator *members = malloc((size > 0 ? size : 1) * sizeof *members);
    if (members == NULL)
        return false;
    size_t count = 0;
    rw_tape_iterator member = rw_tape_iterate(object);
    while (rw_tape_next(&member)) {
        if (!outermost || !rw_canonical_is_read_only(rw_tape_text(member.key).data))
            members[count++] = member;
    }
    qsort(members, count, sizeof *members, compare_keys);
    bool ok = true;
    rw_json_object_begin(writer);
    for (size_t i = 0; ok && i < count; i++) {
        rw_json_any_key(writer, rw_tape_text(members[i].key).data);
        ok = write_value(writer, members[i].value, false);
    }
    if (ok)
        rw_json_object_end(writer);
    free(members);
    return ok;
}

static bool write_array(rw_json_writer *writer, rw_value array)
{
    rw_json_array_begin(writer);
    rw_tape_iterator element = rw_tape_iterate(array);
    while (rw_tape_next(&element)) {
        if (!write_value(writer, element.value, false))
            return false;
    }
    rw_json_array_end(writer);
    return true;
}

/* Bodies are bounded in depth, so the recursion is. */
static bool write_value(rw_json_writer *writer, rw_value value, bool outermost)
{
    switch (rw_tape_type_of(value)) {
    case RW_TAPE_OBJECT:
        return write_object(writer, value, outermost);
    case RW_TAPE_ARRAY:
        return write_array(writer, value);
    case RW_TAPE_TEXT:
        rw_json_text_n(writer, rw_tape_text(value).data, rw_tape_text(value).length);
        break;
    case RW_TAPE_NUMBER:
        rw_json_number(writer, rw_tape_number(value));
        break;
    case RW_TAPE_TRUE:
    case RW_TAPE_FALSE:
        rw_json_bool(writer, rw_tape_is(value, RW_TAPE_TRUE));
        break;
    case RW_TAPE_NULL:
    case RW_TAPE_ABSENT:
        rw_json_null(writer);
        break;
    }
    return rw_buffer_ok(writer->buffer);
}

bool rw_canonical_write(rw_buffer *buffer, rw_value document)
{
    rw_json_writer writer;
    rw_json_writer_init(&writer, buffer);
    return write_value(&writer, document, true) && rw_buffer_ok(buffer);
}

bool rw_canonical_write_value(rw_json_writer *writer, rw_value value)
{
    return write_value(writer, value, false);
}
