/* Accessors: typed numbers in a buffer view, normalised integers and sparse ones included. */
#include "gltf_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t component_size(rw_gltf_component component)
{
    switch (component) {
    case RW_GLTF_BYTE:
    case RW_GLTF_UNSIGNED_BYTE: return 1;
    case RW_GLTF_SHORT:
    case RW_GLTF_UNSIGNED_SHORT: return 2;
    case RW_GLTF_UNSIGNED_INT:
    case RW_GLTF_FLOAT: return 4;
    }
    return 0;
}

static size_t width_of_type(const char *type)
{
    static const struct {
        const char *name;
        size_t width;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, type) == 0) return types[i].width;
    return 0;
}

bool rw_gltf_accessor_describe(rw_gltf *gltf, size_t index, rw_gltf_accessor *out)
{
    rw_gltf_place place = rw_gltf_place_at("/accessors/%zu", index);
    rw_gltf_accessor read = {.index = index};
    size_t component = 0;
    const char *type = NULL;
    if (!rw_gltf_element(gltf, json_object_get(gltf->root, "accessors"), index, place, &read.object) ||
        !rw_gltf_integer(gltf, read.object, "componentType", place, true, 0, &component) ||
        !rw_gltf_integer(gltf, read.object, "count", place, true, 0, &read.count) ||
        !rw_gltf_string(gltf, read.object, "type", place, "", &type))
        return false;
    if (component < RW_GLTF_BYTE || component > RW_GLTF_FLOAT || component == 5124)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "componentType"), "%zu is no component type", component);
    read.component = (rw_gltf_component)component;
    read.width = width_of_type(type);
    if (read.width == 0)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "type"), "\"%.20s\" is no type of an accessor", type);
    if (read.count < 1 || read.count > 3 * (size_t)RW_BAKE_MAX_KEYS)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "count"), "%zu; 1 to %d keys are read", read.count,
                            RW_BAKE_MAX_KEYS);
    const json_t *normalised = json_object_get(read.object, "normalized");
    if (normalised && !json_is_boolean(normalised))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "normalized"), "neither true nor false");
    read.normalised = json_is_true(normalised);
    if (read.normalised && (read.component == RW_GLTF_FLOAT || read.component == RW_GLTF_UNSIGNED_INT))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "normalized"), "only bytes and shorts can be normalised");
    read.has_bounds =
        json_is_array(json_object_get(read.object, "min")) && json_is_array(json_object_get(read.object, "max"));
    *out = read;
    return true;
}

static uint32_t little_endian(const unsigned char *at, size_t size)
{
    uint32_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | at[i];
    return value;
}

/* Two's complement without relying on what a conversion does. */
static double signed_value(uint32_t bits, uint32_t half)
{
    return bits < half ? (double)bits : (double)bits - 2.0 * (double)half;
}

static double component_value(const unsigned char *at, rw_gltf_component component, bool normalised)
{
    uint32_t bits = little_endian(at, component_size(component));
    float real = 0;
    switch (component) {
    case RW_GLTF_BYTE: return normalised ? fmax(signed_value(bits, 0x80) / 127.0, -1.0) : signed_value(bits, 0x80);
    case RW_GLTF_UNSIGNED_BYTE: return normalised ? (double)bits / 255.0 : (double)bits;
    case RW_GLTF_SHORT:
        return normalised ? fmax(signed_value(bits, 0x8000) / 32767.0, -1.0) : signed_value(bits, 0x8000);
    case RW_GLTF_UNSIGNED_SHORT: return normalised ? (double)bits / 65535.0 : (double)bits;
    case RW_GLTF_UNSIGNED_INT: return (double)bits;
    case RW_GLTF_FLOAT: memcpy(&real, &bits, sizeof real); return (double)real;
    }
    return NAN;
}

/* Where the elements of an accessor, or of its sparse part, lie. */
typedef struct elements {
    const unsigned char *data;
    size_t stride;
} elements;

/* `count` elements of `size` bytes, from byteOffset of the buffer view that `object` names. */
static bool locate(rw_gltf *gltf, const json_t *object, rw_gltf_place place, size_t count, size_t size, elements *out)
{
    size_t view = 0, offset = 0, length = 0, stride = 0;
    const unsigned char *data = NULL;
    if (!rw_gltf_index(gltf, object, "bufferView", place, true, rw_gltf_count(gltf, "bufferViews"), "buffer view",
                       &view) ||
        !rw_gltf_integer(gltf, object, "byteOffset", place, false, 0, &offset) ||
        !rw_gltf_view(gltf, view, place, &data, &length, &stride))
        return false;
    size_t step = stride ? stride : size;
    if (step < size) return rw_gltf_fail(gltf, place, "elements of %zu bytes do not fit a stride of %zu", size, step);
    /* count is at least 1 and at most 12,000,000, step at most 252: no overflow in 64 bits, nor in 32 after this. */
    if (offset > length || length - offset < size || (count - 1) > (length - offset - size) / step)
        return rw_gltf_fail(gltf, place, "%zu elements from byte %zu do not fit buffer view %zu of %zu bytes", count,
                            offset, view, length);
    *out = (elements){data + offset, step};
    return true;
}

