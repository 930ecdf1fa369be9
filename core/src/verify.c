#include <rootwarp/verify.h>

#include "clip_internal.h"
#include "diagnose.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"

#define MAX_TIME_TOLERANCE 10.0
#define PIECES 8 /* of the path between two corners: it is straight there but for easings */

static rw_status check_inputs(const rw_observation *observed, size_t count, rw_tolerance tolerance,
                              rw_diagnostics *diagnostics)
{
    static const char *const detail = "must not be negative, nor beyond 1e9 units";
    rw_check check = {diagnostics, 0};
    rw_path list = rw_path_of("/observed");
    rw_check_range(&check, rw_path_of("/tolerance/distance"), tolerance.distance, 0.0, RW_MAX_COORDINATE, detail);
    rw_check_range(&check, rw_path_of("/tolerance/angle"), tolerance.angle, 0.0, 180.0,
                   "must lie between 0 and 180 degrees");
    rw_check_range(&check, rw_path_of("/tolerance/time"), tolerance.time, 0.0, MAX_TIME_TOLERANCE,
                   "must lie between 0 and 10 seconds");
    if (count == 0 || observed == NULL)
        rw_check_fail(&check, list, RW_FAULT_EMPTY, "give at least one observation", (double)NAN);
    for (size_t i = 0; i < count && observed != NULL; i++) {
        rw_path path = rw_path_index(list, i);
        rw_check_coordinate(&check, rw_path_add(path, "/elapsed"), observed[i].elapsed);
        rw_check_vector(&check, rw_path_add(path, "/position"), observed[i].position);
        if (observed[i].has_rotation)
            rw_check_rotation(&check, rw_path_add(path, "/rotation"), observed[i].rotation);
    }
    return check.faults == 0 ? RW_OK : RW_INVALID;
}

/* Distance from a point to the straight piece between two others. */
static double to_piece(rw_vec3 point, rw_vec3 a, rw_vec3 b)
{
    rw_vec3 along = rw_sub(b, a);
    double square = rw_dot(along, along);
    double part = square > 0.0 ? rw_dot(rw_sub(point, a), along) / square : 0.0;
    part = rw_min(rw_max(part, 0.0), 1.0);
    return rw_length(rw_sub(point, rw_add(a, rw_mul(along, part))));
}

static double angle_to(rw_quat observed, rw_quat pose)
{
    return rw_quat_angle(pose, observed) * (180.0 / RW_PI);
}

/* The nearest that the path comes to the observation within [from, to], elapsed. */
static rw_deviation nearest(rw_sampler *sampler, const rw_observation *o, rw_quat rotation, double from, double to)
{
    const rw_resolution *r = sampler->resolution;
    rw_sample last, next;
    rw_sampler_at(sampler, from, &last);
    rw_deviation best = {.distance = rw_length(rw_sub(o->position, last.pose.position)),
                         .angle = o->has_rotation ? angle_to(rotation, last.pose.rotation) : 0.0};
    size_t knot = rw_clip_knot_after(r->profile->clip, last.clip_time);
    for (double at = from; at < to;) {
        double corner = rw_min(rw_next_corner(r, at, &knot), to);
        for (int i = 1; i <= PIECES; i++) {
            rw_sampler_at(sampler, i == PIECES ? corner : at + (corner - at) * ((double)i / PIECES), &next);
            best.distance = rw_min(best.distance, to_piece(o->position, last.pose.position, next.pose.position));
            if (o->has_rotation)
                best.angle = rw_min(best.angle, angle_to(rotation, next.pose.rotation));
            last = next;
        }
        at = corner;
    }
    return best;
}

rw_status rw_verify(const rw_resolution *resolution, const rw_observation *observed, size_t count,
                    rw_tolerance tolerance, rw_deviation *deviations, rw_verification *out,
                    rw_diagnostics *diagnostics)
{
    rw_status status = check_inputs(observed, count, tolerance, diagnostics);
    if (status != RW_OK)
        return status;
    rw_sampler sampler;
    rw_verification v = {.passed = true};
    rw_sampler_init(&sampler, resolution);
    for (size_t i = 0; i < count; i++) {
        const rw_observation *o = &observed[i];
        double at = rw_min(rw_max(o->elapsed, 0.0), resolution->duration);
        double from = rw_max(at - tolerance.time, 0.0);
        double to = rw_min(at + tolerance.time, resolution->duration);
        rw_quat rotation = o->has_rotation ? rw_quat_normalised(o->rotation) : rw_quat_identity;
        deviations[i] = nearest(&sampler, o, rotation, from, to);
        deviations[i].passed =
            deviations[i].distance <= tolerance.distance && deviations[i].angle <= tolerance.angle;
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
