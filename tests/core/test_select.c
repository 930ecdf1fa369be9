/* Select and the reach table: their order, and that the table says what a resolve says. */
#include "../property/random_case.h"
#include "fixture.h"
#include "vec.h"

#include <stdio.h>

static const double nan_value = (double)NAN;

/* ---- validity of the reach table ---- */

typedef struct ask {
    fixture *f;
    double actor_radius, target_radius, scale;
} ask;

typedef struct spoil {
    const char *what;
    void (*change)(ask *a);
    const char *field;
    rw_fault fault;
} spoil;

static void phases_profile(ask *a)
{
    free(a->f);
    a->f = fixture_phases("unreal", 500.0, 2);
    ck_assert_int_eq(fixture_compile(a->f), RW_OK);
}

static void no_profile(ask *a) { a->f->profile = NULL; }
static void actor_radius_negative(ask *a) { a->actor_radius = -1e-9; }
static void actor_radius_nan(ask *a) { a->actor_radius = nan_value; }
static void actor_radius_far(ask *a) { a->actor_radius = 1.1e9; }
static void target_radius_negative(ask *a) { a->target_radius = -1.0; }
static void target_radius_infinite(ask *a) { a->target_radius = (double)INFINITY; }
static void scale_zero(ask *a) { a->scale = 0.0; }
static void scale_negative(ask *a) { a->scale = -1.0; }
static void scale_large(ask *a) { a->scale = 1.1e6; }
static void scale_nan(ask *a) { a->scale = nan_value; }

static const spoil spoils[] = {
    {"a phases profile", phases_profile, "/profile", RW_FAULT_NOT_ALLOWED},
    {"no profile", no_profile, "/profile", RW_FAULT_MISSING},
    {"actor radius negative", actor_radius_negative, "/actor_radius", RW_FAULT_OUT_OF_RANGE},
    {"actor radius NaN", actor_radius_nan, "/actor_radius", RW_FAULT_NOT_FINITE},
    {"actor radius far", actor_radius_far, "/actor_radius", RW_FAULT_OUT_OF_RANGE},
    {"target radius negative", target_radius_negative, "/target_radius", RW_FAULT_OUT_OF_RANGE},
    {"target radius infinite", target_radius_infinite, "/target_radius", RW_FAULT_NOT_FINITE},
    {"scale 0", scale_zero, "/scale", RW_FAULT_OUT_OF_RANGE},
    {"scale negative", scale_negative, "/scale", RW_FAULT_OUT_OF_RANGE},
    {"scale large", scale_large, "/scale", RW_FAULT_OUT_OF_RANGE},
    {"scale NaN", scale_nan, "/scale", RW_FAULT_NOT_FINITE},
};

static rw_status table_of(ask *a, rw_reach_table *table)
{
    a->f->diagnostics.count = 0;
    return rw_reach_table_of(a->f->profile, a->actor_radius, a->target_radius, a->scale, table, &a->f->diagnostics);
}

START_TEST(reach_table__refuses)
{
    const spoil *s = &spoils[_i];
    ask a = {fixture_lunge("unreal", 500.0), 40.0, 40.0, 1.0};
    rw_reach_table table = {.lead_in = -7.0};
    ck_assert_int_eq(fixture_compile(a.f), RW_OK);
    s->change(&a);
    ck_assert_msg(table_of(&a, &table) == RW_INVALID, "%s", s->what);
    ck_assert_double_eq(table.lead_in, -7.0);
    ck_assert_uint_eq(a.f->diagnostics.count, 1);
    ck_assert_msg(fixture_reported(a.f, s->field, s->fault), "%s: %s %s", s->what, a.f->items[0].field,
                  rw_fault_name(a.f->items[0].fault));
    free(a.f);
}
END_TEST

START_TEST(reach_table__names_every_wrong_field_at_once)
{
    ask a = {fixture_lunge("unreal", 500.0), nan_value, -1.0, 0.0};
    rw_reach_table table;
    phases_profile(&a);
    ck_assert_int_eq(table_of(&a, &table), RW_INVALID);
    ck_assert_uint_eq(a.f->diagnostics.count, 4);
    ck_assert_int_eq(rw_reach_table_of(a.f->profile, -1.0, 0.0, 1.0, &table, NULL), RW_INVALID);
    free(a.f);
}
END_TEST

/* ---- the reach table against resolve ---- */

