/* What moves in an animation: key times, and how far each node goes. Private to tools/bake. */
#ifndef RW_BAKE_MEASURE_H
#define RW_BAKE_MEASURE_H

#include "evaluate.h"

/* Key times, rising, in seconds of the file. Owned; freed with rw_key_times_free. */
typedef struct rw_key_times {
    double *times;
    size_t count;
} rw_key_times;

/* Gathers the times of every key that moves `node`: its own and those of all its ancestors; or, with RW_SCENE_NO_NODE,
 * of every key of the animation. Times that agree to the precision of single floats count once. Where the file
 * declares a shorter stretch for the animation than the keys fill, what lies outside is left out, and *cut (may be
 * NULL) says so. False when memory is out. */
bool rw_key_times_gather(const rw_scene *scene, const rw_animation *animation, size_t node, rw_key_times *out,
                         bool *cut);
void rw_key_times_free(rw_key_times *keys);

/* The rate that keys were set at. */
typedef struct rw_key_rate {
    double fps;   /* samples a second: the keys' own, snapped to the nominal rate (119.99 to 120, 23.976 to
                     24000/1001); or a rate on whose grid all keys lie; or 60 */
    bool regular; /* the keys are evenly spaced, at least ten a second, and fps is their rate */
    bool on_grid; /* every key lies on a sample */
} rw_key_rate;

rw_key_rate rw_key_rate_of(const rw_key_times *keys);

/* What the places of a node, evenly spaced in time, add up to. Lengths in metres, times in seconds from the first. */
typedef struct rw_course {
    double travel;                 /* along the ground, from the first place to the last */
    double path, path_horizontal;  /* from place to place, in three dimensions and along the ground */
    double height_min, height_max; /* relative to the first place */
    double peak_speed;             /* a second, in three dimensions */
    double moves_from, moves_to;   /* the stretch outside of which it is never faster than a twentieth of peak_speed;
                                      both 0 where the path is shorter than a centimetre */
} rw_course;

/* up: the unit axis of the space of the positions. metres: how many a unit of it is. rate: places a second. */
rw_course rw_course_of(const rw_vec3 *positions, size_t count, rw_vec3 up, double metres, double rate);

/* How far a node goes, in the file's units. */
typedef struct rw_node_motion {
    double travel; /* straight from the first time to the last */
    double path;   /* along the sampled curve */
    double reach;  /* farthest from where it was first */
    bool moves;    /* reach is more than noise: a ten-thousandth of the scene's size */
    bool turns;    /* its own rotation keys differ by more than half a degree */
} rw_node_motion;

/* Samples all nodes evenly from the first to the last key of the animation: 129 times where the scene is of ordinary
 * size, fewer, but 3 at least, where nodes are very many. out: node_count. False when memory is out. */
bool rw_motion_measure(const rw_evaluator *evaluator, rw_node_motion *out);

#endif
