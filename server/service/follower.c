#include "service/follower.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

#define NANOSECONDS_A_MILLISECOND INT64_C(1000000)
/* Looks that notices bring forward stay this far apart, and are spread over as much: a part of the interval, with a limit. */
#define NOTICE_PART 20
#define NOTICE_MAX_NS (50 * NANOSECONDS_A_MILLISECOND)

struct rw_follower {
    rw_store *store;
    rw_catalog *catalog;
    rw_follower_options options;
    pthread_mutex_t mutex; /* of `woken`, `stop`, and what is about notices */
    pthread_cond_t changed;
    pthread_t thread;
    bool woken;
    bool stop;
    int64_t heard;        /* the highest number that a notice told since the last look; 0: none */
    int64_t called_at_ns; /* with `heard`: when to look for it */
    int64_t quiet_until_ns; /* no notice brings a look before this */
    _Atomic uint64_t looks, loads, notices;
    uint64_t random;             /* of the follower's thread */
    uint64_t random_notice;      /* of the mutex */
    int64_t version;             /* of the catalogue, when it was looked at last */
    _Atomic int64_t fresh_at_ns; /* the catalogue shows all that was stored then */
    atomic_bool answers;
};

/* splitmix64: jitter needs no more. */
static uint64_t draw(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

static int64_t interval_ns(const rw_follower *follower)
{
    return follower->options.interval_ms * NANOSECONDS_A_MILLISECOND;
}

static int64_t notice_ns(const rw_follower *follower)
{
    const int64_t part = interval_ns(follower) / NOTICE_PART;
    return part < NOTICE_MAX_NS ? part : NOTICE_MAX_NS;
}

static int64_t next_wait_ns(rw_follower *follower)
{
    const int64_t interval = interval_ns(follower);
    return interval - interval / 2 + (int64_t)(draw(&follower->random) % (uint64_t)(interval / 2 + 1));
}

static int64_t version_of(rw_catalog *catalog)
{
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const int64_t version = rw_catalog_sequence(&guard);
    rw_catalog_reader_end(&guard);
    return version;
}

/* With the mutex. The catalogue may have come there by a write of this process. */
static bool called(const rw_follower *follower)
{
    return follower->heard > 0 && follower->heard > version_of(follower->catalog);
}

/* With the mutex: until the time has come, or a notice's, or somebody wakes it. */
static void wait_for_look(rw_follower *follower, int64_t until)
{
    while (!follower->woken && !follower->stop) {
        const int64_t end = called(follower) && follower->called_at_ns < until ? follower->called_at_ns : until;
        if (end <= rw_clock_monotonic_ns())
            return;
        const struct timespec deadline = {.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)};
        pthread_cond_timedwait(&follower->changed, &follower->mutex, &deadline);
    }
}

/* False: stop. */
static bool rest(rw_follower *follower)
{
    const int64_t until = rw_clock_monotonic_ns() + next_wait_ns(follower);
    pthread_mutex_lock(&follower->mutex);
    wait_for_look(follower, until);
    follower->woken = false;
    follower->heard = 0;
    follower->quiet_until_ns = rw_clock_monotonic_ns() + notice_ns(follower);
    const bool go_on = !follower->stop;
    pthread_mutex_unlock(&follower->mutex);
    return go_on;
}

/* The first notice since the last look sets the time for the next: soon, but not before a while has passed since that
 * one, and at a random moment, since every process hears it at once. */
static void hear(void *context, int64_t sequence)
{
    rw_follower *follower = context;
    atomic_fetch_add(&follower->notices, 1);
    pthread_mutex_lock(&follower->mutex);
    if (!called(follower)) {
        const int64_t now = rw_clock_monotonic_ns();
        const int64_t earliest = follower->quiet_until_ns > now ? follower->quiet_until_ns : now;
        const uint64_t spread = (uint64_t)notice_ns(follower) + 1;
        follower->called_at_ns = earliest + (int64_t)(draw(&follower->random_notice) % spread);
        follower->heard = sequence;
        pthread_cond_signal(&follower->changed);
    } else if (sequence > follower->heard) {
        follower->heard = sequence;
    }
    pthread_mutex_unlock(&follower->mutex);
}

