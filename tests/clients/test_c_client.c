/* The C client against a daemon: answers, refusals, patience, and the loop of the example. */
#include "harness.h"
#include "rootwarp_client.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char request[] = "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40},"
                              "\"target\":{\"position\":[900,0,0],\"radius\":40}}";

/* A daemon with the samples' lunge. */
static void serve(rw_place *place)
{
    rw_place_open(place);
    rw_place_samples(place);
    rw_place_serve(place);
    rw_run_check(place, 0, NULL, RW_ARGS("bake", "lunge.glb", "--space", "unreal", "--window", "attack:0:1", "-o",
                                         "lunge.clip.json"));
    rw_run_check(place, 0, NULL, RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(place, 0, NULL, RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
}

static rwc_client *open_client(const char *url, long patience_ms)
{
    rwc_options options = {.url = url, .timeout_ms = 20000, .patience_ms = patience_ms};
    rwc_client *client = rwc_open(&options);
    ck_assert_ptr_nonnull(client);
    return client;
}

static void expect(const rwc_answer *answer, const char *part)
{
    ck_assert_ptr_nonnull(answer->text);
    ck_assert_msg(strstr(answer->text, part) != NULL, "\"%s\" is not in:\n%s", part, answer->text);
}

START_TEST(ask__answers_and_refuses_over_one_connection)
{
    rw_place place;
    rwc_answer answer;
    serve(&place);
    rwc_client *client = open_client(place.server, 20000);
    ck_assert_int_eq(rwc_ask(client, "/v1/resolve", request, strlen(request), &answer), RWC_OK);
    ck_assert_int_eq(answer.status, 200);
    expect(&answer, "\"applied_scale\":1.3");
    ck_assert_uint_eq(strlen(answer.text), answer.length);
    ck_assert_int_eq(rwc_ask(client, "/v1/resolve", "{}", 2, &answer), RWC_REFUSED);
    ck_assert_int_eq(answer.status, 400);
    expect(&answer, "\"/profile\"");
    ck_assert_int_eq(rwc_ask(client, "/v1/nothing", "{}", 2, &answer), RWC_REFUSED);
    ck_assert_int_eq(answer.status, 404);
    rwc_counts counts = rwc_count(client);
    ck_assert_uint_eq(counts.asked, 3);
    ck_assert_uint_eq(counts.answered, 1);
    ck_assert_uint_eq(counts.retried, 0);
    ck_assert_uint_eq(counts.connected, 1);
    rwc_close(client);
    rw_place_close(&place);
}
END_TEST

START_TEST(batch__keeps_its_order_and_its_problems_apart)
{
    rw_place place;
    rwc_answer answer;
    serve(&place);
    rwc_client *client = open_client(place.server, 20000);
    rwc_batch_begin(client);
    ck_assert_int_eq(rwc_batch_ask(client, &answer), RWC_OK);
    ck_assert_ptr_null(answer.text);
    ck_assert(rwc_batch_add(client, request));
    ck_assert(rwc_batch_add(client, "{\"profile\":\"nothing\",\"actor\":{\"position\":[0,0,0],\"yaw\":0}}"));
    for (int i = 0; i < 2; i++) { /* a batch may be asked again */
        ck_assert_int_eq(rwc_batch_ask(client, &answer), RWC_OK);
        expect(&answer, "\"applied_scale\":1.3");
        expect(&answer, "profile_not_found");
        ck_assert(strstr(answer.text, "applied_scale") < strstr(answer.text, "profile_not_found"));
    }
    rwc_close(client);
    rw_place_close(&place);
}
END_TEST

/* A daemon that allows one question a second asks the second one to wait; the client then keeps the third to itself. */
START_TEST(busy__is_told_at_once_until_the_daemon_has_time)
{
    rw_place place;
    rwc_answer answer;
    ck_assert_int_eq(setenv("ROOTWARP_RATE_LIMIT_PER_ADDRESS", "1", 1), 0);
    ck_assert_int_eq(setenv("ROOTWARP_RATE_LIMIT_BURST", "1", 1), 0);
    rw_place_open(&place);
    rw_place_serve(&place);
    rwc_client *client = open_client(place.server, 100);
    rwc_status said = RWC_REFUSED; /* there is no such profile; what counts is that it is answered */
    for (int i = 0; i < 20 && said == RWC_REFUSED; i++)
        said = rwc_ask(client, "/v1/resolve", request, strlen(request), &answer);
    ck_assert_int_eq(said, RWC_BUSY);
    ck_assert_int_eq(answer.status, 429);
    long wait = rwc_wait_ms(client);
    ck_assert_msg(wait > 0 && wait <= 1001, "it would wait %ld ms", wait);
    ck_assert_int_eq(rwc_ask(client, "/v1/resolve", request, strlen(request), &answer), RWC_BUSY);
    ck_assert_int_eq(answer.status, 0);
    rwc_close(client);
    client = open_client(place.server, 20000); /* one with more patience waits and is answered */
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(rwc_ask(client, "/v1/resolve", request, strlen(request), &answer), RWC_REFUSED);
    ck_assert_uint_gt(rwc_count(client).retried, 0);
    ck_assert_int_eq(rwc_wait_ms(client), 0);
    rwc_close(client);
    rw_place_close(&place);
}
END_TEST

START_TEST(unreachable__is_tried_as_often_as_asked)
{
    rwc_answer answer;
    rwc_options options = {.url = "http://127.0.0.1:1/", .patience_ms = 20000, .attempts = 4};
    rwc_client *client = rwc_open(&options);
    ck_assert_ptr_nonnull(client);
    ck_assert_int_eq(rwc_ask(client, "/v1/resolve", "{}", 2, &answer), RWC_UNREACHABLE);
    ck_assert_ptr_null(answer.text);
    ck_assert_int_eq(answer.status, 0);
    ck_assert_uint_eq(rwc_count(client).retried, 3);
    rwc_close(client);
    rwc_close(NULL);
    ck_assert_ptr_null(rwc_open(&(rwc_options){0}));
}
END_TEST

/* Runs an example, "npc_loop" for half a second; returns its exit code, and what it printed in `printed`, to free(). */
static int run_example(rw_place *place, const char *example, const char *profile, char **printed)
{
    char program[RW_TEST_PATH + 16], output[RW_TEST_PATH];
    bool loop = strcmp(example, "npc_loop") == 0;
    int status = 0;
    (void)snprintf(program, sizeof program, "%s/%s", place->bin, example);
    rw_place_path(place, "loop.txt", output);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (freopen(output, "w", stdout) != NULL)
            execl(program, example, place->server, profile, loop ? "0.5" : (char *)NULL, "200", "30", (char *)NULL);
        _exit(127);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    *printed = rw_place_read(place, "loop.txt");
    return WEXITSTATUS(status);
}

START_TEST(example__every_character_is_answered)
{
    rw_place place;
    char *printed;
    serve(&place);
    ck_assert_int_eq(run_example(&place, "npc_loop", "lunge", &printed), 0);
    ck_assert_msg(strstr(printed, "\nanswers 3000, problems 0, lost 0; ticks 15, busy 0, ") != NULL, "%s", printed);
    ck_assert_ptr_nonnull(strstr(printed, "\nlatency of a tick: p50 "));
    free(printed);
    ck_assert_int_eq(run_example(&place, "npc_loop", "nothing", &printed), 1);
    ck_assert_msg(strstr(printed, "\nanswers 0, problems 3000, lost 0; ") != NULL, "%s", printed);
    free(printed);
    rw_place_close(&place);
}
END_TEST

/* The target stops at 475; both radii are 40. */
START_TEST(example_cpp__lands_at_the_target_and_tells_refusals)
{
    rw_place place;
    char *printed;
    serve(&place);
    ck_assert_int_eq(run_example(&place, "strike", "lunge", &printed), 0);
    ck_assert_msg(strstr(printed, "at 475, the strike lands at 395; ") != NULL && strstr(printed, ", 0 failures\n") != NULL, "%s",
                  printed);
    free(printed);
    ck_assert_int_eq(run_example(&place, "strike", "nothing", &printed), 1);
    ck_assert_msg(strstr(printed, " 0 answers, ") != NULL, "%s", printed);
    free(printed);
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("c_client");
    TCase *tc = tcase_create("c_client");
    tcase_add_test(tc, ask__answers_and_refuses_over_one_connection);
    tcase_add_test(tc, batch__keeps_its_order_and_its_problems_apart);
    tcase_add_test(tc, busy__is_told_at_once_until_the_daemon_has_time);
    tcase_add_test(tc, unreachable__is_tried_as_often_as_asked);
    tcase_add_test(tc, example__every_character_is_answered);
    tcase_add_test(tc, example_cpp__lands_at_the_target_and_tells_refusals);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
