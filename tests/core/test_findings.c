/* The validator: each finding appears when it should, and not otherwise. */
#include "fixture.h"
#include "vec.h"

static const rw_finding *find(fixture *f, rw_finding_code code, rw_finding *all)
{
    ck_assert_msg(fixture_compile(f) == RW_OK, "%s: %s", f->items[0].field, f->items[0].detail);
    size_t count = rw_profile_findings(f->profile, all, 16);
    ck_assert_uint_le(count, 16);
    for (size_t i = 0; i < count; i++) {
        ck_assert(isfinite(all[i].value) && isfinite(all[i].limit) && all[i].advice[0] != '\0');
        if (all[i].code == code)
            return &all[i];
    }
    return NULL;
}

START_TEST(findings__none_for_a_sound_profile)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    rw_finding all[16];
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    ck_assert_uint_eq(rw_profile_findings(f->profile, all, 16), 0);
    free(f);
}
END_TEST

static void in_place(fixture *f) { memset(f->positions, 0, sizeof f->positions); }
static void lead_in(fixture *f) { f->windows[0].start = 0.2; }
static void gap(fixture *f)
{
    f->windows[0].end = 0.4;
    f->windows[1] = f->windows[0];
    f->windows[1].start = 0.6;
    f->windows[1].end = 1.0;
    f->clip_desc.window_count = 2;
}
static void slow(fixture *f) { f->profile_desc.has_rate = true; f->profile_desc.rate.min = 0.2; }
static void fast(fixture *f) { f->profile_desc.has_rate = true; f->profile_desc.rate.max = 3.5; }
static void brief(fixture *f) { f->windows[0].end = 0.02; }
static void twice(fixture *f) { f->windows[1] = f->windows[0]; f->clip_desc.window_count = 2; }
static void backwards(fixture *f)
{
    for (size_t i = 0; i < 31; i++)
        f->positions[i].x = -f->positions[i].x;
}
static void swings(fixture *f)
{
    for (size_t i = 0; i < 10; i++)
        f->positions[i].x = -30.0 * (double)i / 10.0;
}
static void tilted(fixture *f)
{
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_q(0.05, 0.0, 0.0, 1.0);
}
static void tiny(fixture *f)
{
    for (size_t i = 0; i < 31; i++)
        f->positions[i].x *= 1e-3;
}
static void huge(fixture *f)
{
    for (size_t i = 0; i < 31; i++)
        f->positions[i].x *= 1e3;
}

typedef struct expectation {
    void (*change)(fixture *f);
    rw_finding_code code;
    rw_severity severity;
    const char *field;
} expectation;

static const expectation expectations[] = {
    {in_place, RW_FINDING_NO_TRAVEL, RW_SEVERITY_ERROR, "/window"},
    {in_place, RW_FINDING_IN_PLACE, RW_SEVERITY_WARNING, ""},
    {lead_in, RW_FINDING_LEAD_IN, RW_SEVERITY_WARNING, "/window"},
    {gap, RW_FINDING_UNTRACKED_GAP, RW_SEVERITY_WARNING, "/window"},
    {slow, RW_FINDING_RATE_EXTREME, RW_SEVERITY_WARNING, "/rate/min"},
    {fast, RW_FINDING_RATE_EXTREME, RW_SEVERITY_WARNING, "/rate/max"},
    {brief, RW_FINDING_SHORT_WINDOW, RW_SEVERITY_WARNING, "/window"},
    {twice, RW_FINDING_DUPLICATE_WINDOW, RW_SEVERITY_WARNING, "/window"},
    {backwards, RW_FINDING_AGAINST_FACING, RW_SEVERITY_WARNING, "/window"},
    {swings, RW_FINDING_SWINGS_BACK, RW_SEVERITY_INFO, "/window"},
    {tilted, RW_FINDING_TILTED_ROOT, RW_SEVERITY_INFO, ""},
    {tiny, RW_FINDING_SUSPICIOUS_UNITS, RW_SEVERITY_WARNING, ""},
    {huge, RW_FINDING_SUSPICIOUS_UNITS, RW_SEVERITY_WARNING, ""},
};

START_TEST(findings__each_where_it_belongs)
{
    const expectation *e = &expectations[_i];
    fixture *f = fixture_lunge("unreal", 500.0);
    rw_finding all[16];
    ck_assert_ptr_null(find(f, e->code, all));
    e->change(f);
    const rw_finding *found = find(f, e->code, all);
    ck_assert_msg(found != NULL, "%s", rw_finding_name(e->code));
    ck_assert_int_eq((int)found->severity, (int)e->severity);
    ck_assert_str_eq(found->field, e->field);
    free(f);
}
END_TEST

