#include "tape_oracle.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "codec/json_read.h"
#include "codec/tape.h"

#define PLACES_MAX 8 /* elements of an array that are also asked for by their place */

/* NULL where the two are the same, else what is not. */
static const char *compare_value(rw_value value, const json_t *expected);

static const char *compare_text(rw_tape_string text, const char *expected, size_t length)
{
    return text.length == length && memcmp(text.data, expected, length) == 0 ? NULL : "a text differs";
}

static const char *compare_number(double number, double expected)
{
    return memcmp(&number, &expected, sizeof number) == 0 ? NULL : "a number differs";
}

static const char *compare_array(rw_value array, const json_t *expected)
{
    if (rw_tape_count(array) != json_array_size(expected))
        return "arrays differ in length";
    rw_tape_iterator element = rw_tape_iterate(array);
    size_t place = 0;
    while (rw_tape_next(&element)) {
        const char *difference = compare_value(element.value, json_array_get(expected, place));
        if (difference != NULL)
            return difference;
        if (place < PLACES_MAX && rw_tape_at(array, place).index != element.value.index)
            return "an element is not found at its place";
        place++;
    }
    if (place != json_array_size(expected) || rw_tape_present(rw_tape_at(array, place)))
        return "an array ends elsewhere";
    return NULL;
}

static const char *compare_object(rw_value object, const json_t *expected)
{
    if (rw_tape_count(object) != json_object_size(expected))
        return "objects differ in size";
    rw_tape_iterator member = rw_tape_iterate(object);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)expected, key, value)
    {
        if (!rw_tape_next(&member) || compare_text(rw_tape_text(member.key), key, strlen(key)) != NULL)
            return "keys differ";
        if (rw_tape_get(object, key).index != member.value.index)
            return "a member is not found by its key";
        const char *difference = compare_value(member.value, value);
        if (difference != NULL)
            return difference;
    }
    return rw_tape_next(&member) ? "an object ends elsewhere" : NULL;
}

static const char *compare_value(rw_value value, const json_t *expected)
{
    static const rw_tape_type types[] = {
        [JSON_OBJECT] = RW_TAPE_OBJECT, [JSON_ARRAY] = RW_TAPE_ARRAY,  [JSON_STRING] = RW_TAPE_TEXT,
        [JSON_INTEGER] = RW_TAPE_ABSENT, [JSON_REAL] = RW_TAPE_NUMBER, [JSON_TRUE] = RW_TAPE_TRUE,
        [JSON_FALSE] = RW_TAPE_FALSE,   [JSON_NULL] = RW_TAPE_NULL};
    const rw_tape_type type = types[json_typeof(expected)];
    if (!rw_tape_is(value, type))
        return "types differ";
    if (type == RW_TAPE_OBJECT)
        return compare_object(value, expected);
    if (type == RW_TAPE_ARRAY)
        return compare_array(value, expected);
    if (type == RW_TAPE_TEXT)
        return compare_text(rw_tape_text(value), json_string_value(expected), json_string_length(expected));
    if (type == RW_TAPE_NUMBER)
        return compare_number(rw_tape_number(value), json_real_value(expected));
    return NULL;
}

static const char *compare_problems(const rw_problem *actual, const rw_problem *expected)
{
    if (actual->code != expected->code)
        return "they refuse with different codes";
    if (strcmp(actual->detail, expected->detail) != 0 || actual->field_count != expected->field_count)
        return "they refuse with different details";
    for (size_t i = 0; i < actual->field_count; i++) {
        const rw_problem_field *a = &actual->fields[i];
        const rw_problem_field *b = &expected->fields[i];
        if (strcmp(a->pointer, b->pointer) != 0 || strcmp(a->code, b->code) != 0 || strcmp(a->detail, b->detail) != 0)
            return "they refuse different fields";
    }
    return NULL;
}

bool tape_oracle_agree(const char *body, size_t length, const rw_codec_limits *limits, bool *taken,
                       char difference[TAPE_ORACLE_TEXT_SIZE])
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem, expected_problem;
    rw_problem_init(&problem);
    rw_problem_init(&expected_problem);
    rw_tape tape;
    const bool read = rw_tape_read(body, length, limits, &arena, &tape, &problem);
    json_t *expected = rw_json_read(body, length, limits, &expected_problem);
    const char *found;
    if (read && expected != NULL)
        found = compare_value(rw_tape_root(&tape), expected);
    else if (read)
        found = "the tape takes what is to be refused";
    else
        found = compare_problems(&problem, &expected_problem);
    if (found != NULL)
        snprintf(difference, TAPE_ORACLE_TEXT_SIZE, "%s; tape: %s; expected: %s", found,
                 read ? "taken" : problem.detail, expected != NULL ? "taken" : expected_problem.detail);
    *taken = expected != NULL;
    json_decref(expected);
    rw_problem_free(&problem);
    rw_problem_free(&expected_problem);
    rw_arena_free(&arena);
    return found == NULL;
}
