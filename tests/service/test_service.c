/* The service over a real store, with the codec's compiler. */
#include <check.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "codec/compiler.h"
#include "service/service.h"
#include "support/folder.h"

static const char lunge[] = "{\"events\":[{\"name\":\"hit\",\"time\":0.5}],\"frame_rate\":1,\"root\":{\"positions\":"
                            "[[0,0,0],[500,0,0]]},\"space\":\"unreal\",\"tags\":[\"melee\"],"
                            "\"windows\":[{\"end\":1,\"name\":\"attack\",\"start\":0}]}";
static const char longer[] = "{\"frame_rate\":1,\"root\":{\"positions\":[[0,0,0],[800,0,0]]},\"space\":\"unreal\","
                             "\"windows\":[{\"end\":1,\"name\":\"attack\",\"start\":0}]}";
static const char windowless[] = "{\"frame_rate\":1,\"root\":{\"positions\":[[0,0,0],[800,0,0]]},\"space\":\"unreal\"}";
static const char reach[] = "{\"clip\":\"lunge\",\"kind\":\"reach\",\"scale_band\":{\"max\":2,\"min\":0.5},"
                            "\"window\":\"attack\"}";
static const char wider[] = "{\"clip\":\"lunge\",\"kind\":\"reach\",\"scale_band\":{\"max\":3,\"min\":0.5},"
                            "\"tags\":[\"melee\"],\"window\":\"attack\"}";

static char folder[RW_TEST_PATH_SIZE];
static rw_store *store;
static rw_service *service;
static rw_problem problem;

static void open_service(void)
{
    rw_test_folder_make(folder);
    rw_problem_init(&problem);
    rw_hash_start();
    ck_assert_int_eq(rw_store_open_sqlite(folder, NULL, &store, &problem), RW_STORE_OK);
    rw_catalog_compiler compiler = rw_codec_compiler();
    ck_assert(rw_service_open(store, &compiler, NULL, &service, &problem));
}

static void close_service(void)
{
    rw_service_close(service);
    rw_store_close(store);
    rw_problem_free(&problem);
    rw_test_folder_remove(folder);
}

/* Calls that the tests make over and over */

static rw_service_put put_of(const char *name, const char *document, const char *clip_name)
{
    return (rw_service_put){
        .name = name, .document = document, .document_length = strlen(document), .clip_name = clip_name};
}

static rw_service_put_outcome put_clip(const char *name, const char *document, rw_service_match match)
{
    rw_service_put put = put_of(name, document, NULL);
    put.precondition.match = match;
    rw_service_put_outcome outcome = {0};
    ck_assert_msg(rw_service_put_clip(service, &put, &outcome, &problem), "%s", problem.detail);
    return outcome;
}

static void accept_profile(void *context, const rw_clip *clip, rw_problem *found)
{
    (void)context;
    (void)found;
    ck_assert_ptr_nonnull(clip);
}

static rw_service_put_outcome put_profile(const char *name, const char *document, rw_service_match match)
{
    rw_service_put put = put_of(name, document, "lunge");
    put.precondition.match = match;
    rw_service_put_outcome outcome = {0};
    ck_assert_msg(rw_service_put_profile(service, &put, accept_profile, NULL, &outcome, &problem), "%s", problem.detail);
    return outcome;
}

static void expect_problem(rw_problem_code code)
{
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, rw_problem_info_get(code)->name);
    ck_assert_int_ne(problem.detail[0], '\0');
    rw_problem_free(&problem);
}

static int64_t version_now(void)
{
    rw_service_view view;
    rw_service_view_begin(service, &view);
    int64_t version = rw_service_view_version(&view);
    rw_service_view_end(&view);
    return version;
}

/* Clips */

