#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "http_fixture.h"
#include "support/suite.h"

static http_fixture fixture;

static void open_server(void)
{
    http_fixture_init(&fixture);
    http_fixture_start(&fixture);
}

static void close_server(void)
{
    http_fixture_end(&fixture);
}

typedef struct torture_row {
    const char *what, *text;
    size_t length; /* 0: strlen(text) */
} torture_row;

#define H "Host: localhost\r\n"
#define GET "GET /small HTTP/1.1\r\n"
#define ROW(text) text, sizeof(text) - 1

static const torture_row torture[] = {
    {"zero byte in the target", ROW("GET /small\0/x HTTP/1.1\r\n" H "\r\n")},
    {"blank in the target", "GET /sm all HTTP/1.1\r\n" H "\r\n", 0},
    {"absolute target", "GET http://localhost/small HTTP/1.1\r\n" H "\r\n", 0},
    {"no host", "GET /small HTTP/1.1\r\n\r\n", 0},
    {"two hosts", "GET /small HTTP/1.1\r\n" H H "\r\n", 0},
    {"two lengths", "POST /items/a HTTP/1.1\r\n" H "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 0},
    {"length and chunks", "POST /items/a HTTP/1.1\r\n" H "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 0},
    {"malformed length", "POST /items/a HTTP/1.1\r\n" H "Content-Length: 2x\r\n\r\n{}", 0},
    {"endless length", "POST /items/a HTTP/1.1\r\n" H "Content-Length: 99999999999999999999999\r\n\r\n{}", 0},
    {"unknown encoding", "POST /items/a HTTP/1.1\r\n" H "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 0},
    {"malformed chunk", "POST /items/a HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", 0},
    {"blank before the colon", "GET /small HTTP/1.1\r\n" H "X : y\r\n\r\n", 0},
    {"folded first header", "GET /small HTTP/1.1\r\n X: y\r\n" H "\r\n", 0},
    {"folded length", GET H "Content-Length:\r\n 58\r\n\r\n", 0},
    {"folded length, lengthened", GET H "Content-Length: 5\r\n 8\r\n\r\n", 0},
    {"folded length, emptily", GET H "Content-Length: 58\r\n \r\n\r\n", 0},
    {"folded length before others", GET "Content-Length:\r\n\t58\r\n" H "\r\n", 0},
    {"folded twice", GET "X: y\r\n z\r\n z\r\n" H "\r\n", 0},
    {"folded chunks", GET H "Transfer-Encoding:\r\n chunked\r\n\r\n", 0},
    {"folded chunks, in two", GET H "Transfer-Encoding: chun\r\n ked\r\n\r\n", 0},
    {"folded chunks, more behind", GET H "Transfer-Encoding: chunked\r\n x\r\n\r\n", 0},
    {"folded condition", GET H "If-None-Match:\r\n *\r\n\r\n", 0},
    {"folded header that looks like one", GET H "X: y\r\n Content-Length: 58\r\n\r\n", 0},
    {"folded header without name", GET H ": y\r\n z\r\n\r\n", 0},
    {"first header without name", GET ": a\r\n" H "Content-Length: 58\r\n\r\n", 0},
    {"last header without name", GET H ": a\r\n\r\n", 0},
    {"length behind a header without name", GET H ": a\r\nContent-Length: 58\r\n\r\n", 0},
    {"length behind a bare colon", GET H ":\r\nContent-Length: 58\r\n\r\n", 0},
    {"chunks behind a header without name", GET H ": a\r\nTransfer-Encoding: chunked\r\n\r\n", 0},
    {"length behind a header with a zero byte for a name", ROW(GET H "\0: x\r\nContent-Length: 58\r\n\r\n")},
    {"length behind a header that begins with a zero byte", ROW(GET H "\0X: x\r\nContent-Length: 58\r\n\r\n")},
    {"length with a zero byte in its name", ROW(GET H "Content-Length\0: 58\r\n\r\n")},
    {"length with a zero byte before it", ROW(GET H "Content-Length: \0" "58\r\n\r\n")},
    {"length with a zero byte in it", ROW(GET H "Content-Length: 0\0" "58\r\n\r\n")},
    {"chunks with a zero byte behind", ROW(GET H "Transfer-Encoding: chunked\0x\r\n\r\n")},
    {"zero byte in a value", ROW(GET H "X: y\0z\r\n\r\n")},
    {"line feed alone behind the request line", "GET /small HTTP/1.1\n" H "\r\n", 0},
    {"line feed alone behind a header", GET "Host: localhost\n\r\n", 0},
    {"line feed alone behind two headers", GET "X: y\nHost: localhost\r\n\r\n", 0},
    {"line feed alone at the end", GET H "\n", 0},
    {"two blanks before the target", "GET  /small HTTP/1.1\r\n" H "\r\n", 0},
    {"header without colon", "GET /small HTTP/1.1\r\n" H "nonsense\r\n\r\n", 0},
    {"control character in a value", "GET /small HTTP/1.1\r\n" H "X: \x01\r\n\r\n", 0},
    {"no version", "GET /small\r\n" H "\r\n", 0},
    {"another version", "GET /small HTTP/2.0\r\n" H "\r\n", 0},
};

/* A request that stands where the body of another would be. Its answer holds the word. */
#define HIDDEN_WORD "smuggled"
#define HIDDEN "GET /items/" HIDDEN_WORD " HTTP/1.1\r\n" H "Connection: close\r\n\r\n"

/* Sends the row's text and a hidden request in pieces of this size; all that comes back, as a text. */
static char *answer_to(const torture_row *row, size_t piece)
{
    rw_test_client client;
    rw_buffer request, answer;
    char received[4096];
    rw_buffer_init(&request, 65536);
    rw_buffer_init(&answer, 65536);
    rw_buffer_append(&request, row->text, row->length == 0 ? strlen(row->text) : row->length);
    rw_buffer_append_text(&request, HIDDEN);
    ck_assert(rw_buffer_ok(&request));
    rw_test_client_open(&client, fixture.listener.port);
    /* The server may have closed before all is sent. */
    for (size_t at = 0; at < request.length; at += piece)
        if (send(client.fd, request.data + at, request.length - at < piece ? request.length - at : piece,
                 MSG_NOSIGNAL) < 0)
            break;
    for (ssize_t got = 0; (got = recv(client.fd, received, sizeof received, 0)) > 0;)
        ck_assert(rw_buffer_append(&answer, received, (size_t)got));
    rw_test_client_close(&client);
    rw_buffer_free(&request);
    size_t length = 0;
    return rw_buffer_steal(&answer, &length);
}

/* Whatever the library or the gate says: it is an error, it ends the connection, nothing behind it is taken for a
 * request, and the server lives. */
static void expect_refused(const torture_row *row, size_t piece)
{
    char *text = answer_to(row, piece);
    ck_assert_msg(strncmp(text, "HTTP/1.1 4", 10) == 0 || strncmp(text, "HTTP/1.1 505", 12) == 0 || *text == '\0',
                  "%s: %s", row->what, text);
    ck_assert_msg(strstr(text, HIDDEN_WORD) == NULL, "%s: %s", row->what, text);
    free(text);
}

START_TEST(torture__is_refused_and_ends_the_connection)
{
    expect_refused(&torture[_i], SIZE_MAX / 2);
    expect_refused(&torture[_i], 1);
    rw_test_answer answer = rw_test_request(fixture.listener.port, "GET", "/small", "", NULL);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
}
END_TEST

/* The hidden request is one, and the word is found, when nothing is wrong with the one before it. */
START_TEST(torture__would_notice_what_is_hidden)
{
    static const torture_row sound = {"sound", GET H "\r\n", 0};
    char *text = answer_to(&sound, SIZE_MAX / 2);
    ck_assert_msg(strncmp(text, "HTTP/1.1 200", 12) == 0 && strstr(text, HIDDEN_WORD) != NULL, "%s", text);
    free(text);
}
END_TEST

/* What follows trailers is not trusted: a line without name ends them too early. */
START_TEST(trailers__end_the_connection)
{
    static const char *const trailers[] = {"X: y\r\n", "X: y\r\n: a\r\n", ": a\r\n", "X:\r\n y\r\n", "X: y\r\n:\r\n"};
    for (size_t i = 0; i < sizeof trailers / sizeof *trailers; i++) {
        char text[256];
        snprintf(text, sizeof text, "POST /items/a HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n%s",
                 trailers[i]);
        for (size_t piece = 1; piece < 1000; piece += 998) {
            char *answer = answer_to(&(torture_row){"trailers", text, 0}, piece);
            ck_assert_msg(strstr(answer, HIDDEN_WORD) == NULL, "%zu: %s", i, answer);
            free(answer);
        }
    }
}
END_TEST

/* Every length of a folded name, so that some end where the library's buffer ends, which it then lengthens in place. */
START_TEST(fold__is_refused_wherever_it_lies)
{
    enum { HEAD_MAX = 9000 };
    char text[HEAD_MAX + 256];
    for (size_t filler = 7900; filler < HEAD_MAX; filler += filler < 8000 || filler > 8250 ? 61 : 1) {
        const int length = snprintf(text, sizeof text, GET H "X: %0*d\r\nContent-Length: 5\r\n 8\r\n\r\n", (int)filler, 0);
        const torture_row row = {"fold", text, (size_t)length};
        expect_refused(&row, SIZE_MAX / 2);
    }
}
END_TEST

/* Sound heads of any length pass, in whatever pieces they come. */
START_TEST(head__passes_whatever_its_length)
{
    enum { HEAD_MAX = 15000 };
    char text[HEAD_MAX + 256];
    for (size_t filler = 1; filler < HEAD_MAX; filler += 97) {
        const int length = snprintf(text, sizeof text, "GET /small HTTP/1.1\r\nX: %0*d\r\nY:\r\n" H "\r\n", (int)filler, 0);
        const torture_row row = {"long", text, (size_t)length};
        char *answer = answer_to(&row, filler % 3 == 0 ? 1000 : SIZE_MAX / 2);
        ck_assert_msg(strncmp(answer, "HTTP/1.1 200", 12) == 0 && strstr(answer, HIDDEN_WORD) != NULL, "%zu: %s", filler,
                      answer);
        free(answer);
    }
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("torture");
    tcase_add_checked_fixture(cases, open_server, close_server);
    tcase_add_loop_test(cases, torture__is_refused_and_ends_the_connection, 0, (int)(sizeof torture / sizeof *torture));
    tcase_add_test(cases, torture__would_notice_what_is_hidden);
    tcase_add_test(cases, trailers__end_the_connection);
    tcase_add_test(cases, fold__is_refused_wherever_it_lies);
    tcase_add_test(cases, head__passes_whatever_its_length);
    return rw_test_suite_run(cases);
}
