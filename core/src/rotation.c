#include "rotation.h"

#include "trig.h"

bool rw_quat_usable(rw_quat q)
{
    double n = rw_qdot(q, q);
    return n >= 1e-24 && n <= 1e24; /* false for NaN, too */
}

rw_quat rw_quat_normalised(rw_quat q)
{
    double n = rw_qdot(q, q);
    if (fabs(n - 1.0) <= 1e-15)
        return q;
    double length = sqrt(n);
    return rw_q(q.x / length, q.y / length, q.z / length, q.w / length);
}

rw_quat rw_quat_canonical(rw_quat q)
{
    bool flip = q.w < 0.0;
    if (q.w == 0.0)
        flip = q.x != 0.0 ? q.x < 0.0 : q.y != 0.0 ? q.y < 0.0 : q.z < 0.0;
    if (flip)
        q = rw_neg(q);
    return rw_q(q.x + 0.0, q.y + 0.0, q.z + 0.0, q.w + 0.0); /* -0 + 0 is 0 */
}

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
    if (fabs(dot) < 1e-9 ? half_turn_flips(from, to, up) : dot < 0.0)
        to = rw_neg(to);
    rw_arc way = {.from = from, .to = to, .theta = rw_min(arc(from, to), RW_PI / 2.0)};
    way.sine = rw_sin_quarter(way.theta);
    return way;
}

rw_quat rw_arc_at(const rw_arc *way, double a)
{
    if (a <= 0.0 || way->sine <= 0.0)
        return way->from;
    if (a >= 1.0)
        return way->to;
    double p = rw_sin_quarter((1.0 - a) * way->theta) / way->sine;
    double q = rw_sin_quarter(a * way->theta) / way->sine;
    return rw_quat_normalised(rw_q(p * way->from.x + q * way->to.x, p * way->from.y + q * way->to.y,
                                   p * way->from.z + q * way->to.z, p * way->from.w + q * way->to.w));
}

rw_quat rw_quat_slerp(rw_quat from, rw_quat to, double a, rw_vec3 up)
{
    if (a <= 0.0)
        return from;
    rw_arc way = rw_arc_between(from, to, up);
    return rw_arc_at(&way, a);
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

rw_quat rw_quat_face(rw_vec3 direction, rw_vec3 forward, rw_vec3 up)
{
    double ahead = rw_dot(direction, forward);
    double aside = rw_dot(direction, rw_cross(up, forward));
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
