/* Which node carries a clip's root motion. Private to tools/bake. */
#ifndef RW_BAKE_CHOOSE_H
#define RW_BAKE_CHOOSE_H

#include "measure.h"

#define RW_ROOT_MOST_RUNNERS 4

typedef struct rw_root_choice {
    size_t root;   /* RW_SCENE_NO_NODE: the animation moves no node at all */
    size_t hips;   /* the pelvis, at or below the root, or the shallowest thing that moves below a root that stands
                      still; RW_SCENE_NO_NODE: none found */
    bool in_place; /* the root stands still while something below it moves */
    size_t runner_count;
    size_t runners[RW_ROOT_MOST_RUNNERS]; /* the next best: what else moves, best first */
} rw_root_choice;

/* The rule. Candidates have keys of their own, and are joints, and groups above joints; without joints that move,
 * groups; without groups, objects (meshes, cameras). Sockets, IK targets and the like, known by their names, are passed
 * over while anything else is left. The root is the shallowest candidate that moves or turns, or is a joint with
 * translation keys, so that a dedicated root bone is found also where it stands still; of several as shallow, the one
 * with the most below it.
 * named: the root that the user wants instead, or RW_SCENE_NO_NODE. False when memory is out. */
bool rw_root_choose(const rw_evaluator *evaluator, const rw_node_motion *motions, size_t named, rw_root_choice *out);

/* The name says pelvis: "Hips", "mixamorig:Hips", "b_Hip_01", "pelvis"; not "hip_L", "LHipJoint". */
bool rw_name_is_hips(const char *name);

#endif
