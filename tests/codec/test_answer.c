#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve.h"
#include "support.h"

static const char vectors_path[] = "../shared/vectors/cases.json";

static const char lunge_clip[] =
    "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
    "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}],"
    "\"events\":[{\"name\":\"hit\",\"time\":0.75},{\"name\":\"step\",\"time\":0}]}";
static const char lunge_profile[] =
    "{\"kind\":\"reach\",\"clip\":\"c\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.3},"
    "\"rate\":{\"min\":0.8,\"max\":2},\"conditions\":{\"max_angle\":90,\"max_distance\":2000}}";
static const char vault_profile[] =
    "{\"kind\":\"phases\",\"clip\":\"c\",\"phases\":[{\"start\":0,\"end\":0.5},{\"start\":0.5,\"end\":1,"
    "\"axes\":{\"x\":{\"warp\":false}}}]}";

#define ACTOR "\"profile\":\"p\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40}"

/* The answer to a resolve as a tree; release with json_decref(). */
static json_t *resolve(const char *clip, const char *profile, const char *body)
{
    solved solution;
    ck_assert_msg(solved_compile(&solution, clip, profile), "%s", solution.problem.detail);
    rw_codec_resolve_body batch;
    ck_assert(rw_codec_resolve_decode(body, strlen(body), NULL, &solution.arena, &batch, &solution.problem));
    check_errors(&batch.items[0].problem, "", body);
    ck_assert_msg(solved_run(&solution, &batch.items[0].request), "%s", solution.problem.detail);
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_codec_write_resolution(&writer, batch.items[0].request.id, &solution.answer);
    json_error_t error;
    json_t *answer = json_loadb(buffer.data, buffer.length, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(answer != NULL, "%s in %s", error.text, buffer.data);
    rw_buffer_free(&buffer);
    rw_codec_resolve_body_free(&batch);
    solved_free(&solution);
    return answer;
}

static json_t *trajectory(const char *clip, const char *profile, const char *body)
{
    solved solution;
    ck_assert_msg(solved_compile(&solution, clip, profile), "%s", solution.problem.detail);
    rw_codec_trajectory_request request;
    ck_assert(rw_codec_trajectory_decode(body, strlen(body), NULL, &solution.arena, &request, &solution.problem));
    check_errors(&solution.problem, "", body);
    ck_assert(solved_run(&solution, &request.request));
    const double *times;
    size_t count;
    ck_assert(rw_codec_trajectory_times(&request, solution.resolution.duration, NULL, &solution.arena, &times, &count,
                                        &solution.problem));
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_codec_write_trajectory(&writer, &request, &solution.answer, times, count);
    json_t *answer = json_loadb(buffer.data, buffer.length, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(answer);
    rw_buffer_free(&buffer);
    solved_free(&solution);
    return answer;
}

/* The keys of an object in their order, as "a b c". */
static void check_keys(const json_t *object, const char *expected)
{
    char keys[2048] = "";
    size_t length = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
        length += (size_t)snprintf(keys + length, sizeof keys - length, "%s%s", length > 0 ? " " : "", key);
    ck_assert_str_eq(keys, expected);
}

static double number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    ck_assert_msg(json_is_number(value), "%s is no number", key);
    return json_number_value(value);
}

START_TEST(reach__answer_has_every_member)
{
    json_t *answer = resolve(lunge_clip, lunge_profile,
                             "{\"id\":\"x\"," ACTOR ",\"target\":{\"position\":[900,0,0],\"radius\":40}}");
    check_keys(answer, "id kind verdict reasons predicted_start natural_end distance_to_target stop_distance "
                       "gap_to_close natural_travel required_scale applied_scale travel shortfall first_window_scale warp_point "
                       "reached play_rate method peak_weight windows window_passed duration events warnings profile "
                       "clip solver_version");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "id")), "x");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "kind")), "reach");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "verdict")), "clamped");
    ck_assert_double_eq_tol(number_at(answer, "travel"), 650, 1e-9);
    ck_assert_double_eq_tol(number_at(answer, "play_rate"), 0.8, 1e-12);
    const json_t *window = json_array_get(json_object_get(answer, "windows"), 0);
    check_keys(window, "name start end scale elapsed_start elapsed_end");
    const json_t *event = json_array_get(json_object_get(answer, "events"), 0);
    check_keys(event, "name time elapsed passed");
    ck_assert_double_eq_tol(number_at(event, "elapsed"), 0.75 / 0.8, 1e-12);
    const json_t *warnings = json_object_get(answer, "warnings");
    ck_assert_uint_eq(json_array_size(warnings), 2);
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(warnings, 0), "code")), "shortfall");
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(warnings, 1), "code")), "rate_clamped");
    const json_t *profile = json_object_get(answer, "profile");
    check_keys(profile, "name revision content_hash");
    ck_assert_int_eq(json_integer_value(json_object_get(profile, "revision")), 3);
    json_decref(answer);
}
END_TEST

