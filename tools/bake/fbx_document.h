/* What an FBX file says, as far as motion needs it: axes and unit, models with their transforms, takes (animation
 * stacks) and the curves that drive the models. Read from the container by our own code, bounded and exact. */
#ifndef RW_BAKE_FBX_DOCUMENT_H
#define RW_BAKE_FBX_DOCUMENT_H

#include "fbx_container.h"
#include "fbx_curve.h"

#define RW_FBX_MAX_OBJECTS 2000000
#define RW_FBX_MAX_STACKS 4096
#define RW_FBX_MAX_TOTAL_KEYS 16000000 /* over all curves of a file */

typedef enum rw_fbx_vector { /* the transform properties of a model */
    RW_FBX_TRANSLATION,
    RW_FBX_ROTATION, /* Euler angles, degrees, in the model's rotation order */
    RW_FBX_SCALING,
    RW_FBX_PRE_ROTATION, /* degrees, always in the order XYZ; so is the post rotation */
    RW_FBX_POST_ROTATION,
    RW_FBX_ROTATION_OFFSET,
    RW_FBX_ROTATION_PIVOT,
    RW_FBX_SCALING_OFFSET,
    RW_FBX_SCALING_PIVOT,
    RW_FBX_VECTOR_COUNT,
} rw_fbx_vector;

#define RW_FBX_ANIMATED_COUNT 3 /* translation, rotation and scaling carry curves */

typedef enum rw_fbx_inherit { /* how a model takes its parent's scale; the numbers are the file's */
    RW_FBX_INHERIT_COMPONENTS = 0, /* scales multiply component by component, apart from rotation */
    RW_FBX_INHERIT_PLAIN = 1,      /* as matrices multiply */
    RW_FBX_INHERIT_NONE = 2,       /* the parent's own scale is left out */
} rw_fbx_inherit;

typedef struct rw_fbx_model {
    int64_t id;
    char *name;
    rw_node_kind kind;
    size_t parent; /* index of a model, or RW_FBX_NONE: stands under the scene's root, or nowhere */
    bool rooted;   /* hangs, over its parents, under the scene's root */
    double vectors[RW_FBX_VECTOR_COUNT][3];
    int64_t rotation_order; /* 0 XYZ, 1 XZY, 2 YZX, 3 YXZ, 4 ZXY, 5 ZYX: the first letter turns first; 6 spheric */
    int64_t inherit;
    bool rotation_active;
} rw_fbx_model;

/* The curves that drive one vector of one model in one layer. An axis without a curve holds its constant. */
typedef struct rw_fbx_drive {
    size_t layer, model;
    rw_fbx_vector vector;
    double constant[3];
    size_t curve[3]; /* indices of curves, or RW_FBX_NONE */
} rw_fbx_drive;

typedef struct rw_fbx_layer {
    int64_t id;
    size_t stack; /* or RW_FBX_NONE */
    double weight; /* percent */
    bool mute;
    int64_t blend; /* 0 additive, 1 override, 2 override-passthrough */
} rw_fbx_layer;

typedef struct rw_fbx_stack {
    int64_t id;
    char *name;
    bool has_span;
    int64_t start, stop; /* ticks */
    size_t base_layer;   /* the first of its layers, or RW_FBX_NONE */
    size_t drive_first, drive_count; /* its drives in the document's list */
} rw_fbx_stack;

typedef struct rw_fbx_settings {
    int64_t up, up_sign, front, front_sign, coord, coord_sign;
    double unit_centimetres;
    double frame_rate; /* 0: none declared */
} rw_fbx_settings;

typedef struct rw_fbx_document {
    unsigned version;
    rw_fbx_settings settings;
    size_t model_count, curve_count, drive_count, layer_count, stack_count;
    rw_fbx_model *models;
    rw_fbx_curve *curves;
    rw_fbx_drive *drives; /* stack by stack */
    rw_fbx_layer *layers;
    rw_fbx_stack *stacks;
    size_t constraint_count; /* constraints, which drive models without curves */
} rw_fbx_document;

/* Reads a whole binary FBX file. On failure fills *error and leaves *out untouched. Copies what it keeps. */
bool rw_fbx_document_read(const unsigned char *bytes, size_t length, rw_fbx_document *out, rw_bake_error *error);

/* Takes NULL and zeroed documents. */
void rw_fbx_document_free(rw_fbx_document *document);

#endif
