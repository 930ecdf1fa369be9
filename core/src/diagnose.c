#include "diagnose.h"

#include "rotation.h"

rw_path rw_path_of(const char *text)
{
    rw_path path = {{0}, 0};
    return rw_path_add(path, text);
}

rw_path rw_path_add(rw_path path, const char *text)
{
    while (*text != '\0' && path.length + 1 < sizeof path.text)
        path.text[path.length++] = *text++;
    path.text[path.length] = '\0';
    return path;
}

rw_path rw_path_index(rw_path path, size_t index)
{
    char digits[24];
    size_t n = sizeof digits;
    digits[--n] = '\0';
    do {
        digits[--n] = (char)('0' + (char)(index % 10));
        index /= 10;
    } while (index != 0);
    digits[--n] = '/';
    return rw_path_add(path, digits + n);
}

void rw_diagnose(rw_diagnostics *list, rw_path field, rw_fault fault, const char *detail, double value)
{
    if (list == NULL)
        return;
    if (list->count < list->capacity) {
        rw_diagnostic *d = &list->items[list->count];
        for (size_t i = 0; i <= field.length; i++)
            d->field[i] = field.text[i];
        d->fault = fault;
        d->detail = detail;
        d->value = value;
    }
    list->count++;
}

void rw_check_fail(rw_check *check, rw_path field, rw_fault fault, const char *detail, double value)
{
    check->faults++;
    rw_diagnose(check->list, field, fault, detail, value);
}

bool rw_check_coordinate(rw_check *check, rw_path field, double value)
{
    if (!rw_is_finite(value)) {
        rw_check_fail(check, field, RW_FAULT_NOT_FINITE, "must be a finite number", RW_NO_VALUE);
        return false;
    }
    if (fabs(value) > RW_MAX_COORDINATE) {
        rw_check_fail(check, field, RW_FAULT_OUT_OF_RANGE,
                      "must lie within 1e9 units of zero; use a larger unit or a nearer origin", value);
        return false;
    }
    return true;
}

bool rw_check_vector(rw_check *check, rw_path field, rw_vec3 value)
{
    size_t before = check->faults;
    for (int axis = 0; axis < 3; axis++)
        if (!(fabs(rw_component_of(value, axis)) <= RW_MAX_COORDINATE))
            rw_check_coordinate(check, rw_path_index(field, (size_t)axis), rw_component_of(value, axis));
    return check->faults == before;
}

bool rw_check_rotation(rw_check *check, rw_path field, rw_quat value)
{
    if (rw_quat_usable(value))
        return true;
    if (!rw_is_finite(value.x) || !rw_is_finite(value.y) || !rw_is_finite(value.z) || !rw_is_finite(value.w))
        rw_check_fail(check, field, RW_FAULT_NOT_FINITE, "every component of a rotation must be a finite number", RW_NO_VALUE);
    else if (rw_qdot(value, value) < 1.0)
        rw_check_fail(check, field, RW_FAULT_ZERO_QUATERNION,
                      "the quaternion has no direction; [0, 0, 0, 1] is the rotation that turns nothing", RW_NO_VALUE);
    else
        rw_check_fail(check, field, RW_FAULT_OUT_OF_RANGE, "the quaternion is too long; give one of unit length", RW_NO_VALUE);
    return false;
}

bool rw_check_range(rw_check *check, rw_path field, double value, double min, double max, const char *detail)
{
    if (!rw_is_finite(value)) {
        rw_check_fail(check, field, RW_FAULT_NOT_FINITE, "must be a finite number", RW_NO_VALUE);
        return false;
    }
    if (value < min || value > max) {
        rw_check_fail(check, field, RW_FAULT_OUT_OF_RANGE, detail, value);
        return false;
    }
    return true;
}
