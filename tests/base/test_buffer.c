#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "failing_allocator.h"

START_TEST(buffer__collects_every_kind_of_append)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 1000);
    ck_assert(rw_buffer_append(&buffer, "ab\0c", 4));
    ck_assert(rw_buffer_append_text(&buffer, "text"));
    ck_assert(rw_buffer_append_char(&buffer, ','));
    ck_assert(rw_buffer_append_format(&buffer, "%s-%d", "x", -3));
    ck_assert(rw_buffer_append_number(&buffer, -0.25));
    ck_assert(rw_buffer_append_u64(&buffer, UINT64_MAX));
    const char expected[] = "ab\0ctext,x--3-0.2518446744073709551615";
    ck_assert_uint_eq(buffer.length, sizeof expected - 1);
    ck_assert_mem_eq(buffer.data, expected, sizeof expected);
    rw_buffer_free(&buffer);
}
END_TEST

START_TEST(buffer__holds_exactly_its_maximum)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 300);
    for (int i = 0; i < 300; i++)
        ck_assert(rw_buffer_append_char(&buffer, 'x'));
    ck_assert_uint_eq(buffer.capacity, 301);
    ck_assert(!rw_buffer_append_char(&buffer, 'y'));
    ck_assert_int_eq(buffer.status, RW_BUFFER_TOO_LONG);
    ck_assert_uint_eq(buffer.length, 300);
    ck_assert_uint_eq(strlen(buffer.data), 300);
    rw_buffer_free(&buffer);
}
END_TEST

START_TEST(buffer__appends_nothing_in_part_and_stays_failed)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 4);
    ck_assert(rw_buffer_append_text(&buffer, "ab"));
    ck_assert(!rw_buffer_append_format(&buffer, "%s", "cde"));
    ck_assert_str_eq(buffer.data, "ab");
    ck_assert(!rw_buffer_append_text(&buffer, "c"));
    ck_assert(!rw_buffer_append(&buffer, "", 0));
    ck_assert_str_eq(buffer.data, "ab");
    size_t length = 9;
    ck_assert_ptr_null(rw_buffer_steal(&buffer, &length));
    ck_assert_uint_eq(length, 9);
    rw_buffer_clear(&buffer);
    ck_assert(rw_buffer_ok(&buffer));
    ck_assert(rw_buffer_append_text(&buffer, "wxyz"));
    ck_assert_str_eq(buffer.data, "wxyz");
    rw_buffer_free(&buffer);
}
END_TEST

START_TEST(buffer__a_length_near_the_largest_size_is_too_long)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    ck_assert(rw_buffer_append_char(&buffer, 'a'));
    ck_assert(!rw_buffer_reserve(&buffer, SIZE_MAX));
    ck_assert_int_eq(buffer.status, RW_BUFFER_TOO_LONG);
    rw_buffer_free(&buffer);
}
END_TEST

START_TEST(buffer__reserve_makes_the_next_appends_safe)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 10000);
    ck_assert(rw_buffer_reserve(&buffer, 5000));
    failing_allocator_arm(1);
    for (int i = 0; i < 5000; i++)
        rw_buffer_append_char(&buffer, 'x');
    failing_allocator_arm(0);
    ck_assert(rw_buffer_ok(&buffer));
    ck_assert_uint_eq(buffer.length, 5000);
    rw_buffer_free(&buffer);
}
END_TEST

START_TEST(buffer__without_memory_keeps_what_it_has)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 10000);
    ck_assert(rw_buffer_append_text(&buffer, "kept"));
    char large[1000];
    memset(large, 'x', sizeof large);
    failing_allocator_arm(1);
    const bool appended = rw_buffer_append(&buffer, large, sizeof large);
    failing_allocator_arm(0);
    ck_assert(!appended);
    ck_assert_int_eq(buffer.status, RW_BUFFER_NO_MEMORY);
    ck_assert_str_eq(buffer.data, "kept");
    ck_assert(!rw_buffer_append_text(&buffer, "more"));
    rw_buffer_free(&buffer);

    rw_buffer empty;
    rw_buffer_init(&empty, 10);
    size_t length = 0;
    failing_allocator_arm(1);
    char *stolen = rw_buffer_steal(&empty, &length);
    failing_allocator_arm(0);
    ck_assert_ptr_null(stolen);
    rw_buffer_free(&empty);
}
END_TEST

START_TEST(buffer__steal_hands_over_and_leaves_it_empty)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 10);
    size_t length = 9;
    char *empty = rw_buffer_steal(&buffer, &length);
    ck_assert_str_eq(empty, "");
    ck_assert_uint_eq(length, 0);
    free(empty);
    ck_assert(rw_buffer_append_text(&buffer, "0123456789"));
    char *bytes = rw_buffer_steal(&buffer, &length);
    ck_assert_str_eq(bytes, "0123456789");
    ck_assert_uint_eq(length, 10);
    free(bytes);
    ck_assert_ptr_null(buffer.data);
    ck_assert_uint_eq(buffer.maximum, 10);
    ck_assert(rw_buffer_append_text(&buffer, "again"));
    rw_buffer_free(&buffer);
    rw_buffer_free(NULL);
}
END_TEST

