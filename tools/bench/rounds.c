/* The measurements in rounds: each round visits everything once, so that what the machine does meanwhile meets all of
 * it alike, and within a row the servers run right beside each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core.h"
#include "documents.h"
#include "measure.h"
#include "peer.h"
#include "workload.h"

enum { MANY_PROFILES = 50000, HOT = 100, FEW = 10, WORKLOADS_MAX = 12 };

#define CORE_SECONDS 0.1 /* at most, for each of the core's rows */

typedef struct rw_plan {
    size_t workload;
    bool half_load; /* requests come at half the rate that the row `reach` at 16 connections reached in this round */
    bool yardstick, peer;
    bool beside_reach; /* the row `reach` at 16 connections is measured again right beside it */
} rw_plan;

typedef struct rw_rounds {
    rw_bench *bench;
    rw_catalogue catalogues[RW_CATALOGUES_MAX];
    size_t catalogue_count;
    rw_workload workloads[WORKLOADS_MAX];
    size_t catalogue_of[WORKLOADS_MAX];
    size_t workload_count;
    rw_plan plans[RW_ROWS_MAX];
    rw_child peer;
    double reach_rate, reach_cpu; /* of this round */
    bool sound;
} rw_rounds;

static size_t add_workload(rw_rounds *rounds, size_t catalogue, rw_workload_kind kind, unsigned spread, unsigned items)
{
    const size_t index = rounds->workload_count++;
    rounds->catalogue_of[index] = catalogue;
    rounds->sound = rw_workload_make(kind, spread, items, &rounds->workloads[index]) && rounds->sound;
    return index;
}

static rw_plan *add_row(rw_rounds *rounds, rw_row_id id, const char *name, size_t workload, size_t connections)
{
    rw_result *result = rounds->bench->result;
    rw_row *row = &result->rows[result->row_count];
    rw_plan *planned = &rounds->plans[result->row_count++];
    *planned = (rw_plan){.workload = workload, .yardstick = true};
    snprintf(row->name, sizeof row->name, "%s", name);
    row->id = id;
    row->connections = connections;
    row->items = rounds->workloads[workload].items;
    return planned;
}

static void plan_catalogues(rw_rounds *rounds)
{
    char name[48];
    for (size_t i = 1; i < rounds->catalogue_count; i++) {
        const unsigned profiles = rounds->catalogues[i].seed.profiles, hot = profiles < HOT ? profiles : HOT;
        snprintf(name, sizeof name, "reach, %u of %u", hot, profiles);
        rw_plan *planned = add_row(rounds, profiles >= MANY_PROFILES ? RW_ROW_HOT : RW_ROW_OTHER, name,
                                   add_workload(rounds, i, RW_WORKLOAD_REACH, hot, 1), 16);
        planned->yardstick = false;
        planned->beside_reach = true;
        snprintf(name, sizeof name, "reach, any of %u", profiles);
        planned = add_row(rounds, RW_ROW_OTHER, name, add_workload(rounds, i, RW_WORKLOAD_RANDOM, profiles, 1), 16);
        planned->yardstick = false;
        planned->beside_reach = true;
    }
}

/* What others are compared with comes first. */
static void plan(rw_rounds *rounds)
{
    const unsigned parts = rounds->bench->options->parts;
    const size_t reach = add_workload(rounds, 0, RW_WORKLOAD_REACH, FEW, 1);
    if ((parts & RW_PARTS_HTTP) == 0)
        return;
    add_row(rounds, RW_ROW_REACH, "reach", reach, 16)->peer = true;
    if (parts & RW_PART_CATALOGUES)
        plan_catalogues(rounds);
    if (parts & RW_PART_SINGLE) {
        const size_t phases = add_workload(rounds, 0, RW_WORKLOAD_PHASES, RW_DOCUMENT_PHASE_PROFILES, 1);
        add_row(rounds, RW_ROW_PHASES, "three phases", phases, 16);
        add_row(rounds, RW_ROW_OTHER, "reach", reach, 1);
        add_row(rounds, RW_ROW_OTHER, "three phases", phases, 1);
        add_row(rounds, RW_ROW_OTHER, "reach", reach, 64);
        add_row(rounds, RW_ROW_OTHER, "three phases", phases, 64);
    }
    if (parts & RW_PART_HALF_LOAD)
        add_row(rounds, RW_ROW_HALF_LOAD, "reach at half load", reach, 16)->half_load = true;
    if (parts & RW_PART_BATCH) {
        add_row(rounds, RW_ROW_OTHER, "batch of 100", add_workload(rounds, 0, RW_WORKLOAD_BATCH, FEW, 100), 4);
        add_row(rounds, RW_ROW_BATCH, "batch of 1000", add_workload(rounds, 0, RW_WORKLOAD_BATCH, FEW, 1000), 4)
            ->peer = true;
    }
    if (parts & RW_PART_TRAJECTORY)
        add_row(rounds, RW_ROW_OTHER, "trajectory at 60 Hz", add_workload(rounds, 0, RW_WORKLOAD_TRAJECTORY, FEW, 1),
                16);
}

