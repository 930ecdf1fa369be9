#include "model.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void model_start(model *made)
{
    memset(made, 0, sizeof *made);
    made->scene = (rw_scene){
        .format = "gltf",
        .axes = {.forward = 3, .right = -1, .up = 2, .metres_per_unit = 1},
        .nodes = made->nodes,
        .animation_count = 1,
        .animations = made->animations,
    };
    made->animations[0] = (rw_animation){.name = (char *)(uintptr_t) "move", .channels = made->channels};
}

size_t model_node(model *made, const char *name, size_t parent, rw_node_kind kind, double x, double y, double z)
{
    ck_assert_uint_lt(made->scene.node_count, MODEL_MOST_NODES);
    size_t index = made->scene.node_count++;
    made->nodes[index] = (rw_node){
        .name = (char *)(uintptr_t)name,
        .parent = parent,
        .kind = kind,
        .translation = {x, y, z},
        .rotation = {0, 0, 0, 1},
        .scale = {1, 1, 1},
    };
    return index;
}

rw_channel *model_channel(model *made, size_t node)
{
    rw_animation *animation = &made->animations[0];
    for (size_t i = 0; i < animation->channel_count; i++)
        if (animation->channels[i].node == node) return &animation->channels[i];
    size_t index = animation->channel_count++;
    rw_channel *channel = &animation->channels[index];
    *channel = (rw_channel){.node = node};
    channel->translation =
        (rw_track){RW_INTERPOLATION_LINEAR, 0, made->translations[index].times, made->translations[index].values};
    channel->rotation =
        (rw_track){RW_INTERPOLATION_LINEAR, 0, made->rotations[index].times, made->rotations[index].values};
    return channel;
}

static void append(rw_track *track, size_t width, double time, const double *value)
{
    ck_assert_uint_lt(track->count, MODEL_MOST_KEYS);
    track->times[track->count] = time;
    memcpy(&track->values[track->count * width], value, width * sizeof *value);
    track->count++;
}

void model_move(model *made, size_t node, double time, double x, double y, double z)
{
    append(&model_channel(made, node)->translation, 3, time, (const double[]){x, y, z});
}

void model_rotation(int axis, double degrees, double out[4])
{
    double half = degrees * acos(-1) / 360;
    memset(out, 0, 4 * sizeof *out);
    out[axis] = sin(half);
    out[3] = cos(half);
}

void model_turn(model *made, size_t node, double time, int axis, double degrees)
{
    double value[4];
    model_rotation(axis, degrees, value);
    append(&model_channel(made, node)->rotation, 4, time, value);
}

model *model_walker(void)
{
    model *made = malloc(sizeof *made);
    ck_assert_ptr_nonnull(made);
    model_start(made);
    size_t root = model_node(made, "root", RW_SCENE_NO_NODE, RW_NODE_JOINT, 3, 4, 5);
    (void)model_node(made, "hips", root, RW_NODE_JOINT, 0, 1, 0);
    for (int k = 0; k <= 60; k++) {
        double u = k / 60.0;
        model_move(made, root, 1 + k / 30.0, 3 - u, 4 + 0.5 * u, 5 + 2 * u);
        model_turn(made, root, 1 + k / 30.0, 1, 90 * u);
    }
    return made;
}
