#include "replicas.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

const char json[] = "Content-Type: application/json\r\n";
const char if_any[] = "Content-Type: application/json\r\nIf-Match: *\r\n";
const char clip[] =
    "{\"space\":\"unreal\",\"frame_rate\":2,\"loop\":false,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
    "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}";
rw_test_postgres database;
rw_test_server replicas[REPLICAS];
char address[RW_TEST_ADDRESS_SIZE];

void start_replica(rw_test_server *server, const char *more)
{
    const char *const arguments[] = {"--store", address, "--threads=2", more, NULL};
    rw_test_server_start(server, arguments);
}

static void profile_text(int number, char text[256])
{
    snprintf(text, 256,
             "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.%d}}",
             100 + number);
}

rw_test_answer put_profile(unsigned port, int number, bool exists)
{
    char text[256];
    profile_text(number, text);
    return rw_test_request(port, "PUT", "/v1/profiles/lunge", exists ? if_any : json, text);
}

void expect_status(rw_test_answer answer, int status)
{
    if (answer.status != status)
        ck_abort_msg("%d instead of %d: %s%s", answer.status, status, answer.head, answer.body);
    rw_test_answer_free(&answer);
}

void use_schema(const char *socket_folder)
{
    char schema[64];
    snprintf(schema, sizeof schema, "replicas_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_postgres_start(&database);
    rw_test_postgres_address(&database, socket_folder, schema, address);
}

void pause_briefly(void)
{
    const struct timespec step = {.tv_nsec = 2000000};
    nanosleep(&step, NULL);
}

/* The empty catalogue's version 0 is not told. */
long long number_of(const char *text)
{
    if (*text == '\0')
        return 0;
    char *end = NULL;
    const long long number = strtoll(text, &end, 10);
    ck_assert_msg(end != text && *end == '\0', "\"%s\" is no version", text);
    return number;
}

long long version_of(unsigned port)
{
    char value[RW_TEST_HEADER_SIZE];
    rw_test_answer answer = rw_test_request(port, "GET", "/v1/profiles/lunge", "", NULL);
    const long long version = number_of(rw_test_answer_header(&answer, "X-Catalog-Version", value));
    rw_test_answer_free(&answer);
    return version;
}

int64_t await_version(unsigned port, long long version, int64_t since)
{
    while (version_of(port) < version) {
        ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "version %lld never came", version);
        pause_briefly();
    }
    return rw_clock_monotonic_ns() - since;
}

int compare_times(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left < right ? -1 : left > right;
}

/* A profile's text that was not written before. */
long long put_new(unsigned port)
{
    static const rw_test_answer none = {.status = 0};
    char text[256], version[RW_TEST_HEADER_SIZE];
    rw_test_answer answer = none;
    snprintf(
        text, sizeof text,
        "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.%lld}}",
        100000000000 + (long long)(rw_clock_monotonic_ns() / 1000));
    answer = rw_test_request(port, "PUT", "/v1/profiles/lunge", if_any, text);
    ck_assert_msg(answer.status == 200, "%d: %s", answer.status, answer.body);
    const long long number = number_of(rw_test_answer_header(&answer, "X-Catalog-Version", version));
    rw_test_answer_free(&answer);
    return number;
}
