#include <check.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "obs/metrics.h"
#include "support/suite.h"

static char *text_of(const rw_metrics *metrics)
{
    rw_buffer out;
    rw_buffer_init(&out, (size_t)4 * 1024 * 1024);
    ck_assert(rw_metrics_write(metrics, &out));
    size_t length = 0;
    char *text = rw_buffer_steal(&out, &length);
    ck_assert_ptr_nonnull(text);
    return text;
}

static double read_value(void *context)
{
    return *(const double *)context;
}

START_TEST(text__has_help_type_and_value_of_each_family)
{
    static const char *const labels[] = {"route", "code"};
    static const char *const ok[] = {"/a", "200"}, *const bad[] = {"/a", "400"};
    double value = 0.1;
    rw_metrics *metrics = rw_metrics_new();
    rw_metric *counter = rw_metrics_add_counter(metrics, "a_total", "How many.", labels, 2);
    ck_assert(rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "b", "What is.", read_value, &value));
    rw_metric_series_add(rw_metric_series_get(counter, ok), 2);
    rw_metric_series_add(rw_metric_series_get(counter, bad), 1);
    rw_metric_series_add(rw_metric_series_get(counter, ok), 1);
    char *text = text_of(metrics);
    ck_assert_str_eq(text, "# HELP a_total How many.\n# TYPE a_total counter\n"
                           "a_total{route=\"/a\",code=\"200\"} 3\na_total{route=\"/a\",code=\"400\"} 1\n"
                           "# HELP b What is.\n# TYPE b gauge\nb 0.1\n");
    free(text);
    rw_metrics_free(metrics);
}
END_TEST

START_TEST(text__escapes_label_values)
{
    static const char *const labels[] = {"name"};
    static const char *const values[] = {"a\"b\\c\nd"};
    rw_metrics *metrics = rw_metrics_new();
    ck_assert(rw_metrics_add_info(metrics, "info", "Facts.", labels, values, 1));
    char *text = text_of(metrics);
    ck_assert_ptr_nonnull(strstr(text, "info{name=\"a\\\"b\\\\c\\nd\"} 1\n"));
    free(text);
    rw_metrics_free(metrics);
}
END_TEST

START_TEST(read__leaves_out_what_is_not_finite)
{
    double value = NAN;
    rw_metrics *metrics = rw_metrics_new();
    ck_assert(rw_metrics_add_read(metrics, RW_METRIC_READ_COUNTER, "c", "C.", read_value, &value));
    char *text = text_of(metrics);
    ck_assert_str_eq(text, "# HELP c C.\n# TYPE c counter\n");
    free(text);
    rw_metrics_free(metrics);
}
END_TEST

START_TEST(histogram__counts_each_bound_and_everything_below_it)
{
    static const int64_t bounds[] = {1000000, 5000000, 1000000000};
    rw_metrics *metrics = rw_metrics_new();
    rw_metric *histogram = rw_metrics_add_histogram(metrics, "d_seconds", "D.", NULL, 0, bounds, 3);
    rw_metric_series *series = rw_metric_series_get(histogram, NULL);
    rw_metric_series_observe(series, 1000000);     /* on the bound: inside */
    rw_metric_series_observe(series, 1000001);     /* next bucket */
    rw_metric_series_observe(series, 2000000000);  /* above all */
    rw_metric_series_observe(series, -5);          /* a clock that ran backwards counts as nothing */
    char *text = text_of(metrics);
    ck_assert_str_eq(text, "# HELP d_seconds D.\n# TYPE d_seconds histogram\n"
                           "d_seconds_bucket{le=\"0.001\"} 2\nd_seconds_bucket{le=\"0.005\"} 3\n"
                           "d_seconds_bucket{le=\"1\"} 3\nd_seconds_bucket{le=\"+Inf\"} 4\n"
                           "d_seconds_sum 2.002000001\nd_seconds_count 4\n");
    free(text);
    rw_metrics_free(metrics);
}
END_TEST

START_TEST(series__are_bounded_and_the_rest_counts_as_other)
{
    static const char *const labels[] = {"name"};
    rw_metrics *metrics = rw_metrics_new();
    rw_metric *counter = rw_metrics_add_counter(metrics, "e_total", "E.", labels, 1);
    for (int i = 0; i < RW_METRIC_SERIES_MAX + 7; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        const char *const values[] = {name};
        rw_metric_series_add(rw_metric_series_get(counter, values), 1);
    }
    static const char *const known[] = {"n0"};
    ck_assert_uint_eq(rw_metric_series_count(rw_metric_series_get(counter, known)), 1);
    char *text = text_of(metrics);
    ck_assert_ptr_nonnull(strstr(text, "e_total{name=\"other\"} 7\n"));
    ck_assert_ptr_null(strstr(text, "n1030"));
    free(text);
    rw_metrics_free(metrics);
}
END_TEST

START_TEST(register__refuses_too_many_labels_and_bounds)
{
    static const char *const labels[RW_METRIC_LABELS_MAX + 1] = {"a", "b", "c", "d", "e"};
    static const int64_t bounds[RW_METRIC_BOUNDS_MAX + 1] = {0};
    rw_metrics *metrics = rw_metrics_new();
    ck_assert_ptr_null(rw_metrics_add_counter(metrics, "f", "F.", labels, RW_METRIC_LABELS_MAX + 1));
    ck_assert_ptr_null(rw_metrics_add_histogram(metrics, "f", "F.", NULL, 0, bounds, RW_METRIC_BOUNDS_MAX + 1));
    rw_metrics_free(metrics);
    rw_metrics_free(NULL);
}
END_TEST

#define THREADS 4
#define ROUNDS 20000

static void *count_run(void *context)
{
    rw_metric *counter = context;
    static const char *const values[] = {"x"};
    for (int i = 0; i < ROUNDS; i++)
        rw_metric_series_add(rw_metric_series_get(counter, values), 1);
    return NULL;
}

START_TEST(count__loses_nothing_between_threads)
{
    static const char *const labels[] = {"name"};
    static const char *const values[] = {"x"};
    pthread_t threads[THREADS];
    rw_metrics *metrics = rw_metrics_new();
    rw_metric *counter = rw_metrics_add_counter(metrics, "g_total", "G.", labels, 1);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, count_run, counter), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(rw_metric_series_count(rw_metric_series_get(counter, values)), THREADS * ROUNDS);
    rw_metrics_free(metrics);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("metrics");
    tcase_add_test(cases, text__has_help_type_and_value_of_each_family);
    tcase_add_test(cases, text__escapes_label_values);
    tcase_add_test(cases, read__leaves_out_what_is_not_finite);
    tcase_add_test(cases, histogram__counts_each_bound_and_everything_below_it);
    tcase_add_test(cases, series__are_bounded_and_the_rest_counts_as_other);
    tcase_add_test(cases, register__refuses_too_many_labels_and_bounds);
    tcase_add_test(cases, count__loses_nothing_between_threads);
    return rw_test_suite_run(cases);
}
