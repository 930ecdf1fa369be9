#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "codec/compiler.h"
#include "service/plan.h"
#include "failing_allocator.h"
#include "rootwarp/rootwarp.h"
#include "support.h"

/* The catalogue's own is not linked: this one only counts. */
struct rw_catalog_tags {
    size_t count;
    char last[64];
};

bool rw_catalog_tags_add(rw_catalog_tags *tags, const char *text)
{
    void *memory = malloc(strlen(text) + 1);
    if (memory == NULL)
        return false;
    free(memory);
    tags->count++;
    memcpy(tags->last, text, strlen(text) + 1);
    return true;
}

static const char clip_text[] =
    "{\"events\":[{\"name\":\"hit\",\"time\":0.5}],\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[1,0,0],[2,0,0]]},"
    "\"space\":\"unity\",\"tags\":[\"a\",\"b\"],\"windows\":[{\"end\":1,\"name\":\"attack\",\"start\":0}]}";
static const char reach_text[] =
    "{\"clip\":\"c\",\"kind\":\"reach\",\"scale_band\":{\"max\":2,\"min\":0.5},\"tags\":[\"t\"],\"window\":\"attack\"}";
static const char phases_text[] =
    "{\"clip\":\"c\",\"kind\":\"phases\",\"phases\":[{\"end\":0.5,\"name\":\"one\",\"start\":0},"
    "{\"end\":1,\"start\":0.5}]}";

static rw_catalog_document document_of(char *text, size_t length)
{
    return (rw_catalog_document){.text = text, .length = length};
}

/* Compiles from a copy that is gone afterwards: objects must not borrow from it. */
static void *compile_clip(const char *text, rw_catalog_tags *tags, rw_problem *problem)
{
    const size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "copy");
        return NULL;
    }
    memcpy(copy, text, length + 1);
    const rw_catalog_document document = document_of(copy, length);
    const rw_catalog_compiler compiler = rw_codec_compiler();
    void *object = compiler.compile_clip(compiler.context, &document, tags, problem);
    memset(copy, 'x', length);
    free(copy);
    return object;
}

static void *compile_profile(const char *text, const void *clip, rw_catalog_tags *tags, rw_problem *problem)
{
    const size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "copy");
        return NULL;
    }
    memcpy(copy, text, length + 1);
    const rw_catalog_document document = document_of(copy, length);
    const rw_catalog_compiler compiler = rw_codec_compiler();
    void *object = compiler.compile_profile(compiler.context, &document, clip, tags, problem);
    memset(copy, 'x', length);
    free(copy);
    return object;
}

static void drop(void *profile, void *clip)
{
    const rw_catalog_compiler compiler = rw_codec_compiler();
    compiler.destroy_profile(compiler.context, profile);
    compiler.destroy_clip(compiler.context, clip);
}

START_TEST(compiler__makes_the_solvers_objects)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_catalog_tags tags = {0};
    void *clip = compile_clip(clip_text, &tags, &problem);
    ck_assert_msg(clip != NULL, "%s", problem.detail);
    ck_assert_uint_eq(tags.count, 2);
    ck_assert_str_eq(tags.last, "b");
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    ck_assert_uint_eq(info.sample_count, 3);
    ck_assert_double_eq(info.travel, 2);
    ck_assert_str_eq(rw_clip_window(clip, 0).name, "attack");
    ck_assert_str_eq(rw_clip_event(clip, 0).name, "hit");
    void *reach = compile_profile(reach_text, clip, &tags, &problem);
    ck_assert_msg(reach != NULL, "%s", problem.detail);
    ck_assert_uint_eq(tags.count, 3);
    const rw_plan *plan = reach;
    ck_assert_int_eq(rw_profile_kind_of(plan->profile), RW_PROFILE_REACH);
    ck_assert_int_eq(plan->provider.kind, RW_PROVIDER_POINTS);
    ck_assert_ptr_null(plan->phase_names);
    ck_assert_uint_eq(rw_profile_window_count(plan->profile), 1);
    ck_assert_ptr_eq(rw_profile_clip(plan->profile), clip);
    void *phases = compile_profile(phases_text, clip, &tags, &problem);
    plan = phases;
    ck_assert_uint_eq(rw_profile_phase_count(plan->profile), 2);
    ck_assert_str_eq(plan->phase_names[0], "one");
    ck_assert_ptr_null(plan->phase_names[1]);
    drop(phases, NULL);
    drop(reach, clip);
}
END_TEST

START_TEST(compiler__gives_the_problem_of_a_document_that_does_not_fit)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_catalog_tags tags = {0};
    void *clip = compile_clip(clip_text, &tags, &problem);
    ck_assert_ptr_null(compile_profile("{\"clip\":\"c\",\"kind\":\"reach\",\"scale_band\":{\"max\":2,\"min\":0.5},"
                                       "\"window\":\"other\"}",
                                       clip, &tags, &problem));
    check_errors(&problem, "/window unknown_name", "");
    ck_assert_int_eq(problem.code, RW_PROBLEM_UNPROCESSABLE);
    rw_problem_free(&problem);
    ck_assert_ptr_null(compile_clip("{\"space\":\"unity\"}", &tags, &problem));
    check_errors(&problem, "/frame_rate missing; /root missing", "");
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_REQUEST);
    rw_problem_free(&problem);
    ck_assert_ptr_null(compile_clip("{", &tags, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_JSON);
    rw_problem_free(&problem);
    drop(NULL, clip);
}
END_TEST

START_TEST(compiler__survives_every_failed_allocation)
{
    for (unsigned long n = 1;; n++) {
        rw_problem problem;
        rw_problem_init(&problem);
        rw_catalog_tags tags = {0};
        failing_allocator_arm(n);
        void *clip = compile_clip(clip_text, &tags, &problem);
        void *profile = clip != NULL ? compile_profile(phases_text, clip, &tags, &problem) : NULL;
        const unsigned long seen = failing_allocator_seen();
        failing_allocator_arm(0);
        if (profile == NULL)
            ck_assert_int_eq(problem.code, RW_PROBLEM_OUT_OF_MEMORY);
        rw_problem_free(&problem);
        drop(profile, clip);
        if (seen < n) {
            ck_assert_ptr_nonnull(profile);
            ck_assert_uint_gt(n, 5);
            return;
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("compiler");
    TCase *tests = tcase_create("compiler");
    tcase_add_test(tests, compiler__makes_the_solvers_objects);
    tcase_add_test(tests, compiler__gives_the_problem_of_a_document_that_does_not_fit);
    tcase_add_test(tests, compiler__survives_every_failed_allocation);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
