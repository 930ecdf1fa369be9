/* Verify: what a track may not say, honest and dishonest clients. */
#include "fixture.h"
#include "vec.h"

#define MOST 128

static const double nan_value = (double)NAN;

typedef struct track {
    fixture *f;
    rw_observation observed[MOST];
    size_t count;
    rw_tolerance tolerance;
    rw_deviation deviations[MOST];
    rw_verification verification;
} track;

/* An honest client: `count` observations at even distances over the whole timeline of what is compiled. */
static void observe(track *t, size_t count)
{
    t->count = count;
    for (size_t i = 0; i < count; i++) {
        double elapsed = count > 1 ? t->f->answer.duration * (double)i / (double)(count - 1) : 0.0;
        rw_pose pose = fixture_sample(t->f, elapsed).pose;
        rw_observation o = {elapsed, pose.position, true, pose.rotation};
        t->observed[i] = o;
    }
}

/* A lunge of 3 m at a target 3.6 m ahead and 60 degrees aside, under `method`; tolerances 0. */
static void lunge(track *t, rw_method method)
{
    memset(t, 0, sizeof *t);
    t->f = fixture_lunge("unity", 3.0);
    t->f->profile_desc.method = method;
    t->f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        t->f->rotations[i] = rw_space_yaw(&t->f->clip_desc.space, 0.4 * (double)i);
    t->f->job.target.placement.position = rw_v(3.1, 0.0, 1.8);
    fixture_must_resolve(t->f);
    observe(t, 31);
}

static rw_status verify(track *t)
{
    t->f->diagnostics.count = 0;
    return rw_verify(&t->f->answer, t->observed, t->count, t->tolerance, t->deviations, &t->verification,
                     &t->f->diagnostics);
}

static void must_verify(track *t)
{
    ck_assert_int_eq(verify(t), RW_OK);
}

/* ---- validity ---- */

typedef struct spoil {
    const char *what;
    void (*change)(track *t);
    const char *field;
    rw_fault fault;
} spoil;

static void no_observations(track *t) { t->count = 0; }
static void elapsed_nan(track *t) { t->observed[2].elapsed = nan_value; }
static void elapsed_infinite(track *t) { t->observed[2].elapsed = (double)INFINITY; }
static void elapsed_far(track *t) { t->observed[2].elapsed = -1.1e9; }
static void position_nan(track *t) { t->observed[12].position.y = nan_value; }
static void position_far(track *t) { t->observed[0].position.z = 1.0000001e9; }
static void rotation_zero(track *t) { t->observed[3].rotation = rw_q(0.0, 0.0, 0.0, 0.0); }
static void rotation_nan(track *t) { t->observed[3].rotation.x = nan_value; }
static void distance_negative(track *t) { t->tolerance.distance = -1e-9; }
static void distance_nan(track *t) { t->tolerance.distance = nan_value; }
static void distance_infinite(track *t) { t->tolerance.distance = (double)INFINITY; }
static void distance_far(track *t) { t->tolerance.distance = 1.1e9; }
static void angle_negative(track *t) { t->tolerance.angle = -1.0; }
static void angle_large(track *t) { t->tolerance.angle = 180.1; }
static void angle_nan(track *t) { t->tolerance.angle = nan_value; }
static void time_negative(track *t) { t->tolerance.time = -0.1; }
static void time_large(track *t) { t->tolerance.time = 10.1; }
static void time_nan(track *t) { t->tolerance.time = nan_value; }

static const spoil spoils[] = {
    {"no observations", no_observations, "/observed", RW_FAULT_EMPTY},
    {"elapsed NaN", elapsed_nan, "/observed/2/elapsed", RW_FAULT_NOT_FINITE},
    {"elapsed infinite", elapsed_infinite, "/observed/2/elapsed", RW_FAULT_NOT_FINITE},
    {"elapsed far", elapsed_far, "/observed/2/elapsed", RW_FAULT_OUT_OF_RANGE},
    {"position NaN", position_nan, "/observed/12/position/1", RW_FAULT_NOT_FINITE},
    {"position far", position_far, "/observed/0/position/2", RW_FAULT_OUT_OF_RANGE},
    {"rotation zero", rotation_zero, "/observed/3/rotation", RW_FAULT_ZERO_QUATERNION},
    {"rotation NaN", rotation_nan, "/observed/3/rotation", RW_FAULT_NOT_FINITE},
    {"distance negative", distance_negative, "/tolerance/distance", RW_FAULT_OUT_OF_RANGE},
    {"distance NaN", distance_nan, "/tolerance/distance", RW_FAULT_NOT_FINITE},
    {"distance infinite", distance_infinite, "/tolerance/distance", RW_FAULT_NOT_FINITE},
    {"distance far", distance_far, "/tolerance/distance", RW_FAULT_OUT_OF_RANGE},
    {"angle negative", angle_negative, "/tolerance/angle", RW_FAULT_OUT_OF_RANGE},
    {"angle beyond half a turn", angle_large, "/tolerance/angle", RW_FAULT_OUT_OF_RANGE},
    {"angle NaN", angle_nan, "/tolerance/angle", RW_FAULT_NOT_FINITE},
    {"time negative", time_negative, "/tolerance/time", RW_FAULT_OUT_OF_RANGE},
    {"time beyond 10 s", time_large, "/tolerance/time", RW_FAULT_OUT_OF_RANGE},
    {"time NaN", time_nan, "/tolerance/time", RW_FAULT_NOT_FINITE},
};

