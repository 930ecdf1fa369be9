/* Clips: what is refused, rebasing, sampling, motion, loops. */
#include "fixture.h"
#include "vec.h"

typedef struct spoil {
    const char *what;
    void (*change)(fixture *f);
    const char *field;
    rw_fault fault;
} spoil;

static const double nan_value = (double)NAN;

static void no_samples(fixture *f) { f->clip_desc.sample_count = 0; }
static void null_positions(fixture *f) { f->clip_desc.positions = NULL; }
static void nan_position(fixture *f) { f->positions[3].y = nan_value; }
static void far_position(fixture *f) { f->positions[3].z = 1.0000001e9; }
static void zero_rotation(fixture *f) { f->clip_desc.rotation_count = 31; f->rotations[2].w = 0.0; }
static void far_ahead(fixture *f) { f->positions[3].x = -1.0000001e9; }
static void long_rotation(fixture *f) { f->clip_desc.rotation_count = 31; f->rotations[2].w = 1e13; }
static void null_rotations(fixture *f) { f->clip_desc.rotation_count = 31; f->clip_desc.rotations = NULL; }
static void too_many_samples(fixture *f) { f->clip_desc.sample_count = RW_MAX_SAMPLES + 1; }
static void nan_rotation(fixture *f) { f->clip_desc.rotation_count = 31; f->rotations[2].x = nan_value; }
static void few_rotations(fixture *f) { f->clip_desc.rotation_count = 30; }
static void rate_zero(fixture *f) { f->clip_desc.frame_rate = 0.0; }
static void rate_negative(fixture *f) { f->clip_desc.frame_rate = -30.0; }
static void rate_nan(fixture *f) { f->clip_desc.frame_rate = nan_value; }
static void rate_infinite(fixture *f) { f->clip_desc.frame_rate = (double)INFINITY; }
static void window_before(fixture *f) { f->windows[0].start = -0.1; }
static void window_after(fixture *f) { f->windows[0].end = 1.001; }
static void window_starts_after(fixture *f) { f->windows[0].start = 1.5; f->windows[0].end = 1.6; }
static void window_reversed(fixture *f) { f->windows[0].start = 0.6; f->windows[0].end = 0.4; }
static void window_empty(fixture *f) { f->windows[0].start = 0.4; f->windows[0].end = 0.4; }
static void window_nan(fixture *f) { f->windows[0].end = nan_value; }
static void window_start_nan(fixture *f) { f->windows[0].start = nan_value; }
static void window_ends_before(fixture *f) { f->windows[0].end = -0.5; }
static void window_null_name(fixture *f) { f->windows[0].name = NULL; }
static void window_nameless(fixture *f) { f->windows[0].name = ""; }
static void too_many_windows(fixture *f) { f->clip_desc.window_count = RW_MAX_WINDOWS + 1; }
static void too_many_events(fixture *f) { f->clip_desc.event_count = RW_MAX_EVENTS + 1; }
static void event_nameless(fixture *f) { f->clip_desc.event_count = 1; f->events[0].name = ""; }
static void event_null_name(fixture *f) { f->clip_desc.event_count = 1; }
static void event_outside(fixture *f) { f->clip_desc.event_count = 1; f->events[0].name = "hit"; f->events[0].time = 1.1; }
static void event_negative(fixture *f) { f->clip_desc.event_count = 1; f->events[0].name = "hit"; f->events[0].time = -1e-9; }
static void event_nan(fixture *f) { f->clip_desc.event_count = 1; f->events[0].name = "hit"; f->events[0].time = nan_value; }
static void same_axes(fixture *f) { f->clip_desc.space.right = f->clip_desc.space.forward; }
static void opposite_axes(fixture *f) { f->clip_desc.space.up = RW_AXIS_NEGATIVE_X; }
static void no_unit(fixture *f) { f->clip_desc.space.metres_per_unit = 0.0; }
static void loop_span(fixture *f) { f->clip_desc.loop = true; f->windows[0].end = 40000.0; }

