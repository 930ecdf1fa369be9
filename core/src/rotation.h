/* What quaternions need beyond products: unit length, interpolation, angles, yaw. */
#ifndef RW_CORE_ROTATION_H
#define RW_CORE_ROTATION_H

#include <rootwarp/resolve.h>

#include "vec.h"

/* q at unit length. One that is so within a few rounding errors is returned as it is, so that normalising twice
 * changes no bit. q: finite, not zero. */
rw_quat rw_quat_normalised(rw_quat q);

/* Finite and long enough to have a direction. */
bool rw_quat_usable(rw_quat q);

/* Of q and -q the one with w > 0, or w = 0 and the first non-zero of x, y, z positive; no component is -0. */
rw_quat rw_quat_canonical(rw_quat q);

/* Interpolates by the shortest arc at constant speed. a = 0 gives `from`, a = 1 gives `to`, bit for bit (or -to).
 * Where the two are half a turn apart (|dot| < 1e-9) the relative rotation from^-1 to is taken with its component
 * along `up` positive, or, where it has none, its first non-zero component. */
rw_quat rw_quat_slerp(rw_quat from, rw_quat to, double a, rw_vec3 up);

/* The same in two steps: what does not depend on a, and the rest. */
rw_arc rw_arc_between(rw_quat from, rw_quat to, rw_vec3 up);
rw_quat rw_arc_at(const rw_arc *arc, double a);

/* The angle between two rotations, radians, 0 .. pi. */
double rw_quat_angle(rw_quat a, rw_quat b);

/* The twist of q about the unit vector `up`: the yaw of its swing-twist decomposition. Where the swing is half a turn
 * and no twist is left to see, the identity. */
rw_quat rw_quat_twist(rw_quat q, rw_vec3 up);

/* The angle of that twist, radians, (-pi, pi]; false where none is left to see (then *angle is untouched). */
bool rw_quat_twist_angle(rw_quat q, rw_vec3 up, double *angle);

/* The yaw about `up` that turns `forward` to the horizontal direction of `direction` (|horizontal| > 0). Half a turn
 * goes the positive way. By half-angle formulas: no trigonometry. */
rw_quat rw_quat_face(rw_vec3 direction, rw_vec3 forward, rw_vec3 up);

#endif
