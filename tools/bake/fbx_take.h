/* One take (animation stack) of an FBX document, resolved to what moves each model. */
#ifndef RW_BAKE_FBX_TAKE_H
#define RW_BAKE_FBX_TAKE_H

#include "fbx_motion.h"

typedef struct rw_fbx_take {
    size_t stack;      /* index in the document */
    bool cut;          /* start and stop are the file's; otherwise everything is part of the take */
    int64_t start, stop;
    int64_t first_key; /* ticks of the earliest key inside the take */
    bool span_missed;  /* the file's span holds none of the keys, so it is left aside */
    size_t drive_count;
    const rw_fbx_drive **drives; /* sorted by model, then by vector */
} rw_fbx_take;

/* Resolves a stack. Refuses what cannot be evaluated: several layers with curves, additive layers, two sets of curves
 * on one vector, spheric rotation. A stack without keys gives a take without drives. */
bool rw_fbx_take_resolve(const rw_fbx_document *document, size_t stack, rw_fbx_take *out, rw_bake_error *error);

/* What moves one model. False: nothing in this take does. */
bool rw_fbx_take_mover(const rw_fbx_take *take, const rw_fbx_document *document, size_t model, rw_fbx_mover *out);

void rw_fbx_take_free(rw_fbx_take *take);

#endif
