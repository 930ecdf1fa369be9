/* pull, health, config and bench: what a daemon holds, how it is, and how much it answers. */
#include "harness.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char tagged_profile[] = "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\","
                                     "\"scale_band\":{\"min\":0.3,\"max\":1.3},\"tags\":[\"melee\"]}";

static void serve(rw_place *place)
{
    rw_place_open(place);
    rw_place_lunge(place);
    rw_place_write(place, "lunge.profile.json", tagged_profile);
    rw_place_serve(place);
    rw_run_check(place, 0, NULL, RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(place, 0, NULL, RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
    rw_run_check(place, 0, NULL, RW_ARGS("push", "profile", "leap", "lunge.profile.json"));
}

static void expect_out(rw_place *place, const rw_how *how, int code, const char *part, const char *const *arguments)
{
    rw_result result = rw_run_expect(place, how, code, arguments);
    ck_assert_msg(strstr(result.out, part) != NULL, "\"%s\" is not in:\n%s", part, result.out);
    rw_result_free(&result);
}

/* A row of a table; how wide its columns are depends on the other figures. */
static void expect_figure(rw_place *place, const char *name, double value, const char *const *arguments)
{
    double found = -1.0;
    rw_result result = rw_run_expect(place, NULL, 0, arguments);
    const char *row = strstr(result.out, name);
    ck_assert_msg(row != NULL && sscanf(row + strlen(name), "%lf", &found) == 1 && found == value, "%s %g:\n%s", name,
                  value, result.out);
    rw_result_free(&result);
}

START_TEST(pull__writes_what_changed_and_push_takes_it_back)
{
    rw_place place;
    serve(&place);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("pull", "kept"));
    ck_assert_str_eq(result.out, "kept/lunge.clip.json\nkept/leap.profile.json\nkept/lunge.profile.json\n");
    ck_assert_ptr_nonnull(strstr(result.err, "3 documents, 3 files changed"));
    rw_result_free(&result);
    rw_run_check(&place, 0, "revision 1", RW_ARGS("push", "profile", "lunge", "kept/lunge.profile.json"));
    rw_run_check(&place, 0, "nothing differs", RW_ARGS("diff", "clip", "kept/lunge.clip.json", "lunge"));
    rw_place_write(&place, "kept/leap.profile.json", "mine");
    expect_out(&place, NULL, 0, "\"name\":\"leap\",\"revision\":1,\"content_hash\":\"",
               RW_ARGS("pull", "kept", "--json"));
    result = rw_run_expect(&place, NULL, 0, RW_ARGS("pull", "kept", "--progress"));
    ck_assert_str_eq(result.out, "");
    ck_assert_ptr_nonnull(strstr(result.err, "3 of 3 documents, about 0 s to go"));
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(pull__takes_what_it_is_told)
{
    rw_place place;
    serve(&place);
    expect_out(&place, NULL, 0, "one/lunge.clip.json\none/leap.profile.json\n",
               RW_ARGS("pull", "one", "--clip", "lunge", "--profile", "leap"));
    ck_assert(!rw_place_exists(&place, "one/lunge.profile.json"));
    expect_out(&place, NULL, 0, "two/leap.profile.json\n", RW_ARGS("pull", "two", "--prefix", "le"));
    ck_assert(!rw_place_exists(&place, "two/lunge.profile.json"));
    rw_run_check(&place, 0, "2 documents", RW_ARGS("pull", "three", "--tag", "melee"));
    rw_run_check(&place, 4, "clip_not_found", RW_ARGS("pull", "four", "--clip", "nobody"));
    rw_run_check(&place, 64, "give the ones or the others", RW_ARGS("pull", "five", "--clip", "lunge", "--tag", "melee"));
    rw_run_check(&place, 64, "is not a name", RW_ARGS("pull", "five", "--clip", "../lunge"));
    rw_place_write(&place, "file", "");
    rw_run_check(&place, 74, NULL, RW_ARGS("pull", "file"));
    rw_run_check(&place, 74, "cannot make the folder no/where", RW_ARGS("pull", "no/where"));
    rw_place_close(&place);
}
END_TEST

START_TEST(health__says_whether_the_daemon_is_ready)
{
    rw_place place;
    serve(&place);
    expect_out(&place, NULL, 0, "store    ok     the store answers", RW_ARGS("health"));
    expect_out(&place, NULL, 0, "{\"status\":\"ok\",\"checks\":[{\"name\":\"running\",\"ok\":true,",
               RW_ARGS("health", "--json"));
    rw_place_write(&place, "data/keep", "");
    char from[RW_TEST_PATH], to[RW_TEST_PATH];
    ck_assert_int_eq(rename(rw_place_path(&place, "data/rootwarp.db", from), rw_place_path(&place, "data/gone", to)), 0);
    expect_out(&place, NULL, 1, "store    not ok", RW_ARGS("health"));
    rw_run_check(&place, 1, "is there, but not ready", RW_ARGS("health"));
    expect_out(&place, NULL, 1, "\"status\":\"unready\"", RW_ARGS("health", "--json"));
    rw_run_check(&place, 3, "got no answer", RW_ARGS("health", "--server", "http://127.0.0.1:1"));
    ck_assert_int_eq(rename(to, from), 0);
    rw_place_close(&place);
}
END_TEST

START_TEST(config__tells_values_with_their_origin)
{
    rw_place place;
    rw_place_open(&place);
    expect_out(&place, NULL, 0, "server      http://127.0.0.1:7420  default", RW_ARGS("config"));
    expect_out(&place, NULL, 0, "{\"name\":\"timeout\",\"value\":\"3\",\"origin\":\"--timeout\"}",
               RW_ARGS("config", "--json", "--timeout", "3"));
    const rw_how how = {.variable = "ROOTWARP_SERVER=http://me:secret@example:1/"};
    rw_result result = rw_run_expect(&place, &how, 0, RW_ARGS("config"));
    ck_assert_ptr_nonnull(strstr(result.out, "http://example:1  ROOTWARP_SERVER"));
    ck_assert_ptr_null(strstr(result.out, "secret"));
    rw_result_free(&result);
    const rw_how store = {.variable = "ROOTWARP_STORE=postgres://me:secret@example/db"};
    result = rw_run_expect(&place, &store, 0, RW_ARGS("config"));
    ck_assert_ptr_nonnull(strstr(result.out, "***                    ROOTWARP_STORE"));
    ck_assert_ptr_null(strstr(result.out, "secret"));
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(config__tells_what_the_daemon_has_in_force)
{
    rw_place place;
    serve(&place);
    expect_out(&place, NULL, 0, "\"max_batch_items\":1000", RW_ARGS("config", "--daemon", "--json"));
    expect_out(&place, NULL, 0, "max_batch_items", RW_ARGS("config", "--daemon"));
    rw_place_close(&place);
}
END_TEST

START_TEST(bench__counts_what_is_answered)
{
    rw_place place;
    serve(&place);
    expect_figure(&place, "other than 200", 0.0,
               RW_ARGS("bench", "-f", "request.json", "--seconds", "0.1", "--connections", "4"));
    rw_result result = rw_run_expect(&place, NULL, 0,
                                     RW_ARGS("bench", "-f", "request.json", "--seconds", "0.2", "--rate", "100", "--json"));
    ck_assert_ptr_nonnull(strstr(result.out, "{\"connections\":16,\"rate\":100,\"seconds\":"));
    ck_assert_ptr_nonnull(strstr(result.out, "\"answers\":20,"));
    ck_assert_ptr_nonnull(strstr(result.out, "\"failures\":0,"));
    rw_result_free(&result);
    rw_result one = rw_run_expect(&place, NULL, 0,
                                  RW_ARGS("bench", "-f", "request.json", "--seconds", "0.1", "--connections", "1"));
    ck_assert_ptr_nonnull(strstr(one.err, "1 request over 1 connection for 0.1 s"));
    rw_result_free(&one);
    rw_place_close(&place);
}
END_TEST

START_TEST(bench__says_what_is_wrong)
{
    rw_place place;
    serve(&place);
    rw_place_write(&place, "nobody.json", "{\"profile\":\"nobody\"}");
    rw_place_write(&place, "diary", "dear diary\n");
    rw_place_write(&place, "empty.recording", "rootwarp-recording 1 release=1 commit=1 solver=1 started=now\n");
    static const struct {
        int code;
        const char *says, *arguments[8];
    } cases[] = {
        {64, "give a resolve request with -f FILE", {"bench"}},
        {64, "give a resolve request with -f FILE", {"bench", "-f", "request.json", "--recording", "x"}},
        {64, "--connections 0 is not between 1 and 10000", {"bench", "-f", "request.json", "--connections", "0"}},
        {64, "--seconds 0 is not between", {"bench", "-f", "request.json", "--seconds", "0"}},
        {64, "plain http://", {"bench", "-f", "request.json", "--server", "https://127.0.0.1:1"}},
        {3, "is not known", {"bench", "-f", "request.json", "--server", "http://nobody.invalid:1"}},
        {3, "got no answer", {"bench", "-f", "request.json", "--server", "http://127.0.0.1:1"}},
        {4, "was refused with", {"bench", "-f", "nobody.json"}},
        {2, NULL, {"bench", "-f", "nothing.json"}},
        {2, "cannot read the recording nothing", {"bench", "--recording", "nothing"}},
        {2, "diary, byte 0: what stands there is no record", {"bench", "--recording", "diary"}},
        {2, "holds no request that was answered with 200", {"bench", "--recording", "empty.recording"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        rw_run_check(&place, cases[i].code, cases[i].says, cases[i].arguments);
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("daemon");
    TCase *tests = tcase_create("daemon");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, pull__writes_what_changed_and_push_takes_it_back);
    tcase_add_test(tests, pull__takes_what_it_is_told);
    tcase_add_test(tests, health__says_whether_the_daemon_is_ready);
    tcase_add_test(tests, config__tells_values_with_their_origin);
    tcase_add_test(tests, config__tells_what_the_daemon_has_in_force);
    tcase_add_test(tests, bench__counts_what_is_answered);
    tcase_add_test(tests, bench__says_what_is_wrong);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
