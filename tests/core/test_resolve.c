/* Jobs: what they may not say. Reach: what its answers mean. */
#include "fixture.h"
#include "vec.h"

typedef struct spoil {
    const char *what;
    void (*change)(fixture *f);
    const char *field;
    rw_fault fault;
} spoil;

static const double nan_value = (double)NAN;

static void time_negative(fixture *f) { f->job.time = -0.01; }
static void time_late(fixture *f) { f->job.time = 1.01; }
static void time_nan(fixture *f) { f->job.time = nan_value; }
static void rate_zero(fixture *f) { f->job.play_rate = 0.0; }
static void rate_nan(fixture *f) { f->job.play_rate = nan_value; }
static void actor_nan(fixture *f) { f->job.actor.placement.position.x = nan_value; }
static void actor_far(fixture *f) { f->job.actor.placement.position.y = 1.1e9; }
static void actor_zero_rotation(fixture *f) { f->job.actor.placement.rotation.w = 0.0; }
static void actor_yaw_infinite(fixture *f) { f->job.actor.placement.has_yaw = true; f->job.actor.placement.yaw = (double)INFINITY; }
static void actor_radius(fixture *f) { f->job.actor.radius = -1.0; }
static void actor_scale_zero(fixture *f) { f->job.actor.scale = 0.0; }
static void actor_scale_negative(fixture *f) { f->job.actor.scale = -1.0; }
static void target_infinite(fixture *f) { f->job.target.placement.position.z = -(double)INFINITY; }
static void target_radius(fixture *f) { f->job.target.radius = nan_value; }
static void target_velocity(fixture *f) { f->job.target.velocity.x = 2e9; }
static void target_turnless(fixture *f) { f->profile_desc.rotation = RW_ROTATION_TARGET; }

static void target_known(fixture *f)
{
    target_turnless(f);
    f->job.target.has_rotation = true;
    f->job.target.radius = -1.0;
}
static void loop_late(fixture *f) { f->clip_desc.loop = true; f->job.time = 1.1e6; }
static const rw_space odd_spaces[] = {
    {(rw_axis)-1, RW_AXIS_POSITIVE_Y, RW_AXIS_POSITIVE_Z, 1.0},
    {RW_AXIS_POSITIVE_X, (rw_axis)6, RW_AXIS_POSITIVE_Z, 1.0},
    {RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, RW_AXIS_NEGATIVE_X, 1.0},
    {RW_AXIS_POSITIVE_X, RW_AXIS_POSITIVE_Y, RW_AXIS_POSITIVE_Z, 1e-7},
};
static void space_negative(fixture *f) { f->job.space = &odd_spaces[0]; }
static void space_beyond(fixture *f) { f->job.space = &odd_spaces[1]; }
static void space_flat(fixture *f) { f->job.space = &odd_spaces[2]; }
static void space_tiny(fixture *f) { f->job.space = &odd_spaces[3]; }

static const spoil reach_spoils[] = {
    {"time negative", time_negative, "/time", RW_FAULT_OUTSIDE_CLIP},
    {"time after the clip", time_late, "/time", RW_FAULT_OUTSIDE_CLIP},
    {"time NaN", time_nan, "/time", RW_FAULT_NOT_FINITE},
    {"play rate 0", rate_zero, "/play_rate", RW_FAULT_OUT_OF_RANGE},
    {"play rate NaN", rate_nan, "/play_rate", RW_FAULT_NOT_FINITE},
    {"actor NaN", actor_nan, "/actor/position/0", RW_FAULT_NOT_FINITE},
    {"actor far", actor_far, "/actor/position/1", RW_FAULT_OUT_OF_RANGE},
    {"actor zero rotation", actor_zero_rotation, "/actor/rotation", RW_FAULT_ZERO_QUATERNION},
    {"actor yaw infinite", actor_yaw_infinite, "/actor/yaw", RW_FAULT_NOT_FINITE},
    {"actor radius negative", actor_radius, "/actor/radius", RW_FAULT_OUT_OF_RANGE},
    {"actor scale 0", actor_scale_zero, "/actor/scale", RW_FAULT_OUT_OF_RANGE},
    {"actor scale negative", actor_scale_negative, "/actor/scale", RW_FAULT_OUT_OF_RANGE},
    {"target infinite", target_infinite, "/target/position/2", RW_FAULT_NOT_FINITE},
    {"target radius NaN", target_radius, "/target/radius", RW_FAULT_NOT_FINITE},
    {"target velocity", target_velocity, "/target/velocity/0", RW_FAULT_OUT_OF_RANGE},
    {"target with rotation, radius negative", target_known, "/target/radius", RW_FAULT_OUT_OF_RANGE},
    {"time after a million loops", loop_late, "/time", RW_FAULT_OUTSIDE_CLIP},
    {"space with an axis below the first", space_negative, "/space/forward", RW_FAULT_NOT_ORTHOGONAL},
    {"space with an axis beyond the last", space_beyond, "/space/right", RW_FAULT_NOT_ORTHOGONAL},
    {"space with an axis twice", space_flat, "/space/up", RW_FAULT_NOT_ORTHOGONAL},
    {"space of no size", space_tiny, "/space/metres_per_unit", RW_FAULT_OUT_OF_RANGE},
    {"target without rotation", target_turnless, "/target/rotation", RW_FAULT_MISSING},
};

