#include "fbx_object.h"

#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_INDEX 4 /* a property record holds name, type, label and flags before its value */

#define MAX_TABLE_ENTRIES 4096 /* looked at in a property table or a list of templates; the rest is ignored */

size_t rw_fbx_template_find(const rw_fbx_container *container, const char *type)
{
    const rw_fbx_container *c = container;
    size_t definitions = rw_fbx_container_find(c, 0, "Definitions");
    if (definitions == RW_FBX_NONE)
        return RW_FBX_NONE;
    size_t at = c->records[definitions].child;
    for (size_t i = 0; at != RW_FBX_NONE && i < MAX_TABLE_ENTRIES; i++, at = c->records[at].next) {
        if (!rw_fbx_record_is(&c->records[at], "ObjectType") ||
            !rw_fbx_property_is(rw_fbx_container_property(c, at, 0), type))
            continue;
        size_t found = rw_fbx_container_find(c, at, "PropertyTemplate");
        return found == RW_FBX_NONE ? RW_FBX_NONE : rw_fbx_container_find(c, found, "Properties70");
    }
    return RW_FBX_NONE;
}

rw_fbx_table rw_fbx_table_of(const rw_fbx_container *container, size_t object, size_t fallback)
{
    return (rw_fbx_table){
        .container = container,
        .own = rw_fbx_container_find(container, object, "Properties70"),
        .fallback = fallback,
    };
}

static size_t find_property(const rw_fbx_container *c, size_t properties, const char *name)
{
    if (properties == RW_FBX_NONE)
        return RW_FBX_NONE;
    size_t at = c->records[properties].child;
    for (size_t i = 0; at != RW_FBX_NONE && i < MAX_TABLE_ENTRIES; i++, at = c->records[at].next)
        if (rw_fbx_record_is(&c->records[at], "P") && rw_fbx_property_is(rw_fbx_container_property(c, at, 0), name))
            return at;
    return RW_FBX_NONE;
}

static size_t lookup(const rw_fbx_table *table, const char *name)
{
    size_t found = find_property(table->container, table->own, name);
    return found != RW_FBX_NONE ? found : find_property(table->container, table->fallback, name);
}

bool rw_fbx_table_integer(const rw_fbx_table *table, const char *name, int64_t *out)
{
    size_t found = lookup(table, name);
    return found != RW_FBX_NONE &&
           rw_fbx_property_integer(rw_fbx_container_property(table->container, found, VALUE_INDEX), out);
}

bool rw_fbx_table_double(const rw_fbx_table *table, const char *name, double *out)
{
    size_t found = lookup(table, name);
    return found != RW_FBX_NONE &&
           rw_fbx_property_double(rw_fbx_container_property(table->container, found, VALUE_INDEX), out);
}

bool rw_fbx_table_vector(const rw_fbx_table *table, const char *name, double out[3])
{
    size_t found = lookup(table, name);
    double value[3];
    if (found == RW_FBX_NONE)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!rw_fbx_property_double(rw_fbx_container_property(table->container, found, VALUE_INDEX + i), &value[i]))
            return false;
    memcpy(out, value, sizeof value);
    return true;
}

char *rw_fbx_object_name(const rw_fbx_container *container, size_t object)
{
    const rw_fbx_property *property = rw_fbx_container_property(container, object, 1);
    size_t length = 0;
    if (property && property->type == 'S')
        while (length < property->count && property->data[length])
            length++; /* the class follows the zero byte */
    char *name = malloc(length + 1);
    if (!name)
        return NULL;
    if (length)
        memcpy(name, property->data, length);
    name[length] = '\0';
    return name;
}

