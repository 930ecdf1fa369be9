/* BVH: the lower half of the file (MOTION) and the scene that both halves make. */
#include "bvh_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Why these: a frame time beyond them is no animation, and 1e6 samples a second is what a clip may hold. */
#define MIN_FRAME_TIME 1e-6
#define MAX_FRAME_TIME 3600.0

typedef struct bvh_motion {
    size_t frames;
    double frame_time;
} bvh_motion;

/* The next word must begin with `keyword`; what stands behind that in the word is left for the next reader. */
static bool expect_prefix(rw_bvh_text *text, const char *keyword, const char *line)
{
    rw_bvh_word word = rw_bvh_next_word(text);
    size_t length = strlen(keyword);
    if (word.length < length || strncasecmp(word.text, keyword, length) != 0)
        return rw_bvh_fail(text, "the line \"%s:\" is missing%s", line,
                           word.length ? "" : "; the file is torn: export it again");
    text->at = word.text + length;
    return true;
}

/* The number behind "Frames:", "Frames :", "frame time". */
static bool read_header_number(rw_bvh_text *text, const char *line, double *out)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\t')) text->at++;
    if (text->at < text->end && *text->at == ':') text->at++;
    return rw_bvh_next_number(text, line, out);
}

static bool read_motion_header(rw_bvh_text *text, size_t columns, bvh_motion *out)
{
    double frames = 0;
    if (!expect_prefix(text, "Frames", "Frames") || !read_header_number(text, "the number of Frames", &frames))
        return false;
    if (!(frames >= 1) || frames != floor(frames))
        return rw_bvh_fail(text, "%.17g frames; a motion has a whole number of them, at least one", frames);
    if (frames > RW_BAKE_MAX_KEYS)
        return rw_bvh_fail(text, "%.17g frames are declared; at most %d are read", frames, RW_BAKE_MAX_KEYS);
    if (!expect_prefix(text, "Frame", "Frame Time") || !expect_prefix(text, "Time", "Frame Time") ||
        !read_header_number(text, "the Frame Time", &out->frame_time))
        return false;
    if (!(out->frame_time >= MIN_FRAME_TIME && out->frame_time <= MAX_FRAME_TIME))
        return rw_bvh_fail(text,
                           "frame time %.9g; it is the seconds of a frame, from %g to %g: correct it to, say, "
                           "0.0333333 for 30 frames a second",
                           out->frame_time, MIN_FRAME_TIME, MAX_FRAME_TIME);
    out->frames = (size_t)frames;
    /* A number takes a digit and a blank: what cannot fit into the rest of the file is not allocated for. */
    size_t left = (size_t)(text->end - text->at);
    if (out->frames > (left + 1) / 2 / columns)
        return rw_bvh_fail(text,
                           "%zu frames of %zu channels are declared, but only %zu bytes follow; the file is "
                           "torn: export it again",
                           out->frames, columns, left);
    return true;
}

static bool has_positions(const rw_bvh_joint *joint)
{
    for (size_t i = 0; i < joint->channel_count; i++)
        if (joint->channels[i] <= RW_BVH_Z_POSITION) return true;
    return false;
}

static bool has_rotations(const rw_bvh_joint *joint)
{
    for (size_t i = 0; i < joint->channel_count; i++)
        if (joint->channels[i] >= RW_BVH_X_ROTATION) return true;
    return false;
}

/* q = q * (a turn of `degrees` about x, y or z) */
static void turn(double q[4], size_t axis, double degrees)
{
    double half = fmod(degrees, 720.0) * (3.14159265358979323846 / 360.0);
    double s = sin(half), c = cos(half);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    switch (axis) {
    case 0: q[0] = w * s + x * c, q[1] = y * c + z * s, q[2] = z * c - y * s; break;
    case 1: q[0] = x * c - z * s, q[1] = w * s + y * c, q[2] = x * s + z * c; break;
    default: q[0] = x * c + y * s, q[1] = y * c - x * s, q[2] = w * s + z * c; break;
    }
    q[3] = w * c - (axis == 0 ? x : axis == 1 ? y : z) * s;
}

