/* The examples of the contract are what the codec answers. */
#include <check.h>
#include <dirent.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "solve.h"
#include "support.h"

#define FOLDER "schema/examples/"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct example example;
typedef void answer_function(const example *told, const char *body, rw_json_writer *writer);

struct example {
    const char *name;      /* of the pair */
    const char *documents; /* the name of clip and profile */
    answer_function *answer;
};

static char *load(const char *name, const char *kind)
{
    char path[256];
    snprintf(path, sizeof path, FOLDER "%s.%s.json", name, kind);
    size_t length;
    char *text = read_file(path, &length);
    ck_assert_msg(text != NULL, "%s is not there", path);
    return text;
}

static void load_documents(const example *told, solved *solution)
{
    char *clip = load(told->documents, "clip");
    char *profile = load(told->documents, "profile");
    ck_assert_msg(solved_compile(solution, clip, profile), "%s", solution->problem.detail);
    free(clip);
    free(profile);
}

typedef struct hashes {
    rw_hash clip, profile;
} hashes;

static rw_codec_provenance provenance_of(const example *told, const solved *solution, hashes *kept)
{
    kept->clip = rw_hash_bytes(solution->clip_document.canonical, solution->clip_document.canonical_length);
    kept->profile =
        rw_hash_bytes(solution->profile_document.canonical, solution->profile_document.canonical_length);
    return (rw_codec_provenance){.profile_name = told->documents,
                                 .profile_revision = 1,
                                 .profile_hash = kept->profile.text,
                                 .clip_name = told->documents,
                                 .clip_revision = 1,
                                 .clip_hash = kept->clip.text};
}

static void answer_item(const example *told, rw_codec_resolve_item *item, bool batch, rw_json_writer *writer)
{
    solved solution;
    load_documents(told, &solution);
    hashes kept;
    const rw_codec_provenance provenance = provenance_of(told, &solution, &kept);
    const char *id = item->request.id;
    if (rw_problem_failed(&item->problem)) {
        if (batch)
            rw_codec_write_batch_problem(writer, id, &item->problem, "example");
        else
            rw_problem_write_json(writer, &item->problem, "example");
    } else {
        ck_assert_msg(solved_run(&solution, &item->request), "%s", solution.problem.detail);
        solution.answer.provenance = &provenance;
        if (batch)
            rw_codec_write_batch_result(writer, id, &solution.answer);
        else
            rw_codec_write_resolution(writer, id, &solution.answer);
    }
    solved_free(&solution);
}

static void answer_resolve(const example *told, const char *body, rw_json_writer *writer)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_resolve_body batch;
    ck_assert(rw_codec_resolve_decode(body, strlen(body), NULL, &arena, &batch, &problem));
    if (batch.batch) {
        rw_json_object_begin(writer);
        rw_json_key(writer, "results");
        rw_json_array_begin(writer);
    }
    for (size_t i = 0; i < batch.count; i++)
        answer_item(told, &batch.items[i], batch.batch, writer);
    if (batch.batch) {
        rw_json_array_end(writer);
        rw_json_object_end(writer);
    }
    rw_codec_resolve_body_free(&batch);
    rw_arena_free(&arena);
}

static void answer_trajectory(const example *told, const char *body, rw_json_writer *writer)
{
    solved solution;
    load_documents(told, &solution);
    hashes kept;
    const rw_codec_provenance provenance = provenance_of(told, &solution, &kept);
    rw_codec_trajectory_request request;
    ck_assert(rw_codec_trajectory_decode(body, strlen(body), NULL, &solution.arena, &request, &solution.problem));
    ck_assert_msg(solved_run(&solution, &request.request), "%s", solution.problem.detail);
    solution.answer.provenance = &provenance;
    const double *times;
    size_t count;
    ck_assert(rw_codec_trajectory_times(&request, solution.resolution.duration, NULL, &solution.arena, &times, &count,
                                        &solution.problem));
    rw_codec_write_trajectory(writer, &request, &solution.answer, times, count);
    solved_free(&solution);
}

static void answer_step(const example *told, const char *body, rw_json_writer *writer)
{
    solved solution;
    load_documents(told, &solution);
    hashes kept;
    const rw_codec_provenance provenance = provenance_of(told, &solution, &kept);
    rw_codec_step_request request;
    ck_assert(rw_codec_step_decode(body, strlen(body), NULL, &solution.arena, &request, &solution.problem));
    ck_assert_msg(solved_run(&solution, &request.request), "%s", solution.problem.detail);
    solution.answer.provenance = &provenance;
    rw_codec_write_step(writer, &request, &solution.answer);
    solved_free(&solution);
}

