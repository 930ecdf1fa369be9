/* Obstacles: what is refused, where the points of a crossing lie, limits, and that a resolve lands on them. */
#include "fixture.h"
#include "rotation.h"
#include "trig.h"
#include "vec.h"

static const double nan_value = (double)NAN;

/* ---- a scene that can be told in any space ---- */

typedef struct scene {
    rw_space space;
    rw_placement actor;
    rw_obstacle obstacle;
    rw_crossing_rules rules;
    rw_crossing_points points;
    rw_diagnostic items[32];
    rw_diagnostics diagnostics;
} scene;

static const char *const spaces[] = {"unreal", "unity", "godot", "gltf", "blender"};

/* A vector by its components along forward, right and up. */
static rw_vec3 at(const rw_space *s, double ahead, double aside, double above)
{
    return rw_add(rw_add(rw_mul(rw_space_forward(s), ahead), rw_mul(rw_space_right(s), aside)),
                  rw_mul(rw_space_up(s), above));
}

/* A box 2 deep, 6 wide and 1 high that stands at the origin; the actor 3 behind its centre, looking at it. */
static void set(scene *s, const char *space, rw_crossing crossing)
{
    memset(s, 0, sizeof *s);
    s->space = *rw_space_preset(space);
    s->actor.position = at(&s->space, -3.0, 0.0, 0.0);
    s->actor.rotation.w = 1.0;
    s->obstacle.placement.position = at(&s->space, 0.0, 0.0, 0.5);
    s->obstacle.placement.rotation.w = 1.0;
    s->obstacle.size = rw_abs(at(&s->space, 2.0, 6.0, 1.0));
    s->rules = rw_crossing_rules_default(crossing);
    s->diagnostics.items = s->items;
    s->diagnostics.capacity = 32;
}

static rw_status ask(scene *s)
{
    s->diagnostics.count = 0;
    return rw_obstacle_points(&s->space, &s->actor, &s->obstacle, &s->rules, &s->points, &s->diagnostics);
}

static void must_ask(scene *s)
{
    ck_assert_int_eq(ask(s), RW_OK);
}

static bool reported(const rw_diagnostics *d, const char *field, rw_fault fault)
{
    for (size_t i = 0; i < d->count && i < d->capacity; i++)
        if (strcmp(d->items[i].field, field) == 0 && d->items[i].fault == fault && d->items[i].detail[0] != '\0')
            return true;
    return false;
}

static void check_point(const scene *s, size_t index, rw_vec3 wanted, double tolerance)
{
    double off = rw_length(rw_sub(s->points.points[index].position, wanted));
    ck_assert_msg(off <= tolerance, "point %zu is off by %g", index, off);
}

static void check_refusal(scene *s, rw_refusal refusal)
{
    must_ask(s);
    ck_assert_msg(s->points.refusal == refusal, "%s instead of %s", rw_refusal_name(s->points.refusal),
                  rw_refusal_name(refusal));
    ck_assert_uint_eq(s->points.count, refusal != RW_REFUSAL_NONE                ? 0
                                       : s->rules.crossing == RW_CROSSING_VAULT ? 3
                                                                                 : 2);
}

/* ---- validity ---- */

typedef struct spoil {
    const char *what;
    void (*change)(scene *s);
    const char *field;
    rw_fault fault;
} spoil;

