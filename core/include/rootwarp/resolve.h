/* Resolve: where a warped clip lands, how fast it plays, when things happen.
 *
 * The comment of an input field ends with what rw_resolve() reports about it, in brackets: [pointer: faults];
 * "not_finite" goes for every number besides. Seconds are elapsed time, counted from the request's moment, unless they
 * are called clip time. */
#ifndef ROOTWARP_RESOLVE_H
#define ROOTWARP_RESOLVE_H

#include <rootwarp/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where something is and which way it faces, in the space at hand (a job's: see rw_resolve_job.space). P below stands
 * for the pointer of the placement: /actor, /target, /targets/I. */
typedef struct rw_placement {
    rw_vec3 position; /* units, |coordinate| <= 1e9 [P/position/0 .. 2: out_of_range] */
    bool has_yaw;     /* true: `yaw` counts, `rotation` does not */
    double yaw;       /* degrees about up, positive from forward towards up x forward, |yaw| <= 1e9; whole turns do not
                         count [P/yaw: out_of_range] */
    rw_quat rotation; /* normalised by the solver [P/rotation: zero_quaternion, out_of_range] */
} rw_placement;

/* The character that asks. */
typedef struct rw_actor {
    rw_placement placement; /* the root's [/actor/…] */
    double radius; /* of the capsule, units of the job's space, 0 .. 1e9; never times the scale
                      [/actor/radius: out_of_range] */
    double scale;  /* uniform scale of the character's motion, 1e-6 .. 1e6; 1: as authored
                      [/actor/scale: out_of_range] */
} rw_actor;

/* The target of a reach profile. */
typedef struct rw_target {
    rw_placement placement; /* of its centre; the rotation counts for the rotation mode "target" only, but has to be
                               sound [/target/…] */
    bool has_rotation;      /* false: no rotation was given
                               [/target/rotation: missing, for the rotation mode "target"] */
    double radius;          /* of its capsule, units of the job's space, 0 .. 1e9 [/target/radius: out_of_range] */
    rw_vec3 velocity;       /* units of the job's space per elapsed second, |component| <= 1e9; zero: it stands still
                               [/target/velocity/0 .. 2: out_of_range] */
} rw_target;

/* One question: what is asked of which profile, where everybody is. Borrows all it points to. */
typedef struct rw_resolve_job {
    const rw_profile *profile;     /* [/profile: missing, when NULL] */
    const rw_space *space;         /* of everything below and of the answer; NULL: the clip's [/space/…] */
    double time;                   /* clip time of the request in seconds, 0 .. the clip's duration, of a looping one
                                      RW_MAX_LOOPS durations [/time: outside_clip] */
    double play_rate;              /* the caller's own speed, which everything plays at besides; 1e-6 .. 1e6; 1: none
                                      [/play_rate: out_of_range] */
    rw_actor actor;                /* where the character is at `time` */
    rw_target target;              /* reach */
    size_t target_count;           /* phases: exactly one a phase, passed ones included [/targets: count_mismatch] */
    const rw_placement *targets;   /* target_count of them [/targets/I/…] */
} rw_resolve_job;

/* A job with time 0, play rate 1, identity placements, radius 0 and scale 1. */
RW_API rw_resolve_job rw_resolve_job_default(const rw_profile *profile);

/* The verdict of a reach: the first that holds. */
typedef enum rw_verdict {
    RW_VERDICT_REJECTED = 0,  /* "rejected": a condition failed */
    RW_VERDICT_WINDOW_PASSED, /* "window_passed": asked at or after the end of the last window */
    RW_VERDICT_OVERLAPPING,   /* "overlapping": within the stop distance already: no travel */
    RW_VERDICT_NO_TRAVEL,     /* "no_travel": the clip has no motion to scale */
    RW_VERDICT_COMPRESSED,    /* "compressed": below the band; travels less, never more */
    RW_VERDICT_CLAMPED,       /* "clamped": above the band; falls short */
    RW_VERDICT_IN_BAND,       /* "in_band" */
} rw_verdict;

/* Its name in answers; "?" for a value that is none. */
RW_API const char *rw_verdict_name(rw_verdict verdict);

/* Conditions that failed, as bits. */
#define RW_REASON_MAX_ANGLE 1u    /* "max_angle" */
#define RW_REASON_MIN_DISTANCE 2u /* "min_distance" */
#define RW_REASON_MAX_DISTANCE 4u /* "max_distance" */
#define RW_REASON_MAX_HEIGHT 8u   /* "max_height" */

