/* Providers: their names, and aligned pairs. Obstacles have a file of their own. */
#include "fixture.h"
#include "rotation.h"
#include "vec.h"

static const double nan_value = (double)NAN;

static const char *const spaces[] = {"unreal", "unity", "godot", "gltf", "blender"};

/* A vector by its components along forward, right and up. */
static rw_vec3 at(const rw_space *s, double ahead, double aside, double above)
{
    return rw_add(rw_add(rw_mul(rw_space_forward(s), ahead), rw_mul(rw_space_right(s), aside)),
                  rw_mul(rw_space_up(s), above));
}

static bool reported(const rw_diagnostics *d, const char *field, rw_fault fault)
{
    for (size_t i = 0; i < d->count && i < d->capacity; i++)
        if (strcmp(d->items[i].field, field) == 0 && d->items[i].fault == fault && d->items[i].detail[0] != '\0')
            return true;
    return false;
}

START_TEST(names__round_trip)
{
    static const char *const refusals[] = {"none",     "tilted",   "inside",        "too_low",
                                           "too_high", "too_long", "approach_angle"};
    rw_crossing crossing = RW_CROSSING_VAULT;
    ck_assert(rw_crossing_parse("mantle", &crossing) && crossing == RW_CROSSING_MANTLE);
    ck_assert(rw_crossing_parse("vault", &crossing) && crossing == RW_CROSSING_VAULT);
    ck_assert(!rw_crossing_parse("Vault", &crossing) && !rw_crossing_parse("", &crossing));
    ck_assert_str_eq(rw_crossing_name(RW_CROSSING_VAULT), "vault");
    ck_assert_str_eq(rw_crossing_name(RW_CROSSING_MANTLE), "mantle");
    ck_assert_str_eq(rw_crossing_name((rw_crossing)2), "?");
    for (int i = 0; i < 7; i++)
        ck_assert_str_eq(rw_refusal_name((rw_refusal)i), refusals[i]);
    ck_assert_str_eq(rw_refusal_name((rw_refusal)7), "?");
}
END_TEST

/* ---- align ---- */

typedef struct pair {
    rw_space space;
    rw_placement partner, relative, point;
    rw_diagnostic items[8];
    rw_diagnostics diagnostics;
} pair;

static void set_pair(pair *p, const char *space)
{
    memset(p, 0, sizeof *p);
    p->space = *rw_space_preset(space);
    p->partner.rotation.w = p->relative.rotation.w = 1.0;
    p->diagnostics.items = p->items;
    p->diagnostics.capacity = 8;
}

static rw_status align(pair *p)
{
    p->diagnostics.count = 0;
    return rw_align_point(&p->space, &p->partner, &p->relative, &p->point, &p->diagnostics);
}

typedef struct pair_spoil {
    const char *what;
    void (*change)(pair *p);
    const char *field;
    rw_fault fault;
} pair_spoil;

static void pair_space(pair *p) { p->space.up = p->space.forward; }
static void partner_nan(pair *p) { p->partner.position.x = nan_value; }
static void partner_far(pair *p) { p->partner.position.z = 1.1e9; }
static void partner_rotation(pair *p) { p->partner.rotation.w = 0.0; }
static void partner_yaw(pair *p) { p->partner.has_yaw = true; p->partner.yaw = nan_value; }
static void relative_nan(pair *p) { p->relative.position.y = nan_value; }
static void relative_rotation(pair *p) { p->relative.rotation.w = 0.0; }
static void relative_yaw(pair *p) { p->relative.has_yaw = true; p->relative.yaw = (double)INFINITY; }

