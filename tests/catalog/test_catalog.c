#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "failing_allocator.h"
#include "store_calls.h"
#include "temporary_folder.h"
#include "toy_compiler.h"

static temporary_folder folder;
static rw_store *store;
static rw_catalog *catalog;
static toy_counts counts;
static rw_catalog_compiler compiler;
static rw_problem problem;

static void open_catalog(const rw_catalog_options *options)
{
    if (rw_catalog_open(store, &compiler, options, &catalog, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    compiler = toy_compiler(&counts);
    if (rw_store_open_sqlite(folder.path, NULL, &store, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
    open_catalog(NULL);
}

static void tear_down(void)
{
    rw_catalog_close(catalog);
    ck_assert_int_eq(atomic_load(&counts.alive), 0);
    rw_store_close(store);
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
}

static void refresh(void)
{
    if (rw_catalog_refresh(catalog, &problem) != RW_STORE_OK)
        ck_abort_msg("refresh: %s", problem.detail);
}

static void put(const char *name, const char *clip_name, const char *document)
{
    store_must_put(store, name, clip_name, document);
    refresh();
}

static void delete(rw_store_kind kind, const char *name)
{
    int64_t sequence = 0;
    ck_assert_int_eq(store_delete(store, kind, name, &match_any, &sequence, &problem), RW_STORE_OK);
    refresh();
}

static const rw_catalog_profile *find_profile(const rw_catalog_guard *guard, const char *name)
{
    return rw_catalog_find_profile(guard, name, strlen(name));
}

static const rw_catalog_profile *find_saved(const rw_catalog_guard *guard, const char *name)
{
    return rw_catalog_find_profile_as_saved(guard, name, strlen(name));
}

static const rw_catalog_clip *find_clip(const rw_catalog_guard *guard, const char *name)
{
    return rw_catalog_find_clip(guard, name, strlen(name));
}

START_TEST(find__an_empty_catalogue_has_nothing)
{
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(rw_catalog_sequence(&guard), 0);
    ck_assert_ptr_null(find_clip(&guard, "walk"));
    ck_assert_ptr_null(find_profile(&guard, ""));
    ck_assert_uint_eq(rw_catalog_clip_count(&guard) + rw_catalog_profile_count(&guard), 0);
    rw_catalog_reader_end(&guard);
}
END_TEST

static void expect_text(const rw_catalog_guard *guard, const rw_catalog_document *document, const char *expected)
{
    char *text = NULL;
    ck_assert_int_eq(rw_catalog_read_text(guard, document, &text, &problem), RW_STORE_OK);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(document->length, strlen(expected));
    free(text);
}

START_TEST(find__heads_with_document_object_and_tags)
{
    put("walk", NULL, "length=9 tags=loop,slow");
    put("lunge", "walk", "window=5");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(rw_catalog_sequence(&guard), 2);
    const rw_catalog_clip *clip = find_clip(&guard, "walk");
    ck_assert_str_eq(clip->document->name, "walk");
    ck_assert_ptr_null(clip->document->text);
    expect_text(&guard, clip->document, "length=9 tags=loop,slow");
    ck_assert_int_eq(clip->document->revision, 1);
    ck_assert_str_eq(clip->document->hash.text, rw_hash_bytes("length=9 tags=loop,slow", 23).text);
    ck_assert_int_eq(((const toy_clip *)clip->object)->length, 9);
    ck_assert_ptr_null(clip->problem);
    ck_assert_uint_eq(clip->tag_count, 2);
    ck_assert_str_eq(clip->tags[1], "slow");

    const rw_catalog_profile *profile = find_profile(&guard, "lunge");
    ck_assert_ptr_eq(profile->clip, clip);
    ck_assert_ptr_eq(((const toy_profile *)profile->object)->clip, clip->object);
    ck_assert_str_eq(profile->document->clip_name, "walk");
    ck_assert_int_eq(profile->document->clip_revision, 1);
    ck_assert_str_eq(profile->document->text, "window=5");
    expect_text(&guard, profile->document, "window=5");
    ck_assert_ptr_eq(find_saved(&guard, "lunge"), profile);

    ck_assert_ptr_null(rw_catalog_find_clip(&guard, "walk", 3));
    ck_assert_ptr_eq(rw_catalog_find_clip(&guard, "walking", 4), clip);
    ck_assert_ptr_null(rw_catalog_find_clip(&guard, "walk\0x", 6));
    ck_assert_ptr_null(find_profile(&guard, "walk"));
    char long_name[300];
    memset(long_name, 'w', sizeof long_name);
    ck_assert_ptr_null(rw_catalog_find_clip(&guard, long_name, sizeof long_name));
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(refresh__a_guard_keeps_its_version)
{
    put("walk", NULL, "length=9");
    rw_catalog_handle none = {.clip = NULL};
    rw_catalog_handle_release(&none);
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    store_must_put(store, "walk", NULL, "length=10");
    ck_assert_int_eq(rw_catalog_sequence(&guard), 1);
    expect_text(&guard, find_clip(&guard, "walk")->document, "length=9"); /* although the store has a newer head */
    rw_catalog_reader_end(&guard);
    refresh();
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(rw_catalog_sequence(&guard), 2);
    expect_text(&guard, find_clip(&guard, "walk")->document, "length=10");
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(refresh__compiles_only_what_changed)
{
    put("walk", NULL, "length=9");
    put("run", NULL, "length=9");
    put("lunge", "walk", "window=5");
    put("leap", "run", "window=5");
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), 2);
    ck_assert_int_eq(atomic_load(&counts.profiles_compiled), 2);
    refresh();
    put("jump", NULL, "length=1");
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), 3);
    ck_assert_int_eq(atomic_load(&counts.profiles_compiled), 2);
    put("walk", NULL, "length=8");
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), 4);
    ck_assert_int_eq(atomic_load(&counts.profiles_compiled), 3);
    delete(RW_STORE_CLIP, "jump");
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), 4);
    ck_assert_int_eq(atomic_load(&counts.profiles_compiled), 3);
    /* walk 1 and 2, run, lunge against both, leap */
    ck_assert_int_eq(atomic_load(&counts.alive), 6);
}
END_TEST

