#include "app/wiring.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access/access.h"
#include "codec/compiler.h"
#include "service/service.h"
#include "store/postgres.h"
#include "store/store.h"

struct rw_wiring {
    rw_store *store;
    rw_access *access;
    rw_service *service;
    rw_log *log;
    int64_t max_stale_ms;
    pthread_mutex_t mutex; /* of the two below, held during the call */
    rw_wiring_moved *moved;
    void *moved_context;
};

static bool shared(const rw_config *config)
{
    return *config->store != '\0';
}

/* Says which catalogue it is about, and what to do; a folder in use names itself. The address of a database may hold a
 * password. */
static void explain(const rw_config *config, rw_problem *problem)
{
    const rw_problem_code code = problem->code;
    const char *folder = config->data;
    char detail[RW_PROBLEM_DETAIL_SIZE];
    if (shared(config)) {
        memcpy(detail, problem->detail, sizeof detail);
        rw_problem_free(problem);
        rw_problem_set(problem, code, "cannot open the catalogue in PostgreSQL: %.400s", detail);
        return;
    }
    if (code == RW_PROBLEM_STORE_LOCKED || code == RW_PROBLEM_OUT_OF_MEMORY)
        return;
    memcpy(detail, problem->detail, sizeof detail);
    rw_problem_free(problem);
    rw_problem_set(problem, code, "cannot open the catalogue in \"%.200s\": %.300s%s", folder, detail,
                   code == RW_PROBLEM_STORE_CORRUPT
                       ? "; put a backup in the place of its rootwarp.db, or name another folder with --data"
                       : "");
}

static bool open_access(const rw_config *config, rw_log *log, rw_metrics *metrics, rw_wiring *wiring,
                        rw_problem *problem)
{
    const rw_access_options options = {
        .store = wiring->store,
        .log = log,
        .metrics = metrics,
        .rates = {.per_token_second = config->rate_limit_per_token,
                  .per_address_second = config->rate_limit_per_address,
                  .burst = config->rate_limit_burst},
    };
    if (*config->bootstrap_token != '\0' &&
        !rw_access_bootstrap(wiring->store, config->bootstrap_token, log, problem))
        return false;
    return rw_access_open(&options, &wiring->access, problem);
}

bool rw_wiring_may_ask(const rw_config *config)
{
    return *config->bootstrap_token != '\0' || shared(config) || rw_store_sqlite_exists(config->data);
}

bool rw_wiring_check(const rw_config *config, char message[RW_WIRING_MESSAGE_SIZE])
{
    if (shared(config) && !rw_store_postgres_named(config->store))
        snprintf(message, RW_WIRING_MESSAGE_SIZE, "the value of --store is not the address of a database, postgres://...");
    else if (!shared(config) && *config->data == '\0')
        snprintf(message, RW_WIRING_MESSAGE_SIZE, "serve needs a folder for the catalogue, --data FOLDER");
    else
        return true;
    return false;
}

static rw_store_status open_store(const rw_config *config, rw_store **store, rw_problem *problem)
{
    if (shared(config)) {
        rw_store_postgres_options options = rw_store_postgres_options_default();
        options.read_only = config->read_only;
        return rw_store_open_postgres(config->store, &options, store, problem);
    }
    rw_store_sqlite_options options = rw_store_sqlite_options_default();
    options.read_only = config->read_only;
    return rw_store_open_sqlite(config->data, &options, store, problem);
}

static void report(void *context, bool answers, const char *detail)
{
    rw_wiring *wiring = context;
    if (answers)
        rw_log_message(wiring->log, RW_LOG_INFO, "store", "the database answers again; the catalogue is up to date");
    else
        rw_log_message(wiring->log, RW_LOG_WARN, "store", "serving what was read before: %s", detail);
}

static void tell_moved(void *context)
{
    rw_wiring *wiring = context;
    pthread_mutex_lock(&wiring->mutex);
    if (wiring->moved != NULL)
        wiring->moved(wiring->moved_context);
    pthread_mutex_unlock(&wiring->mutex);
}

void rw_wiring_tell_moves(rw_wiring *wiring, rw_wiring_moved *moved, void *context)
{
    pthread_mutex_lock(&wiring->mutex);
    wiring->moved = moved;
    wiring->moved_context = context;
    pthread_mutex_unlock(&wiring->mutex);
}