/* What the caller should know about an answer that is valid, as bits. */
#define RW_WARNING_NO_DIRECTION 1u  /* "no_direction": the target is straight above or at the same spot; facing kept */
#define RW_WARNING_METHOD_FALLBACK 2u /* "method_fallback": a method had nothing to measure and another was used */
#define RW_WARNING_SHORTFALL 4u     /* "shortfall": the root stops short of the target */
#define RW_WARNING_RATE_CLAMPED 8u  /* "rate_clamped": the play rate met its limit */
#define RW_WARNING_TURN_CAPPED 16u  /* "turn_capped": the turn cap left an angle over */
#define RW_WARNING_MAX_SPEED 32u    /* "max_speed": the path is faster than the profile's limit */
#define RW_WARNING_RESIDUAL 64u     /* "residual": a phase does not end at the place of its warp point */

/* The authored motion of a stretch of a clip, measured in the frame of X(start), for an actor of scale 1. "Tracked" is
 * what lies within the intervals: progress runs there and stands still between them. Lengths in clip units. */
typedef struct rw_span {
    const struct rw_clip *clip;   /* borrowed */
    double start, end;            /* clip times, seconds */
    const rw_interval *intervals; /* where it is tracked: ordered, apart, not empty; borrowed from the profile */
    size_t interval_count;
    rw_pose clip_start;           /* X(start), seen from the start of its loop */
    double first_loop;            /* which loop that is */
    rw_pose natural;              /* D(start, end) */
    rw_vec3 up;                   /* the clip's up in this frame, for an upright actor */
    bool upright;                 /* that is the clip's up, but for rounding */
    rw_vec3 tracked;              /* N: displacement within the intervals */
    rw_vec3 covered;              /* distance covered within the intervals per axis */
    double up_covered;            /* and along up */
    double path;                  /* and along the curve */
    double tracked_time;          /* seconds within the intervals */
    double skew_peak;             /* largest |D.N / N.N|, at least 1; infinite where N is zero */
    double level_peak;            /* largest |D| over |N|, both without up, at least 1; infinite where N has none */
} rw_span;

/* One warped span, in the clip's space: what rw_sampler_at() evaluates. Written by rw_resolve(); to be read, copied
 * and kept, not edited. Its pointers lead into the compiled profile. S's frame below: that of the root at the start. */
typedef struct rw_warp {
    rw_span span;                /* unscaled */
    double scale;                /* the actor's */
    rw_pose origin;              /* S: the root at the start */
    rw_pose natural;             /* D(start, end), scaled */
    rw_pose warp_point;          /* where the root shall be at the end */
    rw_method method;            /* the one in force, after fallbacks */
    rw_easing easing;
    rw_axis_switch axes[3];
    bool split_up;               /* the component of E along up is weighed apart, by distance covered along up */
    rw_rotation rotation;
    rw_turn turn;
    double turn_fraction;        /* how much of the whole turn the cap allows, 0..1 */
    double turn_left;            /* degrees of it that the cap leaves over */
    rw_pose reached;             /* the pose at the end */
    double rate;                 /* play rate within the intervals, without the request's own */
    double elapsed_start;        /* seconds */
    double elapsed_end;
    double peak_weight;          /* largest |weight| of the method over the span */
} rw_warp;

/* What became of one phase. Poses and the residual are in the job's space. */
typedef struct rw_phase_result {
    bool passed;              /* asked at or after its end: nothing below counts, nor is it written */
    rw_pose start;            /* S_i: the root when the phase begins, or at the request's moment within it */
    rw_pose warp_point;       /* where the root shall be at its end: give this to an engine */
    rw_pose reached;          /* where it is: the warp point bit for bit unless a switch or a cap holds it back */
    double residual_distance; /* units between the two, >= 0 */
    double residual_angle;    /* degrees between the two, 0 .. 180; 0 unless a cap bit */
    double turn_left;         /* degrees that the turn cap left over, 0 .. 180 */
    double play_rate;         /* > 0, without the request's own */
    double elapsed_start;     /* seconds, >= 0 */
    double elapsed_end;       /* seconds, > elapsed_start */
    rw_vec3 net;              /* total root motion of what is left of start..end per axis of the start frame, unscaled,
                                 clip units */
    rw_vec3 covered;          /* the same as distance covered, >= 0 */
    rw_method method;         /* the one in force */
    bool fell_back;           /* it is not the profile's */
    double peak_weight;       /* largest |weight| of the method: 1, or more for skew and scale */
    rw_warp warp;             /* clip space */
} rw_phase_result;

/* One of the windows of a reach profile's name that have not ended, by start. */
typedef struct rw_window_result {
    const char *name;     /* the clip's */
    double start, end;    /* clip times in seconds; the whole window, also when asked inside it */
    bool has_scale;       /* false: no travel in what is left of it, or none in the whole span: scale is 0 then */
    double scale;         /* what an engine that plants one target for all windows needs in this one; may be negative */
    double elapsed_start; /* seconds; 0 when asked inside it */
    double elapsed_end;   /* seconds */
} rw_window_result;

