#include "inside.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/compiler.h"
#include "http/handlers/handlers.h"
#include "http/http.h"
#include "service/service.h"

enum { BODY_MAXIMUM = 8 << 20, ITEMS_MAXIMUM = 1000, RESERVE_MAXIMUM = 32 << 20 };

struct rw_inside {
    rw_store *store;
    rw_reserve *reserve;
    rw_http_settings settings;
    rw_http_context context;
};

rw_inside *rw_inside_open(const char *folder)
{
    const rw_catalog_compiler compiler = rw_codec_compiler();
    rw_problem problem;
    rw_problem_init(&problem);
    rw_inside *inside = calloc(1, sizeof *inside);
    if (inside == NULL) {
        fputs("rootwarp-bench: no memory\n", stderr);
        return NULL;
    }
    inside->reserve = rw_reserve_new(RESERVE_MAXIMUM);
    inside->settings.limits = (rw_http_limits){
        .max_body_bytes = BODY_MAXIMUM, .max_document_bytes = BODY_MAXIMUM, .max_batch_items = ITEMS_MAXIMUM};
    atomic_store(&inside->context.settings, &inside->settings);
    if (!rw_hash_start() || rw_store_open_sqlite(folder, NULL, &inside->store, &problem) != RW_STORE_OK ||
        !rw_service_open(inside->store, &compiler, NULL, &inside->context.service, &problem)) {
        fprintf(stderr, "rootwarp-bench: cannot open \"%s\": %s\n", folder, problem.detail);
        rw_inside_close(inside);
        inside = NULL;
    }
    rw_problem_free(&problem);
    return inside;
}

void rw_inside_close(rw_inside *inside)
{
    if (inside == NULL)
        return;
    rw_service_close(inside->context.service);
    rw_store_close(inside->store);
    rw_reserve_free(inside->reserve);
    free(inside);
}

void rw_inside_call(rw_inside *inside, rw_inside_caller *caller)
{
    caller->inside = inside;
    rw_arena_init(&caller->arena);
    rw_arena_use(&caller->arena, inside->reserve);
    rw_http_response_init(&caller->response);
    rw_buffer_use(&caller->response.room, inside->reserve);
}

void rw_inside_end(rw_inside_caller *caller)
{
    rw_http_response_free(&caller->response);
    rw_arena_free(&caller->arena);
}

bool rw_inside_answer(rw_inside_caller *caller, const char *target, const char *body, size_t length)
{
    rw_http_response *response = &caller->response;
    const rw_http_request request = {.method = RW_HTTP_POST,
                                     .target = target,
                                     .body = body,
                                     .body_length = length,
                                     .request_id = "bench",
                                     .arena = &caller->arena};
    rw_http_handler *handler = strcmp(target, "/v1/trajectory") == 0 ? rw_handle_trajectory : rw_handle_resolve;
    handler(&caller->inside->context, &request, response);
    const bool answered = response->status == 200 && !response->out_of_memory;
    rw_http_response_reset(response);
    rw_arena_reset(&caller->arena);
    return answered;
}
