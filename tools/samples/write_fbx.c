#include "samples.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fbx_writer.h"

#define VERSION 7400
#define LINEAR 4 /* of a key's flags */
#define CENTIMETRES 100.0

enum { ROOT = 1000, HIPS, SPINE, STACK, LAYER, NODE, CURVES };

static void write_settings(rw_fbx_writer *w)
{
    static const struct {
        const char *name;
        int32_t value;
    } axes[] = {{"UpAxis", 1},        {"UpAxisSign", 1}, {"FrontAxis", 2},
                {"FrontAxisSign", 1}, {"CoordAxis", 0},  {"CoordAxisSign", 1}};
    rw_fbxw_begin(w, "GlobalSettings");
    rw_fbxw_begin(w, "Properties70");
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        rw_fbxw_p_i32(w, axes[i].name, axes[i].value);
    rw_fbxw_p_f64(w, "UnitScaleFactor", 1.0);
    rw_fbxw_p_i32(w, "TimeMode", 6); /* 30 frames a second */
    rw_fbxw_end(w);
    rw_fbxw_end(w);
}

static void write_joint(rw_fbx_writer *w, int64_t id, const char *name, double height)
{
    rw_fbxw_object(w, "Model", id, name, "Model", "LimbNode");
    rw_fbxw_begin(w, "Properties70");
    rw_fbxw_p_i32(w, "InheritType", 1);
    rw_fbxw_p_vector(w, "Lcl Translation", 0, height, 0);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
}

static void write_array(rw_fbx_writer *w, const char *name, char type, uint32_t count, const void *values, size_t each)
{
    rw_fbxw_begin(w, name);
    rw_fbxw_array(w, type, count, 0, values, (uint32_t)(count * each));
    rw_fbxw_end(w);
}

static void write_curve(rw_fbx_writer *w, int64_t id, const rw_sample_motion *motion, int axis)
{
    const int32_t flags = LINEAR, count = RW_SAMPLE_FRAMES;
    const float tangents[4] = {0};
    int64_t times[RW_SAMPLE_FRAMES];
    float values[RW_SAMPLE_FRAMES];
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++) {
        times[k] = k * RW_FBX_TICKS / RW_SAMPLE_RATE;
        values[k] = (float)(motion->position[k][axis] * CENTIMETRES);
    }
    rw_fbxw_object(w, "AnimationCurve", id, "", "AnimCurve", "");
    write_array(w, "KeyTime", 'l', RW_SAMPLE_FRAMES, times, sizeof *times);
    write_array(w, "KeyValueFloat", 'f', RW_SAMPLE_FRAMES, values, sizeof *values);
    write_array(w, "KeyAttrFlags", 'i', 1, &flags, sizeof flags);
    write_array(w, "KeyAttrDataFloat", 'f', 4, tangents, sizeof *tangents);
    write_array(w, "KeyAttrRefCount", 'i', 1, &count, sizeof count);
    rw_fbxw_end(w);
}

static void write_objects(rw_fbx_writer *w, const rw_sample_motion *motion)
{
    rw_fbxw_begin(w, "Objects");
    write_joint(w, ROOT, "root", 0);
    write_joint(w, HIPS, "hips", 95);
    write_joint(w, SPINE, "spine", 25);
    rw_fbxw_object(w, "AnimationStack", STACK, motion->name, "AnimStack", "");
    rw_fbxw_end(w);
    rw_fbxw_object(w, "AnimationLayer", LAYER, "BaseLayer", "AnimLayer", "");
    rw_fbxw_end(w);
    rw_fbxw_object(w, "AnimationCurveNode", NODE, "T", "AnimCurveNode", "");
    rw_fbxw_begin(w, "Properties70");
    rw_fbxw_p_f64(w, "d|X", 0);
    rw_fbxw_p_f64(w, "d|Y", 0);
    rw_fbxw_p_f64(w, "d|Z", 0);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
    for (int axis = 0; axis < 3; axis++)
        write_curve(w, CURVES + axis, motion, axis);
    rw_fbxw_end(w);
}

static void write_file(rw_fbx_writer *w, const rw_sample_motion *motion)
{
    static const char *const axes[3] = {"d|X", "d|Y", "d|Z"};
    rw_fbxw_start(w, VERSION);
    rw_fbxw_begin(w, "FBXHeaderExtension");
    rw_fbxw_begin(w, "FBXVersion");
    rw_fbxw_i32(w, VERSION);
    rw_fbxw_end(w);
    rw_fbxw_end(w);
    write_settings(w);
    write_objects(w, motion);
    rw_fbxw_begin(w, "Connections");
    rw_fbxw_connect(w, ROOT, 0, NULL);
    rw_fbxw_connect(w, HIPS, ROOT, NULL);
    rw_fbxw_connect(w, SPINE, HIPS, NULL);
    rw_fbxw_connect(w, LAYER, STACK, NULL);
    rw_fbxw_connect(w, NODE, LAYER, NULL);
    rw_fbxw_connect(w, NODE, ROOT, "Lcl Translation");
    for (int axis = 0; axis < 3; axis++)
        rw_fbxw_connect(w, CURVES + axis, NODE, axes[axis]);
    rw_fbxw_end(w);
    rw_fbxw_finish(w);
}

bool rw_sample_write_fbx(const char *path, const rw_sample_motion *motion)
{
    rw_fbx_writer w;
    write_file(&w, motion);
    FILE *file = w.failed ? NULL : fopen(path, "wb");
    int error = w.failed ? ENOMEM : errno;
    bool written = file != NULL && fwrite(w.data, 1, w.length, file) == w.length;
    if (file != NULL && !written)
        error = errno;
    if (file != NULL && fclose(file) != 0) {
        error = errno;
        written = false;
    }
    rw_fbxw_free(&w);
    errno = error;
    return written;
}