static void space_axes(scene *s) { s->space.right = s->space.forward; }
static void space_unit(scene *s) { s->space.metres_per_unit = 0.0; }
static void actor_nan(scene *s) { s->actor.position.y = nan_value; }
static void actor_far(scene *s) { s->actor.position.x = 1.1e9; }
static void actor_rotation(scene *s) { s->actor.rotation.w = 0.0; }
static void actor_yaw(scene *s) { s->actor.has_yaw = true; s->actor.yaw = (double)INFINITY; }
static void box_nan(scene *s) { s->obstacle.placement.position.z = nan_value; }
static void box_far(scene *s) { s->obstacle.placement.position.x = -1.1e9; }
static void box_rotation(scene *s) { s->obstacle.placement.rotation.w = 0.0; }
static void box_yaw(scene *s) { s->obstacle.placement.has_yaw = true; s->obstacle.placement.yaw = nan_value; }
static void size_zero(scene *s) { s->obstacle.size.x = 0.0; }
static void size_negative(scene *s) { s->obstacle.size.y = -1.0; }
static void size_nan(scene *s) { s->obstacle.size.z = nan_value; }
static void size_infinite(scene *s) { s->obstacle.size.z = (double)INFINITY; }
static void size_far(scene *s) { s->obstacle.size.x = 1.1e9; }
static void landing_offset(scene *s) { s->rules.landing_offset = -0.1; }
static void landing_offset_nan(scene *s) { s->rules.landing_offset = nan_value; }
static void landing_height(scene *s) { s->rules.has_landing_height = true; s->rules.landing_height = nan_value; }
static void ledge_offset(scene *s) { s->rules.ledge_offset = -0.1; }
static void min_height_negative(scene *s) { s->rules.min_height = -0.1; }
static void min_height_infinite(scene *s) { s->rules.min_height = (double)INFINITY; }
static void max_height_negative(scene *s) { s->rules.max_height = -0.1; }
static void max_height_nan(scene *s) { s->rules.max_height = nan_value; }
static void heights_reversed(scene *s) { s->rules.min_height = 1.0; s->rules.max_height = 0.9; }
static void max_length_negative(scene *s) { s->rules.max_length = -1.0; }
static void max_length_infinite(scene *s) { s->rules.max_length = -(double)INFINITY; }
static void angle_negative(scene *s) { s->rules.max_approach_angle = -1.0; }
static void angle_large(scene *s) { s->rules.max_approach_angle = 180.1; }
static void angle_nan(scene *s) { s->rules.max_approach_angle = nan_value; }

static const spoil spoils[] = {
    {"axes", space_axes, "/space/right", RW_FAULT_NOT_ORTHOGONAL},
    {"unit", space_unit, "/space/metres_per_unit", RW_FAULT_OUT_OF_RANGE},
    {"actor NaN", actor_nan, "/actor/position/1", RW_FAULT_NOT_FINITE},
    {"actor far", actor_far, "/actor/position/0", RW_FAULT_OUT_OF_RANGE},
    {"actor of zero rotation", actor_rotation, "/actor/rotation", RW_FAULT_ZERO_QUATERNION},
    {"actor yaw infinite", actor_yaw, "/actor/yaw", RW_FAULT_NOT_FINITE},
    {"box NaN", box_nan, "/obstacle/position/2", RW_FAULT_NOT_FINITE},
    {"box far", box_far, "/obstacle/position/0", RW_FAULT_OUT_OF_RANGE},
    {"box of zero rotation", box_rotation, "/obstacle/rotation", RW_FAULT_ZERO_QUATERNION},
    {"box yaw NaN", box_yaw, "/obstacle/yaw", RW_FAULT_NOT_FINITE},
    {"size 0", size_zero, "/obstacle/size/0", RW_FAULT_OUT_OF_RANGE},
    {"size negative", size_negative, "/obstacle/size/1", RW_FAULT_OUT_OF_RANGE},
    {"size NaN", size_nan, "/obstacle/size/2", RW_FAULT_NOT_FINITE},
    {"size infinite", size_infinite, "/obstacle/size/2", RW_FAULT_NOT_FINITE},
    {"size large", size_far, "/obstacle/size/0", RW_FAULT_OUT_OF_RANGE},
    {"landing offset negative", landing_offset, "/provider/landing_offset", RW_FAULT_OUT_OF_RANGE},
    {"landing offset NaN", landing_offset_nan, "/provider/landing_offset", RW_FAULT_NOT_FINITE},
    {"landing height NaN", landing_height, "/provider/landing_height", RW_FAULT_NOT_FINITE},
    {"ledge offset negative", ledge_offset, "/provider/ledge_offset", RW_FAULT_OUT_OF_RANGE},
    {"least height negative", min_height_negative, "/provider/min_height", RW_FAULT_OUT_OF_RANGE},
    {"least height infinite", min_height_infinite, "/provider/min_height", RW_FAULT_NOT_FINITE},
    {"most height negative", max_height_negative, "/provider/max_height", RW_FAULT_OUT_OF_RANGE},
    {"most height NaN", max_height_nan, "/provider/max_height", RW_FAULT_NOT_FINITE},
    {"heights reversed", heights_reversed, "/provider/max_height", RW_FAULT_REVERSED},
    {"length negative", max_length_negative, "/provider/max_length", RW_FAULT_OUT_OF_RANGE},
    {"length minus infinity", max_length_infinite, "/provider/max_length", RW_FAULT_NOT_FINITE},
    {"angle negative", angle_negative, "/provider/max_approach_angle", RW_FAULT_OUT_OF_RANGE},
    {"angle large", angle_large, "/provider/max_approach_angle", RW_FAULT_OUT_OF_RANGE},
    {"angle NaN", angle_nan, "/provider/max_approach_angle", RW_FAULT_NOT_FINITE},
};

