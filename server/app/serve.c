#include "app/serve.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "access/access.h"
#include "app/endpoints.h"
#include "app/live.h"
#include "app/notify.h"
#include "app/wiring.h"
#include "base/clock.h"
#include "obs/process.h"
#include "obs/recorder.h"
#include "rootwarp/version.h"
#include "rw_build_id.h"

/* Since the last connection came to its end, and for all of them: less than service managers leave a process. */
#define CLOSE_PATIENCE_NS INT64_C(10000000000)
#define CLOSE_TOTAL_NS INT64_C(25000000000)
#define SETTLE_STEP_NS INT64_C(10000000)
#define EXIT_BY_SIGNAL 128

typedef struct rw_serve_state {
    const rw_config *config;
    const rw_config_source *source;
    rw_log *log;
    rw_metrics *metrics;
    rw_wiring *wiring;
    rw_live *live;
    rw_recorder *recorder; /* NULL: nothing is recorded */
    rw_endpoints endpoints;
    rw_http_context context;
    atomic_bool draining;
    sigset_t signals; /* all that are waited for */
    sigset_t stops;   /* those that end the process */
} rw_serve_state;

static size_t readiness(void *context, rw_http_readiness_check checks[RW_HTTP_READINESS_CHECKS_MAX])
{
    const rw_serve_state *state = context;
    const bool draining = atomic_load(&state->draining);
    checks[0] = (rw_http_readiness_check){
        .name = "running", .sound = !draining, .detail = draining ? "shutting down" : "accepting requests"};
    return 1 + rw_wiring_readiness(state->wiring, checks + 1, RW_HTTP_READINESS_CHECKS_MAX - 1);
}

static uint64_t catalog_version(void *context)
{
    const rw_serve_state *state = context;
    return rw_wiring_catalog_version(state->wiring);
}

static double read_catalog_version(void *context)
{
    return (double)catalog_version(context);
}

/* Seconds; -1 while the catalogue is current. */
static int64_t catalog_age(void *context)
{
    const rw_serve_state *state = context;
    int64_t age_ms = 0;
    return rw_wiring_current(state->wiring, &age_ms) ? -1 : age_ms / 1000;
}

static double read_catalog_age(void *context)
{
    const rw_serve_state *state = context;
    int64_t age_ms = 0;
    rw_wiring_current(state->wiring, &age_ms);
    return (double)age_ms / 1000;
}

static double read_catalog_looks(void *context)
{
    const rw_serve_state *state = context;
    return (double)rw_wiring_catalog_looks(state->wiring);
}

static double read_catalog_loads(void *context)
{
    const rw_serve_state *state = context;
    return (double)rw_wiring_catalog_loads(state->wiring);
}

static double read_catalog_notices(void *context)
{
    const rw_serve_state *state = context;
    return (double)rw_wiring_catalog_notices(state->wiring);
}

static double read_log_dropped(void *context)
{
    const rw_serve_state *state = context;
    return (double)rw_log_dropped(state->log);
}

static bool register_catalog(rw_serve_state *state)
{
    return rw_metrics_add_read(state->metrics, RW_METRIC_READ_GAUGE, "rootwarp_catalog_version",
                               "Version of the catalogue that answers.", read_catalog_version, state) &&
           rw_metrics_add_read(state->metrics, RW_METRIC_READ_GAUGE, "rootwarp_catalog_age_seconds",
                               "Time since the catalogue was known to show all that is stored.", read_catalog_age,
                               state) &&
           rw_metrics_add_read(state->metrics, RW_METRIC_READ_COUNTER, "rootwarp_catalog_looks_total",
                               "Looks at the change log of a shared database: one query each.", read_catalog_looks,
                               state) &&
           rw_metrics_add_read(state->metrics, RW_METRIC_READ_COUNTER, "rootwarp_catalog_loads_total",
                               "Looks that found something to take over: two queries more.", read_catalog_loads,
                               state) &&
           rw_metrics_add_read(state->metrics, RW_METRIC_READ_COUNTER, "rootwarp_catalog_notices_total",
                               "Notifications of what was written to a shared database.", read_catalog_notices, state);
}

static bool register_metrics(rw_serve_state *state)
{
    static const char *const labels[] = {"version", "commit", "solver_version"};
    char solver[16];
    snprintf(solver, sizeof solver, "%d", RW_SOLVER_VERSION);
    const char *const values[] = {rw_build_version(), rw_build_commit(), solver};
    return rw_metrics_add_info(state->metrics, "rootwarp_build_info", "The build that runs.", labels, values, 3) &&
           register_catalog(state) &&
           rw_metrics_add_read(state->metrics, RW_METRIC_READ_COUNTER, "rootwarp_log_dropped_total",
                               "Log lines dropped because they came faster than they could be written.",
                               read_log_dropped, state) &&
           rw_process_register(state->metrics);
}

