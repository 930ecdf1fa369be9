/* resolve, trajectory and validate without a daemon, on documents that the test writes. */
/* posix_openpt() is declared with the X/Open extensions only. */
#define _XOPEN_SOURCE 700
#include "harness.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void prepare(rw_place *place)
{
    rw_place_open(place);
    rw_place_samples(place);
    rw_place_write(place, "lunge.clip.json",
                   "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
                   "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}");
}

#define OFFLINE "--offline", "--clip", "lunge.clip.json", "--profile", "lunge.profile.json"

static void expect_parts(const char *text, const char *const *parts)
{
    for (; *parts != NULL; parts++)
        ck_assert_msg(strstr(text, *parts) != NULL, "\"%s\" is not in:\n%s", *parts, text);
}

START_TEST(resolve__the_worked_table)
{
    rw_place place;
    prepare(&place);
    rw_result table = rw_run_expect(&place, NULL, 0, RW_ARGS("resolve", "-f", "lunge-table.request.json", OFFLINE));
    expect_parts(table.out, RW_ARGS("900 cm away", "clamped", "1.64", "650", "170", "in_band", "0.34", "compressed",
                                    "0.04", "overlapping", "650, 0, 0", "20, 0, 0"));
    ck_assert_str_eq(table.err, "");
    rw_result_free(&table);
    rw_place_close(&place);
}
END_TEST

/* Half a second, and 250 cm, come before the window. */
START_TEST(resolve__tells_of_the_lead_in)
{
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "late.clip.json",
                   "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
                   "\"windows\":[{\"name\":\"attack\",\"start\":0.5,\"end\":1}]}");
    rw_result late = rw_run_expect(&place, NULL, 0,
                                   RW_ARGS("resolve", "-f", "lunge.request.json", "--offline", "--clip",
                                           "lunge=late.clip.json", "--profile", "lunge.profile.json"));
    expect_parts(late.out, RW_ARGS("lead-in, seconds    0.5\n", "predicted start     250, 0, 0\n", "elapsed from",
                                   "elapsed to"));
    rw_result_free(&late);
    rw_result at_once = rw_run_expect(&place, NULL, 0, RW_ARGS("resolve", "-f", "lunge.request.json", OFFLINE));
    ck_assert_ptr_null(strstr(at_once.out, "lead-in"));
    ck_assert_ptr_null(strstr(at_once.out, "predicted start"));
    rw_result_free(&at_once);
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__names_the_phases)
{
    rw_place place;
    prepare(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("bake", "vault.glb", "-o", "vault.clip.json"));
    rw_result named = rw_run_expect(&place, NULL, 0,
                                    RW_ARGS("resolve", "-f", "vault.request.json", "--offline", "--clip",
                                            "vault.clip.json", "--profile", "vault.profile.json"));
    expect_parts(named.out, RW_ARGS("phase", "elapsed from", "elapsed to", "\nnear_edge ", "\nfar_edge ", "\nlanding "));
    rw_result_free(&named);
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__wants_a_profile_named)
{
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "sent.request.json",
                   "{\"profile\":{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":2}},"
                   "\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[900,0,0]}}");
    rw_result refused = rw_run_expect(&place, NULL, 4, RW_ARGS("resolve", "-f", "sent.request.json", OFFLINE));
    expect_parts(refused.err, RW_ARGS("/profile", "give that with --profile"));
    rw_result_free(&refused);
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__never_colours_a_file)
{
    rw_place place;
    prepare(&place);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("resolve", "-f", "lunge.request.json", OFFLINE));
    ck_assert_ptr_null(strchr(result.out, '\033'));
    expect_parts(result.out, RW_ARGS("verdict", "clamped", "warp point", "650, 0, 0"));
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

/* Whether what a command prints on a terminal holds an escape sequence; `variable` is set besides TERM. */
static bool colours_on_terminal(rw_place *place, const char *variable)
{
    char text[4096];
    ssize_t length = 0;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(terminal, 0);
    ck_assert_int_eq(grantpt(terminal), 0);
    ck_assert_int_eq(unlockpt(terminal), 0);
    char name[64];
    snprintf(name, sizeof name, "%s", ptsname(terminal));
    int held = open(name, O_RDWR | O_NOCTTY);
    ck_assert_int_ge(held, 0);
    rw_how how = {.output = name, .variable = variable};
    rw_result result = rw_run_expect(place, &how, 0, RW_ARGS("resolve", "-f", "lunge-table.request.json", OFFLINE));
    rw_result_free(&result);
    length = read(terminal, text, sizeof text);
    ck_assert_int_gt(length, 100);
    close(held);
    close(terminal);
    return memchr(text, '\033', (size_t)length) != NULL;
}

