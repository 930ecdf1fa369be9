/* What the import library says about an FBX file: the node tree and a few keys of each channel, as a second reading to
 * hold against our own. The library runs in a child process, so the outline crosses a pipe: encoded there, and decoded
 * here by code that trusts nothing, for a hostile file may have taken the child over. */
#ifndef RW_BAKE_FBX_OUTLINE_H
#define RW_BAKE_FBX_OUTLINE_H

#include "scene.h"

#include <stdint.h>

#define RW_FBX_OUTLINE_MAX_KEYS 32                           /* of one channel; picked evenly */
#define RW_FBX_OUTLINE_MAX_BYTES ((size_t)256 * 1024 * 1024) /* of the encoded form */
#define RW_FBX_OUTLINE_MAX_NAME 1024
#define RW_FBX_OUTLINE_MAX_ANIMATIONS 4096
#define RW_FBX_OUTLINE_MAX_CHANNELS 1000000 /* over all animations */

typedef struct rw_fbx_outline_node {
    char *name;
    size_t parent; /* index of an earlier node, or RW_SCENE_NO_NODE */
    bool bone;     /* a mesh is skinned to it */
    double translation[3], rotation[4], scale[3]; /* local rest pose as the library has it; rotation unit */
} rw_fbx_outline_node;

typedef struct rw_fbx_outline_key {
    double seconds; /* from the take's start */
    double translation[3], rotation[4];
} rw_fbx_outline_key;

typedef struct rw_fbx_outline_channel {
    char *name; /* of the node */
    size_t key_count;
    rw_fbx_outline_key *keys;
} rw_fbx_outline_channel;

typedef struct rw_fbx_outline_animation {
    char *name;
    size_t channel_count;
    rw_fbx_outline_channel *channels;
} rw_fbx_outline_animation;

typedef struct rw_fbx_outline {
    size_t node_count, animation_count;
    rw_fbx_outline_node *nodes; /* parents before children; the library's pivot nodes are folded away */
    rw_fbx_outline_animation *animations;
} rw_fbx_outline;

/* A growing run of bytes. failed: memory ran out or RW_FBX_OUTLINE_MAX_BYTES was passed; stays so. */
typedef struct rw_fbx_bytes {
    unsigned char *data;
    size_t length, capacity;
    bool failed;
} rw_fbx_bytes;

void rw_fbx_bytes_put(rw_fbx_bytes *bytes, const void *data, size_t length);

/* Encodes an outline, or the library's message when it could not read the file. For both ends on one machine. */
void rw_fbx_outline_encode(const rw_fbx_outline *outline, rw_fbx_bytes *out);
void rw_fbx_outline_encode_failure(const char *message, rw_fbx_bytes *out);

/* Decodes and checks: counts against what is there, parents before children, depth, finite numbers, unit rotations,
 * text without zero bytes, nothing left over. False with *error for a damaged message and for an encoded failure. */
bool rw_fbx_outline_decode(const unsigned char *bytes, size_t length, rw_fbx_outline *out, rw_bake_error *error);

/* Takes NULL and zeroed outlines. */
void rw_fbx_outline_free(rw_fbx_outline *outline);

#endif
