/* What a PUT of a new profile takes on a small catalogue and on large ones: the next version of the catalogue is made
 * beside the current one. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench.h"
#include "client.h"
#include "documents.h"

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Puts a profile beyond those that there are; microseconds, or below 0. */
static double put(int fd, unsigned number)
{
    char target[64];
    double took = -1;
    rw_buffer body, request, head, answer;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&request, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&head, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&answer, RW_DOCUMENT_MAXIMUM);
    snprintf(target, sizeof target, "/v1/profiles/new-%05u", number);
    if (rw_document_profile_reach(&body, "lunge", number) && rw_document_request(&request, "PUT", target, &body)) {
        const int64_t begin = rw_clock_monotonic_ns();
        if (rw_client_ask(fd, request.data, request.length, &head, &answer))
            took = (double)(rw_clock_monotonic_ns() - begin) / 1e3;
    }
    rw_buffer_free(&body);
    rw_buffer_free(&request);
    rw_buffer_free(&head);
    rw_buffer_free(&answer);
    return took;
}

static bool run_writes(const rw_catalogue *catalogue, unsigned count, rw_write_row *row)
{
    double *times = calloc(count, sizeof *times);
    const int fd = rw_client_open(catalogue->child.port);
    rw_usage before = {0}, after = {0};
    bool sound = times != NULL && fd >= 0 && rw_child_usage(&catalogue->child, &before);
    for (unsigned i = 0; sound && i < count; i++) {
        times[i] = put(fd, i);
        sound = times[i] >= 0;
    }
    sound = sound && rw_child_usage(&catalogue->child, &after);
    if (sound) {
        qsort(times, count, sizeof *times, compare);
        row->microseconds = times[count / 2];
        row->cpu = (after.cpu - before.cpu) * 1e6 / count;
    } else {
        fputs("rootwarp-bench: profiles could not be put\n", stderr);
    }
    if (fd >= 0)
        close(fd);
    free(times);
    return sound;
}

bool rw_bench_writes(rw_bench *bench)
{
    const rw_options *options = bench->options;
    rw_catalogue catalogues[RW_CATALOGUES_MAX];
    const rw_catalogue *all[RW_CATALOGUES_MAX];
    size_t count = 0;
    for (; count < RW_CATALOGUES_MAX && options->profiles[count] > 0; count++) {
        const rw_seed seed = {.profiles = options->profiles[count]};
        catalogues[count] = rw_bench_catalogue(bench, "catalogue", &seed);
        all[count] = &catalogues[count];
    }
    bool sound = rw_catalogues_fill(all, count);
    for (size_t i = 0; sound && i < count; i++) {
        rw_write_row *row = &bench->result->writes[bench->result->write_count++];
        row->profiles = options->profiles[i];
        sound = rw_catalogue_start(&catalogues[i]) && run_writes(&catalogues[i], options->writes, row);
        rw_child_stop(&catalogues[i].child);
    }
    return sound;
}
