#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "mutate.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define ACTOR "\"actor\":{\"position\":[1,2,3],\"yaw\":90,\"radius\":40,\"scale\":2}"
#define TARGET "\"target\":{\"position\":[900,0,0],\"radius\":30}"

static const char reach[] = "{\"profile\":\"lunge\"," ACTOR "," TARGET "}";

typedef struct read_one {
    rw_arena arena;
    rw_codec_resolve_body body;
    rw_problem problem;
    bool ok;
} read_one;

static void read_resolve(read_one *read, const char *body)
{
    rw_arena_init(&read->arena);
    rw_problem_init(&read->problem);
    read->ok = rw_codec_resolve_decode(body, strlen(body), NULL, &read->arena, &read->body, &read->problem);
}

static void drop(read_one *read)
{
    if (read->ok)
        rw_codec_resolve_body_free(&read->body);
    rw_problem_free(&read->problem);
    rw_arena_free(&read->arena);
}

START_TEST(resolve__fills_the_job)
{
    read_one read;
    read_resolve(&read, "{\"id\":17,\"profile\":\"lunge@3\",\"space\":\"unity\",\"time\":0.25,\"play_rate\":2," ACTOR
                        ",\"target\":{\"position\":[900,0,0],\"rotation\":[0,0,1,1],\"radius\":30,"
                        "\"velocity\":[1,2,3]}}");
    ck_assert(read.ok);
    const rw_codec_resolve_request *request = &read.body.items[0].request;
    check_errors(&read.body.items[0].problem, "", "");
    ck_assert(!read.body.batch);
    ck_assert_str_eq(request->pointer, "");
    ck_assert_str_eq(request->id, "17");
    ck_assert_str_eq(request->profile, "lunge");
    ck_assert_int_eq(request->revision, 3);
    ck_assert_ptr_null(request->job.profile);
    ck_assert(rw_space_equal(request->job.space, rw_space_preset("unity")));
    ck_assert_double_eq(request->job.time, 0.25);
    ck_assert_double_eq(request->job.play_rate, 2);
    ck_assert_double_eq(request->job.actor.placement.position.y, 2);
    ck_assert(request->job.actor.placement.has_yaw);
    ck_assert_double_eq(request->job.actor.placement.yaw, 90);
    ck_assert_double_eq(request->job.actor.radius, 40);
    ck_assert_double_eq(request->job.actor.scale, 2);
    ck_assert(request->job.target.has_rotation);
    ck_assert_double_eq(request->job.target.placement.rotation.z, 1);
    ck_assert_double_eq(request->job.target.velocity.z, 3);
    ck_assert_uint_eq(request->given, RW_GIVEN_TARGET);
    drop(&read);
}
END_TEST

START_TEST(resolve__defaults)
{
    read_one read;
    read_resolve(&read, "{\"profile\":\"vault\",\"actor\":{\"position\":[0,0,0],\"rotation\":[0,0,0,1]},"
                        "\"targets\":[{\"position\":[1,0,0],\"yaw\":0}]}");
    ck_assert(read.ok);
    const rw_codec_resolve_request *request = &read.body.items[0].request;
    check_errors(&read.body.items[0].problem, "", "");
    ck_assert_ptr_null(request->id);
    ck_assert_int_eq(request->revision, 0);
    ck_assert_ptr_null(request->job.space);
    ck_assert_double_eq(request->job.time, 0);
    ck_assert_double_eq(request->job.play_rate, 1);
    ck_assert_double_eq(request->job.actor.radius, 0);
    ck_assert_double_eq(request->job.actor.scale, 1);
    ck_assert_uint_eq(request->job.target_count, 1);
    ck_assert_uint_eq(request->given, RW_GIVEN_TARGETS);
    drop(&read);
}
END_TEST

typedef struct judged {
    const char *pointer, *value, *errors;
} judged;

static const judged resolve_cases[] = {
    {"/actor/rotation", "[0,0,0,1]", "/actor/yaw not_allowed"},
    {"/actor/yaw", NULL, "/actor/rotation missing"},
    {"/target/velocity", "5", "/target/velocity wrong_type"},
    {"/target/scale", "1", "/target/scale unknown_field"},
    {"/actor/velocity", "[0,0,0]", "/actor/velocity unknown_field"},
    {"/targets", "[{\"position\":[0,0,0]}]", "/targets/0/rotation missing"},
    {"/targets", "[{\"position\":[0,0,0],\"yaw\":1,\"rotation\":[0,0,0,1]},5]",
     "/targets/0/yaw not_allowed; /targets/1 wrong_type"},
    {"/times", "[0]", "/times unknown_field"},
    {"/profle", "\"x\"", "/profle unknown_field"},
};