static void targets_few(fixture *f) { f->job.target_count = 2; }
static void targets_none(fixture *f) { f->job.targets = NULL; }
static void target_zero(fixture *f) { f->targets[1].rotation.w = 0.0; }
static void target_nan(fixture *f) { f->targets[2].position.x = nan_value; }

static const spoil phase_spoils[] = {
    {"too few targets", targets_few, "/targets", RW_FAULT_COUNT_MISMATCH},
    {"no targets", targets_none, "/targets", RW_FAULT_COUNT_MISMATCH},
    {"target of zero rotation", target_zero, "/targets/1/rotation", RW_FAULT_ZERO_QUATERNION},
    {"actor NaN", actor_nan, "/actor/position/0", RW_FAULT_NOT_FINITE},
    {"target NaN", target_nan, "/targets/2/position/0", RW_FAULT_NOT_FINITE},
};

static void check_refused(fixture *f, const spoil *s)
{
    s->change(f);
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    f->answer.duration = -7.0;
    ck_assert_msg(fixture_resolve(f) == RW_INVALID, "%s", s->what);
    ck_assert_double_eq(f->answer.duration, -7.0);
    ck_assert_msg(fixture_reported(f, s->field, s->fault), "%s: %s %s", s->what, f->items[0].field,
                  rw_fault_name(f->items[0].fault));
    free(f);
}

START_TEST(job__refuses_reach)
{
    check_refused(fixture_lunge("unreal", 500.0), &reach_spoils[_i]);
}
END_TEST

START_TEST(job__refuses_phases)
{
    check_refused(fixture_phases("unity", 3.0, 3), &phase_spoils[_i]);
}
END_TEST

START_TEST(job__names_every_wrong_field_at_once)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    time_late(f);
    actor_scale_zero(f);
    target_radius(f);
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    ck_assert_int_eq(fixture_resolve(f), RW_INVALID);
    ck_assert_uint_eq(f->diagnostics.count, 3);
    rw_resolve_job empty = rw_resolve_job_default(NULL);
    ck_assert_int_eq(rw_resolve(&empty, &f->answer, &f->diagnostics), RW_INVALID);
    free(f);
}
END_TEST

START_TEST(job__wants_room_for_the_answer)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->clip_desc.event_count = 1;
    f->events[0].name = "hit";
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    f->answer.window_capacity = 0;
    ck_assert_int_eq(fixture_resolve(f), RW_CAPACITY);
    f->answer.window_capacity = 1;
    f->answer.event_capacity = 0;
    ck_assert_int_eq(fixture_resolve(f), RW_CAPACITY);
    f->answer.event_capacity = 1;
    ck_assert_int_eq(fixture_resolve(f), RW_OK);
    free(f);
}
END_TEST

START_TEST(job__wants_room_for_every_phase)
{
    fixture *f = fixture_phases("unity", 3.0, 3);
    ck_assert_int_eq(fixture_compile(f), RW_OK);
    f->answer.phase_capacity = 2;
    ck_assert_int_eq(fixture_resolve(f), RW_CAPACITY);
    f->answer.phase_capacity = 3;
    ck_assert_int_eq(fixture_resolve(f), RW_OK);
    free(f);
}
END_TEST

/* Who looks straight up has no angle to a target on the ground. */
START_TEST(reach__angle_of_who_looks_straight_up_is_none)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->profile_desc.conditions.max_angle = 10.0;
    f->job.target.placement.position = rw_v(-400.0, 0.0, 0.0);
    fixture_must_resolve(f);
    ck_assert_int_eq((int)f->answer.verdict, (int)RW_VERDICT_REJECTED);
    f->job.actor.placement.rotation = rw_q(-0.5, -0.5, -0.5, 0.5); /* forward to up, exactly */
    fixture_must_resolve(f);
    ck_assert_uint_eq(f->answer.reasons, 0);
    free(f);
}
END_TEST

