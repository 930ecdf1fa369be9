#include "access/access.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "access/rate_limit.h"
#include "access/token_table.h"
#include "base/clock.h"
#include "base/reader_gate.h"

#define LOOK_EVERY_NS INT64_C(1000000000)
#define NOTE_EVERY_NS INT64_C(60000000000)

typedef enum rw_refusal { REFUSED_MISSING, REFUSED_INVALID, REFUSED_EXPIRED, REFUSED_SCOPE, REFUSED_COUNT } rw_refusal;

struct rw_access {
    rw_store *store;
    rw_log *log;
    rw_reader_gate gate; /* of rw_token_table */
    atomic_bool asks;
    atomic_int_fast64_t looked_ns; /* when the table was last known to be the store's */
    rw_rate_limit *tokens, *addresses;
    rw_metric_series *refused[REFUSED_COUNT];
    rw_metric_series *limited_token, *limited_address;

    pthread_mutex_t turn; /* of whoever looks at the store: guards uses, failing and the writer's side of the gate */
    rw_token_use *uses;
    bool failing; /* the last look failed, and the log was told */

    pthread_mutex_t mutex; /* of `stop` */
    pthread_cond_t wake;
    pthread_t thread;
    bool stop;
};

/* ---- the table ---- */

static void swap_table(rw_access *access, rw_token_table *table)
{
    const bool some = table->count > 0;
    const void *before = rw_reader_gate_publish(&access->gate, table);
    if (some)
        atomic_store(&access->asks, true);
    rw_token_table_free((rw_token_table *)(uintptr_t)before);
}

static bool load_table(rw_access *access, rw_problem *problem)
{
    rw_store_token_list list;
    if (rw_store_token_list_read(access->store, &list, problem) != RW_STORE_OK)
        return false;
    rw_token_table *table = rw_token_table_new(&list, &access->uses);
    rw_store_token_list_free(&list);
    if (table == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the tokens");
        return false;
    }
    swap_table(access, table);
    return true;
}

/* With the turn taken. */
static bool look(rw_access *access, rw_problem *problem)
{
    int64_t version = 0;
    const rw_token_table *table = rw_reader_gate_current(&access->gate);
    const int64_t now_ns = rw_clock_monotonic_ns();
    if (rw_store_token_version(access->store, &version, problem) != RW_STORE_OK)
        return false;
    if (version != table->version && !load_table(access, problem))
        return false;
    atomic_store(&access->looked_ns, now_ns);
    return true;
}

bool rw_access_refresh(rw_access *access, rw_problem *problem)
{
    pthread_mutex_lock(&access->turn);
    const bool sound = look(access, problem);
    pthread_mutex_unlock(&access->turn);
    return sound;
}

/* ---- the thread ---- */

/* Tells the log when the store stops answering and when it answers again, not each time. */
static void look_again(rw_access *access)
{
    rw_problem problem;
    rw_problem_init(&problem);
    pthread_mutex_lock(&access->turn);
    const bool sound = look(access, &problem);
    if (!sound && !access->failing)
        rw_log_message(access->log, RW_LOG_WARN, "tokens", "cannot see whether tokens changed, those known stay: %s",
                       problem.detail);
    if (sound && access->failing)
        rw_log_message(access->log, RW_LOG_INFO, "tokens", "the store tells of its tokens again");
    access->failing = !sound;
    pthread_mutex_unlock(&access->turn);
    rw_problem_free(&problem);
}

static size_t collect_uses(rw_access *access, rw_store_token_use *out, size_t room)
{
    size_t count = 0;
    for (rw_token_use *use = access->uses; use != NULL && count < room; use = use->next) {
        const int64_t at_ms = atomic_load_explicit(&use->at_ms, memory_order_relaxed);
        if (at_ms <= use->noted_ms)
            continue;
        use->noted_ms = at_ms;
        memcpy(out[count].id, use->id, sizeof use->id);
        out[count++].at_ms = at_ms;
    }
    return count;
}

/* A failure is forgiven: the next use is noted with the next round. */
static void note_uses(rw_access *access)
{
    size_t room = 0;
    rw_problem problem;
    rw_problem_init(&problem);
    pthread_mutex_lock(&access->turn);
    for (const rw_token_use *use = access->uses; use != NULL; use = use->next)
        room++;
    rw_store_token_use *uses = room == 0 ? NULL : malloc(room * sizeof *uses);
    const size_t count = uses == NULL ? 0 : collect_uses(access, uses, room);
    if (count > 0)
        rw_store_token_note_uses(access->store, uses, count, &problem);
    pthread_mutex_unlock(&access->turn);
    free(uses);
    rw_problem_free(&problem);
}