START_TEST(verify__refuses)
{
    const spoil *s = &spoils[_i];
    track t;
    lunge(&t, RW_METHOD_SKEW);
    s->change(&t);
    t.deviations[0].distance = -7.0;
    t.verification.failed = 77;
    ck_assert_msg(verify(&t) == RW_INVALID, "%s", s->what);
    ck_assert_double_eq(t.deviations[0].distance, -7.0);
    ck_assert_uint_eq(t.verification.failed, 77);
    ck_assert_uint_eq(t.f->diagnostics.count, 1);
    ck_assert_msg(fixture_reported(t.f, s->field, s->fault), "%s: %s %s", s->what, t.f->items[0].field,
                  rw_fault_name(t.f->items[0].fault));
    free(t.f);
}
END_TEST

START_TEST(verify__names_every_wrong_field_at_once)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    elapsed_nan(&t);
    position_nan(&t);
    rotation_zero(&t);
    time_large(&t);
    ck_assert_int_eq(verify(&t), RW_INVALID);
    ck_assert_uint_eq(t.f->diagnostics.count, 4);
    ck_assert_int_eq(rw_verify(&t.f->answer, NULL, 3, t.tolerance, t.deviations, &t.verification, NULL), RW_INVALID);
    free(t.f);
}
END_TEST

START_TEST(verify__does_not_look_at_a_rotation_that_was_not_observed)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    for (size_t i = 0; i < t.count; i++) {
        t.observed[i].has_rotation = false;
        t.observed[i].rotation = rw_q(0.0, nan_value, 0.0, 0.0);
    }
    t.tolerance.time = 0.1;
    must_verify(&t);
    ck_assert(t.verification.passed);
    for (size_t i = 0; i < t.count; i++)
        ck_assert_double_eq(t.deviations[i].angle, 0.0);
    free(t.f);
}
END_TEST

/* ---- honest and dishonest clients ---- */

START_TEST(honest__passes_without_any_tolerance)
{
    static const size_t counts[] = {1, 2, 7, 31, MOST};
    track t;
    lunge(&t, (rw_method)_i);
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        observe(&t, counts[n]);
        must_verify(&t);
        ck_assert(t.verification.passed);
        ck_assert_uint_eq(t.verification.failed, 0);
        for (size_t i = 0; i < t.count; i++)
            ck_assert(t.deviations[i].passed && t.deviations[i].distance == 0.0 && t.deviations[i].angle == 0.0);
    }
    free(t.f);
}
END_TEST

START_TEST(honest__in_another_space)
{
    static const rw_space unreal = {RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, RW_AXIS_POSITIVE_Z, 0.01};
    track t;
    lunge(&t, RW_METHOD_SKEW);
    t.f->job.space = &unreal;
    t.f->job.target.placement.position = rw_v(250.0, 200.0, 0.0);
    fixture_must_resolve(t.f);
    observe(&t, 21);
    for (size_t i = 0; i < t.count; i++)
        t.observed[i].position.z += 4.0;
    t.tolerance.distance = 4.0;
    t.tolerance.time = 0.05;
    must_verify(&t);
    ck_assert(t.verification.passed);
    for (size_t i = 0; i < t.count; i++)
        ck_near(t.deviations[i].distance, 4.0, 1e-9);
    free(t.f);
}
END_TEST

START_TEST(honest__times_outside_the_timeline_are_held_against_its_ends)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    observe(&t, 2);
    t.observed[0].elapsed = -3.0;
    t.observed[1].elapsed = 1e8;
    must_verify(&t);
    ck_assert(t.verification.passed);
    free(t.f);
}
END_TEST

