/* Profiles: what is refused, defaults, names. */
#include "fixture.h"

typedef struct spoil {
    const char *what;
    void (*change)(fixture *f);
    const char *field;
    rw_fault fault;
} spoil;

static const double nan_value = (double)NAN;

static void unknown_window(fixture *f) { f->profile_desc.window = "atack"; }
static void no_window(fixture *f) { f->profile_desc.window = NULL; }
static void band_zero(fixture *f) { f->profile_desc.scale_band.min = 0.0; }
static void band_negative(fixture *f) { f->profile_desc.scale_band.min = -0.3; }
static void band_reversed(fixture *f) { f->profile_desc.scale_band.min = 1.4; }
static void band_nan(fixture *f) { f->profile_desc.scale_band.max = nan_value; }
static void offset_nan(fixture *f) { f->profile_desc.contact_offset = nan_value; }
static void offset_far(fixture *f) { f->profile_desc.contact_offset = -2e9; }
static void rate_zero(fixture *f) { f->profile_desc.has_rate = true; f->profile_desc.rate.min = 0.0; }
static void rate_reversed(fixture *f) { f->profile_desc.has_rate = true; f->profile_desc.rate.min = 2.0; }
static void cap_zero(fixture *f) { f->profile_desc.turn_cap = 0.0; }
static void cap_nan(fixture *f) { f->profile_desc.turn_cap = nan_value; }
static void speed_negative(fixture *f) { f->profile_desc.max_speed = -1.0; }
static void angle_wide(fixture *f) { f->profile_desc.conditions.max_angle = 181.0; }
static void distance_negative(fixture *f) { f->profile_desc.conditions.min_distance = -1.0; }
static void distance_reversed(fixture *f) { f->profile_desc.conditions.min_distance = 5.0; f->profile_desc.conditions.max_distance = 4.0; }
static void distance_nan(fixture *f) { f->profile_desc.conditions.max_distance = nan_value; }
static void empty_window(fixture *f) { f->profile_desc.window = ""; }
static void height_nan(fixture *f) { f->profile_desc.conditions.max_height = nan_value; }
static void full_and_vertical(fixture *f) { f->profile_desc.plane = RW_PLANE_FULL; f->profile_desc.vertical = RW_VERTICAL_TARGET; }

static void no_kind(fixture *f) { f->profile_desc.kind = (rw_profile_kind)7; }
static void no_method(fixture *f) { f->profile_desc.method = (rw_method)5; }
static void no_plane(fixture *f) { f->profile_desc.plane = (rw_plane)-1; }

static const spoil reach_spoils[] = {
    {"unknown kind", no_kind, "/kind", RW_FAULT_OUT_OF_RANGE},
    {"unknown method", no_method, "/method", RW_FAULT_OUT_OF_RANGE},
    {"unknown plane", no_plane, "/plane", RW_FAULT_OUT_OF_RANGE},
    {"unknown window", unknown_window, "/window", RW_FAULT_UNKNOWN_NAME},
    {"window without a name", empty_window, "/window", RW_FAULT_EMPTY},
    {"max distance NaN", distance_nan, "/conditions/max_distance", RW_FAULT_NOT_FINITE},
    {"no window", no_window, "/window", RW_FAULT_EMPTY},
    {"band from 0", band_zero, "/scale_band/min", RW_FAULT_OUT_OF_RANGE},
    {"band negative", band_negative, "/scale_band/min", RW_FAULT_OUT_OF_RANGE},
    {"band reversed", band_reversed, "/scale_band/max", RW_FAULT_REVERSED},
    {"band NaN", band_nan, "/scale_band/max", RW_FAULT_NOT_FINITE},
    {"offset NaN", offset_nan, "/contact_offset", RW_FAULT_NOT_FINITE},
    {"offset far", offset_far, "/contact_offset", RW_FAULT_OUT_OF_RANGE},
    {"rate 0", rate_zero, "/rate/min", RW_FAULT_OUT_OF_RANGE},
    {"rate reversed", rate_reversed, "/rate/max", RW_FAULT_REVERSED},
    {"turn cap 0", cap_zero, "/turn_cap", RW_FAULT_OUT_OF_RANGE},
    {"turn cap NaN", cap_nan, "/turn_cap", RW_FAULT_NOT_FINITE},
    {"max speed negative", speed_negative, "/max_speed", RW_FAULT_OUT_OF_RANGE},
    {"max angle over 180", angle_wide, "/conditions/max_angle", RW_FAULT_OUT_OF_RANGE},
    {"min distance negative", distance_negative, "/conditions/min_distance", RW_FAULT_OUT_OF_RANGE},
    {"distances reversed", distance_reversed, "/conditions/max_distance", RW_FAULT_REVERSED},
    {"max height NaN", height_nan, "/conditions/max_height", RW_FAULT_NOT_FINITE},
    {"plane full with vertical", full_and_vertical, "/vertical", RW_FAULT_NOT_ALLOWED},
};

