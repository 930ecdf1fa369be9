/* Small complete FBX files for the tests, and arrays as exporters pack them. */
#ifndef RW_TEST_FBX_WRITER_H
#define RW_TEST_FBX_WRITER_H

#include "fbx_writer.h"

void fbx_packed(rw_fbx_writer *w, char type, uint32_t count, const void *elements, size_t element_bytes);
void fbx_curve(rw_fbx_writer *w, int64_t id, size_t count, const int64_t *ticks, const float *values, int32_t flags);

/* What fbx_write_walk can be asked to do differently. Zeroed: the plain file. */
typedef struct fbx_walk_options {
    unsigned version;    /* 0: 7400 */
    bool second_layer;   /* a layer above the base one with curves of its own */
    bool cycle;          /* Hips and Root are each other's parent */
    bool duplicate_id;
    bool pivot_curve;    /* the curve drives RotationPivot */
    bool unsorted;       /* key times fall */
    bool spheric;        /* the rotation order of Hips is spheric, and the curve turns it */
    bool uneven_parent;  /* Root has scale 1, 2, 1, and Hips takes it component by component */
    bool bad_axes;
    bool bad_unit;
    int64_t start, stop; /* of the take, in ticks; both 0: none declared */
} fbx_walk_options;

/* A take "walk" that moves "Hips" (below "Root") along z from 0 to 30 in keys at 0, 0.5 and 1 s, linearly; centimetres,
 * Y up, Z front. */
void fbx_write_walk(rw_fbx_writer *w, const fbx_walk_options *options);

#endif
