#include "store/postgres_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

/* Those who probe come every second or so; without any, others try after this time. */
#define UNTRIED_NS INT64_C(5000000000)

struct rw_pg_pool {
    char *address;
    rw_store_postgres_options options;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* a session came back, or an attempt to connect ended */
    rw_pg_session *idle;    /* last come first */
    int open;               /* idle, lent and being made */
    uint64_t generation;
    atomic_bool notifies;
    bool down;
    bool trying;         /* while down: somebody connects */
    int64_t tried_at_ns; /* when the last attempt ended */
    char reason[RW_PG_MESSAGE_SIZE];
};

static bool init_locks(rw_pg_pool *pool)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool sound = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                 pthread_cond_init(&pool->changed, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (sound && pthread_mutex_init(&pool->mutex, NULL) != 0) {
        pthread_cond_destroy(&pool->changed);
        sound = false;
    }
    return sound;
}

rw_store_status rw_pg_pool_open(const char *address, const rw_store_postgres_options *options, rw_pg_pool **pool,
                                rw_problem *problem)
{
    if (!rw_pg_address_valid(address)) {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                       "the address of the database is malformed; write it as "
                       "postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %%XX for special characters");
        return RW_STORE_ERROR;
    }
    rw_pg_pool *made = calloc(1, sizeof *made);
    char *copy = strdup(address);
    if (made == NULL || copy == NULL || !init_locks(made)) {
        free(copy);
        free(made);
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to open the store");
        return RW_STORE_NO_MEMORY;
    }
    made->address = copy;
    made->options = *options;
    atomic_init(&made->notifies, false);
    *pool = made;
    return RW_STORE_OK;
}

static void close_idle(rw_pg_pool *pool)
{
    while (pool->idle != NULL) {
        rw_pg_session *session = pool->idle;
        pool->idle = session->next;
        pool->open--;
        rw_pg_session_close(session);
    }
}

void rw_pg_pool_close(rw_pg_pool *pool)
{
    if (pool == NULL)
        return;
    close_idle(pool);
    pthread_mutex_destroy(&pool->mutex);
    pthread_cond_destroy(&pool->changed);
    free(pool->address);
    free(pool);
}

bool rw_pg_pool_notifies(const rw_pg_pool *pool)
{
    return atomic_load(&pool->notifies);
}

void rw_pg_pool_set_notifies(rw_pg_pool *pool, bool notifies)
{
    atomic_store(&pool->notifies, notifies);
}

const char *rw_pg_pool_address(const rw_pg_pool *pool)
{
    return pool->address;
}

const rw_store_postgres_options *rw_pg_pool_options(const rw_pg_pool *pool)
{
    return &pool->options;
}

static rw_store_status report_down(const rw_pg_pool *pool, bool probe, rw_problem *problem)
{
    if (probe)
        rw_problem_set(problem, RW_PROBLEM_STORE_UNAVAILABLE, "the database does not answer: %s", pool->reason);
    else
        rw_problem_set(problem, RW_PROBLEM_STORE_UNAVAILABLE, "the database does not answer at the moment; try again");
    return RW_STORE_UNAVAILABLE;
}

/* With the mutex held, which is let go meanwhile; room for the session is counted already. */
static rw_store_status make_session(rw_pg_pool *pool, bool probe, rw_pg_session **session, rw_problem *problem)
{
    char reason[RW_PG_MESSAGE_SIZE] = "";
    const bool was_down = pool->down;
    const uint64_t generation = pool->generation;
    pool->trying = pool->trying || was_down;
    pthread_mutex_unlock(&pool->mutex);
    rw_pg_session *made = rw_pg_session_open(pool->address, &pool->options, reason);
    pthread_mutex_lock(&pool->mutex);
    if (was_down)
        pool->trying = false;
    pthread_cond_broadcast(&pool->changed);
    if (made == NULL) {
        pool->open--;
        pool->down = true;
        pool->tried_at_ns = rw_clock_monotonic_ns();
        memcpy(pool->reason, reason, sizeof reason);
        return report_down(pool, probe, problem);
    }
    pool->down = false;
    made->generation = generation;
    *session = made;
    return RW_STORE_OK;
}

static struct timespec timespec_of(int64_t nanoseconds)
{
    return (struct timespec){.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
}

static bool may_try(const rw_pg_pool *pool, bool probe)
{
    return !pool->trying && (probe || rw_clock_monotonic_ns() - pool->tried_at_ns > UNTRIED_NS);
}

static rw_store_status take_locked(rw_pg_pool *pool, bool probe, rw_pg_session **session, rw_problem *problem)
{
    const struct timespec deadline =
        timespec_of(rw_clock_monotonic_ns() + (int64_t)pool->options.statement_timeout_ms * 1000000);
    for (;;) {
        if (pool->down && !may_try(pool, probe))
            return report_down(pool, probe, problem);
        if (pool->idle != NULL) {
            *session = pool->idle;
            pool->idle = (*session)->next;
            return RW_STORE_OK;
        }
        if (pool->open < pool->options.connections_max) {
            pool->open++;
            return make_session(pool, probe, session, problem);
        }
        if (pthread_cond_timedwait(&pool->changed, &pool->mutex, &deadline) != 0) {
            rw_problem_set(problem, RW_PROBLEM_STORE_BUSY, "all %d connections to the database are in use",
                           pool->options.connections_max);
            return RW_STORE_BUSY;
        }
    }
}

rw_store_status rw_pg_pool_take(rw_pg_pool *pool, bool probe, rw_pg_session **session, rw_problem *problem)
{
    pthread_mutex_lock(&pool->mutex);
    const rw_store_status status = take_locked(pool, probe, session, problem);
    pthread_mutex_unlock(&pool->mutex);
    if (status == RW_STORE_OK)
        rw_pg_session_reset(*session);
    return status;
}

/* I2, I3. */
static void end_generation(rw_pg_pool *pool, const rw_pg_session *session)
{
    if (session->generation != pool->generation)
        return;
    pool->generation++;
    close_idle(pool);
    if (session->silent) {
        pool->down = true;
        pool->tried_at_ns = rw_clock_monotonic_ns();
        snprintf(pool->reason, sizeof pool->reason, "%s", session->message);
    }
}

void rw_pg_pool_give(rw_pg_pool *pool, rw_pg_session *session)
{
    pthread_mutex_lock(&pool->mutex);
    if (session->failure == RW_PG_LOST)
        end_generation(pool, session);
    /* A server that does not write any more is asked no more: behind the address may be another one by now. */
    const bool keep = session->failure != RW_PG_LOST && strcmp(session->state, "25006") != 0 &&
                      session->generation == pool->generation &&
                      PQtransactionStatus(session->connection) == PQTRANS_IDLE;
    if (keep) {
        session->next = pool->idle;
        pool->idle = session;
    } else {
        pool->open--;
    }
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    if (!keep)
        rw_pg_session_close(session);
}