/* Rolled and pitched by right angles about each axis, the root still lands where the answer says. */
START_TEST(reach__of_an_actor_that_lies)
{
    static const char *const spaces[] = {"unity", "unreal"};
    const double half = sqrt(0.5);
    for (int i = 0; i < 6; i++) {
        fixture *f = fixture_lunge(spaces[i / 3], 3.0);
        f->profile_desc.plane = RW_PLANE_FULL;
        f->job.actor.placement.rotation = rw_q(i % 3 == 0 ? half : 0.0, i % 3 == 1 ? half : 0.0, i % 3 == 2 ? half : 0.0, half);
        f->job.target.placement.position = rw_v(2.0, 1.5, 1.0);
        fixture_must_resolve(f);
        rw_vec3 off = rw_sub(fixture_sample(f, f->answer.duration).pose.position, f->answer.warp_point.position);
        ck_assert_double_eq(rw_length(off), 0.0);
        ck_near(rw_length(f->answer.warp_point.position), rw_length(f->job.target.placement.position), 1e-12);
        free(f);
    }
}
END_TEST

typedef struct lunge {
    double distance, travel, required;
    rw_verdict verdict;
} lunge;

static const lunge lunges[] = {{900.0, 650.0, 1.64, RW_VERDICT_CLAMPED},
                               {730.0, 650.0, 1.3, RW_VERDICT_IN_BAND},
                               {250.0, 170.0, 0.34, RW_VERDICT_IN_BAND},
                               {230.0, 150.0, 0.3, RW_VERDICT_IN_BAND},
                               {100.0, 20.0, 0.04, RW_VERDICT_COMPRESSED},
                               {60.0, 0.0, 0.0, RW_VERDICT_OVERLAPPING}};

START_TEST(reach__worked_table)
{
    const lunge *l = &lunges[_i];
    fixture *f = fixture_lunge("unreal", 500.0);
    f->job.actor.radius = f->job.target.radius = 40.0;
    f->job.target.placement.position.x = l->distance;
    fixture_must_resolve(f);
    ck_assert_int_eq((int)f->answer.verdict, (int)l->verdict);
    ck_near(f->answer.travel, l->travel, 1e-9);
    ck_near(f->answer.required_scale, l->required, 1e-12);
    ck_near(f->answer.shortfall, fmax(0.0, l->distance - 80.0) - l->travel, 1e-9);
    ck_near(f->answer.warp_point.position.x, l->travel, 1e-9);
    ck_near(fixture_sample(f, f->answer.duration).pose.position.x, l->travel, 1e-9);
    ck_assert_int_eq((f->answer.warnings & RW_WARNING_SHORTFALL) != 0, l->verdict == RW_VERDICT_CLAMPED);
    free(f);
}
END_TEST

START_TEST(reach__overlapping_still_turns_to_the_target)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->job.actor.radius = 80.0;
    f->job.target.placement.position.y = 60.0;
    fixture_must_resolve(f);
    ck_assert_int_eq((int)f->answer.verdict, (int)RW_VERDICT_OVERLAPPING);
    ck_near(f->answer.warp_point.rotation.z, sqrt(0.5), 1e-12);
    ck_near(fixture_sample(f, 1.0).pose.rotation.z, sqrt(0.5), 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__no_direction_keeps_the_facing_and_says_so)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->job.actor.placement.has_yaw = true;
    f->job.actor.placement.yaw = 30.0;
    f->job.target.placement.position.z = 300.0;
    fixture_must_resolve(f);
    ck_assert((f->answer.warnings & RW_WARNING_NO_DIRECTION) != 0);
    ck_near(f->answer.warp_point.rotation.z, sin(15.0 * 3.14159265358979324 / 180.0), 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__conditions_reject_with_their_reasons)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->profile_desc.conditions.max_angle = 60.0;
    f->profile_desc.conditions.min_distance = 1.0;
    f->profile_desc.conditions.max_distance = 4.0;
    f->profile_desc.conditions.max_height = 1.0;
    const rw_vec3 places[] = {{0.0, 0.0, 2.0}, {2.0, 0.0, 0.5}, {0.0, 0.0, 0.9}, {0.0, 0.0, 4.1}, {0.0, -1.5, 2.0}, {5.0, 2.0, 0.0}};
    const unsigned reasons[] = {0u, RW_REASON_MAX_ANGLE, RW_REASON_MIN_DISTANCE, RW_REASON_MAX_DISTANCE,
                                RW_REASON_MAX_HEIGHT, RW_REASON_MAX_ANGLE | RW_REASON_MAX_DISTANCE | RW_REASON_MAX_HEIGHT};
    for (size_t i = 0; i < 6; i++) {
        f->job.target.placement.position = places[i];
        fixture_must_resolve(f);
        ck_assert_uint_eq(f->answer.reasons, reasons[i]);
        ck_assert_int_eq(f->answer.verdict == RW_VERDICT_REJECTED, reasons[i] != 0);
    }
    f->job.target.placement.position = rw_v(sqrt(3.0), 0.0, 1.0); /* 60 degrees within rounding, distance 2 */
    f->profile_desc.conditions.max_angle = 60.0 + 1e-9;
    fixture_must_resolve(f);
    ck_assert_uint_eq(f->answer.reasons, 0u);
    free(f);
}
END_TEST