static void expect_lunge(const rw_catalog_guard *guard, int64_t current_clip, int64_t saved_clip, long saved_length)
{
    const rw_catalog_profile *current = find_profile(guard, "lunge");
    const rw_catalog_profile *saved = find_saved(guard, "lunge");
    ck_assert_int_eq(current->clip->document->revision, current_clip);
    ck_assert_int_eq(saved->clip->document->revision, saved_clip);
    ck_assert_int_eq(((const toy_profile *)saved->object)->clip->length, saved_length);
}

START_TEST(refresh__a_profile_keeps_the_clip_that_it_was_saved_with)
{
    put("walk", NULL, "length=9");
    put("lunge", "walk", "window=5");
    put("walk", NULL, "length=8");
    put("walk", NULL, "length=7");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    expect_lunge(&guard, 3, 1, 9);
    rw_catalog_reader_end(&guard);

    /* The same after a start from nothing. */
    rw_catalog_close(catalog);
    ck_assert_int_eq(atomic_load(&counts.alive), 0);
    open_catalog(NULL);
    rw_catalog_reader_begin(catalog, &guard);
    expect_lunge(&guard, 3, 1, 9);
    rw_catalog_reader_end(&guard);

    /* Another profile's change reads the recorded clip again and shares it. */
    const long compiled = atomic_load(&counts.clips_compiled);
    put("lunge", "walk", "window=6");
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), compiled);
    rw_catalog_reader_begin(catalog, &guard);
    expect_lunge(&guard, 3, 3, 7);
    ck_assert_ptr_eq(find_profile(&guard, "lunge"), find_saved(&guard, "lunge"));
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(refresh__profile_and_clip_changed_in_one_step)
{
    put("walk", NULL, "length=9");
    store_must_put(store, "lunge", "walk", "window=5");
    store_must_put(store, "walk", NULL, "length=8");
    const long compiled = atomic_load(&counts.clips_compiled);
    refresh();
    /* The old clip was the head of the snapshot before: it is shared, not compiled again. */
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), compiled + 1);
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    expect_lunge(&guard, 2, 1, 9);
    rw_catalog_reader_end(&guard);

    store_must_put(store, "dash", NULL, "length=3");
    store_must_put(store, "rush", "dash", "window=3");
    store_must_put(store, "dash", NULL, "length=4");
    refresh();
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(find_saved(&guard, "rush")->clip->document->revision, 1);
    ck_assert_int_eq(find_profile(&guard, "rush")->clip->document->revision, 2);
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(refresh__a_profile_that_no_longer_fits_stays_and_says_so)
{
    put("walk", NULL, "length=9");
    put("lunge", "walk", "window=5 tags=close");
    put("walk", NULL, "length=4");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const rw_catalog_profile *profile = find_profile(&guard, "lunge");
    ck_assert_ptr_null(profile->object);
    ck_assert_int_eq(profile->problem->code, RW_PROBLEM_PROFILE_UNUSABLE);
    ck_assert_ptr_nonnull(strstr(profile->problem->detail, "\"lunge\""));
    ck_assert_ptr_nonnull(strstr(profile->problem->detail, "5 is beyond 4"));
    ck_assert_uint_eq(profile->problem->field_count, 1);
    ck_assert_str_eq(profile->problem->fields[0].code, "outside_clip");
    ck_assert_ptr_nonnull(find_saved(&guard, "lunge")->object);
    const rw_catalog_profile *listed[4];
    bool more = false;
    ck_assert_uint_eq(rw_catalog_list_profiles(&guard, &(rw_catalog_filter){.tag = "close"}, 4, listed, &more), 1);
    rw_catalog_reader_end(&guard);

    put("walk", NULL, "length=0");
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_ptr_null(find_clip(&guard, "walk")->object);
    ck_assert_int_eq(find_clip(&guard, "walk")->problem->code, RW_PROBLEM_UNPROCESSABLE);
    ck_assert_int_eq(find_profile(&guard, "lunge")->problem->code, RW_PROBLEM_PROFILE_UNUSABLE);
    rw_catalog_reader_end(&guard);

    put("walk", NULL, "length=6");
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_ptr_nonnull(find_profile(&guard, "lunge")->object);
    ck_assert_ptr_null(find_profile(&guard, "lunge")->problem);
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(refresh__deleted_names_are_gone_and_may_come_back)
{
    put("walk", NULL, "length=9");
    put("lunge", "walk", "window=5");
    delete(RW_STORE_PROFILE, "lunge");
    delete(RW_STORE_CLIP, "walk");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_ptr_null(find_clip(&guard, "walk"));
    ck_assert_ptr_null(find_profile(&guard, "lunge"));
    ck_assert_int_eq(rw_catalog_sequence(&guard), 4);
    rw_catalog_reader_end(&guard);
    ck_assert_int_eq(atomic_load(&counts.alive), 0);
    put("walk", NULL, "length=9");
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(find_clip(&guard, "walk")->document->revision, 2);
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(refresh__without_memory_keeps_the_old_version)
{
    put("walk", NULL, "length=9");
    store_must_put(store, "lunge", "walk", "window=5 oom");
    ck_assert_int_eq(rw_catalog_refresh(catalog, &problem), RW_STORE_NO_MEMORY);
    ck_assert_int_eq(problem.code, RW_PROBLEM_OUT_OF_MEMORY);
    rw_problem_free(&problem);
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(rw_catalog_sequence(&guard), 1);
    rw_catalog_reader_end(&guard);
    put("lunge", "walk", "window=5");
}
END_TEST

START_TEST(refresh__survives_the_failure_of_every_allocation)
{
    put("kept", NULL, "length=2 tags=old");
    put("held", "kept", "window=2");
    store_must_put(store, "walk", NULL, "length=9 tags=a,b,c,d,e");
    store_must_put(store, "lunge", "walk", "window=5 tags=x");
    store_must_put(store, "kept", NULL, "length=1");
    bool done = false;
    for (unsigned long n = 1; !done; n++) {
        ck_assert_uint_lt(n, 1000);
        failing_allocator_arm(n);
        const rw_store_status status = rw_catalog_refresh(catalog, &problem);
        failing_allocator_arm(0);
        done = status == RW_STORE_OK;
        if (!done)
            ck_assert_int_eq(status, RW_STORE_NO_MEMORY);
        rw_problem_free(&problem);
        rw_catalog_guard guard;
        rw_catalog_reader_begin(catalog, &guard);
        ck_assert_int_eq(rw_catalog_sequence(&guard), done ? 5 : 2);
        ck_assert_int_eq(find_clip(&guard, "kept")->document->revision, done ? 2 : 1);
        rw_catalog_reader_end(&guard);
    }
}
END_TEST

START_TEST(open__survives_the_failure_of_every_allocation)
{
    put("walk", NULL, "length=9 tags=a");
    put("lunge", "walk", "window=5");
    put("walk", NULL, "length=8");
    rw_catalog_close(catalog);
    catalog = NULL;
    for (unsigned long n = 1; catalog == NULL; n++) {
        ck_assert_uint_lt(n, 1000);
        failing_allocator_arm(n);
        const rw_store_status status = rw_catalog_open(store, &compiler, NULL, &catalog, &problem);
        failing_allocator_arm(0);
        ck_assert_int_eq(status, catalog == NULL ? RW_STORE_NO_MEMORY : RW_STORE_OK);
        rw_problem_free(&problem);
    }
}
END_TEST

static rw_store_status pin(const rw_catalog_guard *guard, rw_store_kind kind, const char *name, int64_t revision,
                           rw_catalog_handle *handle)
{
    rw_problem_free(&problem);
    *handle = (rw_catalog_handle){.clip = NULL};
    return kind == RW_STORE_CLIP ? rw_catalog_pin_clip(guard, name, strlen(name), revision, handle, &problem)
                                 : rw_catalog_pin_profile(guard, name, strlen(name), revision, handle, &problem);
}

START_TEST(pin__any_revision_against_the_clip_it_was_saved_with)
{
    put("walk", NULL, "length=9");
    put("lunge", "walk", "window=9");
    put("walk", NULL, "length=8");
    put("lunge", "walk", "window=8");
    put("walk", NULL, "length=7");
    put("lunge", "walk", "window=7");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    for (int round = 0; round < 2; round++) {
        for (int64_t revision = 1; revision <= 3; revision++) {
            rw_catalog_handle handle;
            ck_assert_int_eq(pin(&guard, RW_STORE_PROFILE, "lunge", revision, &handle), RW_STORE_OK);
            const toy_profile *profile = handle.profile->object;
            ck_assert_int_eq(handle.profile->document->revision, revision);
            ck_assert_int_eq(handle.profile->clip->document->revision, revision);
            ck_assert_int_eq(profile->window, 10 - revision);
            ck_assert_int_eq(profile->clip->length, 10 - revision);
            rw_catalog_handle_release(&handle);
            ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", revision, &handle), RW_STORE_OK);
            ck_assert_int_eq(((const toy_clip *)handle.clip->object)->length, 10 - revision);
            rw_catalog_handle_release(&handle);
        }
    }
    rw_catalog_reader_end(&guard);
    /* Six puts, of which three profiles; then two old clips and two old profiles, once each. */
    ck_assert_int_eq(atomic_load(&counts.clips_compiled), 3 + 2);
}
END_TEST

START_TEST(pin__what_does_not_exist)
{
    put("walk", NULL, "length=9");
    rw_catalog_guard guard;
    rw_catalog_handle handle;
    rw_catalog_reader_begin(catalog, &guard);
    for (int round = 0; round < 2; round++) {
        ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", 2, &handle), RW_STORE_NOT_FOUND);
        ck_assert_int_eq(problem.code, RW_PROBLEM_REVISION_NOT_FOUND);
        ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "run", 1, &handle), RW_STORE_NOT_FOUND);
        ck_assert_int_eq(problem.code, RW_PROBLEM_CLIP_NOT_FOUND);
        ck_assert_int_eq(pin(&guard, RW_STORE_PROFILE, "lunge", 1, &handle), RW_STORE_NOT_FOUND);
        ck_assert_int_eq(problem.code, RW_PROBLEM_PROFILE_NOT_FOUND);
    }
    ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "no/name", 1, &handle), RW_STORE_ERROR);
    ck_assert_int_eq(problem.code, RW_PROBLEM_NAME_INVALID);
    ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", 0, &handle), RW_STORE_ERROR);
    ck_assert_int_eq(problem.code, RW_PROBLEM_REVISION_INVALID);
    rw_problem_free(&problem);
    rw_catalog_reader_end(&guard);

    /* What was not there may come, and be old again. */
    put("walk", NULL, "length=8");
    put("walk", NULL, "length=7");
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", 2, &handle), RW_STORE_OK);
    ck_assert_int_eq(((const toy_clip *)handle.clip->object)->length, 8);
    rw_catalog_handle_release(&handle);
    rw_catalog_reader_end(&guard);
}
END_TEST