/* Waits until a moment of the monotonic clock; false when it is time to end. */
static bool rest_until(rw_access *access, int64_t moment_ns)
{
    const struct timespec until = {.tv_sec = (time_t)(moment_ns / 1000000000), .tv_nsec = (long)(moment_ns % 1000000000)};
    int result = 0;
    pthread_mutex_lock(&access->mutex);
    while (!access->stop && result == 0)
        result = pthread_cond_timedwait(&access->wake, &access->mutex, &until);
    const bool go_on = !access->stop;
    pthread_mutex_unlock(&access->mutex);
    return go_on;
}

static void *watch(void *context)
{
    rw_access *access = context;
    int64_t note_at_ns = rw_clock_monotonic_ns() + NOTE_EVERY_NS;
    while (rest_until(access, rw_clock_monotonic_ns() + LOOK_EVERY_NS)) {
        look_again(access);
        if (rw_clock_monotonic_ns() >= note_at_ns) {
            note_uses(access);
            note_at_ns = rw_clock_monotonic_ns() + NOTE_EVERY_NS;
        }
    }
    note_uses(access);
    return NULL;
}

static bool init_locks(rw_access *access)
{
    pthread_condattr_t monotonic;
    if (pthread_condattr_init(&monotonic) != 0)
        return false;
    bool made = pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&access->wake, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    if (!made)
        return false;
    if (pthread_mutex_init(&access->mutex, NULL) != 0) {
        pthread_cond_destroy(&access->wake);
        return false;
    }
    if (pthread_mutex_init(&access->turn, NULL) != 0) {
        pthread_mutex_destroy(&access->mutex);
        pthread_cond_destroy(&access->wake);
        return false;
    }
    return true;
}

static void destroy_locks(rw_access *access)
{
    pthread_mutex_destroy(&access->turn);
    pthread_mutex_destroy(&access->mutex);
    pthread_cond_destroy(&access->wake);
}

/* ---- metrics ---- */

static double read_live(void *context)
{
    rw_access *access = context;
    unsigned phase = 0;
    const rw_token_table *table = rw_reader_gate_enter(&access->gate, &phase);
    const size_t live = rw_token_table_live(table, rw_clock_wall_ms());
    rw_reader_gate_leave(&access->gate, phase);
    return (double)live;
}

static double read_age(void *context)
{
    rw_access *access = context;
    return (double)(rw_clock_monotonic_ns() - atomic_load(&access->looked_ns)) / 1e9;
}

static bool register_metrics(rw_access *access, rw_metrics *metrics)
{
    static const char *const refused_label[] = {"reason"}, *const limited_label[] = {"by"};
    static const char *const reasons[REFUSED_COUNT] = {"missing", "invalid", "expired", "scope"};
    if (metrics == NULL)
        return true;
    rw_metric *refused = rw_metrics_add_counter(metrics, "rootwarp_auth_refused_total",
                                                "Requests refused for their token, by what was wrong with it.",
                                                refused_label, 1);
    rw_metric *limited = rw_metrics_add_counter(metrics, "rootwarp_rate_limited_total",
                                                "Requests refused because there were too many, by whose limit.",
                                                limited_label, 1);
    if (refused == NULL || limited == NULL ||
        !rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "rootwarp_tokens_live",
                             "Tokens that are neither revoked nor expired.", read_live, access) ||
        !rw_metrics_add_read(metrics, RW_METRIC_READ_GAUGE, "rootwarp_tokens_age_seconds",
                             "Time since the tokens in force were last held against the store.", read_age, access))
        return false;
    for (size_t i = 0; i < REFUSED_COUNT; i++)
        access->refused[i] = rw_metric_series_get(refused, &reasons[i]);
    access->limited_token = rw_metric_series_get(limited, (const char *const[]){"token"});
    access->limited_address = rw_metric_series_get(limited, (const char *const[]){"address"});
    return true;
}

static void count(rw_metric_series *series)
{
    if (series != NULL)
        rw_metric_series_add(series, 1);
}

/* ---- life ---- */

void rw_access_set_rates(rw_access *access, const rw_access_rates *rates)
{
    rw_rate_limit_set(access->tokens, rates->per_token_second, rates->burst);
    rw_rate_limit_set(access->addresses, rates->per_address_second, rates->burst);
}

