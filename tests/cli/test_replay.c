/* replay: what a daemon recorded, asked again. */
#include "harness.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/recording.h"
#include "support/client.h"

static const char other_profile[] = "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\","
                                    "\"scale_band\":{\"min\":0.3,\"max\":1.1}}";

#define QUESTION "\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40},\"target\":{\"position\":[900,0,0],\"radius\":40}"
#define REQUEST "{\"profile\":\"lunge\"," QUESTION "}"

/* What follows from revisions alone, and so is the same whatever is stored later. */
static const char *const pinnable[][2] = {
    {"/v1/resolve", REQUEST},
    {"/v1/resolve", "{\"requests\":[{\"id\":1,\"profile\":\"nobody\"," QUESTION "},{\"id\":2,\"profile\":\"lunge\"," QUESTION
                    "},{\"id\":3,\"profile\":\"lunge@1\"," QUESTION "}]}"},
    {"/v1/trajectory", "{\"profile\":\"lunge\"," QUESTION ",\"times\":[0,0.3]}"},
    {"/v1/step", "{\"profile\":\"lunge\"," QUESTION ",\"from\":0,\"to\":0.5}"},
    {"/v1/verify", "{\"profile\":\"lunge\"," QUESTION ",\"observed\":[{\"elapsed\":0.5,\"position\":[325,0,0]}],"
                   "\"tolerance\":{\"distance\":2}}"},
    {"/v1/reach", "{\"profile\":\"lunge\",\"actor_radius\":40}"},
    {"/v1/resolve", "{\"profile\":"},
    {"/v1/validate", "{\"nonsense\":1}"},
    {"/v1/profiles/lunge/reach?actor_radius=40", NULL},
};
enum { PINNABLE = sizeof pinnable / sizeof *pinnable };

static void ask(const rw_place *place, const char *target, const char *body)
{
    const unsigned port = (unsigned)strtoul(strrchr(place->server, ':') + 1, NULL, 10);
    rw_test_answer answer = rw_test_request(port, body == NULL ? "GET" : "POST", target, "", body);
    ck_assert_int_ge(answer.status, 200);
    ck_assert_int_lt(answer.status, 500);
    rw_test_answer_free(&answer);
}

static void stop(rw_place *place)
{
    int status = 0;
    ck_assert_int_eq(kill(place->daemon, SIGTERM), 0);
    ck_assert_int_eq(waitpid(place->daemon, &status, 0), place->daemon);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(place->daemon_out);
    place->daemon = 0;
    place->server[0] = '\0';
}

