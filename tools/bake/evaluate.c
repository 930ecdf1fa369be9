#include "evaluate.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool rw_evaluator_open(rw_evaluator *evaluator, const rw_scene *scene, const rw_animation *animation)
{
    const rw_channel **channels = rw_bake_allocate(scene->node_count, sizeof *channels);
    if (!channels) return false;
    for (size_t i = 0; animation && i < animation->channel_count; i++)
        if (animation->channels[i].node < scene->node_count)
            channels[animation->channels[i].node] = &animation->channels[i];
    *evaluator = (rw_evaluator){scene, animation, channels};
    return true;
}

void rw_evaluator_close(rw_evaluator *evaluator)
{
    if (!evaluator) return;
    free(evaluator->channels);
    *evaluator = (rw_evaluator){0};
}

/* The last key at or before `time`; the caller has made sure that there is one. */
static size_t key_before(const rw_track *track, double time)
{
    size_t low = 0, high = track->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (track->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static rw_quat quat_of(const double *v)
{
    return (rw_quat){v[0], v[1], v[2], v[3]};
}

static void store_rotation(rw_quat q, double *out)
{
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

static void hold_key(const rw_track *track, size_t width, size_t key, double *out)
{
    bool cubic = track->interpolation == RW_INTERPOLATION_CUBIC;
    memcpy(out, &track->values[cubic ? (key * 3 + 1) * width : key * width], width * sizeof *out);
    if (width == 4) store_rotation(rw_bake_quat_normalise(quat_of(out)), out);
}

/* glTF 2.0, appendix C: a cubic Hermite spline whose tangents are per second. */
static void sample_cubic(const rw_track *track, size_t width, size_t key, double t, double span, double *out)
{
    const double *left = &track->values[key * 3 * width], *right = left + 3 * width;
    double t2 = t * t, t3 = t2 * t;
    double value0 = 2 * t3 - 3 * t2 + 1, tangent0 = (t3 - 2 * t2 + t) * span;
    double value1 = 3 * t2 - 2 * t3, tangent1 = (t3 - t2) * span;
    for (size_t i = 0; i < width; i++)
        out[i] =
            value0 * left[width + i] + tangent0 * left[2 * width + i] + value1 * right[width + i] + tangent1 * right[i];
    if (width == 4) store_rotation(rw_bake_quat_normalise(quat_of(out)), out);
}

void rw_track_sample(const rw_track *track, size_t width, double time, double *out)
{
    size_t last = track->count - 1;
    if (!(time > track->times[0])) {
        hold_key(track, width, 0, out);
        return;
    }
    if (time >= track->times[last]) {
        hold_key(track, width, last, out);
        return;
    }
    size_t key = key_before(track, time);
    double span = track->times[key + 1] - track->times[key], t = (time - track->times[key]) / span;
    if (track->interpolation == RW_INTERPOLATION_STEP) {
        hold_key(track, width, key, out);
    } else if (track->interpolation == RW_INTERPOLATION_CUBIC) {
        sample_cubic(track, width, key, t, span, out);
    } else if (width == 4) {
        rw_quat a = rw_bake_quat_normalise(quat_of(&track->values[key * 4]));
        rw_quat b = rw_bake_quat_normalise(quat_of(&track->values[key * 4 + 4]));
        store_rotation(rw_bake_quat_slerp(a, b, t), out);
    } else {
        const double *a = &track->values[key * width], *b = a + width;
        for (size_t i = 0; i < width; i++) out[i] = a[i] + (b[i] - a[i]) * t;
    }
}

typedef struct local_transform {
    rw_vec3 translation, scale;
    rw_quat rotation;
} local_transform;

static void sample_or_rest(const rw_track *track, size_t width, double time, const double *rest, double *out)
{
    if (track && track->count > 0)
        rw_track_sample(track, width, time, out);
    else
        memcpy(out, rest, width * sizeof *out);
}

static local_transform local_at(const rw_evaluator *evaluator, size_t index, double time)
{
    const rw_node *node = &evaluator->scene->nodes[index];
    const rw_channel *channel = evaluator->channels[index];
    double t[3], r[4], s[3];
    sample_or_rest(channel ? &channel->translation : NULL, 3, time, node->translation, t);
    sample_or_rest(channel ? &channel->rotation : NULL, 4, time, node->rotation, r);
    sample_or_rest(channel ? &channel->scale : NULL, 3, time, node->scale, s);
    return (local_transform){{t[0], t[1], t[2]}, {s[0], s[1], s[2]}, quat_of(r)};
}

/* R * diag(s) */
static rw_bake_mat3 scaled_rotation(rw_quat rotation, rw_vec3 s)
{
    rw_bake_mat3 m = rw_bake_mat_of_quat(rotation);
    for (int row = 0; row < 3; row++) {
        m.m[row][0] *= s.x;
        m.m[row][1] *= s.y;
        m.m[row][2] *= s.z;
    }
    return m;
}

static double proportion(double s, double size)
{
    const double least = 1e-4; /* flatter than this a matrix has no rotation that can be told */
    if (!(size > 0) || !isfinite(s)) return 1;
    double share = s / size;
    if (share == 0) return 1;
    return fabs(share) < least ? copysign(least, share) : share;
}

static rw_vec3 proportions(rw_vec3 s)
{
    double size = fmax(fabs(s.x), fmax(fabs(s.y), fabs(s.z)));
    return (rw_vec3){proportion(s.x, size), proportion(s.y, size), proportion(s.z, size)};
}

static void shrink_to_unit(rw_bake_mat3 *m)
{
    double size = 0;
    for (int i = 0; i < 9; i++) size = fmax(size, fabs(m->m[i / 3][i % 3]));
    for (int i = 0; size > 0 && i < 9; i++) m->m[i / 3][i % 3] /= size;
}

static bool is_uniform(rw_vec3 s)
{
    return s.x > 0 && s.x == s.y && s.y == s.z;
}

/* From the node up to the top, so that no array is needed however deep the node lies. While every scale met is
 * uniform the rotation is a plain product of quaternions, which loses no digit to a matrix. */
rw_pose rw_evaluate_node(const rw_evaluator *evaluator, size_t node, double time)
{
    local_transform here = local_at(evaluator, node, time);
    rw_vec3 position = here.translation;
    rw_quat product = here.rotation;
    rw_bake_mat3 chain = rw_bake_mat_of_quat(here.rotation);
    bool uniform = true;
    for (size_t at = evaluator->scene->nodes[node].parent; at != RW_SCENE_NO_NODE;
         at = evaluator->scene->nodes[at].parent) {
        local_transform up = local_at(evaluator, at, time);
        rw_bake_mat3 whole = scaled_rotation(up.rotation, up.scale);
        rw_bake_mat3 shape = scaled_rotation(up.rotation, proportions(up.scale));
        position = rw_bake_vec_add(up.translation, rw_bake_mat_apply(&whole, position));
        product = rw_bake_quat_multiply(up.rotation, product);
        chain = rw_bake_mat_multiply(&shape, &chain);
        shrink_to_unit(&chain);
        uniform = uniform && is_uniform(up.scale);
    }
    product = rw_bake_quat_normalise(product);
    return (rw_pose){position, uniform ? product : rw_bake_mat_rotation(&chain, product)};
}

void rw_evaluate_positions(const rw_evaluator *evaluator, double time, rw_bake_mat3 *scratch, rw_vec3 *out)
{
    for (size_t i = 0; i < evaluator->scene->node_count; i++) {
        local_transform here = local_at(evaluator, i, time);
        rw_bake_mat3 own = scaled_rotation(here.rotation, here.scale);
        size_t parent = evaluator->scene->nodes[i].parent;
        if (parent == RW_SCENE_NO_NODE) {
            scratch[i] = own;
            out[i] = here.translation;
        } else {
            scratch[i] = rw_bake_mat_multiply(&scratch[parent], &own);
            out[i] = rw_bake_vec_add(out[parent], rw_bake_mat_apply(&scratch[parent], here.translation));
        }
    }
}
