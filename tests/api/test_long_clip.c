/* A clip of ten minutes at 120 samples a second: put, resolved, listed and read back, in memory that stays in bounds. */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/buffer.h"
#include "support/client.h"
#include "support/server.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MEMORY_FACTOR 10 /* what sanitizers take for themselves */
#else
#define MEMORY_FACTOR 1
#endif

enum { SAMPLES = 72001, MEMORY_MAX_KIB = 400 * 1024 * MEMORY_FACTOR };

static const char profile[] =
    "{\"kind\":\"reach\",\"clip\":\"long\",\"window\":\"w\",\"scale_band\":{\"min\":0.5,\"max\":2}}";
static const char request[] = "{\"profile\":\"long\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},"
                              "\"target\":{\"position\":[36000,0,0]}}";

static void write_clip(rw_buffer *out)
{
    rw_buffer_append_text(out, "{\"space\":\"unreal\",\"frame_rate\":120,\"windows\":[{\"name\":\"w\",\"start\":300,"
                               "\"end\":600}],\"root\":{\"positions\":[");
    for (int i = 0; i < SAMPLES; i++)
        rw_buffer_append_format(out, "%s[%.1f,0,%d.25]", i > 0 ? "," : "", i * 0.5, i % 3);
    rw_buffer_append_text(out, "],\"rotations\":[");
    for (int i = 0; i < SAMPLES; i++)
        rw_buffer_append_format(out, "%s[0,0,0.%d,1]", i > 0 ? "," : "", i % 2);
    rw_buffer_append_text(out, "]}}");
    ck_assert(rw_buffer_ok(out));
    rw_buffer_append_char(out, '\0');
}

static json_t *ask(const rw_test_server *server, const char *method, const char *path, const char *body, int status)
{
    const char *media = body != NULL ? "Content-Type: application/json\r\n" : "";
    rw_test_answer answer = rw_test_request(server->port, method, path, media, body);
    ck_assert_msg(answer.status == status, "%s %s: %d %.300s", method, path, answer.status, answer.body);
    json_t *read = json_loadb(answer.body, answer.body_length, 0, NULL);
    ck_assert_ptr_nonnull(read);
    rw_test_answer_free(&answer);
    return read;
}

/* The most that the process ever held, in KiB; -1 where the system does not say. */
static long peak_memory(pid_t process)
{
    char path[64];
    char line[256];
    long peak = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0)
            peak = strtol(line + 6, NULL, 10);
    }
    if (file != NULL)
        fclose(file);
    return peak;
}

START_TEST(clip__of_ten_minutes_is_put_resolved_and_listed)
{
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    rw_buffer clip;
    rw_buffer_init(&clip, (size_t)64 << 20);
    write_clip(&clip);
    json_t *put = ask(&server, "PUT", "/v1/clips/long", clip.data, 201);
    ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(put, "root"), "rotations")), SAMPLES);
    json_decref(put);
    rw_buffer_free(&clip);
    json_decref(ask(&server, "PUT", "/v1/profiles/long", profile, 201));
    json_t *answer = ask(&server, "POST", "/v1/resolve", request, 200);
    ck_assert_str_eq(json_string_value(json_object_get(answer, "verdict")), "in_band");
    json_decref(answer);
    json_t *list = ask(&server, "GET", "/v1/clips", NULL, 200);
    json_t *first = json_array_get(json_object_get(list, "items"), 0);
    ck_assert_int_eq(json_integer_value(json_object_get(first, "sample_count")), SAMPLES);
    json_decref(list);
    json_t *curve = ask(&server, "GET", "/v1/clips/long/curve", NULL, 200);
    ck_assert_uint_eq(json_array_size(json_object_get(curve, "samples")), SAMPLES);
    json_decref(curve);
    ck_assert_int_lt(peak_memory(server.pid), MEMORY_MAX_KIB);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("long_clip");
    TCase *cases = tcase_create("long_clip");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, clip__of_ten_minutes_is_put_resolved_and_listed);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
