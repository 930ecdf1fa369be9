/* Where the nodes of a scene are at a time. Private to tools/bake. */
#ifndef RW_BAKE_EVALUATE_H
#define RW_BAKE_EVALUATE_H

#include "linear.h"
#include "scene.h"

/* Borrows the scene and the animation. animation NULL: the rest pose. */
typedef struct rw_evaluator {
    const rw_scene *scene;
    const rw_animation *animation;
    const rw_channel **channels; /* by node; NULL: not animated. Owned */
} rw_evaluator;

/* False when memory is out. */
bool rw_evaluator_open(rw_evaluator *evaluator, const rw_scene *scene, const rw_animation *animation);
void rw_evaluator_close(rw_evaluator *evaluator);

/* The node's transform in the file's space, its whole parent chain applied: position by translation, rotation and
 * scale of every ancestor; rotation as the nearest rotation to the product of the chain's matrices, in which a scale
 * of nothing counts as 1 and the sizes of scales do not (only their proportions), so that no scale makes NaN. The
 * node's own scale is left out. The position may be infinite where scales overflow. */
rw_pose rw_evaluate_node(const rw_evaluator *evaluator, size_t node, double time);

/* Positions of all nodes at once, out[node_count]; cheaper than one by one. scratch: node_count matrices. */
void rw_evaluate_positions(const rw_evaluator *evaluator, double time, rw_bake_mat3 *scratch, rw_vec3 *out);

/* The value of a track: `width` doubles (3, or 4 for a rotation, which comes out of unit length). Times before the
 * first key and after the last hold that key. track->count > 0. */
void rw_track_sample(const rw_track *track, size_t width, double time, double *out);

#endif