static void no_phases(fixture *f) { f->profile_desc.phase_count = 0; }
static void many_phases(fixture *f) { f->profile_desc.phase_count = RW_MAX_PHASES + 1; }
static void null_phases(fixture *f) { f->profile_desc.phases = NULL; }
static void scale_and_linear(fixture *f) { f->phases[0].method = RW_METHOD_SCALE; f->phases[0].axes[2].linear = true; }
static void scale_and_still(fixture *f) { f->phases[0].method = RW_METHOD_SCALE; f->phases[0].axes[0].animate = false; }
static void overlapping(fixture *f) { f->phases[1].start = 0.2; }
static void out_of_order(fixture *f) { rw_phase_desc p = f->phases[0]; f->phases[0] = f->phases[1]; f->phases[1] = p; }
static void outside(fixture *f) { f->phases[2].end = 1.2; }
static void reversed(fixture *f) { f->phases[1].end = 0.1; }
static void empty(fixture *f) { f->phases[1].end = f->phases[1].start; }
static void offset_rotation_zero(fixture *f) { f->phases[1].rotation_offset.w = 0.0; }
static void offset_translation_nan(fixture *f) { f->phases[1].translation_offset.z = nan_value; }
static void phase_rate(fixture *f) { f->phases[1].has_rate = true; f->phases[1].rate.max = 0.5; }
static void phase_cap(fixture *f) { f->phases[1].turn_cap = -1.0; }
static void anchor_nan(fixture *f) { f->phases[1].has_anchor = true; f->phases[1].anchor.x = nan_value; }
static void land_early(fixture *f) { f->phases[1].land = RW_LAND_CLIP; }
static void land_and_anchor(fixture *f) { f->phases[2].land = RW_LAND_CLIP; f->phases[2].has_anchor = true; }
static void scale_and_axes(fixture *f) { f->phases[0].method = RW_METHOD_SCALE; f->phases[0].axes[1].warp = false; }

static void phase_turn(fixture *f) { f->phases[1].turn = (rw_turn)9; }
static void phase_land(fixture *f) { f->phases[2].land = (rw_land)2; }