/* What the limit of open files allows. */
static unsigned choose_connections(const rw_serve_state *state)
{
    const unsigned wanted = (unsigned)state->config->max_connections, fitting = rw_http_connections_fitting(wanted);
    if (fitting < wanted)
        rw_log_message(state->log, RW_LOG_WARN, "fewer_connections",
                       "the limit of open files allows %u connections, not the %u asked for; raise it (ulimit -n)",
                       fitting, wanted);
    return fitting;
}

static bool open_recorder(rw_serve_state *state, rw_problem *problem)
{
    if (*state->config->record == '\0')
        return true;
    const rw_recorder_options options = {
        .path = state->config->record,
        .max_bytes = (uint64_t)state->config->record_max_bytes,
        .release = rw_build_version(),
        .commit = rw_build_commit(),
        .solver_version = RW_SOLVER_VERSION,
        .log = state->log,
    };
    state->recorder = rw_recorder_open(&options, problem);
    if (state->recorder == NULL)
        return false;
    if (rw_recorder_register(state->recorder, state->metrics))
        return true;
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the recorder's metrics");
    return false;
}

static void fill_context(rw_serve_state *state)
{
    rw_http_context *context = &state->context;
    context->service = rw_wiring_service(state->wiring);
    context->access = rw_wiring_access(state->wiring);
    context->metrics = state->metrics;
    context->log = state->log;
    context->recorder = state->recorder;
    context->release = rw_build_version();
    context->commit = rw_build_commit();
    context->read_only = state->config->read_only;
    context->readiness = readiness;
    context->catalog_version = catalog_version;
    context->catalog_age = catalog_age;
    context->state = state;
    atomic_init(&context->settings, rw_live_settings(state->live));
}

static bool prepare(rw_serve_state *state, rw_problem *problem)
{
    state->metrics = rw_metrics_new();
    state->log = rw_log_open(STDERR_FILENO, RW_LOG_INFO);
    if (state->metrics == NULL || state->log == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory or threads for log and metrics");
        return false;
    }
    if (!rw_wiring_open(state->config, state->log, state->metrics, &state->wiring, problem))
        return false;
    state->live = rw_live_new(state->config, state->source, choose_connections(state));
    if (state->live == NULL || !register_metrics(state)) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for settings and metrics");
        return false;
    }
    if (!open_recorder(state, problem))
        return false;
    fill_context(state);
    return true;
}

/* After the catalogue is open: whether other machines may reach the daemon depends on whether it has tokens. */
static bool open_endpoints(rw_serve_state *state, rw_problem *problem)
{
    char message[RW_ENDPOINTS_MESSAGE_SIZE];
    const bool allow_remote = state->config->insecure_no_auth || rw_access_asks(state->context.access);
    if (rw_endpoints_open(&state->endpoints, state->config, allow_remote, message))
        return true;
    rw_problem_set(problem, RW_PROBLEM_INTERNAL, "%s", message);
    return false;
}

static void catalog_moved(void *context)
{
    rw_serve_state *state = context;
    rw_endpoints_catalog_moved(&state->endpoints);
}

/* Opens everything; false with one sentence on standard error. What was opened is closed by `release`. */
static bool start(rw_serve_state *state)
{
    rw_problem problem;
    rw_problem_init(&problem);
    const bool sound = prepare(state, &problem) && open_endpoints(state, &problem) &&
                       rw_endpoints_start(&state->endpoints, state->config, &state->context, &problem);
    if (sound)
        rw_wiring_tell_moves(state->wiring, catalog_moved, state);
    else
        fprintf(stderr, "rootwarpd: %s\n", problem.detail);
    rw_problem_free(&problem);
    return sound;
}

/* In the reverse order of `start`; the log goes last, so that everything can say its last word. */
static void release(rw_serve_state *state)
{
    if (state->wiring != NULL)
        rw_wiring_tell_moves(state->wiring, NULL, NULL);
    rw_endpoints_close(&state->endpoints);
    rw_recorder_close(state->recorder);
    rw_wiring_close(state->wiring);
    rw_live_free(state->live);
    rw_log_close(state->log);
    rw_metrics_free(state->metrics);
}

/* Other processes change tokens too; the daemon looks once a second by itself. */
static void reload_tokens(rw_serve_state *state)
{
    rw_problem problem;
    rw_problem_init(&problem);
    if (!rw_access_refresh(state->context.access, &problem))
        rw_log_message(state->log, RW_LOG_WARN, "reload", "the tokens stay as they were: %s", problem.detail);
    rw_problem_free(&problem);
}