static void no_windows(fixture *f) { f->clip_desc.windows = NULL; }
static void no_events(fixture *f) { f->clip_desc.event_count = 1; f->clip_desc.events = NULL; }

static const spoil spoils[] = {
    {"windows not there", no_windows, "/windows", RW_FAULT_MISSING},
    {"events not there", no_events, "/events", RW_FAULT_MISSING},
    {"no samples", no_samples, "/root/positions", RW_FAULT_EMPTY},
    {"no positions", null_positions, "/root/positions", RW_FAULT_EMPTY},
    {"NaN position", nan_position, "/root/positions/3/1", RW_FAULT_NOT_FINITE},
    {"far position", far_position, "/root/positions/3/2", RW_FAULT_OUT_OF_RANGE},
    {"zero rotation", zero_rotation, "/root/rotations/2", RW_FAULT_ZERO_QUATERNION},
    {"far ahead", far_ahead, "/root/positions/3/0", RW_FAULT_OUT_OF_RANGE},
    {"too many samples", too_many_samples, "/root/positions", RW_FAULT_TOO_MANY},
    {"rotation too long", long_rotation, "/root/rotations/2", RW_FAULT_OUT_OF_RANGE},
    {"rotations not there", null_rotations, "/root/rotations", RW_FAULT_COUNT_MISMATCH},
    {"NaN rotation", nan_rotation, "/root/rotations/2", RW_FAULT_NOT_FINITE},
    {"too few rotations", few_rotations, "/root/rotations", RW_FAULT_COUNT_MISMATCH},
    {"frame rate 0", rate_zero, "/frame_rate", RW_FAULT_OUT_OF_RANGE},
    {"frame rate negative", rate_negative, "/frame_rate", RW_FAULT_OUT_OF_RANGE},
    {"frame rate NaN", rate_nan, "/frame_rate", RW_FAULT_NOT_FINITE},
    {"frame rate infinite", rate_infinite, "/frame_rate", RW_FAULT_NOT_FINITE},
    {"window before the clip", window_before, "/windows/0/start", RW_FAULT_OUTSIDE_CLIP},
    {"window after the clip", window_after, "/windows/0/end", RW_FAULT_OUTSIDE_CLIP},
    {"window starts after", window_starts_after, "/windows/0/start", RW_FAULT_OUTSIDE_CLIP},
    {"window reversed", window_reversed, "/windows/0/end", RW_FAULT_REVERSED},
    {"window empty", window_empty, "/windows/0/end", RW_FAULT_EMPTY},
    {"window NaN", window_nan, "/windows/0/end", RW_FAULT_NOT_FINITE},
    {"window starts at NaN", window_start_nan, "/windows/0/start", RW_FAULT_NOT_FINITE},
    {"window ends before the clip", window_ends_before, "/windows/0/end", RW_FAULT_OUTSIDE_CLIP},
    {"window with the name NULL", window_null_name, "/windows/0/name", RW_FAULT_EMPTY},
    {"window without a name", window_nameless, "/windows/0/name", RW_FAULT_EMPTY},
    {"too many windows", too_many_windows, "/windows", RW_FAULT_TOO_MANY},
    {"too many events", too_many_events, "/events", RW_FAULT_TOO_MANY},
    {"event without a name", event_nameless, "/events/0/name", RW_FAULT_EMPTY},
    {"event with the name NULL", event_null_name, "/events/0/name", RW_FAULT_EMPTY},
    {"event after the clip", event_outside, "/events/0/time", RW_FAULT_OUTSIDE_CLIP},
    {"event before the clip", event_negative, "/events/0/time", RW_FAULT_OUTSIDE_CLIP},
    {"event NaN", event_nan, "/events/0/time", RW_FAULT_NOT_FINITE},
    {"two axes the same", same_axes, "/space/right", RW_FAULT_NOT_ORTHOGONAL},
    {"two axes opposite", opposite_axes, "/space/up", RW_FAULT_NOT_ORTHOGONAL},
    {"no unit", no_unit, "/space/metres_per_unit", RW_FAULT_OUT_OF_RANGE},
    {"a window of too many samples", loop_span, "/windows/0/end", RW_FAULT_OUT_OF_RANGE},
};

