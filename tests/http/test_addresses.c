#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "http/addresses.h"
#include "support/suite.h"

static size_t add(rw_http_addresses *index, rw_http_address *entry, const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return rw_http_addresses_add(index, entry, (const struct sockaddr *)&four);
    ck_assert_int_eq(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return rw_http_addresses_add(index, entry, (const struct sockaddr *)&six);
}

START_TEST(count__is_of_one_client_in_either_family)
{
    static const struct {
        const char *client;
        size_t count;
    } cases[] = {
        {"192.0.2.1", 1},          {"192.0.2.2", 1},          {"192.0.2.1", 2},       {"::ffff:192.0.2.1", 3},
        {"::ffff:192.0.2.9", 1},   {"2001:db8::1", 1},        {"2001:db8::2", 2},     {"2001:db8:0:0:ffff::", 3},
        {"2001:db8:0:1::1", 1},    {"::1", 1},                {"192.0.2.1", 4},
    };
    enum { COUNT = sizeof cases / sizeof *cases };
    static rw_http_addresses index;
    rw_http_address entries[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        ck_assert_msg(add(&index, &entries[i], cases[i].client) == cases[i].count, "%zu %s", i, cases[i].client);
    ck_assert_uint_eq(rw_http_addresses_add(&index, &(rw_http_address){0}, NULL), 2); /* as ::1, of network 0 */
}
END_TEST

START_TEST(remove__makes_room_in_any_order)
{
    enum { COUNT = 3 * RW_HTTP_ADDRESS_BUCKETS };
    static rw_http_addresses index;
    static rw_http_address entries[COUNT];
    char text[32];
    for (int i = 0; i < COUNT; i++) { /* more than there are buckets, so that some are shared */
        snprintf(text, sizeof text, "10.0.%d.%d", i / 256, i % 256);
        ck_assert_uint_eq(add(&index, &entries[i], text), 1);
    }
    for (int i = 0; i < COUNT; i += 2)
        rw_http_addresses_remove(&index, &entries[i]);
    for (int i = COUNT - 1; i > 0; i -= 2)
        rw_http_addresses_remove(&index, &entries[i]);
    for (size_t i = 0; i < RW_HTTP_ADDRESS_BUCKETS; i++)
        ck_assert_ptr_null(index.buckets[i]);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("addresses");
    tcase_add_test(cases, count__is_of_one_client_in_either_family);
    tcase_add_test(cases, remove__makes_room_in_any_order);
    return rw_test_suite_run(cases);
}
