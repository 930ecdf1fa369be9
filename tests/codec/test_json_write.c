#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "codec/json_read.h"
#include "codec/json_write.h"
#include "codec/problem_json.h"
#include "support.h"

static void check_text(const char *text, size_t length, const char *expected)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_json_text_n(&writer, text, length);
    ck_assert_str_eq(buffer.data, expected);
    rw_buffer_free(&buffer);
}

START_TEST(write__escapes_texts)
{
    check_text("", 0, "\"\"");
    check_text("a\"b\\c/d", 7, "\"a\\\"b\\\\c/d\"");
    check_text("\b\t\n\f\r\x01\x1F", 7, "\"\\b\\t\\n\\f\\r\\u0001\\u001f\"");
    check_text("x\0y", 3, "\"x\\u0000y\"");
    check_text("\xC3\xA9\xF0\x9F\x98\x80\x7F", 7, "\"\xC3\xA9\xF0\x9F\x98\x80\x7F\"");
    check_text("a\xFFz\xC3", 4, "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"");
}
END_TEST

/* Wherever it stands: texts are looked at eight bytes at a time. */
START_TEST(write__escapes_at_every_place)
{
    static const struct {
        char character;
        const char *written;
    } cases[] = {{'"', "\\\""},     {'\\', "\\\\"},          {'\n', "\\n"}, {'\x1F', "\\u001f"},
                 {'\x7F', "\x7F"}, {'\xFF', "\xEF\xBF\xBD"}, {' ', " "},    {'!', "!"}};
    char text[21];
    char expected[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t length = 1; length < sizeof text; length++) {
            for (size_t place = 0; place < length; place++) {
                memset(text, 'x', length);
                text[place] = cases[i].character;
                snprintf(expected, sizeof expected, "\"%.*s%s%.*s\"", (int)place, "xxxxxxxxxxxxxxxxxxxx",
                         cases[i].written, (int)(length - place - 1), "xxxxxxxxxxxxxxxxxxxx");
                check_text(text, length, expected);
            }
        }
    }
}
END_TEST

START_TEST(write__puts_commas_and_nests)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_json_object_begin(&writer);
    rw_json_put_number(&writer, "zero", -0.0);
    rw_json_put_number(&writer, "tenth", 0.1);
    rw_json_put_number(&writer, "nan", NAN);
    rw_json_put_number(&writer, "inf", INFINITY);
    rw_json_put_integer(&writer, "big", INT64_MAX);
    rw_json_key(&writer, "list");
    rw_json_array_begin(&writer);
    rw_json_array_begin(&writer);
    rw_json_array_end(&writer);
    rw_json_object_begin(&writer);
    rw_json_object_end(&writer);
    rw_json_null(&writer);
    rw_json_bool(&writer, true);
    rw_json_array_end(&writer);
    rw_json_members(&writer, "{}", 2);
    rw_json_members(&writer, "{\"a\":1,\"b\":2}", 13);
    rw_json_put_pose(&writer, "pose", (rw_pose){{1, 2, 3}, {0, 0, 0, 1}});
    rw_json_key(&writer, "raw");
    rw_json_raw(&writer, "17", 2);
    rw_json_object_end(&writer);
    ck_assert_str_eq(buffer.data,
                     "{\"zero\":0,\"tenth\":0.1,\"nan\":null,\"inf\":null,\"big\":9223372036854775807,"
                     "\"list\":[[],{},null,true],\"a\":1,\"b\":2,"
                     "\"pose\":{\"position\":[1,2,3],\"rotation\":[0,0,0,1]},\"raw\":17}");
    rw_buffer_free(&buffer);
}
END_TEST

START_TEST(write__stops_at_the_buffers_maximum)
{
    rw_buffer buffer;
    rw_buffer_init(&buffer, 10);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_json_array_begin(&writer);
    for (int i = 0; i < 100; i++)
        rw_json_number(&writer, i);
    rw_json_array_end(&writer);
    ck_assert(!rw_buffer_ok(&buffer));
    ck_assert_uint_le(buffer.length, 10);
    rw_buffer_free(&buffer);
}
END_TEST

static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

START_TEST(write__numbers_read_back_the_same)
{
    enum { BATCH = 1000, BATCHES = 100 };
    uint64_t state = 20240607;
    const rw_codec_limits limits = rw_codec_limits_default();
    for (int batch = 0; batch < BATCHES; batch++) {
        double values[BATCH];
        rw_buffer buffer;
        rw_buffer_init(&buffer, SIZE_MAX);
        rw_json_writer writer;
        rw_json_writer_init(&writer, &buffer);
        rw_json_array_begin(&writer);
        for (int i = 0; i < BATCH; i++) {
            do {
                const uint64_t bits = next_random(&state);
                memcpy(&values[i], &bits, sizeof bits);
            } while (!isfinite(values[i]));
            rw_json_number(&writer, values[i]);
        }
        rw_json_array_end(&writer);
        rw_problem problem;
        rw_problem_init(&problem);
        json_t *root = rw_json_read(buffer.data, buffer.length, &limits, &problem);
        ck_assert_msg(root != NULL, "%s", problem.detail);
        for (int i = 0; i < BATCH; i++) {
            const double read = json_real_value(json_array_get(root, (size_t)i));
            ck_assert_msg(memcmp(&read, &values[i], sizeof read) == 0 || (read == 0 && values[i] == 0), "%a",
                          values[i]);
        }
        json_decref(root);
        rw_buffer_free(&buffer);
    }
}
END_TEST

START_TEST(problem__is_written_whole)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_add_field(&problem, "/a~1b/0", RW_FIELD_MISSING, "say \"%s\"", "x");
    rw_problem_conclude(&problem);
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_problem_write_json(&writer, &problem, "req-1");
    ck_assert_str_eq(buffer.data,
                     "{\"type\":\"/docs/errors#invalid_request\",\"title\":\"Body does not have the form required\","
                     "\"status\":400,\"detail\":\"one field is wrong: /a~1b/0: say \\\"x\\\"\","
                     "\"instance\":\"req-1\",\"code\":\"invalid_request\",\"retryable\":false,"
                     "\"errors\":[{\"pointer\":\"/a~1b/0\",\"code\":\"missing\",\"detail\":\"say \\\"x\\\"\"}]}");
    rw_problem_free(&problem);
    rw_buffer_clear(&buffer);
    rw_json_writer_init(&writer, &buffer);
    rw_problem_write_json(&writer, &problem, NULL);
    ck_assert_ptr_nonnull(strstr(buffer.data, "\"code\":\"internal\""));
    ck_assert_ptr_null(strstr(buffer.data, "instance"));
    rw_buffer_free(&buffer);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_write");
    TCase *tests = tcase_create("json_write");
    tcase_add_test(tests, write__escapes_texts);
    tcase_add_test(tests, write__escapes_at_every_place);
    tcase_add_test(tests, write__puts_commas_and_nests);
    tcase_add_test(tests, write__stops_at_the_buffers_maximum);
    tcase_add_test(tests, write__numbers_read_back_the_same);
    tcase_add_test(tests, problem__is_written_whole);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
