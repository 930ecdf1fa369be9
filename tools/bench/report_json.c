#include <math.h>

#include "goals.h"
#include "report.h"

/* ,"name":value */
static void member(rw_buffer *out, const char *name, double value)
{
    rw_buffer_append_format(out, ",\"%s\":", name);
    if (isfinite(value))
        rw_buffer_append_number(out, value);
    else
        rw_buffer_append_text(out, "null");
}

static void series_member(rw_buffer *out, const char *name, const rw_series *series)
{
    member(out, name, rw_series_median(series));
}

/* Begins an element of a list with its name; the names hold nothing that JSON would escape. */
static void begin(rw_buffer *out, size_t index, const char *name)
{
    rw_buffer_append_format(out, "%s{\"name\":\"%s\"", index > 0 ? ",\n" : "\n", name);
}

static void begin_list(rw_buffer *out, const char *name)
{
    rw_buffer_append_format(out, ",\n\"%s\":[", name);
}

static void append_http(const rw_result *result, rw_buffer *out)
{
    static const char *const names[RW_SIDES] = {"rootwarpd", "yardstick", "node"};
    begin_list(out, "http");
    for (size_t i = 0; i < result->row_count; i++) {
        const rw_row *row = &result->rows[i];
        begin(out, i, row->name);
        rw_buffer_append_format(out, ",\"connections\":%zu,\"items\":%u,\"answer_bytes\":%zu,\"failures\":%llu",
                                row->connections, row->items, row->answer_bytes, (unsigned long long)row->failures);
        for (size_t side = 0; side < RW_SIDES; side++) {
            const rw_side *of = &row->sides[side];
            if (of->rate.count == 0)
                continue;
            rw_buffer_append_format(out, ",\"%s\":{\"rounds\":%zu", names[side], of->rate.count);
            series_member(out, "answers_per_second", &of->rate);
            series_member(out, "cpu_seconds_per_100k", &of->cpu);
            member(out, "items_per_core_second", row->items * 1e5 / rw_series_median(&of->cpu));
            series_member(out, "user_seconds_per_100k", &of->user);
            series_member(out, "p50_us", &of->p50);
            series_member(out, "p99_us", &of->p99);
            series_member(out, "p999_us", &of->p999);
            rw_buffer_append_char(out, '}');
        }
        series_member(out, "cpu_ratio", &row->cpu_ratio);
        series_member(out, "p99_ratio", &row->p99_ratio);
        series_member(out, "cpu_of_item_against_reach", &row->item_ratio);
        series_member(out, "node_cpu_ratio", &row->peer_ratio);
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_char(out, ']');
}

static void append_core(const rw_result *result, rw_buffer *out)
{
    begin_list(out, "core");
    for (size_t i = 0; i < result->core_count; i++) {
        begin(out, i, result->core[i].name);
        series_member(out, "nanoseconds", &result->core[i].nanoseconds);
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_char(out, ']');
}

static void append_scaling(const rw_result *result, rw_buffer *out)
{
    begin_list(out, "threads");
    for (size_t i = 0; i < result->scaling_count; i++) {
        const rw_scaling_row *row = &result->scaling[i];
        begin(out, i, row->name);
        series_member(out, "one_items_per_second", &row->one);
        series_member(out, "two_items_per_second", &row->two);
        series_member(out, "ratio", &row->ratio);
        series_member(out, "items_per_core_ratio", &row->work);
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_char(out, ']');
}

static void append_counts(const rw_result *result, rw_buffer *out)
{
    begin_list(out, "counts");
    for (size_t i = 0; i < result->count_count; i++) {
        begin(out, i, result->counts[i].name);
        member(out, "rootwarpd", result->counts[i].daemon);
        member(out, "yardstick", result->counts[i].yardstick);
        rw_buffer_append_format(out, ",\"detail\":\"%s\"}", result->counts[i].detail);
    }
    rw_buffer_append_char(out, ']');
}

static void append_starts(const rw_result *result, rw_buffer *out)
{
    begin_list(out, "starts");
    for (size_t i = 0; i < result->start_count; i++) {
        const rw_start_row *row = &result->starts[i];
        rw_buffer_append_format(out, "%s{\"clips\":%u,\"profiles\":%u", i > 0 ? ",\n" : "\n", row->clips, row->profiles);
        series_member(out, "seconds", &row->seconds);
        series_member(out, "cpu_seconds", &row->cpu);
        series_member(out, "resident_bytes", &row->resident);
        series_member(out, "peak_bytes", &row->peak);
        member(out, "sample_bytes", row->sample_bytes);
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_char(out, ']');
}

static void append_writes(const rw_result *result, rw_buffer *out)
{
    begin_list(out, "writes");
    for (size_t i = 0; i < result->write_count; i++) {
        rw_buffer_append_format(out, "%s{\"profiles\":%u", i > 0 ? ",\n" : "\n", result->writes[i].profiles);
        member(out, "microseconds", result->writes[i].microseconds);
        member(out, "cpu_microseconds", result->writes[i].cpu);
        rw_buffer_append_char(out, '}');
    }
    rw_buffer_append_char(out, ']');
}

static void append_goals(const rw_result *result, rw_buffer *out)
{
    rw_goal goals[RW_GOALS_MAX];
    const size_t count = rw_goals_fill(result, goals);
    begin_list(out, "goals");
    for (size_t i = 0; i < count; i++) {
        const bool known = isfinite(goals[i].figure);
        begin(out, i, goals[i].what);
        member(out, goals[i].at_least ? "at_least" : "at_most", goals[i].bound);
        member(out, "figure", goals[i].figure);
        rw_buffer_append_format(out, ",\"unit\":\"%s\",\"met\":%s}", goals[i].unit,
                                !known ? "null" : rw_goal_met(&goals[i]) ? "true" : "false");
    }
    rw_buffer_append_char(out, ']');
}

void rw_report_json(const rw_result *result, rw_buffer *out)
{
    rw_buffer_append_format(out, "{\"rounds\":%u,\"processors\":%d,\"pinned\":%s,\"yardstick\":%s,\"node\":%s",
                            result->rounds, result->processors, result->pinned ? "true" : "false",
                            result->has_yardstick ? "true" : "false", result->has_peer ? "true" : "false");
    member(out, "seconds", result->seconds);
    member(out, "load_average", result->load_average);
    member(out, "took_seconds", result->took);
    append_http(result, out);
    append_core(result, out);
    append_scaling(result, out);
    append_counts(result, out);
    append_starts(result, out);
    append_writes(result, out);
    append_goals(result, out);
    rw_buffer_append_text(out, "}\n");
}
