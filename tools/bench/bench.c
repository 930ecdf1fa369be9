#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

rw_catalogue rw_bench_catalogue(const rw_bench *bench, const char *name, const rw_seed *seed)
{
    rw_catalogue catalogue = {.seed = *seed,
                              .folder = bench->options->folder,
                              .program = bench->options->daemon,
                              .processor = bench->server_processor,
                              .threads = 1};
    snprintf(catalogue.data, sizeof catalogue.data, "%.900s/%s-%u-%u", bench->options->folder, name, seed->clips,
             seed->profiles);
    return catalogue;
}

static double load_average(void)
{
    double load = (double)NAN;
    char text[64];
    FILE *file = fopen("/proc/loadavg", "r");
    if (file == NULL)
        return load;
    if (fgets(text, sizeof text, file) != NULL)
        load = strtod(text, NULL);
    fclose(file);
    return load;
}

bool rw_bench_run(const rw_options *options, rw_result *result)
{
    static const struct {
        unsigned parts;
        const char *name;
        bool (*run)(rw_bench *bench);
    } steps[] = {
        {RW_PARTS_HTTP | RW_PART_CORE, NULL, rw_bench_rounds},
        {RW_PART_CORES, "one thread against two", rw_bench_cores},
        {RW_PART_COUNTS, "counting instructions, allocations and system calls", rw_bench_counts},
        {RW_PART_START, "starting on many clips", rw_bench_start},
        {RW_PART_WRITES, "writing", rw_bench_writes},
    };
    rw_bench bench = {.options = options, .result = result, .load_processor = -1, .server_processor = -1};
    const int64_t begin = rw_clock_monotonic_ns();
    memset(result, 0, sizeof *result);
    if (options->pin)
        rw_processor_pair(&bench.load_processor, &bench.server_processor);
    result->load_average = load_average();
    result->processors = rw_processor_count();
    result->pinned = bench.load_processor >= 0;
    result->has_yardstick = options->yardstick != NULL;
    result->has_peer = options->peer != NULL;
    result->rounds = options->rounds;
    result->seconds = options->seconds;
    result->parts = options->parts;
    bool sound = true;
    for (size_t i = 0; sound && i < sizeof steps / sizeof *steps; i++) {
        if ((options->parts & steps[i].parts) == 0)
            continue;
        if (steps[i].name != NULL)
            fprintf(stderr, "%s\n", steps[i].name);
        sound = steps[i].run(&bench);
    }
    result->took = (double)(rw_clock_monotonic_ns() - begin) / 1e9;
    return sound;
}
