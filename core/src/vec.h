/* Vector, quaternion and pose arithmetic. Every expression has one fixed order of evaluation, so that each build
 * gives the same bits. Quaternion formulas: Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985. */
#ifndef RW_CORE_VEC_H
#define RW_CORE_VEC_H

#include <math.h>
#include <rootwarp/types.h>

static const rw_quat rw_quat_identity = {0.0, 0.0, 0.0, 1.0};

/* As the operators compare: fmin and fmax may differ between implementations in the sign of a zero. */
static inline double rw_min(double a, double b)
{
    return b < a ? b : a;
}

static inline double rw_max(double a, double b)
{
    return b > a ? b : a;
}

static inline bool rw_is_finite(double a)
{
    return a - a == 0.0;
}

static inline rw_vec3 rw_v(double x, double y, double z)
{
    rw_vec3 v = {x, y, z};
    return v;
}

static inline rw_vec3 rw_add(rw_vec3 a, rw_vec3 b)
{
    return rw_v(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline rw_vec3 rw_sub(rw_vec3 a, rw_vec3 b)
{
    return rw_v(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline rw_vec3 rw_mul(rw_vec3 a, double s)
{
    return rw_v(a.x * s, a.y * s, a.z * s);
}

static inline rw_vec3 rw_abs(rw_vec3 a)
{
    return rw_v(fabs(a.x), fabs(a.y), fabs(a.z));
}

static inline double rw_dot(rw_vec3 a, rw_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline rw_vec3 rw_cross(rw_vec3 a, rw_vec3 b)
{
    return rw_v(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double rw_length(rw_vec3 a)
{
    return sqrt(rw_dot(a, a));
}

/* a without its component along the unit vector up. */
static inline rw_vec3 rw_flat(rw_vec3 a, rw_vec3 up)
{
    return rw_sub(a, rw_mul(up, rw_dot(a, up)));
}

static inline double *rw_component(rw_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

static inline double rw_component_of(rw_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static inline rw_quat rw_q(double x, double y, double z, double w)
{
    rw_quat q = {x, y, z, w};
    return q;
}

static inline rw_quat rw_conj(rw_quat q)
{
    return rw_q(-q.x, -q.y, -q.z, q.w);
}

static inline rw_quat rw_neg(rw_quat q)
{
    return rw_q(-q.x, -q.y, -q.z, -q.w);
}

static inline double rw_qdot(rw_quat a, rw_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline rw_quat rw_qmul(rw_quat a, rw_quat b)
{
    return rw_q(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

/* v turned by the unit quaternion q. */
static inline rw_vec3 rw_rotate(rw_quat q, rw_vec3 v)
{
    rw_vec3 u = rw_v(q.x, q.y, q.z);
    rw_vec3 t = rw_mul(rw_cross(u, v), 2.0);
    return rw_add(rw_add(v, rw_mul(t, q.w)), rw_cross(u, t));
}

static inline rw_pose rw_pose_of(rw_vec3 position, rw_quat rotation)
{
    rw_pose p = {position, rotation};
    return p;
}

static inline rw_pose rw_pose_identity(void)
{
    return rw_pose_of(rw_v(0.0, 0.0, 0.0), rw_quat_identity);
}

/* a o b: b in a's frame. */
static inline rw_pose rw_compose(rw_pose a, rw_pose b)
{
    return rw_pose_of(rw_add(a.position, rw_rotate(a.rotation, b.position)), rw_qmul(a.rotation, b.rotation));
}

static inline rw_pose rw_inverse(rw_pose a)
{
    rw_quat r = rw_conj(a.rotation);
    return rw_pose_of(rw_rotate(r, rw_mul(a.position, -1.0)), r);
}

/* a^-1 o b, by difference first: nothing cancels far from the origin. */
static inline rw_pose rw_relative(rw_pose a, rw_pose b)
{
    rw_quat r = rw_conj(a.rotation);
    return rw_pose_of(rw_rotate(r, rw_sub(b.position, a.position)), rw_qmul(r, b.rotation));
}

#endif