const char *rw_fbx_vector_name(rw_fbx_vector vector)
{
    static const char *const names[RW_FBX_VECTOR_COUNT] = {
        [RW_FBX_TRANSLATION] = "Lcl Translation",     [RW_FBX_ROTATION] = "Lcl Rotation",
        [RW_FBX_SCALING] = "Lcl Scaling",             [RW_FBX_PRE_ROTATION] = "PreRotation",
        [RW_FBX_POST_ROTATION] = "PostRotation",      [RW_FBX_ROTATION_OFFSET] = "RotationOffset",
        [RW_FBX_ROTATION_PIVOT] = "RotationPivot",    [RW_FBX_SCALING_OFFSET] = "ScalingOffset",
        [RW_FBX_SCALING_PIVOT] = "ScalingPivot",
    };
    return names[vector];
}

static rw_node_kind kind_of(const rw_fbx_property *class)
{
    static const char *const joints[] = {"LimbNode", "Limb", "Root", "Effector"};
    static const char *const objects[] = {"Mesh", "Camera", "CameraSwitcher", "Light", "Nurbs", "NurbsCurve", "Patch"};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        if (rw_fbx_property_is(class, joints[i]))
            return RW_NODE_JOINT;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (rw_fbx_property_is(class, objects[i]))
            return RW_NODE_OBJECT;
    return RW_NODE_PLAIN;
}

bool rw_fbx_model_read(const rw_fbx_container *container, size_t object, size_t fallback, int64_t id,
                       rw_fbx_model *out, rw_bake_error *error)
{
    rw_fbx_model model = {.id = id, .parent = RW_FBX_NONE, .inherit = RW_FBX_INHERIT_COMPONENTS};
    model.vectors[RW_FBX_SCALING][0] = model.vectors[RW_FBX_SCALING][1] = model.vectors[RW_FBX_SCALING][2] = 1.0;
    rw_fbx_table table = rw_fbx_table_of(container, object, fallback);
    for (int v = 0; v < RW_FBX_VECTOR_COUNT; v++)
        rw_fbx_table_vector(&table, rw_fbx_vector_name((rw_fbx_vector)v), model.vectors[v]);
    int64_t active = 0;
    rw_fbx_table_integer(&table, "RotationOrder", &model.rotation_order);
    rw_fbx_table_integer(&table, "InheritType", &model.inherit);
    rw_fbx_table_integer(&table, "RotationActive", &active);
    model.rotation_active = active != 0;
    model.kind = kind_of(rw_fbx_container_property(container, object, 2));
    model.name = rw_fbx_object_name(container, object);
    if (!model.name)
        return rw_bake_fail_memory(error, NULL);
    *out = model;
    return true;
}

/* The arrays of a curve as the file stores them; attributes are counted in runs of keys. */
typedef struct curve_arrays {
    int64_t *ticks;
    void *values;
    bool wide_values;
    int32_t *flags, *runs;
    float *numbers;
    size_t key_count, value_count, flag_count, run_count, number_count;
} curve_arrays;

static void free_arrays(curve_arrays *a)
{
    free(a->ticks);
    free(a->values);
    free(a->flags);
    free(a->runs);
    free(a->numbers);
}

static bool read_array(const rw_fbx_container *c, size_t object, const char *name, const char *types, size_t limit,
                       void **out, size_t *count, char *type, rw_bake_error *error)
{
    size_t record = rw_fbx_container_find(c, object, name);
    if (record == RW_FBX_NONE)
        return rw_fbx_fail_at(error, c->records[object].offset,
                              "the FBX file is damaged: an animation curve has no %s", name);
    const rw_fbx_property *property = rw_fbx_container_property(c, record, 0);
    if (!rw_fbx_property_array(property, types, limit, c->records[record].offset, out, count, error))
        return false;
    *type = property->type;
    return true;
}

