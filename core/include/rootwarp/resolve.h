/* Resolve: where a warped clip lands, how fast it plays, when things happen. */
#ifndef ROOTWARP_RESOLVE_H
#define ROOTWARP_RESOLVE_H

#include <rootwarp/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where something is and which way it faces. */
typedef struct rw_placement {
    rw_vec3 position; /* units of the job's space */
    bool has_yaw;     /* true: `yaw` counts, `rotation` does not */
    double yaw;       /* degrees about up, positive from forward towards up x forward */
    rw_quat rotation; /* normalised by the solver; zero or non-finite is refused */
} rw_placement;

typedef struct rw_actor {
    rw_placement placement;
    double radius; /* of the capsule, units of the job's space, >= 0; never times the scale */
    double scale;  /* uniform scale of the character's motion, 1e-6 .. 1e6; 1: as authored */
} rw_actor;

/* The target of a reach profile. */
typedef struct rw_target {
    rw_placement placement; /* the rotation counts for the rotation mode "target" only */
    bool has_rotation;      /* false: no rotation was given; "target" then refuses */
    double radius;          /* >= 0 */
    rw_vec3 velocity;       /* units a second; zero: it stands still */
} rw_target;

typedef struct rw_resolve_job {
    const rw_profile *profile;     /* not NULL */
    const rw_space *space;         /* of everything below and of the answer; NULL: the clip's */
    double time;                   /* clip time of the request in seconds, within the clip (a looping one: any) */
    double play_rate;              /* the caller's own speed, multiplies every elapsed time's rate; 1e-6 .. 1e6; 1 */
    rw_actor actor;                /* where the character is at `time` */
    rw_target target;              /* reach */
    size_t target_count;           /* phases: exactly one a phase, passed ones included */
    const rw_placement *targets;
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

/* The shortest way from one rotation to another, ready to be walked. */
typedef struct rw_arc {
    rw_quat from, to;
    double theta; /* half the angle between them, radians, 0 .. pi/2 */
    double sine;  /* of theta */
} rw_arc;

/* The authored motion of a stretch of a clip, measured in the frame of X(start), for an actor of scale 1. "Tracked" is
 * what lies within the intervals: progress runs there and stands still between them. */
typedef struct rw_span {
    const struct rw_clip *clip;   /* borrowed */
    double start, end;            /* clip times */
    const rw_interval *intervals; /* where it is tracked: ordered, apart, not empty; borrowed from the profile */
    size_t interval_count;
    rw_pose clip_start;           /* X(start), seen from the start of its loop */
    double first_loop;            /* which loop that is */
    rw_pose natural;              /* D(start, end) */
    rw_vec3 up;                   /* the clip's up in this frame, for an upright actor */
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
    rw_vec3 error;               /* E: from the authored to the wanted end, in S's frame */
    rw_method method;            /* the one in force, after fallbacks */
    rw_easing easing;
    rw_axis_switch axes[3];
    bool split_up;               /* the component of E along up is weighed apart, by distance covered along up */
    bool by_time[3];             /* an axis without motion of its own: weighed by normalised time */
    bool up_by_time;
    double scale_cos, scale_sin; /* the complex factor of the method scale */
    rw_rotation rotation;
    rw_turn turn;
    rw_quat goal;                /* the rotation at the end when no cap bites */
    rw_arc arc;                  /* slerp: from S to the goal; offset: from nothing to the turn that is missing */
    double turn_fraction;        /* how much of the whole turn the cap allows, 0..1 */
    double turn_left;            /* degrees of it that the cap leaves over */
    rw_pose reached;             /* the pose at the end */
    double rate;                 /* play rate within the intervals, without the request's own */
    double elapsed_start, elapsed_end;
    double peak_weight;          /* largest |weight| of the method over the span */
} rw_warp;

typedef struct rw_phase_result {
    bool passed;              /* asked at or after its end: nothing below counts */
    rw_pose start;            /* S_i: the root when the phase begins */
    rw_pose warp_point;       /* where the root shall be at its end: give this to an engine */
    rw_pose reached;          /* where it is: the warp point bit for bit unless a switch or a cap holds it back */
    double residual_distance; /* units between the two */
    double residual_angle;    /* degrees between the two */
    double turn_left;         /* degrees that the turn cap left over */
    double play_rate;         /* without the request's own */
    double elapsed_start;     /* seconds after the request's moment */
    double elapsed_end;
    rw_vec3 net;              /* total root motion of start..end per axis of the start frame, unscaled, clip units */
    rw_vec3 covered;          /* the same as distance covered */
    rw_method method;         /* the one in force */
    bool fell_back;           /* it is not the profile's */
    double peak_weight;
    rw_warp warp;             /* clip space */
} rw_phase_result;

typedef struct rw_window_result {
    const char *name;
    double start, end;    /* clip times; the whole window, also when asked inside it */
    bool has_scale;       /* false: no horizontal travel in what is left of it */
    double scale;         /* what an engine that plants one target for all windows needs in this one */
    double elapsed_start; /* seconds after the request's moment */
    double elapsed_end;
} rw_window_result;

typedef struct rw_event_result {
    const char *name;
    double time;    /* clip time in seconds */
    bool passed;    /* not between the request's time and the timeline's end: elapsed does not count */
    double elapsed; /* seconds after the request's moment */
} rw_event_result;

/* The answer. The three arrays are the caller's: set pointer and capacity before the call (see
 * rw_profile_phase_count(), rw_profile_window_count(), rw_clip_info.event_count); counts are set by it.
 * Poses, lengths and speeds are in the job's space. */
typedef struct rw_resolution {
    rw_phase_result *phases;
    size_t phase_capacity, phase_count;
    rw_window_result *windows;
    size_t window_capacity, window_count;
    rw_event_result *events;
    size_t event_capacity, event_count;

    rw_profile_kind kind;
    unsigned warnings;  /* RW_WARNING_… bits */
    double duration;    /* elapsed seconds to the clip's end (a looping clip: of the loop in which the last window ends) */
    bool window_passed; /* asked at or after the end of the last window or phase */

    /* reach */
    rw_verdict verdict;
    unsigned reasons; /* RW_REASON_… bits */
    rw_pose predicted_start;
    rw_pose natural_end;
    double distance_to_target;
    double stop_distance;
    double gap_to_close;
    double natural_travel;
    bool has_required_scale; /* false: no natural travel to scale */
    double required_scale;
    double applied_scale;
    double travel;
    double shortfall;
    bool has_first_window_scale;
    double first_window_scale;
    rw_pose warp_point;
    rw_pose reached;
    double residual_distance, residual_angle, turn_left;
    double play_rate; /* without the request's own */
    rw_method method; /* the one in force */
    double peak_weight;
    bool has_lead;           /* the target moves: it was led */
    rw_vec3 predicted_target; /* where it will be */
    double lead_time;         /* tau, elapsed seconds */
    rw_warp warp;             /* clip space */

    /* what the sampler needs */
    const rw_profile *profile;
    rw_space space;         /* of the answer */
    rw_pose actor;          /* A, clip space */
    double actor_scale;
    double time;            /* clip time of the request */
    double end_time;        /* clip time of the timeline's end */
    double request_rate;    /* the request's own play rate */
} rw_resolution;

/* Solves a job. Nothing is allocated.
 * RW_INVALID: every wrong field of the job, named as in the API ("/actor/rotation", "/targets/1/position", "/time").
 * RW_CAPACITY: an array of the result is too small. The result's answer is untouched unless RW_OK. */
RW_API rw_status rw_resolve(const rw_resolve_job *job, rw_resolution *result, rw_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
