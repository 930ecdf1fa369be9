/* Writes binary FBX for the tests, record by record, and one small complete file. */
#ifndef RW_TEST_FBX_WRITER_H
#define RW_TEST_FBX_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FBX_WRITER_DEPTH 256

typedef struct fbx_writer {
    unsigned char *data;
    size_t length, capacity;
    bool wide; /* 64-bit record headers, as from version 7500 on */
    size_t depth;
    struct {
        size_t header, properties, count;
        bool closed, children;
    } open[FBX_WRITER_DEPTH];
} fbx_writer;

void fbx_start(fbx_writer *w, unsigned version);
void fbx_finish(fbx_writer *w); /* the record that ends the file, and a footer */
void fbx_free(fbx_writer *w);

void fbx_begin(fbx_writer *w, const char *name);
void fbx_end(fbx_writer *w);

void fbx_raw(fbx_writer *w, const void *bytes, size_t length);
void fbx_i64(fbx_writer *w, int64_t value);
void fbx_i32(fbx_writer *w, int32_t value);
void fbx_f64(fbx_writer *w, double value);
void fbx_text(fbx_writer *w, const char *text, size_t length);
void fbx_array(fbx_writer *w, char type, uint32_t count, uint32_t encoding, const void *stored, uint32_t bytes);
void fbx_packed(fbx_writer *w, char type, uint32_t count, const void *elements, size_t element_bytes);

/* A whole record `P` of a property table. */
void fbx_p_i32(fbx_writer *w, const char *name, int32_t value);
void fbx_p_i64(fbx_writer *w, const char *name, int64_t value);
void fbx_p_f64(fbx_writer *w, const char *name, double value);
void fbx_p_vector(fbx_writer *w, const char *name, double x, double y, double z);

/* Objects: type is the record's name, name and class what stands before and after the zero byte. */
void fbx_object(fbx_writer *w, const char *type, int64_t id, const char *name, const char *class, const char *sub);
void fbx_connect(fbx_writer *w, int64_t child, int64_t parent, const char *property); /* NULL: object to object */
void fbx_curve(fbx_writer *w, int64_t id, size_t count, const int64_t *ticks, const float *values, int32_t flags);

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
void fbx_write_walk(fbx_writer *w, const fbx_walk_options *options);

#endif
