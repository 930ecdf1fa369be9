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

static const torture_row torture[] = {
    {"zero byte in the target", "GET /small\0/x HTTP/1.1\r\n" H "\r\n", sizeof "GET /small\0/x HTTP/1.1\r\n" H "\r\n" - 1},
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
    {"header without colon", "GET /small HTTP/1.1\r\n" H "nonsense\r\n\r\n", 0},
    {"control character in a value", "GET /small HTTP/1.1\r\n" H "X: \x01\r\n\r\n", 0},
    {"no version", "GET /small\r\n" H "\r\n", 0},
    {"another version", "GET /small HTTP/2.0\r\n" H "\r\n", 0},
};

/* Whatever the library or the gate says: it is an error, it ends the connection, and the server lives. */
START_TEST(torture__is_refused_and_ends_the_connection)
{
    const torture_row *row = &torture[_i];
    rw_test_client client;
    rw_test_client_open(&client, fixture.listener.port);
    rw_test_client_send(&client, row->text, row->length == 0 ? strlen(row->text) : row->length);
    shutdown(client.fd, SHUT_WR);
    char piece[4096];
    ssize_t got = 0, total = 0;
    while ((got = recv(client.fd, piece, sizeof piece, 0)) > 0) {
        if (total == 0)
            ck_assert_msg(strncmp(piece, "HTTP/1.1 4", 10) == 0 || strncmp(piece, "HTTP/1.1 505", 12) == 0, "%s: %.*s",
                          row->what, (int)got, piece);
        total += got;
    }
    rw_test_client_close(&client);
    rw_test_answer answer = rw_test_request(fixture.listener.port, "GET", "/small", "", NULL);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("torture");
    tcase_add_checked_fixture(cases, open_server, close_server);
    tcase_add_loop_test(cases, torture__is_refused_and_ends_the_connection, 0, (int)(sizeof torture / sizeof *torture));
    return rw_test_suite_run(cases);
}
