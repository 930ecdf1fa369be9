#include "rotation.h"

/* The angle between two unit 4-vectors at most a right angle apart: accurate for all, unlike an arc cosine. */
static double arc(rw_quat a, rw_quat b)
{
    rw_quat d = rw_q(b.x - a.x, b.y - a.y, b.z - a.z, b.w - a.w);
    rw_quat s = rw_q(b.x + a.x, b.y + a.y, b.z + a.z, b.w + a.w);
    return 2.0 * rw_atan2(sqrt(rw_qdot(d, d)), sqrt(rw_qdot(s, s)));
}

static bool half_turn_flips(rw_quat from, rw_quat to, rw_vec3 up)
{
    rw_quat r = rw_qmul(rw_conj(from), to);
    double along = rw_dot(rw_v(r.x, r.y, r.z), up);
    if (fabs(along) > 1e-9)
        return along < 0.0;
    return fabs(r.x) > 1e-9 ? r.x < 0.0 : fabs(r.y) > 1e-9 ? r.y < 0.0 : r.z < 0.0;
}

rw_arc rw_arc_between(rw_quat from, rw_quat to, rw_vec3 up)
{
    double dot = rw_qdot(from, to);
    bool flips = fabs(dot) < 1e-9 ? half_turn_flips(from, to, up) : dot < 0.0;
    rw_arc way = {from, flips ? rw_neg(to) : to};
    return way;
}

rw_arc_angle rw_arc_measure(const rw_arc *way)
{
    double theta = rw_min(arc(way->from, way->to), RW_PI / 2.0);
    rw_arc_angle angle = {theta, rw_sin_quarter(theta)};
    return angle;
}

rw_quat rw_quat_slerp(rw_quat from, rw_quat to, double a, rw_vec3 up)
{
    if (a <= 0.0)
        return from;
    rw_arc way = rw_arc_between(from, to, up);
    return rw_arc_at(&way, rw_arc_measure(&way), a);
}

double rw_quat_angle(rw_quat a, rw_quat b)
{
    return 2.0 * arc(a, rw_qdot(a, b) < 0.0 ? rw_neg(b) : b);
}

rw_quat rw_quat_twist(rw_quat q, rw_vec3 up)
{
    double along = rw_dot(rw_v(q.x, q.y, q.z), up);
    double n = along * along + q.w * q.w;
    if (n < 1e-18)
        return rw_quat_identity;
    return rw_quat_normalised(rw_q(up.x * along, up.y * along, up.z * along, q.w));
}

bool rw_quat_twist_angle(rw_quat q, rw_vec3 up, double *angle)
{
    double along = rw_dot(rw_v(q.x, q.y, q.z), up);
    if (along * along + q.w * q.w < 1e-18)
        return false;
    double half = q.w < 0.0 ? rw_atan2(-along, -q.w) : rw_atan2(along, q.w);
    *angle = half == -RW_PI / 2.0 ? RW_PI : 2.0 * half;
    return true;
}

rw_quat rw_quat_yaw(rw_vec3 up, double degrees)
{
    /* The half angle of degrees mod 360: whole turns change q to -q, which is the same rotation. */
    double s, c;
    double turn = fabs(degrees) < 360.0 ? degrees : fmod(degrees, 360.0);
    rw_sin_cos_degrees(turn * 0.5, &s, &c);
    return rw_quat_canonical(rw_q(up.x * s, up.y * s, up.z * s, c));
}