static bool read_joint_frame(rw_bvh_text *text, const rw_bvh_joint *joint, rw_channel *channel, size_t frame)
{
    double position[3] = {joint->offset[0], joint->offset[1], joint->offset[2]}, rotation[4] = {0, 0, 0, 1};
    for (size_t i = 0; i < joint->channel_count; i++) {
        double value = 0;
        if (!rw_bvh_next_number(text, "a channel's value", &value)) return false;
        if (joint->channels[i] <= RW_BVH_Z_POSITION)
            position[joint->channels[i]] = value;
        else
            turn(rotation, (size_t)(joint->channels[i] - RW_BVH_X_ROTATION), value);
    }
    if (channel->translation.count) memcpy(&channel->translation.values[frame * 3], position, sizeof position);
    if (channel->rotation.count) memcpy(&channel->rotation.values[frame * 4], rotation, sizeof rotation);
    return true;
}

static bool allocate_track(rw_track *track, const bvh_motion *motion, size_t width, rw_bake_error *error)
{
    track->interpolation = RW_INTERPOLATION_LINEAR;
    track->times = rw_bake_allocate(motion->frames, sizeof *track->times);
    track->values = rw_bake_allocate(motion->frames, width * sizeof *track->values);
    if (!track->times || !track->values) return rw_bake_fail_memory(error, "");
    track->count = motion->frames;
    for (size_t i = 0; i < motion->frames; i++) track->times[i] = (double)i * motion->frame_time;
    return true;
}

static bool allocate_tracks(rw_bvh_text *text, const rw_bvh_hierarchy *tree, const bvh_motion *motion, rw_scene *scene)
{
    size_t doubles = 0, moving = 0;
    for (size_t i = 0; i < tree->count; i++) {
        doubles += (has_positions(&tree->joints[i]) ? 4u : 0u) + (has_rotations(&tree->joints[i]) ? 5u : 0u);
        moving += tree->joints[i].channel_count > 0;
    }
    if (motion->frames > RW_BAKE_MAX_VALUES / doubles)
        return rw_bvh_fail(text,
                           "%zu frames of %zu moving joints are more than is read at once; cut the capture into "
                           "pieces",
                           motion->frames, moving);
    rw_animation *animation = rw_bake_allocate(1, sizeof *animation);
    if (!animation) return rw_bake_fail_memory(text->error, "");
    scene->animations = animation;
    scene->animation_count = 1;
    animation->name = rw_bake_copy_text("Motion", 6);
    animation->channels = rw_bake_allocate(moving, sizeof *animation->channels);
    if (!animation->name || !animation->channels) return rw_bake_fail_memory(text->error, "");
    size_t node = 0;
    for (size_t i = 0; i < tree->count; i++) {
        const rw_bvh_joint *joint = &tree->joints[i];
        if (joint->channel_count > 0) {
            rw_channel *channel = &animation->channels[animation->channel_count++];
            channel->node = node;
            if (has_positions(joint) && !allocate_track(&channel->translation, motion, 3, text->error)) return false;
            if (has_rotations(joint) && !allocate_track(&channel->rotation, motion, 4, text->error)) return false;
        }
        node += !joint->end_site;
    }
    return true;
}

static bool read_frames(rw_bvh_text *text, const rw_bvh_hierarchy *tree, const bvh_motion *motion,
                        rw_animation *animation)
{
    for (size_t frame = 0; frame < motion->frames; frame++) {
        size_t channel = 0;
        for (size_t i = 0; i < tree->count; i++) {
            if (tree->joints[i].channel_count == 0) continue;
            if (!read_joint_frame(text, &tree->joints[i], &animation->channels[channel++], frame)) {
                if (text->at == text->end)
                    return rw_bvh_fail(text,
                                       "%zu frames are declared but the file ends in frame %zu; it is torn: "
                                       "export it again, or correct \"Frames:\"",
                                       motion->frames, frame + 1);
                return false;
            }
        }
    }
    rw_bvh_word word = rw_bvh_next_word(text);
    if (word.length != 0)
        return rw_bvh_fail(text,
                           "more values follow than the %zu declared frames hold; correct \"Frames:\" or remove "
                           "them",
                           motion->frames);
    return true;
}

/* Exporters disagree whether a joint's position replaces its OFFSET or is added to it; the values tell. A position
 * that keeps near the OFFSET replaces it, one that keeps near zero is added. A root's replaces: its OFFSET is where
 * the rest pose stood, and the motion does not depend on it. */
