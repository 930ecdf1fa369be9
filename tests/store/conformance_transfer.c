#include "conformance_transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalogue_copy.h"
#include "store/transfer.h"
#include "store_calls.h"
#include "temporary_folder.h"

static conformance_backend backend;
static temporary_folder folder, other_folder;
static rw_store *store, *other;
static rw_problem problem;
static const rw_origin nobody;

static void open_folder(const temporary_folder *where, rw_store **out)
{
    if (backend.open(where->path, out, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    temporary_folder_make(&other_folder);
    open_folder(&folder, &store);
    open_folder(&other_folder, &other);
}

static void tear_down(void)
{
    rw_store_close(store);
    rw_store_close(other);
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
    temporary_folder_remove(&other_folder);
}

static void expect_equal(rw_store *a, rw_store *b)
{
    catalogue_copy first, second;
    catalogue_copy_take(a, &first);
    catalogue_copy_take(b, &second);
    ck_assert_str_eq(first.text.data, second.text.data);
    catalogue_copy_free(&first);
    catalogue_copy_free(&second);
}

static void must_delete(rw_store_kind kind, const char *name)
{
    int64_t sequence = 0;
    if (store_delete(store, kind, name, &match_any, &sequence, &problem) != RW_STORE_OK)
        ck_abort_msg("delete %s: %s", name, problem.detail);
}

static rw_store_purge_result must_purge(rw_store_kind kind, const char *name)
{
    rw_store_purge_result result = {.sequence = -1};
    if (rw_store_purge(store, kind, name, &nobody, &result, &problem) != RW_STORE_OK)
        ck_abort_msg("purge %s: %s", name, problem.detail);
    return result;
}

/* Two clips and a profile, with a past. */
static void fill(void)
{
    store_must_put(store, "walk", NULL, "{\"w\":1}");
    store_must_put(store, "lunge", "walk", "{\"l\":1}");
    store_must_put(store, "walk", NULL, "{\"w\":2}");
    store_must_put(store, "walk", NULL, "{\"w\":3}");
    store_must_put(store, "run", NULL, "{\"w\":1}");
    store_must_put(store, "lunge", "walk", "{\"l\":2}");
    store_must_put(store, "gone", NULL, "{\"g\":1}");
    must_delete(RW_STORE_CLIP, "gone");
}

START_TEST(export__goes_through_all_in_canonical_order)
{
    fill();
    catalogue_copy copy;
    catalogue_copy_take(store, &copy);
    ck_assert_int_eq(copy.sequence, 8);
    static const char *const names[] = {"gone", "run", "walk", "lunge"};
    static const int heads[] = {0, 1, 3, 2};
    static const size_t counts[] = {1, 1, 3, 2};
    ck_assert_uint_eq(copy.name_count, 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(copy.names[i].name.name, names[i]);
        ck_assert_int_eq(copy.names[i].name.head, heads[i]);
        ck_assert_uint_eq(copy.names[i].revision_count, counts[i]);
        ck_assert_int_eq(copy.names[i].name.kind, i < 3 ? RW_STORE_CLIP : RW_STORE_PROFILE);
    }
    ck_assert_int_eq(copy.names[3].revisions[1].clip_revision, 3);
    catalogue_copy_free(&copy);
}
END_TEST

static bool refuse_revision(void *context, const rw_store_revision *revision, rw_problem *out)
{
    (void)context;
    rw_problem_set(out, RW_PROBLEM_STORE_FULL, "no room for %s", revision->name);
    return false;
}

static bool take_any_name(void *context, const rw_store_name *name, rw_problem *out)
{
    (void)out;
    (void)name;
    ++*(int *)context;
    return true;
}

START_TEST(export__a_sink_that_stops_is_heard)
{
    fill();
    int names = 0;
    int64_t sequence = -1;
    const rw_store_export_sink sink = {.name = take_any_name, .revision = refuse_revision, .context = &names};
    ck_assert_int_eq(rw_store_export(store, &sink, &sequence, &problem), RW_STORE_ERROR);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_FULL);
    ck_assert_int_eq(names, 1);
    ck_assert_int_eq(sequence, -1);
    store_must_put(store, "walk", NULL, "{\"w\":4}");
}
END_TEST

START_TEST(import__into_an_empty_store_gives_an_equal_one)
{
    fill();
    catalogue_copy copy;
    catalogue_copy_take(store, &copy);
    rw_store_import_result result;
    ck_assert_int_eq(catalogue_copy_import(&copy, other, true, &result, &problem), RW_STORE_OK);
    ck_assert_uint_eq(result.names_changed, 4);
    ck_assert_uint_eq(result.revisions_added, 7);
    ck_assert_int_eq(result.sequence, 0);
    ck_assert_int_eq(catalogue_copy_import(&copy, other, false, &result, &problem), RW_STORE_OK);
    ck_assert_uint_eq(result.names_changed, 4);
    ck_assert_uint_eq(result.revisions_added, 7);
    ck_assert_int_eq(result.sequence, 4);
    expect_equal(store, other);
    backend.expect_sound(other_folder.path);

    /* Once more changes nothing; and numbers go on where they stopped. */
    ck_assert_int_eq(catalogue_copy_import(&copy, other, false, &result, &problem), RW_STORE_OK);
    ck_assert_uint_eq(result.names_changed + result.revisions_added, 0);
    ck_assert_int_eq(result.sequence, 4);
    ck_assert_int_eq(store_must_put(other, "gone", NULL, "{\"g\":2}").revision, 2);
    catalogue_copy_free(&copy);
}
END_TEST

START_TEST(import__brings_a_store_forward_and_leaves_other_names)
{
    fill();
    catalogue_copy early, late;
    catalogue_copy_take(store, &early);
    store_must_put(store, "walk", NULL, "{\"w\":4}");
    must_delete(RW_STORE_CLIP, "run");
    store_must_put(store, "gone", NULL, "{\"g\":2}");
    catalogue_copy_take(store, &late);
    rw_store_import_result result;
    ck_assert_int_eq(catalogue_copy_import(&early, other, false, &result, &problem), RW_STORE_OK);
    store_must_put(other, "mine", NULL, "{\"m\":1}");
    ck_assert_int_eq(catalogue_copy_import(&late, other, false, &result, &problem), RW_STORE_OK);
    ck_assert_uint_eq(result.names_changed, 3);
    ck_assert_uint_eq(result.revisions_added, 2);
    store_expect_head(other, RW_STORE_CLIP, "walk", 4, "{\"w\":4}");
    store_expect_head(other, RW_STORE_CLIP, "gone", 2, "{\"g\":2}");
    store_expect_head(other, RW_STORE_CLIP, "mine", 1, "{\"m\":1}");
    rw_store_revision run;
    ck_assert_int_eq(rw_store_get_revision(other, RW_STORE_CLIP, "run", 0, &run, &problem), RW_STORE_NOT_FOUND);
    backend.expect_sound(other_folder.path);
    catalogue_copy_free(&early);
    catalogue_copy_free(&late);
}
END_TEST

static bool has_conflict(const char *pointer)
{
    for (size_t i = 0; i < problem.field_count; i++)
        if (strcmp(problem.fields[i].pointer, pointer) == 0 && strcmp(problem.fields[i].code, "conflict") == 0)
            return true;
    return false;
}

START_TEST(import__every_conflict_is_told_and_nothing_is_written)
{
    fill();
    catalogue_copy copy;
    catalogue_copy_take(store, &copy); /* gone 1-2, run 3-4, walk 5-8, lunge 9-11 */
    store_must_put(other, "walk", NULL, "{\"other\":1}");
    store_must_put(other, "run", NULL, "{\"w\":1}");
    store_must_put(other, "run", NULL, "{\"w\":2}");
    store_must_put(other, "gone", NULL, "{\"g\":1}");
    store_must_put(other, "uses", "gone", "{\"u\":1}");
    catalogue_copy before, after;
    catalogue_copy_take(other, &before);
    for (int dry_run = 0; dry_run < 2; dry_run++) {
        rw_store_import_result result = {.sequence = -1};
        ck_assert_int_eq(catalogue_copy_import(&copy, other, dry_run != 0, &result, &problem), RW_STORE_CONFLICT);
        ck_assert_int_eq(problem.code, RW_PROBLEM_IMPORT_CONFLICT);
        ck_assert_int_eq(result.sequence, -1);
        ck_assert(has_conflict("/1")); /* gone would be deleted under its user */
        ck_assert(has_conflict("/3")); /* run has gone further */
        ck_assert(has_conflict("/6")); /* walk has another first revision */
        ck_assert(!has_conflict("/7"));
    }
    catalogue_copy_take(other, &after);
    ck_assert_str_eq(before.text.data, after.text.data);
    ck_assert_int_eq(before.sequence, after.sequence);
    catalogue_copy_free(&before);
    catalogue_copy_free(&after);
    catalogue_copy_free(&copy);
}
END_TEST

START_TEST(purge__keeps_the_head_and_what_profiles_record)
{
    fill(); /* walk 1 and 3 are recorded by lunge, 2 is nobody's */
    rw_store_purge_result result = must_purge(RW_STORE_CLIP, "walk");
    ck_assert_uint_eq(result.purged, 1);
    ck_assert_uint_eq(result.kept, 2);
    ck_assert_int_eq(result.sequence, 9);
    rw_store_revision revision;
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 2, &revision, &problem), RW_STORE_NOT_FOUND);
    ck_assert_int_eq(problem.code, RW_PROBLEM_REVISION_NOT_FOUND);
    rw_problem_free(&problem);
    store_expect_head(store, RW_STORE_CLIP, "walk", 3, "{\"w\":3}");

    result = must_purge(RW_STORE_PROFILE, "lunge");
    ck_assert_uint_eq(result.purged, 1);
    ck_assert_uint_eq(must_purge(RW_STORE_CLIP, "walk").purged, 1);
    /* Nothing left: no entry in the log. */
    result = must_purge(RW_STORE_CLIP, "walk");
    ck_assert_uint_eq(result.purged, 0);
    ck_assert_uint_eq(result.kept, 1);
    ck_assert_int_eq(result.sequence, 11);
    /* The document of walk 1 is run 1's, too. */
    store_expect_head(store, RW_STORE_CLIP, "run", 1, "{\"w\":1}");
    backend.expect_sound(folder.path);
}
END_TEST