START_TEST(put_clip__creates_changes_and_repeats)
{
    rw_service_put_outcome outcome = put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    ck_assert(outcome.created && !outcome.unchanged);
    ck_assert_int_eq(outcome.revision, 1);
    rw_hash hash = rw_hash_bytes(lunge, strlen(lunge));
    ck_assert(rw_hash_equal(&outcome.hash, &hash));
    int64_t version = version_now();

    outcome = put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    ck_assert(!outcome.created && outcome.unchanged);
    ck_assert_int_eq(outcome.revision, 1);
    ck_assert_int_eq(version_now(), version);

    rw_service_put put = put_of("lunge", longer, NULL);
    put.precondition = (rw_service_precondition){RW_SERVICE_MATCH_LIST, &hash, 1};
    ck_assert(rw_service_put_clip(service, &put, &outcome, &problem));
    ck_assert(!outcome.created && !outcome.unchanged);
    ck_assert_int_eq(outcome.revision, 2);
    ck_assert_int_gt(version_now(), version);
}
END_TEST

START_TEST(put_clip__holds_the_preconditions)
{
    rw_hash other = rw_hash_bytes("x", 1);
    rw_service_put put = put_of("lunge", lunge, NULL);
    rw_service_put_outcome outcome;
    put.precondition.match = RW_SERVICE_MATCH_ANY;
    ck_assert(!rw_service_put_clip(service, &put, &outcome, &problem));
    expect_problem(RW_PROBLEM_PRECONDITION_FAILED);

    put_clip("lunge", lunge, RW_SERVICE_MATCH_NONE);
    put.precondition.match = RW_SERVICE_MATCH_NONE;
    ck_assert(!rw_service_put_clip(service, &put, &outcome, &problem));
    expect_problem(RW_PROBLEM_ALREADY_EXISTS);

    put = put_of("lunge", longer, NULL);
    ck_assert(!rw_service_put_clip(service, &put, &outcome, &problem));
    expect_problem(RW_PROBLEM_PRECONDITION_REQUIRED);

    put.precondition = (rw_service_precondition){RW_SERVICE_MATCH_LIST, &other, 1};
    ck_assert(!rw_service_put_clip(service, &put, &outcome, &problem));
    expect_problem(RW_PROBLEM_PRECONDITION_FAILED);

    put.precondition = (rw_service_precondition){RW_SERVICE_MATCH_LIST, NULL, 0};
    ck_assert(!rw_service_put_clip(service, &put, &outcome, &problem));
    expect_problem(RW_PROBLEM_PRECONDITION_FAILED);
}
END_TEST

START_TEST(find_clip__tells_head_revision_and_nothing_apart)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_clip("lunge", longer, RW_SERVICE_MATCH_ANY);
    rw_service_view view;
    rw_service_view_begin(service, &view);
    rw_service_clip clip = {0};
    rw_clip_info info;

    ck_assert(rw_service_find_clip(&view, "lunge", 0, &clip, &problem));
    ck_assert_int_eq(clip.document->revision, 2);
    rw_clip_describe(clip.object, &info);
    ck_assert_double_eq(info.travel, 800);
    rw_service_clip_release(&clip);

    ck_assert(rw_service_find_clip(&view, "lunge", 1, &clip, &problem));
    char *text = NULL;
    ck_assert(rw_service_read_text(&view, clip.document, &text, &problem));
    ck_assert_str_eq(text, lunge);
    free(text);
    rw_clip_describe(clip.object, &info);
    ck_assert_double_eq(info.travel, 500);
    ck_assert_uint_eq(clip.tag_count, 1);
    ck_assert_str_eq(clip.tags[0], "melee");
    rw_service_clip_release(&clip);
    rw_service_clip_release(&clip);

    ck_assert(!rw_service_find_clip(&view, "lunge", 3, &clip, &problem));
    expect_problem(RW_PROBLEM_REVISION_NOT_FOUND);
    ck_assert(!rw_service_find_clip(&view, "nobody", 0, &clip, &problem));
    expect_problem(RW_PROBLEM_CLIP_NOT_FOUND);
    ck_assert(!rw_service_find_clip(&view, "nobody", 1, &clip, &problem));
    expect_problem(RW_PROBLEM_CLIP_NOT_FOUND);
    rw_service_view_end(&view);
}
END_TEST