static bool fill(rw_rounds *rounds)
{
    const rw_options *options = rounds->bench->options;
    const rw_catalogue *filled[RW_CATALOGUES_MAX];
    const size_t wanted = options->parts & RW_PART_CATALOGUES ? RW_CATALOGUES_MAX : 1;
    for (size_t i = 0; i < wanted && options->profiles[i] > 0; i++) {
        const rw_seed seed = {.profiles = options->profiles[i]};
        rounds->catalogues[i] = rw_bench_catalogue(rounds->bench, "catalogue", &seed);
        filled[rounds->catalogue_count++] = &rounds->catalogues[i];
    }
    fprintf(stderr, "filling catalogues\n");
    return rw_catalogues_fill(filled, rounds->catalogue_count);
}

/* Looks that all that will be asked is answered, and starts the other servers. */
static bool prepare(rw_rounds *rounds)
{
    const rw_options *options = rounds->bench->options;
    rw_result *result = rounds->bench->result;
    for (size_t i = 0; i < rounds->catalogue_count; i++)
        if (!rw_catalogue_start(&rounds->catalogues[i]))
            return false;
    for (size_t i = 0; i < rounds->workload_count; i++) {
        const rw_child *daemon = &rounds->catalogues[rounds->catalogue_of[i]].child;
        if (!rw_workload_prepare(&rounds->workloads[i], daemon->port, options->yardstick, options->folder,
                                 rounds->bench->server_processor))
            return false;
    }
    if (result->row_count > 0 && options->peer != NULL &&
        !rw_peer_start(options->peer, rounds->catalogues[0].child.port, options->folder,
                       rounds->bench->server_processor, &rounds->peer))
        result->has_peer = false;
    for (size_t i = 0; i < result->row_count; i++) {
        rw_workload *workload = &rounds->workloads[rounds->plans[i].workload];
        result->rows[i].answer_bytes = workload->answer_bytes;
        if (rounds->plans[i].peer && rounds->peer.pid > 0 && !rw_workload_check(workload, rounds->peer.port))
            return false;
    }
    return true;
}

static void note_side(rw_side *side, const rw_measure *measured)
{
    rw_series_add(&side->rate, (double)measured->load.answers / measured->load.seconds);
    rw_series_add(&side->cpu, measured->cpu);
    rw_series_add(&side->user, measured->user);
    rw_series_add(&side->p50, measured->load.p50);
    rw_series_add(&side->p99, measured->load.p99);
    rw_series_add(&side->p999, measured->load.p999);
}

/* The reach of few profiles, which is the first workload, once more. */
static bool measure_reach(rw_rounds *rounds, rw_load_job job)
{
    const rw_child *daemon = &rounds->catalogues[0].child;
    rw_measure measured;
    job.port = daemon->port;
    job.requests = rounds->workloads[0].requests;
    job.request_count = rounds->workloads[0].count;
    if (!rw_measure_run(&job, daemon, &measured))
        return false;
    rounds->reach_cpu = measured.cpu;
    return true;
}

