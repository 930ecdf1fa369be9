#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "documents.h"
#include "folder.h"

enum { RANDOM_REQUESTS = 20000 };

/* A 64-bit linear congruential generator: the same requests in every run. */
static unsigned next_number(uint64_t *state, unsigned below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % below);
}

const char *rw_workload_target(rw_workload_kind kind)
{
    return kind == RW_WORKLOAD_TRAJECTORY ? "/v1/trajectory" : "/v1/resolve";
}

static bool append_body(const rw_workload *workload, size_t index, uint64_t *state, rw_buffer *out)
{
    switch (workload->kind) {
    case RW_WORKLOAD_REACH: return rw_document_ask_reach(out, (unsigned)index);
    case RW_WORKLOAD_RANDOM: return rw_document_ask_reach(out, next_number(state, workload->spread));
    case RW_WORKLOAD_ROUND: return rw_document_ask_round(out, (unsigned)index);
    case RW_WORKLOAD_PHASES: return rw_document_ask_phases(out, (unsigned)index);
    case RW_WORKLOAD_BATCH: return rw_document_ask_batch(out, workload->items, workload->spread);
    case RW_WORKLOAD_TRAJECTORY: return rw_document_ask_trajectory(out, (unsigned)index);
    }
    return false;
}

/* Appends all requests, and notes how long each and its body are. */
static bool write_requests(rw_workload *workload)
{
    uint64_t state = 1;
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    bool sound = true;
    for (size_t i = 0; sound && i < workload->count; i++) {
        const size_t before = workload->texts.length;
        rw_buffer_clear(&body);
        sound = append_body(workload, i, &state, &body) &&
                rw_document_request(&workload->texts, "POST", rw_workload_target(workload->kind), &body);
        workload->requests[i].length = workload->texts.length - before;
        workload->bodies[i].length = body.length;
    }
    rw_buffer_free(&body);
    return sound;
}

bool rw_workload_make(rw_workload_kind kind, unsigned spread, unsigned items, rw_workload *workload)
{
    *workload = (rw_workload){.kind = kind, .spread = spread, .items = items};
    rw_buffer_init(&workload->texts, (size_t)RANDOM_REQUESTS * 1024);
    workload->count = kind == RW_WORKLOAD_BATCH ? 1 : kind == RW_WORKLOAD_RANDOM ? RANDOM_REQUESTS : spread;
    workload->requests = calloc(workload->count, sizeof *workload->requests);
    workload->bodies = calloc(workload->count, sizeof *workload->bodies);
    if (workload->requests == NULL || workload->bodies == NULL || !write_requests(workload)) {
        fputs("rootwarp-bench: no memory for the requests\n", stderr);
        return false;
    }
    const char *bytes = workload->texts.data;
    for (size_t i = 0; i < workload->count; i++) {
        workload->requests[i].bytes = bytes;
        bytes += workload->requests[i].length;
        workload->bodies[i].bytes = bytes - workload->bodies[i].length;
    }
    return true;
}

/* An item of a batch that was refused stands in an answer of status 200. */
static bool is_answer(const rw_workload *workload, const rw_buffer *body)
{
    if (workload->kind != RW_WORKLOAD_BATCH || strstr(body->data, "\"problem\"") == NULL)
        return true;
    fprintf(stderr, "rootwarp-bench: a batch is refused in part: %.2000s\n", body->data);
    return false;
}

static bool start_yardstick(rw_workload *workload, const char *program, const char *folder, int processor,
                            const rw_buffer *head, const rw_buffer *body)
{
    char head_path[RW_FOLDER_ROOM], body_path[RW_FOLDER_ROOM], log[RW_FOLDER_ROOM];
    snprintf(head_path, sizeof head_path, "%.900s/head", folder);
    snprintf(body_path, sizeof body_path, "%.900s/body", folder);
    snprintf(log, sizeof log, "%.900s/log", folder);
    const char *const arguments[] = {program, head_path, body_path, NULL};
    return rw_folder_write(head_path, head->data, head->length) &&
           rw_folder_write(body_path, body->data, body->length) &&
           rw_child_start(arguments, processor, log, &workload->yardstick);
}

static bool ask(rw_workload *workload, uint16_t port, rw_buffer *head, rw_buffer *body)
{
    rw_buffer_init(head, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(body, RW_DOCUMENT_MAXIMUM);
    const int fd = rw_client_open(port);
    if (fd < 0)
        fputs("rootwarp-bench: cannot connect to the server\n", stderr);
    const bool sound = fd >= 0 &&
                       rw_client_ask(fd, workload->requests[0].bytes, workload->requests[0].length, head, body) &&
                       is_answer(workload, body);
    if (fd >= 0)
        close(fd);
    return sound;
}

bool rw_workload_check(rw_workload *workload, uint16_t port)
{
    rw_buffer head, body;
    const bool sound = ask(workload, port, &head, &body);
    rw_buffer_free(&head);
    rw_buffer_free(&body);
    return sound;
}

bool rw_workload_prepare(rw_workload *workload, uint16_t port, const char *yardstick, const char *folder,
                         int processor)
{
    rw_buffer head, body;
    bool sound = ask(workload, port, &head, &body);
    workload->answer_bytes = body.length;
    if (sound && yardstick != NULL)
        sound = start_yardstick(workload, yardstick, folder, processor, &head, &body);
    rw_buffer_free(&head);
    rw_buffer_free(&body);
    return sound;
}

void rw_workload_free(rw_workload *workload)
{
    rw_child_stop(&workload->yardstick);
    rw_buffer_free(&workload->texts);
    free(workload->requests);
    free(workload->bodies);
    *workload = (rw_workload){0};
}
