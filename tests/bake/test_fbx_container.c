#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "bake/fbx_container.h"
#include "test_fbx_writer.h"

static bool parses(const rw_fbx_writer *w, size_t length, rw_bake_error *error)
{
    /* An allocation of exactly that size, so that a sanitizer sees a read beyond it. */
    unsigned char *bytes = malloc(length ? length : 1);
    rw_fbx_container container;
    ck_assert_ptr_nonnull(bytes);
    if (length)
        memcpy(bytes, w->data, length);
    *error = (rw_bake_error){0};
    bool ok = rw_fbx_container_parse(bytes, length, &container, error);
    if (ok)
        rw_fbx_container_free(&container);
    else
        ck_assert_msg(error->detail[0] != '\0', "no reason for %zu bytes", length);
    free(bytes);
    return ok;
}

static void expect_refusal(rw_fbx_writer *w, const char *words)
{
    rw_bake_error error;
    ck_assert(!parses(w, w->length, &error));
    ck_assert_msg(strstr(error.detail, words) != NULL, "'%s' does not say '%s'", error.detail, words);
    rw_fbxw_free(w);
}

START_TEST(container__reads_narrow_and_wide_records)
{
    static const unsigned versions[] = {7400, 7700};
    static const double numbers[] = {1.5, -2.0};
    rw_fbx_writer w;
    rw_fbxw_start(&w, versions[_i]);
    rw_fbxw_begin(&w, "First");
    rw_fbxw_i64(&w, -5);
    rw_fbxw_text(&w, "text", 4);
    rw_fbxw_begin(&w, "Inner");
    fbx_packed(&w, 'd', 2, numbers, sizeof *numbers);
    rw_fbxw_end(&w);
    rw_fbxw_end(&w);
    rw_fbxw_begin(&w, "Second");
    rw_fbxw_end(&w);
    rw_fbxw_finish(&w);

    rw_fbx_container c;
    rw_bake_error error = {0};
    ck_assert_msg(rw_fbx_container_parse(w.data, w.length, &c, &error), "%s", error.detail);
    ck_assert_uint_eq(c.version, versions[_i]);
    size_t first = rw_fbx_container_find(&c, 0, "First"), inner = rw_fbx_container_find(&c, first, "Inner");
    ck_assert_uint_ne(rw_fbx_container_find(&c, 0, "Second"), RW_FBX_NONE);
    ck_assert_uint_eq(rw_fbx_container_find(&c, 0, "Inner"), RW_FBX_NONE);
    int64_t number = 0;
    ck_assert(rw_fbx_property_integer(rw_fbx_container_property(&c, first, 0), &number));
    ck_assert_int_eq(number, -5);
    ck_assert(rw_fbx_property_is(rw_fbx_container_property(&c, first, 1), "text"));
    ck_assert_ptr_null(rw_fbx_container_property(&c, first, 2));
    void *array = NULL;
    size_t count = 0;
    ck_assert(rw_fbx_property_array(rw_fbx_container_property(&c, inner, 0), "d", 2, 0, &array, &count, &error));
    ck_assert_uint_eq(count, 2);
    ck_assert_mem_eq(array, numbers, sizeof numbers);
    free(array);
    rw_fbx_container_free(&c);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(container__refuses_what_is_no_binary_fbx)
{
    rw_bake_error error;
    rw_fbx_writer w = {0};
    ck_assert(!parses(&w, 0, &error));
    rw_fbxw_raw(&w, "garbage that goes on for longer than a header", 45);
    expect_refusal(&w, "not a binary FBX");
    rw_fbxw_raw(&w, "; FBX 7.4.0 project file\n; and so on and so on\n", 47);
    expect_refusal(&w, "text (ASCII)");
}
END_TEST

START_TEST(container__refuses_other_versions)
{
    static const unsigned versions[] = {0, 2000, 5800, 6100, 6999, 9000, 0xffffffffu};
    rw_fbx_writer w;
    rw_fbxw_start(&w, versions[_i]);
    rw_fbxw_finish(&w);
    expect_refusal(&w, "version");
}
END_TEST

START_TEST(container__refuses_every_shortened_file)
{
    rw_fbx_writer w;
    rw_bake_error error;
    fbx_write_walk(&w, &(fbx_walk_options){.version = _i ? 7500 : 7400});
    size_t footer = 6, whole = w.length - footer;
    ck_assert(parses(&w, whole, &error));
    for (size_t length = 0; length < whole; length++)
        ck_assert_msg(!parses(&w, length, &error), "%zu of %zu bytes were enough", length, whole);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(container__survives_any_damaged_byte)
{
    static const unsigned char damage[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    rw_fbx_writer w;
    rw_bake_error error;
    fbx_write_walk(&w, &(fbx_walk_options){.version = _i ? 7500 : 7400});
    size_t refused = 0;
    for (size_t at = 0; at < w.length; at++)
        for (size_t d = 0; d < sizeof damage; d++) {
            unsigned char kept = w.data[at];
            w.data[at] = damage[d];
            refused += !parses(&w, w.length, &error);
            w.data[at] = kept;
        }
    ck_assert_uint_gt(refused, 1000);
    rw_fbxw_free(&w);
}
END_TEST

START_TEST(container__refuses_endless_nesting)
{
    rw_fbx_writer w;
    rw_fbxw_start(&w, 7400);
    for (int i = 0; i < 200; i++)
        rw_fbxw_begin(&w, "Deep");
    for (int i = 0; i < 200; i++)
        rw_fbxw_end(&w);
    rw_fbxw_finish(&w);
    expect_refusal(&w, "deep");
}
END_TEST

START_TEST(container__refuses_unknown_types_and_encodings)
{
    rw_fbx_writer w;
    rw_fbxw_start(&w, 7400);
    rw_fbxw_begin(&w, "A");
    rw_fbxw_array(&w, 'x', 0, 0, "", 0);
    rw_fbxw_end(&w);
    rw_fbxw_finish(&w);
    expect_refusal(&w, "unknown type");
    rw_fbxw_start(&w, 7400);
    rw_fbxw_begin(&w, "A");
    rw_fbxw_array(&w, 'd', 1, 2, "12345678", 8);
    rw_fbxw_end(&w);
    rw_fbxw_finish(&w);
    expect_refusal(&w, "unknown encoding");
    rw_fbxw_start(&w, 7400);
    rw_fbxw_begin(&w, "A");
    rw_fbxw_array(&w, 'd', 0x20000001u, 0, "12345678", 8); /* whose size wraps to 8 in 32 bits */
    rw_fbxw_end(&w);
    rw_fbxw_finish(&w);
    expect_refusal(&w, "elements");
}
END_TEST

/* An array in a record of its own, unpacked with a limit of a thousand elements. */
static bool unpacks(char type, uint32_t count, const void *stored, uint32_t bytes, rw_bake_error *error)
{
    rw_fbx_writer w;
    rw_fbxw_start(&w, 7400);
    rw_fbxw_begin(&w, "A");
    rw_fbxw_array(&w, type, count, 1, stored, bytes);
    rw_fbxw_end(&w);
    rw_fbxw_finish(&w);
    rw_fbx_container c;
    *error = (rw_bake_error){0};
    ck_assert_msg(rw_fbx_container_parse(w.data, w.length, &c, error), "%s", error->detail);
    size_t record = rw_fbx_container_find(&c, 0, "A"), got = 0;
    void *array = NULL;
    bool ok = rw_fbx_property_array(rw_fbx_container_property(&c, record, 0), "d", 1000, 7, &array, &got, error);
    free(array);
    rw_fbx_container_free(&c);
    rw_fbxw_free(&w);
    return ok;
}

START_TEST(container__refuses_packed_bombs)
{
    rw_fbx_writer packed = {.depth = 1};
    rw_bake_error error;
    double *zeros = calloc(100000, sizeof *zeros);
    ck_assert_ptr_nonnull(zeros);
    fbx_packed(&packed, 'd', 100000, zeros, sizeof *zeros);
    const unsigned char *stored = packed.data + 13; /* after type, count, encoding and length */
    uint32_t bytes = (uint32_t)(packed.length - 13);
    ck_assert(!unpacks('d', 0xffffffffu, stored, bytes, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "longer than"));
    ck_assert(!unpacks('d', 100000, stored, bytes, &error));
    ck_assert(!unpacks('d', 10, stored, bytes, &error)); /* unpacks to more than it counts */
    ck_assert_ptr_nonnull(strstr(error.detail, "unpack"));
    ck_assert_str_eq(error.place, "byte 7");
    ck_assert(!unpacks('d', 1000, stored, bytes / 2, &error)); /* ends early */
    ck_assert(!unpacks('d', 10, "no zlib stream", 14, &error));
    ck_assert(!unpacks('i', 10, stored, bytes, &error)); /* another type than asked for */
    free(zeros);
    rw_fbxw_free(&packed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_container");
    TCase *tests = tcase_create("container");
    tcase_add_loop_test(tests, container__reads_narrow_and_wide_records, 0, 2);
    tcase_add_test(tests, container__refuses_what_is_no_binary_fbx);
    tcase_add_loop_test(tests, container__refuses_other_versions, 0, 7);
    tcase_add_loop_test(tests, container__refuses_every_shortened_file, 0, 2);
    tcase_add_loop_test(tests, container__survives_any_damaged_byte, 0, 2);
    tcase_add_test(tests, container__refuses_endless_nesting);
    tcase_add_test(tests, container__refuses_unknown_types_and_encodings);
    tcase_add_test(tests, container__refuses_packed_bombs);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
