/* Typed access to the JSON of a glTF file: what is absent, what is of another type, and where. */
#include "gltf_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

rw_gltf_place rw_gltf_place_at(const char *format, ...)
{
    rw_gltf_place place;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(place.text, sizeof place.text, format, arguments);
    va_end(arguments);
    return place;
}

rw_gltf_place rw_gltf_place_in(rw_gltf_place place, const char *key)
{
    size_t length = strlen(place.text);
    (void)snprintf(place.text + length, sizeof place.text - length, "/%s", key);
    return place;
}

bool rw_gltf_fail(const rw_gltf *gltf, rw_gltf_place place, const char *format, ...)
{
    char detail[sizeof gltf->error->detail];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    return rw_bake_fail(gltf->error, place.text, "%s", detail);
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "an array";
    case JSON_STRING: return "a text";
    case JSON_INTEGER:
    case JSON_REAL: return "a number";
    case JSON_TRUE:
    case JSON_FALSE: return "a truth value";
    case JSON_NULL: break;
    }
    return "null";
}

bool rw_gltf_array(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, json_t **out)
{
    json_t *value = json_object_get(object, key);
    if (value && !json_is_array(value))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "%s where an array should be", type_name(value));
    *out = value;
    return true;
}

bool rw_gltf_object(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, json_t **out)
{
    json_t *value = json_object_get(object, key);
    if (value && !json_is_object(value))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "%s where an object should be", type_name(value));
    *out = value;
    return true;
}

bool rw_gltf_element(const rw_gltf *gltf, const json_t *array, size_t index, rw_gltf_place place, json_t **out)
{
    json_t *value = json_array_get(array, index);
    if (!json_is_object(value))
        return rw_gltf_fail(gltf, place, "%s where an object should be", value ? type_name(value) : "nothing");
    *out = value;
    return true;
}

bool rw_gltf_integer(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, bool required,
                     size_t otherwise, size_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value && required) return rw_gltf_fail(gltf, place, "\"%s\" is missing", key);
    if (!value) {
        *out = otherwise;
        return true;
    }
    double number = json_is_number(value) ? json_number_value(value) : -1;
    if (!(number >= 0 && number <= 9007199254740992.0) || number != floor(number))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "%s where a whole number of at least 0 should be",
                            json_is_number(value) ? "another number" : type_name(value));
    *out = (size_t)number;
    return true;
}

bool rw_gltf_index(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, bool required,
                   size_t count, const char *what, size_t *out)
{
    size_t index = 0;
    if (!rw_gltf_integer(gltf, object, key, place, required, RW_SCENE_NO_NODE, &index)) return false;
    if (json_object_get(object, key) && index >= count)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "there is no %s %zu; the file has %zu", what, index,
                            count);
    *out = index;
    return true;
}

bool rw_gltf_string(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place,
                    const char *otherwise, const char **out)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_string(value))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "%s where a text should be", type_name(value));
    *out = value ? json_string_value(value) : otherwise;
    return true;
}

bool rw_gltf_numbers(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, size_t count,
                     double *out, bool *present)
{
    json_t *array = NULL;
    if (!rw_gltf_array(gltf, object, key, place, &array)) return false;
    *present = array != NULL;
    if (!array) return true;
    if (json_array_size(array) != count)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "%zu numbers where %zu should be",
                            json_array_size(array), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        double number = json_is_number(value) ? json_number_value(value) : NAN;
        if (!(fabs(number) <= 1e9))
            return rw_gltf_fail(gltf, rw_gltf_place_in(place, key), "item %zu is not a number up to 1e9", i);
        out[i] = number;
    }
    return true;
}

size_t rw_gltf_count(const rw_gltf *gltf, const char *key)
{
    return json_array_size(json_object_get(gltf->root, key));
}

json_t *rw_gltf_top(const rw_gltf *gltf, const char *key, size_t index)
{
    return json_array_get(json_object_get(gltf->root, key), index);
}
