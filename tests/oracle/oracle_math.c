#include "oracle.h"

#include <math.h>

oracle_vec oracle_vec_of(rw_vec3 v)
{
    return (oracle_vec){v.x, v.y, v.z};
}

oracle_vec oracle_add(oracle_vec a, oracle_vec b)
{
    return (oracle_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

oracle_vec oracle_sub(oracle_vec a, oracle_vec b)
{
    return (oracle_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

oracle_vec oracle_times(oracle_vec v, oracle_real factor)
{
    return (oracle_vec){v.x * factor, v.y * factor, v.z * factor};
}

oracle_real oracle_dot(oracle_vec a, oracle_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

oracle_vec oracle_cross(oracle_vec a, oracle_vec b)
{
    return (oracle_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

oracle_real oracle_length(oracle_vec v)
{
    return sqrtl(oracle_dot(v, v));
}

oracle_vec oracle_flat(oracle_vec v, oracle_vec up)
{
    return oracle_sub(v, oracle_times(up, oracle_dot(v, up)));
}

oracle_real oracle_axis(oracle_vec v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

oracle_quat oracle_quat_of(rw_quat q)
{
    oracle_real x = q.x, y = q.y, z = q.z, w = q.w;
    oracle_real n = sqrtl(x * x + y * y + z * z + w * w);
    return (oracle_quat){x / n, y / n, z / n, w / n};
}

oracle_quat oracle_identity(void)
{
    return (oracle_quat){0, 0, 0, 1};
}

oracle_quat oracle_product(oracle_quat a, oracle_quat b)
{
    return (oracle_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                         a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

oracle_quat oracle_conjugate(oracle_quat q)
{
    return (oracle_quat){-q.x, -q.y, -q.z, q.w};
}

oracle_vec oracle_rotate(oracle_quat q, oracle_vec v)
{
    oracle_quat r = oracle_product(oracle_product(q, (oracle_quat){v.x, v.y, v.z, 0}), oracle_conjugate(q));
    return (oracle_vec){r.x, r.y, r.z};
}

oracle_quat oracle_turn_about(oracle_vec axis, oracle_real radians)
{
    oracle_vec v = oracle_times(axis, sinl(radians / 2));
    return (oracle_quat){v.x, v.y, v.z, cosl(radians / 2)};
}

static oracle_vec vector_part(oracle_quat q)
{
    return (oracle_vec){q.x, q.y, q.z};
}

oracle_real oracle_angle(oracle_quat q)
{
    return 2 * atan2l(oracle_length(vector_part(q)), fabsl(q.w));
}

oracle_real oracle_twist(oracle_quat q, oracle_vec up)
{
    oracle_real along = oracle_dot(vector_part(q), up);
    if (q.w < 0 || (q.w == 0 && along < 0)) {
        along = -along;
        q.w = -q.w;
    }
    return 2 * atan2l(along, q.w);
}

oracle_quat oracle_nearest(oracle_quat q, oracle_vec up)
{
    bool flip = q.w < 0;
    if (fabsl(q.w) < 1e-9L) {
        oracle_real decides[4] = {oracle_dot(vector_part(q), up), q.x, q.y, q.z};
        int i = 0;
        while (i < 3 && decides[i] == 0)
            i++;
        flip = decides[i] < 0;
    }
    return flip ? (oracle_quat){-q.x, -q.y, -q.z, -q.w} : q;
}

oracle_quat oracle_power(oracle_quat q, oracle_real t)
{
    oracle_vec v = vector_part(q);
    oracle_real sine = oracle_length(v);
    if (sine == 0)
        return oracle_identity();
    return oracle_turn_about(oracle_times(v, 1 / sine), 2 * t * atan2l(sine, q.w));
}

oracle_quat oracle_slerp(oracle_quat a, oracle_quat b, oracle_real t, oracle_vec up)
{
    oracle_quat relative = oracle_nearest(oracle_product(oracle_conjugate(a), b), up);
    return oracle_product(a, oracle_power(relative, t));
}

oracle_pose oracle_compose(oracle_pose a, oracle_pose b)
{
    return (oracle_pose){oracle_add(a.p, oracle_rotate(a.r, b.p)), oracle_product(a.r, b.r)};
}

oracle_pose oracle_inverse(oracle_pose a)
{
    oracle_quat r = oracle_conjugate(a.r);
    return (oracle_pose){oracle_times(oracle_rotate(r, a.p), -1), r};
}

oracle_real oracle_clamp(oracle_real value, oracle_real low, oracle_real high)
{
    return value < low ? low : value > high ? high : value;
}

void oracle_margin_note(oracle_margin *margin, const char *what, oracle_real distance, oracle_real noise)
{
    oracle_real share = fabsl(distance) / noise;
    if (share < margin->least) {
        margin->least = share;
        margin->what = what;
    }
}

void oracle_margin_time(oracle_margin *margin, oracle_real time, oracle_real edge)
{
    if (time != edge)
        oracle_margin_note(margin, "time", time - edge, 1e-15L * fmaxl(1, time));
}

void oracle_margin_blur(oracle_margin *margin, oracle_real distance)
{
    margin->blur = fmaxl(margin->blur, 1e-15L * margin->extent / distance);
}