static bool read_arrays(const rw_fbx_container *c, size_t object, size_t limit, curve_arrays *a, rw_bake_error *error)
{
    char type, value_type = 0;
    size_t at = c->records[object].offset;
    if (!read_array(c, object, "KeyTime", "l", limit, (void **)&a->ticks, &a->key_count, &type, error) ||
        !read_array(c, object, "KeyValueFloat", "fd", limit, &a->values, &a->value_count, &value_type, error) ||
        !read_array(c, object, "KeyAttrFlags", "i", limit, (void **)&a->flags, &a->flag_count, &type, error) ||
        !read_array(c, object, "KeyAttrDataFloat", "fi", limit * 4, (void **)&a->numbers, &a->number_count, &type,
                    error) ||
        !read_array(c, object, "KeyAttrRefCount", "i", limit, (void **)&a->runs, &a->run_count, &type, error))
        return false;
    a->wide_values = value_type == 'd';
    if (a->value_count != a->key_count)
        return rw_fbx_fail_at(error, at, "the FBX file is damaged: an animation curve has %zu times for %zu values",
                              a->key_count, a->value_count);
    if (a->flag_count != a->run_count || a->number_count != 4 * a->run_count)
        return rw_fbx_fail_at(error, at, "the FBX file is damaged: the attributes of an animation curve do not match "
                                         "in number (%zu, %zu, %zu)", a->flag_count, a->number_count, a->run_count);
    return true;
}

static bool fill_keys(const curve_arrays *a, size_t at, rw_fbx_curve *curve, rw_fbx_key_attribute *attributes,
                      rw_bake_error *error)
{
    size_t run = 0;
    int64_t left = a->run_count ? a->runs[0] : 0;
    for (size_t i = 0; i < a->key_count; i++) {
        double value = a->wide_values ? ((const double *)a->values)[i] : (double)((const float *)a->values)[i];
        if (!isfinite(value))
            return rw_fbx_fail_at(error, at, "key %zu of an animation curve is not a finite number", i);
        if (i > 0 && a->ticks[i] <= a->ticks[i - 1])
            return rw_fbx_fail_at(error, at, "key %zu of an animation curve does not come after the key before it", i);
        if (a->ticks[i] > RW_FBX_LAST_TICK || a->ticks[i] < -RW_FBX_LAST_TICK)
            return rw_fbx_fail_at(error, at, "key %zu of an animation curve stands at %.0f s, which is too far", i,
                                  (double)a->ticks[i] / (double)RW_FBX_TICKS_PER_SECOND);
        while (left <= 0 && run + 1 < a->run_count)
            left = a->runs[++run];
        if (left <= 0)
            return rw_fbx_fail_at(error, at, "the FBX file is damaged: key %zu of an animation curve has no attributes",
                                  i);
        left--;
        curve->keys[i].ticks = a->ticks[i];
        curve->keys[i].value = value;
        attributes[i].flags = (uint32_t)a->flags[run];
        memcpy(attributes[i].numbers, &a->numbers[4 * run], sizeof attributes[i].numbers);
    }
    return true;
}

static void read_extrapolation(const rw_fbx_container *c, size_t object, const char *name, char *mode,
                               int64_t *repetitions)
{
    size_t record = rw_fbx_container_find(c, object, name);
    int64_t letter = 'C';
    *repetitions = -1;
    if (record != RW_FBX_NONE) {
        size_t type = rw_fbx_container_find(c, record, "Type"), count = rw_fbx_container_find(c, record, "Repetition");
        if (type != RW_FBX_NONE)
            rw_fbx_property_integer(rw_fbx_container_property(c, type, 0), &letter);
        if (count != RW_FBX_NONE)
            rw_fbx_property_integer(rw_fbx_container_property(c, count, 0), repetitions);
    }
    *mode = letter == 'R' || letter == 'A' || letter == 'M' || letter == 'K' ? (char)letter : 'C';
}

