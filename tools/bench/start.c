/* How long a daemon takes to be ready on many clips and profiles, and how much memory it takes then. */
#include <stdio.h>

#include "bench.h"
#include "documents.h"

enum { STARTS_MAX = 3, NUMBERS_OF_A_SAMPLE = 7 };

static bool run_start(rw_catalogue *catalogue, rw_start_row *row)
{
    rw_usage usage;
    if (!rw_catalogue_start(catalogue))
        return false;
    const bool known = rw_child_usage(&catalogue->child, &usage);
    rw_series_add(&row->seconds, catalogue->child.start_seconds);
    rw_child_stop(&catalogue->child);
    if (!known) {
        fputs("rootwarp-bench: the kernel does not say what a server used\n", stderr);
        return false;
    }
    rw_series_add(&row->cpu, usage.cpu);
    rw_series_add(&row->resident, usage.resident);
    rw_series_add(&row->peak, usage.peak);
    return true;
}

bool rw_bench_start(rw_bench *bench)
{
    const rw_options *options = bench->options;
    const rw_seed seeds[RW_START_ROWS] = {
        [RW_START_CLIPS] = {.clips = options->start_clips},
        [RW_START_ALL] = {.clips = options->start_clips, .profiles = options->start_profiles},
        [RW_START_EMPTY] = {.profiles = 0}};
    rw_result *result = bench->result;
    rw_catalogue catalogues[RW_START_ROWS];
    const rw_catalogue *all[RW_START_ROWS];
    result->start_count = RW_START_ROWS;
    for (size_t i = 0; i < RW_START_ROWS; i++) {
        catalogues[i] = rw_bench_catalogue(bench, "catalogue", &seeds[i]);
        all[i] = &catalogues[i];
        result->starts[i].clips = seeds[i].clips;
        result->starts[i].profiles = seeds[i].profiles;
        result->starts[i].sample_bytes =
            (double)seeds[i].clips * RW_DOCUMENT_LONG_SAMPLES * NUMBERS_OF_A_SAMPLE * sizeof(double);
    }
    bool sound = rw_catalogues_fill(all, RW_START_ROWS);
    const unsigned rounds = options->rounds < STARTS_MAX ? options->rounds : STARTS_MAX;
    for (unsigned round = 0; sound && round < rounds; round++)
        for (size_t i = 0; sound && i < RW_START_ROWS; i++)
            sound = run_start(&catalogues[i], &result->starts[i]);
    return sound;
}
