#include "test_fbx_writer.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define TICKS INT64_C(46186158000)

void fbx_raw(fbx_writer *w, const void *bytes, size_t length)
{
    if (w->length + length > w->capacity) {
        w->capacity = 2 * (w->length + length) + 1024;
        w->data = realloc(w->data, w->capacity);
        ck_assert_ptr_nonnull(w->data);
    }
    if (length)
        memcpy(w->data + w->length, bytes, length);
    w->length += length;
}

static void put_u32(fbx_writer *w, uint32_t value)
{
    unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8), (unsigned char)(value >> 16),
                              (unsigned char)(value >> 24)};
    fbx_raw(w, bytes, sizeof bytes);
}

static void put_u64(fbx_writer *w, uint64_t value)
{
    put_u32(w, (uint32_t)value);
    put_u32(w, (uint32_t)(value >> 32));
}

static void put_number(fbx_writer *w, size_t value)
{
    if (w->wide)
        put_u64(w, value);
    else
        put_u32(w, (uint32_t)value);
}

static void patch(fbx_writer *w, size_t at, size_t value)
{
    for (size_t i = 0; i < (w->wide ? 8u : 4u); i++)
        w->data[at + i] = (unsigned char)((uint64_t)value >> (8 * i));
}

void fbx_start(fbx_writer *w, unsigned version)
{
    static const unsigned char magic[23] = "Kaydara FBX Binary  \0\x1a";
    *w = (fbx_writer){.wide = version >= 7500};
    fbx_raw(w, magic, sizeof magic);
    put_u32(w, version);
}

static void sentinel(fbx_writer *w)
{
    static const unsigned char zeros[25];
    fbx_raw(w, zeros, w->wide ? 25 : 13);
}

void fbx_finish(fbx_writer *w)
{
    sentinel(w);
    fbx_raw(w, "footer", 6);
}

void fbx_free(fbx_writer *w)
{
    free(w->data);
    *w = (fbx_writer){0};
}

/* Writes the count and length of the open record's properties, once it is known that no more come. */
static void close_properties(fbx_writer *w)
{
    if (w->depth == 0 || w->open[w->depth - 1].closed)
        return;
    size_t number = w->wide ? 8 : 4, header = w->open[w->depth - 1].header;
    patch(w, header + number, w->open[w->depth - 1].count);
    patch(w, header + 2 * number, w->length - w->open[w->depth - 1].properties);
    w->open[w->depth - 1].closed = true;
}

void fbx_begin(fbx_writer *w, const char *name)
{
    ck_assert_uint_lt(w->depth, FBX_WRITER_DEPTH);
    close_properties(w);
    if (w->depth)
        w->open[w->depth - 1].children = true;
    size_t header = w->length;
    for (int i = 0; i < 3; i++)
        put_number(w, 0);
    unsigned char length = (unsigned char)strlen(name);
    fbx_raw(w, &length, 1);
    fbx_raw(w, name, length);
    w->open[w->depth].header = header;
    w->open[w->depth].properties = w->length;
    w->open[w->depth].count = 0;
    w->open[w->depth].closed = w->open[w->depth].children = false;
    w->depth++;
}

void fbx_end(fbx_writer *w)
{
    close_properties(w);
    w->depth--;
    if (w->open[w->depth].children)
        sentinel(w);
    patch(w, w->open[w->depth].header, w->length);
}

static void property(fbx_writer *w, char type)
{
    fbx_raw(w, &type, 1);
    w->open[w->depth - 1].count++;
}

void fbx_i64(fbx_writer *w, int64_t value)
{
    property(w, 'L');
    put_u64(w, (uint64_t)value);
}

void fbx_i32(fbx_writer *w, int32_t value)
{
    property(w, 'I');
    put_u32(w, (uint32_t)value);
}

void fbx_f64(fbx_writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    property(w, 'D');
    put_u64(w, bits);
}

void fbx_text(fbx_writer *w, const char *text, size_t length)
{
    property(w, 'S');
    put_u32(w, (uint32_t)length);
    fbx_raw(w, text, length);
}

static void string(fbx_writer *w, const char *text)
{
    fbx_text(w, text, strlen(text));
}

