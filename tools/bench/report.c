#include "report.h"

#include <math.h>

enum { CELL_ROOM = 32 };

/* Prints a cell, right-aligned; "-" where there is no value. */
static void cell(FILE *out, int width, int digits, double value)
{
    char text[CELL_ROOM] = "-";
    if (!isnan(value))
        snprintf(text, sizeof text, "%.*f", digits, value);
    fprintf(out, "  %*s", width, text);
}

static void print_http(const rw_result *result, FILE *out)
{
    fprintf(out, "%-26s  %5s  %8s  %9s  %9s  %8s  %8s  %9s  %6s  %8s  %8s  %8s  %9s  %8s\n", "daemon, one thread",
            "conns", "bytes", "answers/s", "items/s", "CPU/100k", "user", "yardstick", "ratio", "p50 us", "p99 us",
            "p99.9 us", "p99 ratio", "failures");
    for (size_t i = 0; i < result->row_count; i++) {
        const rw_row *row = &result->rows[i];
        const double rate = rw_series_median(&row->rate);
        fprintf(out, "%-26s  %5zu  %8zu", row->name, row->connections, row->answer_bytes);
        cell(out, 9, 0, rate);
        cell(out, 9, 0, rate * row->items);
        cell(out, 8, 3, rw_series_median(&row->cpu));
        cell(out, 8, 3, rw_series_median(&row->user));
        cell(out, 9, 3, rw_series_median(&row->yardstick_cpu));
        cell(out, 6, 2, rw_series_median(&row->cpu_ratio));
        cell(out, 8, 0, rw_series_median(&row->p50));
        cell(out, 8, 0, rw_series_median(&row->p99));
        cell(out, 8, 0, rw_series_median(&row->p999));
        cell(out, 9, 2, rw_series_median(&row->p99_ratio));
        fprintf(out, "  %8llu\n", (unsigned long long)row->failures);
    }
}

void rw_report_table(const rw_result *result, FILE *out)
{
    fprintf(out, "%u round%s of %g s a row, medians; %d processor%s, %s; load average before the run ", result->rounds,
            result->rounds == 1 ? "" : "s", result->seconds, result->processors, result->processors == 1 ? "" : "s",
            result->pinned ? "load and server on one each" : "not pinned");
    cell(out, 0, 2, result->load_average);
    fprintf(out, "\nCPU: seconds of the server for 100,000 answers.%s\n\n",
            result->has_yardstick ? "" : " There is no yardstick beside this program: no ratios.");
    print_http(result, out);
    fprintf(out, "\n%-26s  %10s\n", "core alone", "ns");
    for (size_t i = 0; i < RW_CORE_ROWS; i++) {
        fprintf(out, "%-26s", result->core[i].name);
        cell(out, 10, 1, rw_series_median(&result->core[i].nanoseconds));
        fputc('\n', out);
    }
    fprintf(out, "\n%-26s  %10s  %12s  %12s\n", "daemon, profiles stored", "start ms", "resident MB", "peak MB");
    for (size_t i = 0; i < result->start_count; i++) {
        const rw_start_row *row = &result->starts[i];
        fprintf(out, "%-26u", row->profiles);
        cell(out, 10, 1, rw_series_median(&row->milliseconds));
        cell(out, 12, 1, rw_series_median(&row->resident) / 1e6);
        cell(out, 12, 1, rw_series_median(&row->peak) / 1e6);
        fputc('\n', out);
    }
}

/* ,"name":value */
static void member(rw_buffer *out, const char *name, double value)
{
    rw_buffer_append_format(out, ",\"%s\":", name);
    if (isfinite(value))
        rw_buffer_append_number(out, value);
    else
        rw_buffer_append_text(out, "null");
}

static void append_row(rw_buffer *out, const rw_row *row)
{
    const double rate = rw_series_median(&row->rate);
    rw_buffer_append_format(out, "{\"name\":\"%s\",\"connections\":%zu,\"answer_bytes\":%zu,\"failures\":%llu",
                            row->name, row->connections, row->answer_bytes, (unsigned long long)row->failures);
    member(out, "answers_per_second", rate);
    member(out, "items_per_second", rate * row->items);
    member(out, "cpu_seconds_per_100k", rw_series_median(&row->cpu));
    member(out, "user_seconds_per_100k", rw_series_median(&row->user));
    member(out, "yardstick_cpu_seconds_per_100k", rw_series_median(&row->yardstick_cpu));
    member(out, "cpu_ratio", rw_series_median(&row->cpu_ratio));
    member(out, "p50_us", rw_series_median(&row->p50));
    member(out, "p99_us", rw_series_median(&row->p99));
    member(out, "p999_us", rw_series_median(&row->p999));
    member(out, "yardstick_p99_us", rw_series_median(&row->yardstick_p99));
    member(out, "p99_ratio", rw_series_median(&row->p99_ratio));
    rw_buffer_append_char(out, '}');
}

void rw_report_json(const rw_result *result, rw_buffer *out)
{
    rw_buffer_append_format(out, "{\"rounds\":%u,\"processors\":%d,\"pinned\":%s,\"yardstick\":%s", result->rounds,
                            result->processors, result->pinned ? "true" : "false",
                            result->has_yardstick ? "true" : "false");
    member(out, "seconds", result->seconds);
    member(out, "load_average", result->load_average);
    rw_buffer_append_text(out, ",\"http\":[");
    for (size_t i = 0; i < result->row_count; i++) {
        rw_buffer_append_text(out, i > 0 ? ",\n" : "\n");
        append_row(out, &result->rows[i]);
    }
    rw_buffer_append_text(out, "],\n\"core\":[");
    for (size_t i = 0; i < RW_CORE_ROWS; i++) {
        rw_buffer_append_format(out, "%s{\"name\":\"%s\"", i > 0 ? ",\n" : "\n", result->core[i].name);
        member(out, "nanoseconds", rw_series_median(&result->core[i].nanoseconds));
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_text(out, "],\n\"start\":[");
    for (size_t i = 0; i < result->start_count; i++) {
        const rw_start_row *row = &result->starts[i];
        rw_buffer_append_format(out, "%s{\"profiles\":%u", i > 0 ? ",\n" : "\n", row->profiles);
        member(out, "milliseconds", rw_series_median(&row->milliseconds));
        member(out, "resident_bytes", rw_series_median(&row->resident));
        member(out, "peak_bytes", rw_series_median(&row->peak));
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_text(out, "]}\n");
}
