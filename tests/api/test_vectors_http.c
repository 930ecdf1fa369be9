/* The worked cases over HTTP. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "scenario.h"
#include "vectors.h"

/* Sends a JSON body and returns the JSON of the answer, which must have this status. The caller owns it. */
static json_t *exchange(const rw_test_server *server, const char *method, const char *path, const json_t *body,
                        int status)
{
    json_t *headers = json_pack("{s:s}", "Content-Type", "application/json");
    char *text = json_dumps(body, JSON_COMPACT);
    api_answer answer = {0};
    api_send(server, method, path, headers, text, &answer);
    free(text);
    json_decref(headers);
    ck_assert_msg(answer.status == status, "%s %s answers %d: %.500s", method, path, answer.status, answer.body);
    json_t *parsed = json_loadb(answer.body, answer.body_length, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_msg(parsed != NULL, "%s %s answers no JSON", method, path);
    api_answer_free(&answer);
    return parsed;
}

static void put(const rw_test_server *server, const char *kind, const json_t *item, const char *key)
{
    char path[256];
    snprintf(path, sizeof path, "/v1/%s/%s", kind, json_string_value(json_object_get(item, "name")));
    json_decref(exchange(server, "PUT", path, json_object_get(item, key), 201));
}

static json_t *ask(const rw_test_server *server, const char *path, const json_t *item, bool times)
{
    json_t *request = vectors_request(item, times);
    json_t *answer = exchange(server, "POST", path, request, 200);
    json_decref(request);
    return answer;
}

/* Sent along, the profile answers what it answers when it is stored, but for its name and revision. */
static void check_sent_along(const rw_test_server *server, const char *path, const json_t *item, bool times,
                             json_t *stored)
{
    json_t *request = vectors_request(item, times);
    json_object_set(request, "profile", json_object_get(item, "profile"));
    json_t *answer = exchange(server, "POST", path, request, 200);
    json_t *hash = json_object_get(json_object_get(stored, "profile"), "content_hash");
    json_t *decided = json_pack("{s:n, s:n, s:O}", "name", "revision", "content_hash", hash);
    json_object_set_new(stored, "profile", decided);
    ck_assert_msg(json_equal(answer, stored), "%s of %s: another answer when it is sent along", path,
                  json_string_value(json_object_get(item, "name")));
    json_decref(answer);
    json_decref(request);
}

START_TEST(vectors__hold_over_http)
{
    json_t *cases = vectors_load();
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    size_t failed = 0;
    size_t index;
    json_t *item;
    json_array_foreach(cases, index, item)
    {
        put(&server, "clips", item, "clip");
        put(&server, "profiles", item, "profile");
        bool sampled = json_object_get(json_object_get(item, "expect"), "samples") != NULL;
        json_t *resolution = ask(&server, "/v1/resolve", item, false);
        json_t *trajectory = sampled ? ask(&server, "/v1/trajectory", item, true) : NULL;
        failed += !vectors_compare(item, resolution, trajectory);
        check_sent_along(&server, "/v1/resolve", item, false, resolution);
        if (sampled)
            check_sent_along(&server, "/v1/trajectory", item, true, trajectory);
        json_decref(resolution);
        json_decref(trajectory);
    }
    ck_assert_msg(failed == 0, "%zu of %zu cases differ, see above", failed, json_array_size(cases));
    json_decref(cases);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    if (!vectors_present()) {
        printf("skipped: there is no %s\n", VECTORS_PATH);
        return 77;
    }
    Suite *suite = suite_create("vectors over HTTP");
    TCase *cases = tcase_create("vectors");
    tcase_add_test(cases, vectors__hold_over_http);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
