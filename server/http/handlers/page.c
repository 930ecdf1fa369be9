/* Pages of a list. A cursor is the hexadecimal text of "<list>:<last entry>": opaque to clients, and useless for
 * another list. */
#include <string.h>

#include "http/handlers/support.h"

enum { CURSOR_TEXT_MAX = RW_NAME_MAX + 16 };

static int hex_digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    return -1;
}

static bool cursor_read(const char *cursor, const char *list, char after[RW_NAME_SIZE])
{
    char text[CURSOR_TEXT_MAX + 1];
    size_t length = strlen(cursor);
    if (length % 2 != 0 || length / 2 > CURSOR_TEXT_MAX)
        return false;
    for (size_t i = 0; i < length / 2; i++) {
        int high = hex_digit(cursor[2 * i]);
        int low = hex_digit(cursor[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        text[i] = (char)(high * 16 + low);
    }
    text[length / 2] = '\0';
    size_t prefix = strlen(list);
    if (strncmp(text, list, prefix) != 0 || text[prefix] != ':')
        return false;
    const char *last = text + prefix + 1;
    if (!rw_name_valid(last, length / 2 - prefix - 1))
        return false;
    memcpy(after, last, length / 2 - prefix);
    return true;
}

static void cursor_write(rw_buffer *out, const char *list, const char *last)
{
    static const char digits[] = "0123456789abcdef";
    const char *const parts[] = {list, ":", last};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (const char *at = parts[i]; *at != '\0'; at++) {
            rw_buffer_append_char(out, digits[(unsigned char)*at >> 4]);
            rw_buffer_append_char(out, digits[(unsigned char)*at & 15]);
        }
}

bool rw_handler_page_read(const rw_http_request *request, const char *list, rw_handler_page *page,
                          rw_problem *problem)
{
    int64_t limit = RW_SERVICE_LIST_DEFAULT;
    if (!rw_http_request_query_integer(request, "limit", 1, RW_SERVICE_LIST_MAX, &limit, problem))
        return false;
    rw_handler_page read = {.limit = (size_t)limit};
    const char *cursor = rw_http_request_query(request, "cursor");
    if (cursor != NULL) {
        if (!cursor_read(cursor, list, read.after)) {
            rw_problem_set(problem, RW_PROBLEM_INVALID_CURSOR,
                           "the cursor was not made for this list; begin again without one");
            return false;
        }
        read.has_after = true;
    }
    *page = read;
    return true;
}

static void append_escaped(rw_buffer *out, const char *text)
{
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *text != '\0'; text++)
        if (strchr(unreserved, *text) != NULL)
            rw_buffer_append_char(out, *text);
        else
            rw_buffer_append_format(out, "%%%02X", (unsigned)(unsigned char)*text);
}

void rw_handler_page_end(const rw_http_request *request, const char *list, const char *last, rw_json_writer *writer,
                         rw_http_response *response)
{
    if (last == NULL)
        return;
    rw_buffer cursor;
    rw_buffer_init(&cursor, 2 * CURSOR_TEXT_MAX);
    cursor_write(&cursor, list, last);
    rw_buffer link;
    rw_buffer_init(&link, RW_HTTP_TARGET_MAX * 4);
    rw_buffer_append(&link, request->target, strcspn(request->target, "?"));
    rw_buffer_append_char(&link, '?');
    for (size_t i = 0; i < request->query_count; i++) {
        if (strcmp(request->query[i].name, "cursor") == 0)
            continue;
        append_escaped(&link, request->query[i].name);
        rw_buffer_append_char(&link, '=');
        append_escaped(&link, request->query[i].value);
        rw_buffer_append_char(&link, '&');
    }
    if (rw_buffer_ok(&cursor) && rw_buffer_append_text(&link, "cursor=") &&
        rw_buffer_append(&link, cursor.data, cursor.length)) {
        rw_json_put_text(writer, "next_cursor", cursor.data);
        rw_http_response_add_header(response, "Link", "<%s>; rel=\"next\"", link.data);
    } else {
        response->out_of_memory = true;
    }
    rw_buffer_free(&link);
    rw_buffer_free(&cursor);
}