START_TEST(tolerance__equal_passes_and_more_does_not)
{
    static const double far[] = {0.0, 123.456, 1e7};
    for (size_t n = 0; n < 3; n++) {
        track t;
        lunge(&t, RW_METHOD_SKEW);
        t.f->job.actor.placement.position = rw_v(far[n], 0.3, -far[n]);
        t.f->job.target.placement.position = rw_v(far[n] + 3.1, 0.0, 1.8 - far[n]);
        fixture_must_resolve(t.f);
        observe(&t, 31);
        rw_quat turn = rw_space_yaw(&t.f->clip_desc.space, 5.0);
        for (size_t i = 0; i < t.count; i++) {
            t.observed[i].position.y += 0.1;
            t.observed[i].rotation = rw_qmul(t.observed[i].rotation, turn);
        }
        t.tolerance.distance = 0.1;
        t.tolerance.angle = 5.0;
        must_verify(&t);
        ck_assert(t.verification.passed);
        for (size_t i = 0; i < t.count; i++) {
            ck_near(t.deviations[i].distance, 0.1, 1e-9);
            ck_near(t.deviations[i].angle, 5.0, 1e-9);
        }
        t.tolerance.distance = 0.1 - 1e-6;
        must_verify(&t);
        ck_assert_uint_eq(t.verification.failed, t.count);
        t.tolerance.distance = 0.1;
        t.tolerance.angle = 5.0 - 1e-6;
        must_verify(&t);
        ck_assert_uint_eq(t.verification.failed, t.count);
        ck_assert(!t.verification.passed);
        free(t.f);
    }
}
END_TEST

/* What a client reports that is `late` seconds behind. */
static void observe_late(track *t, double late)
{
    for (size_t i = 0; i < t->count; i++)
        t->observed[i].elapsed += late;
}

START_TEST(time__lets_a_late_client_pass)
{
    track t;
    lunge(&t, (rw_method)_i);
    observe(&t, 100);
    observe_late(&t, 0.08);
    t.tolerance.distance = 2e-9;
    t.tolerance.angle = 2e-7;
    must_verify(&t);
    ck_assert_uint_gt(t.verification.failed, 80);
    t.tolerance.time = 0.08; /* equal passes */
    must_verify(&t);
    ck_assert(t.verification.passed);
    t.tolerance.time = 0.07;
    must_verify(&t);
    ck_assert(!t.verification.passed);
    observe_late(&t, -0.16); /* as early */
    t.tolerance.time = 0.08;
    must_verify(&t);
    ck_assert(t.verification.passed);
    free(t.f);
}
END_TEST

/* Seen just within the tolerance of the moment when the character stood there, near the start of a long path: taking the
 * tolerance away again loses the last bits of that moment, in which the character goes farther than any rounding of a
 * coordinate so near the origin. */
START_TEST(time__equal_passes_where_it_is_much_longer_than_the_moment)
{
    enum { COUNT = 60 };
    track t;
    lunge(&t, RW_METHOD_SKEW);
    t.f->clip_desc.frame_rate = 2.0; /* 15 s */
    t.f->windows[0].end = 15.0;
    fixture_must_resolve(t.f);
    t.tolerance.time = 9.7;
    t.count = COUNT;
    size_t lossy = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double was = 1e-3 * (double)(i + 1);
        double seen = was + t.tolerance.time;
        rw_observation o = {.elapsed = seen, .position = fixture_sample(t.f, was).pose.position};
        t.observed[i] = o;
        lossy += seen - t.tolerance.time > was;
    }
    ck_assert_uint_gt(lossy, COUNT / 4);
    must_verify(&t);
    ck_assert_msg(t.verification.passed, "%zu refused, one by %g", t.verification.failed,
                  t.deviations[t.verification.worst_distance].distance);
    free(t.f);
}
END_TEST

START_TEST(dishonest__a_teleport_is_caught_where_it_is)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    t.observed[17].position = t.observed[30].position;
    t.tolerance.distance = 0.2;
    t.tolerance.angle = 2.0;
    t.tolerance.time = 0.1;
    must_verify(&t);
    ck_assert(!t.verification.passed);
    ck_assert_uint_eq(t.verification.failed, 1);
    ck_assert_uint_eq(t.verification.worst_distance, 17);
    ck_assert(!t.deviations[17].passed && t.deviations[16].passed);
    free(t.f);
}
END_TEST

