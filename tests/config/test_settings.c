#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/settings.h"
#include "support/folder.h"
#include "support/suite.h"

enum { NAME, NAMES, COUNT, SIZE, TIME, SWITCH, TOKEN, SETTINGS };

static const rw_setting table[SETTINGS] = {
    [NAME] = {"name", RW_SETTING_TEXT, "nobody", 0, 0, false, "TEXT", "A text."},
    [NAMES] = {"names", RW_SETTING_LIST, "", 0, 0, false, "A,B", "A list."},
    [COUNT] = {"count", RW_SETTING_INTEGER, "3", 1, 10, false, "N", "A number."},
    [SIZE] = {"max-size", RW_SETTING_BYTES, "1MiB", 1024, INT64_C(1) << 40, false, "SIZE", "A size."},
    [TIME] = {"time", RW_SETTING_DURATION, "10s", 10, 3600000, false, "TIME", "A time."},
    [SWITCH] = {"switch", RW_SETTING_FLAG, "false", 0, 1, false, "", "A switch."},
    [TOKEN] = {"token", RW_SETTING_TEXT, "", 0, 0, true, "TEXT", "A secret."},
};

typedef struct settings_fixture {
    rw_settings settings;
    rw_buffer errors;
    char folder[RW_TEST_PATH_SIZE];
} settings_fixture;

static void fixture_open(settings_fixture *fixture)
{
    ck_assert(rw_settings_init(&fixture->settings, table, SETTINGS));
    rw_buffer_init(&fixture->errors, 65536);
    rw_test_folder_make(fixture->folder);
}

static void fixture_close(settings_fixture *fixture)
{
    rw_settings_free(&fixture->settings);
    rw_buffer_free(&fixture->errors);
    rw_test_folder_remove(fixture->folder);
}

static const char *errors_of(const settings_fixture *fixture)
{
    return fixture->errors.data == NULL ? "" : fixture->errors.data;
}

static bool read_flags(settings_fixture *fixture, size_t count, const char *const *flags)
{
    return rw_settings_read_flags(&fixture->settings, count, flags, &fixture->errors);
}

static bool read_file(settings_fixture *fixture, const char *text)
{
    char path[RW_TEST_PATH_SIZE];
    rw_test_file_write(fixture->folder, "file.conf", text, path);
    return rw_settings_read_file(&fixture->settings, path, &fixture->errors);
}