START_TEST(delete__names_the_profiles_that_use_the_clip)
{
    rw_service_precondition any = {.match = RW_SERVICE_MATCH_ANY};
    rw_service_precondition unsaid = {0};
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_profile("b", reach, RW_SERVICE_MATCH_UNSAID);
    put_profile("a", reach, RW_SERVICE_MATCH_UNSAID);
    ck_assert(!rw_service_delete(service, RW_SERVICE_CLIP, "lunge", &any, &(rw_origin){0}, &problem));
    ck_assert_uint_eq(problem.field_count, 2);
    ck_assert_ptr_nonnull(strstr(problem.detail, "a"));
    expect_problem(RW_PROBLEM_CLIP_IN_USE);

    ck_assert(!rw_service_delete(service, RW_SERVICE_PROFILE, "a", &unsaid, &(rw_origin){0}, &problem));
    expect_problem(RW_PROBLEM_PRECONDITION_REQUIRED);
    ck_assert(rw_service_delete(service, RW_SERVICE_PROFILE, "a", &any, &(rw_origin){0}, &problem));
    ck_assert(!rw_service_delete(service, RW_SERVICE_PROFILE, "a", &any, &(rw_origin){0}, &problem));
    expect_problem(RW_PROBLEM_PROFILE_NOT_FOUND);
    ck_assert(rw_service_delete(service, RW_SERVICE_PROFILE, "b", &any, &(rw_origin){0}, &problem));
    ck_assert(rw_service_delete(service, RW_SERVICE_CLIP, "lunge", &any, &(rw_origin){0}, &problem));

    rw_service_view view;
    rw_service_view_begin(service, &view);
    ck_assert_uint_eq(rw_service_view_clip_count(&view), 0);
    ck_assert_uint_eq(rw_service_view_profile_count(&view), 0);
    rw_service_view_end(&view);
}
END_TEST

/* Profiles */

/* Without its clip a profile is still asked what it says wrong of itself. */
static void accept_without_clip(void *context, const rw_clip *clip, rw_problem *found)
{
    (void)context;
    (void)found;
    ck_assert_ptr_null(clip);
}

START_TEST(put_profile__needs_its_clip)
{
    rw_service_put put = put_of("reach", reach, "lunge");
    rw_service_put_outcome outcome;
    ck_assert(!rw_service_put_profile(service, &put, accept_without_clip, NULL, &outcome, &problem));
    ck_assert_uint_eq(problem.field_count, 1);
    ck_assert_str_eq(problem.fields[0].pointer, "/clip");
    ck_assert_str_eq(problem.fields[0].code, "unknown_name");
    expect_problem(RW_PROBLEM_UNPROCESSABLE);
}
END_TEST

static void refuse(void *context, const rw_clip *clip, rw_problem *found)
{
    (void)context;
    (void)clip;
    rw_problem_add_field(found, "/window", RW_FIELD_UNKNOWN_NAME, "no such window");
}

START_TEST(put_profile__joins_what_reading_and_checking_find)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    rw_service_put put = {.name = "reach", .clip_name = "lunge"};
    rw_service_put_outcome outcome;
    rw_problem_add_field(&problem, "/kind", RW_FIELD_MISSING, "kind is missing");
    ck_assert(!rw_service_put_profile(service, &put, refuse, NULL, &outcome, &problem));
    ck_assert_uint_eq(problem.field_count, 2);
    ck_assert_str_eq(problem.fields[1].pointer, "/window");
    expect_problem(RW_PROBLEM_INVALID_REQUEST);
}
END_TEST

/* A check under which the clip changes. */
typedef struct moving_clip {
    int rounds;      /* checks so far */
    int moves;       /* how many of them the clip moves under */
    double travel;   /* of the clip that the last check saw */
} moving_clip;

