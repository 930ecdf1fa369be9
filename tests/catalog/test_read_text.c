#include <check.h>
#include <stdlib.h>

#include "catalog/catalog.h"
#include "failing_allocator.h"
#include "store_calls.h"
#include "temporary_folder.h"
#include "toy_compiler.h"

static temporary_folder folder;
static toy_counts counts;
static rw_store *store;
static rw_catalog *catalog;
static rw_problem problem;

static void set_up(void)
{
    const rw_catalog_compiler compiler = toy_compiler(&counts);
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    ck_assert_int_eq(rw_store_open_sqlite(folder.path, NULL, &store, &problem), RW_STORE_OK);
    store_must_put(store, "walk", NULL, "length=8");
    store_must_put(store, "walk", NULL, "length=9");
    store_must_put(store, "lunge", "walk", "window=5");
    ck_assert_int_eq(rw_catalog_open(store, &compiler, NULL, &catalog, &problem), RW_STORE_OK);
}

static void tear_down(void)
{
    rw_problem_free(&problem);
    rw_catalog_close(catalog);
    rw_store_close(store);
    temporary_folder_remove(&folder);
}

START_TEST(read_text__tells_what_stands_against_it)
{
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const rw_catalog_document *const documents[] = {rw_catalog_find_clip(&guard, "walk", 4)->document,
                                                    rw_catalog_find_profile(&guard, "lunge", 5)->document};
    for (size_t i = 0; i < 2; i++) {
        char *text = NULL;
        int failed = 0;
        for (size_t n = 1; text == NULL && n < 1000; n++) {
            failing_allocator_arm(n);
            const rw_store_status status = rw_catalog_read_text(&guard, documents[i], &text, &problem);
            failing_allocator_arm(0);
            ck_assert((status == RW_STORE_OK) == (text != NULL));
            failed += status == RW_STORE_NO_MEMORY;
            rw_problem_free(&problem);
        }
        ck_assert_ptr_nonnull(text);
        ck_assert_int_gt(failed, 0);
        free(text);
    }
    rw_catalog_document other = *documents[0];
    char *text = NULL;
    other.hash = rw_hash_bytes("other", 5);
    ck_assert_int_eq(rw_catalog_read_text(&guard, &other, &text, &problem), RW_STORE_CORRUPT);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_CORRUPT);
    ck_assert_ptr_null(text);
    rw_catalog_reader_end(&guard);
}
END_TEST

/* What a reader gets of a clip's revision; with `asks` it may not wait for the store. */
static rw_store_status pin(int64_t revision, bool *asks)
{
    rw_catalog_guard guard;
    rw_catalog_handle handle = {.clip = NULL};
    rw_problem_free(&problem);
    rw_catalog_reader_begin(catalog, &guard);
    guard.asks_store = asks;
    const rw_store_status status = rw_catalog_pin_clip(&guard, "walk", 4, revision, &handle, &problem);
    rw_catalog_handle_release(&handle);
    rw_catalog_reader_end(&guard);
    return status;
}

/* What is in memory is found all the same, and so is that something is not there, once that is known. */
START_TEST(reader__that_may_not_wait_is_told_to_ask_elsewhere)
{
    static const struct { int64_t revision; rw_store_status status; } old[] = {{1, RW_STORE_OK}, {7, RW_STORE_NOT_FOUND}};
    bool asks = false;
    ck_assert_int_eq(pin(2, &asks), RW_STORE_OK);
    ck_assert(!asks);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(pin(old[i].revision, &asks), RW_STORE_BUSY);
        ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_BUSY);
        ck_assert(asks);
        ck_assert_int_eq(pin(old[i].revision, NULL), old[i].status);
        asks = false;
        ck_assert_int_eq(pin(old[i].revision, &asks), old[i].status);
        ck_assert(!asks);
    }
    rw_catalog_guard guard;
    char *text = NULL;
    rw_catalog_reader_begin(catalog, &guard);
    guard.asks_store = &asks;
    rw_problem_free(&problem);
    ck_assert_int_eq(rw_catalog_read_text(&guard, rw_catalog_find_profile(&guard, "lunge", 5)->document, &text, &problem),
                     RW_STORE_OK);
    free(text);
    text = NULL;
    ck_assert(!asks);
    ck_assert_int_eq(rw_catalog_read_text(&guard, rw_catalog_find_clip(&guard, "walk", 4)->document, &text, &problem),
                     RW_STORE_BUSY);
    ck_assert(asks && text == NULL);
    rw_catalog_reader_end(&guard);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("what the catalogue asks the store");
    TCase *tcase = tcase_create("read_text");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, read_text__tells_what_stands_against_it);
    tcase_add_test(tcase, reader__that_may_not_wait_is_told_to_ask_elsewhere);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
