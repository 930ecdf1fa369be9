#include "in_process.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "codec/compiler.h"

enum { SAMPLES = 31 };

static bool put(in_process *at, rw_store_kind kind, const char *name, const char *document, const char *clip)
{
    rw_problem problem;
    rw_problem_init(&problem);
    const size_t length = strlen(document);
    const rw_store_put_request request = {.kind = kind,
                                          .name = name,
                                          .document = document,
                                          .document_length = length,
                                          .hash = rw_hash_bytes(document, length),
                                          .clip_name = clip};
    rw_store_put_result result;
    const bool stored = rw_store_put(at->store, &request, &result, &problem) == RW_STORE_OK;
    if (!stored)
        fprintf(stderr, "%s is not stored: %s\n", name, problem.detail);
    rw_problem_free(&problem);
    return stored;
}

static bool put_clip(in_process *at, const char *name, double length, double height)
{
    rw_buffer text;
    rw_buffer_init(&text, SIZE_MAX);
    rw_buffer_append_text(&text, "{\"events\":[{\"name\":\"hit\",\"time\":0.75}],\"frame_rate\":30,\"root\":{\"positions\":[");
    for (int i = 0; i < SAMPLES; i++) {
        const double t = (double)i / (SAMPLES - 1);
        const double numbers[] = {length * t * t * (3 - 2 * t), 8 * t * (1 - t), height * t * (1 - t)};
        for (int axis = 0; axis < 3; axis++) {
            rw_buffer_append_text(&text, axis > 0 ? "," : i > 0 ? ",[" : "[");
            rw_buffer_append_number(&text, numbers[axis]);
        }
        rw_buffer_append_char(&text, ']');
    }
    rw_buffer_append_text(&text, "]},\"space\":\"unreal\",\"windows\":[{\"end\":0.9,\"name\":\"attack\",\"start\":0.1}]}");
    const bool stored = rw_buffer_ok(&text) && put(at, RW_STORE_CLIP, name, text.data, NULL);
    rw_buffer_free(&text);
    return stored;
}

static bool fill(in_process *at, unsigned profiles)
{
    static const char reach[] = "{\"clip\":\"lunge\",\"kind\":\"reach\",\"scale_band\":{\"max\":1.3,\"min\":0.3},"
                                "\"window\":\"attack\"}";
    static const char vault[] =
        "{\"clip\":\"vault\",\"kind\":\"phases\",\"phases\":["
        "{\"end\":0.3,\"name\":\"near edge\",\"rate\":{\"max\":2,\"min\":0.5},\"start\":0},"
        "{\"end\":0.6,\"name\":\"far edge\",\"rate\":{\"max\":2,\"min\":0.5},\"start\":0.3},"
        "{\"end\":1,\"name\":\"landing\",\"start\":0.6}]}";
    bool sound = put_clip(at, "lunge", 500, 0) && put_clip(at, "vault", 280, 360) &&
                 put(at, RW_STORE_PROFILE, "vault", vault, "vault");
    for (unsigned i = 0; sound && i < profiles; i++) {
        char name[32];
        snprintf(name, sizeof name, "reach-%05u", i);
        sound = put(at, RW_STORE_PROFILE, name, reach, "lunge");
    }
    return sound;
}

static void set_up_engine(in_process *at)
{
    at->settings = (rw_http_settings){
        .limits = {.max_body_bytes = 1 << 20, .max_document_bytes = 1 << 20, .max_batch_items = 1000}};
    at->context.service = at->service;
    atomic_init(&at->context.settings, &at->settings);
    at->context.metrics = at->metrics;
    at->context.release = at->context.commit = "";
    at->engine.routes = rw_http_routes(&at->engine.route_count);
    at->engine.context = &at->context;
    at->engine.telemetry =
        rw_http_telemetry_new(at->metrics, &at->context, at->engine.routes, at->engine.route_count);
    rw_http_engine_seed(&at->engine);
    rw_http_engine_reserve(&at->engine);
}

bool in_process_start(in_process *at, const char *folder, unsigned profiles)
{
    memset(at, 0, sizeof *at);
    rw_problem problem;
    rw_problem_init(&problem);
    const rw_catalog_compiler compiler = rw_codec_compiler();
    at->metrics = rw_metrics_new();
    const bool sound = rw_hash_start() && at->metrics != NULL &&
                       rw_store_open_sqlite(folder, NULL, &at->store, &problem) == RW_STORE_OK &&
                       fill(at, profiles) && rw_service_open(at->store, &compiler, NULL, &at->service, &problem);
    if (sound)
        set_up_engine(at);
    else
        fprintf(stderr, "no catalogue in %s: %s\n", folder, problem.detail);
    rw_problem_free(&problem);
    return sound && at->engine.telemetry != NULL;
}

void in_process_stop(in_process *at)
{
    rw_http_telemetry_free(at->engine.telemetry);
    rw_reserve_free(at->engine.reserve);
    rw_service_close(at->service);
    rw_store_close(at->store);
    rw_metrics_free(at->metrics);
}

static void append_item(rw_buffer *out, unsigned id, unsigned profile)
{
    rw_buffer_append_format(out,
                            "{\"id\":%u,\"profile\":\"reach-%05u\",\"actor\":{\"position\":[1520.2537841796875,"
                            "-340.51873779296875,92.75],\"yaw\":37.52197265625,\"radius\":42},\"target\":{\"position\":"
                            "[1864.4090576171875,-76.2340087890625,92.75],\"radius\":38}}",
                            id, profile);
}

void in_process_reach(rw_buffer *out, unsigned profile)
{
    append_item(out, 17, profile);
}

void in_process_batch(rw_buffer *out, unsigned items, unsigned spread)
{
    rw_buffer_append_text(out, "{\"requests\":[");
    for (unsigned i = 0; i < items; i++) {
        if (i > 0)
            rw_buffer_append_char(out, ',');
        append_item(out, i, i % spread);
    }
    rw_buffer_append_text(out, "]}");
}

void in_process_vault(rw_buffer *out)
{
    rw_buffer_append_text(out, "{\"id\":17,\"profile\":\"vault\",\"actor\":{\"position\":[1520.2537841796875,"
                               "-340.51873779296875,92.75],\"yaw\":37.52197265625},\"targets\":["
                               "{\"position\":[1604.409057617,-276.234008789,202.75],\"yaw\":37.5},"
                               "{\"position\":[1681.184936523,-221.608764648,204.25],\"yaw\":40.25},"
                               "{\"position\":[1786.928466797,-141.170288086,91.5],\"yaw\":42}]}");
}

int in_process_resolve(in_process *at, rw_http_exchange *exchange, const char *body, size_t length)
{
    char length_text[24];
    snprintf(length_text, sizeof length_text, "%zu", length);
    const rw_http_pair headers[] = {
        {"Host", "localhost"}, {"Content-Type", "application/json"}, {"Content-Length", length_text}};
    const size_t count = sizeof headers / sizeof headers[0];
    const rw_http_head_faults faults = {0};
    rw_http_exchange_reset(exchange);
    rw_http_exchange_begin(exchange, "/v1/resolve");
    memcpy(exchange->request.headers, headers, sizeof headers);
    exchange->request.header_count = count;
    if (rw_http_exchange_head(&at->engine, exchange, "POST", "HTTP/1.1", &faults) == RW_HTTP_READ_BODY)
        rw_http_exchange_body(&at->engine, exchange, body, length);
    rw_http_exchange_finish(&at->engine, exchange, false);
    return exchange->response.status;
}
