#include "harness.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMANDS = 31 };

static void expect_text(const char *text, const char *part, const char *what)
{
    ck_assert_msg(strstr(text, part) != NULL, "%s does not hold \"%s\":\n%s", what, part, text);
}

/* Calls `visit` with each command that "rootwarp --help" lists; returns how many there are. */
static size_t each_command(rw_place *place, void (*visit)(rw_place *place, const char *command, const char *summary))
{
    rw_result help = rw_run_expect(place, NULL, 0, RW_ARGS("--help"));
    const char *line = strstr(help.out, "\ncommands\n");
    ck_assert_ptr_nonnull(line);
    size_t count = 0;
    for (line += strlen("\ncommands\n"); strncmp(line, "  ", 2) == 0; line = strchr(line, '\n') + 1) {
        char command[32], summary[128];
        size_t name = strcspn(line + 2, " "), gap = strspn(line + 2 + name, " ");
        const char *rest = line + 2 + name + gap;
        snprintf(command, sizeof command, "%.*s", (int)name, line + 2);
        snprintf(summary, sizeof summary, "%.*s", (int)strcspn(rest, "\n"), rest);
        visit(place, command, summary);
        count++;
    }
    rw_result_free(&help);
    return count;
}

/* Commands whose output is no table and no list of facts, and why. */
static const char *const without_json[][2] = {
    {"watch", "a line is a path, for the next program to read"},
    {"get", "what it prints is the document, which is JSON"},
    {"plot", "it draws; the numbers are those of get and trajectory"},
    {"export", "what it prints is lines of JSON"},
    {"completion", "what it prints is for a shell"},
    {"manual", "what it prints is for man"},
    {"help", "what it prints is for people; completion and manual hold the same for programs"},
};

static void check_json(const char *command, const char *help)
{
    bool reason = false;
    for (size_t i = 0; i < sizeof without_json / sizeof *without_json; i++)
        reason = reason || strcmp(without_json[i][0], command) == 0;
    const bool json = strstr(help, "\n      --json ") != NULL;
    ck_assert_msg(json != reason, "%s %s", command, json ? "has --json and a reason for none" : "has no --json");
}

static void check_help(rw_place *place, const char *command, const char *summary)
{
    rw_result result = rw_run_expect(place, NULL, 0, RW_ARGS(command, "--help"));
    rw_result same = rw_run_expect(place, NULL, 0, RW_ARGS("help", command));
    char usage[64];
    snprintf(usage, sizeof usage, "usage: rootwarp %s ", command);
    expect_text(result.out, summary, command);
    expect_text(result.out, usage, command);
    expect_text(result.out, "\noptions\n", command);
    expect_text(result.out, "--help", command);
    expect_text(result.out, "\nexamples\n  rootwarp ", command);
    expect_text(result.out, "\nexit codes\n", command);
    check_json(command, result.out);
    ck_assert_str_eq(result.err, "");
    ck_assert_str_eq(result.out, same.out);
    for (const char *line = strstr(result.out, "\noptions\n") + 9; *line == ' '; line = strchr(line, '\n') + 1)
        ck_assert_msg(strcspn(line, "\n") <= 90, "%s: a line of its help is too long: %.100s", command, line);
    rw_result_free(&result);
    rw_result_free(&same);
}

START_TEST(help__every_command_has_usage_options_json_examples_and_codes)
{
    rw_place place;
    rw_place_open(&place);
    ck_assert_uint_eq(each_command(&place, check_help), COMMANDS);
    rw_place_close(&place);
}
END_TEST

/* What the shells and man get of a command, in the folder as bash, zsh, fish and rootwarp-COMMAND.1. */
static void check_pages(rw_place *place, const char *command, const char *summary)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    char name[64], part[64];
    for (size_t i = 0; i < 3; i++) {
        char *script = rw_place_read(place, shells[i]);
        snprintf(part, sizeof part, i == 0 ? "        %s) words=" : i == 1 ? "        %s) _arguments" : " -a %s -d '",
                 command);
        ck_assert_msg(strstr(script, part) != NULL, "%s completes no %s", shells[i], command);
        free(script);
    }
    snprintf(name, sizeof name, "rootwarp-%s.1", command);
    char *page = rw_place_read(place, name);
    expect_text(page, summary, name);
    expect_text(page, ".SH OPTIONS", name);
    expect_text(page, ".SH EXAMPLES", name);
    free(page);
}