START_TEST(reach__leads_a_target_that_moves)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->job.target.placement.position.z = 4.0;
    f->job.target.velocity.z = -1.0;
    fixture_must_resolve(f);
    ck_assert(f->answer.has_lead);
    ck_near(f->answer.lead_time, 1.0, 1e-15);
    ck_near(f->answer.predicted_target.z, 3.0, 1e-15);
    ck_near(f->answer.travel, 3.0, 1e-12);
    /* With rates the answer's own arrival is where the target was led to. */
    f->profile_desc.has_rate = true;
    f->profile_desc.rate.min = 0.5;
    f->profile_desc.rate.max = 2.0;
    fixture_must_resolve(f);
    ck_near(f->answer.windows[0].elapsed_end, f->answer.lead_time, 1e-12);
    ck_near(f->answer.predicted_target.z, 4.0 - f->answer.lead_time, 1e-12);
    ck_near(f->answer.travel, f->answer.predicted_target.z, 1e-12);
    ck_near(f->answer.play_rate, 3.0 / f->answer.travel, 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__full_plane_flies_to_the_target)
{
    fixture *f = fixture_lunge("unity", 5.0);
    f->profile_desc.plane = RW_PLANE_FULL;
    f->job.target.placement.position = rw_v(0.0, 3.0, 4.0);
    f->job.target.radius = 1.0;
    fixture_must_resolve(f);
    ck_near(f->answer.distance_to_target, 5.0, 1e-12);
    ck_near(f->answer.travel, 4.0, 1e-12);
    ck_near(f->answer.warp_point.position.y, 2.4, 1e-12);
    ck_near(f->answer.warp_point.position.z, 3.2, 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__rotation_modes)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->job.target.placement.position = rw_v(2.0, 0.0, 0.0);
    f->job.target.placement.has_yaw = f->job.target.has_rotation = true;
    f->job.target.placement.yaw = 180.0;
    f->profile_desc.rotation = RW_ROTATION_TARGET;
    fixture_must_resolve(f);
    ck_near(f->answer.warp_point.rotation.y, 1.0, 1e-12);
    f->profile_desc.rotation = RW_ROTATION_KEEP;
    fixture_must_resolve(f);
    ck_near(f->answer.warp_point.rotation.w, 1.0, 1e-12);
    ck_near(fixture_sample(f, 0.7).pose.rotation.w, 1.0, 1e-12);
    f->profile_desc.rotation = RW_ROTATION_FACE;
    f->profile_desc.turn_cap = 45.0;
    fixture_must_resolve(f);
    ck_near(f->answer.warp_point.rotation.y, sqrt(0.5), 1e-12);
    ck_near(f->answer.turn_left, 45.0, 1e-9);
    ck_near(f->answer.residual_angle, 45.0, 1e-9);
    ck_assert((f->answer.warnings & RW_WARNING_TURN_CAPPED) != 0);
    free(f);
}
END_TEST

START_TEST(reach__a_spin_still_spins)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->clip_desc.rotation_count = 31;
    for (size_t i = 0; i < 31; i++)
        f->rotations[i] = rw_space_yaw(&f->clip_desc.space, 12.0 * (double)i);
    f->job.target.placement.position = rw_v(2.0, 0.0, 0.0);
    fixture_must_resolve(f);
    rw_sample half = fixture_sample(f, 0.5);
    ck_near(fabs(rw_space_yaw_of(&f->clip_desc.space, half.pose.rotation)), 135.0, 1e-9); /* 180 + 45 */
    ck_near(rw_space_yaw_of(&f->clip_desc.space, fixture_sample(f, 1.0).pose.rotation), 90.0, 1e-9);
    free(f);
}
END_TEST

