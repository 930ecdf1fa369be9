#include "oracle.h"

#include <math.h>

/* Everything is worked out in the box's own frame: the origin at its centre, x towards its front, y towards its right,
 * z up, and the points brought back at the end. The box stands upright in it, whatever it leans. */

typedef struct flat_box {
    oracle_vec front, right, up, centre;
    oracle_real yaw;
    oracle_real half[3]; /* front, right, up */
} flat_box;

static oracle_real pi(void)
{
    return acosl(-1);
}

static oracle_quat rotation_of(const rw_space *space, const rw_placement *p)
{
    return p->has_yaw ? oracle_turn_about(oracle_axis_vector(space->up), fmodl(p->yaw, 360) * pi() / 180)
                      : oracle_quat_of(p->rotation);
}

static oracle_real half_along(rw_vec3 size, rw_axis axis)
{
    return (axis / 2 == 0 ? size.x : axis / 2 == 1 ? size.y : size.z) / (oracle_real)2;
}

static flat_box box_of(const rw_space *space, const rw_obstacle *obstacle)
{
    flat_box box = {.up = oracle_axis_vector(space->up), .centre = oracle_vec_of(obstacle->placement.position)};
    box.yaw = oracle_twist(rotation_of(space, &obstacle->placement), box.up);
    oracle_quat turn = oracle_turn_about(box.up, box.yaw);
    box.front = oracle_rotate(turn, oracle_axis_vector(space->forward));
    box.right = oracle_rotate(turn, oracle_axis_vector(space->right));
    box.half[0] = half_along(obstacle->size, space->forward);
    box.half[1] = half_along(obstacle->size, space->right);
    box.half[2] = half_along(obstacle->size, space->up);
    return box;
}

static oracle_vec into(const flat_box *box, oracle_vec p)
{
    oracle_vec d = oracle_sub(p, box->centre);
    return (oracle_vec){oracle_dot(d, box->front), oracle_dot(d, box->right), oracle_dot(d, box->up)};
}

static oracle_vec out_of(const flat_box *box, oracle_vec local)
{
    oracle_vec level = oracle_add(oracle_times(box->front, local.x), oracle_times(box->right, local.y));
    return oracle_add(box->centre, oracle_add(level, oracle_times(box->up, local.z)));
}

/* Which face: its axis (0 front and back, 1 right and left) and the side of the centre that it lies on. */
typedef struct flat_face {
    int axis;
    oracle_real side, in_front;
} flat_face;

static flat_face face_before(const flat_box *box, oracle_vec actor, oracle_margin *margin)
{
    oracle_real noise = 4e-15L * margin->extent;
    flat_face faces[2] = {{0, actor.x < 0 ? -1 : 1, fabsl(actor.x) - box->half[0]},
                          {1, actor.y < 0 ? -1 : 1, fabsl(actor.y) - box->half[1]}};
    int nearest = faces[1].in_front > faces[0].in_front;
    oracle_margin_note(margin, "face", faces[1].in_front - faces[0].in_front, noise);
    oracle_margin_note(margin, "side", nearest == 0 ? actor.x : actor.y, noise);
    return faces[nearest];
}

static oracle_real angle_between(oracle_vec a, oracle_vec b)
{
    return atan2l(oracle_length(oracle_cross(a, b)), oracle_dot(a, b)) * 180 / pi();
}

/* The first of the limits that is broken, each by more than nothing. */
static rw_refusal judge(const rw_crossing_rules *rules, oracle_real in_front, oracle_real nothing, oracle_crossing *a)
{
    oracle_real noise = 4e-15L * a->margin.extent;
    const struct {
        rw_refusal refusal;
        oracle_real excess, noise;
    } limits[] = {{RW_REFUSAL_INSIDE, -in_front - nothing, noise},
                  {RW_REFUSAL_TOO_LOW, rules->min_height - a->height - nothing, noise},
                  {RW_REFUSAL_TOO_HIGH, a->height - rules->max_height - nothing, noise},
                  {RW_REFUSAL_TOO_LONG, a->length - rules->max_length - nothing, noise},
                  {RW_REFUSAL_APPROACH_ANGLE, a->approach_angle - rules->max_approach_angle - 1e-9L, 1e-12L}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        oracle_margin_note(&a->margin, rw_refusal_name(limits[i].refusal), limits[i].excess, limits[i].noise);
        if (limits[i].excess > 0)
            return limits[i].refusal;
    }
    return RW_REFUSAL_NONE;
}

