#include "test_fbx_writer.h"

#include <check.h>
#include <stdlib.h>
#include <zlib.h>

void fbx_packed(rw_fbx_writer *w, char type, uint32_t count, const void *elements, size_t element_bytes)
{
    uLongf length = compressBound((uLong)(count * element_bytes));
    unsigned char *packed = malloc(length);
    ck_assert_ptr_nonnull(packed);
    ck_assert_int_eq(compress(packed, &length, elements, (uLong)(count * element_bytes)), Z_OK);
    rw_fbxw_array(w, type, count, 1, packed, (uint32_t)length);
    free(packed);
}

void fbx_curve(rw_fbx_writer *w, int64_t id, size_t count, const int64_t *ticks, const float *values, int32_t flags)
{
    int32_t runs = (int32_t)count;
    float numbers[4] = {0};
    rw_fbxw_object(w, "AnimationCurve", id, "", "AnimCurve", "");
    rw_fbxw_begin(w, "KeyTime");
    fbx_packed(w, 'l', (uint32_t)count, ticks, sizeof *ticks);
    rw_fbxw_end(w);
    rw_fbxw_begin(w, "KeyValueFloat");
    rw_fbxw_array(w, 'f', (uint32_t)count, 0, values, (uint32_t)(count * sizeof *values));
    rw_fbxw_end(w);
    rw_fbxw_begin(w, "KeyAttrFlags");
    rw_fbxw_array(w, 'i', 1, 0, &flags, sizeof flags);
    rw_fbxw_end(w);
    rw_fbxw_begin(w, "KeyAttrDataFloat");
    rw_fbxw_array(w, 'f', 4, 0, numbers, sizeof numbers);
    rw_fbxw_end(w);
    rw_fbxw_begin(w, "KeyAttrRefCount");
    rw_fbxw_array(w, 'i', 1, 0, &runs, sizeof runs);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
}

enum { ROOT = 10, HIPS, NODE, CURVE, LAYER, STACK, LAYER_2, NODE_2, CURVE_2 };

static void write_settings(rw_fbx_writer *w, const fbx_walk_options *o)
{
    rw_fbxw_begin(w, "GlobalSettings");
    rw_fbxw_begin(w, "Properties70");
    rw_fbxw_p_i32(w, "UpAxis", 1);
    rw_fbxw_p_i32(w, "UpAxisSign", 1);
    rw_fbxw_p_i32(w, "FrontAxis", o->bad_axes ? 1 : 2);
    rw_fbxw_p_i32(w, "FrontAxisSign", 1);
    rw_fbxw_p_i32(w, "CoordAxis", 0);
    rw_fbxw_p_i32(w, "CoordAxisSign", 1);
    rw_fbxw_p_f64(w, "UnitScaleFactor", o->bad_unit ? 0.0 : 1.0);
    rw_fbxw_p_i32(w, "TimeMode", 6);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
}

static void write_models(rw_fbx_writer *w, const fbx_walk_options *o)
{
    rw_fbxw_object(w, "Model", ROOT, "Root", "Model", "Null");
    rw_fbxw_begin(w, "Properties70");
    if (o->uneven_parent)
        rw_fbxw_p_vector(w, "Lcl Scaling", 1.0, 2.0, 1.0);
    rw_fbxw_p_i32(w, "InheritType", 1);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
    rw_fbxw_object(w, "Model", o->duplicate_id ? ROOT : HIPS, "Hips", "Model", "LimbNode");
    rw_fbxw_begin(w, "Properties70");
    rw_fbxw_p_vector(w, "Lcl Translation", 0.0, 100.0, 0.0);
    rw_fbxw_p_i32(w, "RotationOrder", o->spheric ? 6 : 0);
    rw_fbxw_p_i32(w, "InheritType", o->uneven_parent ? 0 : 1);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
}

static void write_objects(rw_fbx_writer *w, const fbx_walk_options *o)
{
    static const int64_t ticks[] = {0, RW_FBX_TICKS / 2, RW_FBX_TICKS}, falling[] = {0, RW_FBX_TICKS, RW_FBX_TICKS / 2};
    static const float values[] = {0.0f, 10.0f, 30.0f};
    rw_fbxw_begin(w, "Objects");
    write_models(w, o);
    rw_fbxw_object(w, "AnimationStack", STACK, "walk", "AnimStack", "");
    rw_fbxw_begin(w, "Properties70");
    if (o->start || o->stop) {
        rw_fbxw_p_i64(w, "LocalStart", o->start);
        rw_fbxw_p_i64(w, "LocalStop", o->stop);
    }
    rw_fbxw_end(w);
    rw_fbxw_end(w);
    for (int64_t layer = LAYER; layer <= LAYER_2; layer += LAYER_2 - LAYER) {
        rw_fbxw_object(w, "AnimationLayer", layer, "layer", "AnimLayer", "");
        rw_fbxw_end(w);
    }
    for (int64_t node = NODE; node <= NODE_2; node += NODE_2 - NODE) {
        rw_fbxw_object(w, "AnimationCurveNode", node, "T", "AnimCurveNode", "");
        rw_fbxw_begin(w, "Properties70");
        rw_fbxw_p_f64(w, "d|X", 0.0);
        rw_fbxw_p_f64(w, "d|Y", 100.0);
        rw_fbxw_p_f64(w, "d|Z", 0.0);
        rw_fbxw_end(w);
        rw_fbxw_end(w);
    }
    fbx_curve(w, CURVE, 3, o->unsorted ? falling : ticks, values, 4);
    fbx_curve(w, CURVE_2, 3, ticks, values, 4);
    rw_fbxw_end(w);
}

void fbx_write_walk(rw_fbx_writer *w, const fbx_walk_options *o)
{
    rw_fbxw_start(w, o->version ? o->version : 7400);
    rw_fbxw_begin(w, "FBXHeaderExtension");
    rw_fbxw_begin(w, "FBXVersion");
    rw_fbxw_i32(w, (int32_t)(o->version ? o->version : 7400));
    rw_fbxw_end(w);
    rw_fbxw_end(w);
    write_settings(w, o);
    write_objects(w, o);
    rw_fbxw_begin(w, "Connections");
    rw_fbxw_connect(w, ROOT, o->cycle ? HIPS : 0, NULL);
    rw_fbxw_connect(w, HIPS, ROOT, NULL);
    rw_fbxw_connect(w, LAYER, STACK, NULL);
    rw_fbxw_connect(w, NODE, LAYER, NULL);
    rw_fbxw_connect(w, NODE, HIPS, o->pivot_curve ? "RotationPivot" : o->spheric ? "Lcl Rotation" : "Lcl Translation");
    rw_fbxw_connect(w, CURVE, NODE, "d|Z");
    if (o->second_layer) {
        rw_fbxw_connect(w, LAYER_2, STACK, NULL);
        rw_fbxw_connect(w, NODE_2, LAYER_2, NULL);
        rw_fbxw_connect(w, NODE_2, HIPS, "Lcl Translation");
        rw_fbxw_connect(w, CURVE_2, NODE_2, "d|Z");
    }
    rw_fbxw_end(w);
    rw_fbxw_finish(w);
}
