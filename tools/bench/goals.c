#include "goals.h"

#include <math.h>

enum { MANY_CLIPS = 20000 };

#define NONE ((double)NAN)

bool rw_goal_met(const rw_goal *goal)
{
    return goal->at_least ? goal->figure >= goal->bound : goal->figure <= goal->bound;
}

typedef struct rw_goal_list {
    rw_goal *goals;
    size_t count;
} rw_goal_list;

static void at_most(rw_goal_list *list, const char *what, double bound, const char *unit, double figure)
{
    list->goals[list->count++] = (rw_goal){what, bound, false, figure, unit};
}

static void at_least(rw_goal_list *list, const char *what, double bound, const char *unit, double figure)
{
    list->goals[list->count++] = (rw_goal){what, bound, true, figure, unit};
}

static const rw_series nothing = {.count = 0};

#define SERIES(row, member) ((row) != NULL ? &(row)->member : &nothing)

/* Items for a second of the daemon's processor time. */
static double items_a_core(const rw_row *row)
{
    return row != NULL ? row->items * 1e5 / rw_series_median(&row->sides[RW_SIDE_DAEMON].cpu) : NONE;
}

static void add_http(rw_goal_list *list, const rw_result *result)
{
    const rw_row *reach = rw_result_row(result, RW_ROW_REACH), *phases = rw_result_row(result, RW_ROW_PHASES);
    const rw_row *half = rw_result_row(result, RW_ROW_HALF_LOAD), *hot = rw_result_row(result, RW_ROW_HOT);
    const rw_row *batch = rw_result_row(result, RW_ROW_BATCH);
    at_most(list, "CPU of a reach resolve, 16 connections, against the yardstick", 1.15, "",
            rw_series_median(SERIES(reach, cpu_ratio)));
    at_most(list, "CPU of a three-phase resolve, 16 connections, against the yardstick", 1.3, "",
            rw_series_median(SERIES(phases, cpu_ratio)));
    at_least(list, "batch of 1000: items a second and core", 450000, "", items_a_core(batch));
    at_least(list, "the same against single reach resolves", 5, "",
             batch != NULL ? 1 / rw_series_median(&batch->item_ratio) : NONE);
    at_least(list, "the same against Node", 6, "", rw_series_median(SERIES(batch, peer_ratio)));
    at_most(list, "p99 at 16 connections and half load, against the yardstick", 1.25, "",
            rw_series_median(SERIES(half, p99_ratio)));
    at_most(list, "CPU of a resolve over 100 hot profiles of 50,000, against 10", 1.05, "",
            rw_series_median(SERIES(hot, item_ratio)));
}

static double counted(const rw_result *result, rw_count_id id)
{
    return result->count_count > 0 ? result->counts[id].daemon : NONE;
}

static void add_counts(rw_goal_list *list, const rw_result *result)
{
    at_most(list, "allocations of a reach resolve beyond libmicrohttpd's", 2, "",
            counted(result, RW_COUNT_ALLOCATIONS_REACH));
    at_most(list, "the same, batch of 100", 2, "", counted(result, RW_COUNT_ALLOCATIONS_BATCH_100));
    at_most(list, "the same, batch of 1000", 2, "", counted(result, RW_COUNT_ALLOCATIONS_BATCH_1000));
    at_most(list, "instructions of a reach resolve, codec and solver, game numbers", 30000, "",
            counted(result, RW_COUNT_INSTRUCTIONS_REACH));
}

static void add_core(rw_goal_list *list, const rw_result *result)
{
    static const struct {
        const char *what;
        double bound;
        size_t row;
    } goals[] = {{"core: a reach resolve", 150, 0}, {"core: a resolve of one phase", 300, 1},
                 {"core: a trajectory sample", 60, 3}};
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
        at_most(list, goals[i].what, goals[i].bound, "ns",
                result->core_count > 0 ? rw_series_median(&result->core[goals[i].row].nanoseconds) : NONE);
}

static void add_scaling(rw_goal_list *list, const rw_result *result)
{
    const bool measured = result->scaling_count > 0;
    at_least(list, "two threads against one, in process", 1.7, "",
             measured ? rw_series_median(&result->scaling[RW_SCALING_INSIDE].ratio) : NONE);
    at_least(list, "two threads against one over HTTP, batch of 1000", 1.5, "",
             measured ? rw_series_median(&result->scaling[RW_SCALING_BATCH].ratio) : NONE);
}

static void add_start(rw_goal_list *list, const rw_result *result)
{
    double memory = NONE, seconds = NONE, resident = NONE;
    /* Few clips say nothing: the process itself takes more than they. */
    if (result->start_count > 0 && result->starts[RW_START_CLIPS].clips >= MANY_CLIPS) {
        const rw_start_row *clips = &result->starts[RW_START_CLIPS], *all = &result->starts[RW_START_ALL];
        memory = rw_series_median(&clips->resident) / clips->sample_bytes;
        seconds = rw_series_median(&all->seconds);
        resident = rw_series_median(&all->resident) / (1 << 20);
    }
    at_most(list, "memory of the whole daemon with 20,000 clips of 2 s, against their sample bytes", 2.2, "", memory);
    at_most(list, "start on 20,000 clips and 50,000 profiles", 5, "s", seconds);
    at_most(list, "memory then", 1024, "MiB", resident);
}

size_t rw_goals_fill(const rw_result *result, rw_goal goals[RW_GOALS_MAX])
{
    rw_goal_list list = {.goals = goals};
    add_http(&list, result);
    add_counts(&list, result);
    add_core(&list, result);
    add_scaling(&list, result);
    add_start(&list, result);
    return list.count;
}