START_TEST(compile__refuses)
{
    const spoil *s = &spoils[_i];
    fixture *f = fixture_lunge("unreal", 500.0);
    s->change(f);
    ck_assert_msg(fixture_compile_clip(f) == RW_INVALID, "%s", s->what);
    ck_assert_ptr_null(f->clip);
    ck_assert_msg(fixture_reported(f, s->field, s->fault), "%s: %s %s", s->what, f->items[0].field,
                  rw_fault_name(f->items[0].fault));
    free(f);
}
END_TEST

START_TEST(compile__names_every_wrong_field_at_once)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    rate_zero(f);
    nan_position(f);
    same_axes(f);
    ck_assert_int_eq(fixture_compile_clip(f), RW_INVALID);
    ck_assert_uint_eq(f->diagnostics.count, 3);
    window_reversed(f);
    event_negative(f);
    few_rotations(f);
    f->rotations[2].w = 0.0;
    ck_assert_int_eq(fixture_compile_clip(f), RW_INVALID);
    ck_assert(fixture_reported(f, "/windows/0/end", RW_FAULT_REVERSED));
    ck_assert(fixture_reported(f, "/events/0/time", RW_FAULT_OUTSIDE_CLIP));
    ck_assert(fixture_reported(f, "/root/rotations", RW_FAULT_COUNT_MISMATCH));
    ck_assert(fixture_reported(f, "/root/rotations/2", RW_FAULT_ZERO_QUATERNION));
    ck_assert_uint_eq(f->diagnostics.count, 7);
    f->diagnostics.capacity = 1; /* more than there is room for are counted */
    ck_assert_int_eq(fixture_compile_clip(f), RW_INVALID);
    ck_assert_uint_eq(f->diagnostics.count, 7);
    ck_assert_int_eq(rw_clip_compile(&f->clip_desc, f->clip_memory, sizeof f->clip_memory, &f->clip, NULL), RW_INVALID);
    free(f);
}
END_TEST

START_TEST(compile__wants_enough_memory)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    size_t size = rw_clip_size(&f->clip_desc);
    ck_assert_int_eq(rw_clip_compile(&f->clip_desc, f->clip_memory, size - 1, &f->clip, NULL), RW_CAPACITY);
    ck_assert_int_eq(rw_clip_compile(&f->clip_desc, NULL, size, &f->clip, NULL), RW_CAPACITY);
    ck_assert_ptr_null(f->clip);
    ck_assert_int_eq(rw_clip_compile(&f->clip_desc, f->clip_memory, size, &f->clip, NULL), RW_OK);
    free(f);
}
END_TEST

START_TEST(compile__clamps_window_ends_a_hair_past_the_clip)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->windows[0].end = 1.0 + 0.99e-4;
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    ck_assert_double_eq(rw_clip_window(f->clip, 0).end, 1.0);
    free(f);
}
END_TEST

START_TEST(compile__normalised_times_are_fractions)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->clip_desc.sample_count = 61;
    f->clip_desc.times_normalised = true;
    f->windows[0].start = 0.25;
    f->windows[0].end = 1.0;
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    ck_assert_double_eq(rw_clip_window(f->clip, 0).start, 0.5);
    ck_assert_double_eq(rw_clip_window(f->clip, 0).end, 2.0);
    free(f);
}
END_TEST

