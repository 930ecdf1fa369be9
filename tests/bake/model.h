/* Scenes put together by hand, for tests that need no file. */
#ifndef RW_TESTS_BAKE_MODEL_H
#define RW_TESTS_BAKE_MODEL_H

#include <bake/scene.h>

enum { MODEL_MOST_NODES = 12, MODEL_MOST_KEYS = 512 };

typedef struct model_keys {
    double times[MODEL_MOST_KEYS], values[MODEL_MOST_KEYS * 4];
} model_keys;

/* Owns all that its scene points to; do not move it, and do not free the scene. */
typedef struct model {
    rw_scene scene;
    rw_node nodes[MODEL_MOST_NODES];
    rw_animation animations[2];
    rw_channel channels[MODEL_MOST_NODES];
    model_keys translations[MODEL_MOST_NODES], rotations[MODEL_MOST_NODES];
} model;

/* An empty scene in glTF's axes, in metres, with one animation "move". */
void model_start(model *made);

/* Adds a node at rest at x, y, z; returns its index. The name is borrowed. */
size_t model_node(model *made, const char *name, size_t parent, rw_node_kind kind, double x, double y, double z);

/* The node's channel in the animation, made when it is asked for first. */
rw_channel *model_channel(model *made, size_t node);

/* Appends a key. */
void model_move(model *made, size_t node, double time, double x, double y, double z);
/* A turn of so many degrees about an axis, 0 to 2. */
void model_turn(model *made, size_t node, double time, int axis, double degrees);

/* Writes that turn as x, y, z, w. */
void model_rotation(int axis, double degrees, double out[4]);

/* A root that goes 2 m forward, 1 m to its right and 0.5 m up in two seconds at 30 keys a second, while it turns
 * 90 degrees to its left (in glTF: forward +z, right -x, up +y; left is towards +x). For the caller to free(). */
model *model_walker(void);

#endif
