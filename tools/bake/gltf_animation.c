/* The animations of a glTF file: channels, samplers, and what is wrong with them. */
#include "gltf_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a channel moves. */
typedef enum target { TARGET_TRANSLATION, TARGET_ROTATION, TARGET_SCALE, TARGET_OTHER } target;

static size_t width_of(target what)
{
    return what == TARGET_ROTATION ? 4 : 3;
}

static const char *name_of(target what)
{
    return what == TARGET_TRANSLATION ? "translation" : what == TARGET_ROTATION ? "rotation" : "scale";
}

static rw_track *track_of(rw_channel *channel, target what)
{
    return what == TARGET_TRANSLATION ? &channel->translation
           : what == TARGET_ROTATION  ? &channel->rotation
                                      : &channel->scale;
}

static bool read_interpolation(rw_gltf *gltf, const json_t *sampler, rw_gltf_place place, rw_interpolation *out)
{
    const char *name = NULL;
    if (!rw_gltf_string(gltf, sampler, "interpolation", place, "LINEAR", &name)) return false;
    if (strcmp(name, "LINEAR") == 0)
        *out = RW_INTERPOLATION_LINEAR;
    else if (strcmp(name, "STEP") == 0)
        *out = RW_INTERPOLATION_STEP;
    else if (strcmp(name, "CUBICSPLINE") == 0)
        *out = RW_INTERPOLATION_CUBIC;
    else
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "interpolation"),
                            "\"%.40s\"; LINEAR, STEP and CUBICSPLINE are known", name);
    return true;
}

/* Reading is unambiguous with or without a stride and bounds, which the format forbids and wants; so it is told. */
static void warn_of_lapses(rw_gltf *gltf, const rw_gltf_accessor *input)
{
    const json_t *view = json_object_get(input->object, "bufferView");
    const json_t *strided = view ? rw_gltf_top(gltf, "bufferViews", (size_t)json_number_value(view)) : NULL;
    if (json_object_get(strided, "byteStride"))
        rw_scene_warn(gltf->scene, "key times lie in a buffer view with a stride, which glTF does not allow; "
                                   "they were read all the same");
    if (!input->has_bounds)
        rw_scene_warn(gltf->scene, "key times have no min and max, which glTF wants; they were read all the "
                                   "same");
}

static bool read_times(rw_gltf *gltf, const rw_gltf_accessor *input, rw_gltf_place place, double **out)
{
    if (input->component != RW_GLTF_FLOAT || input->width != 1)
        return rw_gltf_fail(gltf, place, "accessor %zu is no SCALAR of floats, so it holds no key times", input->index);
    if (input->count > RW_BAKE_MAX_KEYS)
        return rw_gltf_fail(gltf, place, "%zu keys; at most %d are read", input->count, RW_BAKE_MAX_KEYS);
    double *times = NULL;
    if (!rw_gltf_accessor_read(gltf, input, &times)) return false;
    for (size_t i = 1; i < input->count; i++) {
        if (times[i] > times[i - 1]) continue;
        (void)rw_gltf_fail(gltf, rw_gltf_place_at("/accessors/%zu", input->index),
                           "key times must rise: key %zu is at %.9g s, after %.9g s; export the file again", i,
                           times[i], times[i - 1]);
        free(times);
        return false;
    }
    warn_of_lapses(gltf, input);
    if (times[0] < 0)
        rw_scene_warn(gltf->scene, "keys before zero seconds, which glTF does not allow; times are "
                                   "taken from the first key");
    *out = times;
    return true;
}

static bool output_format_fits(const rw_gltf_accessor *output, target what)
{
    if (output->width != width_of(what)) return false;
    if (output->component == RW_GLTF_FLOAT) return true;
    return output->normalised && what == TARGET_ROTATION;
}

/* Rotations come out of unit length, but for those of a spline: there key and tangents belong together. */
static bool settle_rotations(rw_gltf *gltf, rw_gltf_place place, rw_track *track)
{
    bool cubic = track->interpolation == RW_INTERPOLATION_CUBIC;
    bool far_from_unit = false;
    for (size_t k = 0; k < track->count; k++) {
        double *q = &track->values[cubic ? (3 * k + 1) * 4 : k * 4];
        double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(length > 1e-6))
            return rw_gltf_fail(gltf, place,
                                "the rotation of key %zu is a quaternion of length zero; export the file "
                                "again",
                                k);
        far_from_unit = far_from_unit || fabs(length - 1) > 1e-3;
        for (int i = 0; !cubic && i < 4; i++) q[i] /= length;
    }
    if (far_from_unit) rw_scene_warn(gltf->scene, "rotations that are no unit quaternions; they were normalised");
    return true;
}