START_TEST(obstacle__refuses)
{
    const spoil *p = &spoils[_i];
    scene s;
    set(&s, "unreal", RW_CROSSING_VAULT);
    p->change(&s);
    s.points.height = -7.0;
    ck_assert_msg(ask(&s) == RW_INVALID, "%s", p->what);
    ck_assert_double_eq(s.points.height, -7.0);
    ck_assert_uint_eq(s.diagnostics.count, 1);
    ck_assert_msg(reported(&s.diagnostics, p->field, p->fault), "%s: %s %s", p->what, s.items[0].field,
                  rw_fault_name(s.items[0].fault));
}
END_TEST

START_TEST(obstacle__names_every_wrong_field_at_once)
{
    scene s;
    set(&s, "unreal", RW_CROSSING_VAULT);
    space_unit(&s);
    actor_far(&s);
    size_zero(&s);
    angle_nan(&s);
    ck_assert_int_eq(ask(&s), RW_INVALID);
    ck_assert_uint_eq(s.diagnostics.count, 4);
    ck_assert_int_eq(rw_obstacle_points(&s.space, &s.actor, &s.obstacle, &s.rules, &s.points, NULL), RW_INVALID);
}
END_TEST

/* ---- where the points lie ---- */

/* The box as it stands: its faces by the direction that they look in, seen from its centre. */
typedef struct side {
    double ahead, aside;  /* outward normal */
    double half, width;   /* distance of the face from the centre; half the length of its edge */
} side;

static const side sides[] = {{-1.0, 0.0, 1.0, 3.0}, {1.0, 0.0, 1.0, 3.0}, {0.0, 1.0, 3.0, 1.0}, {0.0, -1.0, 3.0, 1.0}};

/* A point before (out > 0) or behind a face, `along` its edge, at a height over the ground, on a box that is turned. */
static rw_vec3 before(const scene *s, const side *f, double out, double along, double above, rw_quat turn,
                      rw_vec3 place)
{
    double d = f->half + out;
    rw_vec3 local = at(&s->space, f->ahead * d - f->aside * along, f->aside * d + f->ahead * along, above);
    return rw_add(place, rw_rotate(turn, local));
}