static void place(const flat_box *box, flat_face face, oracle_vec actor, const rw_crossing_rules *rules,
                  oracle_crossing *a)
{
    int other = 1 - face.axis;
    oracle_real half = box->half[face.axis];
    oracle_real along = oracle_clamp(oracle_axis(actor, other), -box->half[other], box->half[other]);
    oracle_real ledge = fminl(rules->ledge_offset, 2 * half);
    bool vault = rules->crossing == RW_CROSSING_VAULT;
    /* How far inward of the entry face each point lies. */
    oracle_real inward[3] = {0, vault ? 2 * half : ledge, 2 * half + rules->landing_offset};
    oracle_real landing = rules->has_landing_height ? rules->landing_height - oracle_dot(box->centre, box->up) : actor.z;
    /* Inward seen from the front: ahead or back, or to a side, where a positive yaw may turn to the right or left. */
    oracle_vec positive = oracle_cross(box->up, box->front);
    oracle_real handed = oracle_dot(positive, box->right);
    oracle_real turned = face.axis == 1 ? -face.side * handed / 2 : face.side > 0 ? 1 : 0;
    oracle_quat look = oracle_turn_about(box->up, box->yaw + turned * pi());
    a->count = vault ? 3 : 2;
    for (size_t i = 0; i < a->count; i++) {
        oracle_real across = face.side * (half - inward[i]);
        oracle_vec local = {face.axis == 0 ? across : along, face.axis == 0 ? along : across,
                            i == 2 ? landing : box->half[2]};
        a->points[i] = (oracle_pose){out_of(box, local), look};
    }
}

void oracle_obstacle(const rw_space *space, const rw_placement *actor, const rw_obstacle *obstacle,
                     const rw_crossing_rules *rules, oracle_crossing *a)
{
    *a = (oracle_crossing){.margin = {.least = 1e30L}};
    flat_box box = box_of(space, obstacle);
    oracle_vec where = into(&box, oracle_vec_of(actor->position));
    a->margin.extent = fmaxl(1 / (oracle_real)space->metres_per_unit, oracle_length(oracle_vec_of(actor->position)) +
                             oracle_length(box.centre) + oracle_length(oracle_vec_of(obstacle->size)));
    a->tilt = angle_between(oracle_rotate(rotation_of(space, &obstacle->placement), box.up), box.up);
    oracle_margin_note(&a->margin, "tilt", a->tilt - 1 - 1e-9L, 1e-12L);
    if (a->tilt > 1 + 1e-9L) {
        a->refusal = RW_REFUSAL_TILTED;
        return;
    }
    flat_face face = face_before(&box, where, &a->margin);
    a->height = box.half[2] - where.z;
    a->length = 2 * box.half[face.axis];
    oracle_vec looks = oracle_rotate(rotation_of(space, actor), oracle_axis_vector(space->forward));
    looks = oracle_flat(looks, box.up);
    oracle_vec inward = oracle_times(face.axis == 0 ? box.front : box.right, -face.side);
    oracle_margin_note(&a->margin, "straight up", oracle_length(looks) - 1e-9L, 1e-15L);
    a->approach_angle = oracle_length(looks) > 1e-9L ? angle_between(looks, inward) : 0;
    a->refusal = judge(rules, face.in_front, 1e-6L / space->metres_per_unit, a);
    if (a->refusal == RW_REFUSAL_NONE)
        place(&box, face, where, rules, a);
}

oracle_pose oracle_align(const rw_space *space, const rw_placement *partner, const rw_placement *relative)
{
    oracle_pose p = {oracle_vec_of(partner->position), rotation_of(space, partner)};
    oracle_pose r = {oracle_vec_of(relative->position), rotation_of(space, relative)};
    return oracle_compose(p, r);
}
