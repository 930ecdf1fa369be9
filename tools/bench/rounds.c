#include "rounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "core.h"
#include "documents.h"
#include "workload.h"

enum { HOT = 100, FEW = 10, WORKLOADS_MAX = 12 };

#define WARM_PART 0.1    /* of the time measured, before it */
#define CORE_SECONDS 0.1 /* at most, for each of the core's rows */

typedef struct rw_plan {
    size_t workload;
    bool half_load; /* requests come at half the rate that the row `reach` at 16 connections reached in this round */
} rw_plan;

typedef struct rw_bench {
    const rw_rounds_options *options;
    rw_result *result;
    int load_processor, server_processor;
    rw_catalogue catalogues[RW_CATALOGUES_MAX];
    size_t catalogue_count;
    rw_workload workloads[WORKLOADS_MAX];
    size_t catalogue_of[WORKLOADS_MAX];
    size_t workload_count;
    rw_plan plans[RW_ROWS_MAX];
    double reach_rate;
} rw_bench;

static const char *const core_names[RW_CORE_ROWS] = {"reach resolve", "resolve of one phase", "resolve of three phases",
                                                     "trajectory sample"};

/* Adds a workload; its index. A failure shows when it is prepared. */
static size_t add_workload(rw_bench *bench, size_t catalogue, rw_workload_kind kind, unsigned spread, unsigned items)
{
    const size_t index = bench->workload_count++;
    bench->catalogue_of[index] = catalogue;
    if (!rw_workload_make(kind, spread, items, &bench->workloads[index]))
        rw_workload_free(&bench->workloads[index]);
    return index;
}

static void add_row(rw_bench *bench, const char *name, size_t workload, size_t connections, bool half_load)
{
    rw_row *row = &bench->result->rows[bench->result->row_count];
    bench->plans[bench->result->row_count++] = (rw_plan){workload, half_load};
    snprintf(row->name, sizeof row->name, "%s", name);
    row->connections = connections;
    row->items = bench->workloads[workload].items;
}

static void plan(rw_bench *bench)
{
    static const size_t connections[] = {16, 1, 64};
    const size_t steps = sizeof connections / sizeof *connections;
    char name[48];
    const size_t reach = add_workload(bench, 0, RW_WORKLOAD_REACH, FEW, 1);
    add_row(bench, "reach", reach, connections[0], false);
    for (size_t i = 1; i < bench->catalogue_count; i++) {
        const unsigned profiles = bench->catalogues[i].profiles, hot = profiles < HOT ? profiles : HOT;
        snprintf(name, sizeof name, "reach, %u of %u", hot, profiles);
        add_row(bench, name, add_workload(bench, i, RW_WORKLOAD_REACH, hot, 1), 16, false);
        snprintf(name, sizeof name, "reach, any of %u", profiles);
        add_row(bench, name, add_workload(bench, i, RW_WORKLOAD_RANDOM, profiles, 1), 16, false);
    }
    for (size_t i = 1; i < steps; i++)
        add_row(bench, "reach", reach, connections[i], false);
    add_row(bench, "reach at half load", reach, 16, true);
    const size_t phases = add_workload(bench, 0, RW_WORKLOAD_PHASES, RW_DOCUMENT_PHASE_PROFILES, 1);
    for (size_t i = 0; i < steps; i++)
        add_row(bench, "three phases", phases, connections[i], false);
    add_row(bench, "batch of 100", add_workload(bench, 0, RW_WORKLOAD_BATCH, FEW, 100), 4, false);
    add_row(bench, "batch of 1000", add_workload(bench, 0, RW_WORKLOAD_BATCH, FEW, 1000), 4, false);
    add_row(bench, "trajectory at 60 Hz", add_workload(bench, 0, RW_WORKLOAD_TRAJECTORY, FEW, 1), 16, false);
}

static void set_up_catalogues(rw_bench *bench)
{
    const rw_rounds_options *options = bench->options;
    for (size_t i = 0; i < RW_CATALOGUES_MAX; i++) {
        if (options->profiles[i] == 0)
            continue;
        rw_catalogue *catalogue = &bench->catalogues[bench->catalogue_count];
        catalogue->profiles = options->profiles[i];
        catalogue->folder = options->folder;
        catalogue->program = options->daemon;
        catalogue->processor = bench->server_processor;
        snprintf(catalogue->data, sizeof catalogue->data, "%.900s/data-%u", options->folder, catalogue->profiles);
        bench->catalogue_count++;
    }
    bench->result->start_count = bench->catalogue_count;
}

