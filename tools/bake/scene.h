/* A motion file as it was read: a node tree and the animations that move it, in the file's own axes and units.
 * Every reader (BVH, glTF, FBX) fills one of these; the baker knows nothing of formats. */
#ifndef RW_BAKE_SCENE_H
#define RW_BAKE_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#define RW_SCENE_NO_NODE ((size_t)-1)

/* How a track runs between two keys. */
typedef enum rw_interpolation {
    RW_INTERPOLATION_STEP,   /* holds the earlier key */
    RW_INTERPOLATION_LINEAR, /* straight line; rotations: slerp by the shortest arc */
    RW_INTERPOLATION_CUBIC,  /* Hermite spline as glTF 2.0 appendix C has it; rotations are normalised after */
} rw_interpolation;

/* Keys of one property of one node. times: seconds, strictly increasing, count of them. values: `width` doubles a
 * key (3 for translation and scale, 4 for rotation as x, y, z, w), or 3 * width for CUBIC: in-tangent, value,
 * out-tangent. Owned by the scene. count 0: not animated. */
typedef struct rw_track {
    rw_interpolation interpolation;
    size_t count;
    double *times;
    double *values;
} rw_track;

typedef struct rw_channel {
    size_t node; /* index into rw_scene.nodes */
    rw_track translation, rotation, scale;
} rw_channel;

typedef struct rw_animation {
    char *name; /* never NULL; may be empty */
    size_t channel_count;
    rw_channel *channels; /* at most one a node */
    double declared_start, declared_end; /* seconds, what the file declares; equal when it declares nothing */
} rw_animation;

typedef enum rw_node_kind {
    RW_NODE_PLAIN,  /* a group, an armature, an unknown */
    RW_NODE_JOINT,  /* takes part in a skin, or the format has joints only (BVH) */
    RW_NODE_OBJECT, /* carries a mesh, camera or light: passed over when the root is chosen, unless nothing else moves */
} rw_node_kind;

typedef struct rw_node {
    char *name;    /* never NULL; may be empty */
    size_t parent; /* index of an earlier node, or RW_SCENE_NO_NODE: parents stand before children */
    rw_node_kind kind;
    double translation[3], rotation[4], scale[3]; /* rest pose, local: parent * T * R * S; rotation x, y, z, w, unit */
} rw_node;

/* Axes as signed indices: +1 x, -1 -x, +2 y, -2 -y, +3 z, -3 -z. */
typedef struct rw_scene_axes {
    int forward, right, up;
    double metres_per_unit; /* 0: the file has no unit (BVH) */
} rw_scene_axes;

typedef struct rw_scene {
    const char *format; /* "bvh", "gltf", "fbx"; static text */
    rw_scene_axes axes;
    size_t node_count;
    rw_node *nodes;
    size_t animation_count;
    rw_animation *animations;
    size_t warning_count;
    char **warnings; /* sentences for the person who bakes, one finding each */
} rw_scene;

/* Why a file could not be read or baked. place: "line 12", "/accessors/3/count", "byte 4096"; may be empty. */
typedef struct rw_bake_error {
    char place[160];
    char detail[400]; /* lower case, what was attempted, the offending value, what to do */
} rw_bake_error;

/* Limits that every reader enforces before it allocates. */
#define RW_BAKE_MAX_FILE_BYTES ((size_t)512 * 1024 * 1024)
#define RW_BAKE_MAX_NODES 65536
#define RW_BAKE_MAX_DEPTH 1024
#define RW_BAKE_MAX_KEYS 4000000   /* keys of one track; frames of a BVH */
#define RW_BAKE_MAX_FRAMES 1000000 /* samples of a baked clip */
#define RW_BAKE_MAX_ANIMATIONS 1024
#define RW_BAKE_MAX_VALUES ((size_t)64 * 1024 * 1024) /* doubles in all tracks of a file: 512 MiB */

/* Readers. On success fills *out (owned by the caller, freed with rw_scene_free) and returns true; on failure fills
 * *error, leaves *out zeroed and returns false. Never crash, hang or trust a count of the file. */
bool rw_scene_read(const char *path, rw_scene *out, rw_bake_error *error); /* by content, then by extension */
bool rw_scene_read_bvh(const char *path, rw_scene *out, rw_bake_error *error);
bool rw_scene_read_gltf(const char *path, rw_scene *out, rw_bake_error *error);
bool rw_scene_read_fbx(const char *path, rw_scene *out, rw_bake_error *error);

/* Takes NULL and zeroed scenes. */
void rw_scene_free(rw_scene *scene);

/* Appends a warning (copied; printf style). Silently drops it when it was given before, when memory is
 * out, and past the first hundred. */
void rw_scene_warn(rw_scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
