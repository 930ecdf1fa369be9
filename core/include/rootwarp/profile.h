/* Profiles: how a clip may be warped. */
#ifndef ROOTWARP_PROFILE_H
#define ROOTWARP_PROFILE_H

#include <rootwarp/clip.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rw_profile_kind {
    RW_PROFILE_REACH = 0, /* "reach": one target, a stop distance, a scale band */
    RW_PROFILE_PHASES,    /* "phases": n target points, n phases */
} rw_profile_kind;

/* How the error between the authored and the wanted end is spread over a window or phase. */
typedef enum rw_method {
    RW_METHOD_AXIS = 0, /* "axis": per axis of the start frame, distance covered over total */
    RW_METHOD_SKEW,     /* "skew": progress along the net displacement; may leave 0..1 in a wind-up */
    RW_METHOD_PATH,     /* "path": distance covered over total, one weight for all axes */
    RW_METHOD_TIME,     /* "time": normalised time through an easing */
    RW_METHOD_SCALE,    /* "scale": the horizontal motion turned and scaled as a whole */
} rw_method;

/* Easings of the method "time"; each is monotone from 0 to 1. */
typedef enum rw_easing {
    RW_EASING_LINEAR = 0,
    RW_EASING_SMOOTHSTEP,
    RW_EASING_SINE_IN,
    RW_EASING_SINE_OUT,
    RW_EASING_SINE_IN_OUT,
    RW_EASING_QUAD_IN,
    RW_EASING_QUAD_OUT,
    RW_EASING_QUAD_IN_OUT,
    RW_EASING_CUBIC_IN,
    RW_EASING_CUBIC_OUT,
    RW_EASING_CUBIC_IN_OUT,
    RW_EASING_QUART_IN,
    RW_EASING_QUART_OUT,
    RW_EASING_QUART_IN_OUT,
    RW_EASING_QUINT_IN,
    RW_EASING_QUINT_OUT,
    RW_EASING_QUINT_IN_OUT,
} rw_easing;

/* Which rotation the root shall have at the end. */
typedef enum rw_rotation {
    RW_ROTATION_TARGET = 0, /* "target": the target point's, with its offset */
    RW_ROTATION_FACE,       /* "face": a pure yaw that looks at the target */
    RW_ROTATION_KEEP,       /* "keep": as authored */
} rw_rotation;

/* How the root turns there. */
typedef enum rw_turn {
    RW_TURN_SLERP = 0, /* "slerp": from start to goal by the shortest arc; replaces the authored rotation */
    RW_TURN_OFFSET,    /* "offset": keeps the authored rotation and adds the missing turn: a spin still spins */
} rw_turn;

typedef enum rw_vertical {
    RW_VERTICAL_KEEP = 0, /* "keep": land at the authored height */
    RW_VERTICAL_TARGET,   /* "target": land at the target's height */
} rw_vertical;

typedef enum rw_plane {
    RW_PLANE_HORIZONTAL = 0, /* "horizontal": distances without their component along up */
    RW_PLANE_FULL,           /* "full": three dimensions (flying, swimming) */
} rw_plane;

typedef enum rw_land {
    RW_LAND_PHASE = 0, /* "phase": the phase's end is at the target point */
    RW_LAND_CLIP,      /* "clip": the clip's end is (last phase only) */
} rw_land;

/* A closed interval; both finite, 0 < min <= max. */
typedef struct rw_range {
    double min, max;
} rw_range;

/* When a reach profile applies at all. A condition that fails rejects, with its reason. */
typedef struct rw_conditions {
    double max_angle;    /* degrees between the predicted forward and the target, 0 .. 180; 180: any */
    double min_distance; /* units, >= 0; 0: any */
    double max_distance; /* units, >= 0; infinity: any */
    double max_height;   /* units of height difference between the predicted start and the target; infinity: any */
} rw_conditions;

/* One axis of a phase, in its start frame. */
typedef struct rw_axis_switch {
    bool warp;    /* false: the component stays as authored (default true) */
    bool linear;  /* true: weighed by normalised time, not by distance covered (default false) */
    bool animate; /* false: the authored motion of the component is dropped (default true) */
} rw_axis_switch;

