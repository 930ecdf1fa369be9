#include <rootwarp/verify.h>

#include "clip_internal.h"
#include "diagnose.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"
#include "warp.h"

#define MAX_TIME_TOLERANCE 10.0
#define ROUNDING 4e-15       /* of a coordinate: what adding and taking away a tolerance may lose */
#define ANGLE_ROUNDING 1e-12 /* degrees: likewise */
#define FINE 1e-3            /* of nothing, for lengths … */
#define FINE_ANGLE 1e-7      /* … and degrees: how exactly the nearest moment of a curve is found */
#define EASING_BEND 40.0     /* the largest second derivative of any easing: quint_in_out's in the middle */
#define COS_HALF_RADIAN 0.87758256189037271612

static const double degrees = 180.0 / RW_PI;

/* ---- checks ---- */

static rw_status check_inputs(const rw_observation *observed, size_t count, rw_tolerance tolerance,
                              rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    rw_path list = rw_path_of("/observed");
    rw_check_range(&check, rw_path_of("/tolerance/distance"), tolerance.distance, 0.0, RW_MAX_COORDINATE,
                   "must not be negative, nor beyond 1e9 units");
    rw_check_range(&check, rw_path_of("/tolerance/angle"), tolerance.angle, 0.0, 180.0,
                   "must lie between 0 and 180 degrees");
    rw_check_range(&check, rw_path_of("/tolerance/time"), tolerance.time, 0.0, MAX_TIME_TOLERANCE,
                   "must lie between 0 and 10 seconds");
    if (count == 0 || observed == NULL)
        rw_check_fail(&check, list, RW_FAULT_EMPTY, "give at least one observation", RW_NO_VALUE);
    for (size_t i = 0; i < count && observed != NULL; i++) {
        rw_path path = rw_path_index(list, i);
        rw_check_range(&check, rw_path_add(path, "/elapsed"), observed[i].elapsed, -RW_MAX_COORDINATE,
                       RW_MAX_COORDINATE, "must lie within 1e9 seconds of the request's moment");
        rw_check_vector(&check, rw_path_add(path, "/position"), observed[i].position);
        if (observed[i].has_rotation)
            rw_check_rotation(&check, rw_path_add(path, "/rotation"), observed[i].rotation);
    }
    return check.faults == 0 ? RW_OK : RW_INVALID;
}

/* ---- the track ---- */

/* What is held against the path. deviations[k].order: which observation is the k-th in time. */
typedef struct rw_track {
    const rw_resolution *resolution;
    const rw_observation *observed;
    size_t count;
    double late; /* seconds that an observation may be off */
    double fine; /* units */
    rw_deviation *deviations;
} rw_track;

static double moment_of(const rw_track *track, size_t observation)
{
    return rw_min(rw_max(track->observed[observation].elapsed, 0.0), track->resolution->duration);
}

/* The stretch of the path that the k-th observation in time may match; a rounding error wider than the tolerance. */
static rw_interval window_of(const rw_track *track, size_t k)
{
    double at = moment_of(track, track->deviations[k].order);
    double late = track->late + 1e-15 * (track->late + at);
    rw_interval window = {rw_max(at - late, 0.0), rw_min(at + late, track->resolution->duration)};
    return window;
}

static bool earlier(const rw_track *track, size_t a, size_t b)
{
    double at_a = moment_of(track, a);
    double at_b = moment_of(track, b);
    return at_a != at_b ? at_a < at_b : a < b;
}

static void sift(const rw_track *track, size_t at, size_t count)
{
    size_t moving = track->deviations[at].order;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && earlier(track, track->deviations[child].order, track->deviations[child + 1].order))
            child++;
        if (!earlier(track, moving, track->deviations[child].order))
            break;
        track->deviations[at].order = track->deviations[child].order;
    }
    track->deviations[at].order = moving;
}

/* Puts the observations in order of time: nothing to do for most tracks, else a heap sort. */
static void put_in_order(const rw_track *track)
{
    bool ordered = true;
    for (size_t i = 0; i < track->count; i++) {
        track->deviations[i].order = i;
        ordered = ordered && (i == 0 || earlier(track, i - 1, i));
    }
    if (ordered)
        return;
    for (size_t i = track->count / 2; i-- > 0;)
        sift(track, i, track->count);
    for (size_t left = track->count; left-- > 1;) {
        size_t last = track->deviations[left].order;
        track->deviations[left].order = track->deviations[0].order;
        track->deviations[0].order = last;
        sift(track, 0, left);
    }
}