static void move_clip(void *context, const rw_clip *clip, rw_problem *found)
{
    moving_clip *moving = context;
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    moving->travel = info.travel;
    if (++moving->rounds > moving->moves)
        return;
    const char *document = moving->rounds % 2 == 1 ? longer : lunge;
    rw_store_put_request request = {
        .kind = RW_STORE_CLIP,
        .name = "lunge",
        .document = document,
        .document_length = strlen(document),
        .hash = rw_hash_bytes(document, strlen(document)),
    };
    rw_store_put_result result;
    ck_assert_int_eq(rw_store_put(store, &request, &result, found), RW_STORE_OK);
}

START_TEST(put_profile__checks_again_when_the_clip_changes)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    rw_service_put put = put_of("reach", reach, "lunge");
    rw_service_put_outcome outcome = {0};
    moving_clip moving = {.moves = 1};
    ck_assert(rw_service_put_profile(service, &put, move_clip, &moving, &outcome, &problem));
    ck_assert_int_eq(moving.rounds, 2);
    ck_assert_double_eq(moving.travel, 800);
    ck_assert_int_eq(outcome.clip_revision, 2);
}
END_TEST

START_TEST(put_profile__gives_up_on_a_clip_that_never_rests)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    rw_service_put put = put_of("reach", reach, "lunge");
    rw_service_put_outcome outcome = {0};
    moving_clip moving = {.moves = 1000};
    ck_assert(!rw_service_put_profile(service, &put, move_clip, &moving, &outcome, &problem));
    ck_assert_int_lt(moving.rounds, 100);
    expect_problem(RW_PROBLEM_STORE_BUSY);
}
END_TEST

START_TEST(find_profile__pins_the_clip_it_was_saved_against)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    ck_assert_int_eq(put_profile("reach", reach, RW_SERVICE_MATCH_UNSAID).clip_revision, 1);
    put_clip("lunge", longer, RW_SERVICE_MATCH_ANY);
    ck_assert_int_eq(put_profile("reach", wider, RW_SERVICE_MATCH_ANY).clip_revision, 2);
    put_clip("lunge", windowless, RW_SERVICE_MATCH_ANY);

    rw_service_view view;
    rw_service_view_begin(service, &view);
    rw_service_profile profile = {0};
    for (int64_t revision = 1; revision <= 2; revision++) {
        ck_assert(rw_service_find_profile(&view, "reach", revision, &profile, &problem));
        ck_assert_int_eq(profile.document->revision, revision);
        ck_assert_int_eq(profile.clip.document->revision, revision);
        ck_assert(rw_service_profile_usable(&profile, &problem));
        rw_service_profile_release(&profile);
    }
    ck_assert(rw_service_find_profile(&view, "reach", 0, &profile, &problem));
    ck_assert_int_eq(profile.clip.document->revision, 3);
    ck_assert_ptr_null(profile.object);
    ck_assert(!rw_service_profile_usable(&profile, &problem));
    expect_problem(RW_PROBLEM_PROFILE_UNUSABLE);
    rw_service_profile_release(&profile);

    ck_assert(!rw_service_find_profile(&view, "reach", 3, &profile, &problem));
    expect_problem(RW_PROBLEM_REVISION_NOT_FOUND);
    ck_assert(!rw_service_find_profile(&view, "nobody", 0, &profile, &problem));
    expect_problem(RW_PROBLEM_PROFILE_NOT_FOUND);
    rw_service_view_end(&view);
}
END_TEST

/* Views */

static void *put_longer(void *unused)
{
    (void)unused;
    rw_service_put put = put_of("lunge", longer, NULL);
    put.precondition.match = RW_SERVICE_MATCH_ANY;
    rw_service_put_outcome outcome;
    rw_problem own;
    rw_problem_init(&own);
    bool done = rw_service_put_clip(service, &put, &outcome, &own);
    rw_problem_free(&own);
    return done ? &folder : NULL;
}