void fbx_array(fbx_writer *w, char type, uint32_t count, uint32_t encoding, const void *stored, uint32_t bytes)
{
    property(w, type);
    put_u32(w, count);
    put_u32(w, encoding);
    put_u32(w, bytes);
    fbx_raw(w, stored, bytes);
}

void fbx_packed(fbx_writer *w, char type, uint32_t count, const void *elements, size_t element_bytes)
{
    uLongf length = compressBound((uLong)(count * element_bytes));
    unsigned char *packed = malloc(length);
    ck_assert_ptr_nonnull(packed);
    ck_assert_int_eq(compress(packed, &length, elements, (uLong)(count * element_bytes)), Z_OK);
    fbx_array(w, type, count, 1, packed, (uint32_t)length);
    free(packed);
}

static void begin_p(fbx_writer *w, const char *name)
{
    fbx_begin(w, "P");
    string(w, name);
    string(w, "type");
    string(w, "");
    string(w, "A");
}

void fbx_p_i32(fbx_writer *w, const char *name, int32_t value)
{
    begin_p(w, name);
    fbx_i32(w, value);
    fbx_end(w);
}

void fbx_p_i64(fbx_writer *w, const char *name, int64_t value)
{
    begin_p(w, name);
    fbx_i64(w, value);
    fbx_end(w);
}

void fbx_p_f64(fbx_writer *w, const char *name, double value)
{
    begin_p(w, name);
    fbx_f64(w, value);
    fbx_end(w);
}

void fbx_p_vector(fbx_writer *w, const char *name, double x, double y, double z)
{
    begin_p(w, name);
    fbx_f64(w, x);
    fbx_f64(w, y);
    fbx_f64(w, z);
    fbx_end(w);
}

void fbx_object(fbx_writer *w, const char *type, int64_t id, const char *name, const char *class, const char *sub)
{
    char text[256];
    size_t length = strlen(name), class_length = strlen(class);
    ck_assert_uint_lt(length + 2 + class_length, sizeof text);
    memcpy(text, name, length);
    memcpy(text + length, "\0\1", 2);
    memcpy(text + length + 2, class, class_length);
    fbx_begin(w, type);
    fbx_i64(w, id);
    fbx_text(w, text, length + 2 + class_length);
    string(w, sub);
}

void fbx_connect(fbx_writer *w, int64_t child, int64_t parent, const char *name)
{
    fbx_begin(w, "C");
    string(w, name ? "OP" : "OO");
    fbx_i64(w, child);
    fbx_i64(w, parent);
    if (name)
        string(w, name);
    fbx_end(w);
}

void fbx_curve(fbx_writer *w, int64_t id, size_t count, const int64_t *ticks, const float *values, int32_t flags)
{
    int32_t runs = (int32_t)count;
    float numbers[4] = {0};
    fbx_object(w, "AnimationCurve", id, "", "AnimCurve", "");
    fbx_begin(w, "KeyTime");
    fbx_packed(w, 'l', (uint32_t)count, ticks, sizeof *ticks);
    fbx_end(w);
    fbx_begin(w, "KeyValueFloat");
    fbx_array(w, 'f', (uint32_t)count, 0, values, (uint32_t)(count * sizeof *values));
    fbx_end(w);
    fbx_begin(w, "KeyAttrFlags");
    fbx_array(w, 'i', 1, 0, &flags, sizeof flags);
    fbx_end(w);
    fbx_begin(w, "KeyAttrDataFloat");
    fbx_array(w, 'f', 4, 0, numbers, sizeof numbers);
    fbx_end(w);
    fbx_begin(w, "KeyAttrRefCount");
    fbx_array(w, 'i', 1, 0, &runs, sizeof runs);
    fbx_end(w);
    fbx_end(w);
}

enum { ROOT = 10, HIPS, NODE, CURVE, LAYER, STACK, LAYER_2, NODE_2, CURVE_2 };

static void write_settings(fbx_writer *w, const fbx_walk_options *o)
{
    fbx_begin(w, "GlobalSettings");
    fbx_begin(w, "Properties70");
    fbx_p_i32(w, "UpAxis", 1);
    fbx_p_i32(w, "UpAxisSign", 1);
    fbx_p_i32(w, "FrontAxis", o->bad_axes ? 1 : 2);
    fbx_p_i32(w, "FrontAxisSign", 1);
    fbx_p_i32(w, "CoordAxis", 0);
    fbx_p_i32(w, "CoordAxisSign", 1);
    fbx_p_f64(w, "UnitScaleFactor", o->bad_unit ? 0.0 : 1.0);
    fbx_p_i32(w, "TimeMode", 6);
    fbx_end(w);
    fbx_end(w);
}