/* Records what follows into the file "recording", then serves the same catalogue without recording. */
static void record(rw_place *place, void (*ask_all)(rw_place *place))
{
    rw_place_open(place);
    rw_place_lunge(place);
    rw_place_write(place, "other.profile.json", other_profile);
    ck_assert_int_eq(setenv("ROOTWARP_RECORD", "recording", 1), 0);
    rw_place_serve(place);
    ck_assert_int_eq(unsetenv("ROOTWARP_RECORD"), 0);
    rw_run_check(place, 0, NULL, RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(place, 0, NULL, RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
    ask_all(place);
    stop(place);
    rw_place_serve(place);
}

static void ask_pinnable(rw_place *place)
{
    for (size_t i = 0; i < PINNABLE; i++)
        ask(place, pinnable[i][0], pinnable[i][1]);
}

static void ask_more(rw_place *place)
{
    ask_pinnable(place);
    ask(place, "/v1/select", "{\"profiles\":[\"lunge\",\"nobody\"]," QUESTION ",\"resolve\":true}");
}

static void ask_one(rw_place *place)
{
    ask(place, "/v1/resolve", REQUEST);
}

static void expect(const rw_result *result, const char *part)
{
    ck_assert_msg(strstr(result->out, part) != NULL, "\"%s\" is not in:\n%s", part, result->out);
}

START_TEST(replay__of_the_same_catalogue_is_equal_to_the_last_byte)
{
    rw_place place;
    record(&place, ask_more);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("replay", "recording"));
    ck_assert_str_eq(result.out, "10 records: 10 answered alike, 0 otherwise, 0 not asked\n");
    rw_result_free(&result);
    result = rw_run_expect(&place, NULL, 0, RW_ARGS("replay", "recording", "--json", "--heads"));
    expect(&result, "\"records\":10,\"equal\":10,\"alike\":0,\"different\":0,\"left_out\":0,\"pinned\":0,\"torn\":false,"
                    "\"first_difference\":null}");
    rw_result_free(&result);
    result = rw_run_expect(&place, NULL, 0, RW_ARGS("replay", "recording", "--limit", "3"));
    expect(&result, "3 records: 3 answered alike");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(replay__asks_the_revisions_that_answered_then)
{
    rw_place place;
    record(&place, ask_pinnable);
    rw_run_check(&place, 0, "revision 2", RW_ARGS("push", "profile", "lunge", "other.profile.json"));
    rw_run_check(&place, 0, "asked again with the revisions that answered then, as the newest are others: 7", RW_ARGS("replay", "recording"));
    rw_result result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "recording", "--heads"));
    expect(&result, "the first that differs is record 1, at byte ");
    expect(&result, "  asked   POST /v1/resolve\n");
    expect(&result, "  where   /applied_scale, byte ");
    expect(&result, "  then    1.3   bits 3ff4cccccccccccd\n  now     1.1   bits 3ff199999999999a\n");
    expect(&result, "9 records: 2 answered alike, 7 otherwise, 0 not asked\n");
    rw_result_free(&result);
    rw_run_check(&place, 0, NULL, RW_ARGS("delete", "profile", "lunge"));
    rw_run_check(&place, 0, "as the newest are others: 7", RW_ARGS("replay", "recording"));
    result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "recording", "--heads", "--json"));
    expect(&result, "\"status_then\":200,\"status_now\":404,");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

/* Another catalogue, in which the revisions that answered are others. */
START_TEST(replay__elsewhere_tells_that_the_document_is_another)
{
    rw_place place, other;
    record(&place, ask_one);
    rw_place_open(&other);
    rw_place_lunge(&other);
    rw_place_write(&other, "other.profile.json", other_profile);
    rw_place_serve(&other);
    rw_run_check(&other, 0, NULL, RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(&other, 0, NULL, RW_ARGS("push", "profile", "lunge", "other.profile.json"));
    rw_result result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "recording", "--server", other.server));
    expect(&result, ", with the revisions that answered then\n");
    expect(&result, "  where   /applied_scale, byte ");
    rw_result_free(&result);
    rw_place_close(&other);
    rw_place_close(&place);
}
END_TEST

/* Writes "changed": the recording with a text in its answers replaced, as another solver would have answered. */
static void change(rw_place *place, const char *from, const char *to, int status)
{
    char path[RW_TEST_PATH];
    rw_recording_reader reader;
    rw_recording_entry entry;
    rw_buffer out;
    rw_buffer_init(&out, 1 << 20);
    const int fd = open(rw_place_path(place, "recording", path), O_RDONLY);
    rw_recording_reader_init(&reader, fd);
    while (rw_recording_next(&reader, &entry) == RW_RECORDING_ENTRY) {
        char *answer = calloc(1, entry.answer_length + strlen(to) + 1), *at;
        memcpy(answer, entry.answer, entry.answer_length);
        if ((at = strstr(answer, from)) != NULL) {
            memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
            memcpy(at, to, strlen(to));
        }
        entry.answer = answer;
        entry.answer_length = strlen(answer);
        if (status != 0)
            entry.status = status;
        if (out.length == 0)
            ck_assert(rw_recording_write_session(&out, &reader.session));
        const size_t start = out.length;
        ck_assert(rw_recording_write_entry(&out, &entry));
        rw_recording_seal(out.data + start, out.length - start);
        free(answer);
    }
    rw_place_write_bytes(place, "changed", out.data, out.length);
    rw_recording_reader_free(&reader);
    rw_buffer_free(&out);
    close(fd);
}