START_TEST(view__shows_one_version_while_others_write)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    rw_service_view view;
    rw_service_view_begin(service, &view);
    int64_t version = rw_service_view_version(&view);
    pthread_t writer;
    ck_assert_int_eq(pthread_create(&writer, NULL, put_longer, NULL), 0);
    rw_service_clip clip = {0};
    for (int i = 0; i < 1000; i++) {
        ck_assert(rw_service_find_clip(&view, "lunge", 0, &clip, &problem));
        ck_assert_int_eq(clip.document->revision, 1);
        ck_assert_int_eq(rw_service_view_version(&view), version);
        rw_service_clip_release(&clip);
    }
    rw_service_view_end(&view);
    void *done = NULL;
    ck_assert_int_eq(pthread_join(writer, &done), 0);
    ck_assert_ptr_nonnull(done);
    ck_assert_int_gt(version_now(), version);
}
END_TEST

START_TEST(list__filters_and_says_when_there_is_more)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_clip("lob", longer, RW_SERVICE_MATCH_UNSAID);
    put_clip("x", lunge, RW_SERVICE_MATCH_UNSAID);
    put_profile("p", reach, RW_SERVICE_MATCH_UNSAID);
    put_profile("q", wider, RW_SERVICE_MATCH_UNSAID);
    rw_service_view view;
    rw_service_view_begin(service, &view);
    rw_service_clip clips[RW_SERVICE_LIST_MAX];
    rw_service_profile profiles[4];
    size_t count = 0;
    bool more = false;

    ck_assert(rw_service_list_clips(&view, &(rw_service_filter){0}, 2, clips, &count, &more, &problem));
    ck_assert_uint_eq(count, 2);
    ck_assert(more);
    ck_assert_str_eq(clips[0].document->name, "lob");
    rw_service_filter filter = {.after = "lunge"};
    ck_assert(rw_service_list_clips(&view, &filter, 2, clips, &count, &more, &problem));
    ck_assert_uint_eq(count, 1);
    ck_assert(!more);
    filter = (rw_service_filter){.prefix = "l", .tag = "melee", .clip = "ignored for clips"};
    ck_assert(rw_service_list_clips(&view, &filter, RW_SERVICE_LIST_MAX, clips, &count, &more, &problem));
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(clips[0].document->name, "lunge");

    filter = (rw_service_filter){.clip = "lunge", .tag = "melee"};
    ck_assert(rw_service_list_profiles(&view, &filter, 4, profiles, &count, &more, &problem));
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(profiles[0].document->name, "q");
    filter = (rw_service_filter){.clip = "x"};
    ck_assert(rw_service_list_profiles(&view, &filter, 4, profiles, &count, &more, &problem));
    ck_assert_uint_eq(count, 0);
    rw_service_view_end(&view);
}
END_TEST

