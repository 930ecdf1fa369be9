/* What a motion file holds and what the baker would do with it: the report behind `rootwarp inspect`. */
#ifndef RW_BAKE_INSPECT_H
#define RW_BAKE_INSPECT_H

#include "scene.h"

#define RW_INSPECT_MOST_MOVERS 32
#define RW_INSPECT_MOST_RUNNERS 4

/* A node that moves in an animation, measured as rw_bake would with it as the root. Lengths in metres (in the file's
 * units where it has none). */
typedef struct rw_inspect_mover {
    size_t node;
    double travel;               /* along the ground, from the first sample to the last */
    double path;                 /* along the samples, three dimensions */
    double moves_from, moves_to; /* as in rw_bake_summary, seconds from the node's first key */
} rw_inspect_mover;

typedef struct rw_inspect_animation {
    const char *name;      /* borrowed from the scene */
    size_t channel_count;  /* tracks: translations, rotations and scales together */
    size_t key_count;      /* distinct key times of the root's parent chain */
    double start;          /* the first of them, seconds of the file */
    double duration;       /* first to last of them */
    double key_rate;       /* what --fps would be by default */
    bool key_rate_regular; /* they are evenly spaced */
    size_t root;           /* the root that bake would take; RW_SCENE_NO_NODE: nothing moves */
    bool in_place;         /* it keeps still while something below it moves */
    size_t hips;           /* what --from-hips would take; RW_SCENE_NO_NODE: none found */
    size_t runner_count;
    size_t runners[RW_INSPECT_MOST_RUNNERS]; /* the next best roots */
    size_t moving_count;                     /* nodes that move */
    size_t mover_count;                      /* of these, how many are listed: the shallowest */
    rw_inspect_mover movers[RW_INSPECT_MOST_MOVERS];
    rw_inspect_mover course; /* the root's own; all 0 where it keeps still */
} rw_inspect_animation;

typedef struct rw_inspect_node {
    const char *name; /* borrowed from the scene */
    size_t parent, depth;
    rw_node_kind kind;
    double height;          /* at rest, along the file's up, in metres (units where the file has none) */
    size_t animation_count; /* animations that move it */
} rw_inspect_node;

typedef struct rw_inspection {
    const rw_scene *scene; /* borrowed */
    size_t node_count;
    rw_inspect_node *nodes; /* as in the scene, so that --root '#N' takes nodes[N] */
    size_t animation_count;
    rw_inspect_animation *animations;
} rw_inspection;

/* Fills *out, which lives as long as the scene; freed with rw_inspection_free. progress (may be NULL) is called after
 * each animation; false stops. False: memory is out, or it was stopped; *error says which, *out is untouched. */
bool rw_inspect(const rw_scene *scene, bool (*progress)(void *context, double fraction), void *progress_context,
                rw_inspection *out, rw_bake_error *error);
void rw_inspection_free(rw_inspection *inspection);

#endif