START_TEST(replay__tells_the_first_bit)
{
    rw_place place;
    record(&place, ask_one);
    change(&place, "\"applied_scale\":1.3,", "\"applied_scale\":1.3000000000000003,", 0);
    rw_result result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "changed"));
    expect(&result, "  where   /applied_scale, byte ");
    expect(&result, "  then    1.3000000000000003   bits 3ff4ccccccccccce\n");
    expect(&result, "  now     1.3   bits 3ff4cccccccccccd\n");
    expect(&result, "  apart   1 unit in the last place\n");
    rw_result_free(&result);
    result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "changed", "--json"));
    expect(&result, "\"pointer\":\"/applied_scale\",\"then\":{\"text\":\"1.3000000000000003\",\"bits\":\"3ff4ccccccccccce\"},"
                    "\"now\":{\"text\":\"1.3\",\"bits\":\"3ff4cccccccccccd\"}}}\n");
    rw_result_free(&result);
    change(&place, "{", "{\"gone~/\":[1],", 0);
    result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "changed"));
    expect(&result, "  where   /gone~0~1, byte 2\n  then    [1]\n  now     nothing\n");
    rw_result_free(&result);
    change(&place, "{", "no JSON", 0);
    result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "changed"));
    expect(&result, "  where   byte 0 of the answer\n");
    rw_result_free(&result);
    change(&place, "{", " {", 0);
    result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "changed"));
    expect(&result, "  where   byte 0 of the answer\n");
    rw_result_free(&result);
    change(&place, "{", "{", 404);
    result = rw_run_expect(&place, NULL, 1, RW_ARGS("replay", "changed"));
    expect(&result, "  status  404 then, 200 now\n");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(replay__passes_over_the_version_of_the_solver)
{
    rw_place place;
    record(&place, ask_one);
    change(&place, "\"solver_version\":1", "\"solver_version\":10", 0);
    rw_run_check(&place, 0, "the same but for the solver's version: 1", RW_ARGS("replay", "changed"));
    rw_place_close(&place);
}
END_TEST

START_TEST(replay__leaves_out_what_the_daemon_had_not_answered)
{
    rw_place place;
    record(&place, ask_one);
    change(&place, "{", "{", 503);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("replay", "changed"));
    ck_assert_str_eq(result.out, "1 record: 0 answered alike, 0 otherwise, 1 not asked\n");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

/* Whatever a file from elsewhere says, nothing is sent that could write. */
static void expect_unasked(rw_place *place, const char *method, const char *target, const char *body)
{
    const rw_recording_session session = {"1", "1", 1, "now"};
    const rw_recording_entry entry = {.status = 200, .method = method, .target = target, .request_id = "x",
                                      .request = body, .request_length = strlen(body), .answer = ""};
    rw_buffer out;
    rw_buffer_init(&out, 1 << 20);
    ck_assert(rw_recording_write_session(&out, &session));
    const size_t start = out.length;
    ck_assert(rw_recording_write_entry(&out, &entry));
    rw_recording_seal(out.data + start, out.length - start);
    rw_place_write_bytes(place, "hostile", out.data, out.length);
    rw_buffer_free(&out);
    rw_run_check(place, 2, "which no daemon records", RW_ARGS("replay", "hostile"));
}

START_TEST(replay__asks_nothing_that_is_not_recorded)
{
    static const char *const cases[][3] = {
        {"DELETE", "/v1/clips/lunge", ""},
        {"PUT", "/v1/profiles/lunge", "{}"},
        {"POST", "/v1/import", "{}"},
        {"POST", "/v1/profiles/lunge/purge", ""},
        {"POST", "/v1/profiles/lunge/reach", ""},
        {"GET", "/v1/tokens", ""},
        {"GET", "/v1/profiles/a?/reach", ""},
        {"GET", "/v1/profiles/a/../../tokens/reach", ""},
        {"GET", "/v1/profiles/a/reach?x=#", ""},
        {"GET", "/v1/profiles/a/reach", "body"},
        {"POST", "@evil.example/v1/resolve", "{}"},
        {"POST", "/v1/resolve?x=1", "{}"},
    };
    rw_place place;
    record(&place, ask_one);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_unasked(&place, cases[i][0], cases[i][1], cases[i][2]);
    rw_run_check(&place, 0, NULL, RW_ARGS("get", "clip", "lunge"));
    rw_place_close(&place);
}
END_TEST

