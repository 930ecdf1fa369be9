#include <check.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "obs/log.h"
#include "support/folder.h"
#include "support/suite.h"

typedef struct log_fixture {
    char folder[RW_TEST_PATH_SIZE], path[RW_TEST_PATH_SIZE];
    int fd;
    rw_log *log;
} log_fixture;

static void fixture_open(log_fixture *fixture, rw_log_level level)
{
    rw_test_folder_make(fixture->folder);
    rw_test_file_write(fixture->folder, "log", "", fixture->path);
    fixture->fd = open(fixture->path, O_WRONLY | O_APPEND);
    ck_assert_int_ge(fixture->fd, 0);
    fixture->log = rw_log_open(fixture->fd, level);
    ck_assert_ptr_nonnull(fixture->log);
}

/* Ends the log and gives what it wrote, for the caller to free. */
static char *fixture_close(log_fixture *fixture)
{
    rw_log_close(fixture->log);
    close(fixture->fd);
    char *text = rw_test_file_read(fixture->path, NULL);
    rw_test_folder_remove(fixture->folder);
    return text;
}

START_TEST(line__is_one_json_object_with_every_kind_of_field)
{
    log_fixture fixture;
    rw_log_line line;
    fixture_open(&fixture, RW_LOG_INFO);
    rw_log_begin(&line, fixture.log, RW_LOG_WARN, "request");
    rw_log_text(&line, "route", "/v1/clips/{name}");
    rw_log_text(&line, "absent", NULL);
    rw_log_integer(&line, "status", 503);
    rw_log_real(&line, "duration_ms", 0.25);
    rw_log_real(&line, "odd", HUGE_VAL);
    rw_log_flag(&line, "slow", true);
    rw_log_end(&line);
    char *text = fixture_close(&fixture);
    ck_assert_int_eq(strncmp(text, "{\"ts\":\"20", 9), 0);
    const char *rest = strchr(text, 'Z');
    ck_assert_ptr_nonnull(rest);
    ck_assert_str_eq(rest, "Z\",\"level\":\"warn\",\"event\":\"request\",\"route\":\"/v1/clips/{name}\",\"status\":503,"
                           "\"duration_ms\":0.25,\"odd\":null,\"slow\":true}\n");
    free(text);
}
END_TEST

START_TEST(text__cannot_break_the_line)
{
    log_fixture fixture;
    rw_log_line line;
    fixture_open(&fixture, RW_LOG_INFO);
    rw_log_begin(&line, fixture.log, RW_LOG_INFO, "x");
    rw_log_text(&line, "a", "q\"b\\n\nt\te\x1b" "d\x7f");
    rw_log_text(&line, "b", "\xC3\xA9\xFF\xED\xA0\x80\xC0\xAF");
    rw_log_text_n(&line, "c", "nul\0in", 6);
    rw_log_end(&line);
    char *text = fixture_close(&fixture);
    ck_assert_ptr_nonnull(strstr(text, "\"a\":\"q\\\"b\\\\n\\u000at\\u0009e\\u001bd\\u007f\""));
    ck_assert_ptr_nonnull(strstr(text, "\"b\":\"\xC3\xA9\\u00ff\\u00ed\\u00a0\\u0080\\u00c0\\u00af\""));
    ck_assert_ptr_nonnull(strstr(text, "\"c\":\"nul\\u0000in\"}\n"));
    free(text);
}
END_TEST

START_TEST(line__stays_json_when_fields_do_not_fit)
{
    char large[RW_LOG_LINE_SIZE * 2];
    log_fixture fixture;
    rw_log_line line;
    memset(large, '\x01', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    fixture_open(&fixture, RW_LOG_INFO);
    rw_log_begin(&line, fixture.log, RW_LOG_INFO, "x");
    rw_log_text(&line, "large", large);
    rw_log_text(&line, "late", "left out");
    rw_log_integer(&line, "number", 123456789);
    rw_log_end(&line);
    char *text = fixture_close(&fixture);
    const size_t length = strlen(text);
    ck_assert_uint_le(length, RW_LOG_LINE_SIZE);
    ck_assert_str_eq(text + length - 3, "\"}\n");
    ck_assert_int_eq(strncmp(text + length - 9, "\\u0001", 6), 0);
    ck_assert_ptr_null(strstr(text, "late"));
    free(text);
}
END_TEST

START_TEST(level__leaves_out_what_is_below)
{
    log_fixture fixture;
    fixture_open(&fixture, RW_LOG_WARN);
    rw_log_message(fixture.log, RW_LOG_INFO, "quiet", "nobody reads %d", 1);
    rw_log_message(fixture.log, RW_LOG_ERROR, "loud", "somebody reads %d", 2);
    char *text = fixture_close(&fixture);
    ck_assert_ptr_null(strstr(text, "quiet"));
    ck_assert_ptr_nonnull(strstr(text, "\"message\":\"somebody reads 2\""));
    free(text);
}
END_TEST

START_TEST(close__writes_out_everything_in_order)
{
    log_fixture fixture;
    fixture_open(&fixture, RW_LOG_INFO);
    for (int i = 0; i < 1000; i++)
        rw_log_message(fixture.log, RW_LOG_INFO, "n", "%d;", i);
    char *text = fixture_close(&fixture);
    const char *at = text;
    for (int i = 0; i < 1000; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "\"%d;\"", i);
        at = strstr(at, wanted);
        ck_assert_msg(at != NULL, "line %d is missing", i);
    }
    free(text);
}
END_TEST

START_TEST(full__drops_and_counts_instead_of_waiting)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    rw_log *log = rw_log_open(ends[1], RW_LOG_INFO);
    ck_assert_ptr_nonnull(log);
    /* Nobody reads: pipe and ring fill up, and each call returns all the same. */
    for (int i = 0; i < 20000; i++)
        rw_log_message(log, RW_LOG_INFO, "flood", "%0100d", i);
    const uint64_t dropped = rw_log_dropped(log);
    ck_assert_uint_gt(dropped, 0);
    ck_assert_uint_lt(dropped, 20000);
    rw_log_close(log); /* gives up after a moment */
    close(ends[0]);
    close(ends[1]);
}
END_TEST

START_TEST(nothing__takes_lines_and_forgets_them)
{
    rw_log_line line;
    rw_log_begin(&line, NULL, RW_LOG_ERROR, "x");
    rw_log_text(&line, "a", "b");
    rw_log_end(&line);
    rw_log_message(NULL, RW_LOG_ERROR, "x", "y");
    rw_log_close(NULL);
    ck_assert(line.skip);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("log");
    tcase_add_test(cases, line__is_one_json_object_with_every_kind_of_field);
    tcase_add_test(cases, text__cannot_break_the_line);
    tcase_add_test(cases, line__stays_json_when_fields_do_not_fit);
    tcase_add_test(cases, level__leaves_out_what_is_below);
    tcase_add_test(cases, close__writes_out_everything_in_order);
    tcase_add_test(cases, full__drops_and_counts_instead_of_waiting);
    tcase_add_test(cases, nothing__takes_lines_and_forgets_them);
    return rw_test_suite_run(cases);
}