typedef struct rw_phase_desc {
    const char *name;           /* may be NULL; borrowed as long as the compiled profile is used */
    double start, end;          /* clip time, seconds or fractions (times_normalised); start < end */
    rw_vec3 translation_offset; /* in the target point's frame, units of the clip */
    rw_quat rotation_offset;    /* in the target point's frame */
    bool has_rate;              /* false: plays at 1 */
    rw_range rate;              /* limits of the play rate */
    rw_axis_switch axes[3];     /* x, y, z of the start frame; not with the method scale, unless default */
    rw_method method;           /* default axis */
    rw_easing easing;           /* of the method time */
    rw_rotation rotation;       /* default target */
    rw_turn turn;               /* default slerp */
    double turn_cap;            /* degrees per elapsed second, > 0; infinity: none */
    bool has_anchor;            /* a point of the actor (a hand), not its root, meets the target */
    rw_vec3 anchor;             /* in the actor's frame at the phase's end, times the actor's scale */
    rw_land land;               /* default phase */
} rw_phase_desc;

/* Borrowed for the duration of the call, but for names. All lengths are in the clip's units. */
typedef struct rw_profile_desc {
    rw_profile_kind kind;
    bool times_normalised; /* phase times are fractions of the clip's duration */

    /* reach only */
    const char *window;       /* the name of the clip's windows to warp in */
    rw_range scale_band;      /* by how much the travel may be scaled */
    double contact_offset;    /* added to the radii; may be negative */
    rw_vertical vertical;     /* default keep; only with plane horizontal */
    rw_plane plane;           /* default horizontal */
    rw_conditions conditions; /* default: none */
    bool has_rate;
    rw_range rate;
    rw_method method;     /* default skew */
    rw_easing easing;     /* of the method time */
    rw_rotation rotation; /* default face */
    rw_turn turn;         /* default offset */
    double turn_cap;      /* degrees per elapsed second, > 0; infinity: none */

    /* phases only */
    size_t phase_count; /* 1 .. RW_MAX_PHASES */
    const rw_phase_desc *phases;

    /* both */
    double max_speed; /* units a second, > 0: the answer flags a faster path; infinity: no limit */
} rw_profile_desc;

/* A compiled profile: immutable, in the caller's memory; borrows the clip. */
typedef struct rw_profile rw_profile;

/* Descriptions with every default set; what has none (clip, window, times, band) is zero. */
RW_API rw_profile_desc rw_profile_desc_default(rw_profile_kind kind);
RW_API rw_phase_desc rw_phase_desc_default(void);

/* Bytes that rw_profile_compile() needs. */
RW_API size_t rw_profile_size(const rw_profile_desc *desc, const rw_clip *clip);

/* Checks a profile against a clip and compiles it into `memory` (aligned as malloc aligns).
 * RW_INVALID: fields named as in the JSON document ("/scale_band/min", "/window", "/phases/1/start", …): outside
 * the clip, shorter than nothing, out of order, reversed limits, not allowed together. RW_CAPACITY: memory. */
RW_API rw_status rw_profile_compile(const rw_profile_desc *desc, const rw_clip *clip, void *memory, size_t size,
                                    const rw_profile **profile, rw_diagnostics *diagnostics);

/* What rw_profile_compile() would find wrong. clip may be NULL: then only what a profile says of itself is checked, and
 * RW_OK promises nothing about any clip. */
RW_API rw_status rw_profile_check(const rw_profile_desc *desc, const rw_clip *clip, rw_diagnostics *diagnostics);

RW_API rw_profile_kind rw_profile_kind_of(const rw_profile *profile);
RW_API const rw_clip *rw_profile_clip(const rw_profile *profile);

/* How many entries the arrays of a resolution need at most. */
RW_API size_t rw_profile_phase_count(const rw_profile *profile);  /* 0 for reach */
RW_API size_t rw_profile_window_count(const rw_profile *profile); /* windows of the name; 0 for phases */

/* Names as in the JSON. *_name gives "?" for a value that is none; *_parse false for a text that names none. */
RW_API const char *rw_method_name(rw_method method);
RW_API bool rw_method_parse(const char *text, rw_method *method);
RW_API const char *rw_easing_name(rw_easing easing);
RW_API bool rw_easing_parse(const char *text, rw_easing *easing);
RW_API const char *rw_rotation_name(rw_rotation rotation);
RW_API bool rw_rotation_parse(const char *text, rw_rotation *rotation);
RW_API const char *rw_turn_name(rw_turn turn);
RW_API bool rw_turn_parse(const char *text, rw_turn *turn);

#ifdef __cplusplus
}
#endif

#endif
