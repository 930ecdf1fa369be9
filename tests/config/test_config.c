#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "support/folder.h"
#include "support/suite.h"

static const char *const empty[] = {NULL};

START_TEST(defaults__fill_every_field)
{
    rw_config config;
    rw_buffer errors;
    rw_buffer_init(&errors, 4096);
    ck_assert(rw_config_load(&(rw_config_source){0, NULL, empty}, &config, &errors));
    ck_assert_str_eq(config.listen, "127.0.0.1:7420");
    ck_assert_str_eq(config.data, "");
    ck_assert_int_eq(config.threads, 0);
    ck_assert_int_eq(config.max_body_bytes, 1048576);
    ck_assert_int_eq(config.max_batch_items, 1000);
    ck_assert_int_eq(config.head_deadline_ms, 10000);
    ck_assert_int_eq(config.body_deadline_ms, 30000);
    ck_assert_int_eq(config.idle_deadline_ms, 60000);
    ck_assert_int_eq(config.drain_delay_ms, 0);
    ck_assert(!config.access_log);
    ck_assert(!config.insecure_no_auth);
    rw_config_free(&config);
    rw_config_free(NULL);
}
END_TEST

START_TEST(file__is_named_by_flag_before_environment)
{
    char folder[RW_TEST_PATH_SIZE], one[RW_TEST_PATH_SIZE], two[RW_TEST_PATH_SIZE];
    char variable[RW_TEST_PATH_SIZE + 32] = "ROOTWARP_CONFIG=";
    rw_config config;
    rw_buffer errors;
    rw_buffer_init(&errors, 4096);
    rw_test_folder_make(folder);
    rw_test_file_write(folder, "one", "threads = 1\n", one);
    rw_test_file_write(folder, "two", "threads = 2\naccess-log = yes\n", two);
    const char *const environment[] = {strcat(variable, one), NULL};
    ck_assert(rw_config_load(&(rw_config_source){0, NULL, environment}, &config, &errors));
    ck_assert_int_eq(config.threads, 1);
    rw_config_free(&config);
    const char *const flags[] = {"--drain-delay", "2s", "--config", two};
    ck_assert(rw_config_load(&(rw_config_source){4, flags, environment}, &config, &errors));
    ck_assert_int_eq(config.threads, 2);
    ck_assert(config.access_log);
    ck_assert_int_eq(config.drain_delay_ms, 2000);
    rw_config_free(&config);
    rw_test_folder_remove(folder);
}
END_TEST

START_TEST(load__collects_what_is_wrong_in_every_source)
{
    static const char *const environment[] = {"ROOTWARP_THREADS=many", NULL};
    static const char *const flags[] = {"--frobnicate", "--max-body-bytes=1", "--config"};
    rw_config config;
    rw_buffer errors;
    rw_buffer_init(&errors, 4096);
    ck_assert(!rw_config_load(&(rw_config_source){3, flags, environment}, &config, &errors));
    ck_assert_ptr_nonnull(strstr(errors.data, "ROOTWARP_THREADS: cannot read 'many' as threads"));
    ck_assert_ptr_nonnull(strstr(errors.data, "unknown option '--frobnicate'"));
    ck_assert_ptr_nonnull(strstr(errors.data, "--max-body-bytes: cannot read '1'"));
    ck_assert_ptr_nonnull(strstr(errors.data, "option '--config' needs a value"));
    rw_buffer_free(&errors);
}
END_TEST

START_TEST(origins__must_be_such_as_a_browser_sends)
{
    static const char *const wrong[] = {"*", "tools.example", "https://tools.example/", "https://", "http://a, null"};
    static const char *const right[] = {"", "https://tools.example", "http://a:8080 , https://[::1]:1"};
    rw_config config;
    rw_buffer errors;
    rw_buffer_init(&errors, 4096);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const flags[] = {"--cors-origin", wrong[i]};
        ck_assert_msg(!rw_config_load(&(rw_config_source){2, flags, empty}, &config, &errors), "%s", wrong[i]);
    }
    ck_assert_ptr_nonnull(strstr(errors.data, "cors-origin: '*' is no origin"));
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const char *const flags[] = {"--cors-origin", right[i]};
        ck_assert_msg(rw_config_load(&(rw_config_source){2, flags, empty}, &config, &errors), "%s", errors.data);
        rw_config_free(&config);
    }
    rw_buffer_free(&errors);
}
END_TEST

START_TEST(help__lists_every_setting)
{
    rw_config config;
    rw_buffer errors, help;
    rw_buffer_init(&errors, 4096);
    rw_buffer_init(&help, 65536);
    ck_assert(rw_config_load(&(rw_config_source){0, NULL, empty}, &config, &errors));
    ck_assert(rw_config_write_help(&help));
    for (size_t i = 0; i < config.settings.count; i++)
        ck_assert_ptr_nonnull(strstr(help.data, config.settings.table[i].name));
    ck_assert_ptr_nonnull(strstr(help.data, "--config FILE"));
    rw_buffer_free(&help);
    rw_config_free(&config);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("config");
    tcase_add_test(cases, defaults__fill_every_field);
    tcase_add_test(cases, file__is_named_by_flag_before_environment);
    tcase_add_test(cases, load__collects_what_is_wrong_in_every_source);
    tcase_add_test(cases, origins__must_be_such_as_a_browser_sends);
    tcase_add_test(cases, help__lists_every_setting);
    return rw_test_suite_run(cases);
}