START_TEST(replay__of_a_bad_file_says_where)
{
    rw_place place;
    record(&place, ask_pinnable);
    char *bytes = rw_place_read(&place, "recording");
    const size_t length = strlen(bytes);
    rw_place_write_bytes(&place, "torn", bytes, length - 10);
    rw_run_check(&place, 0, "torn is torn at byte ", RW_ARGS("replay", "torn"));
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("replay", "torn", "--json"));
    expect(&result, "\"records\":8,");
    expect(&result, "\"torn\":true");
    rw_result_free(&result);
    bytes[length - 10] ^= 1;
    rw_place_write_bytes(&place, "damaged", bytes, length);
    result = rw_run_expect(&place, NULL, 2, RW_ARGS("replay", "damaged"));
    expect(&result, "8 records: 8 answered alike");
    ck_assert_ptr_nonnull(strstr(result.err, "what stands there is no record of a rootwarp recording, or was changed"));
    rw_result_free(&result);
    bytes[strlen("rootwarp-recording ")] = '9';
    rw_place_write_bytes(&place, "newer", bytes, length);
    rw_run_check(&place, 2, "the recording is of a newer release's format", RW_ARGS("replay", "newer"));
    rw_place_write(&place, "diary", "dear diary\n");
    rw_run_check(&place, 2, "diary is no recording", RW_ARGS("replay", "diary"));
    rw_place_write(&place, "empty", "");
    rw_run_check(&place, 2, "empty is no recording", RW_ARGS("replay", "empty"));
    rw_run_check(&place, 2, "cannot read the recording nowhere", RW_ARGS("replay", "nowhere"));
    rw_run_check(&place, 2, "byte 0: Is a directory", RW_ARGS("replay", "."));
    rw_run_check(&place, 64, "--limit 0 is not between", RW_ARGS("replay", "recording", "--limit", "0"));
    free(bytes);
    rw_place_close(&place);
}
END_TEST

/* The daemon records what it is asked into the file that is being read. */
START_TEST(replay__of_the_file_that_is_being_written_ends)
{
    rw_place place;
    record(&place, ask_pinnable);
    stop(&place);
    ck_assert_int_eq(setenv("ROOTWARP_RECORD", "recording", 1), 0);
    rw_place_serve(&place);
    ck_assert_int_eq(unsetenv("ROOTWARP_RECORD"), 0);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("replay", "recording"));
    expect(&result, "9 records: 9 answered alike");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(replay__without_a_daemon_is_3)
{
    rw_place place;
    record(&place, ask_one);
    rw_run_check(&place, 3, "got no answer", RW_ARGS("replay", "recording", "--server", "http://127.0.0.1:1"));
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replay");
    TCase *tests = tcase_create("replay");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, replay__of_the_same_catalogue_is_equal_to_the_last_byte);
    tcase_add_test(tests, replay__asks_the_revisions_that_answered_then);
    tcase_add_test(tests, replay__elsewhere_tells_that_the_document_is_another);
    tcase_add_test(tests, replay__tells_the_first_bit);
    tcase_add_test(tests, replay__passes_over_the_version_of_the_solver);
    tcase_add_test(tests, replay__leaves_out_what_the_daemon_had_not_answered);
    tcase_add_test(tests, replay__asks_nothing_that_is_not_recorded);
    tcase_add_test(tests, replay__of_a_bad_file_says_where);
    tcase_add_test(tests, replay__of_the_file_that_is_being_written_ends);
    tcase_add_test(tests, replay__without_a_daemon_is_3);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