static bool make_limits(rw_access *access, const rw_access_rates *rates)
{
    access->tokens = rw_rate_limit_new();
    access->addresses = rw_rate_limit_new();
    if (access->tokens == NULL || access->addresses == NULL)
        return false;
    rw_access_set_rates(access, rates);
    return true;
}

static void release(rw_access *access)
{
    rw_token_table_free((rw_token_table *)(uintptr_t)rw_reader_gate_current(&access->gate));
    rw_token_uses_free(access->uses);
    rw_rate_limit_free(access->tokens);
    rw_rate_limit_free(access->addresses);
    destroy_locks(access);
    free(access);
}

bool rw_access_open(const rw_access_options *options, rw_access **out, rw_problem *problem)
{
    rw_access *access = calloc(1, sizeof *access);
    if (access == NULL || !init_locks(access)) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the tokens");
        free(access);
        return false;
    }
    access->store = options->store;
    access->log = options->log;
    rw_reader_gate_init(&access->gate, NULL);
    atomic_init(&access->asks, false);
    atomic_init(&access->looked_ns, rw_clock_monotonic_ns());
    bool sound = load_table(access, problem);
    if (sound && !(make_limits(access, &options->rates) && register_metrics(access, options->metrics) &&
                   pthread_create(&access->thread, NULL, watch, access) == 0)) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory or threads for the tokens");
        sound = false;
    }
    if (!sound) {
        release(access);
        return false;
    }
    *out = access;
    return true;
}

void rw_access_close(rw_access *access)
{
    if (access == NULL)
        return;
    pthread_mutex_lock(&access->mutex);
    access->stop = true;
    pthread_cond_signal(&access->wake);
    pthread_mutex_unlock(&access->mutex);
    pthread_join(access->thread, NULL);
    release(access);
}

bool rw_access_bootstrap(rw_store *store, const char *text, rw_log *log, rw_problem *problem)
{
    char id[RW_TOKEN_ID_SIZE];
    const size_t length = strlen(text);
    if (!rw_token_parse(text, length, id)) {
        rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER, "the bootstrap token has not the form " RW_TOKEN_RULE);
        return false;
    }
    const rw_store_token_request request = {
        .id = id,
        .name = "bootstrap",
        .scopes = RW_SCOPES_ALL,
        .digest = rw_token_digest_of(text, length),
        .first_only = true,
    };
    const rw_origin origin = {.actor = RW_ORIGIN_LOCAL};
    const rw_store_status status = rw_store_token_create(store, &request, &origin, problem);
    if (status == RW_STORE_OK)
        rw_log_message(log, RW_LOG_INFO, "tokens", "installed the bootstrap token %s", id);
    if (status == RW_STORE_CONFLICT)
        rw_problem_free(problem);
    return status == RW_STORE_OK || status == RW_STORE_CONFLICT;
}

/* ---- requests ---- */

bool rw_access_asks(const rw_access *access)
{
    return atomic_load_explicit(&access->asks, memory_order_acquire);
}

static bool refuse(rw_access *access, rw_refusal reason, rw_problem_code code, const char *detail, rw_problem *problem)
{
    count(access->refused[reason]);
    rw_problem_set(problem, code, "%s", detail);
    return false;
}

static rw_token_verdict find(rw_access *access, const char *id, const rw_token_digest *digest,
                             rw_access_identity *identity)
{
    unsigned phase = 0;
    const rw_token_entry *entry = NULL;
    const int64_t now_ms = rw_clock_wall_ms();
    const rw_token_table *table = rw_reader_gate_enter(&access->gate, &phase);
    const rw_token_verdict verdict = rw_token_table_find(table, id, digest, now_ms, &entry);
    if (verdict == RW_TOKEN_VALID) {
        memcpy(identity->id, entry->token.id, sizeof identity->id);
        identity->scopes = entry->token.scopes;
        /* A second is fine enough, and spares most requests the shared cache line. */
        if (now_ms - atomic_load_explicit(&entry->use->at_ms, memory_order_relaxed) >= 1000)
            atomic_store_explicit(&entry->use->at_ms, now_ms, memory_order_relaxed);
    }
    rw_reader_gate_leave(&access->gate, phase);
    return verdict;
}