START_TEST(pin__revisions_of_a_deleted_name_stay_readable)
{
    put("walk", NULL, "length=9");
    put("lunge", "walk", "window=5");
    delete(RW_STORE_PROFILE, "lunge");
    delete(RW_STORE_CLIP, "walk");
    rw_catalog_guard guard;
    rw_catalog_handle handle;
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(pin(&guard, RW_STORE_PROFILE, "lunge", 1, &handle), RW_STORE_OK);
    rw_catalog_reader_end(&guard);
    ck_assert_int_eq(((const toy_profile *)handle.profile->object)->clip->length, 9);
    rw_catalog_handle_release(&handle);
}
END_TEST

START_TEST(pin__the_cache_is_bounded)
{
    rw_catalog_close(catalog);
    open_catalog(&(rw_catalog_options){.old_revisions_max = 3, .old_revisions_bytes_max = 1000});
    for (int i = 9; i > 1; i--)
        put("walk", NULL, (char[]){'l', 'e', 'n', 'g', 't', 'h', '=', (char)('0' + i), '\0'});
    const long alive_before = atomic_load(&counts.alive);
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    rw_catalog_handle kept;
    ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", 1, &kept), RW_STORE_OK);
    for (int64_t revision = 2; revision <= 7; revision++) {
        rw_catalog_handle handle;
        ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", revision, &handle), RW_STORE_OK);
        rw_catalog_handle_release(&handle);
    }
    ck_assert_int_eq(atomic_load(&counts.alive), alive_before + 3 + 1);
    /* Thrown out, but held. */
    ck_assert_int_eq(((const toy_clip *)kept.clip->object)->length, 9);
    rw_catalog_handle_release(&kept);
    ck_assert_int_eq(atomic_load(&counts.alive), alive_before + 3);
    rw_catalog_reader_end(&guard);

    rw_catalog_close(catalog);
    open_catalog(&(rw_catalog_options){.old_revisions_max = 0, .old_revisions_bytes_max = 0});
    rw_catalog_reader_begin(catalog, &guard);
    ck_assert_int_eq(pin(&guard, RW_STORE_CLIP, "walk", 1, &kept), RW_STORE_OK);
    rw_catalog_handle_release(&kept);
    rw_catalog_reader_end(&guard);
    ck_assert_int_eq(atomic_load(&counts.alive), alive_before);
}
END_TEST