START_TEST(reach__request_rate_multiplies_the_timeline_only)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->job.target.placement.position.x = 1000.0;
    f->profile_desc.scale_band.max = 3.0;
    f->profile_desc.has_rate = true;
    f->profile_desc.rate.min = 0.25;
    f->profile_desc.rate.max = 4.0;
    f->job.play_rate = 2.0;
    fixture_must_resolve(f);
    ck_near(f->answer.play_rate, 0.5, 1e-12);
    ck_near(f->answer.duration, 1.0, 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__events_tell_when_the_hit_lands)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->windows[0].start = 0.2;
    f->windows[0].end = 0.8;
    f->profile_desc.has_rate = true;
    f->profile_desc.rate.min = f->profile_desc.rate.max = 0.5;
    f->clip_desc.event_count = 3;
    const rw_event events[] = {{"early", 0.1}, {"hit", 0.5}, {"late", 0.9}};
    memcpy(f->events, events, sizeof events);
    f->job.target.placement.position.x = 400.0;
    f->job.time = 0.15;
    fixture_must_resolve(f);
    ck_assert(f->answer.events[0].passed);
    ck_near(f->answer.events[1].elapsed, 0.05 + 0.6, 1e-12);
    ck_near(f->answer.events[2].elapsed, 0.05 + 1.2 + 0.1, 1e-12);
    ck_near(f->answer.duration, 0.05 + 1.2 + 0.2, 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__a_loop_runs_to_the_end_of_the_last_windows_loop)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->clip_desc.loop = true;
    f->windows[0].start = 0.5;
    f->windows[0].end = 2.25;
    f->clip_desc.event_count = 1;
    f->events[0].name = "step";
    f->events[0].time = 0.2;
    f->job.time = 0.4;
    f->job.target.placement.position.z = 3.0;
    fixture_must_resolve(f);
    ck_near(f->answer.duration, 2.6, 1e-12);
    ck_near(f->answer.natural_travel, 3.5, 1e-12);
    ck_assert(!f->answer.events[0].passed);
    ck_near(f->answer.events[0].elapsed, 0.8, 1e-12); /* of the next loop */
    ck_near(fixture_sample(f, 1.85).pose.position.z, 3.0, 1e-12);
    free(f);
}
END_TEST

START_TEST(reach__passed_window_moves_on_as_authored)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    f->windows[0].end = 0.5;
    f->job.time = 0.5;
    f->job.target.placement.position.x = 900.0;
    fixture_must_resolve(f);
    ck_assert_int_eq((int)f->answer.verdict, (int)RW_VERDICT_WINDOW_PASSED);
    ck_assert_uint_eq(f->answer.window_count, 0);
    ck_assert(!f->answer.has_first_window_scale);
    ck_near(fixture_sample(f, 0.5).pose.position.x, 250.0, 1e-9);
    free(f);
}
END_TEST

START_TEST(space__answers_in_the_space_of_the_request)
{
    fixture *f = fixture_lunge("unreal", 500.0);
    rw_space unity = *rw_space_preset("unity");
    f->job.space = &unity;
    f->job.actor.radius = f->job.target.radius = 0.4;
    f->job.target.placement.position = rw_v(2.0, 1.0, 0.0); /* 2 m to the right */
    fixture_must_resolve(f);
    ck_near(f->answer.distance_to_target, 2.0, 1e-12);
    ck_near(f->answer.travel, 1.2, 1e-12);
    ck_near(f->answer.warp_point.position.x, 1.2, 1e-12);
    ck_near(f->answer.warp_point.position.y, 0.0, 1e-12);
    ck_near(rw_space_yaw_of(&unity, f->answer.warp_point.rotation), 90.0, 1e-9);
    free(f);
}
END_TEST

START_TEST(loop__edges_of_loops)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->clip_desc.loop = true;
    f->clip_desc.event_count = 1;
    f->events[0].name = "end";
    f->events[0].time = 1.0;
    f->job.target.placement.position.z = 3.0;
    for (int loop = 1; loop <= 3; loop++) {
        f->job.time = (double)loop;
        fixture_must_resolve(f);
        ck_assert(!f->answer.events[0].passed);
        ck_near(f->answer.events[0].time, (double)loop, 0.5e-12);
        ck_near(f->answer.duration + 1.0, 1.0, 1e-12);
    }
    f->job.time = 0.0; /* a window that ends within rounding of a loop's end does not open the next loop */
    f->clip_desc.frame_rate = 300.0;
    f->events[0].time = 0.05;
    f->windows[0].end = 0.1 * 3;
    fixture_must_resolve(f);
    ck_near(f->answer.duration, 0.3, 1e-12);
    free(f);
}
END_TEST