START_TEST(resolve__judges)
{
    char *body = mutate(reach, resolve_cases[_i].pointer, resolve_cases[_i].value);
    read_one read;
    read_resolve(&read, body);
    ck_assert(read.ok);
    check_errors(&read.body.items[0].problem, resolve_cases[_i].errors, body);
    ck_assert_int_eq(read.body.items[0].problem.code, RW_PROBLEM_INVALID_REQUEST);
    drop(&read);
    free(body);
}
END_TEST

START_TEST(resolve__echoes_ids_verbatim)
{
    static const struct {
        const char *given, *echoed;
    } ids[] = {{"\"a\"", "\"a\""},         {"\"\\u00e9\\\"\\n\"", "\"\xC3\xA9\\\"\\n\""},
               {"0", "0"},                 {"-12", "-12"},
               {"5.0", "5"},               {"9007199254740991", "9007199254740991"},
               {"\"17\"", "\"17\""}};
    for (size_t i = 0; i < COUNT(ids); i++) {
        char *body = mutate(reach, "/id", ids[i].given);
        read_one read;
        read_resolve(&read, body);
        ck_assert(read.ok);
        check_errors(&read.body.items[0].problem, "", body);
        ck_assert_str_eq(read.body.items[0].request.id, ids[i].echoed);
        drop(&read);
        free(body);
    }
}
END_TEST

START_TEST(batch__each_item_has_its_own_problem)
{
    read_one read;
    read_resolve(&read, "{\"requests\":[{\"id\":1,\"profile\":\"a\"," ACTOR "," TARGET "},5,"
                        "{\"id\":\"x\",\"profile\":\"b\",\"actor\":{\"position\":[0,0,\"1\"],\"yaw\":0}},{}]}");
    ck_assert(read.ok);
    ck_assert(read.body.batch);
    ck_assert_uint_eq(read.body.count, 4);
    const rw_codec_resolve_item *items = read.body.items;
    check_errors(&items[0].problem, "", "");
    check_errors(&items[1].problem, "/requests/1 wrong_type", "");
    check_errors(&items[2].problem, "/requests/2/actor/position/2 wrong_type", "");
    check_errors(&items[3].problem, "/requests/3/profile missing; /requests/3/actor missing", "");
    ck_assert_str_eq(items[0].request.pointer, "/requests/0");
    ck_assert_str_eq(items[2].request.id, "\"x\"");
    ck_assert_int_eq(items[3].problem.code, RW_PROBLEM_INVALID_REQUEST);
    drop(&read);
}
END_TEST

START_TEST(batch__envelope_is_checked)
{
    static const struct {
        const char *body, *errors;
        rw_problem_code code;
    } cases[] = {
        {"{\"requests\":[]}", "/requests empty", RW_PROBLEM_INVALID_REQUEST},
        {"{\"requests\":5}", "/requests wrong_type", RW_PROBLEM_INVALID_REQUEST},
        {"{\"requests\":null}", "/requests null", RW_PROBLEM_INVALID_REQUEST},
        {"{\"requests\":[{}],\"profile\":\"x\"}", "/profile not_allowed", RW_PROBLEM_INVALID_REQUEST},
        {"{\"requests\":[", "/requests/0 invalid_json", RW_PROBLEM_INVALID_JSON},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        read_one read;
        read_resolve(&read, cases[i].body);
        ck_assert(!read.ok);
        check_errors(&read.problem, cases[i].errors, cases[i].body);
        ck_assert_int_eq(read.problem.code, cases[i].code);
        drop(&read);
    }
}
END_TEST

START_TEST(batch__is_bounded)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.items = 2;
    static const char body[] = "{\"requests\":[{},{},{}]}";
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_resolve_body out;
    ck_assert(!rw_codec_resolve_decode(body, sizeof body - 1, &limits, &arena, &out, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_TOO_MANY_ITEMS);
    check_errors(&problem, "/requests too_long", body);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
}
END_TEST