START_TEST(purge__of_what_was_deleted_leaves_only_the_count)
{
    fill();
    ck_assert_uint_eq(must_purge(RW_STORE_CLIP, "gone").purged, 1);
    rw_store_change_list list;
    ck_assert_int_eq(rw_store_list_changes(store, 8, 10, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_int_eq(list.items[0].action, RW_STORE_PURGE);
    ck_assert_str_eq(list.items[0].name, "gone");
    ck_assert_int_eq(list.items[0].revision, 1);
    rw_store_change_list_free(&list);
    catalogue_copy copy;
    rw_store_import_result result;
    catalogue_copy_take(store, &copy);
    ck_assert_int_eq(catalogue_copy_import(&copy, other, false, &result, &problem), RW_STORE_OK);
    expect_equal(store, other);
    backend.expect_sound(other_folder.path);
    catalogue_copy_free(&copy);
    ck_assert_int_eq(store_must_put(store, "gone", NULL, "{\"g\":1}").revision, 2);
    rw_store_purge_result nothing;
    ck_assert_int_eq(rw_store_purge(store, RW_STORE_CLIP, "never", &nobody, &nothing, &problem), RW_STORE_NOT_FOUND);
    ck_assert_int_eq(problem.code, RW_PROBLEM_CLIP_NOT_FOUND);
    backend.expect_sound(folder.path);
}
END_TEST

START_TEST(scratch__is_a_file_that_leaves_no_name)
{
    int file = -1;
    ck_assert_int_eq(rw_store_scratch_file(store, &file, &problem), RW_STORE_OK);
    ck_assert_int_eq(write(file, "abc", 3), 3);
    char text[8] = "";
    ck_assert_int_eq(pread(file, text, sizeof text, 0), 3);
    close(file);
}
END_TEST

/* Of the one database there is a copy to be had, of the other there are tools. */
START_TEST(backup__is_a_database_or_says_where_to_go)
{
    char text[16] = "";
    int file = -1;
    const rw_store_status status = rw_store_backup_file(store, &file, &problem);
    if (status == RW_STORE_CONFLICT) {
        ck_assert_int_eq(problem.code, RW_PROBLEM_BACKUP_ELSEWHERE);
        ck_assert_int_eq(file, -1);
        return;
    }
    ck_assert_msg(status == RW_STORE_OK, "%s", problem.detail);
    ck_assert_int_eq(pread(file, text, sizeof text, 0), sizeof text);
    ck_assert_int_eq(memcmp(text, "SQLite format 3", sizeof text), 0);
    close(file);
}
END_TEST

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 12;
}

/* One change that may or may not be allowed. */
static void change_something(rw_store *where, unsigned *random)
{
    static const char *const clips[] = {"a", "b", "c-1", "c.2"};
    static const char *const profiles[] = {"p", "q", "r_1"};
    rw_store_put_result put;
    rw_store_purge_result purge;
    int64_t sequence;
    char document[32];
    snprintf(document, sizeof document, "{\"n\":%u}", next_random(random) % 6);
    const char *clip = clips[next_random(random) % 4];
    const char *profile = profiles[next_random(random) % 3];
    const rw_store_precondition nothing = {.mode = RW_STORE_MATCH_NOTHING_SAID};
    const rw_store_precondition *precondition = next_random(random) % 4 != 0 ? &match_any : &nothing;
    switch (next_random(random) % 10) {
    case 0:
        store_delete(where, RW_STORE_CLIP, clip, &match_any, &sequence, &problem);
        break;
    case 1:
        store_delete(where, RW_STORE_PROFILE, profile, &match_any, &sequence, &problem);
        break;
    case 2:
        rw_store_purge(where, RW_STORE_CLIP, clip, &nobody, &purge, &problem);
        break;
    case 3:
        rw_store_purge(where, RW_STORE_PROFILE, profile, &nobody, &purge, &problem);
        break;
    case 4:
    case 5:
    case 6:
        store_put(where, profile, clip, document, precondition, &put, &problem);
        break;
    default:
        store_put(where, clip, NULL, document, precondition, &put, &problem);
    }
    rw_problem_free(&problem);
}

START_TEST(import__of_an_export_is_the_same_after_any_history)
{
    unsigned random = (unsigned)_i * 7919 + 17;
    for (int step = 0; step < 60; step++)
        change_something(store, &random);
    catalogue_copy copy;
    rw_store_import_result result;
    catalogue_copy_take(store, &copy);
    if (catalogue_copy_import(&copy, other, false, &result, &problem) != RW_STORE_OK)
        ck_abort_msg("import: %s", problem.detail);
    catalogue_copy_free(&copy);
    expect_equal(store, other);

    /* The one goes on, the other follows, as long as nothing was purged that it has. */
    for (int step = 0; step < 20; step++)
        change_something(store, &random);
    catalogue_copy_take(store, &copy);
    ck_assert_int_eq(catalogue_copy_import(&copy, other, false, &result, &problem), RW_STORE_OK);
    for (size_t i = 0; i < copy.name_count; i++) {
        const rw_store_name *name = &copy.names[i].name;
        rw_store_revision head;
        const rw_store_status status = rw_store_get_revision(other, name->kind, name->name, 0, &head, &problem);
        ck_assert_int_eq(status, name->head > 0 ? RW_STORE_OK : RW_STORE_NOT_FOUND);
        if (status == RW_STORE_OK) {
            ck_assert_int_eq(head.revision, name->head);
            rw_store_revision_free(&head);
        }
        rw_problem_free(&problem);
    }
    ck_assert_int_eq(catalogue_copy_import(&copy, other, false, &result, &problem), RW_STORE_OK);
    ck_assert_uint_eq(result.names_changed + result.revisions_added, 0);
    catalogue_copy_free(&copy);
    backend.expect_sound(folder.path);
    backend.expect_sound(other_folder.path);
}
END_TEST

TCase *conformance_transfer_cases(const conformance_backend *which)
{
    backend = *which;
    TCase *tcase = tcase_create("whole catalogues");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, backup__is_a_database_or_says_where_to_go);
    tcase_add_test(tcase, export__goes_through_all_in_canonical_order);
    tcase_add_test(tcase, export__a_sink_that_stops_is_heard);
    tcase_add_test(tcase, import__into_an_empty_store_gives_an_equal_one);
    tcase_add_test(tcase, import__brings_a_store_forward_and_leaves_other_names);
    tcase_add_test(tcase, import__every_conflict_is_told_and_nothing_is_written);
    tcase_add_test(tcase, purge__keeps_the_head_and_what_profiles_record);
    tcase_add_test(tcase, purge__of_what_was_deleted_leaves_only_the_count);
    tcase_add_test(tcase, scratch__is_a_file_that_leaves_no_name);
    tcase_add_loop_test(tcase, import__of_an_export_is_the_same_after_any_history, 0, 12);
    return tcase;
}