static bool run_row(rw_rounds *rounds, size_t index, bool yardstick_first)
{
    rw_row *row = &rounds->bench->result->rows[index];
    const rw_plan *planned = &rounds->plans[index];
    const rw_workload *workload = &rounds->workloads[planned->workload];
    const rw_child none = {0};
    const rw_child *servers[RW_SIDES] = {&rounds->catalogues[rounds->catalogue_of[planned->workload]].child,
                                         planned->yardstick ? &workload->yardstick : &none,
                                         planned->peer ? &rounds->peer : &none};
    static const rw_side_id orders[2][RW_SIDES] = {{RW_SIDE_DAEMON, RW_SIDE_YARDSTICK, RW_SIDE_PEER},
                                                   {RW_SIDE_PEER, RW_SIDE_YARDSTICK, RW_SIDE_DAEMON}};
    rw_measure measured[RW_SIDES];
    for (size_t i = 0; i < RW_SIDES; i++)
        measured[i] = (rw_measure){
            .load = {.p50 = (double)NAN, .p99 = (double)NAN, .p999 = (double)NAN}, .cpu = (double)NAN, .user = (double)NAN};
    rw_load_job job = {.connections = row->connections,
                       .requests = workload->requests,
                       .request_count = workload->count,
                       .seconds = rounds->bench->options->seconds,
                       .rate = planned->half_load ? rounds->reach_rate / 2 : 0,
                       .spin = rounds->bench->load_processor >= 0};
    if (planned->beside_reach && yardstick_first && !measure_reach(rounds, job))
        return false;
    for (size_t turn = 0; turn < RW_SIDES; turn++) {
        const rw_side_id which = orders[yardstick_first][turn];
        if (servers[which]->pid == 0)
            continue;
        job.port = servers[which]->port;
        if (!rw_measure_run(&job, servers[which], &measured[which]))
            return false;
        row->failures += measured[which].load.failures;
        note_side(&row->sides[which], &measured[which]);
    }
    if (planned->beside_reach && !yardstick_first && !measure_reach(rounds, job))
        return false;
    const rw_measure *daemon = &measured[RW_SIDE_DAEMON], *yardstick = &measured[RW_SIDE_YARDSTICK];
    if (row->id == RW_ROW_REACH) {
        rounds->reach_rate = (double)daemon->load.answers / daemon->load.seconds;
        rounds->reach_cpu = daemon->cpu;
    }
    rw_series_add(&row->cpu_ratio, daemon->cpu / yardstick->cpu);
    rw_series_add(&row->p99_ratio, daemon->load.p99 / yardstick->load.p99);
    rw_series_add(&row->peer_ratio, measured[RW_SIDE_PEER].cpu / daemon->cpu);
    rw_series_add(&row->item_ratio, daemon->cpu / row->items / rounds->reach_cpu);
    return true;
}

static bool run_core(rw_bench *bench)
{
    static const char *const names[RW_CORE_ROWS] = {"reach resolve", "resolve of one phase", "resolve of three phases",
                                                    "trajectory sample"};
    rw_core_times times;
    const double seconds = bench->options->seconds < CORE_SECONDS ? bench->options->seconds : CORE_SECONDS;
    if (!rw_core_measure(seconds, &times)) {
        fputs("rootwarp-bench: the solver refuses what the bench asks, or there is no memory\n", stderr);
        return false;
    }
    const double values[RW_CORE_ROWS] = {times.reach, times.one_phase, times.three_phases, times.sample};
    bench->result->core_count = RW_CORE_ROWS;
    for (size_t i = 0; i < RW_CORE_ROWS; i++) {
        bench->result->core[i].name = names[i];
        rw_series_add(&bench->result->core[i].nanoseconds, values[i]);
    }
    return true;
}

/* Starts every daemon anew on what it has stored: where memory happens to lie must not decide. */
static bool restart(rw_rounds *rounds)
{
    for (size_t i = 0; i < rounds->catalogue_count; i++) {
        rw_child_stop(&rounds->catalogues[i].child);
        if (!rw_catalogue_start(&rounds->catalogues[i]))
            return false;
    }
    return true;
}

static bool run_rounds(rw_rounds *rounds)
{
    const rw_options *options = rounds->bench->options;
    for (unsigned round = 0; round < options->rounds; round++) {
        fprintf(stderr, "round %u of %u\n", round + 1, options->rounds);
        if (!restart(rounds) || ((options->parts & RW_PART_CORE) != 0 && !run_core(rounds->bench)))
            return false;
        for (size_t i = 0; i < rounds->bench->result->row_count; i++)
            if (!run_row(rounds, i, round % 2 == 0))
                return false;
    }
    return true;
}

bool rw_bench_rounds(rw_bench *bench)
{
    rw_rounds *rounds = calloc(1, sizeof *rounds);
    if (rounds == NULL) {
        fputs("rootwarp-bench: no memory\n", stderr);
        return false;
    }
    rounds->bench = bench;
    rounds->sound = fill(rounds);
    if (rounds->sound)
        plan(rounds);
    bool sound = rounds->sound && prepare(rounds);
    if (sound) {
        rw_processors all;
        rw_processors_save(&all);
        rw_processor_take(bench->load_processor);
        sound = run_rounds(rounds);
        rw_processors_restore(&all);
    }
    for (size_t i = 0; i < rounds->workload_count; i++)
        rw_workload_free(&rounds->workloads[i]);
    for (size_t i = 0; i < rounds->catalogue_count; i++)
        rw_child_stop(&rounds->catalogues[i].child);
    rw_child_stop(&rounds->peer);
    free(rounds);
    return sound;
}