static bool fill(rw_bench *bench)
{
    for (size_t i = 0; i < bench->catalogue_count; i++) {
        rw_catalogue *catalogue = &bench->catalogues[i];
        const unsigned wanted = catalogue->profiles;
        fprintf(stderr, "storing %u profiles\n", wanted);
        if (!rw_catalogue_start(catalogue) || !rw_catalogue_fill(catalogue, bench->options->fill_seconds))
            return false;
        if (catalogue->profiles < wanted)
            fprintf(stderr, "stored %u of them in %g s, and go on with those\n", catalogue->profiles,
                    bench->options->fill_seconds);
        bench->result->starts[i].profiles = catalogue->profiles;
    }
    return true;
}

/* Looks that all that will be asked is answered, and starts the yardsticks. */
static bool prepare(rw_bench *bench)
{
    for (size_t i = 0; i < bench->workload_count; i++) {
        rw_workload *workload = &bench->workloads[i];
        if (workload->requests == NULL) {
            fputs("rootwarp-bench: no memory for the requests\n", stderr);
            return false;
        }
        if (!rw_workload_prepare(workload, bench->catalogues[bench->catalogue_of[i]].child.port,
                                 bench->options->yardstick, bench->options->folder, bench->server_processor))
            return false;
    }
    for (size_t i = 0; i < bench->result->row_count; i++)
        bench->result->rows[i].answer_bytes = bench->workloads[bench->plans[i].workload].answer_bytes;
    return true;
}

typedef struct rw_measure {
    rw_load_result load;
    double cpu, user; /* seconds for 100,000 answers */
} rw_measure;

static bool measure(const rw_load_job *job, const rw_child *server, rw_measure *measured)
{
    rw_load_job warm = *job;
    rw_usage before, after;
    rw_measure made;
    warm.seconds *= WARM_PART;
    const char *broken = rw_load_run(&warm, &made.load);
    bool known = rw_child_usage(server, &before);
    if (broken == NULL)
        broken = rw_load_run(job, &made.load);
    known = rw_child_usage(server, &after) && known;
    if (broken != NULL || !known) {
        fprintf(stderr, "rootwarp-bench: %s\n", broken != NULL ? broken : "the kernel does not say what a server used");
        return false;
    }
    const double hundred_thousands = (double)made.load.answers / 1e5;
    made.cpu = (after.cpu - before.cpu) / hundred_thousands;
    made.user = (after.user - before.user) / hundred_thousands;
    *measured = made;
    return true;
}

static bool run_row(rw_bench *bench, size_t index, bool yardstick_first)
{
    rw_row *row = &bench->result->rows[index];
    const rw_plan *planned = &bench->plans[index];
    const rw_workload *workload = &bench->workloads[planned->workload];
    const rw_child *servers[2] = {&bench->catalogues[bench->catalogue_of[planned->workload]].child,
                                  &workload->yardstick};
    const rw_measure nothing = {.load = {.p50 = NAN, .p99 = NAN, .p999 = NAN}, .cpu = NAN, .user = NAN};
    rw_measure measured[2] = {nothing, nothing};
    rw_load_job job = {.connections = row->connections,
                       .requests = workload->requests,
                       .request_count = workload->count,
                       .seconds = bench->options->seconds,
                       .rate = planned->half_load ? bench->reach_rate / 2 : 0};
    for (size_t turn = 0; turn < 2; turn++) {
        const size_t which = yardstick_first ? 1 - turn : turn;
        if (servers[which]->pid == 0)
            continue;
        job.port = servers[which]->port;
        if (!measure(&job, servers[which], &measured[which]))
            return false;
        row->failures += measured[which].load.failures;
    }
    const rw_load_result *load = &measured[0].load;
    const double rate = (double)load->answers / load->seconds;
    if (index == 0)
        bench->reach_rate = rate;
    rw_series_add(&row->rate, rate);
    rw_series_add(&row->cpu, measured[0].cpu);
    rw_series_add(&row->user, measured[0].user);
    rw_series_add(&row->p50, load->p50);
    rw_series_add(&row->p99, load->p99);
    rw_series_add(&row->p999, load->p999);
    rw_series_add(&row->yardstick_cpu, measured[1].cpu);
    rw_series_add(&row->yardstick_p99, measured[1].load.p99);
    rw_series_add(&row->cpu_ratio, measured[0].cpu / measured[1].cpu);
    rw_series_add(&row->p99_ratio, load->p99 / measured[1].load.p99);
    return true;
}

