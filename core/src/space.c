#include <rootwarp/space.h>

#include "diagnose.h"
#include "names.h"
#include "rotation.h"
#include "trig.h"

#define PRESETS 5

static const char *const preset_names[PRESETS] = {"unreal", "unity", "godot", "gltf", "blender"};
static const rw_space presets[PRESETS] = {
    {RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, RW_AXIS_POSITIVE_Z, 0.01},
    {RW_AXIS_POSITIVE_Z, RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, 1.0},
    {RW_AXIS_NEGATIVE_Z, RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, 1.0},
    {RW_AXIS_POSITIVE_Z, RW_AXIS_NEGATIVE_X, RW_AXIS_POSITIVE_Y, 1.0},
    {RW_AXIS_NEGATIVE_Y, RW_AXIS_NEGATIVE_X, RW_AXIS_POSITIVE_Z, 1.0},
};
static const char *const axis_names[6] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};

const rw_space *rw_space_preset(const char *name)
{
    size_t i;
    return rw_name_find(preset_names, PRESETS, name, &i) ? &presets[i] : NULL;
}

const char *rw_space_preset_name(size_t index)
{
    return rw_name_at(preset_names, PRESETS, index, NULL);
}

const char *rw_space_name(const rw_space *space)
{
    for (size_t i = 0; i < PRESETS; i++)
        if (rw_space_equal(space, &presets[i]))
            return preset_names[i];
    return NULL;
}

const char *rw_axis_name(rw_axis axis)
{
    return rw_name_at(axis_names, 6, (size_t)axis, "?");
}

bool rw_axis_parse(const char *text, rw_axis *axis)
{
    if (text == NULL)
        return false;
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    int letter = *text >= 'x' ? *text - 'x' : *text - 'X';
    if (*text == '\0' || letter < 0 || letter > 2 || text[1] != '\0')
        return false;
    *axis = (rw_axis)(2 * letter + (negative ? 1 : 0));
    return true;
}

bool rw_space_equal(const rw_space *a, const rw_space *b)
{
    return a->forward == b->forward && a->right == b->right && a->up == b->up &&
           a->metres_per_unit == b->metres_per_unit;
}

static bool axis_valid(rw_axis axis)
{
    return (int)axis >= 0 && (int)axis <= 5;
}

rw_status rw_space_validate(const rw_space *space, const char *field_prefix, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    rw_path base = rw_path_of(field_prefix);
    static const char *const fields[3] = {"/forward", "/right", "/up"};
    const rw_axis axes[3] = {space->forward, space->right, space->up};
    for (int i = 0; i < 3; i++) {
        bool clash = !axis_valid(axes[i]);
        for (int j = 0; j < i && !clash; j++)
            clash = axis_valid(axes[j]) && (int)axes[i] / 2 == (int)axes[j] / 2;
        if (clash)
            rw_check_fail(&check, rw_path_add(base, fields[i]), RW_FAULT_NOT_ORTHOGONAL,
                          "forward, right and up must name the three different coordinate axes", RW_NO_VALUE);
    }
    rw_check_range(&check, rw_path_add(base, "/metres_per_unit"), space->metres_per_unit, 1e-6, 1e6,
                   "must lie between 1e-6 and 1e6 metres");
    return check.faults == 0 ? RW_OK : RW_INVALID;
}

static rw_vec3 axis_vector(rw_axis axis)
{
    double sign = ((int)axis & 1) != 0 ? -1.0 : 1.0;
    int index = (int)axis / 2;
    return rw_v(index == 0 ? sign : 0.0, index == 1 ? sign : 0.0, index == 2 ? sign : 0.0);
}

rw_vec3 rw_space_up(const rw_space *space)
{
    return axis_vector(space->up);
}

rw_vec3 rw_space_forward(const rw_space *space)
{
    return axis_vector(space->forward);
}

rw_vec3 rw_space_right(const rw_space *space)
{
    return axis_vector(space->right);
}

rw_quat rw_space_yaw(const rw_space *space, double degrees)
{
    return rw_quat_yaw(rw_space_up(space), degrees);
}

double rw_space_yaw_of(const rw_space *space, rw_quat rotation)
{
    double angle = 0.0;
    rw_quat_twist_angle(rotation, rw_space_up(space), &angle);
    return angle * (180.0 / RW_PI);
}

/* One signed component of v, and putting one back: exact, so a conversion of axes alone changes no digit. */
static double along(rw_vec3 v, rw_axis axis)
{
    double c = rw_component_of(v, (int)axis / 2);
    return ((int)axis & 1) != 0 ? -c : c;
}

static void put(rw_vec3 *v, rw_axis axis, double value)
{
    *rw_component(v, (int)axis / 2) = ((int)axis & 1) != 0 ? -value : value;
}

static rw_vec3 remap(const rw_space *from, const rw_space *to, rw_vec3 v)
{
    rw_vec3 r = rw_v(0.0, 0.0, 0.0);
    put(&r, to->forward, along(v, from->forward));
    put(&r, to->right, along(v, from->right));
    put(&r, to->up, along(v, from->up));
    return r;
}

/* +1 where forward, right, up follow the coordinate cross product's hand, -1 where not. */
static double hand(const rw_space *s)
{
    return rw_dot(rw_cross(rw_space_forward(s), rw_space_right(s)), rw_space_up(s));
}

double rw_space_convert_length(const rw_space *from, const rw_space *to, double length)
{
    if (from->metres_per_unit == to->metres_per_unit)
        return length;
    return length * (from->metres_per_unit / to->metres_per_unit);
}

rw_vec3 rw_space_convert_vector(const rw_space *from, const rw_space *to, rw_vec3 v)
{
    rw_vec3 r = remap(from, to, v);
    if (from->metres_per_unit == to->metres_per_unit)
        return r;
    return rw_mul(r, from->metres_per_unit / to->metres_per_unit);
}

rw_quat rw_space_convert_rotation(const rw_space *from, const rw_space *to, rw_quat q)
{
    rw_vec3 v = rw_mul(remap(from, to, rw_v(q.x, q.y, q.z)), hand(from) * hand(to));
    return rw_q(v.x, v.y, v.z, q.w);
}

rw_pose rw_space_convert_pose(const rw_space *from, const rw_space *to, rw_pose pose)
{
    return rw_pose_of(rw_space_convert_vector(from, to, pose.position),
                      rw_space_convert_rotation(from, to, pose.rotation));
}
