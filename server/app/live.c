#include "app/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/retired.h"

#define ERRORS_MAX ((size_t)64 * 1024)
/* Longer than any request lives that may still read what was replaced. */
#define RETIRED_NS INT64_C(600000000000)

/* Read once, immutable afterwards. */
typedef struct rw_generation {
    rw_retired retired;
    rw_config config; /* empty in the first one, whose configuration is the caller's */
    rw_http_settings settings;
} rw_generation;

struct rw_live {
    const rw_config *first;
    const rw_config_source *source;
    unsigned max_connections;
    rw_generation *current;
    rw_retired_list retired;
};

/* The other settings shape sockets, threads and files, and take a restart. */
static bool changes_alive(const char *name)
{
    static const char *const names[] = {"host",          "max-body-bytes", "max-document-bytes", "max-batch-items",
                                        "max-import-bytes",
                                        "head-deadline", "body-deadline",  "reply-deadline",     "idle-deadline",
                                        "slow-request",  "access-log",    "max-in-flight",
                                        "rate-limit-per-token", "rate-limit-per-address", "rate-limit-burst",
                                        "max-connections-per-address", "cors-origin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static rw_http_settings settings_of(const rw_config *config, unsigned max_connections)
{
    return (rw_http_settings){
        .limits =
            {
                .max_body_bytes = (size_t)config->max_body_bytes,
                .max_document_bytes = (size_t)config->max_document_bytes,
                .max_import_bytes = (size_t)config->max_import_bytes,
                .max_batch_items = (size_t)config->max_batch_items,
                .max_connections = max_connections,
                .max_connections_per_address = (size_t)config->max_connections_per_address,
                .max_in_flight = (size_t)config->max_in_flight,
                .rate_per_token = config->rate_limit_per_token,
                .rate_per_address = config->rate_limit_per_address,
                .rate_burst = config->rate_limit_burst,
                .head_deadline_ms = config->head_deadline_ms,
                .body_deadline_ms = config->body_deadline_ms,
                .reply_deadline_ms = config->reply_deadline_ms,
                .idle_deadline_ms = config->idle_deadline_ms,
            },
        .host_names = config->host,
        .cors_origins = config->cors_origin,
        .access_log = config->access_log,
        .slow_request_ms = config->slow_request_ms,
    };
}

static void free_generation(rw_retired *one)
{
    rw_generation *generation = (rw_generation *)(void *)one;
    rw_config_free(&generation->config);
    free(generation);
}

rw_live *rw_live_new(const rw_config *config, const rw_config_source *source, unsigned max_connections)
{
    rw_live *live = calloc(1, sizeof *live);
    rw_generation *generation = calloc(1, sizeof *generation);
    if (live == NULL || generation == NULL) {
        free(live);
        free(generation);
        return NULL;
    }
    generation->settings = settings_of(config, max_connections);
    *live = (rw_live){.first = config,
                      .source = source,
                      .max_connections = max_connections,
                      .current = generation,
                      .retired = {.patience_ns = RETIRED_NS, .free = free_generation}};
    return live;
}

const rw_http_settings *rw_live_settings(const rw_live *live)
{
    return &live->current->settings;
}

static void log_errors(rw_log *log, const char *errors)
{
    for (const char *at = errors; at != NULL && *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        rw_log_message(log, RW_LOG_ERROR, "reload", "the settings stay as they were: %.*s", (int)length, at);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
}

/* One line for each setting whose new value waits for a restart. */
static void log_waiting(rw_log *log, const rw_settings *running, const rw_settings *read)
{
    for (size_t i = 0; i < running->count; i++) {
        const char *before = running->values[i].text, *now = read->values[i].text;
        const bool same = before == now || (before != NULL && now != NULL && strcmp(before, now) == 0);
        if (!same && !changes_alive(running->table[i].name))
            rw_log_message(log, RW_LOG_WARN, "reload", "%s has changed; restart to use its new value",
                           running->table[i].name);
    }
}

bool rw_live_reload(rw_live *live, rw_log *log)
{
    rw_buffer errors;
    rw_buffer_init(&errors, ERRORS_MAX);
    rw_generation *made = calloc(1, sizeof *made);
    if (made == NULL || !rw_config_load(live->source, &made->config, &errors)) {
        log_errors(log, made == NULL ? "out of memory" : errors.data);
        rw_buffer_free(&errors);
        free(made);
        return false;
    }
    rw_buffer_free(&errors);
    log_waiting(log, &live->first->settings, &made->config.settings);
    made->settings = settings_of(&made->config, live->max_connections);
    rw_retired_add(&live->retired, &live->current->retired, rw_clock_monotonic_ns());
    live->current = made;
    return true;
}

void rw_live_free(rw_live *live)
{
    if (live == NULL)
        return;
    rw_retired_clear(&live->retired);
    free_generation(&live->current->retired);
    free(live);
}
