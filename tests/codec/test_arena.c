#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codec/arena.h"
#include "failing_allocator.h"

START_TEST(arena__hands_out_aligned_pieces_apart_from_each_other)
{
    rw_arena arena;
    rw_arena_init(&arena);
    unsigned char *before = NULL;
    for (size_t size = 1; size < 300; size++) {
        unsigned char *piece = rw_arena_allocate(&arena, 1, size);
        ck_assert_uint_eq((uintptr_t)piece % 16, 0);
        for (size_t i = 0; i < size; i++)
            ck_assert_uint_eq(piece[i], 0);
        memset(piece, 255, size);
        ck_assert(before == NULL || before[0] == 255);
        before = piece;
    }
    ck_assert_ptr_null(rw_arena_take(&arena, SIZE_MAX / 2, 3));
    ck_assert_ptr_null(rw_arena_take(&arena, 1, SIZE_MAX - 100));
    ck_assert_ptr_null(rw_arena_text(&arena, "", SIZE_MAX));
    ck_assert_str_eq(rw_arena_text(&arena, "abcdef", 3), "abc");
    rw_arena_free(&arena);
    rw_arena_free(NULL);
}
END_TEST

/* However many small pieces: their blocks grow. */
START_TEST(arena__needs_few_blocks)
{
    rw_arena arena;
    rw_arena_init(&arena);
    failing_allocator_arm(0);
    for (int i = 0; i < 10000; i++)
        rw_arena_take(&arena, 1, 64);
    const unsigned long small = failing_allocator_seen();
    rw_arena_free(&arena);
    failing_allocator_arm(0);
    rw_arena_take(&arena, 1, 100000);
    for (int i = 0; i < 60; i++)
        rw_arena_take(&arena, 1, 64); /* in the room behind it */
    const unsigned long large = failing_allocator_seen();
    rw_arena_free(&arena);
    ck_assert_uint_le(small, 16);
    ck_assert_uint_eq(large, 1);
}
END_TEST

START_TEST(rewind__takes_back_what_came_after_the_mark)
{
    rw_arena arena;
    rw_arena_init(&arena);
    char *kept = rw_arena_text(&arena, "kept", 4);
    const rw_arena_mark mark = rw_arena_mark_now(&arena);
    char *first = rw_arena_text(&arena, "first", 5);
    rw_arena_take(&arena, 1, 100000);
    rw_arena_take(&arena, 1, 200000);
    rw_arena_rewind(&arena, mark);
    ck_assert_ptr_eq(rw_arena_text(&arena, "again", 5), first);
    ck_assert_str_eq(kept, "kept");
    rw_arena_rewind(&arena, mark);
    rw_arena_free(&arena);

    const rw_arena_mark empty = rw_arena_mark_now(&arena);
    rw_arena_take(&arena, 1, 10);
    rw_arena_rewind(&arena, empty);
    ck_assert_ptr_null(arena.blocks);
}
END_TEST

START_TEST(reset__keeps_a_small_block_and_no_large_one)
{
    rw_arena arena;
    rw_arena_init(&arena);
    void *first = rw_arena_take(&arena, 1, 100);
    rw_arena_take(&arena, 1, RW_ARENA_KEPT_MAX + 1);
    rw_arena_reset(&arena);
    failing_allocator_arm(1);
    void *again = rw_arena_take(&arena, 1, 100);
    failing_allocator_arm(0);
    ck_assert_ptr_eq(again, first);
    rw_arena_free(&arena);

    rw_arena_take(&arena, 1, RW_ARENA_KEPT_MAX + 1);
    rw_arena_reset(&arena);
    ck_assert_ptr_null(arena.blocks);
    rw_arena_reset(&arena);
}
END_TEST

START_TEST(use__takes_large_blocks_from_the_reserve)
{
    rw_reserve *reserve = rw_reserve_new(1 << 20);
    rw_arena arena;
    rw_arena_init(&arena);
    rw_arena_use(&arena, reserve);
    void *large = rw_arena_take(&arena, 1, 100000);
    rw_arena_free(&arena);
    failing_allocator_arm(1);
    void *again = rw_arena_take(&arena, 1, 90000);
    failing_allocator_arm(0);
    ck_assert_ptr_eq(again, large);
    rw_arena_free(&arena);
    rw_reserve_free(reserve);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arena");
    TCase *tests = tcase_create("arena");
    tcase_add_test(tests, arena__hands_out_aligned_pieces_apart_from_each_other);
    tcase_add_test(tests, arena__needs_few_blocks);
    tcase_add_test(tests, rewind__takes_back_what_came_after_the_mark);
    tcase_add_test(tests, reset__keeps_a_small_block_and_no_large_one);
    tcase_add_test(tests, use__takes_large_blocks_from_the_reserve);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
