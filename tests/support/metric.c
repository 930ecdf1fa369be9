#include "support/metric.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "support/client.h"

#define PATIENCE_NS INT64_C(30000000000)

long long rw_test_metric(unsigned port, const char *name)
{
    char start[96];
    rw_test_answer answer = rw_test_request(port, "GET", "/metrics", "", NULL);
    snprintf(start, sizeof start, "\n%s ", name);
    const char *line = strstr(answer.body, start);
    ck_assert_msg(line != NULL, "no metric %s", name);
    const long long value = strtoll(line + strlen(start), NULL, 10);
    rw_test_answer_free(&answer);
    return value;
}

void rw_test_metric_await(unsigned port, const char *name, long long least)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    const int64_t since = rw_clock_monotonic_ns();
    while (rw_test_metric(port, name) < least) {
        ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "%s never came to %lld", name, least);
        nanosleep(&moment, NULL);
    }
}