static void decode(const rw_gltf_accessor *accessor, const elements *from, size_t element, double *out)
{
    size_t size = component_size(accessor->component);
    const unsigned char *at = from->data + element * from->stride;
    for (size_t i = 0; i < accessor->width; i++)
        out[i] = component_value(at + i * size, accessor->component, accessor->normalised);
}

static bool put_sparse(rw_gltf *gltf, const rw_gltf_accessor *accessor, const json_t *sparse, double *values)
{
    rw_gltf_place place = rw_gltf_place_at("/accessors/%zu/sparse", accessor->index);
    rw_gltf_place indices_place = rw_gltf_place_in(place, "indices"), values_place = rw_gltf_place_in(place, "values");
    size_t count = 0, type = 0;
    json_t *indices = NULL, *replacements = NULL;
    if (!rw_gltf_integer(gltf, sparse, "count", place, true, 0, &count) ||
        !rw_gltf_object(gltf, sparse, "indices", place, &indices) ||
        !rw_gltf_object(gltf, sparse, "values", place, &replacements))
        return false;
    if (!indices || !replacements) return rw_gltf_fail(gltf, place, "\"indices\" or \"values\" is missing");
    if (count < 1 || count > accessor->count)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "count"), "%zu of %zu elements", count, accessor->count);
    if (!rw_gltf_integer(gltf, indices, "componentType", indices_place, true, 0, &type)) return false;
    if (type != RW_GLTF_UNSIGNED_BYTE && type != RW_GLTF_UNSIGNED_SHORT && type != RW_GLTF_UNSIGNED_INT)
        return rw_gltf_fail(gltf, rw_gltf_place_in(indices_place, "componentType"), "%zu is no unsigned type", type);
    size_t index_size = component_size((rw_gltf_component)type);
    elements where, what;
    if (!locate(gltf, indices, indices_place, count, index_size, &where) ||
        !locate(gltf, replacements, values_place, count, component_size(accessor->component) * accessor->width, &what))
        return false;
    size_t before = 0;
    for (size_t i = 0; i < count; i++) {
        size_t index = little_endian(where.data + i * where.stride, index_size);
        if (index >= accessor->count || (i > 0 && index <= before))
            return rw_gltf_fail(gltf, indices_place, "index %zu at place %zu; indices rise and stay below %zu", index,
                                i, accessor->count);
        decode(accessor, &what, i, values + index * accessor->width);
        before = index;
    }
    return true;
}

static bool fill(rw_gltf *gltf, const rw_gltf_accessor *accessor, double *values)
{
    rw_gltf_place place = rw_gltf_place_at("/accessors/%zu", accessor->index);
    if (json_object_get(accessor->object, "bufferView")) {
        elements from;
        if (!locate(gltf, accessor->object, place, accessor->count,
                    component_size(accessor->component) * accessor->width, &from))
            return false;
        for (size_t i = 0; i < accessor->count; i++) decode(accessor, &from, i, values + i * accessor->width);
    }
    json_t *sparse = NULL;
    if (!rw_gltf_object(gltf, accessor->object, "sparse", place, &sparse)) return false;
    if (sparse && !put_sparse(gltf, accessor, sparse, values)) return false;
    for (size_t i = 0; i < accessor->count * accessor->width; i++)
        if (!(fabs(values[i]) <= 1e9))
            return rw_gltf_fail(gltf, place, "element %zu holds %g; numbers up to 1e9 are read", i / accessor->width,
                                values[i]);
    return true;
}

bool rw_gltf_accessor_read(rw_gltf *gltf, const rw_gltf_accessor *accessor, double **out)
{
    size_t total = accessor->count * accessor->width;
    rw_gltf_place place = rw_gltf_place_at("/accessors/%zu", accessor->index);
    if (total > RW_BAKE_MAX_VALUES - gltf->value_count)
        return rw_gltf_fail(gltf, place, "the animations hold more than %zu numbers; split the file",
                            RW_BAKE_MAX_VALUES);
    double *values = rw_bake_allocate(total, sizeof *values);
    if (!values) return rw_bake_fail_memory(gltf->error, place.text);
    if (!fill(gltf, accessor, values)) {
        free(values);
        return false;
    }
    gltf->value_count += total;
    *out = values;
    return true;
}