START_TEST(list__finds_profiles_by_the_gravity_of_their_findings)
{
    enum { WARNING = 1 << RW_SEVERITY_WARNING, ERROR = 1 << RW_SEVERITY_ERROR };
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    char names[][4] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < 4; i++)
        put_profile(names[i], reach, RW_SERVICE_MATCH_UNSAID);
    rw_service_view view;
    rw_service_profile profiles[4];
    size_t count = 9;
    bool more = true;
    rw_service_view_begin(service, &view);
    rw_service_filter filter = {.severities = WARNING | ERROR};
    ck_assert(rw_service_list_profiles(&view, &filter, 4, profiles, &count, &more, &problem));
    ck_assert_uint_eq(count, 0);
    ck_assert(!more);
    rw_service_view_end(&view);

    put_clip("lunge", longer, RW_SERVICE_MATCH_ANY); /* now each was saved against another clip */
    put_profile("c", wider, RW_SERVICE_MATCH_ANY);
    rw_service_view_begin(service, &view);
    ck_assert(rw_service_list_profiles(&view, &filter, 2, profiles, &count, &more, &problem));
    ck_assert_uint_eq(count, 2);
    ck_assert(more);
    ck_assert(rw_service_profile_clip_changed(&profiles[0]));
    ck_assert_uint_eq(rw_service_profile_severities(&profiles[0]) & WARNING, WARNING);
    ck_assert_str_eq(profiles[1].document->name, "b");
    filter.after = "b";
    ck_assert(rw_service_list_profiles(&view, &filter, 2, profiles, &count, &more, &problem));
    ck_assert_uint_eq(count, 1);
    ck_assert(!more);
    ck_assert_str_eq(profiles[0].document->name, "d");
    filter = (rw_service_filter){.severities = ERROR};
    ck_assert(rw_service_list_profiles(&view, &filter, 4, profiles, &count, &more, &problem));
    ck_assert_uint_eq(count, 0);
    rw_service_view_end(&view);
}
END_TEST

START_TEST(list_revisions__outlives_the_head)
{
    rw_service_precondition any = {.match = RW_SERVICE_MATCH_ANY};
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_clip("lunge", longer, RW_SERVICE_MATCH_ANY);
    rw_service_history history = {0};
    ck_assert(rw_service_list_revisions(service, RW_SERVICE_CLIP, "lunge", 0, 1, &history, &problem));
    ck_assert_uint_eq(history.count, 1);
    ck_assert(history.more && !history.items[0].is_head);
    rw_service_history_free(&history);
    ck_assert(rw_service_list_revisions(service, RW_SERVICE_CLIP, "lunge", 1, 9, &history, &problem));
    ck_assert_uint_eq(history.count, 1);
    ck_assert(!history.more && history.items[0].is_head);
    ck_assert_int_eq(history.items[0].revision, 2);
    rw_service_history_free(&history);

    ck_assert(rw_service_delete(service, RW_SERVICE_CLIP, "lunge", &any, &(rw_origin){0}, &problem));
    ck_assert(rw_service_list_revisions(service, RW_SERVICE_CLIP, "lunge", 0, 9, &history, &problem));
    ck_assert_uint_eq(history.count, 2);
    ck_assert(!history.items[1].is_head);
    rw_service_history_free(&history);
    rw_service_history_free(NULL);
    ck_assert(!rw_service_list_revisions(service, RW_SERVICE_PROFILE, "lunge", 0, 9, &history, &problem));
    expect_problem(RW_PROBLEM_PROFILE_NOT_FOUND);
}
END_TEST

/* Solving */

START_TEST(solve__answers_names_what_is_wrong_and_reuses_its_memory)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_profile("reach", reach, RW_SERVICE_MATCH_UNSAID);
    rw_service_view view;
    rw_service_view_begin(service, &view);
    rw_service_profile profile = {0};
    ck_assert(rw_service_find_profile(&view, "reach", 0, &profile, &problem));

    rw_service_scratch scratch;
    rw_service_scratch_init(&scratch);
    rw_diagnostic items[8];
    rw_diagnostics diagnostics = {.items = items, .capacity = 8};
    rw_resolve_job job = rw_resolve_job_default(NULL);
    job.target.placement.position = (rw_vec3){750, 0, 0};
    rw_resolution resolution = {0};
    ck_assert(rw_service_solve(&profile, &job, &scratch, &resolution, &diagnostics, &problem));
    ck_assert_double_eq_tol(resolution.travel, 750, 1e-9);
    ck_assert_uint_eq(resolution.event_count, 1);
    ck_assert_str_eq(resolution.events[0].name, "hit");
    ck_assert_uint_eq(resolution.window_count, 1);

    job.actor.radius = -1;
    job.time = 7;
    rw_resolution before = resolution;
    ck_assert(!rw_service_solve(&profile, &job, &scratch, &resolution, &diagnostics, &problem));
    ck_assert(!rw_problem_failed(&problem));
    ck_assert_uint_eq(diagnostics.count, 2);
    ck_assert_double_eq(before.travel, resolution.travel);

    rw_service_scratch_free(&scratch);
    rw_service_scratch_free(&scratch);
    rw_service_scratch_free(NULL);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}
