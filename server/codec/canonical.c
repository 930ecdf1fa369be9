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
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool write_value(rw_json_writer *writer, const json_t *value, bool outermost);

static bool write_object(rw_json_writer *writer, const json_t *object, bool outermost)
{
    const size_t size = json_object_size(object);
    const char **keys = malloc((size > 0 ? size : 1) * sizeof *keys);
    if (keys == NULL)
        return false;
    size_t count = 0;
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)object, key, member)
    {
        if (!outermost || !rw_canonical_is_read_only(key))
            keys[count++] = key;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    bool ok = true;
    rw_json_object_begin(writer);
    for (size_t i = 0; ok && i < count; i++) {
        rw_json_key(writer, keys[i]);
        ok = write_value(writer, json_object_get(object, keys[i]), false);
    }
    if (ok)
        rw_json_object_end(writer);
    free(keys);
    return ok;
}

static bool write_array(rw_json_writer *writer, const json_t *array)
{
    rw_json_array_begin(writer);
    const size_t count = json_array_size(array);
    for (size_t i = 0; i < count; i++) {
        if (!write_value(writer, json_array_get(array, i), false))
            return false;
    }
    rw_json_array_end(writer);
    return true;
}

/* Bodies are bounded in depth, so the recursion is. */
static bool write_value(rw_json_writer *writer, const json_t *value, bool outermost)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return write_object(writer, value, outermost);
    case JSON_ARRAY:
        return write_array(writer, value);
    case JSON_STRING:
        rw_json_text_n(writer, json_string_value(value), json_string_length(value));
        break;
    case JSON_REAL:
    case JSON_INTEGER:
        rw_json_number(writer, json_number_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        rw_json_bool(writer, json_is_true(value));
        break;
    case JSON_NULL:
        rw_json_null(writer);
        break;
    }
    return rw_buffer_ok(writer->buffer);
}

bool rw_canonical_write(rw_buffer *buffer, const json_t *document)
{
    rw_json_writer writer;
    rw_json_writer_init(&writer, buffer);
    return write_value(&writer, document, true) && rw_buffer_ok(buffer);
}