/* SIGHUP. */
static void reload(rw_serve_state *state)
{
    char message[RW_ENDPOINTS_MESSAGE_SIZE];
    rw_notify_reloading();
    if (!rw_endpoints_reload_certificate(&state->endpoints, message))
        rw_log_message(state->log, RW_LOG_ERROR, "reload", "the certificate stays as it was: %s", message);
    reload_tokens(state);
    if (rw_live_reload(state->live, state->log)) {
        const rw_http_settings *settings = rw_live_settings(state->live);
        atomic_store(&state->context.settings, settings);
        rw_wiring_settings_changed(state->wiring, settings);
        rw_endpoints_settings_changed(&state->endpoints);
        rw_log_message(state->log, RW_LOG_INFO, "reload", "the settings were read again");
    }
    rw_notify("READY=1");
}

/* Waits for a signal, at most so long; 0 when none came. */
static int wait_signal(const sigset_t *signals, int64_t nanoseconds)
{
    const struct timespec patience = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                                      .tv_nsec = (long)(nanoseconds % 1000000000)};
    const int number = sigtimedwait(signals, NULL, &patience);
    return number < 0 ? 0 : number;
}

/* Waits until nothing is open any more, as long as that goes on; a signal meanwhile ends the process. */
static void settle(rw_serve_state *state)
{
    const int64_t begun = rw_clock_monotonic_ns();
    int64_t moved = begun;
    size_t least = SIZE_MAX, open;
    while ((open = rw_endpoints_settle(&state->endpoints)) > 0) {
        const int64_t now = rw_clock_monotonic_ns();
        if (open < least) {
            least = open;
            moved = now;
        }
        if (now - moved > CLOSE_PATIENCE_NS || now - begun > CLOSE_TOTAL_NS) {
            rw_log_message(state->log, RW_LOG_WARN, "shutdown", "%zu requests were not answered in time",
                           rw_endpoints_in_flight(&state->endpoints));
            /* Those at the store are waited for all the same; a signal ends that, too. */
            pthread_sigmask(SIG_UNBLOCK, &state->stops, NULL);
            return;
        }
        const int number = wait_signal(&state->stops, SETTLE_STEP_NS);
        if (number != 0)
            _exit(EXIT_BY_SIGNAL + number);
    }
}

static void run(rw_serve_state *state)
{
    const rw_endpoints *endpoints = &state->endpoints;
    printf("listening on %s\n", endpoints->api.listener.url);
    if (endpoints->admin.server != NULL)
        printf("admin on %s\n", endpoints->admin.listener.url);
    fflush(stdout);
    rw_log_message(state->log, RW_LOG_INFO, "started", "rootwarpd %s listens on %s", rw_build_version(),
                   endpoints->api.listener.url);
    rw_notify("READY=1");
    int number = 0;
    while (sigismember(&state->stops, number) != 1) {
        number = sigwaitinfo(&state->signals, NULL);
        if (number == SIGHUP)
            reload(state);
    }
    rw_log_message(state->log, RW_LOG_INFO, "shutdown", "stopping after signal %d", number);
    rw_notify("STOPPING=1");
    atomic_store(&state->draining, true);
    rw_endpoints_drain(&state->endpoints);
    if (state->config->drain_delay_ms > 0) {
        number = wait_signal(&state->stops, state->config->drain_delay_ms * 1000000);
        if (number != 0)
            _exit(EXIT_BY_SIGNAL + number);
    }
    rw_endpoints_quiesce(&state->endpoints);
    settle(state);
}

int rw_serve(const rw_config *config, const rw_config_source *source)
{
    rw_serve_state state = {.config = config, .source = source, .endpoints = RW_ENDPOINTS_NONE};
    /* Blocked here and so in every thread that is started later: only this one takes them, when it waits. */
    sigemptyset(&state.stops);
    sigaddset(&state.stops, SIGTERM);
    sigaddset(&state.stops, SIGINT);
    state.signals = state.stops;
    sigaddset(&state.signals, SIGHUP);
    /* A client that went, or a file at the limit of its size, fails the call that meets it and not the process. */
    if (pthread_sigmask(SIG_BLOCK, &state.signals, NULL) != 0 || signal(SIGPIPE, SIG_IGN) == SIG_ERR ||
        signal(SIGXFSZ, SIG_IGN) == SIG_ERR) {
        fprintf(stderr, "rootwarpd: cannot set up signals\n");
        return EXIT_FAILURE;
    }
    const bool started = start(&state);
    if (started)
        run(&state);
    release(&state);
    return started ? EXIT_SUCCESS : EXIT_FAILURE;
}
