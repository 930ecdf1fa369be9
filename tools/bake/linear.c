#include "linear.h"

#include <math.h>

rw_vec3 rw_bake_vec_add(rw_vec3 a, rw_vec3 b)
{
    return (rw_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

rw_vec3 rw_bake_vec_sub(rw_vec3 a, rw_vec3 b)
{
    return (rw_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

rw_vec3 rw_bake_vec_scale(rw_vec3 a, double s)
{
    return (rw_vec3){a.x * s, a.y * s, a.z * s};
}

double rw_bake_vec_dot(rw_vec3 a, rw_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double rw_bake_vec_length(rw_vec3 a)
{
    return sqrt(rw_bake_vec_dot(a, a));
}

bool rw_bake_vec_is_finite(rw_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

rw_quat rw_bake_quat_multiply(rw_quat a, rw_quat b)
{
    return (rw_quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

rw_quat rw_bake_quat_conjugate(rw_quat a)
{
    return (rw_quat){-a.x, -a.y, -a.z, a.w};
}

static double quat_dot(rw_quat a, rw_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static rw_quat quat_scale(rw_quat a, double s)
{
    return (rw_quat){a.x * s, a.y * s, a.z * s, a.w * s};
}

double rw_bake_quat_length(rw_quat a)
{
    return sqrt(quat_dot(a, a));
}

rw_quat rw_bake_quat_normalise(rw_quat a)
{
    double length = rw_bake_quat_length(a);
    if (!(length > 1e-150) || !isfinite(length)) return (rw_quat){0, 0, 0, 1};
    return quat_scale(a, 1 / length);
}

rw_quat rw_bake_quat_canonical(rw_quat a)
{
    double first = a.w != 0 ? a.w : a.x != 0 ? a.x : a.y != 0 ? a.y : a.z;
    return first < 0 ? quat_scale(a, -1) : a;
}

rw_quat rw_bake_quat_slerp(rw_quat a, rw_quat b, double t)
{
    double dot = quat_dot(a, b);
    if (dot < 0) {
        b = quat_scale(b, -1);
        dot = -dot;
    }
    double from = 1 - t, to = t;
    if (dot < 1 - 1e-9) {
        double angle = acos(dot), sine = sin(angle);
        from = sin((1 - t) * angle) / sine;
        to = sin(t * angle) / sine;
    }
    return rw_bake_quat_normalise(
        (rw_quat){a.x * from + b.x * to, a.y * from + b.y * to, a.z * from + b.z * to, a.w * from + b.w * to});
}

double rw_bake_quat_angle(rw_quat a)
{
    return 2 * atan2(sqrt(a.x * a.x + a.y * a.y + a.z * a.z), fabs(a.w));
}

rw_vec3 rw_bake_quat_rotate(rw_quat q, rw_vec3 v)
{
    rw_bake_mat3 m = rw_bake_mat_of_quat(q);
    return rw_bake_mat_apply(&m, v);
}

rw_bake_mat3 rw_bake_mat_of_quat(rw_quat q)
{
    double x = q.x, y = q.y, z = q.z, w = q.w;
    return (rw_bake_mat3){{
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
    }};
}

rw_bake_mat3 rw_bake_mat_multiply(const rw_bake_mat3 *a, const rw_bake_mat3 *b)
{
    rw_bake_mat3 out;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return out;
}

rw_vec3 rw_bake_mat_apply(const rw_bake_mat3 *a, rw_vec3 v)
{
    return (rw_vec3){
        a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
        a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
        a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z,
    };
}

/* The matrix of cofactors: determinant times the transpose of the inverse. */
static rw_bake_mat3 cofactors(const rw_bake_mat3 *a)
{
    rw_bake_mat3 out;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            out.m[i][j] = a->m[r][c] * a->m[s][d] - a->m[r][d] * a->m[s][c];
        }
    return out;
}

double rw_bake_mat_determinant(const rw_bake_mat3 *a)
{
    rw_bake_mat3 c = cofactors(a);
    return a->m[0][0] * c.m[0][0] + a->m[0][1] * c.m[0][1] + a->m[0][2] * c.m[0][2];
}

rw_quat rw_bake_quat_of_mat3(const rw_bake_mat3 *a)
{
    double trace = a->m[0][0] + a->m[1][1] + a->m[2][2];
    if (trace > 0)
        return rw_bake_quat_normalise(
            (rw_quat){a->m[2][1] - a->m[1][2], a->m[0][2] - a->m[2][0], a->m[1][0] - a->m[0][1], 1 + trace});
    int i = a->m[1][1] > a->m[0][0] ? 1 : 0;
    if (a->m[2][2] > a->m[i][i]) i = 2;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double v[3];
    v[i] = 1 + a->m[i][i] - a->m[j][j] - a->m[k][k];
    v[j] = a->m[i][j] + a->m[j][i];
    v[k] = a->m[i][k] + a->m[k][i];
    return rw_bake_quat_normalise((rw_quat){v[0], v[1], v[2], a->m[k][j] - a->m[j][k]});
}

static double largest(const rw_bake_mat3 *a)
{
    double out = 0;
    for (int i = 0; i < 9; i++) out = fmax(out, fabs(a->m[i / 3][i % 3]));
    return out;
}

rw_quat rw_bake_mat_rotation(const rw_bake_mat3 *a, rw_quat fallback)
{
    enum { MOST_STEPS = 60 };
    double size = largest(a);
    if (!(size > 1e-150) || !isfinite(size)) return fallback;
    rw_bake_mat3 x = *a;
    double sign = 1 / size;
    for (int i = 0; i < 9; i++) x.m[i / 3][i % 3] *= sign;
    if (rw_bake_mat_determinant(&x) < 0)
        for (int i = 0; i < 9; i++) x.m[i / 3][i % 3] = -x.m[i / 3][i % 3];
    /* Newton's iteration for the polar factor, scaled by the determinant (Higham 1986): x <- (g x + x^-T / g) / 2. */
    for (int step = 0; step < MOST_STEPS; step++) {
        double determinant = rw_bake_mat_determinant(&x);
        if (!(determinant > 1e-100)) return fallback;
        double g = 1 / cbrt(determinant), change = 0;
        rw_bake_mat3 c = cofactors(&x), next;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                next.m[i][j] = 0.5 * (g * x.m[i][j] + c.m[i][j] / (determinant * g));
                change = fmax(change, fabs(next.m[i][j] - x.m[i][j]));
            }
        x = next;
        if (change < 1e-15) break;
    }
    return rw_bake_quat_of_mat3(&x);
}

bool rw_bake_quat_twist(rw_quat q, rw_vec3 axis, double *out)
{
    const double nearly_over = 0.02; /* the axis swung by more than 177.7 degrees */
    double along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
    if (along * along + q.w * q.w < nearly_over * nearly_over) return false;
    double angle = 2 * atan2(along, q.w);
    if (angle > 3.14159265358979323846)
        angle -= 2 * 3.14159265358979323846;
    else if (angle <= -3.14159265358979323846)
        angle += 2 * 3.14159265358979323846;
    *out = angle;
    return true;
}