START_TEST(pin__survives_the_failure_of_every_allocation)
{
    put("walk", NULL, "length=9 tags=a");
    put("lunge", "walk", "window=5");
    put("walk", NULL, "length=8");
    put("lunge", "walk", "window=6");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    rw_store_status status = RW_STORE_ERROR;
    for (unsigned long n = 1; status != RW_STORE_OK; n++) {
        ck_assert_uint_lt(n, 1000);
        rw_catalog_handle handle;
        failing_allocator_arm(n);
        status = pin(&guard, RW_STORE_PROFILE, "lunge", 1, &handle);
        failing_allocator_arm(0);
        if (status != RW_STORE_OK)
            ck_assert_int_eq(status, RW_STORE_NO_MEMORY);
        rw_catalog_handle_release(&handle);
    }
    rw_catalog_reader_end(&guard);
}
END_TEST

static void expect_clips(const rw_catalog_filter *filter, size_t limit, const char *expected, bool expected_more)
{
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const rw_catalog_clip *listed[16];
    bool more = !expected_more;
    char text[256] = "";
    const size_t count = rw_catalog_list_clips(&guard, filter, limit, listed, &more);
    for (size_t i = 0; i < count; i++) {
        strcat(text, listed[i]->document->name);
        strcat(text, " ");
    }
    rw_catalog_reader_end(&guard);
    ck_assert_str_eq(text, expected);
    ck_assert(more == expected_more);
}