static void check_face(const char *space, const side *f, double yaw, double along, double out)
{
    scene s;
    set(&s, space, RW_CROSSING_VAULT);
    rw_quat turn = rw_space_yaw(&s.space, yaw);
    rw_vec3 place = at(&s.space, 20.0, -7.0, 3.0);
    double held = rw_min(rw_max(along, -f->width), f->width);
    s.obstacle.placement.position = rw_add(place, at(&s.space, 0.0, 0.0, 0.5));
    s.obstacle.placement.has_yaw = true;
    s.obstacle.placement.yaw = yaw;
    s.actor.position = before(&s, f, out, along, 0.2, turn, place);
    s.rules.landing_offset = 0.7;
    check_refusal(&s, RW_REFUSAL_NONE);
    check_point(&s, 0, before(&s, f, 0.0, held, 1.0, turn, place), 1e-12);
    check_point(&s, 1, before(&s, f, -2.0 * f->half, held, 1.0, turn, place), 1e-12);
    check_point(&s, 2, before(&s, f, -2.0 * f->half - 0.7, held, 0.2, turn, place), 1e-12);
    rw_vec3 inward = rw_rotate(turn, at(&s.space, -f->ahead, -f->aside, 0.0));
    for (size_t i = 0; i < 3; i++) {
        rw_vec3 looks = rw_rotate(s.points.points[i].rotation, rw_space_forward(&s.space));
        ck_near(rw_length(rw_sub(looks, inward)), 0.0, 1e-12);
        rw_vec3 up = rw_space_up(&s.space);
        ck_near(rw_length(rw_sub(rw_rotate(s.points.points[i].rotation, up), up)), 0.0, 1e-12);
        ck_assert(!s.points.points[i].has_yaw);
    }
    ck_near(s.points.height, 0.8, 1e-12);
    ck_near(s.points.length, 2.0 * f->half, 1e-12);

    s.rules = rw_crossing_rules_default(RW_CROSSING_MANTLE);
    s.rules.ledge_offset = 0.4;
    check_refusal(&s, RW_REFUSAL_NONE);
    check_point(&s, 0, before(&s, f, 0.0, held, 1.0, turn, place), 1e-12);
    check_point(&s, 1, before(&s, f, -0.4, held, 1.0, turn, place), 1e-12);
}

START_TEST(obstacle__points_on_every_face_of_turned_boxes_in_every_space)
{
    static const double yaws[] = {0.0, 30.0, -90.0, 137.0, 180.0, 723.0};
    for (size_t face = 0; face < 4; face++)
        for (size_t y = 0; y < sizeof yaws / sizeof yaws[0]; y++) {
            check_face(spaces[_i], &sides[face], yaws[y], 0.0, 1.5);
            check_face(spaces[_i], &sides[face], yaws[y], 0.6, 0.3);
            check_face(spaces[_i], &sides[face], yaws[y], -0.9, 4.0);
        }
}
END_TEST

START_TEST(obstacle__an_actor_beside_the_face_comes_to_the_end_of_its_edge)
{
    for (size_t face = 0; face < 4; face++) {
        double beside = sides[face].width + 0.8; /* less than in front, so that this face faces the actor most */
        check_face(spaces[_i], &sides[face], 40.0, beside, 1.5);
        check_face(spaces[_i], &sides[face], 40.0, -beside, 1.5);
    }
}
END_TEST

START_TEST(obstacle__of_two_faces_the_one_that_the_actor_is_further_in_front_of)
{
    scene s;
    set(&s, "unity", RW_CROSSING_VAULT);
    s.actor.position = at(&s.space, -3.0, 4.9, 0.0); /* 2 in front of one, 1.9 of the other */
    must_ask(&s);
    ck_near(s.points.length, 2.0, 1e-12);
    s.actor.position = at(&s.space, -3.0, 5.1, 0.0);
    must_ask(&s);
    ck_near(s.points.length, 6.0, 1e-12);
    s.actor.position = at(&s.space, -1.2, 2.9, 0.0); /* before a long wall, near its end */
    must_ask(&s);
    ck_near(s.points.length, 2.0, 1e-12);
}
END_TEST

START_TEST(obstacle__landing_height_and_actor_height)
{
    for (size_t i = 0; i < 5; i++) {
        scene s;
        set(&s, spaces[i], RW_CROSSING_VAULT);
        s.actor.position = at(&s.space, -3.0, 0.5, 0.3);
        must_ask(&s);
        check_point(&s, 2, at(&s.space, 1.0, 0.5, 0.3), 1e-15);
        s.rules.has_landing_height = true;
        s.rules.landing_height = -1.25; /* a drop behind the wall */
        must_ask(&s);
        check_point(&s, 2, at(&s.space, 1.0, 0.5, -1.25), 1e-15);
    }
}
END_TEST

