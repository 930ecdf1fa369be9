#include "obs/metrics.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef enum rw_metric_kind {
    RW_METRIC_COUNTER,
    RW_METRIC_HISTOGRAM,
    RW_METRIC_READ,
    RW_METRIC_INFO
} rw_metric_kind;

struct rw_metric_series {
    rw_metric_series *next;
    const rw_metric *metric;
    char *labels; /* name="value",… as printed; "" without labels */
    atomic_uint_fast64_t count;
    atomic_uint_fast64_t sum_ns;
    atomic_uint_fast64_t buckets[RW_METRIC_BOUNDS_MAX]; /* each alone; summed up when written */
};

struct rw_metric {
    rw_metric *next;
    rw_metric_kind kind;
    const char *type;
    const char *name;
    const char *help;
    const char *labels[RW_METRIC_LABELS_MAX];
    size_t label_count;
    int64_t bounds_ns[RW_METRIC_BOUNDS_MAX];
    size_t bound_count;
    rw_metric_read *read;
    void *context;
    pthread_mutex_t *lock; /* the registry's; guards the list of series */
    rw_metric_series *first;
    rw_metric_series **last;
    size_t series_count;
    rw_metric_series *other; /* made with the family, listed once it is needed */
    bool other_listed;
};

struct rw_metrics {
    pthread_mutex_t lock;
    rw_metric *first;
    rw_metric **last;
};

rw_metrics *rw_metrics_new(void)
{
    rw_metrics *metrics = calloc(1, sizeof *metrics);
    if (metrics == NULL)
        return NULL;
    if (pthread_mutex_init(&metrics->lock, NULL) != 0) {
        free(metrics);
        return NULL;
    }
    metrics->last = &metrics->first;
    return metrics;
}

static void series_free(rw_metric_series *series)
{
    if (series == NULL)
        return;
    free(series->labels);
    free(series);
}

static void metric_free(rw_metric *metric)
{
    if (metric == NULL)
        return;
    while (metric->first != NULL) {
        rw_metric_series *next = metric->first->next;
        series_free(metric->first);
        metric->first = next;
    }
    if (!metric->other_listed)
        series_free(metric->other);
    free(metric);
}

void rw_metrics_free(rw_metrics *metrics)
{
    if (metrics == NULL)
        return;
    while (metrics->first != NULL) {
        rw_metric *next = metrics->first->next;
        metric_free(metrics->first);
        metrics->first = next;
    }
    pthread_mutex_destroy(&metrics->lock);
    free(metrics);
}

static void append_label_value(rw_buffer *out, const char *value)
{
    for (const char *at = value; *at != '\0'; at++) {
        if (*at == '\\')
            rw_buffer_append_text(out, "\\\\");
        else if (*at == '"')
            rw_buffer_append_text(out, "\\\"");
        else if (*at == '\n')
            rw_buffer_append_text(out, "\\n");
        else
            rw_buffer_append_char(out, *at);
    }
}

/* NULL without memory. values NULL stands for "other" in every label. */
static rw_metric_series *series_new(const rw_metric *metric, const char *const *values)
{
    rw_metric_series *series = calloc(1, sizeof *series);
    if (series == NULL)
        return NULL;
    rw_buffer text;
    rw_buffer_init(&text, 4096);
    for (size_t i = 0; i < metric->label_count; i++) {
        rw_buffer_append_format(&text, "%s%s=\"", i == 0 ? "" : ",", metric->labels[i]);
        append_label_value(&text, values == NULL ? "other" : values[i]);
        rw_buffer_append_char(&text, '"');
    }
    size_t length = 0;
    series->metric = metric;
    series->labels = rw_buffer_steal(&text, &length);
    rw_buffer_free(&text);
    if (series->labels == NULL) {
        free(series);
        return NULL;
    }
    return series;
}

static rw_metric *metric_add(rw_metrics *metrics, rw_metric_kind kind, const char *type, const char *name,
                             const char *help, const char *const *labels, size_t label_count)
{
    if (label_count > RW_METRIC_LABELS_MAX)
        return NULL;
    rw_metric *metric = calloc(1, sizeof *metric);
    if (metric == NULL)
        return NULL;
    metric->kind = kind;
    metric->type = type;
    metric->name = name;
    metric->help = help;
    for (size_t i = 0; i < label_count; i++)
        metric->labels[i] = labels[i];
    metric->label_count = label_count;
    metric->lock = &metrics->lock;
    metric->last = &metric->first;
    metric->other = series_new(metric, NULL);
    if (metric->other == NULL) {
        free(metric);
        return NULL;
    }
    *metrics->last = metric;
    metrics->last = &metric->next;
    return metric;
}

rw_metric *rw_metrics_add_counter(rw_metrics *metrics, const char *name, const char *help, const char *const *labels,
                                  size_t label_count)
{
    return metric_add(metrics, RW_METRIC_COUNTER, "counter", name, help, labels, label_count);
}

rw_metric *rw_metrics_add_histogram(rw_metrics *metrics, const char *name, const char *help,
                                    const char *const *labels, size_t label_count, const int64_t *bounds_ns,
                                    size_t bound_count)
{
    if (bound_count > RW_METRIC_BOUNDS_MAX)
        return NULL;
    rw_metric *metric = metric_add(metrics, RW_METRIC_HISTOGRAM, "histogram", name, help, labels, label_count);
    if (metric == NULL)
        return NULL;
    memcpy(metric->bounds_ns, bounds_ns, bound_count * sizeof *bounds_ns);
    metric->bound_count = bound_count;
    return metric;
}