START_TEST(kind__decides_what_is_aimed_at)
{
    static const struct {
        unsigned given;
        rw_profile_kind kind;
        rw_provider_kind provider;
        const char *errors;
    } cases[] = {
        {RW_GIVEN_TARGET, RW_PROFILE_REACH, RW_PROVIDER_POINTS, ""},
        {RW_GIVEN_TARGETS, RW_PROFILE_PHASES, RW_PROVIDER_POINTS, ""},
        {RW_GIVEN_OBSTACLE, RW_PROFILE_PHASES, RW_PROVIDER_OBSTACLE, ""},
        {RW_GIVEN_PARTNER, RW_PROFILE_PHASES, RW_PROVIDER_ALIGN, ""},
        {0, RW_PROFILE_REACH, RW_PROVIDER_POINTS, "/requests/1/target missing"},
        {0, RW_PROFILE_PHASES, RW_PROVIDER_POINTS, "/requests/1/targets missing"},
        {0, RW_PROFILE_PHASES, RW_PROVIDER_OBSTACLE, "/requests/1/obstacle missing"},
        {0, RW_PROFILE_PHASES, RW_PROVIDER_ALIGN, "/requests/1/partner missing"},
        {RW_GIVEN_TARGET | RW_GIVEN_TARGETS, RW_PROFILE_REACH, RW_PROVIDER_POINTS, "/requests/1/targets not_allowed"},
        {RW_GIVEN_TARGET, RW_PROFILE_PHASES, RW_PROVIDER_POINTS,
         "/requests/1/target not_allowed; /requests/1/targets missing"},
        {RW_GIVEN_TARGETS, RW_PROFILE_PHASES, RW_PROVIDER_OBSTACLE,
         "/requests/1/targets not_allowed; /requests/1/obstacle missing"},
        {RW_GIVEN_OBSTACLE | RW_GIVEN_PARTNER, RW_PROFILE_PHASES, RW_PROVIDER_ALIGN,
         "/requests/1/obstacle not_allowed"},
        {RW_GIVEN_OBSTACLE | RW_GIVEN_PARTNER, RW_PROFILE_REACH, RW_PROVIDER_POINTS,
         "/requests/1/target missing; /requests/1/obstacle not_allowed; /requests/1/partner not_allowed"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const rw_codec_resolve_request request = {.pointer = "/requests/1", .given = cases[i].given};
        rw_problem problem;
        rw_problem_init(&problem);
        ck_assert(rw_codec_request_check_kind(&request, cases[i].kind, cases[i].provider, &problem) ==
                  (cases[i].errors[0] == '\0'));
        check_errors(&problem, cases[i].errors, "");
        rw_problem_free(&problem);
    }
}
END_TEST

static const char trajectory[] = "{\"profile\":\"p\"," ACTOR "," TARGET ",\"rate\":30}";

static const judged trajectory_cases[] = {
    {"/rate", NULL, "/times missing"},
    {"/rate", "0", "/rate not_positive"},
    {"/rate", "-1", "/rate not_positive"},
    {"/rate", "1e7", "/rate out_of_range"},
    {"/times", "[0]", "/rate not_allowed"},
    {"/times", "[1,\"x\",null]", "/times/1 wrong_type; /times/2 null; /rate not_allowed"},
    {"/from", "\"0\"", "/from wrong_type"},
};

START_TEST(trajectory__judges)
{
    char *body = mutate(trajectory, trajectory_cases[_i].pointer, trajectory_cases[_i].value);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_trajectory_request request;
    ck_assert(rw_codec_trajectory_decode(body, strlen(body), NULL, &arena, &request, &problem));
    check_errors(&problem, trajectory_cases[_i].errors, body);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
    free(body);
}
END_TEST

START_TEST(trajectory__from_after_to)
{
    static const char body[] = "{\"profile\":\"p\"," ACTOR "," TARGET ",\"rate\":30,\"from\":1,\"to\":0.5}";
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_trajectory_request request;
    ck_assert(rw_codec_trajectory_decode(body, sizeof body - 1, NULL, &arena, &request, &problem));
    check_errors(&problem, "/to inconsistent", body);
    rw_problem_conclude(&problem);
    ck_assert_int_eq(problem.code, RW_PROBLEM_UNPROCESSABLE);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
}
END_TEST

START_TEST(trajectory__samples_from_to_at_a_rate)
{
    static const struct {
        double rate, from, to, duration;
        size_t count;
    } cases[] = {
        {30, 0, INFINITY, 1, 31}, {30, 0.5, INFINITY, 1, 16}, {4, 0, 0.9, 1, 5},  {4, -3, 7, 1, 5},
        {10, 2, 3, 1, 1},         {1, 0, INFINITY, 0, 1},     {60, 0, 0.1, 1, 7}, {30, 0, 0.7, 1, 22},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const rw_codec_trajectory_request request = {
            .rate = cases[i].rate, .from = cases[i].from, .to = cases[i].to};
        rw_arena arena;
        rw_arena_init(&arena);
        rw_problem problem;
        rw_problem_init(&problem);
        const double *times;
        size_t count;
        ck_assert(rw_codec_trajectory_times(&request, cases[i].duration, NULL, &arena, &times, &count, &problem));
        ck_assert_msg(count == cases[i].count, "case %zu: %zu", i, count);
        for (size_t k = 0; k < count; k++) {
            ck_assert_double_ge(times[k], 0);
            ck_assert_double_le(times[k], cases[i].duration);
            ck_assert(k == 0 || times[k] > times[k - 1]);
        }
        rw_arena_free(&arena);
    }
}
END_TEST

START_TEST(trajectory__clamps_and_bounds_its_times)
{
    const double given[] = {-1, 0.5, 9};
    rw_codec_trajectory_request request = {.time_count = 3, .times = given, .to = INFINITY};
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    const double *times = NULL;
    size_t count = 0;
    ck_assert(rw_codec_trajectory_times(&request, 1, NULL, &arena, &times, &count, &problem));
    ck_assert_uint_eq(count, 3);
    ck_assert(times[0] == 0 && times[1] == 0.5 && times[2] == 1);
    request = (rw_codec_trajectory_request){.rate = 1e6, .to = INFINITY};
    ck_assert(!rw_codec_trajectory_times(&request, 1, NULL, &arena, &times, &count, &problem));
    check_errors(&problem, "/rate too_long", "");
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_REQUEST);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
}
END_TEST

