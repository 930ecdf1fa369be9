#include "conformance.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "conformance_access.h"
#include "conformance_transfer.h"
#include "store_calls.h"
#include "temporary_folder.h"

static conformance_open open_store;
static temporary_folder folder;
static rw_store *store;
static rw_problem problem;

static void open_again(void)
{
    rw_store_close(store);
    store = NULL;
    if (open_store(folder.path, &store, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    open_again();
}

static void tear_down(void)
{
    rw_store_close(store);
    store = NULL;
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
}

static rw_store_precondition match_text(const char *document, rw_hash *hash)
{
    *hash = rw_hash_bytes(document, strlen(document));
    return (rw_store_precondition){.mode = RW_STORE_MATCH_LIST, .hashes = hash, .hash_count = 1};
}

static void expect_code(rw_problem_code code)
{
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, rw_problem_info_get(code)->name);
    ck_assert_str_ne(problem.detail, "");
}

START_TEST(put__creates_then_needs_a_match_then_revises)
{
    rw_store_put_result result = {.revision = 77};
    ck_assert_int_eq(store_put(store, "walk", NULL, "{1}", NULL, &result, &problem), RW_STORE_OK);
    ck_assert(result.created && !result.unchanged);
    ck_assert_int_eq(result.revision, 1);
    ck_assert_int_eq(result.sequence, 1);

    const rw_store_put_result before = result;
    ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", NULL, &result, &problem), RW_STORE_PRECONDITION_REQUIRED);
    expect_code(RW_PROBLEM_PRECONDITION_REQUIRED);
    ck_assert_mem_eq(&result, &before, sizeof result);

    rw_hash hash;
    const rw_store_precondition stale = match_text("{0}", &hash);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", &stale, &result, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_PRECONDITION_FAILED);
    store_expect_head(store, RW_STORE_CLIP, "walk", 1, "{1}");

    const rw_store_precondition current = match_text("{1}", &hash);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", &current, &result, &problem), RW_STORE_OK);
    ck_assert(!result.created && !result.unchanged);
    ck_assert_int_eq(result.revision, 2);
    ck_assert_int_eq(result.sequence, 2);
    store_expect_head(store, RW_STORE_CLIP, "walk", 2, "{2}");
}
END_TEST

START_TEST(put__of_the_head_is_safe_to_repeat)
{
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "walk", NULL, "{2}");
    rw_hash hash;
    const rw_store_precondition stale = match_text("{1}", &hash);
    const rw_store_precondition *preconditions[] = {NULL, &stale, &match_any};
    for (size_t i = 0; i < 3; i++) {
        rw_store_put_result result = {.revision = 77};
        ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", preconditions[i], &result, &problem), RW_STORE_OK);
        ck_assert(result.unchanged && !result.created);
        ck_assert_int_eq(result.revision, 2);
        ck_assert_int_eq(result.sequence, 2);
    }
}
END_TEST

START_TEST(put__may_return_to_an_older_document)
{
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "walk", NULL, "{2}");
    ck_assert_int_eq(store_must_put(store, "walk", NULL, "{1}").revision, 3);
    store_expect_head(store, RW_STORE_CLIP, "walk", 3, "{1}");
}
END_TEST

START_TEST(put__if_none_match_only_creates)
{
    const rw_store_precondition none = {.mode = RW_STORE_MATCH_NONE};
    rw_store_put_result result;
    ck_assert_int_eq(store_put(store, "walk", NULL, "{1}", &none, &result, &problem), RW_STORE_OK);
    ck_assert(result.created);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{1}", &none, &result, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_ALREADY_EXISTS);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", &none, &result, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_ALREADY_EXISTS);
}
END_TEST

START_TEST(put__if_match_never_creates)
{
    rw_store_put_result result;
    ck_assert_int_eq(store_put(store, "walk", NULL, "{1}", &match_any, &result, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_PRECONDITION_FAILED);
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &match_any, &(int64_t){0}, &problem),
                     RW_STORE_NOT_FOUND);
}
END_TEST