START_TEST(output__colours_on_a_terminal_unless_unwanted)
{
    rw_place place;
    prepare(&place);
    ck_assert_int_eq(setenv("TERM", "xterm", 1), 0);
    ck_assert(colours_on_terminal(&place, NULL));
    ck_assert(colours_on_terminal(&place, "NO_COLOR="));
    ck_assert(!colours_on_terminal(&place, "NO_COLOR=1"));
    ck_assert(!colours_on_terminal(&place, "TERM=dumb"));
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__json_is_one_document_from_standard_input)
{
    rw_place place;
    prepare(&place);
    rw_how how = {.input = "lunge.request.json"};
    rw_result result = rw_run_expect(&place, &how, 0, RW_ARGS("resolve", "-f", "-", OFFLINE, "--json"));
    expect_parts(result.out, RW_ARGS("\"verdict\":\"clamped\"", "\"travel\":650", "\"shortfall\":170"));
    ck_assert_ptr_eq(strchr(result.out, '\n'), result.out + strlen(result.out) - 1);
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__a_no_is_1)
{
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "past.json",
                   "{\"profile\":\"lunge\",\"time\":1,\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40},"
                   "\"target\":{\"position\":[900,0,0],\"radius\":40}}");
    rw_run_check(&place, 1, NULL, RW_ARGS("resolve", "-f", "past.json", OFFLINE));
    rw_run_check(&place, 1, NULL, RW_ARGS("resolve", "-f", "past.json", OFFLINE, "--json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__refusals_name_the_fields)
{
    static const struct {
        const char *body, *says;
    } cases[] = {
        {"", "invalid_json"},
        {"{", "invalid_json"},
        {"[]", "wrong_type"},
        {"{\"profile\":\"absent\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[1,0,0]}}",
         "add --profile absent=FILE"},
        {"{\"profile\":\"lunge@2\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[1,0,0]}}",
         "revision_not_found"},
        {"{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"rotation\":[0,0,0,0]},\"target\":{\"position\":"
         "[1,0,0],\"radius\":-1}}",
         "/actor/rotation"},
        {"{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"targets\":[]}", "/target"},
        {"{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[1,0,0]},\"time\":7}", "/time"},
    };
    rw_place place;
    prepare(&place);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rw_place_write(&place, "body.json", cases[i].body);
        rw_run_check(&place, 4, cases[i].says, RW_ARGS("resolve", "-f", "body.json", OFFLINE));
    }
    rw_place_close(&place);
}
END_TEST

START_TEST(offline__bad_documents_are_2)
{
    rw_place place;
    prepare(&place);
    rw_run_check(&place, 2, "cannot read the clip \"absent.json\"",
                 RW_ARGS("resolve", "-f", "lunge.request.json", "--offline", "--clip", "absent.json", "--profile",
                         "lunge.profile.json"));
    rw_place_write(&place, "bad.json", "{\"space\":\"mars\",\"frame_rate\":0,\"root\":{\"positions\":[]}}");
    rw_run_check(&place, 2, "/space",
                 RW_ARGS("resolve", "-f", "lunge.request.json", "--offline", "--clip", "lunge=bad.json", "--profile",
                         "lunge.profile.json"));
    rw_run_check(&place, 2, "add --clip lunge=FILE",
                 RW_ARGS("resolve", "-f", "lunge.request.json", "--offline", "--clip", "other=lunge.clip.json",
                         "--profile", "lunge.profile.json"));
    rw_run_check(&place, 64, "write --clip NAME=FILE",
                 RW_ARGS("resolve", "-f", "lunge.request.json", "--offline", "--clip", "./.x", "--profile", "x"));
    rw_place_close(&place);
}
END_TEST

START_TEST(trajectory__times_and_rate)
{
    rw_place place;
    prepare(&place);
    rw_result table =
        rw_run_expect(&place, NULL, 0, RW_ARGS("trajectory", "-f", "lunge.request.json", OFFLINE, "--times", "0,0.5,1"));
    expect_parts(table.out, RW_ARGS("elapsed", "325, 0, 0", "650, 0, 0", "peak speed 650"));
    rw_result_free(&table);
    rw_result rate = rw_run_expect(
        &place, NULL, 0, RW_ARGS("trajectory", "-f", "lunge.request.json", OFFLINE, "--rate", "4", "--json"));
    expect_parts(rate.out, RW_ARGS("\"samples\":[", "162.5", "325", "487.5", "650"));
    rw_result_free(&rate);
    rw_run_check(&place, 64, "\"x\" is not a number of seconds",
                 RW_ARGS("trajectory", "-f", "lunge.request.json", OFFLINE, "--times", "0,x"));
    rw_run_check(&place, 64, "is not a number of seconds",
                 RW_ARGS("trajectory", "-f", "lunge.request.json", OFFLINE, "--times", ""));
    rw_run_check(&place, 4, NULL, RW_ARGS("trajectory", "-f", "lunge.request.json", OFFLINE));
    rw_run_check(&place, 4, "/rate", RW_ARGS("trajectory", "-f", "lunge.request.json", OFFLINE, "--rate", "-1"));
    rw_place_write(&place, "array.json", "[1]");
    rw_run_check(&place, 2, "not a JSON object", RW_ARGS("trajectory", "-f", "array.json", OFFLINE, "--rate", "1"));
    rw_place_write(&place, "torn.json", "{\n\"a\":");
    rw_run_check(&place, 2, "line 2, column 5", RW_ARGS("trajectory", "-f", "torn.json", OFFLINE, "--rate", "1"));
    rw_place_write(&place, "timed.json", "{\"times\":[0]}");
    rw_run_check(&place, 64, "leave out --times", RW_ARGS("trajectory", "-f", "timed.json", OFFLINE, "--rate", "1"));
    rw_place_close(&place);
}
END_TEST

START_TEST(validate__offline)
{
    rw_place place;
    prepare(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("validate", "lunge.profile.json", "--offline", "--clip", "lunge.clip.json"));
    rw_place_write(&place, "still.json",
                   "{\"space\":\"unreal\",\"frame_rate\":1,\"root\":{\"positions\":[[0,0,0],[0,0,0]]},"
                   "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}");
    rw_result table =
        rw_run_expect(&place, NULL, 1, RW_ARGS("validate", "lunge.profile.json", "--offline", "--clip", "still.json"));
    expect_parts(table.out, RW_ARGS("severity", "error", "no_travel"));
    rw_result_free(&table);
    rw_result json = rw_run_expect(
        &place, NULL, 1, RW_ARGS("validate", "lunge.profile.json", "--offline", "--clip", "still.json", "--json"));
    expect_parts(json.out, RW_ARGS("{\"findings\":[", "\"no_travel\""));
    rw_result_free(&json);
    rw_place_write(&place, "reversed.json", "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"absent\","
                                            "\"scale_band\":{\"min\":2,\"max\":1}}");
    rw_result wrong =
        rw_run_expect(&place, NULL, 1, RW_ARGS("validate", "reversed.json", "--offline", "--clip", "lunge.clip.json"));
    expect_parts(wrong.out, RW_ARGS("unknown_name   profile/window", "band_reversed  profile/scale_band"));
    rw_result_free(&wrong);
    rw_place_write(&place, "torn.json", "{\"kind\":");
    rw_run_check(&place, 2, "\"torn.json\" is not JSON: line 1, column 9",
                 RW_ARGS("validate", "torn.json", "--offline", "--clip", "lunge.clip.json"));
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("offline");
    TCase *tests = tcase_create("offline");
    tcase_add_test(tests, resolve__the_worked_table);
    tcase_add_test(tests, resolve__tells_of_the_lead_in);
    tcase_add_test(tests, resolve__names_the_phases);
    tcase_add_test(tests, resolve__never_colours_a_file);
    tcase_add_test(tests, resolve__wants_a_profile_named);
    tcase_add_test(tests, output__colours_on_a_terminal_unless_unwanted);
    tcase_add_test(tests, resolve__json_is_one_document_from_standard_input);
    tcase_add_test(tests, resolve__a_no_is_1);
    tcase_add_test(tests, resolve__refusals_name_the_fields);
    tcase_add_test(tests, offline__bad_documents_are_2);
    tcase_add_test(tests, trajectory__times_and_rate);
    tcase_add_test(tests, validate__offline);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