START_TEST(reach__says_why_it_is_rejected)
{
    json_t *answer =
        resolve(lunge_clip, lunge_profile, "{" ACTOR ",\"target\":{\"position\":[-3000,0,0],\"radius\":40}}");
    ck_assert_str_eq(json_string_value(json_object_get(answer, "verdict")), "rejected");
    const json_t *reasons = json_object_get(answer, "reasons");
    ck_assert_uint_eq(json_array_size(reasons), 2);
    ck_assert_str_eq(json_string_value(json_array_get(reasons, 0)), "max_angle");
    ck_assert_str_eq(json_string_value(json_array_get(reasons, 1)), "max_distance");
    ck_assert_ptr_null(json_object_get(answer, "id"));
    json_decref(answer);
}
END_TEST

START_TEST(reach__leads_a_moving_target)
{
    json_t *answer = resolve(lunge_clip, lunge_profile,
                             "{" ACTOR ",\"target\":{\"position\":[400,0,0],\"velocity\":[50,0,0]}}");
    const json_t *lead = json_object_get(answer, "lead");
    check_keys(lead, "target time");
    const double time = number_at(lead, "time");
    ck_assert_double_eq_tol(json_number_value(json_array_get(json_object_get(lead, "target"), 0)), 400 + 50 * time,
                            1e-9);
    json_decref(answer);
}
END_TEST

START_TEST(reach__events_before_the_request_have_passed)
{
    json_t *answer = resolve(lunge_clip, lunge_profile,
                             "{" ACTOR ",\"time\":0.5,\"target\":{\"position\":[400,0,0]}}");
    const json_t *events = json_object_get(answer, "events");
    size_t passed = 0;
    size_t index;
    json_t *event;
    json_array_foreach((json_t *)events, index, event)
    {
        const bool has = json_is_true(json_object_get(event, "passed"));
        passed += has;
        ck_assert(json_is_null(json_object_get(event, "elapsed")) == has);
    }
    ck_assert_uint_eq(passed, 1);
    json_decref(answer);
}
END_TEST

START_TEST(answer__tells_the_peak_speed_where_there_is_a_limit)
{
    static const char limited[] =
        "{\"kind\":\"reach\",\"clip\":\"c\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.3},"
        "\"max_speed\":450}";
    static const char limited_phases[] =
        "{\"kind\":\"phases\",\"clip\":\"c\",\"phases\":[{\"start\":0,\"end\":1}],\"max_speed\":450}";
    json_t *answer = resolve(lunge_clip, limited, "{" ACTOR ",\"target\":{\"position\":[440,0,0]}}");
    ck_assert_double_eq_tol(number_at(answer, "peak_speed"), 400, 1e-9);
    ck_assert_uint_eq(json_array_size(json_object_get(answer, "warnings")), 0);
    json_decref(answer);
    answer = resolve(lunge_clip, limited, "{" ACTOR ",\"space\":\"unity\",\"target\":{\"position\":[0,0,44]}}");
    ck_assert_double_eq_tol(number_at(answer, "peak_speed"), 4, 1e-9); /* metres a second, as the request's radius is */
    json_decref(answer);
    answer = resolve(lunge_clip, limited_phases, "{" ACTOR ",\"targets\":[{\"position\":[460,0,0],\"yaw\":0}]}");
    ck_assert_double_eq_tol(number_at(answer, "peak_speed"), 460, 1e-9);
    const json_t *warning = json_array_get(json_object_get(answer, "warnings"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(warning, "code")), "max_speed");
    json_decref(answer);
}
END_TEST