static const pair_spoil pair_spoils[] = {
    {"axes", pair_space, "/space/up", RW_FAULT_NOT_ORTHOGONAL},
    {"partner NaN", partner_nan, "/partner/position/0", RW_FAULT_NOT_FINITE},
    {"partner far", partner_far, "/partner/position/2", RW_FAULT_OUT_OF_RANGE},
    {"partner of zero rotation", partner_rotation, "/partner/rotation", RW_FAULT_ZERO_QUATERNION},
    {"partner yaw NaN", partner_yaw, "/partner/yaw", RW_FAULT_NOT_FINITE},
    {"relative NaN", relative_nan, "/provider/relative/position/1", RW_FAULT_NOT_FINITE},
    {"relative of zero rotation", relative_rotation, "/provider/relative/rotation", RW_FAULT_ZERO_QUATERNION},
    {"relative yaw infinite", relative_yaw, "/provider/relative/yaw", RW_FAULT_NOT_FINITE},
};

START_TEST(align__refuses)
{
    const pair_spoil *s = &pair_spoils[_i];
    pair p;
    set_pair(&p, "unity");
    s->change(&p);
    p.point.yaw = -7.0;
    ck_assert_msg(align(&p) == RW_INVALID, "%s", s->what);
    ck_assert_double_eq(p.point.yaw, -7.0);
    ck_assert_uint_eq(p.diagnostics.count, 1);
    ck_assert_msg(reported(&p.diagnostics, s->field, s->fault), "%s: %s %s", s->what, p.items[0].field,
                  rw_fault_name(p.items[0].fault));
}
END_TEST

START_TEST(align__names_every_wrong_field_at_once)
{
    pair p;
    set_pair(&p, "unity");
    p.space.metres_per_unit = nan_value;
    partner_far(&p);
    relative_rotation(&p);
    ck_assert_int_eq(align(&p), RW_INVALID);
    ck_assert_uint_eq(p.diagnostics.count, 3);
    ck_assert_int_eq(rw_align_point(&p.space, &p.partner, &p.relative, &p.point, NULL), RW_INVALID);
}
END_TEST

/* Face to face: 1.5 before the partner, turned around. */
START_TEST(align__stands_before_the_partner_and_looks_at_it)
{
    pair p;
    set_pair(&p, spaces[_i]);
    p.partner.position = at(&p.space, 4.0, -2.0, 0.5);
    p.partner.has_yaw = true;
    p.partner.yaw = 50.0;
    p.relative.position = at(&p.space, 1.5, 0.0, 0.0);
    p.relative.has_yaw = true;
    p.relative.yaw = 180.0;
    ck_assert_int_eq(align(&p), RW_OK);
    rw_vec3 looks = rw_rotate(rw_space_yaw(&p.space, 50.0), rw_space_forward(&p.space));
    rw_vec3 wanted = rw_add(p.partner.position, rw_mul(looks, 1.5));
    ck_near(rw_length(rw_sub(p.point.position, wanted)), 0.0, 1e-12);
    ck_assert(!p.point.has_yaw);
    rw_vec3 back = rw_rotate(p.point.rotation, rw_space_forward(&p.space));
    ck_near(rw_length(rw_add(back, looks)), 0.0, 1e-12);
    ck_assert_double_ge(p.point.rotation.w, 0.0);

    pair q = p; /* the same by quaternions */
    q.diagnostics.items = q.items;
    q.partner.has_yaw = q.relative.has_yaw = false;
    q.partner.rotation = rw_space_yaw(&p.space, 50.0);
    rw_quat half = rw_space_yaw(&p.space, 180.0);
    q.relative.rotation = rw_q(-5.0 * half.x, -5.0 * half.y, -5.0 * half.z, -5.0 * half.w);
    ck_assert_int_eq(align(&q), RW_OK);
    ck_near(rw_length(rw_sub(p.point.position, q.point.position)), 0.0, 1e-15);
    ck_near(fabs(rw_qdot(p.point.rotation, q.point.rotation)), 1.0, 1e-15);
}
END_TEST

