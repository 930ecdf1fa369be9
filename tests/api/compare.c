#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct comparison {
    double tolerance;
    char *why;
    size_t why_size;
    char path[512];
} comparison;

static bool compare(comparison *at, const json_t *expected, const json_t *actual, size_t path_length);

static bool differ(const comparison *at, const json_t *expected, const json_t *actual)
{
    char *wanted = json_dumps(expected, JSON_ENCODE_ANY | JSON_COMPACT);
    char *found = actual == NULL ? NULL : json_dumps(actual, JSON_ENCODE_ANY | JSON_COMPACT);
    snprintf(at->why, at->why_size, "%s: expected %.200s, found %.200s", at->path[0] == '\0' ? "/" : at->path,
             wanted == NULL ? "?" : wanted, found == NULL ? "nothing" : found);
    free(wanted);
    free(found);
    return false;
}

static bool numbers_agree(double expected, double actual, double tolerance)
{
    return fabs(expected - actual) <= tolerance * fmax(1.0, fabs(expected));
}

static bool is_quaternion(const json_t *value)
{
    if (json_array_size(value) != 4)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (!json_is_number(json_array_get(value, i)))
            return false;
    return true;
}

/* Reads a quaternion with the sign that answers have. A component that is only rounding away from zero counts as
 * zero, as the expected values come from another implementation. */
static void canonical(const json_t *value, double out[4])
{
    static const size_t order[4] = {3, 0, 1, 2};
    for (size_t i = 0; i < 4; i++)
        out[i] = json_number_value(json_array_get(value, i));
    for (size_t i = 0; i < 4; i++) {
        double component = out[order[i]];
        if (fabs(component) < 1e-12)
            continue;
        for (size_t k = 0; component < 0 && k < 4; k++)
            out[k] = -out[k];
        return;
    }
}

static bool compare_rotation(const comparison *at, const json_t *expected, const json_t *actual)
{
    if (!is_quaternion(actual))
        return differ(at, expected, actual);
    double wanted[4];
    double found[4];
    canonical(expected, wanted);
    canonical(actual, found);
    for (size_t i = 0; i < 4; i++)
        if (!numbers_agree(wanted[i], found[i], at->tolerance))
            return differ(at, expected, actual);
    return true;
}

static bool compare_objects(comparison *at, const json_t *expected, const json_t *actual, size_t path_length)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)expected, key, value)
    {
        const json_t *found = json_object_get(actual, key);
        snprintf(at->path + path_length, sizeof at->path - path_length, "/%s", key);
        bool rotation = strcmp(key, "rotation") == 0 && is_quaternion(value);
        if (rotation ? !compare_rotation(at, value, found)
                     : !compare(at, value, found, strlen(at->path)))
            return false;
        at->path[path_length] = '\0';
    }
    return true;
}

static bool compare_arrays(comparison *at, const json_t *expected, const json_t *actual, size_t path_length)
{
    if (json_array_size(expected) != json_array_size(actual))
        return differ(at, expected, actual);
    for (size_t i = 0; i < json_array_size(expected); i++) {
        snprintf(at->path + path_length, sizeof at->path - path_length, "/%zu", i);
        if (!compare(at, json_array_get(expected, i), json_array_get(actual, i), strlen(at->path)))
            return false;
        at->path[path_length] = '\0';
    }
    return true;
}

static bool compare(comparison *at, const json_t *expected, const json_t *actual, size_t path_length)
{
    if (json_is_number(expected) && json_is_number(actual))
        return numbers_agree(json_number_value(expected), json_number_value(actual), at->tolerance) ||
               differ(at, expected, actual);
    if (json_is_object(expected) && json_is_object(actual))
        return compare_objects(at, expected, actual, path_length);
    if (json_is_array(expected) && json_is_array(actual))
        return compare_arrays(at, expected, actual, path_length);
    return json_equal(expected, actual) || differ(at, expected, actual);
}

bool compare_json(const json_t *expected, const json_t *actual, double tolerance, char *why, size_t why_size)
{
    comparison at = {.tolerance = tolerance, .why = why, .why_size = why_size};
    return compare(&at, expected, actual, 0);
}
