/* An animation curve of FBX: keys over time with constant, linear or cubic stretches between them, evaluated exactly
 * as the file means it. Times are FBX ticks; slopes are value per second. */
#ifndef RW_BAKE_FBX_CURVE_H
#define RW_BAKE_FBX_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_FBX_TICKS_PER_SECOND INT64_C(46186158000)
#define RW_FBX_LAST_TICK (INT64_C(1) << 60) /* about nine months; sums of a few such times cannot overflow */

/* Between keys that stand closer than this (1/20 s) the exporter has sampled the motion already. */
#define RW_FBX_DENSE_TICKS (RW_FBX_TICKS_PER_SECOND / 20 + 100000)

typedef enum rw_fbx_stretch {
    RW_FBX_STRETCH_LINEAR,
    RW_FBX_STRETCH_CUBIC,
    RW_FBX_STRETCH_HOLD,      /* keeps this key's value until the next key */
    RW_FBX_STRETCH_HOLD_NEXT, /* takes the next key's value at once */
} rw_fbx_stretch;

/* A key and the stretch from it to the next one. The weights are shares of the stretch's length in time at which the
 * two inner control points of its Bezier curve stand. */
typedef struct rw_fbx_key {
    int64_t ticks;
    double value;
    double slope_left, slope_right;
    double weight_left, weight_right;
    rw_fbx_stretch stretch;
} rw_fbx_key;

/* What a key's attributes in the file say, before slopes are known. numbers: the four floats of KeyAttrDataFloat. */
typedef struct rw_fbx_key_attribute {
    uint32_t flags;
    float numbers[4];
} rw_fbx_key_attribute;

typedef struct rw_fbx_curve {
    size_t count;
    rw_fbx_key *keys; /* strictly increasing ticks */
    char before, after; /* outside of the keys: C hold, R repeat, A repeat on top of the end, M mirror, K keep slope */
    int64_t before_count, after_count; /* how often R, A and M repeat; below 0: for ever */
    bool velocity; /* has sparse keys with MotionBuilder's velocity tangents, whose velocities are not evaluated */
} rw_fbx_curve;

/* Fills slopes, weights and stretches of the curve's keys (ticks and values are set) from one attribute a key. */
void rw_fbx_curve_shape(rw_fbx_curve *curve, const rw_fbx_key_attribute *attributes);

/* Value at a time; before the first and after the last key as the curve's extrapolation says. The curve has at least
 * one key. */
double rw_fbx_curve_evaluate(const rw_fbx_curve *curve, int64_t ticks);

/* Index of the last key that is not after ticks; 0 when all are after. */
size_t rw_fbx_curve_index(const rw_fbx_curve *curve, int64_t ticks);

/* Whether the curve does something else than hold its end before the first key or after the last. */
bool rw_fbx_curve_goes_on(const rw_fbx_curve *curve, bool after);

/* Ticks of the index-th key (0 .. count) of the repetition-th repetition (1, 2, …) outside of the keys, for R, A and
 * M; the keys of a repetition go away from the curve, so that key 0 is where the one before it ends. */
int64_t rw_fbx_curve_repeated(const rw_fbx_curve *curve, bool after, int64_t repetition, size_t index);

#endif