START_TEST(phases__answer_has_every_member)
{
    json_t *answer = resolve(lunge_clip, vault_profile,
                             "{" ACTOR ",\"time\":0.5,\"targets\":[{\"position\":[100,0,0],\"yaw\":0},"
                             "{\"position\":[300,10,0],\"yaw\":0}]}");
    check_keys(answer, "kind phases window_passed duration events warnings profile clip solver_version");
    const json_t *phases = json_object_get(answer, "phases");
    ck_assert_uint_eq(json_array_size(phases), 2);
    check_keys(json_array_get(phases, 0), "passed");
    const json_t *phase = json_array_get(phases, 1);
    check_keys(phase, "passed start warp_point reached residual play_rate elapsed_start elapsed_end total_root_motion "
                      "method fell_back peak_weight");
    check_keys(json_object_get(phase, "residual"), "distance angle");
    ck_assert_double_eq_tol(number_at(json_object_get(phase, "residual"), "distance"), 50, 1e-9);
    check_keys(json_object_get(phase, "total_root_motion"), "net covered");
    json_decref(answer);
}
END_TEST

START_TEST(trajectory__samples_have_what_was_asked_for)
{
    json_t *answer = trajectory(lunge_clip, lunge_profile,
                                "{\"id\":1," ACTOR ",\"target\":{\"position\":[900,0,0]},\"times\":[0,0.5,99],"
                                "\"authored\":true,\"offset\":true}");
    check_keys(answer, "id duration peak_speed peak_turn_rate samples profile clip solver_version");
    const json_t *samples = json_object_get(answer, "samples");
    ck_assert_uint_eq(json_array_size(samples), 3);
    check_keys(json_array_get(samples, 0), "elapsed clip_time phase position rotation authored offset");
    ck_assert_double_eq(number_at(json_array_get(samples, 2), "elapsed"), number_at(answer, "duration"));
    json_decref(answer);
    answer = trajectory(lunge_clip, lunge_profile,
                        "{" ACTOR ",\"target\":{\"position\":[900,0,0]},\"rate\":4}");
    check_keys(json_array_get(json_object_get(answer, "samples"), 0), "elapsed clip_time phase position rotation");
    json_decref(answer);
}
END_TEST

START_TEST(step__answers_the_delta)
{
    static const char body[] = "{" ACTOR ",\"target\":{\"position\":[900,0,0]},\"from\":-1,\"to\":99}";
    solved solution;
    ck_assert(solved_compile(&solution, lunge_clip, lunge_profile));
    rw_codec_step_request request;
    ck_assert(rw_codec_step_decode(body, sizeof body - 1, NULL, &solution.arena, &request, &solution.problem));
    ck_assert(solved_run(&solution, &request.request));
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_codec_write_step(&writer, &request, &solution.answer);
    json_t *answer = json_loadb(buffer.data, buffer.length, 0, NULL);
    check_keys(answer, "from to position rotation duration profile clip solver_version");
    ck_assert_double_eq(number_at(answer, "from"), 0);
    ck_assert_double_eq(number_at(answer, "to"), solution.resolution.duration);
    ck_assert_double_eq_tol(json_number_value(json_array_get(json_object_get(answer, "position"), 0)), 650, 1e-9);
    json_decref(answer);
    rw_buffer_free(&buffer);
    solved_free(&solution);
}
END_TEST