START_TEST(obstacle__a_ledge_lies_on_the_box)
{
    scene s;
    set(&s, "unity", RW_CROSSING_MANTLE);
    s.rules.ledge_offset = 5.0;
    must_ask(&s);
    check_point(&s, 1, at(&s.space, 1.0, 0.0, 1.0), 1e-15);
}
END_TEST

START_TEST(obstacle__the_actor_may_be_given_by_yaw_or_rotation)
{
    scene s, other;
    set(&s, "godot", RW_CROSSING_VAULT);
    other = s;
    other.diagnostics.items = other.items;
    s.actor.has_yaw = true;
    s.actor.yaw = 33.0;
    rw_quat q = rw_space_yaw(&s.space, 33.0);
    other.actor.rotation = rw_q(-2.0 * q.x, -2.0 * q.y, -2.0 * q.z, -2.0 * q.w);
    must_ask(&s);
    must_ask(&other);
    ck_near(s.points.approach_angle, 33.0, 1e-12);
    ck_near(other.points.approach_angle, 33.0, 1e-12);
    check_point(&s, 0, other.points.points[0].position, 0.0);
}
END_TEST

START_TEST(obstacle__approach_angle_is_level)
{
    scene s;
    set(&s, "unity", RW_CROSSING_VAULT);
    must_ask(&s);
    ck_assert_double_eq(s.points.approach_angle, 0.0);
    s.actor.has_yaw = true;
    s.actor.yaw = 180.0;
    must_ask(&s);
    ck_near(s.points.approach_angle, 180.0, 1e-12);
    s.actor.has_yaw = false;
    s.actor.rotation = rw_q(0.3, 0.0, 0.0, 1.0); /* looks down: its pitch does not count */
    must_ask(&s);
    ck_near(s.points.approach_angle, 0.0, 1e-12);
    s.rules.max_approach_angle = 0.0;
    for (double yaw = 0.0; yaw < 360.0; yaw += 7.0) { /* straight down: there is no angle, whatever rounding leaves */
        s.actor.rotation = rw_qmul(rw_space_yaw(&s.space, yaw), rw_q(1.0, 0.0, 0.0, 1.0));
        check_refusal(&s, RW_REFUSAL_NONE);
        ck_assert_double_eq(s.points.approach_angle, 0.0);
    }
}
END_TEST

static void check_signs(const rw_placement *p)
{
    for (int axis = 0; axis < 3; axis++) {
        double c = rw_component_of(p->position, axis);
        ck_assert(c != 0.0 || !signbit(c));
    }
}

static void check_crossing_signs(scene *s)
{
    must_ask(s);
    ck_assert(s->points.refusal == RW_REFUSAL_NONE && !signbit(s->points.height));
    for (size_t n = 0; n < s->points.count; n++)
        check_signs(&s->points.points[n]);
}

START_TEST(obstacle__no_minus_zero)
{
    for (int crossing = 0; crossing < 2; crossing++)
        for (int face = 0; face < 4; face++)
            for (int turned = 0; turned < 4; turned++)
                for (int sign = 0; sign < 2; sign++) {
                    double zero = sign == 0 ? 0.0 : -0.0;
                    scene s;
                    set(&s, spaces[_i], (rw_crossing)crossing);
                    s.obstacle.placement.position = rw_v(zero, zero, zero);
                    s.obstacle.placement.has_yaw = true;
                    s.obstacle.placement.yaw = 90.0 * turned;
                    s.actor.position = rw_add(at(&s.space, 6.0 * sides[face].ahead, 6.0 * sides[face].aside, -2.0),
                                              rw_v(zero, zero, zero));
                    check_crossing_signs(&s);
                    s.rules.has_landing_height = true;
                    s.rules.landing_height = -3.0;
                    check_crossing_signs(&s);
                }
}
END_TEST

/* ---- refusals ---- */