START_TEST(findings__numbers)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    rw_finding all[16];
    lead_in(f);
    const rw_finding *found = find(f, RW_FINDING_LEAD_IN, all);
    ck_near(found->value, 100.0, 1e-9);
    ck_near(found->limit, 50.0, 1e-9);
    f->windows[0].start = 0.0;
    gap(f);
    found = find(f, RW_FINDING_UNTRACKED_GAP, all);
    ck_near(found->value, 100.0, 1e-9);
    ck_near(found->limit, 10.0, 1e-9);
    free(f);
}
END_TEST

static void swings_a_hair(fixture *f) /* 0.3 micrometres back on a way of 1.8 */
{
    f->clip_desc.sample_count = 3;
    f->clip_desc.frame_rate = 2.0;
    f->positions[1].x = 1.5e-4;
    f->positions[2].x = 1.2e-4;
}
static void keeps_its_facing(fixture *f) { backwards(f); f->profile_desc.rotation = RW_ROTATION_KEEP; }
static void nested(fixture *f) { twice(f); f->windows[1].end = 0.5; }
static void still_between(fixture *f)
{
    gap(f);
    for (size_t i = 12; i < 31; i++)
        f->positions[i] = i < 19 ? f->positions[12] : f->positions[i];
}
static void hair_between(fixture *f) /* 0.5 micrometres of 2.5 */
{
    gap(f);
    for (size_t i = 0; i < 31; i++)
        f->positions[i].x *= 5e-7;
}

static const struct {
    void (*change)(fixture *f);
    rw_finding_code code;
} silences[] = {
    {swings_a_hair, RW_FINDING_SWINGS_BACK},       {keeps_its_facing, RW_FINDING_AGAINST_FACING},
    {nested, RW_FINDING_DUPLICATE_WINDOW},         {still_between, RW_FINDING_UNTRACKED_GAP},
    {hair_between, RW_FINDING_UNTRACKED_GAP},
};

START_TEST(findings__say_nothing_of_what_is_no_matter)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    rw_finding all[16];
    silences[_i].change(f);
    ck_assert_msg(find(f, silences[_i].code, all) == NULL, "%s", rw_finding_name(silences[_i].code));
    free(f);
}
END_TEST

/* Who falls travels in three dimensions, but not in the plane. */
START_TEST(findings__of_a_fall)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    rw_finding all[16];
    for (size_t i = 0; i < 31; i++)
        f->positions[i] = rw_v(0.0, 0.0, -10.0 * (double)i);
    ck_assert_ptr_nonnull(find(f, RW_FINDING_NO_TRAVEL, all));
    f->profile_desc.plane = RW_PLANE_FULL;
    ck_assert_ptr_null(find(f, RW_FINDING_NO_TRAVEL, all));
    free(f);
}
END_TEST

START_TEST(findings__phases_name_their_phase)
{
    fixture *f = fixture_phases("unity", 3.0, 2);
    rw_finding all[16];
    f->phases[1].has_rate = true;
    f->phases[1].rate.min = 0.1;
    f->phases[0].end = 0.01;
    ck_assert_str_eq(find(f, RW_FINDING_RATE_EXTREME, all)->field, "/phases/1/rate/min");
    ck_assert_str_eq(find(f, RW_FINDING_SHORT_WINDOW, all)->field, "/phases/0");
    ck_assert_uint_eq(rw_profile_findings(f->profile, NULL, 0), 2); /* counts without room */
    ck_assert_str_eq(rw_severity_name(RW_SEVERITY_ERROR), "error");
    ck_assert_str_eq(rw_finding_name(RW_FINDING_RATE_EXTREME), "rate_extreme");
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("findings");
    TCase *tc = tcase_create("findings");
    tcase_add_test(tc, findings__none_for_a_sound_profile);
    tcase_add_loop_test(tc, findings__each_where_it_belongs, 0, (int)(sizeof expectations / sizeof expectations[0]));
    tcase_add_test(tc, findings__numbers);
    tcase_add_loop_test(tc, findings__say_nothing_of_what_is_no_matter, 0, (int)(sizeof silences / sizeof silences[0]));
    tcase_add_test(tc, findings__of_a_fall);
    tcase_add_test(tc, findings__phases_name_their_phase);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