/* ---- distances ---- */

static double angle_between(rw_quat observed, rw_quat pose)
{
    return rw_quat_angle(pose, observed) * degrees;
}

/* From a point to the straight line from a to b. A curve over it that strays by at most *sag, and like a parabola less
 * so near its ends, can come no nearer than an end that the point lies far enough beyond: then *sag becomes 0. */
static double to_line(rw_vec3 point, rw_vec3 a, rw_vec3 b, double *sag)
{
    rw_vec3 along = rw_sub(b, a);
    double square = rw_dot(along, along);
    double part = square > 0.0 ? rw_dot(rw_sub(point, a), along) / square : 0.0;
    double foot = rw_min(rw_max(part, 0.0), 1.0);
    double distance = rw_length(rw_sub(point, rw_add(a, rw_mul(along, foot))));
    if (fabs(part - foot) * square > 4.0 * *sag * distance)
        *sag = 0.0;
    return distance;
}

static rw_quat plus(rw_quat a, rw_quat b, double s)
{
    return rw_q(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s, a.w + b.w * s);
}

static double chord_square(rw_quat a, rw_quat b)
{
    rw_quat d = plus(a, b, rw_qdot(a, b) < 0.0 ? 1.0 : -1.0);
    return rw_qdot(d, d);
}

/* Degrees from a rotation to the nearest of the shortest arc between two others. On the unit sphere of quaternions
 * that is a great arc: q lies nearest to it at its foot on the arc's plane, or else at an end. */
static double to_arc(rw_quat q, rw_quat a, rw_quat b)
{
    double cosine = rw_qdot(a, b);
    if (cosine < 0.0) {
        b = rw_neg(b);
        cosine = -cosine;
    }
    rw_quat across = plus(b, a, -cosine);
    double sine = sqrt(rw_qdot(across, across));
    if (sine >= 1e-12) {
        across = rw_q(across.x / sine, across.y / sine, across.z / sine, across.w / sine);
        double x = rw_qdot(q, a);
        double y = rw_qdot(q, across);
        bool beyond = (y < 0.0 ? -x : x) * sine - fabs(y) * cosine < 0.0;
        rw_quat off = plus(plus(q, a, -x), across, -y);
        if (!beyond)
            return 2.0 * rw_atan2(sqrt(rw_qdot(off, off)), sqrt(x * x + y * y)) * degrees;
    }
    return angle_between(q, chord_square(q, a) <= chord_square(q, b) ? a : b);
}

/* ---- pieces of the path ---- */

/* The path between two neighbouring corners. It runs straight and turns by the shortest arc, but for easings and for
 * a turn that is added to an authored one about another axis: those stray from it. */
typedef struct rw_piece {
    double start, end;     /* elapsed */
    rw_sampler sampler;    /* stands at `start` */
    rw_pose from, to;
    double sag;            /* units that it may stray from the straight line, at most */
    double swerve;         /* degrees that it may stray from the shortest arc, at most */
} rw_piece;

static double turn_cosine(rw_quat half_turn)
{
    return fabs(half_turn.w);
}

/* How much of a warp's turn a stretch of clip time adds, in the space of the answer. */
static rw_quat added_turn(const rw_resolution *r, const rw_warp *warp, double share)
{
    rw_arc arc = rw_warp_arc(warp);
    rw_quat turn = rw_arc_at(&arc, rw_arc_measure(&arc), share * warp->turn_fraction);
    return rw_space_convert_rotation(&warp->span.clip->info.space, &r->space, turn);
}

static const rw_warp *warp_of(const rw_resolution *r, const rw_sample *begin)
{
    if (begin->phase == RW_NO_PHASE)
        return NULL;
    return r->kind == RW_PROFILE_REACH ? &r->warp : &r->phases[begin->phase].warp;
}

/* Sets how far the piece from `begin` to `end` may stray; false where it turns by more than a radian at a time.
 * A curve whose second derivative stays below b strays from its chord by at most b/8 of its squared parameter. For
 * two turns at constant rates u and v the rate of the whole changes by |u x v|; a quarter instead of an eighth makes
 * up for the sphere's curvature. |u| <= pi sin(|u| / 2), which is what a quaternion shows. */