/* An actor on a ground at some height before a box with this top above it, coming at this angle. */
static void check_limits(const char *space, double ground, double top, double angle)
{
    scene s;
    set(&s, space, RW_CROSSING_VAULT);
    rw_quat turn = rw_space_yaw(&s.space, 3.0 * angle);
    s.obstacle.size = rw_abs(at(&s.space, 2.2, 6.6, top));
    s.obstacle.placement.position = at(&s.space, ground, 0.0, ground + 0.5 * top);
    s.obstacle.placement.rotation = turn;
    s.actor.position = rw_add(at(&s.space, ground, 0.0, ground), rw_rotate(turn, at(&s.space, -3.0, 0.0, 0.0)));
    s.actor.has_yaw = true;
    s.actor.yaw = 3.0 * angle + angle;
    double hair = 1e-5 / s.space.metres_per_unit;
    rw_crossing_rules any = s.rules;
    s.rules.min_height = top;
    check_refusal(&s, RW_REFUSAL_NONE);
    s.rules.min_height = top + hair;
    check_refusal(&s, RW_REFUSAL_TOO_LOW);
    s.rules = any;
    s.rules.max_height = top;
    check_refusal(&s, RW_REFUSAL_NONE);
    s.rules.max_height = top - hair;
    check_refusal(&s, RW_REFUSAL_TOO_HIGH);
    s.rules = any;
    s.rules.max_length = 2.2;
    check_refusal(&s, RW_REFUSAL_NONE);
    s.rules.max_length = 2.2 - hair;
    check_refusal(&s, RW_REFUSAL_TOO_LONG);
    s.rules = any;
    s.rules.max_approach_angle = angle;
    check_refusal(&s, RW_REFUSAL_NONE);
    s.rules.max_approach_angle = angle - 1e-6;
    check_refusal(&s, RW_REFUSAL_APPROACH_ANGLE);
    ck_near(s.points.height, top, 1e-9);
    ck_near(s.points.length, 2.2, 1e-12);
    ck_near(s.points.approach_angle, angle, 1e-9);
}

START_TEST(limit__equal_passes_and_more_refuses)
{
    static const double grounds[] = {0.0, 0.7, 12.3, 4567.8};
    static const double tops[] = {0.3, 0.7, 1.1};
    static const double angles[] = {10.0, 35.0, 77.7};
    for (size_t g = 0; g < 4; g++)
        for (size_t t = 0; t < 3; t++)
            for (size_t a = 0; a < 3; a++)
                check_limits(spaces[_i], grounds[g], tops[t], angles[a]);
}
END_TEST

START_TEST(limit__the_first_that_bites_is_told)
{
    scene s;
    set(&s, "unity", RW_CROSSING_MANTLE);
    s.actor.has_yaw = true;
    s.actor.yaw = 90.0;
    s.rules.max_approach_angle = 45.0;
    check_refusal(&s, RW_REFUSAL_APPROACH_ANGLE);
    s.rules.max_length = 1.0;
    check_refusal(&s, RW_REFUSAL_TOO_LONG);
    s.rules.max_height = 0.5;
    check_refusal(&s, RW_REFUSAL_TOO_HIGH);
    s.rules.max_height = (double)INFINITY;
    s.rules.min_height = 2.0;
    check_refusal(&s, RW_REFUSAL_TOO_LOW);
    s.actor.position = at(&s.space, 0.5, 0.0, 0.0);
    check_refusal(&s, RW_REFUSAL_INSIDE);
    s.obstacle.placement.rotation = rw_q(0.5, 0.0, 0.0, 1.0);
    check_refusal(&s, RW_REFUSAL_TILTED);
}
END_TEST

START_TEST(limit__a_top_below_the_actor_is_too_low)
{
    scene s;
    set(&s, "unreal", RW_CROSSING_VAULT);
    s.actor.position = at(&s.space, -3.0, 0.0, 1.0);
    check_refusal(&s, RW_REFUSAL_NONE); /* level with it: 0 meets the default */
    s.actor.position = at(&s.space, -3.0, 0.0, 1.1);
    check_refusal(&s, RW_REFUSAL_TOO_LOW);
    ck_near(s.points.height, -0.1, 1e-12);
}
END_TEST