START_TEST(dishonest__a_faster_client_is_caught)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    for (size_t i = 0; i < t.count; i++)
        t.observed[i].elapsed /= 1.5;
    t.tolerance.distance = 0.05;
    t.tolerance.angle = 180.0;
    t.tolerance.time = 0.05;
    must_verify(&t);
    ck_assert(!t.verification.passed);
    ck_assert_uint_gt(t.verification.failed, 20);
    ck_assert_uint_eq(t.verification.worst_distance, 30); /* the further on, the further off */
    t.tolerance.time = 0.34; /* a third of a second ahead at the end */
    must_verify(&t);
    ck_assert(t.verification.passed);
    free(t.f);
}
END_TEST

START_TEST(dishonest__a_wrong_turn_is_caught)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    rw_quat half = rw_space_yaw(&t.f->clip_desc.space, 180.0);
    rw_quat some = rw_space_yaw(&t.f->clip_desc.space, -30.0);
    t.observed[9].rotation = rw_qmul(t.observed[9].rotation, some);
    t.observed[20].rotation = rw_qmul(t.observed[20].rotation, half);
    t.tolerance.distance = 0.2;
    t.tolerance.angle = 10.0;
    t.tolerance.time = 0.05;
    must_verify(&t);
    ck_assert_uint_eq(t.verification.failed, 2);
    ck_assert_uint_eq(t.verification.worst_angle, 20);
    ck_assert(!t.deviations[9].passed && !t.deviations[20].passed);
    ck_near(t.deviations[9].distance, 0.0, 1e-12);
    free(t.f);
}
END_TEST

START_TEST(rotation__q_and_minus_q_of_any_length_are_the_same)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    for (size_t i = 0; i < t.count; i++) {
        rw_quat q = t.observed[i].rotation;
        t.observed[i].rotation = rw_q(-3.0 * q.x, -3.0 * q.y, -3.0 * q.z, -3.0 * q.w);
    }
    t.tolerance.angle = 1e-9;
    must_verify(&t);
    ck_assert(t.verification.passed);
    free(t.f);
}
END_TEST

START_TEST(worst__the_first_of_equals_and_none_is_0)
{
    track t;
    lunge(&t, RW_METHOD_SKEW);
    must_verify(&t);
    ck_assert_uint_eq(t.verification.worst_distance, 0);
    ck_assert_uint_eq(t.verification.worst_angle, 0);
    t.observed[5].position.y += 0.5;
    t.observed[6].position.y += 0.5;
    t.observed[4].position.y -= 0.25;
    must_verify(&t);
    ck_assert_uint_eq(t.verification.worst_distance, 5);
    ck_assert_uint_eq(t.verification.failed, 3);
    free(t.f);
}
END_TEST

START_TEST(order__of_the_observations_does_not_matter)
{
    track t;
    rw_deviation straight[MOST];
    lunge(&t, RW_METHOD_TIME);
    observe(&t, 97);
    for (size_t i = 0; i < t.count; i++)
        t.observed[i].position.x += 0.01 * (double)(i % 7);
    t.tolerance.distance = 0.03;
    t.tolerance.time = 0.1;
    must_verify(&t);
    memcpy(straight, t.deviations, sizeof straight);
    size_t failed = t.verification.failed;
    ck_assert_uint_gt(failed, 0);
    rw_observation kept[MOST];
    memcpy(kept, t.observed, sizeof kept);
    for (size_t i = 0; i < t.count; i++)
        t.observed[i] = kept[i * 35 % 97];
    must_verify(&t);
    ck_assert_uint_eq(t.verification.failed, failed);
    for (size_t i = 0; i < t.count; i++) {
        ck_assert(t.deviations[i].distance == straight[i * 35 % 97].distance);
        ck_assert(t.deviations[i].angle == straight[i * 35 % 97].angle);
        ck_assert(t.deviations[i].passed == straight[i * 35 % 97].passed);
    }
    free(t.f);
}
END_TEST

START_TEST(timeline__of_no_length)
{
    track t;
    memset(&t, 0, sizeof t);
    t.f = fixture_lunge("unity", 3.0);
    t.f->job.time = 1.0;
    fixture_must_resolve(t.f);
    ck_assert_double_eq(t.f->answer.duration, 0.0);
    observe(&t, 3);
    t.tolerance.time = 1.0;
    must_verify(&t);
    ck_assert(t.verification.passed);
    free(t.f);
}
END_TEST