static bool measure(const rw_resolution *r, rw_piece *piece, const rw_sample *begin, const rw_sample *end)
{
    const rw_warp *warp = warp_of(r, begin);
    rw_quat turn = rw_qmul(rw_conj(piece->from.rotation), piece->to.rotation);
    piece->sag = piece->swerve = 0.0;
    if (warp == NULL)
        return turn_cosine(turn) >= COS_HALF_RADIAN;
    double share = (rw_span_tracked_time(&warp->span, end->clip_time) -
                    rw_span_tracked_time(&warp->span, begin->clip_time)) /
                   warp->span.tracked_time;
    if (warp->method == RW_METHOD_TIME && warp->easing != RW_EASING_LINEAR) {
        double error = rw_space_convert_length(&warp->span.clip->info.space, &r->space, rw_length(rw_warp_error(warp)));
        piece->sag = 0.125 * EASING_BEND * share * share * error;
    }
    if (warp->turn == RW_TURN_OFFSET && warp->rotation != RW_ROTATION_KEEP) {
        rw_quat added = added_turn(r, warp, share);
        turn = rw_qmul(turn, rw_conj(added));
        rw_vec3 both = rw_cross(rw_v(turn.x, turn.y, turn.z), rw_v(added.x, added.y, added.z));
        piece->swerve = 0.25 * RW_PI * RW_PI * rw_length(both) * degrees;
        if (turn_cosine(added) < COS_HALF_RADIAN)
            return false;
    }
    return turn_cosine(turn) >= COS_HALF_RADIAN;
}

/* The piece that begins at *begin and ends no later than `corner`; *begin moves on to its end. */
static rw_piece next_piece(const rw_resolution *r, rw_sampler *sampler, rw_sample *begin, double corner)
{
    rw_piece piece = {.start = begin->elapsed, .sampler = *sampler, .from = begin->pose};
    rw_sample end;
    for (double to = corner;;) {
        rw_sampler at = *sampler;
        rw_sampler_pose_at(&at, to, &end);
        piece.end = end.elapsed;
        piece.to = end.pose;
        double middle = begin->elapsed + (to - begin->elapsed) * 0.5;
        if (measure(r, &piece, begin, &end) || middle <= begin->elapsed || middle >= to) {
            *sampler = at;
            *begin = end;
            return piece;
        }
        to = middle;
    }
}

/* One observation, its rotation at unit length. */
typedef struct rw_seen {
    rw_vec3 position;
    bool has_rotation;
    rw_quat rotation;
    double fine; /* units */
} rw_seen;

/* A moment within a piece. */
typedef struct rw_spot {
    double elapsed;
    rw_pose pose;
} rw_spot;

static rw_spot spot_at(const rw_piece *piece, double elapsed)
{
    rw_sampler sampler = piece->sampler;
    rw_sample sample;
    rw_sampler_pose_at(&sampler, elapsed, &sample);
    rw_spot spot = {elapsed, sample.pose};
    return spot;
}

/* The nearest of a piece's part between two spots: as long as it may stray far enough to beat the best, by halves. */
static void search(const rw_piece *piece, const rw_seen *seen, const rw_spot *a, const rw_spot *b, rw_deviation *best)
{
    double share = (b->elapsed - a->elapsed) / (piece->end - piece->start);
    double sag = piece->sag * (share * share);
    double swerve = seen->has_rotation ? piece->swerve * (share * share) : 0.0;
    double distance = to_line(seen->position, a->pose.position, b->pose.position, &sag);
    double angle = seen->has_rotation ? to_arc(seen->rotation, a->pose.rotation, b->pose.rotation) : 0.0;
    double middle = a->elapsed + (b->elapsed - a->elapsed) * 0.5;
    bool halved = (sag > seen->fine && distance - sag < best->distance - seen->fine) ||
                  (swerve > FINE_ANGLE && angle - swerve < best->angle - FINE_ANGLE);
    if (halved && middle > a->elapsed && middle < b->elapsed) {
        rw_spot m = spot_at(piece, middle);
        best->distance = rw_min(best->distance, rw_length(rw_sub(seen->position, m.pose.position)));
        if (seen->has_rotation)
            best->angle = rw_min(best->angle, angle_between(seen->rotation, m.pose.rotation));
        search(piece, seen, a, &m, best);
        search(piece, seen, &m, b, best);
        return;
    }
    if (sag <= seen->fine)
        best->distance = rw_min(best->distance, distance);
    if (swerve <= FINE_ANGLE)
        best->angle = rw_min(best->angle, angle);
}