/* A store that did not answer is asked first whether it does by now: that is the call that tries to reach it. */
static bool look(rw_follower *follower, rw_problem *problem)
{
    const int64_t now = rw_clock_monotonic_ns();
    if (!atomic_load(&follower->answers) && rw_store_ping(follower->store, problem) != RW_STORE_OK)
        return false;
    atomic_fetch_add(&follower->looks, 1);
    if (rw_catalog_refresh(follower->catalog, problem) != RW_STORE_OK)
        return false;
    atomic_store(&follower->fresh_at_ns, now);
    const int64_t version = version_of(follower->catalog);
    if (version == follower->version)
        return true;
    follower->version = version;
    atomic_fetch_add(&follower->loads, 1);
    if (follower->options.moved != NULL)
        follower->options.moved(follower->options.context);
    return true;
}

static void *run(void *argument)
{
    rw_follower *follower = argument;
    while (rest(follower)) {
        rw_problem problem;
        rw_problem_init(&problem);
        const bool sound = look(follower, &problem);
        const bool sound_before = atomic_exchange(&follower->answers, sound);
        if (sound != sound_before && follower->options.report != NULL)
            follower->options.report(follower->options.context, sound, problem.detail);
        rw_problem_free(&problem);
    }
    return NULL;
}

static bool init_locks(rw_follower *follower)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool sound = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                 pthread_cond_init(&follower->changed, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (sound && pthread_mutex_init(&follower->mutex, NULL) != 0) {
        pthread_cond_destroy(&follower->changed);
        sound = false;
    }
    return sound;
}

static bool begin(rw_follower *follower, rw_store *store, rw_catalog *catalog, const rw_follower_options *options)
{
    follower->store = store;
    follower->catalog = catalog;
    follower->options = *options;
    follower->random = (uint64_t)rw_clock_monotonic_ns() ^ (uint64_t)(uintptr_t)follower;
    follower->random_notice = ~follower->random;
    atomic_init(&follower->fresh_at_ns, rw_clock_monotonic_ns());
    atomic_init(&follower->answers, true);
    follower->version = version_of(catalog);
    if (!init_locks(follower))
        return false;
    if (pthread_create(&follower->thread, NULL, run, follower) == 0)
        return true;
    pthread_mutex_destroy(&follower->mutex);
    pthread_cond_destroy(&follower->changed);
    return false;
}

bool rw_follower_start(rw_store *store, rw_catalog *catalog, const rw_follower_options *options, rw_follower **out,
                       rw_problem *problem)
{
    rw_follower *follower = calloc(1, sizeof *follower);
    if (follower == NULL || !begin(follower, store, catalog, options)) {
        free(follower);
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory or thread to follow the store");
        return false;
    }
    if (options->listen && rw_store_listen(store, hear, follower, problem) != RW_STORE_OK) {
        rw_follower_stop(follower);
        return false;
    }
    *out = follower;
    return true;
}

void rw_follower_stop(rw_follower *follower)
{
    if (follower == NULL)
        return;
    if (follower->options.listen)
        rw_store_unlisten(follower->store);
    pthread_mutex_lock(&follower->mutex);
    follower->stop = true;
    pthread_cond_signal(&follower->changed);
    pthread_mutex_unlock(&follower->mutex);
    pthread_join(follower->thread, NULL);
    pthread_mutex_destroy(&follower->mutex);
    pthread_cond_destroy(&follower->changed);
    free(follower);
}

void rw_follower_wake(rw_follower *follower)
{
    pthread_mutex_lock(&follower->mutex);
    follower->woken = true;
    pthread_cond_signal(&follower->changed);
    pthread_mutex_unlock(&follower->mutex);
}

int64_t rw_follower_age_ms(const rw_follower *follower)
{
    return (rw_clock_monotonic_ns() - atomic_load(&follower->fresh_at_ns)) / NANOSECONDS_A_MILLISECOND;
}

bool rw_follower_answers(const rw_follower *follower)
{
    return atomic_load(&follower->answers);
}

rw_follower_counts rw_follower_count(const rw_follower *follower)
{
    return (rw_follower_counts){.looks = atomic_load(&follower->looks),
                                .loads = atomic_load(&follower->loads),
                                .notices = atomic_load(&follower->notices)};
}
