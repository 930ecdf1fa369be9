#include <check.h>
#include <stdlib.h>

#include "catalog/catalog.h"
#include "failing_allocator.h"
#include "store_calls.h"
#include "temporary_folder.h"
#include "toy_compiler.h"

START_TEST(read_text__tells_what_stands_against_it)
{
    temporary_folder folder;
    toy_counts counts = {0};
    const rw_catalog_compiler compiler = toy_compiler(&counts);
    rw_store *store = NULL;
    rw_catalog *catalog = NULL;
    rw_problem problem;
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    ck_assert_int_eq(rw_store_open_sqlite(folder.path, NULL, &store, &problem), RW_STORE_OK);
    store_must_put(store, "walk", NULL, "length=9");
    store_must_put(store, "lunge", "walk", "window=5");
    ck_assert_int_eq(rw_catalog_open(store, &compiler, NULL, &catalog, &problem), RW_STORE_OK);
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
    rw_problem_free(&problem);
    rw_catalog_close(catalog);
    rw_store_close(store);
    temporary_folder_remove(&folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texts of the catalogue's documents");
    TCase *tcase = tcase_create("read_text");
    tcase_add_test(tcase, read_text__tells_what_stands_against_it);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
