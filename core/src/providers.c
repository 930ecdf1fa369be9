#include <rootwarp/providers.h>

#include "diagnose.h"
#include "job.h"
#include "names.h"
#include "rotation.h"
#include "trig.h"

#define UPRIGHT_DEGREES 1.0
#define ANGLE_ROUNDING 1e-9 /* degrees beyond a limit that still meet it */

static const char *const crossings[] = {"vault", "mantle"};
static const char *const refusals[] = {"none",     "tilted",   "inside",        "too_low",
                                       "too_high", "too_long", "approach_angle"};

const char *rw_crossing_name(rw_crossing crossing)
{
    return rw_name_at(crossings, 2, (size_t)crossing, "?");
}

bool rw_crossing_parse(const char *text, rw_crossing *crossing)
{
    size_t i;
    if (!rw_name_find(crossings, 2, text, &i))
        return false;
    *crossing = (rw_crossing)i;
    return true;
}

const char *rw_refusal_name(rw_refusal refusal)
{
    return rw_name_at(refusals, sizeof refusals / sizeof refusals[0], (size_t)refusal, "?");
}

rw_crossing_rules rw_crossing_rules_default(rw_crossing crossing)
{
    rw_crossing_rules rules = {.crossing = crossing,
                               .max_height = (double)INFINITY,
                               .max_length = (double)INFINITY,
                               .max_approach_angle = 180.0};
    return rules;
}

/* ---- checks ---- */

static void check_length(rw_check *check, const char *field, double value)
{
    rw_check_range(check, rw_path_of(field), value, 0.0, RW_MAX_COORDINATE,
                   "must not be negative, nor beyond 1e9 units");
}

static void check_limit(rw_check *check, const char *field, double value)
{
    if (value != (double)INFINITY)
        check_length(check, field, value);
}

static void check_space(rw_check *check, const rw_space *space)
{
    if (rw_space_validate(space, "/space", check->list) != RW_OK)
        check->faults++;
}

static void check_crossing(rw_check *check, const rw_placement *actor, const rw_obstacle *obstacle,
                           const rw_crossing_rules *rules)
{
    rw_check_placement(check, rw_path_of("/actor"), actor);
    rw_check_placement(check, rw_path_of("/obstacle"), &obstacle->placement);
    for (int axis = 0; axis < 3; axis++)
        rw_check_range(check, rw_path_index(rw_path_of("/obstacle/size"), (size_t)axis),
                       rw_component_of(obstacle->size, axis), 1e-9, RW_MAX_COORDINATE,
                       "must be positive: at least 1e-9, and not beyond 1e9 units");
    check_length(check, "/provider/landing_offset", rules->landing_offset);
    check_length(check, "/provider/ledge_offset", rules->ledge_offset);
    if (rules->has_landing_height)
        rw_check_coordinate(check, rw_path_of("/provider/landing_height"), rules->landing_height);
    check_length(check, "/provider/min_height", rules->min_height);
    check_limit(check, "/provider/max_height", rules->max_height);
    if (rules->max_height >= 0.0 && rules->max_height < rules->min_height)
        rw_check_fail(check, rw_path_of("/provider/max_height"), RW_FAULT_REVERSED,
                      "lies below min_height: nothing could be crossed", rules->max_height);
    check_limit(check, "/provider/max_length", rules->max_length);
    rw_check_range(check, rw_path_of("/provider/max_approach_angle"), rules->max_approach_angle, 0.0, 180.0,
                   "must lie between 0 and 180 degrees");
}

/* ---- geometry ---- */

/* The box seen from above: its upright faces' outward normals are +-ahead and +-aside. */
typedef struct rw_box {
    rw_vec3 centre, up;
    rw_vec3 ahead, aside;          /* level unit vectors */
    double half_ahead, half_aside; /* half extents along them */
    double top;                    /* coordinate along up */
} rw_box;

static double extent_along(rw_vec3 size, rw_vec3 axis)
{
    return fabs(rw_dot(size, axis)); /* axis: a coordinate axis */
}

