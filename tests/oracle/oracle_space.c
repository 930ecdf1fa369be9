#include "oracle.h"

oracle_vec oracle_axis_vector(rw_axis axis)
{
    oracle_real sign = axis % 2 == 0 ? 1 : -1;
    return axis / 2 == 0   ? (oracle_vec){sign, 0, 0}
           : axis / 2 == 1 ? (oracle_vec){0, sign, 0}
                           : (oracle_vec){0, 0, sign};
}

oracle_real oracle_handedness(const rw_space *space)
{
    oracle_vec forward = oracle_axis_vector(space->forward);
    return oracle_dot(forward, oracle_cross(oracle_axis_vector(space->right), oracle_axis_vector(space->up)));
}

static oracle_vec map(const rw_space *from, const rw_space *to, oracle_vec v)
{
    oracle_vec ahead = oracle_times(oracle_axis_vector(to->forward), oracle_dot(v, oracle_axis_vector(from->forward)));
    oracle_vec aside = oracle_times(oracle_axis_vector(to->right), oracle_dot(v, oracle_axis_vector(from->right)));
    oracle_vec above = oracle_times(oracle_axis_vector(to->up), oracle_dot(v, oracle_axis_vector(from->up)));
    return oracle_add(ahead, oracle_add(aside, above));
}

oracle_vec oracle_convert_vector(const rw_space *from, const rw_space *to, oracle_vec v)
{
    return oracle_times(map(from, to, v), (oracle_real)from->metres_per_unit / to->metres_per_unit);
}

oracle_quat oracle_convert_rotation(const rw_space *from, const rw_space *to, oracle_quat q)
{
    oracle_vec v = oracle_times(map(from, to, (oracle_vec){q.x, q.y, q.z}),
                                oracle_handedness(from) * oracle_handedness(to));
    return (oracle_quat){v.x, v.y, v.z, q.w};
}

oracle_pose oracle_convert_pose(const rw_space *from, const rw_space *to, oracle_pose pose)
{
    return (oracle_pose){oracle_convert_vector(from, to, pose.p), oracle_convert_rotation(from, to, pose.r)};
}