START_TEST(value__of_each_type_has_its_grammar_and_bounds)
{
    static const struct {
        int setting;
        const char *text;
        bool sound;
        int64_t number;
    } cases[] = {
        {COUNT, "1", true, 1},         {COUNT, "10", true, 10},
        {COUNT, "0", false, 0},        {COUNT, "11", false, 0},
        {COUNT, "", false, 0},         {COUNT, "-1", false, 0},
        {COUNT, " 1", false, 0},       {COUNT, "1.5", false, 0},
        {COUNT, "1s", false, 0},       {COUNT, "99999999999999999999", false, 0},
        {COUNT, "0x2", false, 0},      {SIZE, "1024", true, 1024},
        {SIZE, "64KiB", true, 65536},  {SIZE, "2 MiB", true, 2097152},
        {SIZE, "1GiB", true, 1 << 30}, {SIZE, "1KB", false, 0},
        {SIZE, "1023", false, 0},      {SIZE, "9223372036854775807GiB", false, 0},
        {TIME, "10", true, 10000},     {TIME, "10ms", true, 10},
        {TIME, "5m", true, 300000},    {TIME, "1h", true, 3600000},
        {TIME, "9ms", false, 0},       {TIME, "2h", false, 0},
        {TIME, "1d", false, 0},        {SWITCH, "true", true, 1},
        {SWITCH, "ON", true, 1},       {SWITCH, "0", true, 0},
        {SWITCH, "no", true, 0},       {SWITCH, "", false, 0},
        {SWITCH, "2", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = -7;
        const bool sound = rw_setting_parse(&table[cases[i].setting], cases[i].text, &number);
        ck_assert_msg(sound == cases[i].sound, "%s '%s'", table[cases[i].setting].name, cases[i].text);
        ck_assert_int_eq(number, sound ? cases[i].number : -7);
    }
}
END_TEST

START_TEST(sources__override_each_other_in_order)
{
    settings_fixture fixture;
    static const char *const environment[] = {"ROOTWARP_COUNT=5", "ROOTWARP_NAME=env", "PATH=/bin", "ROOTWARP_PORT=tcp://x",
                                              NULL};
    static const char *const flags[] = {"--name", "flag"};
    fixture_open(&fixture);
    ck_assert(read_file(&fixture, "# a comment\n\n count = 4 \r\nname=file\nmax-size = 2MiB"));
    ck_assert(rw_settings_read_environment(&fixture.settings, environment, &fixture.errors));
    ck_assert(read_flags(&fixture, 2, flags));
    const rw_setting_value *values = fixture.settings.values;
    ck_assert_str_eq(values[NAME].text, "flag");
    ck_assert_int_eq(values[NAME].origin, RW_ORIGIN_FLAG);
    ck_assert_int_eq(values[COUNT].number, 5);
    ck_assert_int_eq(values[COUNT].origin, RW_ORIGIN_ENVIRONMENT);
    ck_assert_int_eq(values[SIZE].number, 2097152);
    ck_assert_int_eq(values[SIZE].origin, RW_ORIGIN_FILE);
    ck_assert_int_eq(values[TIME].number, 10000);
    ck_assert_int_eq(values[TIME].origin, RW_ORIGIN_DEFAULT);
    ck_assert_str_eq(errors_of(&fixture), "");
    fixture_close(&fixture);
}
END_TEST

START_TEST(file__names_line_and_mistake_of_each)
{
    settings_fixture fixture;
    fixture_open(&fixture);
    ck_assert(!read_file(&fixture, "count\nconut = 3\ncount = 99\nname = a\nname = b\nswitch = perhaps\n"));
    const char *errors = errors_of(&fixture);
    ck_assert_ptr_nonnull(strstr(errors, "file.conf:1: expected 'name = value'\n"));
    ck_assert_ptr_nonnull(strstr(errors, "file.conf:2: unknown setting 'conut'"));
    ck_assert_ptr_nonnull(strstr(errors, "file.conf:3: cannot read '99' as count; give a whole number from 1 to 10\n"));
    ck_assert_ptr_nonnull(strstr(errors, "file.conf:5: name is set twice in this file\n"));
    ck_assert_ptr_nonnull(strstr(errors, "file.conf:6: cannot read 'perhaps' as switch; give true or false\n"));
    ck_assert_int_eq(fixture.settings.values[COUNT].number, 3);
    fixture_close(&fixture);
}
END_TEST

START_TEST(file__must_be_there_and_be_text)
{
    settings_fixture fixture;
    fixture_open(&fixture);
    ck_assert(!rw_settings_read_file(&fixture.settings, "/nonexistent/x.conf", &fixture.errors));
    ck_assert_ptr_nonnull(strstr(errors_of(&fixture), "cannot read /nonexistent/x.conf: No such file"));
    ck_assert(!rw_settings_read_file(&fixture.settings, fixture.folder, &fixture.errors));
    char *large = malloc(70000);
    ck_assert_ptr_nonnull(large);
    memset(large, '#', 69999);
    large[69999] = '\0';
    ck_assert(!read_file(&fixture, large));
    ck_assert_ptr_nonnull(strstr(errors_of(&fixture), "longer than 64 KiB"));
    free(large);
    ck_assert(!rw_settings_read_file(&fixture.settings, "/dev/zero", &fixture.errors));
    ck_assert_ptr_nonnull(strstr(errors_of(&fixture), "cannot read /dev/zero: it is longer than 64 KiB"));
    fixture_close(&fixture);
}
END_TEST

START_TEST(file__that_is_a_pipe_is_read_but_not_waited_for)
{
    static const char text[] = "count = 7\n";
    int ends[2];
    char path[RW_TEST_PATH_SIZE + 8];
    settings_fixture fixture;
    fixture_open(&fixture);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], text, sizeof text - 1), (ssize_t)sizeof text - 1);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    ck_assert_msg(rw_settings_read_file(&fixture.settings, path, &fixture.errors), "%s", errors_of(&fixture));
    close(ends[0]);
    snprintf(path, sizeof path, "%s/pipe", fixture.folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert(!rw_settings_read_file(&fixture.settings, path, &fixture.errors));
    ck_assert_ptr_nonnull(strstr(errors_of(&fixture), "not all there within 2 seconds"));
    fixture_close(&fixture);
}
END_TEST

START_TEST(flags__take_values_in_both_forms_and_switches_without)
{
    settings_fixture fixture;
    static const char *const flags[] = {"--count=7", "--switch", "--names", "a", "--names=b", "--time", "1m"};
    static const char *const off[] = {"--switch=false"};
    fixture_open(&fixture);
    ck_assert(read_flags(&fixture, 7, flags));
    ck_assert_int_eq(fixture.settings.values[COUNT].number, 7);
    ck_assert_int_eq(fixture.settings.values[SWITCH].number, 1);
    ck_assert_str_eq(fixture.settings.values[NAMES].text, "a,b");
    ck_assert_int_eq(fixture.settings.values[TIME].number, 60000);
    ck_assert(read_flags(&fixture, 1, off));
    ck_assert_int_eq(fixture.settings.values[SWITCH].number, 0);
    fixture_close(&fixture);
}
END_TEST