START_TEST(tilt__up_to_one_degree_is_upright)
{
    static const struct {
        double degrees;
        rw_refusal refusal;
    } cases[] = {{0.9, RW_REFUSAL_NONE}, {1.0, RW_REFUSAL_NONE}, {1.1, RW_REFUSAL_TILTED}, {90.0, RW_REFUSAL_TILTED},
                 {180.0, RW_REFUSAL_TILTED}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++)
        for (int turned = 0; turned < 24; turned++) {
            int aside = turned % 2;
            scene s;
            set(&s, spaces[_i], RW_CROSSING_VAULT);
            double sine, cosine;
            rw_sin_cos_degrees(cases[n].degrees * 0.5, &sine, &cosine);
            s.actor.position = at(&s.space, -5.0, 0.0, 0.0);
            rw_vec3 axis = rw_mul(at(&s.space, aside == 0, aside == 1, 0.0), sine);
            rw_quat tilt = rw_q(axis.x, axis.y, axis.z, cosine);
            s.obstacle.placement.rotation = rw_qmul(rw_space_yaw(&s.space, 11.0 * turned), tilt);
            check_refusal(&s, cases[n].refusal);
            ck_near(s.points.tilt, cases[n].degrees, 1e-9);
            if (turned < 6 && cases[n].refusal == RW_REFUSAL_NONE) { /* as a box that stands straight */
                ck_near(s.points.length, 2.0, 1e-12);
                ck_near(s.points.height, 1.0, 1e-12);
            }
        }
}
END_TEST

START_TEST(inside__is_refused_and_touching_is_not)
{
    for (size_t i = 0; i < 5; i++) {
        scene s;
        set(&s, spaces[i], RW_CROSSING_VAULT);
        double hair = 1e-5 / s.space.metres_per_unit;
        s.actor.position = at(&s.space, 0.0, 0.0, 0.0);
        check_refusal(&s, RW_REFUSAL_INSIDE);
        s.actor.position = at(&s.space, 0.5, -2.0, 1.0); /* stands on top of it */
        check_refusal(&s, RW_REFUSAL_INSIDE);
        s.actor.position = at(&s.space, -1.0, 1.0, 0.0);
        check_refusal(&s, RW_REFUSAL_NONE);
        check_point(&s, 0, at(&s.space, -1.0, 1.0, 1.0), 1e-15);
        s.actor.position = at(&s.space, -1.0 + hair, 1.0, 0.0);
        check_refusal(&s, RW_REFUSAL_INSIDE);
        for (double yaw = 0.0; yaw < 360.0; yaw += 13.0) { /* touching, whatever the rounding */
            rw_quat turn = rw_space_yaw(&s.space, yaw);
            s.obstacle.placement.has_yaw = true;
            s.obstacle.placement.yaw = yaw;
            s.actor.position = rw_rotate(turn, at(&s.space, -1.0, 0.7, 0.0));
            check_refusal(&s, RW_REFUSAL_NONE);
        }
    }
}
END_TEST

/* ---- laws ---- */

START_TEST(obstacle__moves_and_turns_with_the_world)
{
    static const double yaws[] = {17.0, 90.0, -133.0, 180.0};
    static const double far[] = {0.0, 1e3, 1e7};
    for (int crossing = 0; crossing < 2; crossing++)
        for (size_t y = 0; y < 4; y++)
            for (size_t d = 0; d < 3; d++) {
                scene s, moved;
                set(&s, spaces[_i], (rw_crossing)crossing);
                s.actor.position = at(&s.space, -2.0, 1.3, 0.1);
                s.actor.rotation = rw_space_yaw(&s.space, -25.0);
                s.obstacle.placement.rotation = rw_space_yaw(&s.space, 12.0);
                s.rules.landing_offset = 0.5;
                s.rules.ledge_offset = 0.25;
                moved = s;
                moved.diagnostics.items = moved.items;
                rw_quat turn = rw_space_yaw(&s.space, yaws[y]);
                rw_vec3 shift = at(&s.space, far[d], -far[d], 0.125);
                moved.actor.position = rw_add(shift, rw_rotate(turn, s.actor.position));
                moved.actor.rotation = rw_qmul(turn, s.actor.rotation);
                moved.obstacle.placement.position = rw_add(shift, rw_rotate(turn, s.obstacle.placement.position));
                moved.obstacle.placement.rotation = rw_qmul(turn, s.obstacle.placement.rotation);
                must_ask(&s);
                must_ask(&moved);
                ck_assert_uint_eq(moved.points.count, s.points.count);
                ck_near(moved.points.approach_angle, s.points.approach_angle, 1e-9);
                for (size_t i = 0; i < s.points.count; i++) {
                    rw_vec3 wanted = s.points.points[i].position;
                    if (crossing == 0 && i == 2) /* lands at the actor's height, which moved along */
                        ck_near(rw_dot(wanted, rw_space_up(&s.space)), 0.1, 1e-12);
                    check_point(&moved, i, rw_add(shift, rw_rotate(turn, wanted)), 1e-12 + 4e-15 * far[d]);
                    ck_near(fabs(rw_qdot(moved.points.points[i].rotation,
                                         rw_qmul(turn, s.points.points[i].rotation))), 1.0, 1e-12);
                }
            }
}
END_TEST