START_TEST(rebase__takes_out_place_yaw_and_tilt_of_the_first_sample)
{
    fixture *plain = fixture_lunge("unity", 2.0);
    fixture *moved = fixture_lunge("unity", 2.0);
    rw_quat yaw = rw_space_yaw(&moved->clip_desc.space, 70.0);
    rw_quat tilt = {0.2, 0.0, 0.1, 0.9};
    moved->clip_desc.rotation_count = plain->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++) {
        rw_quat turn = rw_space_yaw(&moved->clip_desc.space, 3.0 * (double)i);
        plain->rotations[i] = turn;
        moved->rotations[i] = rw_qmul(rw_qmul(yaw, turn), tilt);
        moved->positions[i] = rw_add(rw_v(5.0, -3.0, 11.0), rw_rotate(yaw, plain->positions[i]));
    }
    ck_assert_int_eq(fixture_compile_clip(plain), RW_OK);
    ck_assert_int_eq(fixture_compile_clip(moved), RW_OK);
    for (double t = 0.0; t <= 1.0; t += 0.043) {
        rw_pose a = rw_clip_sample(plain->clip, t);
        rw_pose b = rw_clip_sample(moved->clip, t);
        ck_near(rw_length(rw_sub(a.position, b.position)), 0.0, 1e-12);
        ck_near(fabs(rw_qdot(a.rotation, b.rotation)), 1.0, 1e-12);
    }
    rw_pose first = rw_clip_sample(moved->clip, 0.0);
    ck_assert(first.position.x == 0.0 && first.position.y == 0.0 && first.position.z == 0.0);
    ck_assert(first.rotation.w == 1.0 && first.rotation.x == 0.0);
    rw_clip_info info;
    rw_clip_describe(moved->clip, &info);
    ck_assert_double_gt(info.tilt, 20.0);
    ck_near(info.yaw, 90.0, 1e-9);
    ck_near(info.travel, 2.0, 1e-12);
    free(plain);
    free(moved);
}
END_TEST

START_TEST(yaw__a_spin_is_unwrapped)
{
    fixture *f = fixture_lunge("godot", 1.0);
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, -24.0 * (double)i);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    rw_clip_info info;
    rw_clip_describe(f->clip, &info);
    ck_near(info.yaw, -720.0, 1e-9);
    free(f);
}
END_TEST

START_TEST(sample__is_linear_between_samples_and_clamped_outside)
{
    fixture *f = fixture_lunge("unreal", 300.0);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    ck_near(rw_clip_sample(f->clip, 0.05).position.x, 15.0, 1e-12);
    ck_assert_double_eq(rw_clip_sample(f->clip, -1.0).position.x, 0.0);
    ck_assert_double_eq(rw_clip_sample(f->clip, 7.0).position.x, 300.0);
    free(f);
}
END_TEST

START_TEST(sample__one_sample_has_no_motion)
{
    fixture *f = fixture_lunge("unreal", 300.0);
    f->clip_desc.sample_count = 1;
    f->clip_desc.window_count = 0;
    for (int loop = 0; loop < 2; loop++) {
        f->clip_desc.loop = loop == 1;
        ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
        rw_pose d = rw_clip_motion(f->clip, 0.0, 3.0, 1.0);
        ck_assert(d.position.x == 0.0 && d.rotation.w == 1.0);
    }
    free(f);
}
END_TEST

START_TEST(motion__back_undoes_forth)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, 5.0 * (double)i);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    rw_pose both = rw_compose(rw_clip_motion(f->clip, 0.2, 0.77, 1.0), rw_clip_motion(f->clip, 0.77, 0.2, 1.0));
    ck_near(rw_length(both.position), 0.0, 1e-14);
    ck_near(fabs(both.rotation.w), 1.0, 1e-14);
    free(f);
}
END_TEST

START_TEST(loop__motion_accumulates_as_if_composed_one_by_one)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->clip_desc.loop = true;
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, 1.3 * (double)i);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    rw_pose whole = rw_clip_motion(f->clip, 0.0, 1.0, 1.0);
    rw_pose one_by_one = rw_pose_identity();
    for (int n = 1; n <= 300; n++) {
        one_by_one = rw_compose(one_by_one, whole);
        rw_pose direct = rw_clip_sample(f->clip, (double)n);
        ck_near(rw_length(rw_sub(direct.position, one_by_one.position)), 0.0, 1e-11);
    }
    /* Half an hour in, the motion of a tenth of a second is that of the first loop. */
    rw_pose late = rw_clip_motion(f->clip, 1800.25, 1800.35, 1.0);
    rw_pose early = rw_clip_motion(f->clip, 0.25, 0.35, 1.0);
    ck_near(rw_length(rw_sub(late.position, early.position)), 0.0, 1e-11);
    free(f);
}
END_TEST

