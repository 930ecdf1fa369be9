/* The worked cases through the library: documents and requests read by the codec, solved by librootwarp. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "vectors.h"

typedef struct solver {
    rw_arena arena;
    rw_problem problem;
    const rw_profile *profile;
    rw_resolution resolution;
} solver;

static void expect_no_problem(const solver *at)
{
    ck_assert_msg(!rw_problem_failed(&at->problem), "%s: %s", at->problem.detail,
                  at->problem.field_count == 0 ? "" : at->problem.fields[0].detail);
}

/* Compiles the documents of a case. */
static void compile(solver *at, const json_t *item)
{
    char *text = json_dumps(json_object_get(item, "clip"), JSON_COMPACT);
    rw_clip_document clip_document;
    ck_assert(rw_codec_clip_decode(text, strlen(text), NULL, &at->arena, &clip_document, &at->problem));
    const rw_clip *clip = rw_codec_clip_compile(&clip_document, "", &at->arena, &at->problem);
    free(text);
    expect_no_problem(at);

    text = json_dumps(json_object_get(item, "profile"), JSON_COMPACT);
    rw_profile_document document;
    ck_assert(rw_codec_profile_decode(text, strlen(text), NULL, &at->arena, &document, &at->problem));
    at->profile = rw_codec_profile_compile(&document, clip, "", &at->arena, &at->problem);
    free(text);
    expect_no_problem(at);
}

static void solve(solver *at, const rw_resolve_job *job)
{
    rw_clip_info info;
    rw_clip_describe(rw_profile_clip(at->profile), &info);
    size_t phases = rw_profile_phase_count(at->profile);
    size_t windows = rw_profile_window_count(at->profile);
    at->resolution = (rw_resolution){
        .phases = rw_arena_allocate(&at->arena, phases, sizeof(rw_phase_result)),
        .phase_capacity = phases,
        .windows = rw_arena_allocate(&at->arena, windows, sizeof(rw_window_result)),
        .window_capacity = windows,
        .events = rw_arena_allocate(&at->arena, info.event_count, sizeof(rw_event_result)),
        .event_capacity = info.event_count,
    };
    rw_resolve_job own = *job;
    own.profile = at->profile;
    rw_diagnostic items[8];
    rw_diagnostics diagnostics = {.items = items, .capacity = 8};
    rw_status status = rw_resolve(&own, &at->resolution, &diagnostics);
    ck_assert_msg(status == RW_OK, "%s: %s", diagnostics.count == 0 ? "" : items[0].field,
                  diagnostics.count == 0 ? "no reason" : items[0].detail);
}

static json_t *parse(rw_buffer *buffer)
{
    ck_assert(rw_buffer_ok(buffer));
    json_t *parsed = json_loadb(buffer->data, buffer->length, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(parsed);
    rw_buffer_free(buffer);
    return parsed;
}

static json_t *resolve(solver *at, const json_t *item, const rw_codec_provenance *provenance)
{
    json_t *request = vectors_request(item, false);
    char *text = json_dumps(request, JSON_COMPACT);
    rw_codec_resolve_body body;
    ck_assert(rw_codec_resolve_decode(text, strlen(text), NULL, &at->arena, &body, &at->problem));
    ck_assert_uint_eq(body.count, 1);
    rw_codec_resolve_item *only = &body.items[0];
    ck_assert(rw_codec_request_check_kind(&only->request, rw_profile_kind_of(at->profile), RW_PROVIDER_POINTS,
                                          &only->problem));
    ck_assert_msg(!rw_problem_failed(&only->problem), "%s", only->problem.detail);
    solve(at, &only->request.job);
    rw_buffer out;
    rw_buffer_init(&out, 1 << 20);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &out);
    const rw_codec_answer answer = {.provenance = provenance, .resolution = &at->resolution};
    rw_codec_write_resolution(&writer, NULL, &answer);
    rw_codec_resolve_body_free(&body);
    free(text);
    json_decref(request);
    return parse(&out);
}

static json_t *sample(solver *at, const json_t *item, const rw_codec_provenance *provenance)
{
    json_t *request = vectors_request(item, true);
    char *text = json_dumps(request, JSON_COMPACT);
    rw_codec_trajectory_request trajectory;
    ck_assert(rw_codec_trajectory_decode(text, strlen(text), NULL, &at->arena, &trajectory, &at->problem));
    expect_no_problem(at);
    solve(at, &trajectory.request.job);
    const double *times = NULL;
    size_t count = 0;
    ck_assert(rw_codec_trajectory_times(&trajectory, at->resolution.duration, NULL, &at->arena, &times, &count,
                                        &at->problem));
    rw_buffer out;
    rw_buffer_init(&out, 1 << 20);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &out);
    const rw_codec_answer answer = {.provenance = provenance, .resolution = &at->resolution};
    rw_codec_write_trajectory(&writer, &trajectory, &answer, times, count);
    free(text);
    json_decref(request);
    return parse(&out);
}

static bool run_case(const json_t *item)
{
    static const rw_codec_provenance provenance = {"p", 1, "", "c", 1, ""};
    solver at = {0};
    rw_arena_init(&at.arena);
    rw_problem_init(&at.problem);
    compile(&at, item);
    bool sampled = json_object_get(json_object_get(item, "expect"), "samples") != NULL;
    json_t *resolution = resolve(&at, item, &provenance);
    json_t *trajectory = sampled ? sample(&at, item, &provenance) : NULL;
    bool same = vectors_compare(item, resolution, trajectory);
    json_decref(resolution);
    json_decref(trajectory);
    rw_problem_free(&at.problem);
    rw_arena_free(&at.arena);
    return same;
}

START_TEST(vectors__hold_through_the_library)
{
    json_t *cases = vectors_load();
    size_t failed = 0;
    size_t index;
    json_t *item;
    json_array_foreach(cases, index, item)
        failed += !run_case(item);
    ck_assert_msg(failed == 0, "%zu of %zu cases differ, see above", failed, json_array_size(cases));
    json_decref(cases);
}
END_TEST

int main(void)
{
    if (!vectors_present()) {
        printf("skipped: there is no %s\n", VECTORS_PATH);
        return 77;
    }
    Suite *suite = suite_create("vectors through the library");
    TCase *cases = tcase_create("vectors");
    tcase_add_test(cases, vectors__hold_through_the_library);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