static void write_models(fbx_writer *w, const fbx_walk_options *o)
{
    fbx_object(w, "Model", ROOT, "Root", "Model", "Null");
    fbx_begin(w, "Properties70");
    if (o->uneven_parent)
        fbx_p_vector(w, "Lcl Scaling", 1.0, 2.0, 1.0);
    fbx_p_i32(w, "InheritType", 1);
    fbx_end(w);
    fbx_end(w);
    fbx_object(w, "Model", o->duplicate_id ? ROOT : HIPS, "Hips", "Model", "LimbNode");
    fbx_begin(w, "Properties70");
    fbx_p_vector(w, "Lcl Translation", 0.0, 100.0, 0.0);
    fbx_p_i32(w, "RotationOrder", o->spheric ? 6 : 0);
    fbx_p_i32(w, "InheritType", o->uneven_parent ? 0 : 1);
    fbx_end(w);
    fbx_end(w);
}

static void write_objects(fbx_writer *w, const fbx_walk_options *o)
{
    static const int64_t ticks[] = {0, TICKS / 2, TICKS}, falling[] = {0, TICKS, TICKS / 2};
    static const float values[] = {0.0f, 10.0f, 30.0f};
    fbx_begin(w, "Objects");
    write_models(w, o);
    fbx_object(w, "AnimationStack", STACK, "walk", "AnimStack", "");
    fbx_begin(w, "Properties70");
    if (o->start || o->stop) {
        fbx_p_i64(w, "LocalStart", o->start);
        fbx_p_i64(w, "LocalStop", o->stop);
    }
    fbx_end(w);
    fbx_end(w);
    for (int64_t layer = LAYER; layer <= LAYER_2; layer += LAYER_2 - LAYER) {
        fbx_object(w, "AnimationLayer", layer, "layer", "AnimLayer", "");
        fbx_end(w);
    }
    for (int64_t node = NODE; node <= NODE_2; node += NODE_2 - NODE) {
        fbx_object(w, "AnimationCurveNode", node, "T", "AnimCurveNode", "");
        fbx_begin(w, "Properties70");
        fbx_p_f64(w, "d|X", 0.0);
        fbx_p_f64(w, "d|Y", 100.0);
        fbx_p_f64(w, "d|Z", 0.0);
        fbx_end(w);
        fbx_end(w);
    }
    fbx_curve(w, CURVE, 3, o->unsorted ? falling : ticks, values, 4);
    fbx_curve(w, CURVE_2, 3, ticks, values, 4);
    fbx_end(w);
}

void fbx_write_walk(fbx_writer *w, const fbx_walk_options *o)
{
    fbx_start(w, o->version ? o->version : 7400);
    fbx_begin(w, "FBXHeaderExtension");
    fbx_begin(w, "FBXVersion");
    fbx_i32(w, (int32_t)(o->version ? o->version : 7400));
    fbx_end(w);
    fbx_end(w);
    write_settings(w, o);
    write_objects(w, o);
    fbx_begin(w, "Connections");
    fbx_connect(w, ROOT, o->cycle ? HIPS : 0, NULL);
    fbx_connect(w, HIPS, ROOT, NULL);
    fbx_connect(w, LAYER, STACK, NULL);
    fbx_connect(w, NODE, LAYER, NULL);
    fbx_connect(w, NODE, HIPS, o->pivot_curve ? "RotationPivot" : o->spheric ? "Lcl Rotation" : "Lcl Translation");
    fbx_connect(w, CURVE, NODE, "d|Z");
    if (o->second_layer) {
        fbx_connect(w, LAYER_2, STACK, NULL);
        fbx_connect(w, NODE_2, LAYER_2, NULL);
        fbx_connect(w, NODE_2, HIPS, "Lcl Translation");
        fbx_connect(w, CURVE_2, NODE_2, "d|Z");
    }
    fbx_end(w);
    fbx_finish(w);
}
