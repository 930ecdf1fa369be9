/* memmem is a GNU extension. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "http/layout.h"
#include "support/suite.h"

#define LINE "GET\0/a?b\0HTTP/1.1\0\0"
#define END "\0"

typedef struct layout_row {
    const char *what, *head;
    size_t length;
    bool line_sound, headers_sound;
} layout_row;

/* A head as the library leaves it: zero bytes for the blanks of the request line, for colons and for line ends. The
 * array's own zero byte is the head's last. */
#define ROW(what, head, line_sound, headers_sound) {what, head, sizeof(head), line_sound, headers_sound}

static const layout_row rows[] = {
    ROW("no header", LINE END, true, true),
    ROW("one header", LINE "Host\0 a\0\0" END, true, true),
    ROW("two headers", LINE "Host\0 a\0\0" "X\0\t  b c \0\0" END, true, true),
    ROW("no blank, no value", LINE "Host\0a\0\0" "X\0\0\0" END, true, true),
    ROW("two blanks before the target", "GET\0 /a?b\0HTTP/1.1\0\0" END, false, true),
    ROW("zero byte in the target", "GET\0/a\0?b\0HTTP/1.1\0\0" END, false, true),
    ROW("zero byte in the method", "GE\0T\0/a?b\0HTTP/1.1\0\0" END, false, true),
    ROW("zero byte in a value", LINE "Host\0 a\0b\0\0" END, true, false),
    ROW("zero byte before a value", LINE "Host\0 \0a\0\0" END, true, false),
    ROW("bare line feed behind the request line", "GET\0/a?b\0HTTP/1.1\0" "Host\0 a\0\0" END, true, false),
    ROW("bare line feed behind a header", LINE "Host\0 a\0" "X\0 b\0\0" END, true, false),
    ROW("bare line feed at the end", LINE "Host\0 a\0\0", true, false),
    ROW("folded line", LINE "Host\0 a\0\0 b\0\0" END, true, false),
    ROW("folded line between", LINE "Host\0 a\0\0 b\0\0" "X\0 c\0\0" END, true, false),
    ROW("line without name at the end", LINE "Host\0 a\0\0" "\0 b\0", true, false),
};

/* Fills in what the library would hand over: every text that follows a line end or the empty line. */
static rw_http_layout layout_of(const layout_row *row, rw_http_pair headers[4])
{
    const char *line_end = memmem(row->head, row->length, "HTTP/1.1", 8);
    rw_http_layout layout = {.method = row->head, .length = row->length, .version = line_end, .headers = headers};
    layout.target = memchr(row->head, '/', row->length);
    layout.target_end = layout.target + strlen(layout.target);
    static const char *const names[] = {"Host", "X"};
    for (size_t i = 0; i < 2; i++) {
        const size_t size = strlen(names[i]) + 1;
        const char *name = memmem(row->head, row->length, names[i], size);
        if (name == NULL)
            continue;
        const char *value = name + size;
        headers[layout.header_count++] = (rw_http_pair){.name = name, .value = value + strspn(value, " \t")};
    }
    return layout;
}

START_TEST(head__has_a_gap_where_something_was_forgiven)
{
    const layout_row *row = &rows[_i];
    /* At the end of an allocation, so that a sanitizer sees a step beyond it. */
    char *copy = malloc(row->length);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, row->head, row->length);
    const layout_row own = {row->what, copy, row->length, row->line_sound, row->headers_sound};
    rw_http_pair headers[4];
    const rw_http_layout layout = layout_of(&own, headers);
    ck_assert_msg(rw_http_layout_line_sound(&layout) == row->line_sound, "%s", row->what);
    ck_assert_msg(rw_http_layout_headers_sound(&layout) == row->headers_sound, "%s", row->what);
    free(copy);
}
END_TEST

START_TEST(header__that_was_moved_is_a_gap)
{
    /* A folded line makes the library copy the name elsewhere and lengthen it. */
    static const char head[] = LINE "\0\0\0\0\0 a\0\0 b\0\0" END;
    const rw_http_pair moved[] = {{"Hostb", head + sizeof LINE + 5}};
    const rw_http_layout layout = {
        .method = head, .length = sizeof head, .version = head + 9, .headers = moved, .header_count = 1};
    ck_assert(!rw_http_layout_headers_sound(&layout));
}
END_TEST

START_TEST(header__that_was_left_out_is_a_gap)
{
    static const char head[] = LINE "Host\0 a\0\0" "X\0 b\0\0" END;
    rw_http_pair headers[4];
    const layout_row row = ROW("", LINE "Host\0 a\0\0" "X\0 b\0\0" END, true, true);
    rw_http_layout layout = layout_of(&(layout_row){row.what, head, sizeof head, true, true}, headers);
    ck_assert_uint_eq(layout.header_count, 2);
    ck_assert(rw_http_layout_headers_sound(&layout));
    layout.header_count = 1;
    ck_assert(!rw_http_layout_headers_sound(&layout));
    layout.headers = headers + 1;
    ck_assert(!rw_http_layout_headers_sound(&layout));
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("layout");
    tcase_add_loop_test(cases, head__has_a_gap_where_something_was_forgiven, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(cases, header__that_was_moved_is_a_gap);
    tcase_add_test(cases, header__that_was_left_out_is_a_gap);
    return rw_test_suite_run(cases);
}
