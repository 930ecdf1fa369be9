/* The n-th allocation fails, alone or with all later ones, for every n: each reader says out_of_memory or nothing is wrong, and leaks nothing. */
#include <check.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codec/import_read.h"
#include "failing_allocator.h"
#include "solve.h"
#include "support.h"
#include "../support/catalogue.h"

/* Jansson's own calls of malloc are in its library, out of the linker's reach. */
static void *allocate(size_t size)
{
    return malloc(size);
}

static const char clip[] =
    "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]],"
    "\"rotations\":[[0,0,0,1],[0,0,0,1],[0,0,0,1]]},\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}],"
    "\"events\":[{\"name\":\"hit\",\"time\":0.75}],\"tags\":[\"a\"],\"source\":{\"file\":\"x\"}}";
static const char profile[] =
    "{\"kind\":\"reach\",\"clip\":\"c\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.3},"
    "\"tags\":[\"b\"],\"description\":\"d\"}";
static const char phases[] =
    "{\"kind\":\"phases\",\"clip\":\"c\",\"phases\":[{\"name\":\"n\",\"start\":0,\"end\":0.5}]}";
static const char wrong_clip[] =
    "{\"space\":5,\"frame_rate\":[],\"root\":{\"positions\":[[0,0],[1,2,null]]},\"windows\":[7],\"bogus\":1}";

#define ONE "{\"id\":\"x\",\"profile\":\"p\",\"space\":\"unity\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},"
#define TARGETS "\"targets\":[{\"position\":[1,0,0],\"yaw\":0}]"

static const char batch[] = "{\"requests\":[" ONE TARGETS "},{\"id\":1},5]}";
static const char trajectory[] = ONE TARGETS ",\"times\":[0,1,2]}";
static const char step[] = ONE TARGETS ",\"from\":0,\"to\":1}";
static const char obstacle[] =
    ONE "\"obstacle\":{\"position\":[0,0,5],\"yaw\":0,\"size\":[1,1,1]},\"from\":0,\"to\":1}";
static const char partner[] =
    ONE "\"partner\":{\"position\":[0,0,5],\"yaw\":0,\"clip\":\"c@2\"},\"from\":0,\"to\":1}";
static const char verify[] =
    ONE TARGETS ",\"observed\":[{\"elapsed\":0,\"position\":[0,0,0],\"yaw\":1}],\"tolerance\":{\"distance\":1}}";
static const char choose[] =
    "{\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[1,0,0]},\"profiles\":[\"a\",\"b@3\",\"a@1\"]}";
static const char pair[] =
    "{\"kind\":\"phases\",\"clip\":\"c\",\"phases\":[{\"name\":\"n\",\"start\":0,\"end\":0.5}],"
    "\"provider\":{\"kind\":\"align\",\"relative\":{\"position\":[1,0,0],\"yaw\":0}}}";
static const char wrong_profile[] =
    "{\"profile\":{\"kind\":\"reach\",\"window\":\"w\",\"scale_band\":{\"min\":2,\"max\":1}},"
    "\"clip\":{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[1,0,0]]}}}";
static const char validate[] =
    "{\"profile\":{\"kind\":\"phases\",\"phases\":[{\"start\":0,\"end\":1}]},"
    "\"clip\":{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[1,0,0]]}}}";
static const char duplicate[] = "{\"a\":{\"b\":1,\"b\":2}}";

static void read_clip(rw_arena *arena, rw_problem *problem)
{
    rw_clip_document document;
    if (rw_codec_clip_decode(clip, sizeof clip - 1, NULL, arena, &document, problem))
        rw_codec_clip_compile(&document, "", arena, problem);
}

static void read_wrong_clip(rw_arena *arena, rw_problem *problem)
{
    rw_clip_document document;
    if (rw_codec_clip_decode(wrong_clip, sizeof wrong_clip - 1, NULL, arena, &document, problem))
        rw_codec_clip_compile(&document, "", arena, problem);
}

static void read_profile(rw_arena *arena, rw_problem *problem)
{
    rw_profile_document document;
    rw_codec_profile_decode(profile, sizeof profile - 1, NULL, arena, &document, problem);
}

static void read_phases(rw_arena *arena, rw_problem *problem)
{
    rw_profile_document document;
    rw_codec_profile_decode(phases, sizeof phases - 1, NULL, arena, &document, problem);
}

static void read_batch(rw_arena *arena, rw_problem *problem)
{
    rw_codec_resolve_body body;
    if (rw_codec_resolve_decode(batch, sizeof batch - 1, NULL, arena, &body, problem))
        rw_codec_resolve_body_free(&body);
}

static void read_trajectory(rw_arena *arena, rw_problem *problem)
{
    rw_codec_trajectory_request request;
    const double *times;
    size_t count;
    if (rw_codec_trajectory_decode(trajectory, sizeof trajectory - 1, NULL, arena, &request, problem))
        rw_codec_trajectory_times(&request, 1, NULL, arena, &times, &count, problem);
}

static void read_step(rw_arena *arena, rw_problem *problem)
{
    rw_codec_step_request request;
    rw_codec_step_decode(step, sizeof step - 1, NULL, arena, &request, problem);
}

static void read_validate(rw_arena *arena, rw_problem *problem)
{
    rw_codec_validate_request request;
    rw_codec_validate_decode(validate, sizeof validate - 1, NULL, arena, &request, problem);
}

static void read_duplicate(rw_arena *arena, rw_problem *problem)
{
    rw_codec_step_request request;
    rw_codec_step_decode(duplicate, sizeof duplicate - 1, NULL, arena, &request, problem);
}