static rw_vec3 levelled(rw_vec3 v, rw_vec3 up)
{
    rw_vec3 flat = rw_flat(v, up);
    return rw_mul(flat, 1.0 / rw_length(flat));
}

/* Of a box that leans, the yaw alone: its own axes, levelled one by one, would not be square any more. */
static rw_box box_of(const rw_space *space, const rw_obstacle *obstacle, rw_quat turned)
{
    rw_box box = {.centre = obstacle->placement.position, .up = rw_space_up(space)};
    rw_quat rotation = rw_quat_twist(turned, box.up);
    rw_vec3 forward = rw_space_forward(space);
    rw_vec3 right = rw_space_right(space);
    box.ahead = levelled(rw_rotate(rotation, forward), box.up);
    box.aside = levelled(rw_rotate(rotation, right), box.up);
    box.half_ahead = 0.5 * extent_along(obstacle->size, forward);
    box.half_aside = 0.5 * extent_along(obstacle->size, right);
    box.top = rw_dot(box.centre, box.up) + 0.5 * extent_along(obstacle->size, box.up);
    return box;
}

/* One upright face. */
typedef struct rw_face {
    rw_vec3 inward;     /* level unit vector into the box */
    rw_vec3 along;      /* level unit vector along its top edge */
    double half_length; /* of the edge */
    double depth;       /* to the opposite face */
    double in_front;    /* how far the actor is in front of its plane */
} rw_face;

static rw_face face_of(const rw_box *box, rw_vec3 actor, int index)
{
    bool first = index < 2;
    rw_vec3 outward = rw_mul(first ? box->ahead : box->aside, index % 2 == 0 ? 1.0 : -1.0);
    double half = first ? box->half_ahead : box->half_aside;
    rw_face face = {.inward = rw_mul(outward, -1.0),
                    .along = first ? box->aside : box->ahead,
                    .half_length = first ? box->half_aside : box->half_ahead,
                    .depth = 2.0 * half,
                    .in_front = rw_dot(outward, rw_sub(actor, box->centre)) - half};
    return face;
}

static rw_face entry_face(const rw_box *box, rw_vec3 actor)
{
    rw_face best = face_of(box, actor, 0);
    for (int i = 1; i < 4; i++) {
        rw_face face = face_of(box, actor, i);
        if (face.in_front > best.in_front)
            best = face;
    }
    return best;
}

static rw_vec3 at_height(rw_vec3 p, rw_vec3 up, double height)
{
    return rw_add(rw_flat(p, up), rw_mul(up, height));
}

static void place_points(const rw_space *space, const rw_box *box, const rw_face *face, rw_vec3 actor,
                         const rw_crossing_rules *rules, rw_crossing_points *out)
{
    double along = rw_dot(rw_sub(actor, box->centre), face->along);
    along = rw_min(rw_max(along, -face->half_length), face->half_length);
    rw_vec3 near = rw_add(rw_add(box->centre, rw_mul(face->along, along)), rw_mul(face->inward, -0.5 * face->depth));
    near = at_height(near, box->up, box->top);
    rw_vec3 forward = rw_space_forward(space);
    double ahead = rw_dot(face->inward, forward);
    double aside = rw_dot(face->inward, rw_cross(box->up, forward));
    rw_quat inward = rw_quat_canonical(rw_quat_face(ahead, aside, box->up));
    rw_vec3 positions[3] = {near, near, near};
    if (rules->crossing == RW_CROSSING_VAULT) {
        positions[1] = rw_add(near, rw_mul(face->inward, face->depth));
        positions[2] = rw_add(near, rw_mul(face->inward, face->depth + rules->landing_offset));
        positions[2] = at_height(positions[2], box->up,
                                 rules->has_landing_height ? rules->landing_height : rw_dot(actor, box->up));
        out->count = 3;
    } else {
        positions[1] = rw_add(near, rw_mul(face->inward, rw_min(rules->ledge_offset, face->depth)));
        out->count = 2;
    }
    for (size_t i = 0; i < out->count; i++) {
        rw_placement point = {.position = positions[i], .rotation = inward};
        out->points[i] = point;
    }
}