START_TEST(reach_table__worked_example)
{
    ask a = {fixture_lunge("unreal", 500.0), 40.0, 40.0, 1.0};
    rw_reach_table table;
    ck_assert_int_eq(fixture_compile(a.f), RW_OK);
    ck_assert_int_eq(table_of(&a, &table), RW_OK);
    ck_assert_double_eq(table.lead_in, 0.0);
    ck_near(table.natural_travel, 500.0, 1e-10);
    ck_assert_double_eq(table.overlapping_to, 80.0);
    ck_near(table.in_band_from, 230.0, 1e-10);
    ck_near(table.in_band_to, 730.0, 1e-10);
    free(a.f);
}
END_TEST

/* What a resolve says whose target lies this far from where the first window opens. */
static rw_verdict verdict_at(fixture *f, double distance)
{
    rw_clip_info info;
    rw_clip_describe(f->clip, &info);
    rw_pose start = rw_clip_motion(f->clip, 0.0, rw_clip_window(f->clip, 0).start, f->job.actor.scale);
    rw_vec3 direction = rw_space_right(&info.space);
    f->job.target.placement.position = rw_add(start.position, rw_mul(direction, distance));
    ck_assert_int_eq(fixture_resolve(f), RW_OK);
    return f->answer.verdict;
}

static void check_borders(ask *a)
{
    fixture *f = a->f;
    rw_reach_table t;
    ck_assert_int_eq(table_of(a, &t), RW_OK);
    f->job.actor.radius = a->actor_radius;
    f->job.target.radius = a->target_radius;
    f->job.actor.scale = a->scale;
    double hair = 1e-9 * t.in_band_to;
    if (t.overlapping_to > 0.0) {
        ck_assert_int_eq(verdict_at(f, t.overlapping_to * 0.5), RW_VERDICT_OVERLAPPING);
        ck_assert_int_eq(verdict_at(f, t.overlapping_to - hair), RW_VERDICT_OVERLAPPING);
    }
    if (t.in_band_to == t.overlapping_to) {
        ck_assert_int_eq(verdict_at(f, t.overlapping_to + 1.0), RW_VERDICT_NO_TRAVEL);
        return;
    }
    ck_assert_int_eq(verdict_at(f, t.overlapping_to + hair), RW_VERDICT_COMPRESSED);
    ck_near(f->answer.natural_travel, t.natural_travel, hair);
    ck_assert_int_eq(verdict_at(f, t.in_band_from - hair), RW_VERDICT_COMPRESSED);
    ck_assert_int_eq(verdict_at(f, t.in_band_from + hair), RW_VERDICT_IN_BAND);
    ck_assert_int_eq(verdict_at(f, t.in_band_to - hair), RW_VERDICT_IN_BAND);
    ck_assert_int_eq(verdict_at(f, t.in_band_to + hair), RW_VERDICT_CLAMPED);
    ck_assert_int_eq(verdict_at(f, t.in_band_to * 2.0), RW_VERDICT_CLAMPED);
    ck_near(f->answer.stop_distance, t.overlapping_to, hair);
}

START_TEST(reach_table__agrees_with_resolve_around_each_border)
{
    static const struct {
        const char *space;
        double travel, actor_radius, target_radius, contact, scale, window_start;
    } cases[] = {
        {"unreal", 500.0, 40.0, 40.0, 0.0, 1.0, 0.0},  {"unity", 3.0, 0.3, 0.5, 0.1, 1.0, 0.4},
        {"godot", 2.0, 0.0, 0.0, 0.0, 1.0, 0.0},       {"gltf", 4.0, 0.3, 0.3, -0.2, 2.5, 0.3},
        {"blender", 1.0, 0.2, 0.0, -0.7, 0.1, 0.0},    {"unity", 0.0, 0.3, 0.5, 0.0, 1.0, 0.0},
        {"unity", 9e-7, 0.3, 0.5, 0.0, 1.0, 0.0}, /* nothing */
        {"unreal", -500.0, 40.0, 0.0, 0.0, 1.0, 0.25},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ask a = {fixture_lunge(cases[i].space, cases[i].travel), cases[i].actor_radius, cases[i].target_radius,
                 cases[i].scale};
        a.f->profile_desc.contact_offset = cases[i].contact;
        a.f->windows[0].start = cases[i].window_start;
        ck_assert_int_eq(fixture_compile(a.f), RW_OK);
        check_borders(&a);
        free(a.f);
    }
}
END_TEST