/* Holds one observation against the part of a piece that lies in its window. */
static void match(const rw_track *track, const rw_piece *piece, size_t k)
{
    size_t i = track->deviations[k].order;
    const rw_observation *o = &track->observed[i];
    rw_deviation *best = &track->deviations[i];
    if (best->distance == 0.0 && best->angle == 0.0)
        return;
    rw_interval window = window_of(track, k);
    rw_spot a = {piece->start, piece->from};
    rw_spot b = {piece->end, piece->to};
    if (window.start > piece->start)
        a = spot_at(piece, window.start);
    if (window.end < piece->end)
        b = spot_at(piece, window.end);
    rw_seen seen = {o->position, o->has_rotation,
                    o->has_rotation ? rw_quat_normalised(o->rotation) : rw_quat_identity, track->fine};
    search(piece, &seen, &a, &b, best);
}

/* ---- walks ---- */

/* Each observation against the path at its own moment. */
static void match_moments(const rw_track *track)
{
    rw_sampler sampler;
    rw_sample sample;
    rw_sampler_init(&sampler, track->resolution);
    for (size_t k = 0; k < track->count; k++) {
        size_t i = track->deviations[k].order;
        const rw_observation *o = &track->observed[i];
        rw_sampler_pose_at(&sampler, moment_of(track, i), &sample);
        track->deviations[i].distance = rw_length(rw_sub(o->position, sample.pose.position));
        track->deviations[i].angle =
            o->has_rotation ? angle_between(rw_quat_normalised(o->rotation), sample.pose.rotation) : 0.0;
    }
}

/* Each piece of the path, once and in order, against the observations whose windows it lies in: those are neighbours
 * in time, so nothing is walked twice. */
static void match_windows(const rw_track *track)
{
    const rw_resolution *r = track->resolution;
    rw_sampler sampler;
    rw_sample at;
    rw_sampler_init(&sampler, r);
    rw_sampler_pose_at(&sampler, 0.0, &at);
    uint64_t knot = rw_clip_knot_after(r->profile->clip, at.clip_time);
    for (size_t first = 0;;) {
        while (first < track->count && window_of(track, first).end <= at.elapsed)
            first++;
        if (first == track->count) /* at the latest when the timeline ends, as no window reaches beyond */
            return;
        if (window_of(track, first).start > at.elapsed) {
            rw_sampler_pose_at(&sampler, window_of(track, first).start, &at);
            knot = rw_clip_knot_after(r->profile->clip, at.clip_time);
        }
        rw_piece piece = next_piece(r, &sampler, &at, rw_next_corner(r, at.elapsed, &knot));
        for (size_t k = first; k < track->count && window_of(track, k).start < piece.end; k++)
            match(track, &piece, k); /* windows end in the order that they begin in: none before the piece */
    }
}

static bool passes(const rw_observation *o, const rw_deviation *d, rw_tolerance tolerance)
{
    rw_vec3 p = rw_abs(o->position);
    double extent = rw_max(rw_max(p.x, rw_max(p.y, p.z)), tolerance.distance);
    return d->distance <= tolerance.distance + ROUNDING * extent && d->angle <= tolerance.angle + ANGLE_ROUNDING;
}

rw_status rw_verify(const rw_resolution *resolution, const rw_observation *observed, size_t count,
                    rw_tolerance tolerance, rw_deviation *deviations, rw_verification *out,
                    rw_diagnostics *diagnostics)
{
    rw_status status = check_inputs(observed, count, tolerance, diagnostics);
    if (status != RW_OK)
        return status;
    double nothing = rw_space_convert_length(&resolution->profile->clip->info.space, &resolution->space,
                                             rw_clip_nothing(resolution->profile->clip));
    rw_track track = {resolution, observed, count, tolerance.time, FINE * nothing, deviations};
    put_in_order(&track);
    match_moments(&track);
    if (tolerance.time > 0.0)
        match_windows(&track);

    rw_verification v = {.passed = true};
    for (size_t i = 0; i < count; i++) {
        deviations[i].passed = passes(&observed[i], &deviations[i], tolerance);
        v.failed += deviations[i].passed ? 0 : 1;
        if (deviations[i].distance > deviations[v.worst_distance].distance)
            v.worst_distance = i;
        if (deviations[i].angle > deviations[v.worst_angle].angle)
            v.worst_angle = i;
    }
    v.passed = v.failed == 0;
    *out = v;
    return RW_OK;
}
