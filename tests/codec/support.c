#include "support.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void format_errors(const rw_problem *problem, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < problem->field_count && length < size; i++) {
        const rw_problem_field *field = &problem->fields[i];
        length += (size_t)snprintf(out + length, size - length, "%s%s %s", i > 0 ? "; " : "",
                                   field->pointer[0] != '\0' ? field->pointer : "(body)", field->code);
    }
}

void check_errors(const rw_problem *problem, const char *expected, const char *body)
{
    char actual[8192];
    format_errors(problem, actual, sizeof actual);
    ck_assert_msg(strcmp(actual, expected) == 0, "wrong errors\n  expected: %s\n  actual:   %s\n  body: %s", expected,
                  actual, body);
    for (size_t i = 0; i < problem->field_count; i++)
        ck_assert_msg(problem->fields[i].detail[0] != '\0', "no detail for %s in %s", problem->fields[i].pointer,
                      body);
}

char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    size_t size = 0;
    char *text = NULL;
    for (;;) {
        char *grown = realloc(text, size + 65537);
        ck_assert_ptr_nonnull(grown);
        text = grown;
        const size_t read = fread(text + size, 1, 65536, file);
        size += read;
        if (read == 0)
            break;
    }
    fclose(file);
    text[size] = '\0';
    *length = size;
    return text;
}

bool holds(const json_t *expected, const json_t *actual, double tolerance)
{
    if (json_is_number(expected)) {
        if (!json_is_number(actual))
            return false;
        const double wanted = json_number_value(expected);
        return fabs(json_number_value(actual) - wanted) <= tolerance * fmax(1, fabs(wanted));
    }
    if (json_is_array(expected)) {
        if (json_array_size(actual) < json_array_size(expected))
            return false;
        for (size_t i = 0; i < json_array_size(expected); i++) {
            if (!holds(json_array_get(expected, i), json_array_get(actual, i), tolerance))
                return false;
        }
        return true;
    }
    if (json_is_object(expected)) {
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)expected, key, value)
        {
            const json_t *found = json_object_get(actual, key);
            if (found == NULL || !holds(value, found, tolerance))
                return false;
        }
        return true;
    }
    return json_equal(expected, actual);
}