static void answer_verify(const example *told, const char *body, rw_json_writer *writer)
{
    solved solution;
    load_documents(told, &solution);
    hashes kept;
    const rw_codec_provenance provenance = provenance_of(told, &solution, &kept);
    rw_codec_verify_request request;
    ck_assert(rw_codec_verify_decode(body, strlen(body), NULL, &solution.arena, &request, &solution.problem));
    ck_assert_msg(solved_run(&solution, &request.request), "%s", solution.problem.detail);
    solution.answer.provenance = &provenance;
    const rw_observation *observed;
    ck_assert(rw_codec_verify_observations(&request, &solution.resolution, &solution.arena, &observed,
                                           &solution.problem));
    rw_deviation *deviations = rw_arena_allocate(&solution.arena, request.count, sizeof *deviations);
    rw_verification verification;
    ck_assert_int_eq(rw_verify(&solution.resolution, observed, request.count, request.tolerance, deviations,
                               &verification, NULL),
                     RW_OK);
    rw_codec_write_verification(writer, &request, &solution.answer, &verification, deviations);
    solved_free(&solution);
}

static void answer_validate(const example *told, const char *body, rw_json_writer *writer)
{
    (void)told;
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_validate_request request;
    ck_assert(rw_codec_validate_decode(body, strlen(body), NULL, &arena, &request, &problem));
    ck_assert(request.has_clip);
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    ck_assert(rw_codec_validate(&request, NULL, &arena, &findings, &problem));
    check_errors(&problem, "", body);
    rw_json_object_begin(writer);
    rw_json_key(writer, "findings");
    rw_codec_findings_write(writer, &findings);
    rw_codec_findings_free(&findings);
    rw_json_object_end(writer);
    rw_arena_free(&arena);
}

static const example examples[] = {
    {"lunge-900.resolve", "lunge", answer_resolve}, {"lunge-250.resolve", "lunge", answer_resolve},
    {"lunge-100.resolve", "lunge", answer_resolve}, {"lunge-60.resolve", "lunge", answer_resolve},
    {"vault.resolve", "vault", answer_resolve},     {"batch.resolve", "lunge", answer_resolve},
    {"wrong.resolve", "lunge", answer_resolve},     {"lunge.trajectory", "lunge", answer_trajectory},
    {"lunge.step", "lunge", answer_step},           {"lunge.validate", "lunge", answer_validate},
    {"lunge.verify", "lunge", answer_verify},       {"hurdle.resolve", "hurdle", answer_resolve},
    {"hurdle-high.resolve", "hurdle", answer_resolve},
};

START_TEST(example__is_what_is_answered)
{
    const example *told = &examples[_i];
    ck_assert(rw_hash_start());
    char *body = load(told->name, "request");
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    told->answer(told, body, &writer);
    char *expected_text = load(told->name, "answer");
    json_t *expected = json_loads(expected_text, JSON_REJECT_DUPLICATES, NULL);
    json_t *answer = json_loadb(buffer.data, buffer.length, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(expected);
    ck_assert_ptr_nonnull(answer);
    ck_assert_msg(holds(expected, answer, 1e-9) && holds(answer, expected, 1e-9), "%s: the answer now is\n%s",
                  told->name, buffer.data);
    json_decref(expected);
    json_decref(answer);
    rw_buffer_free(&buffer);
    free(expected_text);
    free(body);
}
END_TEST

static bool is_listed(const char *file)
{
    for (size_t i = 0; i < COUNT(examples); i++) {
        const size_t length = strlen(examples[i].name);
        if (strncmp(file, examples[i].name, length) == 0 &&
            (strcmp(file + length, ".request.json") == 0 || strcmp(file + length, ".answer.json") == 0))
            return true;
    }
    return strstr(file, ".clip.json") != NULL || strstr(file, ".profile.json") != NULL ||
           strcmp(file, "README.md") == 0 || file[0] == '.';
}

START_TEST(example__none_is_left_out)
{
    DIR *folder = opendir(FOLDER);
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        ck_assert_msg(is_listed(entry->d_name), "%s is not tested", entry->d_name);
    closedir(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("examples");
    TCase *tests = tcase_create("examples");
    tcase_add_loop_test(tests, example__is_what_is_answered, 0, (int)COUNT(examples));
    tcase_add_test(tests, example__none_is_left_out);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