START_TEST(fail__is_as_a_lack_of_memory_and_keeps_an_earlier_reason)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 4);
    ck_assert(rw_buffer_append_text(&buffer, "ab"));
    rw_buffer_fail(&buffer);
    ck_assert_int_eq(buffer.status, RW_BUFFER_NO_MEMORY);
    ck_assert(!rw_buffer_append_text(&buffer, "c"));
    rw_buffer_clear(&buffer);
    ck_assert(!rw_buffer_append_text(&buffer, "abcde"));
    rw_buffer_fail(&buffer);
    ck_assert_int_eq(buffer.status, RW_BUFFER_TOO_LONG);
    rw_buffer_free(&buffer);
}
END_TEST

/* Large allocations go back to the reserve and come from it, and are moved with their content. */
START_TEST(use__takes_large_allocations_from_the_reserve)
{
    rw_reserve *reserve = rw_reserve_new(4 * RW_RESERVE_PIECE_MIN);
    rw_buffer buffer;
    rw_buffer_init(&buffer, 3 * RW_RESERVE_PIECE_MIN);
    rw_buffer_use(&buffer, reserve);
    ck_assert(rw_buffer_append_text(&buffer, "first"));
    ck_assert(rw_buffer_reserve(&buffer, 2 * RW_RESERVE_PIECE_MIN));
    ck_assert_str_eq(buffer.data, "first");
    const char *piece = buffer.data;
    rw_buffer_free(&buffer);
    ck_assert_ptr_null(buffer.data);
    ck_assert_ptr_eq(buffer.reserve, reserve);
    ck_assert(rw_buffer_reserve(&buffer, RW_RESERVE_PIECE_MIN));
    ck_assert_ptr_eq(buffer.data, piece);
    rw_buffer_free(&buffer);
    rw_reserve_free(reserve);
}
END_TEST

START_TEST(use__a_larger_piece_does_not_raise_the_maximum)
{
    rw_reserve *reserve = rw_reserve_new(4 * RW_RESERVE_PIECE_MIN);
    size_t size = 0;
    void *piece = rw_reserve_take(reserve, 3 * RW_RESERVE_PIECE_MIN, &size);
    rw_reserve_give(reserve, piece, size);
    rw_buffer buffer;
    rw_buffer_init(&buffer, RW_RESERVE_PIECE_MIN);
    rw_buffer_use(&buffer, reserve);
    ck_assert(rw_buffer_reserve(&buffer, RW_RESERVE_PIECE_MIN));
    ck_assert_ptr_eq(buffer.data, piece);
    ck_assert_uint_eq(buffer.capacity, RW_RESERVE_PIECE_MIN + 1);
    while (buffer.length < RW_RESERVE_PIECE_MIN)
        ck_assert(rw_buffer_append_char(&buffer, 'x'));
    ck_assert(!rw_buffer_append_char(&buffer, 'x'));
    ck_assert_int_eq(buffer.status, RW_BUFFER_TOO_LONG);
    rw_buffer_free(&buffer);
    rw_reserve_free(reserve);
}
END_TEST

START_TEST(trim__releases_what_is_large)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 10000);
    ck_assert(rw_buffer_reserve(&buffer, 1000));
    const char *data = buffer.data;
    ck_assert(rw_buffer_append_text(&buffer, "x"));
    rw_buffer_trim(&buffer, buffer.capacity);
    ck_assert_ptr_eq(buffer.data, data);
    ck_assert_uint_eq(buffer.length, 0);
    rw_buffer_trim(&buffer, buffer.capacity - 1);
    ck_assert_ptr_null(buffer.data);
    ck_assert_uint_eq(buffer.maximum, 10000);
}
END_TEST

START_TEST(restart__sets_another_maximum)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 10000);
    ck_assert(rw_buffer_reserve(&buffer, 1000));
    const char *data = buffer.data;
    rw_buffer_restart(&buffer, 3);
    ck_assert(rw_buffer_append_text(&buffer, "abc"));
    ck_assert_ptr_eq(buffer.data, data);
    ck_assert(!rw_buffer_append_char(&buffer, 'd'));
    rw_buffer_restart(&buffer, 20);
    ck_assert(rw_buffer_append_text(&buffer, "0123456789"));
    ck_assert_str_eq(buffer.data, "0123456789");
    rw_buffer_free(&buffer);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("buffer");
    TCase *tcase = tcase_create("buffer");
    tcase_add_test(tcase, buffer__collects_every_kind_of_append);
    tcase_add_test(tcase, buffer__holds_exactly_its_maximum);
    tcase_add_test(tcase, buffer__appends_nothing_in_part_and_stays_failed);
    tcase_add_test(tcase, buffer__a_length_near_the_largest_size_is_too_long);
    tcase_add_test(tcase, buffer__reserve_makes_the_next_appends_safe);
    tcase_add_test(tcase, buffer__without_memory_keeps_what_it_has);
    tcase_add_test(tcase, buffer__steal_hands_over_and_leaves_it_empty);
    tcase_add_test(tcase, fail__is_as_a_lack_of_memory_and_keeps_an_earlier_reason);
    tcase_add_test(tcase, use__takes_large_allocations_from_the_reserve);
    tcase_add_test(tcase, use__a_larger_piece_does_not_raise_the_maximum);
    tcase_add_test(tcase, trim__releases_what_is_large);
    tcase_add_test(tcase, restart__sets_another_maximum);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
