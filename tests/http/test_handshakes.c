/* SOCK_NONBLOCK is no part of POSIX.1-2008. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/handshakes.h"
#include "support/suite.h"

static int open_listener(struct sockaddr_in *address)
{
    socklen_t length = sizeof *address;
    *address = (struct sockaddr_in){.sin_family = AF_INET};
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)address, sizeof *address), 0);
    ck_assert_int_eq(listen(fd, 8), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)address, &length), 0);
    return fd;
}

static int begin(const struct sockaddr_in *address)
{
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    ck_assert_int_ge(fd, 0);
    const int result = connect(fd, (const struct sockaddr *)address, sizeof *address);
    ck_assert(result == 0 || errno == EINPROGRESS);
    return fd;
}

START_TEST(stop__neither_connects_nor_refuses_a_newcomer_and_keeps_who_is_there)
{
    struct sockaddr_in address;
    const int listener = open_listener(&address), before = begin(&address);
    rw_http_handshakes_stop(listener);
    const int after = begin(&address);
    const int taken = accept(listener, NULL, NULL);
    ck_assert_int_ge(taken, 0);
    ck_assert_int_eq(send(before, "x", 1, 0), 1);
    char byte = 0;
    ck_assert_int_eq(recv(taken, &byte, 1, 0), 1);
    struct pollfd more[2] = {{.fd = listener, .events = POLLIN}, {.fd = after, .events = POLLOUT}};
    ck_assert_int_eq(poll(more, 2, 30), 0);
    ck_assert_int_gt(rw_http_handshakes_took_ns(taken), 0);
    ck_assert_int_eq(rw_http_handshakes_took_ns(-1), 0);
    close(taken);
    close(before);
    close(after);
    close(listener);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("handshakes");
    tcase_add_test(cases, stop__neither_connects_nor_refuses_a_newcomer_and_keeps_who_is_there);
    return rw_test_suite_run(cases);
}
