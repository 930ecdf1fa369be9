#include "report.h"

#include <math.h>

#include "goals.h"

enum { CELL_ROOM = 32 };

/* Prints a cell, right-aligned; "-" where there is no value. */
static void cell(FILE *out, int width, int digits, double value)
{
    char text[CELL_ROOM] = "-";
    if (isfinite(value))
        snprintf(text, sizeof text, "%.*f", digits, value);
    fprintf(out, "  %*s", width, text);
}

static void series_cell(FILE *out, int width, int digits, const rw_series *series)
{
    cell(out, width, digits, rw_series_median(series));
}

static void print_side(const rw_row *row, rw_side_id id, const char *name, FILE *out)
{
    const rw_side *side = &row->sides[id];
    const double cpu = rw_series_median(&side->cpu), rate = rw_series_median(&side->rate);
    fprintf(out, "%-22s  %5zu  %-9s", id == RW_SIDE_DAEMON ? row->name : "", row->connections, name);
    cell(out, 9, 0, rate);
    cell(out, 10, 0, row->items / cpu * 1e5);
    cell(out, 8, 3, cpu);
    series_cell(out, 8, 3, &side->user);
    series_cell(out, 8, 0, &side->p50);
    series_cell(out, 8, 0, &side->p99);
    series_cell(out, 8, 0, &side->p999);
    if (id == RW_SIDE_DAEMON) {
        series_cell(out, 9, 3, &row->cpu_ratio);
        series_cell(out, 9, 2, &row->p99_ratio);
        series_cell(out, 8, 3, &row->item_ratio);
        series_cell(out, 6, 1, &row->peer_ratio);
        if (row->failures > 0)
            fprintf(out, "  %llu answers were not 200", (unsigned long long)row->failures);
    }
    fputc('\n', out);
}

static void print_http(const rw_result *result, FILE *out)
{
    static const char *const names[RW_SIDES] = {"rootwarpd", "yardstick", "node"};
    fprintf(out, "\n%-22s  %5s  %-9s  %9s  %10s  %8s  %8s  %8s  %8s  %8s  %9s  %9s  %8s  %6s\n", "over HTTP", "conns",
            "server", "answers/s", "items/core", "CPU/100k", "user", "p50 us", "p99 us", "p99.9 us", "CPU ratio",
            "p99 ratio", "of reach", "node");
    for (size_t i = 0; i < result->row_count; i++)
        for (size_t side = 0; side < RW_SIDES; side++)
            if (result->rows[i].sides[side].rate.count > 0)
                print_side(&result->rows[i], (rw_side_id)side, names[side], out);
}

static void print_core(const rw_result *result, FILE *out)
{
    fprintf(out, "\n%-30s  %10s\n", "core alone", "ns");
    for (size_t i = 0; i < result->core_count; i++) {
        fprintf(out, "%-30s", result->core[i].name);
        series_cell(out, 10, 1, &result->core[i].nanoseconds);
        fputc('\n', out);
    }
}

static void print_scaling(const rw_result *result, FILE *out)
{
    fprintf(out, "\n%-30s  %12s  %12s  %8s  %16s\n", "threads", "one: items/s", "two: items/s", "ratio",
            "items/core ratio");
    for (size_t i = 0; i < result->scaling_count; i++) {
        const rw_scaling_row *row = &result->scaling[i];
        fprintf(out, "%-30s", row->name);
        series_cell(out, 12, 0, &row->one);
        series_cell(out, 12, 0, &row->two);
        series_cell(out, 8, 2, &row->ratio);
        series_cell(out, 16, 2, &row->work);
        fputc('\n', out);
    }
}

static void print_counts(const rw_result *result, FILE *out)
{
    fprintf(out, "\n%-30s  %12s  %12s\n", "for each answer", "rootwarpd", "yardstick");
    for (size_t i = 0; i < result->count_count; i++) {
        const rw_count_row *row = &result->counts[i];
        const int digits = i < RW_COUNT_ALLOCATIONS_REACH ? 0 : 2;
        fprintf(out, "%-30s", row->name);
        cell(out, 12, digits, row->daemon);
        cell(out, 12, digits, row->yardstick);
        fprintf(out, "  %s\n", row->detail);
    }
}

static void print_starts(const rw_result *result, FILE *out)
{
    fprintf(out, "\n%8s  %8s  %9s  %9s  %12s  %12s  %16s\n", "clips", "profiles", "start s", "CPU s", "resident MB",
            "peak MB", "of sample bytes");
    for (size_t i = 0; i < result->start_count; i++) {
        const rw_start_row *row = &result->starts[i];
        const double resident = rw_series_median(&row->resident);
        fprintf(out, "%8u  %8u", row->clips, row->profiles);
        series_cell(out, 9, 3, &row->seconds);
        series_cell(out, 9, 3, &row->cpu);
        cell(out, 12, 1, resident / 1e6);
        cell(out, 12, 1, rw_series_median(&row->peak) / 1e6);
        cell(out, 16, 2, row->sample_bytes > 0 ? resident / row->sample_bytes : (double)NAN);
        fputc('\n', out);
    }
}

static void print_writes(const rw_result *result, FILE *out)
{
    fprintf(out, "\n%-30s  %10s  %10s\n", "a PUT with so many profiles", "median us", "CPU us");
    for (size_t i = 0; i < result->write_count; i++) {
        fprintf(out, "%-30u", result->writes[i].profiles);
        cell(out, 10, 0, result->writes[i].microseconds);
        cell(out, 10, 0, result->writes[i].cpu);
        fputc('\n', out);
    }
}

static void print_goals(const rw_result *result, FILE *out)
{
    rw_goal goals[RW_GOALS_MAX];
    const size_t count = rw_goals_fill(result, goals);
    fprintf(out, "\n%-82s  %18s  %12s  %s\n", "goal", "to be", "is", "");
    for (size_t i = 0; i < count; i++) {
        const rw_goal *goal = &goals[i];
        char bound[48], figure[CELL_ROOM] = "-";
        if (isnan(goal->figure))
            continue;
        const int digits = goal->figure < 10 ? 3 : goal->figure < 1000 ? 1 : 0;
        snprintf(bound, sizeof bound, "%s %g%s%s", goal->at_least ? "at least" : "at most", goal->bound,
                 goal->unit[0] != '\0' ? " " : "", goal->unit);
        snprintf(figure, sizeof figure, "%.*f", digits, goal->figure);
        fprintf(out, "%-82s  %18s  %12s  %s\n", goal->what, bound, figure, rw_goal_met(goal) ? "met" : "not met");
    }
}

void rw_report_table(const rw_result *result, FILE *out)
{
    fprintf(out, "%u round%s of %g s a row and server, medians; %d processor%s, %s; load average before the run %.2f; "
                 "took %.0f s\n",
            result->rounds, result->rounds == 1 ? "" : "s", result->seconds, result->processors,
            result->processors == 1 ? "" : "s", result->pinned ? "load and server on one each" : "not pinned",
            result->load_average, result->took);
    if (result->row_count > 0)
        print_http(result, out);
    if (result->core_count > 0)
        print_core(result, out);
    if (result->scaling_count > 0)
        print_scaling(result, out);
    if (result->count_count > 0)
        print_counts(result, out);
    if (result->start_count > 0)
        print_starts(result, out);
    if (result->write_count > 0)
        print_writes(result, out);
    print_goals(result, out);
}