static bool read_values(rw_gltf *gltf, const rw_gltf_accessor *output, rw_gltf_place place, target what,
                        rw_track *track)
{
    bool cubic = track->interpolation == RW_INTERPOLATION_CUBIC;
    if (!output_format_fits(output, what))
        return rw_gltf_fail(gltf, place, "accessor %zu does not fit a %s: that takes VEC%zu of floats%s", output->index,
                            name_of(what), width_of(what), what == TARGET_ROTATION ? " or normalised integers" : "");
    if (output->count != track->count * (cubic ? 3 : 1))
        return rw_gltf_fail(gltf, place, "%zu key times but %zu values%s; export the file again", track->count,
                            output->count, cubic ? " (a spline has three a key)" : "");
    if (!rw_gltf_accessor_read(gltf, output, &track->values)) return false;
    return what != TARGET_ROTATION || settle_rotations(gltf, place, track);
}

static bool read_sampler(rw_gltf *gltf, const json_t *sampler, rw_gltf_place place, target what, rw_track *track)
{
    size_t accessors = rw_gltf_count(gltf, "accessors"), input = 0, output = 0;
    rw_gltf_place in = rw_gltf_place_in(place, "input"), out = rw_gltf_place_in(place, "output");
    rw_gltf_accessor times, values;
    if (!rw_gltf_index(gltf, sampler, "input", place, true, accessors, "accessor", &input) ||
        !rw_gltf_index(gltf, sampler, "output", place, true, accessors, "accessor", &output) ||
        !read_interpolation(gltf, sampler, place, &track->interpolation) ||
        !rw_gltf_accessor_describe(gltf, input, &times) || !rw_gltf_accessor_describe(gltf, output, &values) ||
        !read_times(gltf, &times, in, &track->times))
        return false;
    track->count = times.count;
    if (track->interpolation == RW_INTERPOLATION_CUBIC && track->count == 1)
        rw_scene_warn(gltf->scene, "a spline of one key, which glTF does not allow; it holds still");
    return read_values(gltf, &values, out, what, track);
}

static bool read_path(rw_gltf *gltf, const json_t *where, rw_gltf_place place, target *out)
{
    const char *path = NULL;
    if (!rw_gltf_string(gltf, where, "path", place, NULL, &path)) return false;
    if (!path) return rw_gltf_fail(gltf, place, "\"path\" is missing");
    *out = TARGET_OTHER;
    if (strcmp(path, "translation") == 0)
        *out = TARGET_TRANSLATION;
    else if (strcmp(path, "rotation") == 0)
        *out = TARGET_ROTATION;
    else if (strcmp(path, "scale") == 0)
        *out = TARGET_SCALE;
    else if (strcmp(path, "pointer") == 0)
        rw_scene_warn(gltf->scene, "a channel of KHR_animation_pointer was passed over");
    else if (strcmp(path, "weights") != 0)
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "path"),
                            "\"%.40s\"; translation, rotation, scale and weights can be animated", path);
    return true;
}

/* One animation while it is read. */
typedef struct reading {
    size_t index;
    const json_t *samplers;
    rw_animation *animation;
    size_t *channel_of; /* by scene node; RW_SCENE_NO_NODE: none yet */
} reading;

static rw_channel *channel_for(const reading *state, size_t node)
{
    if (state->channel_of[node] == RW_SCENE_NO_NODE) {
        state->channel_of[node] = state->animation->channel_count;
        state->animation->channels[state->animation->channel_count++].node = node;
    }
    return &state->animation->channels[state->channel_of[node]];
}