END_TEST

START_TEST(solve__refuses_a_profile_that_does_not_fit_its_clip)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_profile("reach", reach, RW_SERVICE_MATCH_UNSAID);
    put_clip("lunge", windowless, RW_SERVICE_MATCH_ANY);
    rw_service_view view;
    rw_service_view_begin(service, &view);
    rw_service_profile profile = {0};
    ck_assert(rw_service_find_profile(&view, "reach", 0, &profile, &problem));
    rw_service_scratch scratch;
    rw_service_scratch_init(&scratch);
    rw_diagnostics diagnostics = {0};
    rw_resolve_job job = rw_resolve_job_default(NULL);
    rw_resolution resolution;
    ck_assert(!rw_service_solve(&profile, &job, &scratch, &resolution, &diagnostics, &problem));
    ck_assert_ptr_nonnull(strstr(problem.detail, "lunge"));
    expect_problem(RW_PROBLEM_PROFILE_UNUSABLE);
    rw_service_scratch_free(&scratch);
    rw_service_profile_release(&profile);
    rw_service_view_end(&view);
}
END_TEST

START_TEST(open__loads_what_was_saved)
{
    put_clip("lunge", lunge, RW_SERVICE_MATCH_UNSAID);
    put_profile("reach", reach, RW_SERVICE_MATCH_UNSAID);
    int64_t version = version_now();
    rw_service_close(service);
    rw_service_close(NULL);
    rw_catalog_compiler compiler = rw_codec_compiler();
    ck_assert(rw_service_open(store, &compiler, NULL, &service, &problem));
    ck_assert_int_eq(version_now(), version);
    ck_assert(rw_service_ping(service, &problem));
    rw_service_view view;
    rw_service_view_begin(service, &view);
    ck_assert_uint_eq(rw_service_view_clip_count(&view), 1);
    ck_assert_uint_eq(rw_service_view_profile_count(&view), 1);
    rw_service_view_end(&view);
    ck_assert_str_eq(rw_service_kind_name(RW_SERVICE_CLIP), "clip");
    ck_assert_str_eq(rw_service_kind_name(RW_SERVICE_PROFILE), "profile");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("service");
    TCase *cases = tcase_create("service");
    tcase_add_checked_fixture(cases, open_service, close_service);
    tcase_add_test(cases, put_clip__creates_changes_and_repeats);
    tcase_add_test(cases, put_clip__holds_the_preconditions);
    tcase_add_test(cases, find_clip__tells_head_revision_and_nothing_apart);
    tcase_add_test(cases, delete__names_the_profiles_that_use_the_clip);
    tcase_add_test(cases, put_profile__needs_its_clip);
    tcase_add_test(cases, put_profile__joins_what_reading_and_checking_find);
    tcase_add_test(cases, put_profile__checks_again_when_the_clip_changes);
    tcase_add_test(cases, put_profile__gives_up_on_a_clip_that_never_rests);
    tcase_add_test(cases, find_profile__pins_the_clip_it_was_saved_against);
    tcase_add_test(cases, view__shows_one_version_while_others_write);
    tcase_add_test(cases, list__filters_and_says_when_there_is_more);
    tcase_add_test(cases, list__finds_profiles_by_the_gravity_of_their_findings);
    tcase_add_test(cases, list_revisions__outlives_the_head);
    tcase_add_test(cases, solve__answers_names_what_is_wrong_and_reuses_its_memory);
    tcase_add_test(cases, solve__refuses_a_profile_that_does_not_fit_its_clip);
    tcase_add_test(cases, open__loads_what_was_saved);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
