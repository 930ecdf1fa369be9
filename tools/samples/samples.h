/* The project's own motion files and the documents that go with them: small, the same bytes on every machine, and
 * made for showing what rootwarp does. */
#ifndef RW_SAMPLES_SAMPLES_H
#define RW_SAMPLES_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#define RW_SAMPLE_FRAMES 31
#define RW_SAMPLE_RATE 30 /* frames a second: each motion lasts one second */

/* Where a root is in each frame: metres, +Y up, +Z forward. */
typedef struct rw_sample_motion {
    const char *name; /* of the animation */
    bool turns;       /* the rotations are not all the identity */
    double position[RW_SAMPLE_FRAMES][3];
    double rotation[RW_SAMPLE_FRAMES][4]; /* x, y, z, w */
} rw_sample_motion;

/* A lunge: 5 m forward at an even speed. */
void rw_sample_lunge(rw_sample_motion *motion);

/* A slash with a step into it: stands for 0.2 s, comes 2.4 m forward by 0.6 s, stands. */
void rw_sample_slash(rw_sample_motion *motion);

/* A vault in three phases that end at 0.3 s, 0.6 s and 1 s: 1 m forward and 0.9 m up, 0.8 m forward, 1 m forward and
 * down again. */
void rw_sample_vault(rw_sample_motion *motion);

/* A mantle in two phases that end at 0.4 s and 0.7 s: 1 m forward and 0.9 m up, 0.5 m forward; there it stays. */
void rw_sample_mantle(rw_sample_motion *motion);

/* Two steps of a walk on a circle: 1.2 m of path, 90 degrees to the left. It repeats. */
void rw_sample_walk(rw_sample_motion *motion);

/* Writers of a small figure, a root with hips and a spine, whose root moves so. False when the file cannot be written
 * (errno). BVH and FBX: rotations are left out. FBX: centimetres, as most of them are. */
bool rw_sample_write_bvh(const char *path, const rw_sample_motion *motion);
bool rw_sample_write_fbx(const char *path, const rw_sample_motion *motion);
bool rw_sample_write_glb(const char *path, const rw_sample_motion *motion);

/* Profiles and requests. */
typedef struct rw_sample_document {
    const char *file; /* name in the folder */
    const char *text;
} rw_sample_document;

const rw_sample_document *rw_sample_documents(size_t *count);

#endif
