/* Spaces: presets, names, yaw, conversion. */
#include "fixture.h"
#include "rotation.h"

typedef struct preset {
    const char *name;
    const char *forward, *right, *up;
    double metres_per_unit;
} preset;

static const preset presets[] = {{"unreal", "+X", "+Y", "+Z", 0.01},
                                 {"unity", "+Z", "+X", "+Y", 1.0},
                                 {"godot", "-Z", "+X", "+Y", 1.0},
                                 {"gltf", "+Z", "-X", "+Y", 1.0},
                                 {"blender", "-Y", "-X", "+Z", 1.0}};

START_TEST(preset__has_its_axes)
{
    const preset *p = &presets[_i];
    const rw_space *space = rw_space_preset(p->name);
    ck_assert_ptr_nonnull(space);
    ck_assert_str_eq(rw_axis_name(space->forward), p->forward);
    ck_assert_str_eq(rw_axis_name(space->right), p->right);
    ck_assert_str_eq(rw_axis_name(space->up), p->up);
    ck_assert_double_eq(space->metres_per_unit, p->metres_per_unit);
    ck_assert_str_eq(rw_space_name(space), p->name);
    ck_assert_str_eq(rw_space_preset_name((size_t)_i), p->name);
    ck_assert_int_eq(rw_space_validate(space, "", NULL), RW_OK);
}
END_TEST

START_TEST(preset__unknown_names_give_nothing)
{
    ck_assert_ptr_null(rw_space_preset("Unreal"));
    ck_assert_ptr_null(rw_space_preset(""));
    ck_assert_ptr_null(rw_space_preset(NULL));
    ck_assert_ptr_null(rw_space_preset_name(5));
    rw_space odd = *rw_space_preset("unreal");
    odd.metres_per_unit = 0.02;
    ck_assert_ptr_null(rw_space_name(&odd));
    ck_assert_str_eq(rw_axis_name((rw_axis)6), "?");
}
END_TEST

