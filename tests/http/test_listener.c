#include <string.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/listener.h"
#include "support/client.h"
#include "support/suite.h"

START_TEST(open__takes_a_free_port)
{
    rw_http_listener one, two;
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
    char url[128];
    ck_assert_msg(rw_http_listener_open("127.0.0.1:0", false, &one, message) == RW_HTTP_LISTENER_OK, "%s", message);
    ck_assert_msg(rw_http_listener_open("localhost:0", false, &two, message) == RW_HTTP_LISTENER_OK, "%s", message);
    ck_assert_uint_ne(one.port, two.port);
    ck_assert(one.loopback && !one.inherited);
    ck_assert_str_eq(one.address, "127.0.0.1");
    snprintf(url, sizeof url, "http://127.0.0.1:%u", one.port);
    ck_assert_str_eq(one.url, url);
    ck_assert(rw_test_port_open(one.port));
    rw_http_listener_close(&one);
    rw_http_listener_close(&one);
    rw_http_listener_close(&two);
}
END_TEST

START_TEST(open__takes_version_6_in_brackets)
{
    rw_http_listener listener;
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
    const int six = socket(AF_INET6, SOCK_STREAM, 0);
    if (six < 0)
        return; /* a machine without it */
    close(six);
    if (rw_http_listener_open("[::1]:0", false, &listener, message) != RW_HTTP_LISTENER_OK) {
        ck_assert_msg(strstr(message, "Cannot assign requested address") != NULL, "%s", message);
        return;
    }
    ck_assert_str_eq(listener.address, "::1");
    ck_assert_int_eq(strncmp(listener.url, "http://[::1]:", 13), 0);
    rw_http_listener_close(&listener);
}
END_TEST

START_TEST(open__refuses_what_is_no_address)
{
    static const char *const texts[] = {"", "127.0.0.1", ":80", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                                        "127.0.0.1:8a", "example.com:80", "::1:80", "[::1]80", "[127.0.0.1]:80",
                                        "1.2.3:80", "127.0.0.1:000080"};
    rw_http_listener listener = {.fd = -7};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
        ck_assert_msg(rw_http_listener_open(texts[i], true, &listener, message) == RW_HTTP_LISTENER_BAD_ADDRESS, "%s",
                      texts[i]);
        ck_assert_ptr_nonnull(strstr(message, "as an address to listen on"));
        ck_assert_int_eq(listener.fd, -7);
    }
}
END_TEST

START_TEST(open__refuses_addresses_others_can_reach_unless_told)
{
    static const char *const texts[] = {"0.0.0.0:0", "[::]:0", "10.0.0.1:0"};
    rw_http_listener listener;
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ck_assert_int_eq(rw_http_listener_open(texts[i], false, &listener, message), RW_HTTP_LISTENER_REMOTE);
        ck_assert_ptr_nonnull(strstr(message, "--insecure-no-auth"));
    }
    ck_assert_int_eq(rw_http_listener_open(texts[0], true, &listener, message), RW_HTTP_LISTENER_OK);
    ck_assert(!listener.loopback);
    rw_http_listener_close(&listener);
}
END_TEST

START_TEST(open__says_why_the_system_refuses)
{
    rw_http_listener one, two = {.fd = -7};
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "", text[64];
    ck_assert_int_eq(rw_http_listener_open("127.0.0.1:0", false, &one, message), RW_HTTP_LISTENER_OK);
    snprintf(text, sizeof text, "127.0.0.1:%u", one.port);
    ck_assert_int_eq(rw_http_listener_open(text, false, &two, message), RW_HTTP_LISTENER_FAILED);
    ck_assert_ptr_nonnull(strstr(message, "Address already in use"));
    ck_assert_int_eq(two.fd, -7);
    rw_http_listener_close(&one);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("listener");
    tcase_add_test(cases, open__takes_a_free_port);
    tcase_add_test(cases, open__takes_version_6_in_brackets);
    tcase_add_test(cases, open__refuses_what_is_no_address);
    tcase_add_test(cases, open__refuses_addresses_others_can_reach_unless_told);
    tcase_add_test(cases, open__says_why_the_system_refuses);
    return rw_test_suite_run(cases);
}
