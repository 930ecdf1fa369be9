/* The two halves of a BVH file and what passes between them. Private to the BVH reader. */
#ifndef RW_BAKE_BVH_INTERNAL_H
#define RW_BAKE_BVH_INTERNAL_H

#include "scene.h"
#include "support.h"

#define RW_BVH_MAX_CHANNELS 6 /* of one joint: three positions, three rotations */

/* What one column of a frame moves. */
typedef enum rw_bvh_channel {
    RW_BVH_X_POSITION,
    RW_BVH_Y_POSITION,
    RW_BVH_Z_POSITION,
    RW_BVH_X_ROTATION,
    RW_BVH_Y_ROTATION,
    RW_BVH_Z_ROTATION,
} rw_bvh_channel;

typedef struct rw_bvh_joint {
    char *name;    /* owned until the scene takes it; NULL for an End Site */
    size_t parent; /* an earlier joint, or RW_SCENE_NO_NODE */
    double offset[3];
    bool end_site;
    bool has_offset, has_channels;
    size_t channel_count;
    rw_bvh_channel channels[RW_BVH_MAX_CHANNELS]; /* in the order in which they are applied */
} rw_bvh_joint;

/* The text and how far it has been read. */
typedef struct rw_bvh_text {
    const char *at, *end;
    size_t line;
    rw_bake_error *error;
} rw_bvh_text;

/* A word: no blanks in it. Braces are words of their own. length 0: the text has ended. */
typedef struct rw_bvh_word {
    const char *text;
    size_t length;
} rw_bvh_word;

rw_bvh_word rw_bvh_next_word(rw_bvh_text *text);
bool rw_bvh_word_is(rw_bvh_word word, const char *keyword); /* whatever the case of either */

/* Fails with the current line as the place. */
bool rw_bvh_fail(rw_bvh_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next word as a number of at most 1e9 either way. `what` names it in the error. */
bool rw_bvh_next_number(rw_bvh_text *text, const char *what, double *out);

/* Joints in file order, End Sites included. Owned. */
typedef struct rw_bvh_hierarchy {
    rw_bvh_joint *joints;
    size_t count, capacity;
} rw_bvh_hierarchy;

/* Reads HIERARCHY up to and including the word MOTION. */
bool rw_bvh_read_hierarchy(rw_bvh_text *text, rw_bvh_hierarchy *out);
void rw_bvh_hierarchy_free(rw_bvh_hierarchy *hierarchy);

/* Which axes the rest skeleton stands in; warns in *scene when it is not the format's custom (Y up, facing Z).
 *
 * BVH names no axes. Custom is Y up, but Blender writes its own Z up, facing -Y, and nothing in the file says so. The
 * rule: take the mirrored pair of limbs nearest to the root (mirrored across X). The skeleton is Z up when that pair
 * hangs along -Z and holds the lowest joint along Z, and the same does not hold for Y, or holds less: feet are the
 * lowest thing of a standing skeleton, but along its length a snout or a tail goes beyond them. Otherwise Y is up. */
void rw_bvh_find_axes(const rw_bvh_hierarchy *hierarchy, rw_scene *scene);

#endif