START_TEST(reach_table__at_the_border_itself)
{
    ask a = {fixture_lunge("unreal", 512.0), 32.0, 32.0, 1.0}; /* numbers without rounding */
    rw_reach_table t;
    a.f->profile_desc.scale_band.min = 0.25;
    a.f->profile_desc.scale_band.max = 1.5;
    ck_assert_int_eq(fixture_compile(a.f), RW_OK);
    ck_assert_int_eq(table_of(&a, &t), RW_OK);
    a.f->job.actor.radius = a.f->job.target.radius = 32.0;
    ck_assert_int_eq(verdict_at(a.f, t.overlapping_to), RW_VERDICT_OVERLAPPING);
    ck_assert_int_eq(verdict_at(a.f, t.in_band_from), RW_VERDICT_IN_BAND);
    ck_assert_int_eq(verdict_at(a.f, t.in_band_to), RW_VERDICT_IN_BAND);
    free(a.f);
}
END_TEST

START_TEST(reach_table__of_a_clip_whose_root_is_tilted_where_the_window_opens)
{
    for (int plane = 0; plane < 2; plane++) {
        ask a = {fixture_lunge("unity", 3.0), 0.3, 0.3, 1.0};
        a.f->profile_desc.plane = plane == 0 ? RW_PLANE_HORIZONTAL : RW_PLANE_FULL;
        a.f->windows[0].start = 0.5;
        a.f->clip_desc.rotation_count = 31;
        for (size_t i = 0; i < 31; i++) {
            a.f->rotations[i] = rw_q(0.02 * (double)i, 0.0, 0.01 * (double)i, 1.0);
            a.f->positions[i].y = 0.1 * (double)(i * i) / 30.0;
        }
        ck_assert_int_eq(fixture_compile(a.f), RW_OK);
        check_borders(&a);
        free(a.f);
    }
}
END_TEST

START_TEST(reach_table__lead_in_is_what_a_resolve_predicts)
{
    ask a = {fixture_lunge("unity", 3.0), 0.3, 0.3, 2.0};
    rw_reach_table t;
    a.f->windows[0].start = 0.4;
    for (size_t i = 0; i < 31; i++)
        a.f->positions[i].y = 0.05 * (double)i;
    ck_assert_int_eq(fixture_compile(a.f), RW_OK);
    ck_assert_int_eq(table_of(&a, &t), RW_OK);
    ck_near(t.lead_in, 2.4, 1e-12);
    free(a.f);
    a.f = fixture_lunge("unity", 3.0);
    a.f->windows[0].start = 0.4;
    a.f->profile_desc.plane = RW_PLANE_FULL;
    for (size_t i = 0; i < 31; i++)
        a.f->positions[i].y = 0.05 * (double)i;
    ck_assert_int_eq(fixture_compile(a.f), RW_OK);
    ck_assert_int_eq(table_of(&a, &t), RW_OK);
    ck_near(t.lead_in, 2.0 * sqrt(1.2 * 1.2 + 0.6 * 0.6), 1e-12);
    free(a.f);
}
END_TEST

START_TEST(reach_table__of_several_windows_and_a_loop)
{
    ask a = {fixture_lunge("unity", 3.0), 0.3, 0.3, 1.0};
    const rw_window windows[] = {{"attack", 0.2, 0.4}, {"attack", 1.5, 2.25}};
    memcpy(a.f->windows, windows, sizeof windows);
    a.f->clip_desc.window_count = 2;
    a.f->clip_desc.loop = true;
    ck_assert_int_eq(fixture_compile(a.f), RW_OK);
    rw_reach_table t;
    ck_assert_int_eq(table_of(&a, &t), RW_OK);
    ck_near(t.natural_travel, 3.0 * 2.05, 1e-12);
    check_borders(&a);
    free(a.f);
}
END_TEST

/* ---- candidates ---- */