START_TEST(flags__say_what_is_wrong_with_each)
{
    settings_fixture fixture;
    static const char *const flags[] = {"--nope", "stray", "-c", "--", "--count=x", "--time"};
    fixture_open(&fixture);
    ck_assert(!read_flags(&fixture, 6, flags));
    const char *errors = errors_of(&fixture);
    ck_assert_ptr_nonnull(strstr(errors, "unknown option '--nope'"));
    ck_assert_ptr_nonnull(strstr(errors, "unexpected argument 'stray'"));
    ck_assert_ptr_nonnull(strstr(errors, "unexpected argument '-c'"));
    ck_assert_ptr_nonnull(strstr(errors, "unexpected argument '--'"));
    ck_assert_ptr_nonnull(strstr(errors, "--count: cannot read 'x' as count"));
    ck_assert_ptr_nonnull(strstr(errors, "option '--time' needs a value"));
    fixture_close(&fixture);
}
END_TEST

START_TEST(secret__comes_from_a_file_and_is_never_shown)
{
    settings_fixture fixture;
    char path[RW_TEST_PATH_SIZE], variable[RW_TEST_PATH_SIZE + 32] = "ROOTWARP_TOKEN_FILE=";
    rw_buffer text;
    fixture_open(&fixture);
    rw_test_file_write(fixture.folder, "secret", "rwp_1_abc\n", path);
    const char *const environment[] = {strcat(variable, path), NULL};
    ck_assert(rw_settings_read_environment(&fixture.settings, environment, &fixture.errors));
    ck_assert_str_eq(fixture.settings.values[TOKEN].text, "rwp_1_abc");
    rw_buffer_init(&text, 65536);
    ck_assert(rw_settings_write_values(&fixture.settings, &text));
    ck_assert_ptr_null(strstr(text.data, "rwp_1_abc"));
    ck_assert_ptr_nonnull(strstr(text.data, "# environment\ntoken = ***\n"));
    rw_buffer_free(&text);
    static const char *const missing[] = {"--token-file", "/nonexistent"};
    ck_assert(!read_flags(&fixture, 2, missing));
    static const char *const no_such[] = {"--name-file", "/nonexistent"};
    ck_assert(!read_flags(&fixture, 2, no_such));
    ck_assert_ptr_nonnull(strstr(errors_of(&fixture), "unknown option '--name-file'"));
    fixture_close(&fixture);
}
END_TEST

START_TEST(values__read_back_as_a_file)
{
    settings_fixture fixture, again;
    rw_buffer text;
    static const char *const flags[] = {"--name", "a # b = c", "--count", "9", "--switch"};
    fixture_open(&fixture);
    fixture_open(&again);
    ck_assert(read_flags(&fixture, 5, flags));
    rw_buffer_init(&text, 65536);
    ck_assert(rw_settings_write_values(&fixture.settings, &text));
    ck_assert(read_file(&again, text.data));
    for (int i = 0; i < SETTINGS; i++) {
        ck_assert_str_eq(again.settings.values[i].text, fixture.settings.values[i].text);
        ck_assert_int_eq(again.settings.values[i].number, fixture.settings.values[i].number);
    }
    rw_buffer_free(&text);
    fixture_close(&again);
    fixture_close(&fixture);
}
END_TEST

START_TEST(help__shows_flag_variable_default_and_sentence)
{
    rw_buffer text;
    rw_buffer_init(&text, 65536);
    ck_assert(rw_settings_write_help(table, SETTINGS, &text));
    ck_assert_ptr_nonnull(strstr(text.data, "  --max-size SIZE\n      A size. Default: 1MiB.\n      ROOTWARP_MAX_SIZE\n"));
    ck_assert_ptr_nonnull(strstr(text.data, "  --switch\n      A switch. Default: false.\n"));
    ck_assert_ptr_nonnull(strstr(text.data, "  --names A,B\n      A list.\n"));
    rw_buffer_free(&text);
}
END_TEST

START_TEST(init__refuses_a_default_that_is_not_valid)
{
    static const rw_setting wrong[] = {{"count", RW_SETTING_INTEGER, "11", 1, 10, false, "N", "A number."}};
    rw_settings settings;
    ck_assert(!rw_settings_init(&settings, wrong, 1));
    rw_settings_free(NULL);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("settings");
    tcase_add_test(cases, value__of_each_type_has_its_grammar_and_bounds);
    tcase_add_test(cases, sources__override_each_other_in_order);
    tcase_add_test(cases, file__names_line_and_mistake_of_each);
    tcase_add_test(cases, file__must_be_there_and_be_text);
    tcase_add_test(cases, file__that_is_a_pipe_is_read_but_not_waited_for);
    tcase_add_test(cases, flags__take_values_in_both_forms_and_switches_without);
    tcase_add_test(cases, flags__say_what_is_wrong_with_each);
    tcase_add_test(cases, secret__comes_from_a_file_and_is_never_shown);
    tcase_add_test(cases, values__read_back_as_a_file);
    tcase_add_test(cases, help__shows_flag_variable_default_and_sentence);
    tcase_add_test(cases, init__refuses_a_default_that_is_not_valid);
    return rw_test_suite_run(cases);
}