START_TEST(align__is_p_then_r_and_not_the_other_way_round)
{
    pair p;
    set_pair(&p, "unity");
    p.partner.position = rw_v(1.0, 2.0, 3.0);
    p.partner.rotation = rw_q(0.1, 0.7, -0.2, 0.9);
    p.relative.position = rw_v(-0.5, 0.25, 2.0);
    p.relative.rotation = rw_q(0.4, -0.3, 0.2, 0.5);
    ck_assert_int_eq(align(&p), RW_OK);
    rw_pose wanted = rw_compose(rw_pose_of(p.partner.position, rw_quat_normalised(p.partner.rotation)),
                                rw_pose_of(p.relative.position, rw_quat_normalised(p.relative.rotation)));
    ck_near(rw_length(rw_sub(p.point.position, wanted.position)), 0.0, 1e-15);
    ck_near(fabs(rw_qdot(p.point.rotation, wanted.rotation)), 1.0, 1e-15);
    rw_pose back = rw_relative(rw_pose_of(p.partner.position, rw_quat_normalised(p.partner.rotation)),
                               rw_pose_of(p.point.position, p.point.rotation));
    ck_near(rw_length(rw_sub(back.position, p.relative.position)), 0.0, 1e-14);
}
END_TEST

static void check_signs(const rw_placement *p)
{
    for (int axis = 0; axis < 3; axis++) {
        double c = rw_component_of(p->position, axis);
        ck_assert(c != 0.0 || !signbit(c));
    }
}

START_TEST(align__no_minus_zero)
{
    static const rw_quat rotations[] = {{0.0, 0.0, 0.0, 1.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, -1.0, 0.0, -0.0},
                                        {-1.0, 0.0, -0.0, 0.0}, {0.0, 0.0, -1.0, -0.0}, {-0.0, -0.0, -0.0, -1.0}};
    for (size_t r = 0; r < sizeof rotations / sizeof rotations[0]; r++)
        for (unsigned bits = 0; bits < 64; bits++) {
            double zeros[6];
            for (unsigned n = 0; n < 6; n++)
                zeros[n] = (bits >> n & 1u) != 0 ? -0.0 : 0.0;
            pair p;
            set_pair(&p, "godot");
            p.partner.position = rw_v(zeros[0], zeros[1], zeros[2]);
            p.relative.position = rw_v(zeros[3], zeros[4], zeros[5]);
            p.partner.rotation = rotations[r];
            ck_assert_int_eq(align(&p), RW_OK);
            check_signs(&p.point);
        }
}
END_TEST

START_TEST(align__a_resolve_lands_there)
{
    fixture *f = fixture_phases(spaces[_i], 2.0, 1);
    pair p;
    set_pair(&p, spaces[_i]);
    p.partner.position = at(&p.space, 3.0, 1.0, 0.0);
    p.partner.has_yaw = true;
    p.partner.yaw = -70.0;
    p.relative.position = at(&p.space, 1.0, 0.2, 0.0);
    p.relative.has_yaw = true;
    p.relative.yaw = 180.0;
    ck_assert_int_eq(align(&p), RW_OK);
    f->job.targets = &p.point;
    fixture_must_resolve(f);
    rw_pose there = fixture_sample(f, f->answer.phases[0].elapsed_end).pose;
    ck_near(rw_length(rw_sub(there.position, p.point.position)), 0.0, 1e-15);
    ck_near(fabs(rw_qdot(there.rotation, p.point.rotation)), 1.0, 1e-15);
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("providers");
    TCase *tc = tcase_create("providers");
    tcase_add_test(tc, names__round_trip);
    tcase_add_loop_test(tc, align__refuses, 0, (int)(sizeof pair_spoils / sizeof pair_spoils[0]));
    tcase_add_test(tc, align__names_every_wrong_field_at_once);
    tcase_add_loop_test(tc, align__stands_before_the_partner_and_looks_at_it, 0, 5);
    tcase_add_test(tc, align__is_p_then_r_and_not_the_other_way_round);
    tcase_add_test(tc, align__no_minus_zero);
    tcase_add_loop_test(tc, align__a_resolve_lands_there, 0, 5);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
