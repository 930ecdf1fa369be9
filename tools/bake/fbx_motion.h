/* From FBX curves to tracks: the local transform of a model at a time, with pivots, offsets, pre and post rotation
 * and rotation order, and its translation, rotation and scale as linear tracks that follow the curves. */
#ifndef RW_BAKE_FBX_MOTION_H
#define RW_BAKE_FBX_MOTION_H

#include "fbx_document.h"

#define RW_FBX_MAX_EVALUATIONS 12000000 /* a few seconds of work */

/* Local transform: parent * T * R * S. rotation x, y, z, w, unit. File units. */
typedef struct rw_fbx_local {
    double translation[3], rotation[4], scale[3];
} rw_fbx_local;

/* vectors[0..2]: translation, rotation (degrees) and scaling that stand in for the model's own. */
void rw_fbx_model_local(const rw_fbx_model *model, const double vectors[RW_FBX_ANIMATED_COUNT][3], rw_fbx_local *out);

/* What moves one model in one take. */
typedef struct rw_fbx_mover {
    const rw_fbx_document *document;
    const rw_fbx_model *model;
    const rw_fbx_drive *drives[RW_FBX_ANIMATED_COUNT]; /* NULL: stands at the model's own vector */
    int64_t start, stop; /* ticks: nothing outside is part of the take */
    bool cut;            /* start and stop are the take's own ends, up to which curves that repeat go on */
    int64_t hold;        /* ticks at which a vector without keys gets its one key, when it leaves the rest pose */
} rw_fbx_mover;

/* Local transform at a time. */
void rw_fbx_mover_evaluate(const rw_fbx_mover *mover, int64_t ticks, rw_fbx_local *out);

/* Whether a curve of that vector (translation, rotation or scaling) has a key at the time, give or take rounding. */
bool rw_fbx_mover_has_key(const rw_fbx_mover *mover, rw_fbx_vector vector, int64_t ticks);

/* The three tracks of the model's node: keys where the curves have keys, two keys one tick apart where they jump, and
 * keys on the file's frames, or finer where that is not enough, where a straight line between keys more than 1/20 s
 * apart would leave the curve. Keys end at the take's ends. *budget: evaluations of the curves that may still be made,
 * over all tracks of a file; lowered. On failure *out is untouched but for its tracks, which are empty. */
bool rw_fbx_mover_tracks(const rw_fbx_mover *mover, size_t *budget, rw_channel *out, rw_bake_error *error);

#endif