bool rw_fbx_curve_read(const rw_fbx_container *container, size_t object, size_t *key_budget, rw_fbx_curve *out,
                       rw_bake_error *error)
{
    curve_arrays arrays = {0};
    rw_fbx_curve curve = {0};
    rw_fbx_key_attribute *attributes = NULL;
    bool ok = false;
    size_t limit = *key_budget < RW_BAKE_MAX_KEYS ? *key_budget : RW_BAKE_MAX_KEYS;
    if (!read_arrays(container, object, limit, &arrays, error))
        goto done;
    curve.count = arrays.key_count;
    curve.keys = calloc(curve.count + 1, sizeof *curve.keys);
    attributes = calloc(curve.count + 1, sizeof *attributes);
    if (!curve.keys || !attributes) {
        rw_bake_fail_memory(error, NULL);
        goto done;
    }
    if (!fill_keys(&arrays, container->records[object].offset, &curve, attributes, error))
        goto done;
    rw_fbx_curve_shape(&curve, attributes);
    read_extrapolation(container, object, "Pre-Extrapolation", &curve.before, &curve.before_count);
    read_extrapolation(container, object, "Post-Extrapolation", &curve.after, &curve.after_count);
    *key_budget -= curve.count;
    *out = curve;
    ok = true;
done:
    if (!ok)
        free(curve.keys);
    free(attributes);
    free_arrays(&arrays);
    return ok;
}

static double frame_rate_of(int64_t mode, double custom)
{
    static const double rates[] = {0, 120, 100, 60, 50, 48, 30, 30, 30000.0 / 1001, 30000.0 / 1001, 25, 24, 1000,
                                   24000.0 / 1001, 0, 96, 72, 60000.0 / 1001, 120000.0 / 1001};
    if (mode == 14)
        return custom;
    return mode >= 0 && mode < (int64_t)(sizeof rates / sizeof *rates) ? rates[mode] : 0.0;
}

bool rw_fbx_settings_read(const rw_fbx_container *container, rw_fbx_settings *out, rw_bake_error *error)
{
    rw_fbx_settings s = {.up = 1, .up_sign = 1, .front = 2, .front_sign = 1, .coord = 0, .coord_sign = 1,
                         .unit_centimetres = 1.0};
    size_t record = rw_fbx_container_find(container, 0, "GlobalSettings");
    size_t offset = 0;
    if (record != RW_FBX_NONE) {
        rw_fbx_table table = rw_fbx_table_of(container, record, RW_FBX_NONE);
        int64_t mode = 0;
        double custom = 0.0;
        offset = container->records[record].offset;
        rw_fbx_table_integer(&table, "UpAxis", &s.up);
        rw_fbx_table_integer(&table, "UpAxisSign", &s.up_sign);
        rw_fbx_table_integer(&table, "FrontAxis", &s.front);
        rw_fbx_table_integer(&table, "FrontAxisSign", &s.front_sign);
        rw_fbx_table_integer(&table, "CoordAxis", &s.coord);
        rw_fbx_table_integer(&table, "CoordAxisSign", &s.coord_sign);
        rw_fbx_table_double(&table, "UnitScaleFactor", &s.unit_centimetres);
        rw_fbx_table_integer(&table, "TimeMode", &mode);
        rw_fbx_table_double(&table, "CustomFrameRate", &custom);
        s.frame_rate = frame_rate_of(mode, custom);
    }
    bool axes = s.up >= 0 && s.up < 3 && s.front >= 0 && s.front < 3 && s.coord >= 0 && s.coord < 3 &&
                s.up != s.front && s.front != s.coord && s.coord != s.up;
    bool signs = (s.up_sign == 1 || s.up_sign == -1) && (s.front_sign == 1 || s.front_sign == -1) &&
                 (s.coord_sign == 1 || s.coord_sign == -1);
    if (!axes || !signs)
        return rw_fbx_fail_at(error, offset, "the FBX file declares axes that are no frame: up %lld, front %lld, coord "
                                             "%lld", (long long)s.up, (long long)s.front, (long long)s.coord);
    if (!(s.unit_centimetres > 0.0))
        return rw_fbx_fail_at(error, offset, "the FBX file declares a unit of %g cm; it must be above 0",
                              s.unit_centimetres);
    *out = s;
    return true;
}
