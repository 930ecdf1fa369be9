/*
 * A registry of metrics and their text form (Prometheus exposition format 0.0.4).
 *
 * Families are registered while the process starts, on one thread. After that any thread may look up series, count
 * and observe; counting is one atomic addition. How many series a family may have is bounded: past the bound, new
 * label values are counted together under the value "other", so that no client can make the registry grow.
 */
#ifndef RW_OBS_METRICS_H
#define RW_OBS_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

#define RW_METRICS_CONTENT_TYPE "text/plain; version=0.0.4; charset=utf-8"
#define RW_METRIC_LABELS_MAX 4
#define RW_METRIC_BOUNDS_MAX 24
#define RW_METRIC_SERIES_MAX 1024 /* a family; the series "other" comes on top */

typedef struct rw_metrics rw_metrics;
typedef struct rw_metric rw_metric;               /* a family: one name, one help text */
typedef struct rw_metric_series rw_metric_series; /* one combination of label values */

/* Returns NULL without memory. */
rw_metrics *rw_metrics_new(void);

/* Takes NULL. No other thread may use the registry or anything it gave out. */
void rw_metrics_free(rw_metrics *metrics);

/* Registers a family of counters. Names, help and labels are borrowed for the registry's life and must be valid
 * metric and label names. NULL without memory or with more labels than RW_METRIC_LABELS_MAX. */
rw_metric *rw_metrics_add_counter(rw_metrics *metrics, const char *name, const char *help, const char *const *labels,
                                  size_t label_count);

/* The same for histograms of durations. bounds_ns: upper bounds of the buckets in nanoseconds, ascending, at most
 * RW_METRIC_BOUNDS_MAX; they are copied and shown in seconds. */
rw_metric *rw_metrics_add_histogram(rw_metrics *metrics, const char *name, const char *help,
                                    const char *const *labels, size_t label_count, const int64_t *bounds_ns,
                                    size_t bound_count);

/* Reads a value while the text is written, on the thread that writes it. A result that is not finite is left out. */
typedef double rw_metric_read(void *context);

typedef enum rw_metric_read_kind { RW_METRIC_READ_GAUGE, RW_METRIC_READ_COUNTER } rw_metric_read_kind;

/* Registers a single value that is read on demand. */
bool rw_metrics_add_read(rw_metrics *metrics, rw_metric_read_kind kind, const char *name, const char *help,
                         rw_metric_read *read, void *context);

/* Registers a gauge that is always 1 and carries its facts as labels. The values are copied. */
bool rw_metrics_add_info(rw_metrics *metrics, const char *name, const char *help, const char *const *labels,
                         const char *const *values, size_t label_count);

/* The series with these label values, as many as the family has labels; made on first use. It lives as long as the
 * registry. Takes a lock: look hot series up once and keep them. Never NULL: without memory it is "other". */
rw_metric_series *rw_metric_series_get(rw_metric *metric, const char *const *values);

void rw_metric_series_add(rw_metric_series *series, uint64_t count);
void rw_metric_series_observe(rw_metric_series *series, int64_t duration_ns);

/* Current count of a counter, or number of observations of a histogram. */
uint64_t rw_metric_series_count(const rw_metric_series *series);

/* Appends every family, in the order of registration. Returns whether the buffer is still sound. */
bool rw_metrics_write(const rw_metrics *metrics, rw_buffer *out);

#endif
