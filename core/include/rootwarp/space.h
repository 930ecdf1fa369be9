/* Spaces: which way forward, right and up are, and how long a unit is. */
#ifndef ROOTWARP_SPACE_H
#define ROOTWARP_SPACE_H

#include <rootwarp/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A signed coordinate axis. */
typedef enum rw_axis {
    RW_AXIS_POSITIVE_X = 0,
    RW_AXIS_NEGATIVE_X,
    RW_AXIS_POSITIVE_Y,
    RW_AXIS_NEGATIVE_Y,
    RW_AXIS_POSITIVE_Z,
    RW_AXIS_NEGATIVE_Z,
} rw_axis;

/* A space: three signed coordinate axes, mutually perpendicular, of either handedness, and the length of a unit. */
typedef struct rw_space {
    rw_axis forward, right, up;
    double metres_per_unit; /* > 0, at most 1e6 and at least 1e-6 */
} rw_space;

/* Presets, by name:
 *   unreal  +X, +Y, +Z, 0.01      unity    +Z, +X, +Y, 1      godot  -Z, +X, +Y, 1
 *   gltf    +Z, -X, +Y, 1         blender  -Y, -X, +Z, 1      (forward, right, up, metres per unit)
 * Returns a space in static storage, or NULL when the name is none of these. */
RW_API const rw_space *rw_space_preset(const char *name);

/* The preset names in a fixed order: 0 <= index < 5; NULL beyond. */
RW_API const char *rw_space_preset_name(size_t index);

/* The preset's name of a space that equals one; NULL for any other. */
RW_API const char *rw_space_name(const rw_space *space);

/* "+X", "-X", … "-Z"; "?" for a value that is none. */
RW_API const char *rw_axis_name(rw_axis axis);

/* Reads "+X", "X", "+x", "-z" …; false when the text names no axis. */
RW_API bool rw_axis_parse(const char *text, rw_axis *axis);

/* Same axes and same unit. Between equal spaces nothing is converted, so no digit changes. */
RW_API bool rw_space_equal(const rw_space *a, const rw_space *b);

/* RW_INVALID: fields "/forward", "/right", "/up" (not_orthogonal) or "/metres_per_unit" (not_finite, out_of_range),
 * each behind `field_prefix` ("" for none). */
RW_API rw_status rw_space_validate(const rw_space *space, const char *field_prefix, rw_diagnostics *diagnostics);

/* The unit vector of the space's up, forward and right axes. */
RW_API rw_vec3 rw_space_up(const rw_space *space);
RW_API rw_vec3 rw_space_forward(const rw_space *space);
RW_API rw_vec3 rw_space_right(const rw_space *space);

/* The pure yaw about up by `degrees`, positive from forward towards up x forward (the coordinate cross product).
 * degrees: finite; any number of whole turns is taken out exactly, so yaw and yaw + 360 give the same rotation. */
RW_API rw_quat rw_space_yaw(const rw_space *space, double degrees);

/* The yaw in degrees, (-180, 180], that `rotation` turns about up (the twist of its swing-twist decomposition). */
RW_API double rw_space_yaw_of(const rw_space *space, rw_quat rotation);

/* Maps forward to forward, right to right, up to up. A position, displacement or velocity is scaled by the ratio of
 * the units; a rotation's vector part is mapped without scale and multiplied by the determinant of the axis map, so
 * that rotate-then-convert equals convert-then-rotate also between spaces of opposite handedness. */
RW_API rw_vec3 rw_space_convert_vector(const rw_space *from, const rw_space *to, rw_vec3 v);
RW_API rw_quat rw_space_convert_rotation(const rw_space *from, const rw_space *to, rw_quat q);
RW_API rw_pose rw_space_convert_pose(const rw_space *from, const rw_space *to, rw_pose pose);
RW_API double rw_space_convert_length(const rw_space *from, const rw_space *to, double length);

#ifdef __cplusplus
}
#endif

#endif
