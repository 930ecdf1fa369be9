/* Vectors, rotations and matrices of the baker. Private to tools/bake. All angles in radians. */
#ifndef RW_BAKE_LINEAR_H
#define RW_BAKE_LINEAR_H

#include <rootwarp/types.h>

/* Row-major: m[row][column], column vectors. */
typedef struct rw_bake_mat3 {
    double m[3][3];
} rw_bake_mat3;

rw_vec3 rw_bake_vec_add(rw_vec3 a, rw_vec3 b);
rw_vec3 rw_bake_vec_sub(rw_vec3 a, rw_vec3 b);
rw_vec3 rw_bake_vec_scale(rw_vec3 a, double s);
double rw_bake_vec_dot(rw_vec3 a, rw_vec3 b);
double rw_bake_vec_length(rw_vec3 a);
bool rw_bake_vec_is_finite(rw_vec3 a);

rw_quat rw_bake_quat_multiply(rw_quat a, rw_quat b);
rw_quat rw_bake_quat_conjugate(rw_quat a);
double rw_bake_quat_length(rw_quat a);
/* Of unit length; the identity when it has none. */
rw_quat rw_bake_quat_normalise(rw_quat a);
/* q or -q, whichever has w > 0, or w = 0 and the first non-zero of x, y, z positive. */
rw_quat rw_bake_quat_canonical(rw_quat a);
/* Unit quaternions, along the shortest arc. */
rw_quat rw_bake_quat_slerp(rw_quat a, rw_quat b, double t);
/* The angle of the rotation, 0 to pi, exact for small ones too. */
double rw_bake_quat_angle(rw_quat a);
rw_vec3 rw_bake_quat_rotate(rw_quat q, rw_vec3 v);

rw_bake_mat3 rw_bake_mat_of_quat(rw_quat q);
rw_bake_mat3 rw_bake_mat_multiply(const rw_bake_mat3 *a, const rw_bake_mat3 *b);
rw_vec3 rw_bake_mat_apply(const rw_bake_mat3 *a, rw_vec3 v);
double rw_bake_mat_determinant(const rw_bake_mat3 *a);
/* The rotation of a proper orthogonal matrix. */
rw_quat rw_bake_quat_of_mat3(const rw_bake_mat3 *a);

/* The rotation nearest to a matrix (its polar factor; a mirrored matrix is negated first, so that mirrors that do
 * not change with time drop out of every difference of two rotations). A singular matrix gives `fallback`. */
rw_quat rw_bake_mat_rotation(const rw_bake_mat3 *a, rw_quat fallback);

/* The twist of q about the unit axis, as an angle in (-pi, pi]. False, with *out untouched, where q swings the axis
 * (nearly) over, so that there is no twist to speak of. */
bool rw_bake_quat_twist(rw_quat q, rw_vec3 axis, double *out);

#endif
