/* A second solver, for comparison only: the same questions answered in long double by the plainest means. It is made
 * from descriptions and jobs, never from what the library compiled, and shares nothing with the library but the types
 * of inputs. Slow on purpose: weights are found by walking the curve, loops by composing them one after another.
 *
 * Inputs are trusted to be valid. Everything is in the clip's space and units unless a name says otherwise. */
#ifndef RW_TEST_ORACLE_H
#define RW_TEST_ORACLE_H

#include <rootwarp/rootwarp.h>

#define ORACLE_WINDOWS 16
#define ORACLE_PHASES 8
#define ORACLE_EVENTS 8

typedef long double oracle_real;

typedef struct oracle_vec {
    oracle_real x, y, z;
} oracle_vec;

typedef struct oracle_quat {
    oracle_real x, y, z, w;
} oracle_quat;

typedef struct oracle_pose {
    oracle_vec p;
    oracle_quat r;
} oracle_pose;

typedef struct oracle_range {
    oracle_real start, end;
} oracle_range;

/* oracle_math.c */
oracle_vec oracle_vec_of(rw_vec3 v);
oracle_vec oracle_add(oracle_vec a, oracle_vec b);
oracle_vec oracle_sub(oracle_vec a, oracle_vec b);
oracle_vec oracle_times(oracle_vec v, oracle_real factor);
oracle_real oracle_dot(oracle_vec a, oracle_vec b);
oracle_vec oracle_cross(oracle_vec a, oracle_vec b);
oracle_real oracle_length(oracle_vec v);
oracle_vec oracle_flat(oracle_vec v, oracle_vec up); /* without its component along up */
oracle_real oracle_axis(oracle_vec v, int axis);
oracle_quat oracle_quat_of(rw_quat q); /* normalised */
oracle_quat oracle_identity(void);
oracle_quat oracle_product(oracle_quat a, oracle_quat b);
oracle_quat oracle_conjugate(oracle_quat q);
oracle_vec oracle_rotate(oracle_quat q, oracle_vec v);
oracle_quat oracle_turn_about(oracle_vec unit_axis, oracle_real radians);
oracle_real oracle_angle(oracle_quat q);                           /* radians, 0 .. pi */
oracle_real oracle_twist(oracle_quat q, oracle_vec up);            /* radians, (-pi, pi] */
oracle_quat oracle_nearest(oracle_quat relative, oracle_vec up);   /* the one of q and -q that turns the short way */
oracle_quat oracle_power(oracle_quat q, oracle_real t);            /* t of the turn that q as given makes */
oracle_quat oracle_slerp(oracle_quat a, oracle_quat b, oracle_real t, oracle_vec up);
oracle_pose oracle_compose(oracle_pose a, oracle_pose b);
oracle_pose oracle_inverse(oracle_pose a);
oracle_real oracle_clamp(oracle_real value, oracle_real low, oracle_real high);

/* oracle_space.c */
oracle_vec oracle_axis_vector(rw_axis axis);
oracle_real oracle_handedness(const rw_space *space); /* of forward, right, up: +1 or -1 */
oracle_vec oracle_convert_vector(const rw_space *from, const rw_space *to, oracle_vec v);
oracle_quat oracle_convert_rotation(const rw_space *from, const rw_space *to, oracle_quat q);
oracle_pose oracle_convert_pose(const rw_space *from, const rw_space *to, oracle_pose pose);

/* oracle_clip.c */
typedef struct oracle_clip {
    const rw_clip_desc *desc;
    oracle_pose *poses; /* X(k), rebased; owned */
    size_t count;
    oracle_real duration, rate;
    oracle_real largest; /* raw coordinate */
    oracle_real nothing; /* units */
    oracle_vec up, forward;
    oracle_real tilt; /* degrees */
} oracle_clip;

bool oracle_clip_make(const rw_clip_desc *desc, oracle_clip *clip); /* false: out of memory */
void oracle_clip_free(oracle_clip *clip);
oracle_pose oracle_clip_at(const oracle_clip *clip, oracle_real time);
/* The end of the loop that `time` lies in (a clip that does not loop: its end, or `time` when that is later). */
oracle_real oracle_loop_end(const oracle_clip *clip, oracle_real time);
oracle_pose oracle_clip_motion(const oracle_clip *clip, oracle_real from, oracle_real to, oracle_real scale);
oracle_range oracle_clip_range(const oracle_clip *clip, bool normalised, double start, double end); /* seconds */
oracle_real oracle_clip_yaw(const oracle_clip *clip); /* degrees from first to last sample, unwrapped */

/* oracle_easing.c */
oracle_real oracle_ease(rw_easing easing, oracle_real t);

/* How far a decision was from its threshold, as a share of what rounding may move it by in doubles. Below 1 the two
 * solvers may decide differently and both be right. */
typedef struct oracle_margin {
    oracle_real least;
    const char *what;
    oracle_real extent; /* largest coordinate that took part */
    oracle_real blur;   /* radians: how far rounding of such coordinates turns the most delicate direction, or moves the
                         * most delicate ratio of distances */
} oracle_margin;

/* Ends that rounding may put on either side of the request. Equal is no such case: both solvers see equal. */
void oracle_margin_time(oracle_margin *margin, oracle_real time, oracle_real edge);
void oracle_margin_blur(oracle_margin *margin, oracle_real distance);
void oracle_margin_note(oracle_margin *margin, const char *what, oracle_real distance, oracle_real noise);

