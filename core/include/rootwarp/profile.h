/* Profiles: how a clip may be warped.
 *
 * Lengths are in the clip's units, times are seconds of clip time unless said otherwise. The comment of an input field
 * ends with what rw_profile_compile() reports about it, in brackets: [pointer: faults]; "not_finite" goes for every
 * number besides. A choice that is none of its enumeration's values is out_of_range. */
#ifndef ROOTWARP_PROFILE_H
#define ROOTWARP_PROFILE_H

#include <rootwarp/clip.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a profile warps towards. */
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

/* Easings of the method "time", named as rw_easing_name() prints them: "linear", "smoothstep", "sine_in" … Each is
 * monotone, takes the normalised tracked time t of 0 .. 1 to 0 .. 1, and keeps 0 and 1 as they are. With n = 2, 3, 4, 5
 * for quad, cubic, quart, quint: in is t^n, out is 1 - (1 - t)^n, and in_out is half of in up to the middle and half of
 * out from there. */
typedef enum rw_easing {
    RW_EASING_LINEAR = 0, /* t */
    RW_EASING_SMOOTHSTEP, /* t^2 (3 - 2 t) */
    RW_EASING_SINE_IN,    /* 1 - cos(t pi/2) */
    RW_EASING_SINE_OUT,   /* sin(t pi/2) */
    RW_EASING_SINE_IN_OUT, /* (1 - cos(t pi)) / 2 */
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

/* Which height a reach lands at. */
typedef enum rw_vertical {
    RW_VERTICAL_KEEP = 0, /* "keep": land at the authored height */
    RW_VERTICAL_TARGET,   /* "target": land at the target's height */
} rw_vertical;

/* What a reach measures its distances in. */
typedef enum rw_plane {
    RW_PLANE_HORIZONTAL = 0, /* "horizontal": distances without their component along up */
    RW_PLANE_FULL,           /* "full": three dimensions (flying, swimming) */
} rw_plane;

/* What a phase brings to its target point. */
typedef enum rw_land {
    RW_LAND_PHASE = 0, /* "phase": the phase's end is at the target point */
    RW_LAND_CLIP,      /* "clip": the clip's end is (last phase only) */
} rw_land;

/* A closed interval of factors. */
typedef struct rw_range {
    double min; /* 1e-9 .. 1e9 [/min: out_of_range] */
    double max; /* min .. 1e9 [/max: out_of_range, reversed] */
} rw_range;

/* When a reach profile applies at all. A condition that fails rejects, with its reason; equal passes. Angle and
 * distances are measured from the predicted start, in the profile's plane. */
typedef struct rw_conditions {
    double max_angle;    /* degrees between the predicted forward and the target, 0 .. 180; 180: any; a target at the
                            same spot has none [/conditions/max_angle: out_of_range] */
    double min_distance; /* 0 .. 1e9; 0: any [/conditions/min_distance: out_of_range] */
    double max_distance; /* min_distance .. 1e9, or infinity: any [/conditions/max_distance: out_of_range, reversed] */
    double max_height;   /* difference along up, either way, also with plane full; 0 .. 1e9, or infinity: any
                            [/conditions/max_height: out_of_range] */
} rw_conditions;

/* One axis of a phase, in its start frame. [/phases/I/axes: not_allowed, with the method scale unless default] */
typedef struct rw_axis_switch {
    bool warp;    /* false: the component stays as authored (default true) */
    bool linear;  /* true: weighed by normalised time, not by distance covered (default false) */
    bool animate; /* false: the authored motion of the component is dropped (default true) */
} rw_axis_switch;

/* One phase. Its start frame is the root's when it starts. */
typedef struct rw_phase_desc {
    const char *name;           /* may be NULL; borrowed as long as the compiled profile is used */
    double start;               /* clip time, seconds or fractions (times_normalised), within the clip, not before the
                                   end of the phase before [/phases/I/start: outside_clip, overlapping] */
    double end;                 /* likewise, after start; up to 1e-4 s past the clip is its end. In a looping clip up to
                                   RW_MAX_SPAN_SAMPLES samples later, also past the clip's end
                                   [/phases/I/end: outside_clip, reversed, empty, out_of_range] */
    rw_vec3 translation_offset; /* in the target point's frame, |component| <= 1e9; default 0
                                   [/phases/I/translation_offset/0 .. 2: out_of_range] */
    rw_quat rotation_offset;    /* in the target point's frame, normalised; default the identity
                                   [/phases/I/rotation_offset: zero_quaternion, out_of_range] */
    bool has_rate;              /* false: plays at 1 (default) */
    rw_range rate;              /* limits of the play rate [/phases/I/rate/…] */
    rw_axis_switch axes[3];     /* x, y, z of the start frame [/phases/I/axes] */
    rw_method method;           /* default axis [/phases/I/method] */
    rw_easing easing;           /* of the method time; default linear [/phases/I/easing] */
    rw_rotation rotation;       /* default target [/phases/I/rotation] */
    rw_turn turn;               /* default slerp [/phases/I/turn] */
    double turn_cap;            /* degrees per elapsed second, 1e-9 .. 1e9, or infinity: none (default)
                                   [/phases/I/turn_cap: out_of_range] */
    bool has_anchor;            /* a point of the actor (a hand), not its root, meets the target
                                   [/phases/I/anchor: not_allowed, with land clip] */
    rw_vec3 anchor;             /* in the actor's frame at the phase's end, times the actor's scale, |component| <= 1e9
                                   [/phases/I/anchor/0 .. 2: out_of_range] */
    rw_land land;               /* default phase; clip in the last one only [/phases/I/land: not_allowed] */
} rw_phase_desc;

/* What a profile is made from. Borrowed for the duration of the call, but for the names of phases. */
typedef struct rw_profile_desc {
    rw_profile_kind kind;  /* [/kind] */
    bool times_normalised; /* phase times are fractions of the clip's duration; default false */

    /* reach only */
    const char *window;       /* the name of the clip's windows to warp in, not empty; in a looping clip the first and
                                 last of them lie within RW_MAX_SPAN_SAMPLES samples
                                 [/window: empty, unknown_name, out_of_range] */
    rw_range scale_band;      /* by how much the travel may be scaled [/scale_band/…] */
    double contact_offset;    /* added to the radii, |value| <= 1e9, may be negative; never times the actor's scale;
                                 default 0 [/contact_offset: out_of_range] */
    rw_vertical vertical;     /* default keep; only with plane horizontal [/vertical: not_allowed] */
    rw_plane plane;           /* default horizontal [/plane] */
    rw_conditions conditions; /* default: none */
    bool has_rate;            /* false: plays at 1 (default) */
    rw_range rate;            /* limits of the play rate [/rate/…] */
    rw_method method;         /* default skew [/method] */
    rw_easing easing;         /* of the method time; default linear [/easing] */
    rw_rotation rotation;     /* default face [/rotation] */
    rw_turn turn;             /* default offset [/turn] */
    double turn_cap;          /* degrees per elapsed second within the windows, 1e-9 .. 1e9, or infinity: none (default)
                                 [/turn_cap: out_of_range] */

    /* phases only */
    size_t phase_count;          /* 1 .. RW_MAX_PHASES [/phases: empty, too_many] */
    const rw_phase_desc *phases; /* in order, apart; touching is apart */

    /* both */
    double max_speed; /* units per elapsed second, 1e-9 .. 1e9: the answer flags a faster path; or infinity: no limit
                         (default) [/max_speed: out_of_range] */
} rw_profile_desc;

/* A compiled profile: immutable, in the caller's memory; borrows the clip. */
typedef struct rw_profile rw_profile;

/* Descriptions with every default set; what has none (clip, window, times, band) is zero. */
RW_API rw_profile_desc rw_profile_desc_default(rw_profile_kind kind);
RW_API rw_phase_desc rw_phase_desc_default(void);

/* Bytes that rw_profile_compile() needs. clip: not NULL. */
RW_API size_t rw_profile_size(const rw_profile_desc *desc, const rw_clip *clip);

/* Checks a profile against a clip and compiles it into `memory` (aligned as malloc aligns). *profile points into the
 * memory and lives as long as it and the clip; it is set when RW_OK.
 * RW_INVALID: every field that is wrong, as the brackets above say. RW_CAPACITY: memory too small. */
RW_API rw_status rw_profile_compile(const rw_profile_desc *desc, const rw_clip *clip, void *memory, size_t size,
                                    const rw_profile **profile, rw_diagnostics *diagnostics);

/* What rw_profile_compile() would find wrong. clip may be NULL: then only what a profile says of itself is checked, and
 * RW_OK promises nothing about any clip. */
RW_API rw_status rw_profile_check(const rw_profile_desc *desc, const rw_clip *clip, rw_diagnostics *diagnostics);

/* What it was compiled as and from. */
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