/* What is refused for its counts has no size, either. */
START_TEST(size__of_a_clip_that_is_too_large_is_none)
{
    static void (*const changes[])(fixture *) = {no_samples, too_many_samples, too_many_windows, too_many_events};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        fixture *f = fixture_lunge("unreal", 500.0);
        ck_assert_uint_gt(rw_clip_size(&f->clip_desc), 31 * sizeof(rw_vec3));
        changes[i](f);
        ck_assert_uint_eq(rw_clip_size(&f->clip_desc), 0);
        free(f);
    }
}
END_TEST

START_TEST(rotation__any_component_that_is_not_finite_is_named)
{
    for (int i = 0; i < 4; i++) {
        fixture *f = fixture_lunge("unreal", 500.0);
        rw_quat q = rw_q(i == 0 ? nan_value : 0.0, i == 1 ? nan_value : 0.0, i == 2 ? nan_value : 0.0, i == 3 ? nan_value : 1.0);
        f->clip_desc.rotation_count = 31;
        f->rotations[7] = q;
        ck_assert_int_eq(fixture_compile_clip(f), RW_INVALID);
        ck_assert(fixture_reported(f, "/root/rotations/7", RW_FAULT_NOT_FINITE));
        free(f);
    }
}
END_TEST

/* Upside down there is no yaw to see: the whole turn is tilt. */
START_TEST(rebase__of_a_first_sample_upside_down)
{
    fixture *f = fixture_lunge("unity", 3.0);
    rw_clip_info info;
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_q(1.0, 0.0, 0.0, 0.0);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    rw_clip_describe(f->clip, &info);
    ck_near(info.tilt, 180.0, 1e-12);
    ck_near(info.yaw, 0.0, 1e-12);
    ck_near(rw_clip_sample(f->clip, 1.0).position.z, 3.0, 1e-12);
    ck_near(rw_clip_sample(f->clip, 1.0).rotation.w, 1.0, 1e-15);
    free(f);
}
END_TEST

START_TEST(event__is_clamped_to_the_end)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->clip_desc.event_count = 1;
    f->events[0].name = "hit";
    f->events[0].time = 1.00009;
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    ck_assert_str_eq(rw_clip_event(f->clip, 0).name, "hit");
    ck_assert_double_eq(rw_clip_event(f->clip, 0).time, 1.0);
    free(f);
}
END_TEST

START_TEST(loop__a_million_loops_cost_twenty_and_stay_exact)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->clip_desc.loop = true;
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    ck_near(rw_clip_sample(f->clip, 1e6).position.x, 5e8, 1e-6);
    ck_near(rw_clip_sample(f->clip, 2e6).position.x, 5e8, 1e-6); /* clamped */
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clip");
    TCase *tc = tcase_create("clip");
    tcase_add_loop_test(tc, compile__refuses, 0, (int)(sizeof spoils / sizeof spoils[0]));
    tcase_add_test(tc, compile__names_every_wrong_field_at_once);
    tcase_add_test(tc, compile__wants_enough_memory);
    tcase_add_test(tc, size__of_a_clip_that_is_too_large_is_none);
    tcase_add_test(tc, rotation__any_component_that_is_not_finite_is_named);
    tcase_add_test(tc, rebase__of_a_first_sample_upside_down);
    tcase_add_test(tc, event__is_clamped_to_the_end);
    tcase_add_test(tc, compile__clamps_window_ends_a_hair_past_the_clip);
    tcase_add_test(tc, compile__normalised_times_are_fractions);
    tcase_add_test(tc, rebase__takes_out_place_yaw_and_tilt_of_the_first_sample);
    tcase_add_test(tc, yaw__a_spin_is_unwrapped);
    tcase_add_test(tc, sample__is_linear_between_samples_and_clamped_outside);
    tcase_add_test(tc, sample__one_sample_has_no_motion);
    tcase_add_test(tc, motion__back_undoes_forth);
    tcase_add_test(tc, loop__motion_accumulates_as_if_composed_one_by_one);
    tcase_add_test(tc, loop__a_million_loops_cost_twenty_and_stay_exact);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