bool rw_access_check(rw_access *access, const char *authorization, rw_access_identity *identity, rw_problem *problem)
{
    static const char scheme[] = "Bearer ";
    const size_t scheme_length = sizeof scheme - 1;
    char id[RW_TOKEN_ID_SIZE];
    if (authorization == NULL)
        return refuse(access, REFUSED_MISSING, RW_PROBLEM_TOKEN_REQUIRED,
                      "send a token: Authorization: Bearer rwp_...", problem);
    if (strncasecmp(authorization, scheme, scheme_length) != 0)
        return refuse(access, REFUSED_MISSING, RW_PROBLEM_TOKEN_REQUIRED,
                      "the Authorization header is none of the scheme Bearer; send Authorization: Bearer rwp_...",
                      problem);
    const char *text = authorization + scheme_length;
    text += strspn(text, " ");
    const size_t length = strlen(text);
    if (!rw_token_parse(text, length, id))
        return refuse(access, REFUSED_INVALID, RW_PROBLEM_TOKEN_INVALID,
                      "the token has not the form that this server's tokens have", problem);
    const rw_token_digest digest = rw_token_digest_of(text, length);
    switch (find(access, id, &digest, identity)) {
    case RW_TOKEN_VALID:
        break;
    case RW_TOKEN_UNKNOWN:
        return refuse(access, REFUSED_INVALID, RW_PROBLEM_TOKEN_INVALID,
                      "the token is not known here, or not any more", problem);
    case RW_TOKEN_EXPIRED:
        return refuse(access, REFUSED_EXPIRED, RW_PROBLEM_TOKEN_EXPIRED, "the token has expired", problem);
    }
    return true;
}

bool rw_access_allows(rw_access *access, const rw_access_identity *identity, unsigned wanted, rw_problem *problem)
{
    if (rw_scopes_allow(identity->scopes, wanted))
        return true;
    const rw_problem_code code = (wanted & RW_SCOPE_READ) != 0      ? RW_PROBLEM_SCOPE_READ_REQUIRED
                                 : (wanted & RW_SCOPE_RESOLVE) != 0 ? RW_PROBLEM_SCOPE_RESOLVE_REQUIRED
                                 : (wanted & RW_SCOPE_WRITE) != 0   ? RW_PROBLEM_SCOPE_WRITE_REQUIRED
                                                                    : RW_PROBLEM_SCOPE_ADMIN_REQUIRED;
    char held[RW_SCOPES_TEXT_SIZE];
    rw_scopes_write(identity->scopes, held);
    count(access->refused[REFUSED_SCOPE]);
    rw_problem_set(problem, code, "this needs the scope %s; token %s has %s", rw_scope_name(wanted), identity->id, held);
    return false;
}

static bool admit(rw_rate_limit *limit, rw_metric_series *series, const void *key, size_t length, const char *whose,
                  int64_t *wait_ns, rw_problem *problem)
{
    if (rw_rate_limit_take(limit, key, length, rw_clock_monotonic_ns(), wait_ns))
        return true;
    count(series);
    rw_problem_set(problem, RW_PROBLEM_RATE_LIMITED, "this %s has sent too many requests; wait %lld ms", whose,
                   (long long)(*wait_ns / 1000000 + 1));
    return false;
}

bool rw_access_admit_address(rw_access *access, const char *remote, int64_t *wait_ns, rw_problem *problem)
{
    struct in6_addr six;
    const void *key = remote;
    size_t length = strlen(remote);
    if (strchr(remote, ':') != NULL && inet_pton(AF_INET6, remote, &six) == 1) {
        /* A socket for both families shows an IPv4 client with the same first 64 bits as every other. */
        const bool mapped = IN6_IS_ADDR_V4MAPPED(&six) != 0;
        key = mapped ? &six.s6_addr[12] : &six.s6_addr[0];
        length = mapped ? 4 : 8;
    }
    return admit(access->addresses, access->limited_address, key, length, "address", wait_ns, problem);
}

bool rw_access_admit_token(rw_access *access, const char *id, int64_t *wait_ns, rw_problem *problem)
{
    return admit(access->tokens, access->limited_token, id, strlen(id), "token", wait_ns, problem);
}

/* ---- for operators ---- */

bool rw_access_list_tokens(rw_access *access, rw_store_token_list *out, rw_problem *problem)
{
    return rw_store_token_list_read(access->store, out, problem) == RW_STORE_OK;
}

bool rw_access_read_audit(rw_access *access, int64_t since, size_t limit, rw_store_audit_list *out,
                          rw_problem *problem)
{
    return rw_store_audit_read(access->store, since, limit, out, problem) == RW_STORE_OK;
}
