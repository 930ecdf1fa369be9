#include "service/follower.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

#define NANOSECONDS_A_MILLISECOND INT64_C(1000000)

struct rw_follower {
    rw_store *store;
    rw_catalog *catalog;
    rw_follower_options options;
    pthread_mutex_t mutex; /* of `woken` and `stop` */
    pthread_cond_t changed;
    pthread_t thread;
    bool woken;
    bool stop;
    uint64_t random;
    int64_t version; /* of the catalogue, when it was looked at last */
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

static int64_t next_wait_ns(rw_follower *follower)
{
    const int64_t interval = follower->options.interval_ms * NANOSECONDS_A_MILLISECOND;
    return interval - interval / 2 + (int64_t)(draw(&follower->random) % (uint64_t)(interval / 2 + 1));
}

/* Until the time has come, or somebody wakes it. False: stop. */
static bool rest(rw_follower *follower)
{
    const int64_t until = rw_clock_monotonic_ns() + next_wait_ns(follower);
    const struct timespec deadline = {.tv_sec = (time_t)(until / 1000000000), .tv_nsec = (long)(until % 1000000000)};
    pthread_mutex_lock(&follower->mutex);
    while (!follower->woken && !follower->stop &&
           pthread_cond_timedwait(&follower->changed, &follower->mutex, &deadline) == 0)
        continue;
    follower->woken = false;
    const bool go_on = !follower->stop;
    pthread_mutex_unlock(&follower->mutex);
    return go_on;
}

static int64_t version_of(rw_catalog *catalog)
{
    rw_catalog_guard guard;
    rw_catalog_reader_begin(catalog, &guard);
    const int64_t version = rw_catalog_sequence(&guard);
    rw_catalog_reader_end(&guard);
    return version;
}

/* A store that did not answer is asked first whether it does by now: that is the call that tries to reach it. */
static bool look(rw_follower *follower, rw_problem *problem)
{
    const int64_t now = rw_clock_monotonic_ns();
    if (!atomic_load(&follower->answers) && rw_store_ping(follower->store, problem) != RW_STORE_OK)
        return false;
    if (rw_catalog_refresh(follower->catalog, problem) != RW_STORE_OK)
        return false;
    atomic_store(&follower->fresh_at_ns, now);
    const int64_t version = version_of(follower->catalog);
    if (version != follower->version && follower->options.moved != NULL)
        follower->options.moved(follower->options.context);
    follower->version = version;
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

bool rw_follower_start(rw_store *store, rw_catalog *catalog, const rw_follower_options *options, rw_follower **out,
                       rw_problem *problem)
{
    rw_follower *follower = calloc(1, sizeof *follower);
    bool sound = follower != NULL && init_locks(follower);
    if (sound) {
        follower->store = store;
        follower->catalog = catalog;
        follower->options = *options;
        follower->random = (uint64_t)rw_clock_monotonic_ns() ^ (uint64_t)(uintptr_t)follower;
        atomic_init(&follower->fresh_at_ns, rw_clock_monotonic_ns());
        atomic_init(&follower->answers, true);
        follower->version = version_of(catalog);
        sound = pthread_create(&follower->thread, NULL, run, follower) == 0;
        if (!sound) {
            pthread_mutex_destroy(&follower->mutex);
            pthread_cond_destroy(&follower->changed);
        }
    }
    if (!sound) {
        free(follower);
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory or thread to follow the store");
        return false;
    }
    *out = follower;
    return true;
}

void rw_follower_stop(rw_follower *follower)
{
    if (follower == NULL)
        return;
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