/* A limit that is missed by a length of nothing is met, so that rounding refuses nobody. */
static rw_refusal refusal_of(const rw_crossing_rules *rules, const rw_crossing_points *m, double in_front,
                             double nothing)
{
    if (in_front < -nothing)
        return RW_REFUSAL_INSIDE;
    if (m->height < rules->min_height - nothing)
        return RW_REFUSAL_TOO_LOW;
    if (m->height > rules->max_height + nothing)
        return RW_REFUSAL_TOO_HIGH;
    if (m->length > rules->max_length + nothing)
        return RW_REFUSAL_TOO_LONG;
    return m->approach_angle > rules->max_approach_angle + ANGLE_ROUNDING ? RW_REFUSAL_APPROACH_ANGLE : RW_REFUSAL_NONE;
}

static double degrees_between(rw_vec3 a, rw_vec3 b)
{
    return rw_atan2(rw_length(rw_cross(a, b)), rw_dot(a, b)) * (180.0 / RW_PI);
}

/* Measures an upright box, and places the points unless a limit refuses. */
static void cross(const rw_space *space, const rw_placement *actor, const rw_obstacle *obstacle, rw_quat turned,
                  const rw_crossing_rules *rules, rw_crossing_points *points)
{
    rw_vec3 up = rw_space_up(space);
    rw_box box = box_of(space, obstacle, turned);
    rw_face face = entry_face(&box, actor->position);
    rw_quat facing = rw_placement_rotation(actor, space);
    rw_vec3 forward = rw_flat(rw_rotate(facing, rw_space_forward(space)), up);
    points->height = box.top - rw_dot(actor->position, up);
    points->length = face.depth;
    /* Straight up or down there is no direction but what rounding leaves. */
    points->approach_angle = rw_length(forward) > 1e-9 ? degrees_between(forward, face.inward) : 0.0;
    points->refusal = refusal_of(rules, points, face.in_front, RW_NOTHING_METRES / space->metres_per_unit);
    if (points->refusal == RW_REFUSAL_NONE)
        place_points(space, &box, &face, actor->position, rules, points);
}

rw_status rw_obstacle_points(const rw_space *space, const rw_placement *actor, const rw_obstacle *obstacle,
                             const rw_crossing_rules *rules, rw_crossing_points *out, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    check_space(&check, space);
    check_crossing(&check, actor, obstacle, rules);
    if (check.faults != 0)
        return RW_INVALID;

    rw_quat turned = rw_placement_rotation(&obstacle->placement, space);
    rw_vec3 up = rw_space_up(space);
    rw_crossing_points points = {.tilt = degrees_between(rw_rotate(turned, up), up)};
    if (points.tilt > UPRIGHT_DEGREES + ANGLE_ROUNDING)
        points.refusal = RW_REFUSAL_TILTED;
    else
        cross(space, actor, obstacle, turned, rules, &points);
    *out = points;
    return RW_OK;
}

rw_status rw_align_point(const rw_space *space, const rw_placement *partner, const rw_placement *relative,
                         rw_placement *out, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    check_space(&check, space);
    rw_check_placement(&check, rw_path_of("/partner"), partner);
    rw_check_placement(&check, rw_path_of("/provider/relative"), relative);
    if (check.faults != 0)
        return RW_INVALID;
    rw_pose p = rw_pose_of(partner->position, rw_placement_rotation(partner, space));
    rw_pose r = rw_pose_of(relative->position, rw_placement_rotation(relative, space));
    rw_pose point = rw_compose(p, r);
    rw_placement result = {.position = rw_add(point.position, rw_v(0.0, 0.0, 0.0)), /* no -0 */
                           .rotation = rw_quat_canonical(point.rotation)};
    *out = result;
    return RW_OK;
}
