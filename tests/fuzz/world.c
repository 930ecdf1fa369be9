/* nftw is part of XSI. */
#define _XOPEN_SOURCE 700
#include "world.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codec/arena.h"
#include "codec/compiler.h"
#include "codec/limits.h"
#include "codec/tape.h"
#include "http/exchange.h"
#include "http/telemetry.h"
#include "service/service.h"
#include "store/store.h"

static struct {
    bool made;
    char folder[512];
    rw_http_settings settings;
    rw_http_context context;
    rw_http_engine engine;
    rw_http_exchange exchange;
    rw_store *store;
    rw_service *service;
} world;

#define HEADERS_MAX (RW_HTTP_HEADERS_MAX - 3)

static _Noreturn void fail(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    abort();
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position)
{
    (void)status;
    (void)type;
    (void)position;
    return remove(path);
}

static void end_world(void)
{
    rw_http_exchange_free(&world.exchange);
    rw_http_telemetry_free(world.engine.telemetry);
    rw_service_close(world.service);
    rw_store_close(world.store);
    rw_metrics_free(world.context.metrics);
    nftw(world.folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void open_store(void)
{
    const char *base = getenv("TMPDIR");
    const rw_catalog_compiler compiler = rw_codec_compiler();
    rw_problem problem;
    rw_problem_init(&problem);
    snprintf(world.folder, sizeof world.folder, "%.400s/rw-fuzz-XXXXXX", base == NULL ? "/tmp" : base);
    if (mkdtemp(world.folder) == NULL)
        fail("cannot make a folder", world.folder);
    if (rw_store_open_sqlite(world.folder, NULL, &world.store, &problem) != RW_STORE_OK ||
        !rw_service_open(world.store, &compiler, NULL, &world.service, &problem))
        fail("cannot open the store", problem.detail);
}

static char *read_example(const char *name, size_t *length)
{
    char path[256];
    snprintf(path, sizeof path, "schema/examples/%s.json", name);
    FILE *file = fopen(path, "rb");
    char *text = file == NULL ? NULL : calloc(1, 65536);
    if (text == NULL)
        fail("cannot read; run it from the top of the source tree", path);
    *length = fread(text, 1, 65535, file);
    fclose(file);
    return text;
}

static void put_documents(void)
{
    static const char *const puts[][2] = {
        {"/v1/clips/lunge", "lunge.clip"},       {"/v1/clips/vault", "vault.clip"},
        {"/v1/clips/hurdle", "hurdle.clip"},     {"/v1/profiles/lunge", "lunge.profile"},
        {"/v1/profiles/vault", "vault.profile"}, {"/v1/profiles/hurdle", "hurdle.profile"},
    };
    for (size_t i = 0; i < sizeof puts / sizeof *puts; i++) {
        world_question put = {.method = "PUT", .target = puts[i][0]};
        char *body = read_example(puts[i][1], &put.body_length);
        put.body = body;
        if (world_ask(&put) != 201)
            fail("cannot put", puts[i][0]);
        free(body);
    }
}

static void make_world(void)
{
    world.made = true;
    open_store();
    world.settings = (rw_http_settings){.limits = {.max_body_bytes = 1 << 20,
                                                   .max_document_bytes = 1 << 20,
                                                   .max_import_bytes = 1 << 20,
                                                   .max_batch_items = 1000,
                                                   .max_connections = 64,
                                                   .head_deadline_ms = 10000,
                                                   .body_deadline_ms = 10000,
                                                   .reply_deadline_ms = 10000,
                                                   .idle_deadline_ms = 10000},
                                        .host_names = ""};
    world.context = (rw_http_context){.service = world.service,
                                      .settings = &world.settings,
                                      .metrics = rw_metrics_new(),
                                      .release = "0",
                                      .commit = "0"};
    world.engine.routes = rw_http_routes(&world.engine.route_count);
    world.engine.context = &world.context;
    world.engine.check_host = true;
    world.engine.listen_address = "127.0.0.1";
    rw_http_engine_seed(&world.engine);
    world.engine.telemetry =
        rw_http_telemetry_new(world.context.metrics, &world.context, world.engine.routes, world.engine.route_count);
    if (world.engine.telemetry == NULL)
        fail("no memory", "telemetry");
    rw_http_exchange_init(&world.exchange);
    put_documents();
    atexit(end_world);
}

rw_http_context *world_context(void)
{
    if (!world.made)
        make_world();
    return &world.context;
}

static void check_json(const rw_http_response *response)
{
    rw_codec_limits limits = rw_codec_limits_default();
    rw_arena arena;
    rw_tape tape;
    rw_problem problem;
    rw_arena_init(&arena);
    rw_problem_init(&problem);
    limits.depth = 64;
    if (!rw_tape_read(response->body, response->body_length, &limits, &arena, &tape, &problem)) {
        fprintf(stderr, "%.*s\n", (int)response->body_length, response->body);
        fail("the answer is no JSON", problem.detail);
    }
    rw_problem_free(&problem);
    rw_arena_free(&arena);
}

static void check_answer(const rw_http_exchange *exchange)
{
    const rw_http_response *response = &exchange->response;
    if (response->status >= 500 || response->status < 200) {
        fprintf(stderr, "%d: %.*s\n", response->status, (int)response->body_length, response->body);
        fail("the server failed", exchange->request.target == NULL ? "" : exchange->request.target);
    }
    bool packed = false;
    for (size_t i = 0; i < exchange->answer_header_count; i++) {
        if (strpbrk(exchange->answer_headers[i].value, "\r\n") != NULL)
            fail("a header splits the head", exchange->answer_headers[i].name);
        packed = packed || strcmp(exchange->answer_headers[i].name, "Content-Encoding") == 0;
    }
    const bool json = response->content_type != NULL && strstr(response->content_type, "json") != NULL;
    if (json && !packed && response->body_length > 0 && response->problem_code == RW_PROBLEM_NONE)
        check_json(response);
}

static size_t write_headers(const world_question *question, const char *length_text, rw_http_pair *headers)
{
    size_t count = 0;
    headers[count++] = (rw_http_pair){.name = "Host", .value = "localhost"};
    if (question->body != NULL) {
        headers[count++] = (rw_http_pair){
            .name = "Content-Type", .value = question->content_type == NULL ? RW_HTTP_JSON : question->content_type};
        headers[count++] = (rw_http_pair){.name = "Content-Length", .value = length_text};
    }
    for (size_t i = 0; i < question->header_count && i < HEADERS_MAX; i++)
        headers[count++] = question->headers[i];
    return count;
}

int world_ask(const world_question *question)
{
    if (!world.made)
        make_world();
    rw_http_exchange *exchange = &world.exchange;
    const rw_http_head_faults sound = {0};
    char length_text[24];
    snprintf(length_text, sizeof length_text, "%zu", question->body_length);
    rw_http_exchange_reset(exchange);
    rw_http_exchange_begin(exchange, question->target);
    exchange->request.header_count = write_headers(question, length_text, exchange->request.headers);
    const rw_http_verdict verdict =
        rw_http_exchange_head(&world.engine, exchange, question->method, "HTTP/1.1", &sound);
    const size_t half = question->body_length / 2;
    if (verdict == RW_HTTP_READ_BODY && question->body != NULL && half > 0)
        rw_http_exchange_body(&world.engine, exchange, question->body, half);
    if (verdict == RW_HTTP_READ_BODY && question->body != NULL && question->body_length > half)
        rw_http_exchange_body(&world.engine, exchange, question->body + half, question->body_length - half);
    rw_http_exchange_finish(&world.engine, exchange, true);
    check_answer(exchange);
    return exchange->response.status;
}