static bool open_service(const rw_config *config, rw_wiring *wiring, rw_problem *problem)
{
    const rw_catalog_compiler compiler = rw_codec_compiler();
    const rw_follower_options options = {
        .interval_ms = config->store_poll_ms,
        .listen = config->store_notify,
        .report = report,
        .moved = tell_moved,
        .context = wiring};
    return rw_service_open(wiring->store, &compiler, NULL, &wiring->service, problem) &&
           (!shared(config) || rw_service_follow(wiring->service, &options, problem));
}

bool rw_wiring_open(const rw_config *config, rw_log *log, rw_metrics *metrics, rw_wiring **out, rw_problem *problem)
{
    rw_wiring *made = calloc(1, sizeof *made);
    if (made == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to open the catalogue");
        return false;
    }
    made->log = log;
    made->max_stale_ms = config->max_stale_ms;
    if (open_store(config, &made->store, problem) != RW_STORE_OK ||
        !open_access(config, log, metrics, made, problem) || !open_service(config, made, problem)) {
        explain(config, problem);
        rw_wiring_close(made);
        return false;
    }
    rw_service_view view;
    rw_service_view_begin(made->service, &view);
    rw_log_message(log, RW_LOG_INFO, "catalogue", "%zu clips and %zu profiles at version %lld",
                   rw_service_view_clip_count(&view), rw_service_view_profile_count(&view),
                   (long long)rw_service_view_version(&view));
    rw_service_view_end(&view);
    *out = made;
    return true;
}

void rw_wiring_close(rw_wiring *wiring)
{
    if (wiring == NULL)
        return;
    rw_service_close(wiring->service);
    rw_access_close(wiring->access);
    rw_store_close(wiring->store);
    pthread_mutex_destroy(&wiring->mutex);
    free(wiring);
}

struct rw_service *rw_wiring_service(const rw_wiring *wiring)
{
    return wiring->service;
}

struct rw_access *rw_wiring_access(const rw_wiring *wiring)
{
    return wiring->access;
}

void rw_wiring_settings_changed(rw_wiring *wiring, const rw_http_settings *settings)
{
    const rw_access_rates rates = {
        .per_token_second = settings->limits.rate_per_token,
        .per_address_second = settings->limits.rate_per_address,
        .burst = settings->limits.rate_burst,
    };
    rw_access_set_rates(wiring->access, &rates);
}

uint64_t rw_wiring_catalog_version(const rw_wiring *wiring)
{
    rw_service_view view;
    bool ignored = false; /* a write that failed is not looked for here */
    rw_service_view_begin_in_memory(wiring->service, &ignored, &view);
    const int64_t version = rw_service_view_version(&view);
    rw_service_view_end(&view);
    return version < 0 ? 0 : (uint64_t)version;
}

bool rw_wiring_current(const rw_wiring *wiring, int64_t *age_ms)
{
    return rw_service_is_current(wiring->service, age_ms);
}

uint64_t rw_wiring_catalog_looks(const rw_wiring *wiring)
{
    return rw_service_follower_counts(wiring->service).looks;
}

uint64_t rw_wiring_catalog_loads(const rw_wiring *wiring)
{
    return rw_service_follower_counts(wiring->service).loads;
}

uint64_t rw_wiring_catalog_notices(const rw_wiring *wiring)
{
    return rw_service_follower_counts(wiring->service).notices;
}

size_t rw_wiring_readiness(const rw_wiring *wiring, rw_http_readiness_check *checks, size_t room)
{
    rw_problem problem;
    if (room < 1)
        return 0;
    rw_problem_init(&problem);
    int64_t age_ms = 0;
    const bool sound = rw_service_ping(wiring->service, &problem);
    rw_problem_free(&problem);
    if (!sound && !rw_service_is_current(wiring->service, &age_ms)) {
        const bool serving = age_ms <= wiring->max_stale_ms;
        checks[0] = (rw_http_readiness_check){
            .name = "store",
            .sound = serving,
            .detail = serving ? "the database does not answer; what was read before is served"
                              : "the database has not answered for longer than max-stale allows"};
        return 1;
    }
    checks[0] = (rw_http_readiness_check){
        .name = "store",
        .sound = sound,
        .detail = sound ? "the store answers" : "the store does not answer, or its file is not in its folder any more"};
    return 1;
}