START_TEST(put__a_list_matches_by_any_of_its_hashes)
{
    store_must_put(store, "walk", NULL, "{1}");
    const rw_hash hashes[] = {rw_hash_bytes("a", 1), rw_hash_bytes("{1}", 3)};
    const rw_store_precondition list = {.mode = RW_STORE_MATCH_LIST, .hashes = hashes, .hash_count = 2};
    const rw_store_precondition empty = {.mode = RW_STORE_MATCH_LIST, .hashes = hashes, .hash_count = 0};
    rw_store_put_result result;
    ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", &empty, &result, &problem), RW_STORE_CONFLICT);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{2}", &list, &result, &problem), RW_STORE_OK);
}
END_TEST

START_TEST(put__without_require_match_replaces)
{
    store_must_put(store, "walk", NULL, "{1}");
    const rw_store_put_request request = {.kind = RW_STORE_CLIP,
                                          .name = "walk",
                                          .document = "{2}",
                                          .document_length = 3,
                                          .hash = rw_hash_bytes("{2}", 3)};
    rw_store_put_result result;
    ck_assert_int_eq(rw_store_put(store, &request, &result, &problem), RW_STORE_OK);
    ck_assert_int_eq(result.revision, 2);
}
END_TEST

START_TEST(put__kinds_have_names_of_their_own)
{
    store_must_put(store, "same", NULL, "{clip}");
    const rw_store_put_result result = store_must_put(store, "same", "same", "{profile}");
    ck_assert(result.created);
    ck_assert_int_eq(result.revision, 1);
    ck_assert_int_eq(result.clip_revision, 1);
    store_expect_head(store, RW_STORE_CLIP, "same", 1, "{clip}");
    store_expect_head(store, RW_STORE_PROFILE, "same", 1, "{profile}");
}
END_TEST

START_TEST(put__a_profile_needs_its_clip)
{
    rw_store_put_result result;
    ck_assert_int_eq(store_put(store, "lunge", "walk", "{}", NULL, &result, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_CLIP_NOT_FOUND);
    store_must_put(store, "walk", NULL, "{1}");
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &match_any, &(int64_t){0}, &problem), RW_STORE_OK);
    ck_assert_int_eq(store_put(store, "lunge", "walk", "{}", NULL, &result, &problem), RW_STORE_NOT_FOUND);
}
END_TEST

START_TEST(put__a_profile_records_the_clip_revision_of_that_moment)
{
    store_must_put(store, "walk", NULL, "{1}");
    ck_assert_int_eq(store_must_put(store, "lunge", "walk", "{p}").clip_revision, 1);
    store_must_put(store, "walk", NULL, "{2}");

    /* Saying nothing repeats a put; a match that holds accepts the clip as it is now. */
    rw_store_put_result result;
    ck_assert_int_eq(store_put(store, "lunge", "walk", "{p}", NULL, &result, &problem), RW_STORE_OK);
    ck_assert(result.unchanged);
    ck_assert_int_eq(result.clip_revision, 1);
    rw_hash hash;
    const rw_store_precondition stale = match_text("{o}", &hash);
    ck_assert_int_eq(store_put(store, "lunge", "walk", "{p}", &stale, &result, &problem), RW_STORE_OK);
    ck_assert(result.unchanged);
    const rw_store_precondition current = match_text("{p}", &hash);
    ck_assert_int_eq(store_put(store, "lunge", "walk", "{p}", &current, &result, &problem), RW_STORE_OK);
    ck_assert(!result.unchanged);
    ck_assert_int_eq(result.revision, 2);
    ck_assert_int_eq(result.clip_revision, 2);
    ck_assert_int_eq(store_put(store, "lunge", "walk", "{p}", &current, &result, &problem), RW_STORE_OK);
    ck_assert(result.unchanged);

    rw_store_revision first;
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_PROFILE, "lunge", 1, &first, &problem), RW_STORE_OK);
    ck_assert_int_eq(first.clip_revision, 1);
    ck_assert_str_eq(first.clip_name, "walk");
    ck_assert(!first.is_head);
    rw_store_revision_free(&first);
}
END_TEST