static const spoil phase_spoils[] = {
    {"unknown kind", no_kind, "/kind", RW_FAULT_OUT_OF_RANGE},
    {"unknown turn", phase_turn, "/phases/1/turn", RW_FAULT_OUT_OF_RANGE},
    {"unknown landing", phase_land, "/phases/2/land", RW_FAULT_OUT_OF_RANGE},
    {"no phases", no_phases, "/phases", RW_FAULT_EMPTY},
    {"phases not there", null_phases, "/phases", RW_FAULT_EMPTY},
    {"scale with a linear axis", scale_and_linear, "/phases/0/axes", RW_FAULT_NOT_ALLOWED},
    {"scale with an axis that stands", scale_and_still, "/phases/0/axes", RW_FAULT_NOT_ALLOWED},
    {"too many phases", many_phases, "/phases", RW_FAULT_TOO_MANY},
    {"overlapping", overlapping, "/phases/1/start", RW_FAULT_OVERLAPPING},
    {"out of order", out_of_order, "/phases/1/start", RW_FAULT_OVERLAPPING},
    {"outside the clip", outside, "/phases/2/end", RW_FAULT_OUTSIDE_CLIP},
    {"reversed", reversed, "/phases/1/end", RW_FAULT_REVERSED},
    {"empty", empty, "/phases/1/end", RW_FAULT_EMPTY},
    {"zero rotation offset", offset_rotation_zero, "/phases/1/rotation_offset", RW_FAULT_ZERO_QUATERNION},
    {"NaN translation offset", offset_translation_nan, "/phases/1/translation_offset/2", RW_FAULT_NOT_FINITE},
    {"rate reversed", phase_rate, "/phases/1/rate/max", RW_FAULT_REVERSED},
    {"turn cap negative", phase_cap, "/phases/1/turn_cap", RW_FAULT_OUT_OF_RANGE},
    {"anchor NaN", anchor_nan, "/phases/1/anchor/0", RW_FAULT_NOT_FINITE},
    {"land clip before the last", land_early, "/phases/1/land", RW_FAULT_NOT_ALLOWED},
    {"land clip with anchor", land_and_anchor, "/phases/2/anchor", RW_FAULT_NOT_ALLOWED},
    {"scale with switches", scale_and_axes, "/phases/0/axes", RW_FAULT_NOT_ALLOWED},
};

static void check_refused(fixture *f, const spoil *s)
{
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    const rw_profile *before = f->profile;
    s->change(f);
    ck_assert_msg(fixture_compile(f) == RW_INVALID, "%s", s->what);
    ck_assert_ptr_eq(f->profile, before);
    ck_assert_msg(fixture_reported(f, s->field, s->fault), "%s: %s %s", s->what, f->items[0].field,
                  rw_fault_name(f->items[0].fault));
    free(f);
}

START_TEST(compile__refuses_reach)
{
    check_refused(fixture_lunge("unreal", 500.0), &reach_spoils[_i]);
}
END_TEST

START_TEST(compile__refuses_phases)
{
    check_refused(fixture_phases("unity", 3.0, 3), &phase_spoils[_i]);
}
END_TEST

START_TEST(compile__wants_enough_memory)
{
    fixture *f = fixture_phases("unity", 3.0, 3);
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    size_t size = rw_profile_size(&f->profile_desc, f->clip);
    ck_assert_int_eq(rw_profile_compile(&f->profile_desc, f->clip, f->profile_memory, size - 1, &f->profile, NULL),
                     RW_CAPACITY);
    ck_assert_int_eq(rw_profile_compile(&f->profile_desc, f->clip, NULL, size, &f->profile, NULL), RW_CAPACITY);
    ck_assert_int_eq(rw_profile_compile(&f->profile_desc, f->clip, f->profile_memory, size, &f->profile, NULL), RW_OK);
    ck_assert_uint_eq(rw_profile_phase_count(f->profile), 3);
    ck_assert_uint_eq(rw_profile_window_count(f->profile), 0);
    ck_assert_int_eq(rw_profile_kind_of(f->profile), RW_PROFILE_PHASES);
    ck_assert_ptr_eq(rw_profile_clip(f->profile), f->clip);
    free(f);
}
END_TEST

/* What is refused for want of windows, or for too many phases, asks for no memory for them. */
START_TEST(size__of_what_is_refused_is_that_of_nothing)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    ck_assert_int_eq(fixture_compile_clip(f), RW_OK);
    const size_t whole = rw_profile_size(&f->profile_desc, f->clip);
    no_window(f);
    const size_t nothing = rw_profile_size(&f->profile_desc, f->clip);
    ck_assert_uint_lt(nothing, whole);
    f->profile_desc.kind = RW_PROFILE_PHASES;
    many_phases(f);
    ck_assert_uint_eq(rw_profile_size(&f->profile_desc, f->clip), nothing);
    free(f);
}
END_TEST