static void settle_offset(const rw_bvh_joint *joint, rw_track *translation, rw_scene *scene)
{
    if (joint->parent == RW_SCENE_NO_NODE || translation->count == 0) return;
    double to_offset = 0, to_zero = 0;
    for (size_t k = 0; k < translation->count; k++)
        for (size_t i = 0; i < joint->channel_count; i++) {
            size_t a = (size_t)joint->channels[i];
            if (a > RW_BVH_Z_POSITION) continue;
            double value = translation->values[k * 3 + a];
            to_offset += fabs(value - joint->offset[a]);
            to_zero += fabs(value);
        }
    if (to_offset <= to_zero) return;
    for (size_t k = 0; k < translation->count; k++)
        for (size_t i = 0; i < joint->channel_count; i++) {
            size_t a = (size_t)joint->channels[i];
            if (a <= RW_BVH_Z_POSITION) translation->values[k * 3 + a] += joint->offset[a];
        }
    rw_scene_warn(scene, "the positions of joint \"%s\" keep near zero, so they were added to its OFFSET", joint->name);
}

static bool make_nodes(rw_bvh_hierarchy *tree, rw_scene *scene, rw_bake_error *error)
{
    size_t *node_of = rw_bake_allocate(tree->count, sizeof *node_of);
    scene->nodes = rw_bake_allocate(tree->count, sizeof *scene->nodes);
    if (!node_of || !scene->nodes) {
        free(node_of);
        return rw_bake_fail_memory(error, "");
    }
    for (size_t i = 0; i < tree->count; i++) {
        rw_bvh_joint *joint = &tree->joints[i];
        if (joint->end_site) continue;
        node_of[i] = scene->node_count;
        rw_node *node = &scene->nodes[scene->node_count++];
        *node = (rw_node){.name = joint->name, .kind = RW_NODE_JOINT, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
        joint->name = NULL;
        node->parent = joint->parent == RW_SCENE_NO_NODE ? RW_SCENE_NO_NODE : node_of[joint->parent];
        memcpy(node->translation, joint->offset, sizeof node->translation);
    }
    free(node_of);
    return true;
}

static bool read_text(rw_bvh_text *text, rw_bvh_hierarchy *tree, rw_scene *scene)
{
    if (!rw_bvh_read_hierarchy(text, tree)) return false;
    size_t columns = 0;
    for (size_t i = 0; i < tree->count; i++) columns += tree->joints[i].channel_count;
    if (columns == 0) return rw_bvh_fail(text, "no joint has channels, so nothing moves");
    bvh_motion motion = {0};
    if (!read_motion_header(text, columns, &motion) || !allocate_tracks(text, tree, &motion, scene) ||
        !read_frames(text, tree, &motion, &scene->animations[0]))
        return false;
    rw_bvh_find_axes(tree, scene);
    size_t channel = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->joints[i].channel_count > 0)
            settle_offset(&tree->joints[i], &scene->animations[0].channels[channel++].translation, scene);
    return make_nodes(tree, scene, text->error);
}

bool rw_scene_read_bvh(const char *path, rw_scene *out, rw_bake_error *error)
{
    *out = (rw_scene){0};
    rw_bake_locale locale;
    if (!rw_bake_locale_enter(&locale, error)) return false;
    rw_bake_bytes bytes = {NULL, 0};
    rw_bvh_hierarchy tree = {0};
    rw_scene scene = {.format = "bvh"};
    bool read = rw_bake_bytes_read(path, RW_BAKE_MAX_FILE_BYTES, &bytes, error);
    if (read) {
        const char *first = (const char *)bytes.data;
        rw_bvh_text text = {first, first + bytes.size, 1, error};
        if (bytes.size >= 3 && memcmp(first, "\xef\xbb\xbf", 3) == 0) text.at += 3;
        read = read_text(&text, &tree, &scene);
    }
    rw_bvh_hierarchy_free(&tree);
    rw_bake_bytes_free(&bytes);
    rw_bake_locale_leave(&locale);
    if (!read) {
        rw_scene_free(&scene);
        return false;
    }
    *out = scene;
    return true;
}
