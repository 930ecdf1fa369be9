#include "support/crowd.h"

#include <check.h>
#include <poll.h>

void rw_test_crowd_open(rw_test_crowd *crowd, unsigned port, size_t count)
{
    ck_assert_uint_le(count, RW_TEST_CROWD_MAX);
    for (crowd->count = 0; crowd->count < count; crowd->count++)
        rw_test_client_open(&crowd->clients[crowd->count], port);
}

void rw_test_crowd_close(rw_test_crowd *crowd)
{
    while (crowd->count > 0)
        rw_test_client_close(&crowd->clients[--crowd->count]);
}

void rw_test_crowd_ask(rw_test_crowd *crowd, const char *request)
{
    for (size_t i = 0; i < crowd->count; i++)
        rw_test_client_send_text(&crowd->clients[i], request);
}

size_t rw_test_crowd_answered(const rw_test_crowd *crowd)
{
    size_t answered = 0;
    for (size_t i = 0; i < crowd->count; i++) {
        struct pollfd poller = {.fd = crowd->clients[i].fd, .events = POLLIN};
        answered += crowd->clients[i].received.length > 0 || poll(&poller, 1, 0) != 0 ? 1 : 0;
    }
    return answered;
}

void rw_test_crowd_expect(rw_test_crowd *crowd, int status, int or_status)
{
    for (size_t i = 0; i < crowd->count; i++) {
        rw_test_answer answer = rw_test_client_read(&crowd->clients[i], false);
        ck_assert_msg(answer.status == status || answer.status == or_status, "%d instead of %d or %d: %s", answer.status,
                      status, or_status, answer.body);
        rw_test_answer_free(&answer);
    }
}
