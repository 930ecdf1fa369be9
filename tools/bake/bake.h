/* The baker: from a scene (scene.h) to one clip's root motion, ready for the API.
 *
 * What the samples mean, for the node that carries the root motion and the k-th sample's time t:
 *
 *   position(k) = p(t) - p(t0)         p: the node's global position, its whole parent chain applied
 *   rotation(k) = R(t) * R_rest^-1     R: its global rotation; R_rest: the same in the file's rest pose
 *
 * both mapped from the file's axes and unit into the space asked for (forward to forward, right to right, up to up).
 * So the first position is zero and the travel points where the file says, while the rotation says how far the
 * character has turned away from its rest pose, in which it faces the file's forward. How an exporter has laid the
 * root bone's own axes (on its back for Blender, along the spine for a capture) drops out. Dividing by the rest pose
 * rather than by the first frame keeps a clip that starts turned away from it honest: whoever plays the clip, the
 * solver first, takes out the yaw of the first frame, turns the travel with it, and so gets travel relative to where
 * the character faces. Where a file's rest pose means nothing, RW_BAKE_FACING_FIRST divides by the first frame
 * instead: the first rotation is then the identity.
 *
 * From the hips (from_hips) the motion is put on the ground: height 0 unless keep_height, and of the rotation only the
 * yaw, by swing and twist about up, followed from sample to sample; where the hips tip over, so that there is no
 * twist, the last yaw stays.
 *
 * Time: 0 is the first key of the node's parent chain, the duration runs to its last key (cut to what the file
 * declares for the animation where that is shorter). n = round(duration * fps), at least 1, frame_rate = n / duration,
 * so that sample n is the last key exactly.
 *
 * Functions keep no state and may run on any thread. */
#ifndef RW_BAKE_BAKE_H
#define RW_BAKE_BAKE_H

#include "scene.h"

#include <rootwarp/clip.h>

typedef enum rw_bake_facing {
    RW_BAKE_FACING_REST,  /* rotations relative to the rest pose */
    RW_BAKE_FACING_FIRST, /* rotations relative to the first frame */
} rw_bake_facing;

#define RW_BAKE_LAST_FRAME ((size_t)-1)

/* Everything is borrowed for the call. rw_bake_options_default() fills in what is named in brackets. */
typedef struct rw_bake_options {
    const char *file;      /* for the clip's source; its last part is kept [NULL: none] */
    const char *animation; /* exact name, else its number in the file; NULL: the only one [NULL] */
    const char *root;      /* exact name, else "#" and the node's number as inspect lists it [NULL: chosen] */
    double fps;            /* samples a second, 0 to 1e6 [0: the rate of the keys] */
    rw_space space;        /* of the baked clip [gltf] */
    double scale;          /* > 0. Metres in a unit where the file has none (BVH), else a factor on every length [1] */
    int up, forward;       /* as in rw_scene_axes, in place of what the file says [0: as it says] */
    bool from_hips;        /* bake the hips, on the ground [false] */
    bool keep_height;      /* with from_hips: keep their height, for climbs and vaults [false] */
    size_t start_frame;    /* keys to leave out at the front: 1 skips a rest pose [0] */
    size_t end_frame;      /* the last key to take, counted from the file's first [RW_BAKE_LAST_FRAME] */
    double start_time;     /* seconds from the first key to leave out at the front, beside start_frame [0] */
    double end_time;       /* seconds from the first key at which to end [infinity] */
    bool loop;             /* copied into the clip [false] */
    rw_bake_facing facing; /* [RW_BAKE_FACING_REST] */
    size_t window_count;   /* windows and events to put into the clip; seconds of the clip [0] */
    const rw_window *windows;
    size_t event_count;
    const rw_event *events;
    bool (*progress)(void *context, double fraction); /* called now and then; false stops the work [NULL] */
    void *progress_context;
} rw_bake_options;

void rw_bake_options_default(rw_bake_options *options);

/* Numbers for people: metres, seconds and degrees, whatever the space. */
typedef struct rw_bake_summary {
    double duration;
    double travel; /* horizontal, first to last */
    double path;   /* along the samples, three dimensions */
    double path_horizontal;
    double height_min, height_max; /* relative to the first sample */
    double yaw, yaw_min, yaw_max;  /* turned about up since the first sample, unwrapped: a spin is 360, not 0 */
    double start_height;           /* of the node above the file's origin */
    double peak_speed;             /* metres a second */
    double moves_from, moves_to;   /* seconds of the clip: before and after, the root is never faster than a twentieth
                                      of peak_speed. Both 0 where its path is shorter than a centimetre */
    double key_rate;               /* the rate taken from the keys */
    bool key_rate_regular;         /* they are evenly spaced */
} rw_bake_summary;

/* A baked clip. Owns everything; freed with rw_baked_free. */
typedef struct rw_baked {
    rw_space space;
    double frame_rate;
    bool loop;
    size_t sample_count;
    rw_vec3 *positions; /* units of the space */
    rw_quat *rotations; /* NULL: all within a millionth of a radian of the identity */
    size_t window_count;
    rw_window *windows;
    size_t event_count;
    rw_event *events;
    char *file, *animation, *root; /* where it comes from; file may be NULL */
    const char *format;            /* "bvh", "gltf", "fbx"; static text */
    char *choice;                  /* a sentence: which root was taken, and the runners-up */
    size_t warning_count;
    char **warnings; /* a sentence each, what to do included; the reader's first */
    rw_bake_summary summary;
} rw_baked;

/* False, with *out untouched and *error filled: an unknown animation or root (the error lists what there is), an
 * animation that has no keys, an option out of range, motion beyond 1e9 units, too many samples, progress said stop,
 * memory. error must not be NULL. */
bool rw_bake(const rw_scene *scene, const rw_bake_options *options, rw_baked *out, rw_bake_error *error);

/* Takes NULL and zeroed clips. */
void rw_baked_free(rw_baked *baked);

/* The clip as PUT /v1/clips/{name} takes it: JSON, a sample a line, ended by a newline. Numbers are the shortest text
 * that reads back the same double. *text is for the caller to free(). False when memory is out. */
bool rw_baked_write_json(const rw_baked *baked, char **text, size_t *length);

/* "+x", "X", "-z" to a signed axis of rw_scene_axes. */
bool rw_bake_axis_parse(const char *text, int *out);

/* A preset's name, or "FORWARD,RIGHT,UP[,METRES]" ("+z,-x,+y,1"; metres per unit 1 unless given). */
bool rw_bake_space_parse(const char *text, rw_space *out);

#endif