START_TEST(put__notices_that_the_clip_changed_meanwhile)
{
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "walk", NULL, "{2}");
    rw_store_put_request request = {.kind = RW_STORE_PROFILE,
                                    .name = "lunge",
                                    .document = "{p}",
                                    .document_length = 3,
                                    .hash = rw_hash_bytes("{p}", 3),
                                    .clip_name = "walk",
                                    .expected_clip_revision = 1};
    rw_store_put_result result;
    ck_assert_int_eq(rw_store_put(store, &request, &result, &problem), RW_STORE_BUSY);
    expect_code(RW_PROBLEM_STORE_BUSY);
    rw_problem_free(&problem);
    request.expected_clip_revision = 2;
    ck_assert_int_eq(rw_store_put(store, &request, &result, &problem), RW_STORE_OK);
}
END_TEST

START_TEST(delete__removes_the_head_and_numbers_go_on)
{
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "walk", NULL, "{2}");
    int64_t sequence = 77;
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", NULL, &sequence, &problem),
                     RW_STORE_PRECONDITION_REQUIRED);
    expect_code(RW_PROBLEM_PRECONDITION_REQUIRED);
    rw_hash hash;
    const rw_store_precondition stale = match_text("{1}", &hash);
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &stale, &sequence, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_PRECONDITION_FAILED);
    ck_assert_int_eq(sequence, 77);
    const rw_store_precondition current = match_text("{2}", &hash);
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &current, &sequence, &problem), RW_STORE_OK);
    ck_assert_int_eq(sequence, 3);

    rw_store_revision revision;
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 0, &revision, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_CLIP_NOT_FOUND);
    rw_problem_free(&problem);
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 1, &revision, &problem), RW_STORE_OK);
    ck_assert_str_eq(revision.document, "{1}");
    rw_store_revision_free(&revision);
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &match_any, &sequence, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_CLIP_NOT_FOUND);

    open_again();
    const rw_store_put_result again = store_must_put(store, "walk", NULL, "{2}");
    ck_assert(again.created);
    ck_assert_int_eq(again.revision, 3);
    ck_assert_int_eq(again.sequence, 4);
}
END_TEST

START_TEST(delete__a_clip_in_use_names_its_profiles)
{
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "run", NULL, "{1}");
    store_must_put(store, "b", "walk", "{p}");
    store_must_put(store, "a", "walk", "{p}");
    store_must_put(store, "other", "run", "{p}");
    int64_t sequence = 77;
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &match_any, &sequence, &problem), RW_STORE_IN_USE);
    expect_code(RW_PROBLEM_CLIP_IN_USE);
    ck_assert_uint_eq(problem.field_count, 2);
    ck_assert_str_eq(problem.fields[0].code, "in_use");
    ck_assert_ptr_nonnull(strstr(problem.fields[0].detail, "\"a\""));
    ck_assert_ptr_nonnull(strstr(problem.fields[1].detail, "\"b\""));
    ck_assert_int_eq(sequence, 77);

    /* One profile moves to another clip, one goes: old revisions that name the clip do not hold it. */
    store_must_put(store, "a", "run", "{q}");
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &match_any, &sequence, &problem), RW_STORE_IN_USE);
    ck_assert_uint_eq(problem.field_count, 1);
    ck_assert_int_eq(store_delete(store, RW_STORE_PROFILE, "b", &match_any, &sequence, &problem), RW_STORE_OK);
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "walk", &match_any, &sequence, &problem), RW_STORE_OK);
}
END_TEST

START_TEST(get__tells_what_is_missing)
{
    rw_store_revision revision;
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_PROFILE, "x", 0, &revision, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_PROFILE_NOT_FOUND);
    rw_problem_free(&problem);
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_PROFILE, "x", 3, &revision, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_PROFILE_NOT_FOUND);
    rw_problem_free(&problem);
    store_must_put(store, "walk", NULL, "{1}");
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 2, &revision, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_REVISION_NOT_FOUND);
}
END_TEST