/* When one of the clip's events happens, in the clip's order. */
typedef struct rw_event_result {
    const char *name; /* the clip's */
    double time;      /* clip time in seconds; in a looping clip of its next occurrence at or after the request's */
    bool passed;      /* not between the request's time and the timeline's end: elapsed is 0 and does not count */
    double elapsed;   /* seconds, 0 .. duration */
} rw_event_result;

/* The answer. The three arrays are the caller's: set pointer and capacity before the call (see
 * rw_profile_phase_count(), rw_profile_window_count(), rw_clip_info.event_count); counts are set by it.
 * Poses, positions and lengths are in the job's space, but for the members that say clip space. Every number is finite,
 * and none is -0. */
typedef struct rw_resolution {
    rw_phase_result *phases; /* phases: one each, in the profile's order */
    size_t phase_capacity, phase_count;
    size_t passed_count; /* of the phases: those that are passed, which come first */
    rw_window_result *windows; /* reach */
    size_t window_capacity, window_count;
    rw_event_result *events;
    size_t event_capacity, event_count;

    rw_profile_kind kind;
    unsigned warnings;  /* RW_WARNING_… bits */
    double duration;    /* seconds to the clip's end (a looping clip: to the end of the loop in which the last window
                           ends), >= 0 */
    bool window_passed; /* asked at or after the end of the last window or phase: nothing is warped */
    bool has_peak_speed; /* the profile has a max_speed */
    double peak_speed;   /* of rw_trajectory_peaks(), units of the job's space a second, >= 0; 0 where it has none */

    /* reach; lengths level, or in three dimensions with plane full */
    rw_verdict verdict;
    unsigned reasons;            /* RW_REASON_… bits; not 0 when rejected, and only then */
    rw_pose predicted_start;     /* the root where the first window opens, or now when asked inside the span */
    rw_pose natural_end;         /* where the authored motion would take it from there by the last window's end */
    double distance_to_target;   /* from predicted_start to the (predicted) target, units, >= 0 */
    double stop_distance;        /* radii and contact offset, units, >= 0 */
    double gap_to_close;         /* distance_to_target without stop_distance, units, >= 0 */
    double natural_travel;       /* from predicted_start to natural_end, units, >= 0 */
    bool has_required_scale;     /* false: natural_travel is nothing, below a micrometre */
    double required_scale;       /* gap_to_close / natural_travel, >= 0; 0 where there is none */
    double applied_scale;        /* the same, at most the band's max; 0 where there is none */
    double travel;               /* units of gap_to_close that are closed, >= 0 */
    double shortfall;            /* gap_to_close - travel, units, >= 0 */
    bool has_first_window_scale; /* false: no travel in what is left of the first window, or none at all */
    double first_window_scale;   /* windows[0].scale */
    rw_pose warp_point;          /* where the root shall be at the last window's end: give this to an engine, never the
                                    target itself; window_passed: the actor's own pose */
    rw_pose reached;             /* where it is: the warp point bit for bit unless a turn cap bit */
    double residual_distance;    /* units between the two: 0 */
    double residual_angle;       /* degrees between the two, 0 .. 180; 0 unless a cap bit */
    double turn_left;            /* degrees that the turn cap left over, 0 .. 180 */
    double play_rate;            /* > 0, without the request's own */
    rw_method method;            /* the one in force */
    double peak_weight;          /* largest |weight| of the method: 1, or more for skew and scale */
    bool has_lead;               /* the target moves: it was led */
    rw_vec3 predicted_target;    /* where it will be at lead_time; one that stands still: where it is */
    double lead_time;            /* tau, seconds, >= 0; 0 without a lead */
    rw_warp warp;                /* clip space; not set when window_passed, nor by a phases profile */

    /* what the sampler needs, in the clip's space */
    const rw_profile *profile; /* borrowed from the job */
    rw_space space;            /* of the answer */
    rw_pose actor;             /* A */
    double actor_scale;
    double time;               /* clip time of the request, seconds */
    double end_time;           /* clip time of the timeline's end, seconds */
    double request_rate;       /* the request's own play rate */
} rw_resolution;

/* Solves a job. Nothing is allocated; any number of threads may solve jobs of one profile.
 * RW_INVALID: every wrong field of the job, named as in the API, as the brackets above say. RW_CAPACITY: an array of
 * the result is too small. The result and its arrays are untouched unless RW_OK. */
RW_API rw_status rw_resolve(const rw_resolve_job *job, rw_resolution *result, rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