START_TEST(candidate__tells_what_the_answer_says)
{
    static const struct {
        double distance;
        rw_verdict verdict;
        bool fits;
        double distortion;
    } cases[] = {
        {900.0, RW_VERDICT_CLAMPED, false, 1.64},
        {580.0, RW_VERDICT_IN_BAND, true, 1.0},
        {250.0, RW_VERDICT_IN_BAND, true, 1.0 / 0.34},
        {100.0, RW_VERDICT_COMPRESSED, false, 25.0},
        {60.0, RW_VERDICT_OVERLAPPING, false, 0.0},
    };
    fixture *f = fixture_lunge("unreal", 500.0);
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    f->job.actor.radius = f->job.target.radius = 40.0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        f->job.target.placement.position.x = cases[i].distance;
        ck_assert_int_eq(fixture_resolve(f), RW_OK);
        rw_candidate c = rw_candidate_of("lunge", i, &f->answer);
        ck_assert_str_eq(c.name, "lunge");
        ck_assert_uint_eq(c.index, i);
        ck_assert_int_eq(c.verdict, cases[i].verdict);
        ck_assert(c.fits == cases[i].fits);
        ck_assert(c.has_required_scale);
        ck_assert_double_eq(c.required_scale, f->answer.required_scale);
        ck_near(c.distortion, cases[i].distortion, 1e-12);
    }
    f->job.time = 1.0;
    ck_assert_int_eq(fixture_resolve(f), RW_OK);
    rw_candidate late = rw_candidate_of("lunge", 0, &f->answer);
    ck_assert(late.verdict == RW_VERDICT_WINDOW_PASSED && !late.fits && late.distortion == 0.0);
    free(f);
}
END_TEST

START_TEST(candidate__rejected_or_without_travel_does_not_fit)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->profile_desc.conditions.max_distance = 2.0;
    f->job.target.placement.position.z = 3.0;
    fixture_must_resolve(f);
    rw_candidate rejected = rw_candidate_of("a", 0, &f->answer);
    ck_assert(rejected.verdict == RW_VERDICT_REJECTED && !rejected.fits && rejected.has_required_scale);
    ck_near(rejected.distortion, 1.0, 1e-12);
    free(f);
    f = fixture_lunge("unity", 0.0);
    f->job.target.placement.position.z = 3.0;
    fixture_must_resolve(f);
    rw_candidate still = rw_candidate_of("a", 0, &f->answer);
    ck_assert(still.verdict == RW_VERDICT_NO_TRAVEL && !still.fits && !still.has_required_scale);
    ck_assert_double_eq(still.distortion, 0.0);
    free(f);
}
END_TEST

/* ---- the order ---- */

#define MOST 1000

typedef struct crowd {
    rw_candidate items[MOST];
    char names[MOST][8];
    size_t count;
} crowd;

/* Candidates with repeated names and scales, some without one. */
static void gather(crowd *c, rw_random *random, size_t count)
{
    static const double scales[] = {0.25, 0.5, 1.0, 2.0, 4.0, 0.7, 1.3};
    c->count = count;
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(c->names[i], sizeof c->names[i], "%c%u", (char)('a' + (char)rw_random_below(random, 3)),
                       (unsigned)rw_random_below(random, 12));
        bool has = rw_random_chance(random, 80);
        double scale = rw_random_chance(random, 50) ? scales[rw_random_below(random, 7)]
                                                    : rw_random_between(random, 0.01, 8.0);
        rw_resolution answer = {.verdict = has && rw_random_chance(random, 60) ? RW_VERDICT_IN_BAND
                                           : has                              ? RW_VERDICT_CLAMPED
                                                                              : RW_VERDICT_NO_TRAVEL,
                                .has_required_scale = has,
                                .required_scale = has ? scale : 0.0};
        c->items[i] = rw_candidate_of(c->names[i], i, &answer);
    }
}

/* How the contract says it: with a logarithm. */
static int rank(const rw_candidate *a, const rw_candidate *b)
{
    if (a->fits != b->fits)
        return a->fits ? -1 : 1;
    if (a->has_required_scale != b->has_required_scale)
        return a->has_required_scale ? -1 : 1;
    if (a->has_required_scale) {
        double x = fabs(log(a->required_scale));
        double y = fabs(log(b->required_scale));
        if (fabs(x - y) > 1e-12)
            return x < y ? -1 : 1;
    }
    return strcmp(a->name, b->name);
}

START_TEST(order__is_by_the_logarithm_and_names)
{
    static const size_t counts[] = {0, 1, 2, 3, 10, 100, 999, MOST};
    crowd *c = malloc(sizeof *c);
    ck_assert_ptr_nonnull(c);
    rw_random random = {4711};
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++)
        for (int round = 0; round < 5; round++) {
            gather(c, &random, counts[n]);
            rw_select_order(c->items, c->count);
            bool seen[MOST] = {false};
            for (size_t i = 0; i < c->count; i++) {
                ck_assert(!seen[c->items[i].index]); /* none lost, none twice */
                seen[c->items[i].index] = true;
                ck_assert(i == 0 || rank(&c->items[i - 1], &c->items[i]) <= 0);
            }
        }
    free(c);
}
END_TEST

