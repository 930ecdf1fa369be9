#include "codec/field.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "codec/pointer.h"
#include "codec/suggest.h"

rw_json_path rw_json_path_key(const rw_json_path *parent, const char *key)
{
    return (rw_json_path){.parent = parent, .key = key};
}

rw_json_path rw_json_path_index(const rw_json_path *parent, size_t index)
{
    return (rw_json_path){.parent = parent, .index = index};
}

/* Bodies are at most RW_CODEC_DEPTH_MAX deep, and so are paths. */
static void render(const rw_json_path *path, rw_pointer *pointer)
{
    const rw_json_path *steps[RW_CODEC_DEPTH_MAX + 1];
    size_t count = 0;
    for (; path != NULL && count < RW_CODEC_DEPTH_MAX + 1; path = path->parent)
        steps[count++] = path;
    while (count > 0) {
        const rw_json_path *step = steps[--count];
        if (step->key != NULL)
            rw_pointer_key(pointer, step->key);
        else
            rw_pointer_index(pointer, step->index);
    }
}

void rw_field_report(rw_decoder *decoder, const rw_json_path *path, rw_field_code code, const char *format, ...)
{
    char text[RW_PROBLEM_POINTER_MAX + 1];
    rw_pointer pointer;
    rw_pointer_init(&pointer, text, sizeof text);
    rw_pointer_raw(&pointer, decoder->prefix);
    render(path, &pointer);
    char detail[RW_PROBLEM_DETAIL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    rw_problem_add_field(decoder->problem, text, code, "%s", detail);
}

const char *rw_field_type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        return "null";
    }
    return "something else";
}

bool rw_field_wrong_type(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const char *expected)
{
    if (json_is_null(value))
        rw_field_report(decoder, path, RW_FIELD_NULL_VALUE, "%s is wanted here, not null", expected);
    else
        rw_field_report(decoder, path, RW_FIELD_WRONG_TYPE, "%s is wanted here, not %s", expected,
                        rw_field_type_name(value));
    return false;
}

void *rw_decoder_allocate(rw_decoder *decoder, size_t count, size_t size)
{
    void *memory = rw_arena_allocate(decoder->arena, count, size);
    if (memory == NULL)
        decoder->no_memory = true;
    return memory;
}

char *rw_decoder_text(rw_decoder *decoder, const char *text, size_t length)
{
    char *copy = rw_arena_text(decoder->arena, text, length);
    if (copy == NULL)
        decoder->no_memory = true;
    return copy;
}

static bool decode_member(rw_decoder *decoder, const rw_json_path *path, const json_t *object,
                          const rw_field_spec *spec, void *target)
{
    if (spec->decode == NULL)
        return true;
    const json_t *value = json_object_get(object, spec->key);
    const rw_json_path place = rw_json_path_key(path, spec->key);
    if (value == NULL) {
        if (spec->required)
            rw_field_report(decoder, &place, RW_FIELD_MISSING, "the field \"%s\" is required", spec->key);
        return !spec->required;
    }
    if (json_is_null(value)) {
        rw_field_report(decoder, &place, RW_FIELD_NULL_VALUE, "\"%s\" may not be null%s", spec->key,
                        spec->required ? "" : "; leave it out");
        return false;
    }
    const bool sound = spec->decode(decoder, &place, value, spec, (char *)target + spec->offset);
    if (sound && spec->flag != RW_FIELD_NO_FLAG)
        *(bool *)((char *)target + spec->flag) = true;
    return sound;
}

static const rw_field_spec *find_spec(const rw_field_table *tables, size_t table_count, const char *key)
{
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t].count; i++) {
            if (strcmp(tables[t].specs[i].key, key) == 0)
                return &tables[t].specs[i];
        }
    }
    return NULL;
}

static void report_unknown(rw_decoder *decoder, const rw_json_path *path, const char *key, const rw_field_table *tables,
                           size_t table_count)
{
    rw_suggestion suggestion;
    rw_suggestion_init(&suggestion, key);
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t].count; i++)
            rw_suggestion_offer(&suggestion, tables[t].specs[i].key);
    }
    const rw_json_path place = rw_json_path_key(path, key);
    if (suggestion.best != NULL)
        rw_field_report(decoder, &place, RW_FIELD_UNKNOWN_FIELD,
                        "there is no such field here; did you mean \"%s\"?", suggestion.best);
    else
        rw_field_report(decoder, &place, RW_FIELD_UNKNOWN_FIELD, "there is no such field here");
}

bool rw_field_object(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const rw_field_table *tables,
                     size_t table_count, void *target)
{
    if (!json_is_object(value))
        return rw_field_wrong_type(decoder, path, value, "an object");
    bool sound = true;
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t].count; i++)
            sound = decode_member(decoder, path, value, &tables[t].specs[i], target) && sound;
    }
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)value, key, member)
    {
        if (find_spec(tables, table_count, key) == NULL) {
            report_unknown(decoder, path, key, tables, table_count);
            sound = false;
        }
    }
    return sound;
}