START_TEST(axis__parse)
{
    const char *const good[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z", "x", "-y", "Z"};
    const rw_axis want[] = {RW_AXIS_POSITIVE_X, RW_AXIS_NEGATIVE_X, RW_AXIS_POSITIVE_Y, RW_AXIS_NEGATIVE_Y,
                            RW_AXIS_POSITIVE_Z, RW_AXIS_NEGATIVE_Z, RW_AXIS_POSITIVE_X, RW_AXIS_NEGATIVE_Y,
                            RW_AXIS_POSITIVE_Z};
    const char *const bad[] = {"", "+", "W", "+XX", "X ", "++X", "[", "a", "{"};
    rw_axis axis;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert(rw_axis_parse(good[i], &axis));
        ck_assert_int_eq((int)axis, (int)want[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!rw_axis_parse(bad[i], &axis), "%s", bad[i]);
    ck_assert(!rw_axis_parse(NULL, &axis));
}
END_TEST

/* A field's name is cut where a diagnostic has no more room for it. */
START_TEST(validate__names_a_field_however_deep)
{
    const rw_space flat = {RW_AXIS_POSITIVE_X, (rw_axis)-1, (rw_axis)6, 1.0};
    char prefix[300];
    rw_diagnostic items[4];
    rw_diagnostics diagnostics = {.items = items, .capacity = 4};
    memset(prefix, 'x', sizeof prefix - 1);
    prefix[0] = '/';
    prefix[sizeof prefix - 1] = '\0';
    ck_assert_int_eq(rw_space_validate(&flat, prefix, &diagnostics), RW_INVALID);
    ck_assert_uint_eq(diagnostics.count, 2);
    ck_assert_uint_eq(strlen(items[0].field), sizeof items[0].field - 1);
    ck_assert_int_eq(strncmp(items[0].field, prefix, sizeof items[0].field - 1), 0);
}
END_TEST

START_TEST(yaw__turns_from_forward_towards_up_cross_forward)
{
    const rw_space *space = rw_space_preset(presets[_i].name);
    rw_vec3 forward = rw_space_forward(space);
    rw_vec3 up = rw_space_up(space);
    rw_vec3 turned = rw_rotate(rw_space_yaw(space, 90.0), forward);
    ck_near(rw_length(rw_sub(turned, rw_cross(up, forward))), 0.0, 1e-15);
    for (double degrees = -179.0; degrees <= 180.0; degrees += 0.5) {
        rw_quat q = rw_space_yaw(space, degrees);
        ck_near(rw_space_yaw_of(space, q), degrees, 1e-12);
        rw_vec3 faced = rw_rotate(q, forward);
        rw_quat again = rw_quat_face(rw_dot(faced, forward), rw_dot(faced, rw_cross(up, forward)), up);
        ck_near(fabs(rw_qdot(q, again)), 1.0, 1e-15);
    }
}
END_TEST

START_TEST(convert__maps_forward_right_up_and_scales)
{
    const rw_space *from = rw_space_preset(presets[_i / 5].name);
    const rw_space *to = rw_space_preset(presets[_i % 5].name);
    double ratio = from->metres_per_unit / to->metres_per_unit;
    rw_vec3 v = rw_space_convert_vector(from, to, rw_space_forward(from));
    ck_near(rw_length(rw_sub(v, rw_mul(rw_space_forward(to), ratio))), 0.0, 1e-12);
    v = rw_space_convert_vector(from, to, rw_space_right(from));
    ck_near(rw_length(rw_sub(v, rw_mul(rw_space_right(to), ratio))), 0.0, 1e-12);
    v = rw_space_convert_vector(from, to, rw_space_up(from));
    ck_near(rw_length(rw_sub(v, rw_mul(rw_space_up(to), ratio))), 0.0, 1e-12);
    ck_near(rw_space_convert_length(from, to, 3.0), 3.0 * ratio, 1e-12);
}
END_TEST

START_TEST(convert__rotates_then_converts_as_it_converts_then_rotates)
{
    const rw_space *from = rw_space_preset(presets[_i / 5].name);
    const rw_space *to = rw_space_preset(presets[_i % 5].name);
    rw_quat q = rw_quat_normalised(rw_q(0.3, -0.2, 0.6, 0.7));
    rw_vec3 v = {1.0, -2.0, 0.5};
    rw_vec3 a = rw_space_convert_vector(from, to, rw_rotate(q, v));
    rw_vec3 b = rw_rotate(rw_space_convert_rotation(from, to, q), rw_space_convert_vector(from, to, v));
    ck_near(rw_length(rw_sub(a, b)), 0.0, 1e-13 * (1.0 + rw_length(a)));
    rw_pose there = rw_space_convert_pose(from, to, rw_pose_of(v, q));
    rw_pose back = rw_space_convert_pose(to, from, there);
    ck_near(rw_length(rw_sub(back.position, v)), 0.0, 1e-14);
    ck_near(fabs(rw_qdot(back.rotation, q)), 1.0, 1e-15);
}
END_TEST

START_TEST(slerp__half_a_turn_goes_the_positive_way)
{
    rw_vec3 up = {0.0, 1.0, 0.0};
    const rw_quat halves[] = {{0.0, 1.0, 0.0, 0.0}, {0.0, -1.0, 0.0, 0.0}, {0.0, -1.0, 0.0, 1e-17}, {0.0, 1.0, 0.0, -1e-12}};
    for (size_t i = 0; i < 4; i++) {
        rw_quat q = rw_quat_slerp(rw_quat_identity, halves[i], 0.5, up);
        ck_assert_double_gt(q.y * q.w, 0.4);
    }
    /* No component along up: the first that is not zero decides. */
    rw_quat a = rw_quat_slerp(rw_quat_identity, rw_q(-1.0, 0.0, 0.0, 0.0), 0.5, up);
    ck_assert_double_gt(a.x * a.w, 0.4);
    rw_quat b = rw_quat_slerp(rw_quat_identity, rw_q(0.0, 0.0, -1.0, 0.0), 0.5, up);
    ck_assert_double_gt(b.z * b.w, 0.4);
}
END_TEST

START_TEST(slerp__constant_speed_and_exact_ends)
{
    rw_vec3 up = {0.0, 0.0, 1.0};
    rw_quat a = rw_quat_normalised(rw_q(0.1, 0.7, -0.2, 0.4));
    rw_quat b = rw_quat_normalised(rw_q(-0.5, 0.2, 0.3, 0.9));
    double whole = rw_quat_angle(a, b);
    for (int i = 0; i <= 16; i++)
        ck_near(rw_quat_angle(a, rw_quat_slerp(a, b, i / 16.0, up)), whole * i / 16.0, 1e-14);
    rw_quat first = rw_quat_slerp(a, b, 0.0, up);
    ck_assert(memcmp(&first, &a, sizeof a) == 0);
    /* So close that an arc cosine would see no difference. */
    rw_quat near = rw_quat_normalised(rw_qmul(a, rw_q(0.0, 0.0, 1e-9, 1.0)));
    ck_near(rw_quat_angle(a, near), 2e-9, 1e-15);
}
END_TEST

START_TEST(canonical__one_of_q_and_minus_q)
{
    const rw_quat qs[] = {{0.0, 0.0, -1.0, 0.0}, {-0.6, 0.0, 0.0, -0.8}, {0.0, -0.6, 0.8, 0.0}, {-0.0, 0.0, -0.0, 1.0}};
    for (size_t i = 0; i < 4; i++) {
        rw_quat a = rw_quat_canonical(qs[i]);
        rw_quat b = rw_quat_canonical(rw_neg(qs[i]));
        ck_assert(memcmp(&a, &b, sizeof a) == 0);
        ck_assert(!signbit(a.x) || a.x != 0.0);
    }
    rw_quat q = {0.5, 0.5, 0.5, 0.5};
    rw_quat same = rw_quat_normalised(q);
    ck_assert(memcmp(&q, &same, sizeof q) == 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("space");
    TCase *tc = tcase_create("space");
    tcase_add_loop_test(tc, preset__has_its_axes, 0, 5);
    tcase_add_test(tc, preset__unknown_names_give_nothing);
    tcase_add_test(tc, axis__parse);
    tcase_add_test(tc, validate__names_a_field_however_deep);
    tcase_add_loop_test(tc, yaw__turns_from_forward_towards_up_cross_forward, 0, 5);
    tcase_add_loop_test(tc, convert__maps_forward_right_up_and_scales, 0, 25);
    tcase_add_loop_test(tc, convert__rotates_then_converts_as_it_converts_then_rotates, 0, 25);
    tcase_add_test(tc, slerp__half_a_turn_goes_the_positive_way);
    tcase_add_test(tc, slerp__constant_speed_and_exact_ends);
    tcase_add_test(tc, canonical__one_of_q_and_minus_q);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