START_TEST(pages__every_command_is_completed_and_in_the_manual)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    rw_place place;
    rw_place_open(&place);
    for (size_t i = 0; i < 3; i++) {
        rw_result script = rw_run_expect(&place, NULL, 0, RW_ARGS("completion", shells[i]));
        rw_place_write(&place, shells[i], script.out);
        rw_result_free(&script);
    }
    rw_run_check(&place, 0, NULL, RW_ARGS("manual", "--output", "."));
    ck_assert_uint_eq(each_command(&place, check_pages), COMMANDS);
    rw_place_close(&place);
}
END_TEST

START_TEST(help__of_resolve_lists_every_no)
{
    static const char *const noes[] = {"rejected", "refused", "window_passed", "no_travel"};
    rw_place place;
    rw_place_open(&place);
    rw_result help = rw_run_expect(&place, NULL, 0, RW_ARGS("resolve", "--help"));
    for (size_t i = 0; i < sizeof noes / sizeof noes[0]; i++)
        expect_text(help.out, noes[i], "resolve");
    rw_result_free(&help);
    rw_place_close(&place);
}
END_TEST

/* Every option that some help lists is explained in the guide, by name. */
static void check_guide(rw_place *place, const char *command, const char *summary)
{
    (void)summary;
    FILE *file = fopen("docs/guides/command-line.md", "rb");
    ck_assert_msg(file != NULL, "the test runs at the top of the source tree");
    static const size_t room = 1 << 20;
    char *guide = calloc(room, 1);
    ck_assert_ptr_nonnull(guide);
    size_t length = fread(guide, 1, room - 1, file);
    fclose(file);
    ck_assert_uint_gt(length, 1000);
    rw_result result = rw_run_expect(place, NULL, 0, RW_ARGS(command, "--help"));
    char heading[64], name[64];
    snprintf(heading, sizeof heading, "\n## rootwarp %s\n", command);
    ck_assert_msg(strstr(guide, heading) != NULL, "docs/guides/command-line.md has no heading \"%s\"", heading);
    const char *end = strstr(result.out, "\nexamples\n");
    for (const char *at = strstr(result.out, "--"); at != NULL && at < end; at = strstr(at + 2, "--")) {
        size_t used = 2;
        while (islower((unsigned char)at[used]) || at[used] == '-')
            used++;
        snprintf(name, sizeof name, "%.*s", (int)used, at);
        ck_assert_msg(strstr(guide, name) != NULL, "docs/guides/command-line.md does not name %s of %s", name, command);
    }
    rw_result_free(&result);
    free(guide);
}

START_TEST(help__guide_names_every_option)
{
    rw_place place;
    rw_place_open(&place);
    ck_assert_uint_eq(each_command(&place, check_guide), COMMANDS);
    rw_place_close(&place);
}
END_TEST

START_TEST(help__wins_over_a_wrong_line)
{
    rw_place place;
    rw_place_open(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("push", "--nonsense", "--help"));
    rw_run_check(&place, 0, NULL, RW_ARGS("bake", "-h"));
    rw_place_close(&place);
}
END_TEST