static bool read_channel(rw_gltf *gltf, const reading *state, const json_t *channels, size_t index)
{
    rw_gltf_place place = rw_gltf_place_at("/animations/%zu/channels/%zu", state->index, index);
    rw_gltf_place target_place = rw_gltf_place_in(place, "target");
    json_t *channel = NULL, *where = NULL, *sampler = NULL;
    size_t sampler_index = 0, node = 0;
    target what = TARGET_OTHER;
    if (!rw_gltf_element(gltf, channels, index, place, &channel) ||
        !rw_gltf_object(gltf, channel, "target", place, &where))
        return false;
    if (!where) return rw_gltf_fail(gltf, place, "\"target\" is missing");
    if (!read_path(gltf, where, target_place, &what) ||
        !rw_gltf_index(gltf, channel, "sampler", place, true, json_array_size(state->samplers), "sampler",
                       &sampler_index) ||
        !rw_gltf_index(gltf, where, "node", target_place, false, gltf->node_count, "node", &node))
        return false;
    if (what == TARGET_OTHER) return true;
    if (node == RW_SCENE_NO_NODE) {
        rw_scene_warn(gltf->scene, "a channel without a node was passed over");
        return true;
    }
    if (json_object_get(rw_gltf_top(gltf, "nodes", node), "matrix"))
        return rw_gltf_fail(gltf, target_place,
                            "node %zu is placed by a matrix and so cannot be animated; export it "
                            "with translation, rotation and scale",
                            node);
    rw_track *track = track_of(channel_for(state, gltf->node_of[node]), what);
    if (track->count > 0)
        return rw_gltf_fail(gltf, target_place, "a second channel moves the %s of node %zu; keep one", name_of(what),
                            node);
    rw_gltf_place sampler_place = rw_gltf_place_at("/animations/%zu/samplers/%zu", state->index, sampler_index);
    return rw_gltf_element(gltf, state->samplers, sampler_index, sampler_place, &sampler) &&
           read_sampler(gltf, sampler, sampler_place, what, track);
}

static bool read_animation(rw_gltf *gltf, const json_t *animations, size_t index, size_t *channel_of, rw_animation *out)
{
    rw_gltf_place place = rw_gltf_place_at("/animations/%zu", index);
    json_t *object = NULL, *channels = NULL, *samplers = NULL;
    const char *name = NULL;
    if (!rw_gltf_element(gltf, animations, index, place, &object) ||
        !rw_gltf_string(gltf, object, "name", place, "", &name) ||
        !rw_gltf_array(gltf, object, "channels", place, &channels) ||
        !rw_gltf_array(gltf, object, "samplers", place, &samplers))
        return false;
    size_t count = json_array_size(channels);
    if (count == 0 || json_array_size(samplers) == 0)
        return rw_gltf_fail(gltf, place, "the animation has no %s; remove it or export the file again",
                            count == 0 ? "channels" : "samplers");
    size_t room = count < gltf->node_count ? count : gltf->node_count;
    out->name = rw_bake_copy_text(name, strlen(name));
    out->channels = rw_bake_allocate(room ? room : 1, sizeof *out->channels);
    if (!out->name || !out->channels) return rw_bake_fail_memory(gltf->error, place.text);
    for (size_t i = 0; i < gltf->node_count; i++) channel_of[i] = RW_SCENE_NO_NODE;
    reading state = {index, samplers, out, channel_of};
    for (size_t i = 0; i < count; i++)
        if (!read_channel(gltf, &state, channels, i)) return false;
    return true;
}

bool rw_gltf_read_animations(rw_gltf *gltf)
{
    json_t *animations = NULL, *accessors = NULL, *views = NULL;
    rw_gltf_place top = rw_gltf_place_at("%s", "");
    if (!rw_gltf_array(gltf, gltf->root, "animations", top, &animations) ||
        !rw_gltf_array(gltf, gltf->root, "accessors", top, &accessors) ||
        !rw_gltf_array(gltf, gltf->root, "bufferViews", top, &views))
        return false;
    size_t count = json_array_size(animations);
    if (count > RW_BAKE_MAX_ANIMATIONS)
        return rw_gltf_fail(gltf, rw_gltf_place_at("/animations"), "%zu animations; at most %d are read", count,
                            RW_BAKE_MAX_ANIMATIONS);
    if (count == 0) return true;
    size_t *channel_of = rw_bake_allocate(gltf->node_count ? gltf->node_count : 1, sizeof *channel_of);
    gltf->scene->animations = rw_bake_allocate(count, sizeof *gltf->scene->animations);
    bool read = channel_of && gltf->scene->animations;
    if (!read) (void)rw_bake_fail_memory(gltf->error, "/animations");
    for (size_t i = 0; read && i < count; i++) {
        gltf->scene->animation_count = i + 1;
        read = read_animation(gltf, animations, i, channel_of, &gltf->scene->animations[i]);
    }
    free(channel_of);
    return read;
}