START_TEST(curve__json_and_csv_agree)
{
    solved solution;
    ck_assert(solved_compile(&solution, lunge_clip, lunge_profile));
    static const struct {
        double rate;
        size_t count;
    } cases[] = {{0, 3}, {2, 3}, {4, 5}, {3, 4}, {0.5, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_uint_eq(rw_codec_curve_count(solution.clip, cases[i].rate), cases[i].count);
        rw_buffer json;
        rw_buffer_init(&json, SIZE_MAX);
        rw_json_writer writer;
        rw_json_writer_init(&writer, &json);
        rw_codec_write_curve(&writer, solution.clip, cases[i].rate);
        json_t *curve = json_loadb(json.data, json.length, 0, NULL);
        const json_t *samples = json_object_get(curve, "samples");
        ck_assert_uint_eq(json_array_size(samples), cases[i].count);
        const json_t *last = json_array_get(samples, cases[i].count - 1);
        ck_assert_double_eq(number_at(last, "time"), 1);
        ck_assert_double_eq(json_number_value(json_array_get(json_object_get(last, "position"), 0)), 500);
        json_decref(curve);
        rw_buffer_free(&json);
        rw_buffer csv;
        rw_buffer_init(&csv, SIZE_MAX);
        rw_codec_write_curve_csv(&csv, solution.clip, cases[i].rate);
        size_t lines = 0;
        for (const char *at = csv.data; (at = strstr(at, "\r\n")) != NULL; at += 2)
            lines++;
        ck_assert_uint_eq(lines, cases[i].count + 1);
        static const char head[] = "time,x,y,z,qx,qy,qz,qw\r\n0,0,0,0,0,0,0,1\r\n";
        ck_assert_int_eq(strncmp(csv.data, head, sizeof head - 1), 0);
        ck_assert_ptr_nonnull(strstr(csv.data, "\r\n1,500,0,0,0,0,0,1\r\n"));
        rw_buffer_free(&csv);
    }
    solved_free(&solution);
}
END_TEST

static void write_findings(rw_json_writer *writer, const rw_profile *profile)
{
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    rw_codec_findings_add_profile(&findings, profile);
    rw_codec_findings_write(writer, &findings);
    rw_codec_findings_free(&findings);
}

START_TEST(findings__are_a_list)
{
    static const char still[] =
        "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[0,0,0],[0,0,0]]},"
        "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}";
    solved solution;
    ck_assert(solved_compile(&solution, still, lunge_profile));
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    write_findings(&writer, solution.profile);
    json_t *findings = json_loadb(buffer.data, buffer.length, 0, NULL);
    ck_assert_uint_ge(json_array_size(findings), 1);
    check_keys(json_array_get(findings, 0), "code severity document pointer value limit advice");
    json_decref(findings);
    rw_buffer_free(&buffer);
    solved_free(&solution);
}
END_TEST

START_TEST(findings__none_is_cut)
{
    char clip[16384];
    size_t length = (size_t)snprintf(clip, sizeof clip,
                                     "{\"space\":\"unity\",\"frame_rate\":1,\"root\":{\"positions\":[[0,0,0],"
                                     "[0,0,1],[0,0,2]]},\"windows\":[");
    for (int i = 0; i < 60; i++)
        length += (size_t)snprintf(clip + length, sizeof clip - length,
                                   "%s{\"name\":\"attack\",\"start\":%d.5,\"end\":%d.75}", i > 0 ? "," : "", i % 2,
                                   i % 2);
    snprintf(clip + length, sizeof clip - length, "]}");
    solved solution;
    ck_assert_msg(solved_compile(&solution, clip, lunge_profile), "%s", solution.problem.detail);
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    write_findings(&writer, solution.profile);
    json_t *findings = json_loadb(buffer.data, buffer.length, 0, NULL);
    rw_finding none[1];
    ck_assert_uint_eq(json_array_size(findings), rw_profile_findings(solution.profile, none, 0));
    ck_assert_uint_gt(json_array_size(findings), 32);
    json_decref(findings);
    rw_buffer_free(&buffer);
    solved_free(&solution);
}
END_TEST

START_TEST(batch__elements_carry_the_id)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_set(&problem, RW_PROBLEM_PROFILE_NOT_FOUND, "no profile \"x\"");
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_codec_write_batch_problem(&writer, "\"a\"", &problem, NULL);
    ck_assert_int_eq(strncmp(buffer.data, "{\"id\":\"a\",\"problem\":{\"type\":", 28), 0);
    ck_assert_ptr_nonnull(strstr(buffer.data, "\"status\":404"));
    rw_buffer_free(&buffer);
    rw_problem_free(&problem);
}
END_TEST

