#include <check.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/reserve.h"
#include "failing_allocator.h"

#define PIECE RW_RESERVE_PIECE_MIN

/* Takes a piece and gives it back. */
static void *pass(rw_reserve *reserve, size_t wanted)
{
    size_t size = 0;
    void *piece = rw_reserve_take(reserve, wanted, &size);
    ck_assert_ptr_nonnull(piece);
    ck_assert_uint_ge(size, wanted);
    memset(piece, 1, size);
    rw_reserve_give(reserve, piece, size);
    return piece;
}

START_TEST(reserve__gives_the_same_piece_again)
{
    rw_reserve *reserve = rw_reserve_new(10 * PIECE);
    void *piece = pass(reserve, 2 * PIECE);
    failing_allocator_arm(1);
    size_t size = 0;
    void *again = rw_reserve_take(reserve, PIECE, &size);
    failing_allocator_arm(0);
    ck_assert_ptr_eq(again, piece);
    ck_assert_uint_eq(size, 2 * PIECE);
    rw_reserve_give(reserve, again, size);
    rw_reserve_free(reserve);
}
END_TEST

START_TEST(reserve__takes_the_smallest_that_is_large_enough)
{
    rw_reserve *reserve = rw_reserve_new(100 * PIECE);
    size_t sizes[3];
    void *pieces[3];
    for (size_t i = 0; i < 3; i++)
        pieces[i] = rw_reserve_take(reserve, (4 - i) * PIECE, &sizes[i]); /* 4, 3, 2 */
    for (size_t i = 0; i < 3; i++)
        rw_reserve_give(reserve, pieces[(i + 1) % 3], sizes[(i + 1) % 3]);
    size_t size = 0;
    void *taken = rw_reserve_take(reserve, 2 * PIECE + 1, &size);
    ck_assert_ptr_eq(taken, pieces[1]);
    ck_assert_uint_eq(size, 3 * PIECE);
    rw_reserve_give(reserve, taken, size);
    rw_reserve_free(reserve);
}
END_TEST

START_TEST(reserve__keeps_no_more_than_its_bound)
{
    rw_reserve *reserve = rw_reserve_new(4 * PIECE);
    size_t sizes[3];
    void *pieces[3];
    for (size_t i = 0; i < 3; i++)
        pieces[i] = rw_reserve_take(reserve, (i + 1) * PIECE, &sizes[i]); /* 1, 2, 3 */
    for (size_t i = 0; i < 3; i++)
        rw_reserve_give(reserve, pieces[i], sizes[i]);
    /* The third needs the room of the second, but not that of both. */
    size_t size = 0;
    failing_allocator_arm(1);
    void *large = rw_reserve_take(reserve, 3 * PIECE, &size);
    void *other = rw_reserve_take(reserve, 2 * PIECE, &size);
    failing_allocator_arm(0);
    ck_assert_ptr_eq(large, pieces[2]);
    ck_assert_ptr_null(other);
    rw_reserve_give(reserve, large, 3 * PIECE);
    pass(reserve, 5 * PIECE); /* larger than the bound: freed, and nothing is lost for it */
    failing_allocator_arm(1);
    large = rw_reserve_take(reserve, 3 * PIECE, &size);
    failing_allocator_arm(0);
    ck_assert_ptr_eq(large, pieces[2]);
    rw_reserve_give(reserve, large, size);
    rw_reserve_free(reserve);
}
END_TEST

START_TEST(reserve__holds_so_many_pieces_and_prefers_large_ones)
{
    enum { COUNT = RW_RESERVE_PIECES_MAX + 1 };
    rw_reserve *reserve = rw_reserve_new(1000 * PIECE);
    void *pieces[COUNT];
    size_t sizes[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        pieces[i] = rw_reserve_take(reserve, PIECE + i, &sizes[i]);
    for (size_t i = 0; i < COUNT; i++)
        rw_reserve_give(reserve, pieces[i], sizes[i]);
    failing_allocator_arm(1);
    size_t kept = 0;
    size_t size = 0;
    size_t smallest = 0;
    for (void *piece; (piece = rw_reserve_take(reserve, PIECE, &size)) != NULL; kept++) {
        smallest = kept == 0 ? size : smallest;
        free(piece);
    }
    failing_allocator_arm(0);
    ck_assert_uint_eq(kept, RW_RESERVE_PIECES_MAX);
    ck_assert_uint_eq(smallest, PIECE + 1);
    rw_reserve_free(reserve);
}
END_TEST

START_TEST(reserve__small_pieces_and_no_reserve_are_mallocs)
{
    rw_reserve *reserve = rw_reserve_new(10 * PIECE);
    pass(reserve, PIECE - 1);
    pass(NULL, 2 * PIECE);
    size_t size = 7;
    failing_allocator_arm(1);
    void *none = rw_reserve_take(reserve, PIECE - 1, &size);
    void *nothing = rw_reserve_take(NULL, PIECE, &size);
    rw_reserve *unmade = rw_reserve_new(PIECE);
    failing_allocator_arm(0);
    ck_assert_ptr_null(none);
    ck_assert_ptr_null(nothing);
    ck_assert_ptr_null(unmade);
    ck_assert_uint_eq(size, 7);
    rw_reserve_give(reserve, NULL, 0);
    rw_reserve_free(reserve);
    rw_reserve_free(NULL);
}
END_TEST

static void *pass_many(void *context)
{
    rw_reserve *reserve = context;
    for (size_t i = 0; i < 2000; i++) {
        size_t size = 0;
        unsigned char *piece = rw_reserve_take(reserve, PIECE + i % 7, &size);
        if (piece == NULL)
            return reserve;
        piece[0] = (unsigned char)i;
        piece[size - 1] = (unsigned char)i;
        const bool mine = piece[0] == (unsigned char)i;
        rw_reserve_give(reserve, piece, size);
        if (!mine)
            return reserve;
    }
    return NULL;
}

START_TEST(reserve__may_be_used_by_many_threads)
{
    enum { THREADS = 4 };
    rw_reserve *reserve = rw_reserve_new(3 * PIECE);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, pass_many, reserve), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *fault = NULL;
        pthread_join(threads[i], &fault);
        ck_assert_ptr_null(fault);
    }
    rw_reserve_free(reserve);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reserve");
    TCase *tests = tcase_create("reserve");
    tcase_add_test(tests, reserve__gives_the_same_piece_again);
    tcase_add_test(tests, reserve__takes_the_smallest_that_is_large_enough);
    tcase_add_test(tests, reserve__keeps_no_more_than_its_bound);
    tcase_add_test(tests, reserve__holds_so_many_pieces_and_prefers_large_ones);
    tcase_add_test(tests, reserve__small_pieces_and_no_reserve_are_mallocs);
    tcase_add_test(tests, reserve__may_be_used_by_many_threads);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