START_TEST(order__does_not_depend_on_the_order_given)
{
    crowd *c = malloc(sizeof *c);
    rw_candidate *shuffled = malloc(MOST * sizeof *shuffled);
    ck_assert(c != NULL && shuffled != NULL);
    rw_random random = {1848};
    for (size_t count = 2; count <= MOST; count += count / 2 + 1) {
        gather(c, &random, count);
        memcpy(shuffled, c->items, count * sizeof *shuffled);
        for (size_t i = count; i-- > 1;) {
            size_t j = rw_random_below(&random, i + 1);
            rw_candidate other = shuffled[j];
            shuffled[j] = shuffled[i];
            shuffled[i] = other;
        }
        rw_select_order(c->items, count);
        rw_select_order(shuffled, count);
        for (size_t i = 0; i < count; i++)
            ck_assert_uint_eq(c->items[i].index, shuffled[i].index);
    }
    free(c);
    free(shuffled);
}
END_TEST

START_TEST(order__names_are_compared_byte_by_byte)
{
    rw_resolution answer = {.verdict = RW_VERDICT_IN_BAND, .has_required_scale = true, .required_scale = 2.0};
    rw_candidate list[] = {
        rw_candidate_of("b", 0, &answer), rw_candidate_of("\xc3\xa4", 1, &answer),
        rw_candidate_of("ab", 2, &answer), rw_candidate_of("B", 3, &answer),
        rw_candidate_of("", 4, &answer), rw_candidate_of("a", 5, &answer),
    };
    static const size_t wanted[] = {4, 3, 5, 2, 0, 1};
    rw_select_order(list, 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert_uint_eq(list[i].index, wanted[i]);
}
END_TEST

START_TEST(order__equal_names_go_by_index)
{
    rw_resolution answer = {.verdict = RW_VERDICT_IN_BAND, .has_required_scale = true, .required_scale = 2.0};
    rw_candidate list[] = {rw_candidate_of("a", 2, &answer), rw_candidate_of("a", 0, &answer),
                           rw_candidate_of("a", 1, &answer)};
    rw_select_order(list, 3);
    for (size_t i = 0; i < 3; i++)
        ck_assert_uint_eq(list[i].index, i);
}
END_TEST

START_TEST(order__half_and_double_distort_alike)
{
    rw_resolution half = {.verdict = RW_VERDICT_IN_BAND, .has_required_scale = true, .required_scale = 0.5};
    rw_resolution twice = half;
    twice.required_scale = 2.0;
    rw_candidate list[] = {rw_candidate_of("b", 0, &half), rw_candidate_of("a", 1, &twice)};
    rw_select_order(list, 2);
    ck_assert_uint_eq(list[0].index, 1);
    rw_candidate other[] = {rw_candidate_of("b", 0, &twice), rw_candidate_of("a", 1, &half)};
    rw_select_order(other, 2);
    ck_assert_uint_eq(other[0].index, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("select");
    TCase *tc = tcase_create("select");
    tcase_add_loop_test(tc, reach_table__refuses, 0, (int)(sizeof spoils / sizeof spoils[0]));
    tcase_add_test(tc, reach_table__names_every_wrong_field_at_once);
    tcase_add_test(tc, reach_table__worked_example);
    tcase_add_test(tc, reach_table__agrees_with_resolve_around_each_border);
    tcase_add_test(tc, reach_table__at_the_border_itself);
    tcase_add_test(tc, reach_table__of_a_clip_whose_root_is_tilted_where_the_window_opens);
    tcase_add_test(tc, reach_table__lead_in_is_what_a_resolve_predicts);
    tcase_add_test(tc, reach_table__of_several_windows_and_a_loop);
    tcase_add_test(tc, candidate__tells_what_the_answer_says);
    tcase_add_test(tc, candidate__rejected_or_without_travel_does_not_fit);
    tcase_add_test(tc, order__is_by_the_logarithm_and_names);
    tcase_add_test(tc, order__does_not_depend_on_the_order_given);
    tcase_add_test(tc, order__names_are_compared_byte_by_byte);
    tcase_add_test(tc, order__equal_names_go_by_index);
    tcase_add_test(tc, order__half_and_double_distort_alike);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