START_TEST(list__clips_by_name_prefix_tag_and_page)
{
    const char *const names[] = {"walk", "b.1", "B", "walk-slow", "walk.2", "a", "wa"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        put(names[i], NULL, i % 2 == 0 ? "length=9 tags=even,all" : "length=9 tags=odd,all");
    expect_clips(NULL, 16, "B a b.1 wa walk walk-slow walk.2 ", false);
    expect_clips(NULL, 7, "B a b.1 wa walk walk-slow walk.2 ", false);
    expect_clips(NULL, 6, "B a b.1 wa walk walk-slow ", true);
    expect_clips(&(rw_catalog_filter){.after = "b.1"}, 2, "wa walk ", true);
    expect_clips(&(rw_catalog_filter){.after = "b.0"}, 1, "b.1 ", true);
    expect_clips(&(rw_catalog_filter){.after = "walk.2"}, 1, "", false);
    expect_clips(&(rw_catalog_filter){.prefix = "walk"}, 16, "walk walk-slow walk.2 ", false);
    expect_clips(&(rw_catalog_filter){.prefix = "walk", .after = "walk"}, 1, "walk-slow ", true);
    expect_clips(&(rw_catalog_filter){.prefix = "walk", .after = "a"}, 16, "walk walk-slow walk.2 ", false);
    expect_clips(&(rw_catalog_filter){.prefix = "x"}, 16, "", false);
    expect_clips(&(rw_catalog_filter){.prefix = "b", .after = "z"}, 16, "", false);
    expect_clips(&(rw_catalog_filter){.tag = "odd"}, 16, "a b.1 walk-slow ", false);
    expect_clips(&(rw_catalog_filter){.tag = "odd"}, 3, "a b.1 walk-slow ", false);
    expect_clips(&(rw_catalog_filter){.tag = "odd"}, 2, "a b.1 ", true);
    expect_clips(&(rw_catalog_filter){.tag = "od"}, 16, "", false);
}
END_TEST

START_TEST(list__profiles_by_clip)
{
    put("walk", NULL, "length=9");
    put("run", NULL, "length=9");
    put("c", "walk", "window=5");
    put("a", "walk", "window=5 tags=t");
    put("b", "run", "window=5 tags=t");
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const rw_catalog_profile *listed[4];
    bool more = true;
    ck_assert_uint_eq(rw_catalog_list_profiles(&guard, NULL, 4, listed, &more), 3);
    ck_assert_str_eq(listed[1]->document->name, "b");
    ck_assert(!more);
    ck_assert_uint_eq(rw_catalog_list_profiles(&guard, &(rw_catalog_filter){.clip = "walk"}, 1, listed, &more), 1);
    ck_assert_str_eq(listed[0]->document->name, "a");
    ck_assert(more);
    const rw_catalog_filter both = {.clip = "run", .tag = "t"};
    ck_assert_uint_eq(rw_catalog_list_profiles(&guard, &both, 4, listed, &more), 1);
    ck_assert_str_eq(listed[0]->document->name, "b");
    rw_catalog_reader_end(&guard);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("catalog");
    TCase *tcase = tcase_create("catalog");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, find__an_empty_catalogue_has_nothing);
    tcase_add_test(tcase, find__heads_with_document_object_and_tags);
    tcase_add_test(tcase, refresh__a_guard_keeps_its_version);
    tcase_add_test(tcase, refresh__compiles_only_what_changed);
    tcase_add_test(tcase, refresh__a_profile_keeps_the_clip_that_it_was_saved_with);
    tcase_add_test(tcase, refresh__profile_and_clip_changed_in_one_step);
    tcase_add_test(tcase, refresh__a_profile_that_no_longer_fits_stays_and_says_so);
    tcase_add_test(tcase, refresh__deleted_names_are_gone_and_may_come_back);
    tcase_add_test(tcase, refresh__without_memory_keeps_the_old_version);
    tcase_add_test(tcase, refresh__survives_the_failure_of_every_allocation);
    tcase_add_test(tcase, open__survives_the_failure_of_every_allocation);
    tcase_add_test(tcase, pin__any_revision_against_the_clip_it_was_saved_with);
    tcase_add_test(tcase, pin__what_does_not_exist);
    tcase_add_test(tcase, pin__revisions_of_a_deleted_name_stay_readable);
    tcase_add_test(tcase, pin__the_cache_is_bounded);
    tcase_add_test(tcase, pin__survives_the_failure_of_every_allocation);
    tcase_add_test(tcase, list__clips_by_name_prefix_tag_and_page);
    tcase_add_test(tcase, list__profiles_by_clip);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