START_TEST(loop__windows_far_apart_are_refused)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->clip_desc.loop = true;
    rw_window late = {"attack", 9999.0, 10000.0};
    f->windows[1] = late;
    f->clip_desc.window_count = 2;
    ck_assert_int_eq(fixture_compile(f), RW_INVALID);
    ck_assert(fixture_reported(f, "/window", RW_FAULT_OUT_OF_RANGE));
    free(f);
}
END_TEST

START_TEST(max_speed__of_a_window_in_a_late_loop_is_found_without_walking_there)
{
    fixture *f = fixture_lunge("unity", 2.0);
    f->clip_desc.loop = true;
    f->positions[11].z += 0.1; /* the fastest moment of the free motion: 5 m/s */
    f->windows[0].start = 900000.25;
    f->windows[0].end = 900000.75;
    f->profile_desc.max_speed = 4.9;
    f->job.target.placement.position.z = 1800001.0;
    fixture_must_resolve(f);
    ck_assert((f->answer.warnings & RW_WARNING_MAX_SPEED) != 0);
    f->profile_desc.max_speed = 5.1;
    fixture_must_resolve(f);
    ck_assert((f->answer.warnings & RW_WARNING_MAX_SPEED) == 0);
    free(f);
}
END_TEST

START_TEST(max_speed__is_flagged)
{
    fixture *f = fixture_lunge("unity", 3.0);
    f->job.target.placement.position.z = 3.5;
    f->profile_desc.max_speed = 3.6;
    fixture_must_resolve(f);
    ck_assert((f->answer.warnings & RW_WARNING_MAX_SPEED) == 0);
    f->profile_desc.max_speed = 3.5; /* just as fast as the path: passes */
    fixture_must_resolve(f);
    ck_assert((f->answer.warnings & RW_WARNING_MAX_SPEED) == 0);
    f->profile_desc.max_speed = 3.4;
    fixture_must_resolve(f);
    ck_assert((f->answer.warnings & RW_WARNING_MAX_SPEED) != 0);
    free(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("resolve");
    TCase *tc = tcase_create("resolve");
    tcase_add_loop_test(tc, job__refuses_reach, 0, (int)(sizeof reach_spoils / sizeof reach_spoils[0]));
    tcase_add_loop_test(tc, job__refuses_phases, 0, (int)(sizeof phase_spoils / sizeof phase_spoils[0]));
    tcase_add_test(tc, job__names_every_wrong_field_at_once);
    tcase_add_test(tc, job__wants_room_for_the_answer);
    tcase_add_test(tc, job__wants_room_for_every_phase);
    tcase_add_test(tc, reach__angle_of_who_looks_straight_up_is_none);
    tcase_add_test(tc, reach__of_an_actor_that_lies);
    tcase_add_loop_test(tc, reach__worked_table, 0, (int)(sizeof lunges / sizeof lunges[0]));
    tcase_add_test(tc, reach__overlapping_still_turns_to_the_target);
    tcase_add_test(tc, reach__no_direction_keeps_the_facing_and_says_so);
    tcase_add_test(tc, reach__conditions_reject_with_their_reasons);
    tcase_add_test(tc, reach__leads_a_target_that_moves);
    tcase_add_test(tc, reach__full_plane_flies_to_the_target);
    tcase_add_test(tc, reach__rotation_modes);
    tcase_add_test(tc, reach__a_spin_still_spins);
    tcase_add_test(tc, reach__request_rate_multiplies_the_timeline_only);
    tcase_add_test(tc, reach__events_tell_when_the_hit_lands);
    tcase_add_test(tc, reach__a_loop_runs_to_the_end_of_the_last_windows_loop);
    tcase_add_test(tc, reach__passed_window_moves_on_as_authored);
    tcase_add_test(tc, space__answers_in_the_space_of_the_request);
    tcase_add_test(tc, loop__edges_of_loops);
    tcase_add_test(tc, loop__windows_far_apart_are_refused);
    tcase_add_test(tc, max_speed__of_a_window_in_a_late_loop_is_found_without_walking_there);
    tcase_add_test(tc, max_speed__is_flagged);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