static void read_obstacle(rw_arena *arena, rw_problem *problem)
{
    rw_codec_step_request request;
    rw_codec_step_decode(obstacle, sizeof obstacle - 1, NULL, arena, &request, problem);
}

static void read_partner(rw_arena *arena, rw_problem *problem)
{
    rw_codec_step_request request;
    rw_codec_step_decode(partner, sizeof partner - 1, NULL, arena, &request, problem);
}

static void read_verify(rw_arena *arena, rw_problem *problem)
{
    rw_codec_verify_request request;
    rw_codec_verify_decode(verify, sizeof verify - 1, NULL, arena, &request, problem);
}

static void read_select(rw_arena *arena, rw_problem *problem)
{
    rw_codec_select_request request;
    rw_codec_select_decode(choose, sizeof choose - 1, NULL, arena, &request, problem);
}

static void read_plan(rw_arena *arena, rw_problem *problem)
{
    rw_clip_document document;
    rw_profile_document profile_document;
    if (!rw_codec_clip_decode(clip, sizeof clip - 1, NULL, arena, &document, problem) ||
        !rw_codec_profile_decode(pair, sizeof pair - 1, NULL, arena, &profile_document, problem))
        return;
    const rw_clip *compiled = rw_codec_clip_compile(&document, "", arena, problem);
    if (compiled != NULL)
        rw_codec_plan_compile(&profile_document, compiled, "", arena, problem);
}

/* The findings either are all there, or the list says that they are not. */
static void read_findings(rw_arena *arena, rw_problem *problem)
{
    rw_codec_validate_request request;
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    if (rw_codec_validate_decode(wrong_profile, sizeof wrong_profile - 1, NULL, arena, &request, problem) &&
        rw_codec_validate(&request, NULL, arena, &findings, problem)) {
        rw_buffer buffer;
        rw_buffer_init(&buffer, SIZE_MAX);
        rw_json_writer writer;
        rw_json_writer_init(&writer, &buffer);
        rw_codec_findings_write(&writer, &findings);
        /* No assertion in here: those ask for memory too. */
        if ((!findings.no_memory && findings.count != 2) || (findings.no_memory && buffer.status != RW_BUFFER_NO_MEMORY))
            rw_problem_set(problem, RW_PROBLEM_INTERNAL, "findings were lost without a word");
        rw_buffer_free(&buffer);
    }
    rw_codec_findings_free(&findings);
}

static void read_import(rw_arena *arena, rw_problem *problem)
{
    rw_import import;
    (void)arena;
    if (rw_import_read(rw_test_catalogue, sizeof rw_test_catalogue - 1, &import, problem))
        rw_import_free(&import);
}

typedef struct reader {
    void (*read)(rw_arena *arena, rw_problem *problem);
    rw_problem_code code; /* with all the memory it wants */
} reader;

static const reader readers[] = {
    {read_clip, RW_PROBLEM_NONE},          {read_wrong_clip, RW_PROBLEM_INVALID_REQUEST},
    {read_profile, RW_PROBLEM_NONE},       {read_phases, RW_PROBLEM_NONE},
    {read_batch, RW_PROBLEM_NONE},         {read_trajectory, RW_PROBLEM_NONE},
    {read_step, RW_PROBLEM_NONE},          {read_validate, RW_PROBLEM_NONE},
    {read_duplicate, RW_PROBLEM_INVALID_JSON}, {read_obstacle, RW_PROBLEM_NONE},
    {read_partner, RW_PROBLEM_NONE},       {read_verify, RW_PROBLEM_NONE},
    {read_select, RW_PROBLEM_NONE},        {read_plan, RW_PROBLEM_NONE},
    {read_findings, RW_PROBLEM_NONE},      {read_import, RW_PROBLEM_NONE},
};

/* Runs a reader with its n-th allocation failing, alone or with all later ones; 0: none. Returns how many it asked for. */
static unsigned long run(const reader *tried, unsigned long n, bool alone, rw_problem_code *code)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    if (alone)
        failing_allocator_arm_once(n);
    else
        failing_allocator_arm(n);
    tried->read(&arena, &problem);
    rw_problem_conclude(&problem);
    const unsigned long seen = failing_allocator_seen();
    failing_allocator_arm(0);
    *code = problem.code;
    rw_problem_free(&problem);
    rw_arena_free(&arena);
    return seen;
}

START_TEST(reader__survives_every_failed_allocation)
{
    json_set_alloc_funcs(allocate, free);
    const reader *tried = &readers[_i];
    rw_problem_code code;
    run(tried, 0, false, &code);
    const unsigned long wanted = run(tried, 0, false, &code);
    ck_assert_int_eq(code, tried->code);
    ck_assert_uint_gt(wanted, 0);
    for (unsigned long n = 1; n <= 2 * wanted; n++) {
        const unsigned long number = (n + 1) / 2;
        run(tried, number, n % 2 == 0, &code);
        /* Where only the list of errors lacks memory, the answer is the same without it. */
        ck_assert_msg(code == RW_PROBLEM_OUT_OF_MEMORY || code == tried->code, "allocation %lu %s: %s", number,
                      n % 2 == 0 ? "alone" : "and later", rw_problem_info_get(code)->name);
    }
    run(tried, 1, false, &code);
    ck_assert_int_eq(code, RW_PROBLEM_OUT_OF_MEMORY);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("allocation");
    TCase *tests = tcase_create("allocation");
    tcase_add_loop_test(tests, reader__survives_every_failed_allocation, 0,
                        (int)(sizeof readers / sizeof readers[0]));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
