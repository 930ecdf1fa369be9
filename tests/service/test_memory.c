/* The service when memory runs out: every call fails as a whole, says so, and works the next time. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "codec/compiler.h"
#include "failing_allocator.h"
#include "service/service.h"
#include "support/folder.h"

static const char lunge[] = "{\"events\":[{\"name\":\"hit\",\"time\":0.5}],\"frame_rate\":1,\"root\":{\"positions\":"
                            "[[0,0,0],[500,0,0]]},\"space\":\"unreal\",\"tags\":[\"melee\"],"
                            "\"windows\":[{\"end\":1,\"name\":\"attack\",\"start\":0}]}";
static const char longer[] = "{\"frame_rate\":1,\"root\":{\"positions\":[[0,0,0],[800,0,0]]},\"space\":\"unreal\","
                             "\"windows\":[{\"end\":1,\"name\":\"attack\",\"start\":0}]}";
static const char reach[] = "{\"clip\":\"lunge\",\"kind\":\"reach\",\"scale_band\":{\"max\":2,\"min\":0.5},"
                            "\"window\":\"attack\"}";

/* More allocations than any call here makes. */
enum { ALLOCATIONS_MAX = 2000 };

typedef struct fixture {
    char folder[RW_TEST_PATH_SIZE];
    rw_store *store;
    rw_service *service;
} fixture;

/* One call that may fail; true when it succeeded. */
typedef bool attempt(fixture *at, rw_problem *problem);

static rw_service_put put_of(const char *name, const char *document, const char *clip_name, rw_service_match match)
{
    return (rw_service_put){.name = name,
                            .document = document,
                            .document_length = strlen(document),
                            .clip_name = clip_name,
                            .precondition = {.match = match}};
}

static bool put_lunge(fixture *at, rw_problem *problem)
{
    rw_service_put put = put_of("lunge", lunge, NULL, RW_SERVICE_MATCH_UNSAID);
    rw_service_put_outcome outcome;
    return rw_service_put_clip(at->service, &put, &outcome, problem);
}

static void accept_profile(void *context, const rw_clip *clip, rw_problem *problem)
{
    (void)context;
    (void)clip;
    (void)problem;
}

static bool put_reach(fixture *at, rw_problem *problem)
{
    rw_service_put put = put_of("reach", reach, "lunge", RW_SERVICE_MATCH_UNSAID);
    rw_service_put_outcome outcome;
    return rw_service_put_profile(at->service, &put, accept_profile, NULL, &outcome, problem);
}

static bool put_longer(fixture *at, rw_problem *problem)
{
    rw_service_put put = put_of("lunge", longer, NULL, RW_SERVICE_MATCH_ANY);
    rw_service_put_outcome outcome;
    return rw_service_put_clip(at->service, &put, &outcome, problem);
}

static bool reopen(fixture *at, rw_problem *problem)
{
    rw_catalog_compiler compiler = rw_codec_compiler();
    rw_service *second = NULL;
    if (!rw_service_open(at->store, &compiler, NULL, &second, problem))
        return false;
    rw_service_close(second);
    return true;
}

static bool find_first_revision(fixture *at, rw_problem *problem)
{
    rw_service_view view;
    rw_service_view_begin(at->service, &view);
    rw_service_clip clip = {0};
    bool found = rw_service_find_clip(&view, "lunge", 1, &clip, problem);
    rw_service_clip_release(&clip);
    rw_service_view_end(&view);
    return found;
}

static bool list(fixture *at, rw_problem *problem)
{
    rw_service_view view;
    rw_service_view_begin(at->service, &view);
    rw_service_clip clips[2];
    rw_service_profile profiles[2];
    size_t count = 0;
    bool more = false;
    bool done = rw_service_list_clips(&view, &(rw_service_filter){0}, 2, clips, &count, &more, problem) &&
                rw_service_list_profiles(&view, &(rw_service_filter){0}, 2, profiles, &count, &more, problem);
    rw_service_view_end(&view);
    return done;
}

static bool list_revisions(fixture *at, rw_problem *problem)
{
    rw_service_history history = {0};
    if (!rw_service_list_revisions(at->service, RW_SERVICE_CLIP, "lunge", 0, 10, &history, problem))
        return false;
    rw_service_history_free(&history);
    return true;
}

static bool solve(fixture *at, rw_problem *problem)
{
    rw_service_view view;
    rw_service_view_begin(at->service, &view);
    rw_service_profile profile = {0};
    rw_service_scratch scratch;
    rw_service_scratch_init(&scratch);
    rw_diagnostics diagnostics = {0};
    rw_resolve_job job = rw_resolve_job_default(NULL);
    rw_resolution resolution;
    bool done = rw_service_find_profile(&view, "reach", 0, &profile, problem) &&
                rw_service_solve(&profile, &job, &scratch, &resolution, &diagnostics, problem);
    rw_service_scratch_free(&scratch);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
    return done;
}

static bool delete_reach(fixture *at, rw_problem *problem)
{
    rw_service_precondition any = {.match = RW_SERVICE_MATCH_ANY};
    return rw_service_delete(at->service, RW_SERVICE_PROFILE, "reach", &any, &(rw_origin){0}, problem);
}

/* Fails the first allocation of a call, then its second, and so on until it succeeds; returns how many failed. */
static unsigned long exhaust(fixture *at, attempt *call)
{
    for (unsigned long n = 1; n < ALLOCATIONS_MAX; n++) {
        rw_problem problem;
        rw_problem_init(&problem);
        failing_allocator_arm(n);
        bool done = call(at, &problem);
        failing_allocator_arm(0);
        if (!done)
            ck_assert_str_eq(rw_problem_info_get(problem.code)->name, "out_of_memory");
        rw_problem_free(&problem);
        if (done)
            return n - 1;
    }
    ck_abort_msg("the call needs more allocations than this test expects");
}

START_TEST(calls__fail_whole_when_memory_runs_out)
{
    static attempt *const calls[] = {put_lunge, put_reach, list,  solve,
                                     put_longer, reopen,    list_revisions, find_first_revision};
    fixture at = {0};
    rw_test_folder_make(at.folder);
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(rw_hash_start());
    ck_assert_int_eq(rw_store_open_sqlite(at.folder, NULL, &at.store, &problem), RW_STORE_OK);
    rw_catalog_compiler compiler = rw_codec_compiler();
    ck_assert(rw_service_open(at.store, &compiler, NULL, &at.service, &problem));

    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        ck_assert_msg(exhaust(&at, calls[i]) > 0, "call %zu allocates nothing", i);
    ck_assert(delete_reach(&at, &problem));

    rw_service_close(at.service);
    rw_store_close(at.store);
    rw_problem_free(&problem);
    rw_test_folder_remove(at.folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("service without memory");
    TCase *cases = tcase_create("memory");
    tcase_add_test(cases, calls__fail_whole_when_memory_runs_out);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