START_TEST(validate__needs_a_clip_from_somewhere)
{
    static const char body[] =
        "{\"profile\":{\"kind\":\"reach\",\"window\":\"hit\",\"scale_band\":{\"min\":0.3,\"max\":1.3}}}";
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_validate_request request;
    ck_assert(rw_codec_validate_decode(body, sizeof body - 1, NULL, &arena, &request, &problem));
    check_errors(&problem, "/profile/clip missing", body);
    ck_assert(!request.has_clip);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
}
END_TEST

START_TEST(diagnostics__leave_consequences_out)
{
    rw_diagnostic items[] = {
        {.field = "/actor/radius", .fault = RW_FAULT_OUT_OF_RANGE, .detail = "d"},
        {.field = "/actor/position", .fault = RW_FAULT_NOT_FINITE, .detail = "d"},
        {.field = "/actor/positions", .fault = RW_FAULT_OUT_OF_RANGE, .detail = "d"},
        {.field = "/target/rotation", .fault = RW_FAULT_ZERO_QUATERNION, .detail = "d"},
    };
    const rw_diagnostics diagnostics = {.items = items, .capacity = COUNT(items), .count = 9};
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_add_field(&problem, "/requests/1/actor/position", RW_FIELD_NULL_VALUE, "x");
    rw_problem_add_field(&problem, "/requests/1/target", RW_FIELD_MISSING, "x");
    rw_codec_add_diagnostics(&problem, "/requests/1", &diagnostics);
    check_errors(&problem,
                 "/requests/1/actor/position null; /requests/1/target missing; "
                 "/requests/1/actor/radius out_of_range; /requests/1/actor/positions out_of_range",
                 "");
    rw_problem_free(&problem);
}
END_TEST

START_TEST(diagnostics__have_registered_codes)
{
    for (int fault = RW_FAULT_MISSING; fault <= RW_FAULT_NOT_ORTHOGONAL; fault++)
        ck_assert_int_ne(rw_codec_fault_code((rw_fault)fault, "/x"), RW_FIELD_NONE);
    ck_assert_int_eq(rw_codec_fault_code(RW_FAULT_EMPTY, "/windows/0/end"), RW_FIELD_EMPTY_WINDOW);
    ck_assert_int_eq(rw_codec_fault_code(RW_FAULT_EMPTY, "/phases"), RW_FIELD_EMPTY);
    ck_assert_int_eq(rw_codec_fault_code(RW_FAULT_REVERSED, "/phases/1/start"), RW_FIELD_EMPTY_WINDOW);
    ck_assert_int_eq(rw_codec_fault_code(RW_FAULT_REVERSED, "/rate/max"), RW_FIELD_INCONSISTENT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("request");
    TCase *tests = tcase_create("request");
    tcase_add_test(tests, resolve__fills_the_job);
    tcase_add_test(tests, resolve__defaults);
    tcase_add_loop_test(tests, resolve__judges, 0, (int)COUNT(resolve_cases));
    tcase_add_test(tests, resolve__echoes_ids_verbatim);
    tcase_add_test(tests, batch__each_item_has_its_own_problem);
    tcase_add_test(tests, batch__envelope_is_checked);
    tcase_add_test(tests, batch__is_bounded);
    tcase_add_test(tests, kind__decides_what_is_aimed_at);
    tcase_add_loop_test(tests, trajectory__judges, 0, (int)COUNT(trajectory_cases));
    tcase_add_test(tests, trajectory__from_after_to);
    tcase_add_test(tests, trajectory__samples_from_to_at_a_rate);
    tcase_add_test(tests, trajectory__clamps_and_bounds_its_times);
    tcase_add_test(tests, validate__needs_a_clip_from_somewhere);
    tcase_add_test(tests, diagnostics__leave_consequences_out);
    tcase_add_test(tests, diagnostics__have_registered_codes);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
