/* What quaternions need beyond products: unit length, interpolation, angles, yaw. */
#ifndef RW_CORE_ROTATION_H
#define RW_CORE_ROTATION_H

#include <rootwarp/trajectory.h>

#include "trig.h"
#include "vec.h"

/* q at unit length. One that is so within a few rounding errors is returned as it is, so that normalising twice
 * changes no bit. q: finite, not zero. */
static inline rw_quat rw_quat_normalised(rw_quat q)
{
    double n = rw_qdot(q, q);
    if (fabs(n - 1.0) <= 1e-15)
        return q;
    double length = sqrt(n);
    return rw_q(q.x / length, q.y / length, q.z / length, q.w / length);
}

/* Finite and long enough to have a direction. */
static inline bool rw_quat_usable(rw_quat q)
{
    double n = rw_qdot(q, q);
    return n >= 1e-24 && n <= 1e24; /* false for NaN, too */
}

/* Of q and -q the one with w > 0, or w = 0 and the first non-zero of x, y, z positive; no component is -0. */
static inline rw_quat rw_quat_canonical(rw_quat q)
{
    bool flip = q.w < 0.0;
    if (q.w == 0.0)
        flip = q.x != 0.0 ? q.x < 0.0 : q.y != 0.0 ? q.y < 0.0 : q.z < 0.0;
    if (flip)
        q = rw_neg(q);
    return rw_q(q.x + 0.0, q.y + 0.0, q.z + 0.0, q.w + 0.0); /* -0 + 0 is 0 */
}

/* A pose as answers show it: without -0, its rotation canonical. */
static inline rw_pose rw_pose_canonical(rw_pose pose)
{
    return rw_pose_of(rw_add(pose.position, rw_v(0.0, 0.0, 0.0)), rw_quat_canonical(pose.rotation));
}

/* Interpolates by the shortest arc at constant speed. a = 0 gives `from`, a = 1 gives `to`, bit for bit (or -to).
 * Where the two are half a turn apart (|dot| < 1e-9) the relative rotation from^-1 to is taken with its component
 * along `up` positive, or, where it has none, its first non-zero component. */
rw_quat rw_quat_slerp(rw_quat from, rw_quat to, double a, rw_vec3 up);

/* The same in steps: which way round, what does not depend on a, and the rest. */
rw_arc rw_arc_between(rw_quat from, rw_quat to, rw_vec3 up);
rw_arc_angle rw_arc_measure(const rw_arc *arc);

static inline rw_quat rw_arc_at(const rw_arc *way, rw_arc_angle angle, double a)
{
    if (a <= 0.0 || angle.sine <= 0.0)
        return way->from;
    if (a >= 1.0)
        return way->to;
    double p = rw_sin_quarter((1.0 - a) * angle.theta) / angle.sine;
    double q = rw_sin_quarter(a * angle.theta) / angle.sine;
    return rw_quat_normalised(rw_q(p * way->from.x + q * way->to.x, p * way->from.y + q * way->to.y,
                                   p * way->from.z + q * way->to.z, p * way->from.w + q * way->to.w));
}

/* The angle between two rotations, radians, 0 .. pi. */
double rw_quat_angle(rw_quat a, rw_quat b);

/* The twist of q about the unit vector `up`: the yaw of its swing-twist decomposition. Where the swing is half a turn
 * and no twist is left to see, the identity. */
rw_quat rw_quat_twist(rw_quat q, rw_vec3 up);

/* The angle of that twist, radians, (-pi, pi]; false where none is left to see (then *angle is untouched). */
bool rw_quat_twist_angle(rw_quat q, rw_vec3 up, double *angle);

/* The yaw about `up` by degrees: any finite number; whole turns are taken out exactly. */
rw_quat rw_quat_yaw(rw_vec3 up, double degrees);

/* The yaw about `up` that turns forward to the horizontal direction that has these components along forward and
 * up x forward, not both 0. Half a turn goes the positive way. By half-angle formulas: no trigonometry. */
static inline rw_quat rw_quat_face(double ahead, double aside, rw_vec3 up)
{
    double length = sqrt(ahead * ahead + aside * aside);
    double c = ahead / length;
    double s = aside / length;
    double half_cos, half_sin;
    if (c >= 0.0) {
        half_cos = sqrt((1.0 + c) / 2.0);
        half_sin = s / (2.0 * half_cos);
    } else {
        half_sin = sqrt((1.0 - c) / 2.0);
        if (s < 0.0)
            half_sin = -half_sin;
        half_cos = s / (2.0 * half_sin);
    }
    return rw_quat_normalised(rw_q(up.x * half_sin, up.y * half_sin, up.z * half_sin, half_cos));
}

#endif