START_TEST(check__without_a_clip_finds_what_the_profile_says_of_itself)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    unknown_window(f);
    ck_assert_int_eq(rw_profile_check(&f->profile_desc, NULL, &f->diagnostics), RW_OK);
    band_reversed(f);
    ck_assert_int_eq(rw_profile_check(&f->profile_desc, NULL, &f->diagnostics), RW_INVALID);
    ck_assert(fixture_reported(f, "/scale_band/max", RW_FAULT_REVERSED));
    free(f);
    f = fixture_phases("unity", 3.0, 3);
    outside(f);
    ck_assert_int_eq(rw_profile_check(&f->profile_desc, NULL, &f->diagnostics), RW_OK);
    overlapping(f);
    ck_assert_int_eq(rw_profile_check(&f->profile_desc, NULL, &f->diagnostics), RW_INVALID);
    ck_assert(fixture_reported(f, "/phases/1/start", RW_FAULT_OVERLAPPING));
    free(f);
}
END_TEST

START_TEST(compile__takes_normalised_phase_times)
{
    fixture *f = fixture_phases("unity", 3.0, 2);
    f->clip_desc.sample_count = 61; /* 2 s */
    f->profile_desc.times_normalised = true;
    fixture_must_resolve(f);
    ck_near(f->answer.phases[0].elapsed_end, 1.0, 1e-12);
    ck_near(f->answer.phases[1].elapsed_end, 2.0, 1e-12);
    free(f);
}
END_TEST

START_TEST(names__round_trip)
{
    for (int i = 0; i < 5; i++) {
        rw_method m;
        ck_assert(rw_method_parse(rw_method_name((rw_method)i), &m));
        ck_assert_int_eq((int)m, i);
    }
    for (int i = 0; i < 17; i++) {
        rw_easing e;
        ck_assert(rw_easing_parse(rw_easing_name((rw_easing)i), &e));
        ck_assert_int_eq((int)e, i);
    }
    for (int i = 0; i < 3; i++) {
        rw_rotation r;
        ck_assert(rw_rotation_parse(rw_rotation_name((rw_rotation)i), &r));
        ck_assert_int_eq((int)r, i);
    }
    for (int i = 0; i < 2; i++) {
        rw_turn t;
        ck_assert(rw_turn_parse(rw_turn_name((rw_turn)i), &t));
        ck_assert_int_eq((int)t, i);
    }
    rw_method m;
    rw_easing e;
    rw_rotation r;
    rw_turn t;
    ck_assert(!rw_method_parse("skewed", &m) && !rw_method_parse(NULL, &m));
    ck_assert(!rw_easing_parse("elastic_in", &e) && !rw_rotation_parse("", &r) && !rw_turn_parse("lerp", &t));
    ck_assert_str_eq(rw_method_name((rw_method)5), "?");
    ck_assert_str_eq(rw_easing_name((rw_easing)17), "?");
    ck_assert_str_eq(rw_fault_name(RW_FAULT_NOT_ORTHOGONAL), "not_orthogonal");
    ck_assert_str_eq(rw_fault_name((rw_fault)99), "unknown");
    ck_assert_str_eq(rw_verdict_name(RW_VERDICT_IN_BAND), "in_band");
    ck_assert_str_eq(rw_version(), RW_VERSION);
    ck_assert_int_eq(rw_solver_version(), RW_SOLVER_VERSION);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile");
    TCase *tc = tcase_create("profile");
    tcase_add_loop_test(tc, compile__refuses_reach, 0, (int)(sizeof reach_spoils / sizeof reach_spoils[0]));
    tcase_add_loop_test(tc, compile__refuses_phases, 0, (int)(sizeof phase_spoils / sizeof phase_spoils[0]));
    tcase_add_test(tc, compile__wants_enough_memory);
    tcase_add_test(tc, size__of_what_is_refused_is_that_of_nothing);
    tcase_add_test(tc, check__without_a_clip_finds_what_the_profile_says_of_itself);
    tcase_add_test(tc, compile__takes_normalised_phase_times);
    tcase_add_test(tc, names__round_trip);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
