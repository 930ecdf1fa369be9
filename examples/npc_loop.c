/* npc_loop URL PROFILE [SECONDS [NPCS [TICKS A SECOND]]]: a game server's loop. Every tick each character asks where its
 * lunge would land at a target that wanders about it, all of them in one batch; at the end the latencies are printed. */
#include "rootwarp_client.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct loop {
    const char *profile;
    size_t npcs;
    double seconds, rate;
} loop;

typedef struct tally {
    size_t ticks, answers, problems, busy, lost, late;
    double *latencies; /* milliseconds, one a tick that was answered */
    size_t count;
} tally;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void sleep_until(double moment)
{
    double left = moment - now_s();
    struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    if (left > 0.0)
        nanosleep(&wait, NULL);
}

static bool add_npc(rwc_client *client, const loop *l, size_t npc, double time)
{
    char request[512];
    double angle = 0.7 * (double)npc + 0.5 * time, away = 400.0 + 300.0 * sin(0.3 * time + (double)npc);
    double x = 1000.0 * (double)(npc % 20), y = 1000.0 * (double)(npc / 20);
    int length = snprintf(request, sizeof request,
                          "{\"profile\":\"%s\",\"actor\":{\"position\":[%.3f,%.3f,0],\"yaw\":%.3f,\"radius\":40},"
                          "\"target\":{\"position\":[%.3f,%.3f,0],\"radius\":40}}",
                          l->profile, x, y, fmod(angle * 57.29577951308232, 360.0), x + away * cos(angle),
                          y + away * sin(angle));
    return length > 0 && (size_t)length < sizeof request && rwc_batch_add(client, request);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

static void tick(rwc_client *client, const loop *l, double time, tally *t)
{
    rwc_answer answer;
    rwc_batch_begin(client);
    for (size_t npc = 0; npc < l->npcs; npc++)
        if (!add_npc(client, l, npc, time))
            t->lost++;
    double asked = now_s();
    rwc_status said = rwc_batch_ask(client, &answer);
    if (said == RWC_OK && answer.text != NULL) {
        t->latencies[t->count++] = 1e3 * (now_s() - asked);
        t->answers += count_of(answer.text, "\"result\":");
        t->problems += count_of(answer.text, "\"problem\":");
    } else if (said == RWC_BUSY) {
        t->busy++; /* this tick's characters keep what they had */
    } else {
        t->lost += l->npcs;
        fprintf(stderr, "npc_loop: no answer (HTTP %ld): %.300s\n", answer.status, answer.text != NULL ? answer.text : "");
    }
    t->ticks++;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(const tally *t, double share)
{
    return t->count == 0 ? 0.0 : t->latencies[(size_t)ceil(share * (double)t->count) - 1];
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: npc_loop URL PROFILE [SECONDS [NPCS [TICKS A SECOND]]]\n");
        return 64;
    }
    loop l = {argv[2], argc > 4 ? strtoul(argv[4], NULL, 10) : 200, argc > 3 ? strtod(argv[3], NULL) : 5.0,
              argc > 5 ? strtod(argv[5], NULL) : 30.0};
    rwc_options options = {.url = argv[1], .token = getenv("ROOTWARP_TOKEN")};
    rwc_client *client = rwc_open(&options);
    size_t ticks = (size_t)(l.seconds * l.rate);
    tally t = {.latencies = calloc(ticks + 1, sizeof *t.latencies)};
    if (client == NULL || t.latencies == NULL) {
        fprintf(stderr, "npc_loop: out of memory\n");
        return 1;
    }
    double began = now_s();
    for (size_t i = 0; i < ticks; i++) {
        double due = began + (double)i / l.rate;
        sleep_until(due);
        t.late += now_s() - due > 1.0 / l.rate;
        tick(client, &l, (double)i / l.rate, &t);
    }
    qsort(t.latencies, t.count, sizeof *t.latencies, ascending);
    rwc_counts counts = rwc_count(client);
    printf("%zu characters at %g ticks a second for %g s\n", l.npcs, l.rate, l.seconds);
    printf("answers %zu, problems %zu, lost %zu; ticks %zu, busy %zu, late %zu\n", t.answers, t.problems, t.lost, t.ticks,
           t.busy, t.late);
    printf("latency of a tick: p50 %.3f ms, p90 %.3f ms, p99 %.3f ms, worst %.3f ms\n", percentile(&t, 0.5),
           percentile(&t, 0.9), percentile(&t, 0.99), percentile(&t, 1.0));
    printf("connections %lu, retries %lu\n", counts.connected, counts.retried);
    bool whole = t.lost == 0 && t.problems == 0 && t.answers + t.busy * l.npcs == t.ticks * l.npcs;
    free(t.latencies);
    rwc_close(client);
    return whole ? 0 : 1;
}
