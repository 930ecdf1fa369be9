/* Which way is up in a BVH file, judged from its rest skeleton. The rule is told in bvh_internal.h. */
#include "bvh_internal.h"

#include <math.h>
#include <stdlib.h>

/* The rest skeleton, and for each joint the mean and the extremes of the leaves below it. */
typedef struct limb {
    double position[3];
    double leaf_sum[3], leaf_min[3];
    double leaf_count;
    size_t depth;
} limb;

/* A pair of mirrored limbs: how far it hangs from its parent, and its lowest leaf. */
typedef struct limb_pair {
    size_t depth;
    double length;
    double hang[3]; /* the part both limbs share, over the length of one */
    double lowest[3];
    bool found;
} limb_pair;

static void place_joints(const rw_bvh_hierarchy *hierarchy, limb *limbs)
{
    for (size_t i = 0; i < hierarchy->count; i++) {
        const rw_bvh_joint *joint = &hierarchy->joints[i];
        const limb *parent = joint->parent == RW_SCENE_NO_NODE ? NULL : &limbs[joint->parent];
        limbs[i].depth = parent ? parent->depth + 1 : 0;
        for (size_t a = 0; a < 3; a++) {
            limbs[i].position[a] = joint->offset[a] + (parent ? parent->position[a] : 0);
            limbs[i].leaf_min[a] = INFINITY;
        }
    }
}

static void gather_leaves(const rw_bvh_hierarchy *hierarchy, limb *limbs)
{
    for (size_t i = hierarchy->count; i-- > 0;) {
        if (limbs[i].leaf_count == 0) {
            limbs[i].leaf_count = 1;
            for (size_t a = 0; a < 3; a++) limbs[i].leaf_sum[a] = limbs[i].leaf_min[a] = limbs[i].position[a];
        }
        size_t parent = hierarchy->joints[i].parent;
        if (parent == RW_SCENE_NO_NODE) continue;
        limbs[parent].leaf_count += limbs[i].leaf_count;
        for (size_t a = 0; a < 3; a++) {
            limbs[parent].leaf_sum[a] += limbs[i].leaf_sum[a];
            limbs[parent].leaf_min[a] = fmin(limbs[parent].leaf_min[a], limbs[i].leaf_min[a]);
        }
    }
}

static void consider_pair(const limb *parent, const limb *a, const limb *b, limb_pair *best)
{
    const double tolerance = 0.05;
    double first[3], second[3], square = 0;
    for (size_t k = 0; k < 3; k++) {
        first[k] = a->leaf_sum[k] / a->leaf_count - parent->position[k];
        second[k] = b->leaf_sum[k] / b->leaf_count - parent->position[k];
        square += first[k] * first[k];
    }
    double length = sqrt(square);
    bool mirrored = length > 0 && fabs(first[0] + second[0]) <= tolerance * length &&
                    fabs(first[1] - second[1]) <= tolerance * length &&
                    fabs(first[2] - second[2]) <= tolerance * length && fabs(first[0]) > 0.01 * length;
    if (!mirrored) return;
    bool nearer =
        !best->found || parent->depth < best->depth || (parent->depth == best->depth && length > best->length);
    if (!nearer) return;
    *best = (limb_pair){.depth = parent->depth, .length = length, .found = true};
    for (size_t k = 0; k < 3; k++) {
        best->hang[k] = (first[k] + second[k]) / 2 / length;
        best->lowest[k] = fmin(a->leaf_min[k], b->leaf_min[k]);
    }
}

/* Siblings are chained by their indices, so that a parent with many children costs its pairs only. */
static bool find_pair(const rw_bvh_hierarchy *hierarchy, const limb *limbs, limb_pair *best)
{
    enum { MOST_SIBLINGS = 64 }; /* nobody has more limbs; a hostile file shall not cost the square of its joints */
    size_t none = RW_SCENE_NO_NODE, count = hierarchy->count;
    size_t *next = rw_bake_allocate(count, sizeof *next), *first = rw_bake_allocate(count, sizeof *first);
    if (!next || !first) {
        free(next);
        free(first);
        return false;
    }
    for (size_t i = 0; i < count; i++) first[i] = next[i] = none;
    for (size_t i = count; i-- > 0;) {
        size_t parent = hierarchy->joints[i].parent;
        if (parent == none) continue;
        next[i] = first[parent];
        first[parent] = i;
    }
    for (size_t p = 0; p < count; p++) {
        size_t seen = 0;
        for (size_t a = first[p]; a != none && seen < MOST_SIBLINGS; a = next[a], seen++) {
            size_t compared = 0;
            for (size_t b = next[a]; b != none && compared < MOST_SIBLINGS; b = next[b], compared++)
                consider_pair(&limbs[p], &limbs[a], &limbs[b], best);
        }
    }
    free(next);
    free(first);
    return best->found;
}

/* How surely the pair are legs that stand along an axis; 0: they do not. */
static double standing(const rw_bvh_hierarchy *hierarchy, const limb *limbs, const limb_pair *pair, size_t axis)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < hierarchy->count; i++) {
        low = fmin(low, limbs[i].position[axis]);
        high = fmax(high, limbs[i].position[axis]);
    }
    bool lowest = pair->lowest[axis] <= low + 0.05 * (high - low);
    return lowest && pair->hang[axis] < -0.3 ? -pair->hang[axis] : 0;
}

static void extents(const rw_bvh_hierarchy *hierarchy, const limb *limbs, double out[3])
{
    for (size_t a = 0; a < 3; a++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < hierarchy->count; i++) {
            low = fmin(low, limbs[i].position[a]);
            high = fmax(high, limbs[i].position[a]);
        }
        out[a] = high - low;
    }
}

void rw_bvh_find_axes(const rw_bvh_hierarchy *hierarchy, rw_scene *scene)
{
    scene->axes = (rw_scene_axes){.forward = 3, .right = -1, .up = 2, .metres_per_unit = 0};
    limb *limbs = rw_bake_allocate(hierarchy->count, sizeof *limbs);
    if (!limbs) return;
    place_joints(hierarchy, limbs);
    gather_leaves(hierarchy, limbs);
    limb_pair pair = {0};
    double along_y = 0, along_z = 0;
    if (find_pair(hierarchy, limbs, &pair)) {
        along_y = standing(hierarchy, limbs, &pair, 1);
        along_z = standing(hierarchy, limbs, &pair, 2);
    }
    double extent[3];
    extents(hierarchy, limbs, extent);
    free(limbs);
    if (along_z > along_y) {
        scene->axes = (rw_scene_axes){.forward = -2, .right = -1, .up = 3, .metres_per_unit = 0};
        rw_scene_warn(scene, "BVH names no axes; the legs of this skeleton hang along -Z, so it is read as Blender "
                             "writes it: Z up, facing -Y. Give --up and --forward if that is wrong");
    } else if (along_y <= 0 && extent[2] > 2 * extent[1]) {
        rw_scene_warn(scene, "BVH names no axes; this skeleton is read as Y up, facing Z, but it is longest along Z "
                             "and has no legs to tell by. Give --up z if it stands along Z");
    }
}
