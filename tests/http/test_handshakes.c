/* SO_ATTACH_FILTER is no part of POSIX.1-2008. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/handshakes.h"
#include "http/listener.h"
#include "support/client.h"
#include "support/suite.h"

#define TITLE "  sl  local_address rem_address   st tx_queue rx_queue\n"

START_TEST(table__names_a_port_only_with_a_handshake)
{
    ck_assert(!rw_http_handshakes_named("", 7420));
    ck_assert(!rw_http_handshakes_named(TITLE, 7420));
    ck_assert(!rw_http_handshakes_named(TITLE "garbage\n\n: \n:::\n", 7420));
    ck_assert(!rw_http_handshakes_named(TITLE "   0: 0100007F:1CFC 00000000:0000 0A 0:0\n", 7420));
    ck_assert(!rw_http_handshakes_named(TITLE "   1: 0100007F:1CFC 0100007F:9C40 01 0:0\n", 7420));
    ck_assert(!rw_http_handshakes_named(TITLE "   1: 0100007F:9C40 0100007F:1CFC 03 0:0\n", 7420));
    ck_assert(rw_http_handshakes_named(TITLE "   1: 0100007F:1CFC 0100007F:9C40 03 0:0\n", 7420));
    ck_assert(rw_http_handshakes_named(TITLE "   0: 0100007F:1CFC 00000000:0000 0A 0:0\n"
                                             "1034: 00000000000000000000000001000000:1CFC "
                                             "00000000000000000000000001000000:9C40 03 0:0",
                                       7420));
}
END_TEST

START_TEST(look__at_a_quiet_socket_finds_nothing)
{
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
    rw_http_listener listener;
    ck_assert_int_eq(rw_http_listener_bind("127.0.0.1:0", false, &listener, message), RW_HTTP_LISTENER_OK);
    ck_assert_int_eq(rw_http_handshakes_look(listener.fd), RW_HTTP_HANDSHAKES_NONE);
    ck_assert_int_eq(rw_http_handshakes_look(-1), RW_HTTP_HANDSHAKES_UNKNOWN);
    rw_http_listener_close(&listener);
}
END_TEST

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

/* Begins to connect. A deaf one never sees the answer. */
static int begin(const struct sockaddr_in *address, bool deaf)
{
    struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
    const struct sock_fprog program = {.len = 1, .filter = &nothing};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    ck_assert_int_ge(fd, 0);
    if (deaf)
        ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program), 0);
    const int result = connect(fd, (const struct sockaddr *)address, sizeof *address);
    ck_assert(result == 0 || errno == EINPROGRESS);
    return fd;
}

START_TEST(look__sees_a_handshake_under_way)
{
    struct sockaddr_in address;
    const int listener = open_listener(&address), client = begin(&address, true);
    ck_assert_int_eq(rw_http_handshakes_look(listener), RW_HTTP_HANDSHAKES_SOME);
    close(client);
    close(listener);
}
END_TEST

START_TEST(stop__neither_connects_nor_refuses_a_newcomer_and_keeps_who_is_there)
{
    struct sockaddr_in address;
    const int listener = open_listener(&address), before = begin(&address, false);
    rw_http_handshakes_stop(listener);
    const int after = begin(&address, false);
    const int taken = accept(listener, NULL, NULL);
    ck_assert_int_ge(taken, 0);
    ck_assert_int_eq(send(before, "x", 1, 0), 1);
    char byte = 0;
    ck_assert_int_eq(recv(taken, &byte, 1, 0), 1);
    struct pollfd more[2] = {{.fd = listener, .events = POLLIN}, {.fd = after, .events = POLLOUT}};
    ck_assert_int_eq(poll(more, 2, 30), 0);
    ck_assert_int_eq(rw_http_handshakes_look(listener), RW_HTTP_HANDSHAKES_NONE);
    close(taken);
    close(before);
    close(after);
    close(listener);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("handshakes");
    tcase_add_test(cases, table__names_a_port_only_with_a_handshake);
    tcase_add_test(cases, look__at_a_quiet_socket_finds_nothing);
    tcase_add_test(cases, look__sees_a_handshake_under_way);
    tcase_add_test(cases, stop__neither_connects_nor_refuses_a_newcomer_and_keeps_who_is_there);
    return rw_test_suite_run(cases);
}