START_TEST(get__gives_back_every_byte)
{
    const size_t length = 3000000;
    char *document = malloc(length + 1);
    ck_assert_ptr_nonnull(document);
    for (size_t i = 0; i < length; i++)
        document[i] = (char)('a' + i % 23);
    memcpy(document, "\xC3\xA9\x01\x7F", 4);
    document[length] = '\0';
    const int64_t earliest = rw_clock_wall_ms();
    store_must_put(store, "walk", NULL, document);
    open_again();
    rw_store_revision head;
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 0, &head, &problem), RW_STORE_OK);
    ck_assert_uint_eq(head.document_length, length);
    ck_assert_mem_eq(head.document, document, length + 1);
    ck_assert_int_ge(head.saved_at_ms, earliest);
    ck_assert_int_le(head.saved_at_ms, rw_clock_wall_ms());
    ck_assert_str_eq(head.name, "walk");
    ck_assert_str_eq(head.clip_name, "");
    rw_store_revision_free(&head);
    free(document);
}
END_TEST

START_TEST(list_revisions__pages)
{
    rw_store_revision_list list;
    ck_assert_int_eq(rw_store_list_revisions(store, RW_STORE_CLIP, "walk", 0, 10, &list, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_CLIP_NOT_FOUND);
    rw_problem_free(&problem);
    for (int i = 1; i <= 40; i++) {
        char document[16];
        snprintf(document, sizeof document, "{%d}", i);
        store_must_put(store, "walk", NULL, document);
    }
    ck_assert_int_eq(rw_store_list_revisions(store, RW_STORE_CLIP, "walk", 0, 39, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 39);
    ck_assert(list.more);
    for (size_t i = 0; i < list.count; i++) {
        ck_assert_int_eq(list.items[i].revision, (int64_t)i + 1);
        ck_assert_ptr_null(list.items[i].document);
        ck_assert(!list.items[i].is_head);
    }
    rw_store_revision_list_free(&list);
    ck_assert_int_eq(rw_store_list_revisions(store, RW_STORE_CLIP, "walk", 39, SIZE_MAX, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 1);
    ck_assert(!list.more);
    ck_assert(list.items[0].is_head);
    rw_store_revision_list_free(&list);
    ck_assert_int_eq(rw_store_list_revisions(store, RW_STORE_CLIP, "walk", 40, 1, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 0);
    rw_store_revision_list_free(&list);
}
END_TEST

START_TEST(list_changes__tells_the_story_in_order)
{
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "lunge", "walk", "{p}");
    store_must_put(store, "walk", NULL, "{2}");
    ck_assert_int_eq(store_delete(store, RW_STORE_PROFILE, "lunge", &match_any, &(int64_t){0}, &problem), RW_STORE_OK);
    const rw_store_change expected[] = {
        {1, RW_STORE_CLIP, RW_STORE_PUT, "walk", 1, rw_hash_bytes("{1}", 3), 0},
        {2, RW_STORE_PROFILE, RW_STORE_PUT, "lunge", 1, rw_hash_bytes("{p}", 3), 0},
        {3, RW_STORE_CLIP, RW_STORE_PUT, "walk", 2, rw_hash_bytes("{2}", 3), 0},
        {4, RW_STORE_PROFILE, RW_STORE_DELETE, "lunge", 1, rw_hash_bytes("{p}", 3), 0},
    };
    rw_store_change_list list;
    ck_assert_int_eq(rw_store_list_changes(store, 0, 4, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 4);
    ck_assert(!list.more);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(list.items[i].sequence, expected[i].sequence);
        ck_assert_int_eq(list.items[i].kind, expected[i].kind);
        ck_assert_int_eq(list.items[i].action, expected[i].action);
        ck_assert_int_eq(list.items[i].revision, expected[i].revision);
        ck_assert_str_eq(list.items[i].name, expected[i].name);
        ck_assert_str_eq(list.items[i].hash.text, expected[i].hash.text);
    }
    rw_store_change_list_free(&list);
    ck_assert_int_eq(rw_store_list_changes(store, 1, 2, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 2);
    ck_assert(list.more);
    ck_assert_int_eq(list.items[0].sequence, 2);
    rw_store_change_list_free(&list);
}
END_TEST

typedef struct visit_log {
    char text[1024];
    int stop_after; /* visits; 0 never stops */
    int visits;
} visit_log;

static bool note_visit(void *context, const rw_store_revision *revision, rw_problem *visit_problem)
{
    visit_log *log = context;
    const size_t used = strlen(log->text);
    snprintf(log->text + used, sizeof log->text - used, "%c:%s@%d%s%s%s ", revision->kind == RW_STORE_CLIP ? 'c' : 'p',
             revision->name, (int)revision->revision, revision->is_head ? "h" : "",
             revision->document != NULL ? "=" : "", revision->document != NULL ? revision->document : "");
    if (++log->visits == log->stop_after) {
        rw_problem_set(visit_problem, RW_PROBLEM_UNPROCESSABLE, "enough");
        return false;
    }
    return true;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Within its kind a name may come at any place. */
static void sort_words(char *text, size_t size)
{
    enum { WORDS_MAX = 32 };
    char *words[WORDS_MAX];
    size_t count = 0;
    for (char *rest = NULL, *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        ck_assert_uint_lt(count, WORDS_MAX);
        words[count++] = word;
    }
    qsort(words, count, sizeof *words, compare_words);
    rw_buffer sorted;
    rw_buffer_init(&sorted, size);
    for (size_t i = 0; i < count; i++)
        rw_buffer_append_format(&sorted, "%s ", words[i]);
    snprintf(text, size, "%s", count > 0 ? sorted.data : "");
    rw_buffer_free(&sorted);
}

static int64_t expect_heads(int64_t since, const char *expected)
{
    visit_log log = {.text = ""};
    char wanted[sizeof log.text];
    int64_t sequence = -1;
    ck_assert_int_eq(rw_store_read_heads(store, since, note_visit, &log, &sequence, &problem), RW_STORE_OK);
    const char *first_profile = strstr(log.text, "p:");
    ck_assert_msg(first_profile == NULL || strstr(first_profile, "c:") == NULL, "a clip after a profile: %s", log.text);
    snprintf(wanted, sizeof wanted, "%s", expected);
    sort_words(wanted, sizeof wanted);
    sort_words(log.text, sizeof log.text);
    ck_assert_str_eq(log.text, wanted);
    return sequence;
}

START_TEST(read_heads__everything_and_what_changed)
{
    ck_assert_int_eq(expect_heads(0, ""), 0);
    store_must_put(store, "run", NULL, "{r1}");
    store_must_put(store, "walk", NULL, "{w1}");
    store_must_put(store, "lunge", "walk", "{p1}");
    store_must_put(store, "leap", "run", "{p2}");
    ck_assert_int_eq(expect_heads(0, "c:run@1h={r1} c:walk@1h={w1} p:leap@1h={p2} p:lunge@1h={p1} "), 4);

    /* The clip's new head comes with the old revision only when a profile that records it is read too. */
    store_must_put(store, "walk", NULL, "{w2}");
    ck_assert_int_eq(expect_heads(4, "c:walk@2h={w2} "), 5);
    ck_assert_int_eq(expect_heads(0, "c:run@1h={r1} c:walk@2h={w2} c:walk@1={w1} p:leap@1h={p2} p:lunge@1h={p1} "), 5);
    ck_assert_int_eq(expect_heads(2, "c:walk@2h={w2} c:walk@1={w1} p:leap@1h={p2} p:lunge@1h={p1} "), 5);
    ck_assert_int_eq(expect_heads(5, ""), 5);

    ck_assert_int_eq(store_delete(store, RW_STORE_PROFILE, "leap", &match_any, &(int64_t){0}, &problem), RW_STORE_OK);
    ck_assert_int_eq(store_delete(store, RW_STORE_CLIP, "run", &match_any, &(int64_t){0}, &problem), RW_STORE_OK);
    ck_assert_int_eq(expect_heads(5, "c:run@0 p:leap@0 "), 7);
    ck_assert_int_eq(expect_heads(0, "c:walk@2h={w2} c:walk@1={w1} p:lunge@1h={p1} "), 7);

    /* Gone and back between two looks: only what is there now. */
    store_must_put(store, "run", NULL, "{r2}");
    ck_assert_int_eq(expect_heads(5, "c:run@2h={r2} p:leap@0 "), 8);
    open_again();
    ck_assert_int_eq(expect_heads(0, "c:run@2h={r2} c:walk@2h={w2} c:walk@1={w1} p:lunge@1h={p1} "), 8);
}
END_TEST

START_TEST(read_heads__stops_when_the_visitor_does)
{
    store_must_put(store, "run", NULL, "{1}");
    store_must_put(store, "walk", NULL, "{1}");
    visit_log log = {.stop_after = 1};
    int64_t sequence = -1;
    ck_assert_int_eq(rw_store_read_heads(store, 0, note_visit, &log, &sequence, &problem), RW_STORE_ERROR);
    expect_code(RW_PROBLEM_UNPROCESSABLE);
    ck_assert_int_eq(log.visits, 1);
    ck_assert_int_eq(sequence, -1);
    store_must_put(store, "jump", NULL, "{1}");
}
END_TEST

START_TEST(ping__answers)
{
    ck_assert_int_eq(rw_store_ping(store, &problem), RW_STORE_OK);
}
END_TEST

enum { WRITERS = 4, WRITES = 12 };

static void *write_many(void *argument)
{
    const int writer = *(const int *)argument;
    for (int i = 0; i < WRITES; i++) {
        char document[32];
        char name[16];
        snprintf(document, sizeof document, "{%d.%d}", writer, i);
        snprintf(name, sizeof name, "clip%d", writer);
        rw_store_put_result result;
        if (store_put(store, name, NULL, document, i == 0 ? NULL : &match_any, &result, NULL) != RW_STORE_OK)
            return argument;
        if (store_put(store, "shared", NULL, document, &match_any, &result, NULL) != RW_STORE_OK)
            return argument;
    }
    return NULL;
}

START_TEST(threads__writes_do_not_disturb_each_other)
{
    store_must_put(store, "shared", NULL, "{}");
    pthread_t threads[WRITERS];
    int numbers[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        numbers[i] = i;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, write_many, &numbers[i]), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        ck_assert_ptr_null(failed);
    }
    rw_store_change_list list;
    ck_assert_int_eq(rw_store_list_changes(store, 0, 1000, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 1 + 2 * WRITERS * WRITES);
    int64_t shared_revision = 0;
    for (size_t i = 0; i < list.count; i++) {
        ck_assert_int_eq(list.items[i].sequence, (int64_t)i + 1);
        if (strcmp(list.items[i].name, "shared") == 0)
            ck_assert_int_eq(list.items[i].revision, ++shared_revision);
    }
    rw_store_change_list_free(&list);
}
END_TEST

Suite *conformance_suite(const char *name, const conformance_backend *backend)
{
    open_store = backend->open;
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create("conformance");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, put__creates_then_needs_a_match_then_revises);
    tcase_add_test(tcase, put__of_the_head_is_safe_to_repeat);
    tcase_add_test(tcase, put__may_return_to_an_older_document);
    tcase_add_test(tcase, put__if_none_match_only_creates);
    tcase_add_test(tcase, put__if_match_never_creates);
    tcase_add_test(tcase, put__a_list_matches_by_any_of_its_hashes);
    tcase_add_test(tcase, put__without_require_match_replaces);
    tcase_add_test(tcase, put__kinds_have_names_of_their_own);
    tcase_add_test(tcase, put__a_profile_needs_its_clip);
    tcase_add_test(tcase, put__a_profile_records_the_clip_revision_of_that_moment);
    tcase_add_test(tcase, put__notices_that_the_clip_changed_meanwhile);
    tcase_add_test(tcase, delete__removes_the_head_and_numbers_go_on);
    tcase_add_test(tcase, delete__a_clip_in_use_names_its_profiles);
    tcase_add_test(tcase, get__tells_what_is_missing);
    tcase_add_test(tcase, get__gives_back_every_byte);
    tcase_add_test(tcase, list_revisions__pages);
    tcase_add_test(tcase, list_changes__tells_the_story_in_order);
    tcase_add_test(tcase, read_heads__everything_and_what_changed);
    tcase_add_test(tcase, read_heads__stops_when_the_visitor_does);
    tcase_add_test(tcase, ping__answers);
    tcase_add_test(tcase, threads__writes_do_not_disturb_each_other);
    suite_add_tcase(suite, tcase);
    suite_add_tcase(suite, conformance_access_cases(backend->open));
    suite_add_tcase(suite, conformance_transfer_cases(backend));
    return suite;
}