bool rw_metrics_add_read(rw_metrics *metrics, rw_metric_read_kind kind, const char *name, const char *help,
                         rw_metric_read *read, void *context)
{
    rw_metric *metric = metric_add(metrics, RW_METRIC_READ, kind == RW_METRIC_READ_COUNTER ? "counter" : "gauge",
                                   name, help, NULL, 0);
    if (metric == NULL)
        return false;
    metric->read = read;
    metric->context = context;
    return true;
}

bool rw_metrics_add_info(rw_metrics *metrics, const char *name, const char *help, const char *const *labels,
                         const char *const *values, size_t label_count)
{
    rw_metric *metric = metric_add(metrics, RW_METRIC_INFO, "gauge", name, help, labels, label_count);
    return metric != NULL && rw_metric_series_get(metric, values) != metric->other;
}

static void list_append(rw_metric *metric, rw_metric_series *series)
{
    *metric->last = series;
    metric->last = &series->next;
}

rw_metric_series *rw_metric_series_get(rw_metric *metric, const char *const *values)
{
    rw_metric_series *wanted = series_new(metric, values);
    rw_metric_series *result = NULL;
    pthread_mutex_lock(metric->lock);
    if (wanted != NULL)
        for (rw_metric_series *at = metric->first; at != NULL && result == NULL; at = at->next)
            if (strcmp(at->labels, wanted->labels) == 0)
                result = at;
    if (result == NULL && wanted != NULL && metric->series_count < RW_METRIC_SERIES_MAX) {
        metric->series_count++;
        list_append(metric, wanted);
        result = wanted;
        wanted = NULL;
    }
    if (result == NULL) {
        if (!metric->other_listed)
            list_append(metric, metric->other);
        metric->other_listed = true;
        result = metric->other;
    }
    pthread_mutex_unlock(metric->lock);
    series_free(wanted);
    return result;
}

void rw_metric_series_add(rw_metric_series *series, uint64_t count)
{
    atomic_fetch_add_explicit(&series->count, count, memory_order_relaxed);
}

void rw_metric_series_observe(rw_metric_series *series, int64_t duration_ns)
{
    const rw_metric *metric = series->metric;
    const int64_t duration = duration_ns < 0 ? 0 : duration_ns;
    size_t bucket = 0;
    while (bucket < metric->bound_count && duration > metric->bounds_ns[bucket])
        bucket++;
    if (bucket < metric->bound_count)
        atomic_fetch_add_explicit(&series->buckets[bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&series->sum_ns, (uint64_t)duration, memory_order_relaxed);
    atomic_fetch_add_explicit(&series->count, 1, memory_order_relaxed);
}

uint64_t rw_metric_series_count(const rw_metric_series *series)
{
    return atomic_load_explicit(&series->count, memory_order_relaxed);
}

static void write_name(rw_buffer *out, const char *name, const char *suffix, const char *labels)
{
    rw_buffer_append_format(out, *labels == '\0' ? "%s%s " : "%s%s{%s} ", name, suffix, labels);
}

static void write_histogram(rw_buffer *out, const rw_metric *metric, const rw_metric_series *series)
{
    const char *comma = *series->labels == '\0' ? "" : ",";
    /* The total is read first: observations that arrive meanwhile may only make a bucket larger, and a bucket is
     * cut to the total, so that the buckets ascend and end at the count. */
    const uint64_t total = rw_metric_series_count(series);
    uint64_t running = 0;
    for (size_t i = 0; i < metric->bound_count; i++) {
        running += atomic_load_explicit(&series->buckets[i], memory_order_relaxed);
        rw_buffer_append_format(out, "%s_bucket{%s%sle=\"", metric->name, series->labels, comma);
        rw_buffer_append_number(out, (double)metric->bounds_ns[i] / 1e9);
        rw_buffer_append_text(out, "\"} ");
        rw_buffer_append_u64(out, running < total ? running : total);
        rw_buffer_append_char(out, '\n');
    }
    rw_buffer_append_format(out, "%s_bucket{%s%sle=\"+Inf\"} ", metric->name, series->labels, comma);
    rw_buffer_append_u64(out, total);
    rw_buffer_append_char(out, '\n');
    write_name(out, metric->name, "_sum", series->labels);
    rw_buffer_append_number(out, (double)atomic_load_explicit(&series->sum_ns, memory_order_relaxed) / 1e9);
    rw_buffer_append_char(out, '\n');
    write_name(out, metric->name, "_count", series->labels);
    rw_buffer_append_u64(out, total);
    rw_buffer_append_char(out, '\n');
}

static void write_series(rw_buffer *out, const rw_metric *metric, const rw_metric_series *series)
{
    if (metric->kind == RW_METRIC_HISTOGRAM) {
        write_histogram(out, metric, series);
        return;
    }
    write_name(out, metric->name, "", series->labels);
    rw_buffer_append_u64(out, metric->kind == RW_METRIC_INFO ? 1 : rw_metric_series_count(series));
    rw_buffer_append_char(out, '\n');
}

bool rw_metrics_write(const rw_metrics *metrics, rw_buffer *out)
{
    for (const rw_metric *metric = metrics->first; metric != NULL; metric = metric->next) {
        rw_buffer_append_format(out, "# HELP %s %s\n# TYPE %s %s\n", metric->name, metric->help, metric->name,
                                metric->type);
        if (metric->kind == RW_METRIC_READ) {
            const double value = metric->read(metric->context);
            if (isfinite(value)) {
                write_name(out, metric->name, "", "");
                rw_buffer_append_number(out, value);
                rw_buffer_append_char(out, '\n');
            }
            continue;
        }
        pthread_mutex_lock(metric->lock);
        for (const rw_metric_series *series = metric->first; series != NULL; series = series->next)
            write_series(out, metric, series);
        pthread_mutex_unlock(metric->lock);
    }
    return rw_buffer_ok(out);
}
