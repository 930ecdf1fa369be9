#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "obs/process.h"
#include "support/suite.h"

static double value_of(const char *text, const char *name)
{
    char line[128] = "\n";
    strcat(strcat(line, name), " ");
    const char *at = strstr(text, line);
    ck_assert_msg(at != NULL, "%s is missing", name);
    return strtod(at + strlen(line), NULL);
}

START_TEST(metrics__tell_of_this_process)
{
    rw_buffer text;
    rw_metrics *metrics = rw_metrics_new();
    rw_buffer_init(&text, 65536);
    ck_assert(rw_process_register(metrics));
    ck_assert(rw_metrics_write(metrics, &text));
    ck_assert(value_of(text.data, "process_resident_memory_bytes") > 65536.0);
    ck_assert(value_of(text.data, "process_open_fds") >= 3.0);
    ck_assert(value_of(text.data, "process_max_fds") > value_of(text.data, "process_open_fds"));
    ck_assert(value_of(text.data, "process_threads") >= 1.0);
    ck_assert(value_of(text.data, "process_start_time_seconds") > 1.6e9);
    ck_assert(value_of(text.data, "process_cpu_seconds_total") >= 0.0);
    rw_buffer_free(&text);
    rw_metrics_free(metrics);
}
END_TEST

START_TEST(cpu_limit__is_at_least_one)
{
    ck_assert_uint_ge(rw_process_cpu_limit(), 1);
}
END_TEST

START_TEST(cpu_max__reads_quotas_and_nothing_else)
{
    static const struct {
        const char *text;
        unsigned cpus;
    } cases[] = {
        {"max 100000\n", 0}, {"100000 100000\n", 1}, {"150000 100000\n", 2},  {"50000 100000", 1}, {"400000 100000\n", 4},
        {"", 0},             {"100000", 0},          {"100000 0\n", 0},       {"0 100000\n", 0},   {"-1 100000\n", 0},
        {"1 x\n", 0},        {"1 2 3\n", 0},         {"99999999999999999999 1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(rw_process_parse_cpu_max(cases[i].text) == cases[i].cpus, "'%s'", cases[i].text);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("process");
    tcase_add_test(cases, metrics__tell_of_this_process);
    tcase_add_test(cases, cpu_limit__is_at_least_one);
    tcase_add_test(cases, cpu_max__reads_quotas_and_nothing_else);
    return rw_test_suite_run(cases);
}