static char *dump(const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    ck_assert_ptr_nonnull(text);
    return text;
}

static void check_case(json_t *sample)
{
    char *clip = dump(json_object_get(sample, "clip"));
    char *profile = dump(json_object_get(sample, "profile"));
    json_t *request = json_object_get(sample, "request");
    json_object_set_new(request, "profile", json_string(json_string_value(json_object_get(sample, "name"))));
    char *body = dump(request);
    const double tolerance = json_number_value(json_object_get(sample, "tolerance"));
    json_t *expected = json_object_get(sample, "expect");
    json_t *samples = json_incref(json_object_get(expected, "samples"));
    json_object_del(expected, "samples");
    json_t *answer = resolve(clip, profile, body);
    char *text = dump(answer);
    ck_assert_msg(holds(expected, answer, tolerance), "%s: %s",
                  json_string_value(json_object_get(sample, "name")), text);
    free(text);
    json_decref(answer);
    if (samples != NULL) {
        json_t *times = json_array();
        size_t index;
        json_t *moment;
        json_array_foreach(samples, index, moment)
            json_array_append(times, json_object_get(moment, "elapsed"));
        json_object_set_new(request, "times", times);
        char *timed = dump(request);
        json_t *track = trajectory(clip, profile, timed);
        ck_assert_msg(holds(samples, json_object_get(track, "samples"), tolerance), "%s: samples",
                      json_string_value(json_object_get(sample, "name")));
        json_decref(track);
        free(timed);
    }
    json_decref(samples);
    free(clip);
    free(profile);
    free(body);
}

START_TEST(vectors__hold_through_the_codec)
{
    size_t length;
    char *text = read_file(vectors_path, &length);
    if (text == NULL)
        return;
    json_t *cases = json_loadb(text, length, 0, NULL);
    ck_assert(json_is_array(cases));
    ck_assert_uint_gt(json_array_size(cases), 0);
    size_t index;
    json_t *sample;
    json_array_foreach(cases, index, sample)
        check_case(sample);
    json_decref(cases);
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("answer");
    TCase *tests = tcase_create("answer");
    tcase_add_test(tests, reach__answer_has_every_member);
    tcase_add_test(tests, reach__says_why_it_is_rejected);
    tcase_add_test(tests, reach__leads_a_moving_target);
    tcase_add_test(tests, answer__tells_the_peak_speed_where_there_is_a_limit);
    tcase_add_test(tests, reach__events_before_the_request_have_passed);
    tcase_add_test(tests, phases__answer_has_every_member);
    tcase_add_test(tests, trajectory__samples_have_what_was_asked_for);
    tcase_add_test(tests, step__answers_the_delta);
    tcase_add_test(tests, curve__json_and_csv_agree);
    tcase_add_test(tests, findings__are_a_list);
    tcase_add_test(tests, findings__none_is_cut);
    tcase_add_test(tests, batch__elements_carry_the_id);
    tcase_add_test(tests, vectors__hold_through_the_codec);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