/* oracle_span.c: one warped stretch. */
typedef struct oracle_measure {
    oracle_vec moved;   /* D(start, u) */
    oracle_vec tracked; /* of it, within the tracked ranges */
    oracle_vec covered; /* per axis of the start frame, tracked */
    oracle_real up_covered, path, time;
    oracle_real peak_skew; /* largest |w| up to u against a given net displacement */
    oracle_real peak_level; /* largest level displacement over that net's */
} oracle_measure;

typedef struct oracle_span {
    const oracle_clip *clip;
    oracle_real scale, start, end;
    oracle_range tracked[ORACLE_WINDOWS];
    size_t tracked_count;
    oracle_pose origin, natural, warp_point, reached; /* in the world */
    oracle_vec error, up;                             /* start frame */
    rw_method method;
    bool fell_back;
    rw_easing easing;
    rw_axis_switch axes[3];
    bool split_up;
    oracle_measure total;
    bool by_time[3], up_by_time;
    rw_rotation rotation;
    rw_turn turn;
    oracle_quat turning; /* the whole turn, short way, before the cap */
    oracle_real turn_fraction, turn_left;
    oracle_real rate, peak;
} oracle_span;

/* Set before: clip, scale, start, end, tracked, origin, warp_point, easing, axes, split_up, rotation, turn, method as
 * asked. */
void oracle_span_measure(const oracle_span *span, oracle_real until, const oracle_vec *net, oracle_measure *measure);
void oracle_span_settle(oracle_span *span, oracle_margin *margin); /* natural, total */
void oracle_span_turn(oracle_span *span, oracle_real cap, oracle_real elapsed, oracle_margin *margin);
void oracle_span_finish(oracle_span *span, oracle_margin *margin); /* error, method, peak, reached */
oracle_pose oracle_span_at(const oracle_span *span, oracle_real clip_time);
oracle_real oracle_play_rate(const rw_range *rate, oracle_real authored, oracle_real actual, oracle_real nothing,
                             bool *clamped, oracle_margin *margin);
oracle_quat oracle_facing(const oracle_clip *clip, oracle_vec from, oracle_vec to, bool *has_direction,
                          oracle_margin *margin);

/* The answer. */
typedef struct oracle_phase {
    bool passed;
    oracle_real residual_distance, residual_angle; /* degrees */
    oracle_real elapsed_start, elapsed_end;
    oracle_vec net, covered;
} oracle_phase;

typedef struct oracle_window {
    const char *name;
    oracle_real start, end;
    bool has_scale;
    oracle_real scale, elapsed_start, elapsed_end;
    oracle_real travel; /* n_j: its own */
} oracle_window;

typedef struct oracle_event {
    oracle_real time;
    bool passed;
    oracle_real elapsed;
} oracle_event;

typedef struct oracle_answer {
    oracle_clip clip; /* owned */
    const rw_profile_desc *profile;
    const rw_space *space;
    oracle_margin margin;

    oracle_pose actor;
    oracle_real scale, time, end_time, request_rate, duration;
    unsigned warnings;
    bool window_passed;
    oracle_span spans[ORACLE_PHASES]; /* reach: one; phases: one each, passed ones not set */
    size_t span_count;
    oracle_phase phases[ORACLE_PHASES];
    oracle_window windows[ORACLE_WINDOWS];
    size_t window_count;
    oracle_event events[ORACLE_EVENTS];
    size_t event_count;

    rw_verdict verdict;
    unsigned reasons;
    oracle_pose predicted_start, natural_end;
    oracle_real distance_to_target, stop_distance, gap_to_close, natural_travel;
    bool has_required_scale;
    oracle_real required_scale, applied_scale, travel, shortfall;
    bool has_first_window_scale;
    oracle_real first_window_scale;
    bool has_lead;
    oracle_vec predicted_target;
    oracle_real lead_time;
    oracle_real peak_speed, peak_turn_rate; /* clip units a second, degrees a second */
    oracle_real shortest;                   /* elapsed seconds between two corners that peaks were measured between */
} oracle_answer;

/* oracle_reach.c, oracle_phases.c */
void oracle_reach(const rw_resolve_job *job, oracle_answer *answer);
void oracle_phases(const rw_resolve_job *job, oracle_answer *answer);

/* oracle_timeline.c */
oracle_real oracle_elapsed(const oracle_answer *answer, oracle_real clip_time);
oracle_real oracle_clip_time(const oracle_answer *answer, oracle_real elapsed);
oracle_pose oracle_pose_at(const oracle_answer *answer, oracle_real clip_time, size_t *phase);
void oracle_timeline(oracle_answer *answer); /* duration, events, elapsed times of windows and phases, peaks */

/* oracle_resolve.c: everything. false: out of memory. Free with oracle_free(). */
bool oracle_resolve(const rw_clip_desc *clip, const rw_profile_desc *profile, const rw_resolve_job *job,
                    oracle_answer *answer);
void oracle_free(oracle_answer *answer);

/* oracle_providers.c */
typedef struct oracle_crossing {
    oracle_margin margin;
    rw_refusal refusal;
    size_t count;
    oracle_pose points[3];
    oracle_real height, length, approach_angle, tilt; /* units; degrees */
} oracle_crossing;

void oracle_obstacle(const rw_space *space, const rw_placement *actor, const rw_obstacle *obstacle,
                     const rw_crossing_rules *rules, oracle_crossing *answer);
oracle_pose oracle_align(const rw_space *space, const rw_placement *partner, const rw_placement *relative);

#endif
