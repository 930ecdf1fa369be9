/* One thread against two: the daemon's handlers in this process, and the daemon with one and two threads. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "bench.h"
#include "inside.h"
#include "measure.h"
#include "workload.h"

enum { THREADS = 2, SMALL = 10, CALLS = 64 };

typedef struct rw_worker {
    rw_inside *inside;
    const rw_workload *workload;
    size_t first; /* of the bodies */
    int64_t deadline;
    double answers, seconds, cpu;
    bool failed;
} rw_worker;

static void *work(void *context)
{
    rw_worker *worker = context;
    const rw_workload *workload = worker->workload;
    rw_inside_caller caller;
    rw_inside_call(worker->inside, &caller);
    const int64_t begin = rw_clock_monotonic_ns();
    int64_t now = begin;
    size_t at = worker->first;
    struct timespec cpu;
    while (now < worker->deadline && !worker->failed) {
        for (int i = 0; i < CALLS && !worker->failed; i++, at = (at + 1) % workload->count) {
            const rw_workload_body *body = &workload->bodies[at];
            worker->failed =
                !rw_inside_answer(&caller, rw_workload_target(workload->kind), body->bytes, body->length);
        }
        worker->answers += CALLS;
        now = rw_clock_monotonic_ns();
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    rw_inside_end(&caller);
    worker->seconds = (double)(now - begin) / 1e9;
    worker->cpu = (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9;
    return NULL;
}

typedef struct rw_speed {
    double rate;   /* items a second */
    double a_core; /* items for a second of processor time */
} rw_speed;

static bool run_threads(rw_inside *inside, const rw_workload *workload, size_t count, double seconds, rw_speed *speed)
{
    pthread_t threads[THREADS];
    rw_worker workers[THREADS];
    const int64_t deadline = rw_clock_monotonic_ns() + (int64_t)(seconds * 1e9);
    size_t started = 0;
    for (; started < count; started++) {
        workers[started] = (rw_worker){.inside = inside,
                                       .workload = workload,
                                       .first = started * workload->count / count,
                                       .deadline = deadline};
        if (pthread_create(&threads[started], NULL, work, &workers[started]) != 0)
            break;
    }
    bool sound = started == count;
    double cpu = 0, answers = 0;
    rw_speed made = {0};
    for (size_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        sound = sound && !workers[i].failed;
        made.rate += workers[i].answers / workers[i].seconds;
        answers += workers[i].answers;
        cpu += workers[i].cpu;
    }
    made.a_core = answers / cpu;
    *speed = made;
    if (!sound)
        fputs("rootwarp-bench: a thread could not be made, or was refused an answer\n", stderr);
    return sound;
}

static void note(rw_scaling_row *row, const rw_speed speeds[THREADS])
{
    rw_series_add(&row->one, speeds[0].rate);
    rw_series_add(&row->two, speeds[1].rate);
    rw_series_add(&row->ratio, speeds[1].rate / speeds[0].rate);
    rw_series_add(&row->work, speeds[1].a_core / speeds[0].a_core);
}

static bool run_inside(rw_bench *bench, const char *folder, unsigned profiles)
{
    rw_scaling_row *row = &bench->result->scaling[RW_SCALING_INSIDE];
    rw_workload workload;
    rw_inside *inside = rw_inside_open(folder);
    bool sound = rw_workload_make(RW_WORKLOAD_RANDOM, profiles, 1, &workload) && inside != NULL;
    rw_speed speeds[THREADS];
    for (unsigned round = 0; sound && round < bench->options->rounds; round++) {
        for (size_t turn = 0; sound && turn < THREADS; turn++) {
            const size_t which = round % 2 == 0 ? turn : THREADS - 1 - turn;
            sound = run_threads(inside, &workload, which + 1, bench->options->seconds, &speeds[which]);
        }
        if (sound)
            note(row, speeds);
    }
    rw_workload_free(&workload);
    rw_inside_close(inside);
    return sound;
}

/* The same requests to two daemons, one with a thread and one with two; nothing is pinned. */
static bool run_http(rw_bench *bench, const rw_catalogue daemons[THREADS], rw_workload *workload, size_t connections,
                     rw_scaling_row *row)
{
    rw_load_job job = {.connections = connections,
                       .requests = workload->requests,
                       .request_count = workload->count,
                       .seconds = bench->options->seconds};
    if (!rw_workload_check(workload, daemons[0].child.port) || !rw_workload_check(workload, daemons[1].child.port))
        return false;
    for (unsigned round = 0; round < bench->options->rounds; round++) {
        rw_speed speeds[THREADS];
        for (size_t turn = 0; turn < THREADS; turn++) {
            const size_t which = round % 2 == 0 ? turn : THREADS - 1 - turn;
            rw_measure measured;
            job.port = daemons[which].child.port;
            if (!rw_measure_run(&job, &daemons[which].child, &measured))
                return false;
            speeds[which] = (rw_speed){.rate = (double)measured.load.answers / measured.load.seconds * workload->items,
                                       .a_core = 1e5 / measured.cpu * workload->items};
        }
        note(row, speeds);
    }
    return true;
}

bool rw_bench_cores(rw_bench *bench)
{
    static const char *const names[RW_SCALING_ROWS] = {"in process, reach", "HTTP, batch of 1000", "HTTP, reach"};
    const rw_seed large = {.profiles = bench->options->profiles[1]}, small = {.profiles = SMALL};
    const rw_catalogue inside = rw_bench_catalogue(bench, "catalogue", &large);
    rw_catalogue daemons[THREADS] = {rw_bench_catalogue(bench, "one-thread", &small),
                                     rw_bench_catalogue(bench, "two-threads", &small)};
    const rw_catalogue *const all[] = {&inside, &daemons[0], &daemons[1]};
    rw_workload batch = {0}, reach = {0};
    rw_result *result = bench->result;
    result->scaling_count = RW_SCALING_ROWS;
    for (size_t i = 0; i < RW_SCALING_ROWS; i++)
        result->scaling[i].name = names[i];
    bool sound = rw_catalogues_fill(all, sizeof all / sizeof *all) && run_inside(bench, inside.data, large.profiles) &&
                 rw_workload_make(RW_WORKLOAD_BATCH, SMALL, 1000, &batch) &&
                 rw_workload_make(RW_WORKLOAD_REACH, SMALL, 1, &reach);
    for (size_t i = 0; sound && i < THREADS; i++) {
        daemons[i].threads = (unsigned)i + 1;
        daemons[i].processor = -1;
        sound = rw_catalogue_start(&daemons[i]);
    }
    sound = sound && run_http(bench, daemons, &batch, 8, &result->scaling[RW_SCALING_BATCH]) &&
            run_http(bench, daemons, &reach, 16, &result->scaling[RW_SCALING_SINGLE]);
    for (size_t i = 0; i < THREADS; i++)
        rw_child_stop(&daemons[i].child);
    rw_workload_free(&batch);
    rw_workload_free(&reach);
    return sound;
}