START_TEST(usage__is_64_with_a_hint)
{
    rw_place place;
    rw_place_open(&place);
    static const struct {
        const char *arguments[6];
        const char *says;
    } lines[] = {
        {{NULL}, "usage: rootwarp COMMAND"},
        {{"bakee", "x"}, "did you mean \"bake\"?"},
        {{"xyzzyx"}, "\"rootwarp --help\" lists the commands"},
        {{"--nothing"}, "there is no option \"--nothing\""},
        {{"bake"}, "an operand is missing: rootwarp bake FILE"},
        {{"bake", "a", "b"}, "\"b\" is one operand too many"},
        {{"bake", "a", "--animatoin", "x"}, "did you mean --animation?"},
        {{"bake", "a", "--anim=x"}, "did you mean --animation?"},
        {{"bake", "a", "--qqqqqqqqqq"}, "\"rootwarp bake --help\" lists those there are"},
        {{"bake", "a", "-Z"}, "unknown option \"-Z\""},
        {{"bake", "a", "--scale"}, "--scale needs a value: --scale FACTOR"},
        {{"bake", "a", "--scale", "huge"}, "--scale \"huge\" is not a number"},
        {{"bake", "a", "--scale", "1e999"}, "--scale \"1e999\" is not a number"},
        {{"bake", "a", "--scale", "nan"}, "--scale \"nan\" is not a number"},
        {{"bake", "a", "--loop=yes"}, "--loop takes no value, but \"yes\" was given"},
        {{"bake", "a", "--loop", "--loop"}, "--loop is given twice"},
        {{"help", "nothing"}, "there is no command \"nothing\""},
        {{"help", "psuh"}, "did you mean \"push\"?"},
        {{"manual", "resolv"}, "did you mean \"resolve\"?"},
        {{"completion", "tcsh"}, "there is no completion for \"tcsh\", only for bash, zsh and fish"},
        {{"manual", "nothing"}, "there is no command \"nothing\""},
        {{"manual", "bake", "-o", "."}, "--output writes all pages; leave \"bake\" out"},
        {{"push", "cilp", "n", "f"}, "\"cilp\" is neither clip nor profile"},
        {{"push", "clip", "-", "f"}, "\"-\" is not a name: 1 to 128 characters"},
        {{"push", "clip", "a/b", "f"}, "\"a/b\" is not a name"},
        {{"get", "clip", "a@0"}, "what follows the @ is not a revision"},
        {{"list", "clips", "--limit", "0"}, "--limit 0 is not between 1 and"},
        {{"list", "clips", "--server", "localhost:1"}, "\"localhost:1\" is not the URL of a server"},
        {{"list", "clips", "--timeout", "0"}, "--timeout 0 is not between"},
        {{"resolve"}, "which request? give -f FILE"},
        {{"resolve", "-f", "-", "--clip", "x"}, "--clip and --profile are for --offline"},
        {{"resolve", "-f", "-", "--offline"}, "--offline needs the documents"},
        {{"trajectory", "-f", "-", "--times=0", "--rate=1"}, "--times and --rate contradict each other"},
        {{"validate", "x", "--offline"}, "--offline needs the clip: --clip FILE"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        rw_result result = rw_run_expect(&place, NULL, 64, lines[i].arguments);
        expect_text(result.err, lines[i].says, lines[i].arguments[0] != NULL ? lines[i].arguments[0] : "rootwarp");
        ck_assert_str_eq(result.out, "");
        rw_result_free(&result);
    }
    ck_assert_uint_eq(rw_place_count(&place), 0);
    rw_place_close(&place);
}
END_TEST

START_TEST(usage__tells_what_a_server_variable_holds)
{
    rw_place place;
    rw_place_open(&place);
    rw_how how = {.variable = "ROOTWARP_SERVER=ftp://x"};
    rw_result result = rw_run_expect(&place, &how, 64, RW_ARGS("list", "clips"));
    expect_text(result.err, "ROOTWARP_SERVER \"ftp://x\" is not the URL of a server", "list");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(usage__control_characters_do_not_reach_the_terminal)
{
    rw_place place;
    rw_place_open(&place);
    rw_result result = rw_run_expect(&place, NULL, 64, RW_ARGS("help", "\033[31mred\xC2\x9B\xE2\x80\xAE"));
    expect_text(result.err, "\\x1B[31mred\\x9B\\u202E", "help");
    ck_assert_ptr_null(strchr(result.err, '\033'));
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

START_TEST(version__names_release_commit_and_solver)
{
    rw_place place;
    rw_place_open(&place);
    rw_result text = rw_run_expect(&place, NULL, 0, RW_ARGS("--version"));
    rw_result same = rw_run_expect(&place, NULL, 0, RW_ARGS("version"));
    rw_result json = rw_run_expect(&place, NULL, 0, RW_ARGS("version", "--json"));
    ck_assert_str_eq(text.out, same.out);
    ck_assert_int_eq(strncmp(text.out, "rootwarp ", 9), 0);
    expect_text(text.out, "(commit ", "version");
    expect_text(text.out, ", solver version ", "version");
    expect_text(json.out, "{\"release\":\"", "version --json");
    expect_text(json.out, "\"solver_version\":", "version --json");
    rw_result_free(&text);
    rw_result_free(&same);
    rw_result_free(&json);
    rw_place_close(&place);
}
END_TEST

START_TEST(output__a_full_disk_is_an_error)
{
    rw_place place;
    rw_place_open(&place);
    rw_how how = {.output = "/dev/full"};
    rw_result result = rw_run_expect(&place, &how, 74, RW_ARGS("--help"));
    expect_text(result.err, "cannot write to standard output", "--help");
    rw_result_free(&result);
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("help");
    TCase *tests = tcase_create("help");
    tcase_add_test(tests, help__every_command_has_usage_options_json_examples_and_codes);
    tcase_add_test(tests, pages__every_command_is_completed_and_in_the_manual);
    tcase_add_test(tests, help__of_resolve_lists_every_no);
    tcase_add_test(tests, help__guide_names_every_option);
    tcase_add_test(tests, help__wins_over_a_wrong_line);
    tcase_add_test(tests, usage__is_64_with_a_hint);
    tcase_add_test(tests, usage__tells_what_a_server_variable_holds);
    tcase_add_test(tests, usage__control_characters_do_not_reach_the_terminal);
    tcase_add_test(tests, version__names_release_commit_and_solver);
    tcase_add_test(tests, output__a_full_disk_is_an_error);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
