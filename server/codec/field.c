#include "codec/field.h"

#include <assert.h>
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

const char *rw_field_type_name(rw_value value)
{
    switch (rw_tape_type_of(value)) {
    case RW_TAPE_OBJECT:
        return "an object";
    case RW_TAPE_ARRAY:
        return "a list";
    case RW_TAPE_TEXT:
        return "a text";
    case RW_TAPE_NUMBER:
        return "a number";
    case RW_TAPE_TRUE:
    case RW_TAPE_FALSE:
        return "true or false";
    case RW_TAPE_NULL:
        return "null";
    case RW_TAPE_ABSENT:
        break;
    }
    return "nothing";
}

bool rw_field_wrong_type(rw_decoder *decoder, const rw_json_path *path, rw_value value, const char *expected)
{
    if (rw_tape_is(value, RW_TAPE_NULL))
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

/* The rows of all tables, and which value of the object each was found for. */
typedef struct members {
    size_t count;
    const rw_field_spec *specs[RW_FIELD_SPECS_MAX];
    uint32_t found[RW_FIELD_SPECS_MAX]; /* its index; 0, which no member has: absent */
} members;

static void list_specs(const rw_field_table *tables, size_t table_count, members *list)
{
    list->count = 0;
    for (size_t t = 0; t < table_count; t++) {
        assert(list->count + tables[t].count <= RW_FIELD_SPECS_MAX);
        for (size_t i = 0; i < tables[t].count; i++) {
            list->specs[list->count] = &tables[t].specs[i];
            list->found[list->count++] = 0;
        }
    }
}

/* The row with this key, looked for from `start` on and then before it; the number of rows when there is none. */
static size_t find_spec(const members *list, const char *key, size_t start)
{
    size_t i = start;
    for (size_t tried = 0; tried < list->count; tried++) {
        if (i == list->count)
            i = 0;
        const char *known = list->specs[i]->key;
        if (known[0] == key[0] && strcmp(known, key) == 0)
            return i;
        i++;
    }
    return list->count;
}

/* Notes which member each row is for, and returns how many no row is for. Bodies mostly have the order of the rows. */
static size_t find_members(rw_value object, members *list)
{
    size_t unknown = 0;
    size_t start = 0;
    rw_tape_iterator member = rw_tape_iterate(object);
    while (rw_tape_next(&member)) {
        const size_t row = find_spec(list, rw_tape_text(member.key).data, start);
        if (row == list->count) {
            unknown++;
            continue;
        }
        list->found[row] = member.value.index;
        start = row + 1;
    }
    return unknown;
}

static bool decode_member(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                          void *target)
{
    const rw_json_path place = rw_json_path_key(path, spec->key);
    if (rw_tape_is(value, RW_TAPE_NULL)) {
        rw_field_report(decoder, &place, RW_FIELD_NULL_VALUE, "\"%s\" may not be null%s", spec->key,
                        spec->required ? "" : "; leave it out");
        return false;
    }
    const bool sound = spec->decode(decoder, &place, value, spec, (char *)target + spec->offset);
    if (sound && spec->flag != RW_FIELD_NO_FLAG)
        *(bool *)((char *)target + spec->flag) = true;
    return sound;
}

static void report_missing(rw_decoder *decoder, const rw_json_path *path, const rw_field_spec *spec)
{
    const rw_json_path place = rw_json_path_key(path, spec->key);
    rw_field_report(decoder, &place, RW_FIELD_MISSING, "the field \"%s\" is required", spec->key);
}

static bool decode_members(rw_decoder *decoder, const rw_json_path *path, const rw_tape *tape, const members *list,
                           void *target)
{
    bool sound = true;
    for (size_t i = 0; i < list->count; i++) {
        const rw_field_spec *spec = list->specs[i];
        if (spec->decode == NULL)
            continue;
        if (list->found[i] != 0) {
            const rw_value value = {tape, list->found[i]};
            sound = decode_member(decoder, path, value, spec, target) && sound;
        } else if (spec->required) {
            report_missing(decoder, path, spec);
            sound = false;
        }
    }
    return sound;
}

static void report_unknown(rw_decoder *decoder, const rw_json_path *path, const char *key, const members *list)
{
    rw_suggestion suggestion;
    rw_suggestion_init(&suggestion, key);
    for (size_t i = 0; i < list->count; i++)
        rw_suggestion_offer(&suggestion, list->specs[i]->key);
    const rw_json_path place = rw_json_path_key(path, key);
    if (suggestion.best != NULL)
        rw_field_report(decoder, &place, RW_FIELD_UNKNOWN_FIELD,
                        "there is no such field here; did you mean \"%s\"?", suggestion.best);
    else
        rw_field_report(decoder, &place, RW_FIELD_UNKNOWN_FIELD, "there is no such field here");
}

bool rw_field_object(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_table *tables,
                     size_t table_count, void *target)
{
    if (!rw_tape_is(value, RW_TAPE_OBJECT))
        return rw_field_wrong_type(decoder, path, value, "an object");
    members list;
    list_specs(tables, table_count, &list);
    const size_t unknown = find_members(value, &list);
    const bool sound = decode_members(decoder, path, value.tape, &list, target);
    if (unknown == 0)
        return sound;
    rw_tape_iterator member = rw_tape_iterate(value);
    while (rw_tape_next(&member)) {
        const char *key = rw_tape_text(member.key).data;
        if (find_spec(&list, key, 0) == list.count)
            report_unknown(decoder, path, key, &list);
    }
    return false;
}