START_TEST(obstacle__a_resolve_lands_on_each_point)
{
    static const char *const names[] = {"unreal", "unity", "godot", "gltf", "blender"};
    fixture *f = fixture_phases(names[_i], 4.0, 3);
    scene s;
    set(&s, names[_i], RW_CROSSING_VAULT);
    s.obstacle.placement.has_yaw = true;
    s.obstacle.placement.yaw = 20.0;
    s.actor.has_yaw = true;
    s.actor.yaw = 5.0;
    s.rules.landing_offset = 0.6;
    check_refusal(&s, RW_REFUSAL_NONE);
    f->job.actor.placement = s.actor;
    f->job.targets = s.points.points;
    f->job.target_count = s.points.count;
    fixture_must_resolve(f);
    for (size_t i = 0; i < 3; i++) {
        const rw_phase_result *phase = &f->answer.phases[i];
        rw_pose there = fixture_sample(f, phase->elapsed_end).pose;
        ck_assert_double_eq(phase->residual_distance, 0.0);
        ck_near(rw_length(rw_sub(there.position, s.points.points[i].position)), 0.0, 1e-15);
        ck_near(fabs(rw_qdot(there.rotation, s.points.points[i].rotation)), 1.0, 1e-15);
    }
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("obstacle");
    TCase *tc = tcase_create("obstacle");
    tcase_add_loop_test(tc, obstacle__refuses, 0, (int)(sizeof spoils / sizeof spoils[0]));
    tcase_add_test(tc, obstacle__names_every_wrong_field_at_once);
    tcase_add_loop_test(tc, obstacle__points_on_every_face_of_turned_boxes_in_every_space, 0, 5);
    tcase_add_loop_test(tc, obstacle__an_actor_beside_the_face_comes_to_the_end_of_its_edge, 0, 5);
    tcase_add_test(tc, obstacle__of_two_faces_the_one_that_the_actor_is_further_in_front_of);
    tcase_add_test(tc, obstacle__landing_height_and_actor_height);
    tcase_add_test(tc, obstacle__a_ledge_lies_on_the_box);
    tcase_add_test(tc, obstacle__the_actor_may_be_given_by_yaw_or_rotation);
    tcase_add_test(tc, obstacle__approach_angle_is_level);
    tcase_add_loop_test(tc, obstacle__no_minus_zero, 0, 5);
    tcase_add_loop_test(tc, limit__equal_passes_and_more_refuses, 0, 5);
    tcase_add_test(tc, limit__the_first_that_bites_is_told);
    tcase_add_test(tc, limit__a_top_below_the_actor_is_too_low);
    tcase_add_loop_test(tc, tilt__up_to_one_degree_is_upright, 0, 5);
    tcase_add_test(tc, inside__is_refused_and_touching_is_not);
    tcase_add_loop_test(tc, obstacle__moves_and_turns_with_the_world, 0, 5);
    tcase_add_loop_test(tc, obstacle__a_resolve_lands_on_each_point, 0, 5);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