/* Starts every daemon anew on what it has stored. */
static bool restart(rw_bench *bench)
{
    for (size_t i = 0; i < bench->catalogue_count; i++) {
        rw_start_row *row = &bench->result->starts[i];
        rw_usage usage;
        rw_child_stop(&bench->catalogues[i].child);
        if (!rw_catalogue_start(&bench->catalogues[i]) || !rw_child_usage(&bench->catalogues[i].child, &usage))
            return false;
        rw_series_add(&row->milliseconds, bench->catalogues[i].child.start_seconds * 1000);
        rw_series_add(&row->resident, usage.resident);
    }
    return true;
}

static bool run_core(rw_bench *bench)
{
    rw_core_times times;
    const double seconds = bench->options->seconds < CORE_SECONDS ? bench->options->seconds : CORE_SECONDS;
    if (!rw_core_measure(seconds, &times)) {
        fputs("rootwarp-bench: the solver refuses what the bench asks, or there is no memory\n", stderr);
        return false;
    }
    const double values[RW_CORE_ROWS] = {times.reach, times.one_phase, times.three_phases, times.sample};
    for (size_t i = 0; i < RW_CORE_ROWS; i++)
        rw_series_add(&bench->result->core[i].nanoseconds, values[i]);
    return true;
}

static bool run_round(rw_bench *bench, unsigned round)
{
    fprintf(stderr, "round %u of %u\n", round + 1, bench->options->rounds);
    if (!restart(bench) || !run_core(bench))
        return false;
    for (size_t i = 0; i < bench->result->row_count; i++)
        if (!run_row(bench, i, round % 2 == 0))
            return false;
    for (size_t i = 0; i < bench->catalogue_count; i++) {
        rw_usage usage;
        if (!rw_child_usage(&bench->catalogues[i].child, &usage))
            return false;
        rw_series_add(&bench->result->starts[i].peak, usage.peak);
    }
    return true;
}

static void describe_machine(rw_bench *bench)
{
    double load = NAN;
    FILE *file = fopen("/proc/loadavg", "r");
    char text[64];
    if (file != NULL && fgets(text, sizeof text, file) != NULL)
        load = strtod(text, NULL);
    if (file != NULL)
        fclose(file);
    bench->result->load_average = load;
    bench->result->processors = rw_processor_count();
    bench->load_processor = bench->server_processor = -1;
    if (bench->options->pin)
        rw_processor_pair(&bench->load_processor, &bench->server_processor);
    bench->result->pinned = bench->load_processor >= 0;
    bench->result->has_yardstick = bench->options->yardstick != NULL;
    bench->result->rounds = bench->options->rounds;
    bench->result->seconds = bench->options->seconds;
    for (size_t i = 0; i < RW_CORE_ROWS; i++)
        bench->result->core[i].name = core_names[i];
}

bool rw_rounds_run(const rw_rounds_options *options, rw_result *result)
{
    rw_bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        fputs("rootwarp-bench: no memory\n", stderr);
        return false;
    }
    memset(result, 0, sizeof *result);
    bench->options = options;
    bench->result = result;
    describe_machine(bench);
    set_up_catalogues(bench);
    bool sound = fill(bench);
    if (sound) {
        plan(bench);
        sound = prepare(bench);
    }
    rw_processor_take(bench->load_processor);
    for (unsigned round = 0; sound && round < options->rounds; round++)
        sound = run_round(bench, round);
    for (size_t i = 0; i < bench->workload_count; i++)
        rw_workload_free(&bench->workloads[i]);
    for (size_t i = 0; i < bench->catalogue_count; i++)
        rw_child_stop(&bench->catalogues[i].child);
    free(bench);
    return sound;
}