/* A moment so near to the end that the clip's own time cannot tell the two apart. */
START_TEST(timeline__whose_last_moments_are_one)
{
    track t;
    memset(&t, 0, sizeof t);
    t.f = fixture_lunge("unity", 3.0);
    t.f->clip_desc.frame_rate = 0.001;
    t.f->clip_desc.sample_count = 11; /* 10,000 s */
    t.f->windows[0].end = 1000.0;
    t.f->job.time = 9999.0;
    fixture_must_resolve(t.f);
    ck_near(t.f->answer.duration, 1.0, 1e-12);
    observe(&t, 2);
    t.observed[0] = t.observed[1];
    t.count = 1;
    t.tolerance.time = 1e-13;
    must_verify(&t);
    ck_assert(t.verification.passed);
    t.observed[0].position.z += 1e-3;
    must_verify(&t);
    ck_assert_uint_eq(t.verification.failed, 1);
    ck_near(t.deviations[0].distance, 1e-3, 1e-12);
    free(t.f);
}
END_TEST

/* After a phase so slow that the next one, a fast one, is over within two of the moments that there are by then. */
START_TEST(timeline__with_no_moment_in_between)
{
    track t;
    memset(&t, 0, sizeof t);
    t.f = fixture_phases("unity", 3.0, 2);
    for (int i = 0; i < 2; i++) {
        t.f->phases[i].has_rate = true;
        t.f->phases[i].method = RW_METHOD_TIME;
        t.f->phases[i].easing = RW_EASING_QUINT_IN_OUT;
    }
    t.f->phases[0].rate = (rw_range){1e-7, 1e-7};
    t.f->targets[1].position = rw_v(1000.0, 0.0, 1000.0);
    t.f->targets[1].has_yaw = true;
    t.f->targets[1].yaw = 179.0;
    for (int moments = 1; moments <= 3; moments++) {
        const double slow = 0.5 / 1e-7;
        const double step = nextafter(slow, 1e9) - slow;
        const double rate = 0.5 / (moments * step);
        t.f->phases[1].rate = (rw_range){rate, rate};
        fixture_must_resolve(t.f);
        t.count = (size_t)moments + 1;
        for (size_t i = 0; i < t.count; i++) {
            const double at = t.f->answer.phases[0].elapsed_end + (double)i * step;
            const rw_pose pose = fixture_sample(t.f, at).pose;
            t.observed[i] = (rw_observation){at, pose.position, true, pose.rotation};
        }
        t.tolerance.time = 1.0;
        must_verify(&t);
        ck_assert(t.verification.passed);
        for (size_t i = 0; i < t.count; i++)
            t.observed[i].position.y += 0.5;
        must_verify(&t);
        ck_assert_uint_eq(t.verification.failed, t.count);
        for (size_t i = 0; i < t.count; i++)
            ck_near(t.deviations[i].distance, 0.5, 1e-9);
    }
    free(t.f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify");
    TCase *tc = tcase_create("verify");
    tcase_add_loop_test(tc, verify__refuses, 0, (int)(sizeof spoils / sizeof spoils[0]));
    tcase_add_test(tc, verify__names_every_wrong_field_at_once);
    tcase_add_test(tc, verify__does_not_look_at_a_rotation_that_was_not_observed);
    tcase_add_loop_test(tc, honest__passes_without_any_tolerance, RW_METHOD_SKEW, RW_METHOD_SCALE + 1);
    tcase_add_test(tc, honest__in_another_space);
    tcase_add_test(tc, honest__times_outside_the_timeline_are_held_against_its_ends);
    tcase_add_test(tc, tolerance__equal_passes_and_more_does_not);
    tcase_add_loop_test(tc, time__lets_a_late_client_pass, RW_METHOD_SKEW, RW_METHOD_SCALE + 1);
    tcase_add_test(tc, time__equal_passes_where_it_is_much_longer_than_the_moment);
    tcase_add_test(tc, dishonest__a_teleport_is_caught_where_it_is);
    tcase_add_test(tc, dishonest__a_faster_client_is_caught);
    tcase_add_test(tc, dishonest__a_wrong_turn_is_caught);
    tcase_add_test(tc, rotation__q_and_minus_q_of_any_length_are_the_same);
    tcase_add_test(tc, worst__the_first_of_equals_and_none_is_0);
    tcase_add_test(tc, order__of_the_observations_does_not_matter);
    tcase_add_test(tc, timeline__of_no_length);
    tcase_add_test(tc, timeline__with_no_moment_in_between);
    tcase_add_test(tc, timeline__whose_last_moments_are_one);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
