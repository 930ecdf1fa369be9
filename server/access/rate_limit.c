#include "access/rate_limit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/token.h"

#define SHARDS 64 /* a power of two */
#define SETS 16   /* of a shard; a power of two */
#define WAYS 8    /* places of a set */
#define SECOND_NS INT64_C(1000000000)

typedef struct rw_bucket {
    uint64_t key;
    int64_t full_at_ns; /* until then it is not full; in the past, as 0 always is: the place is free */
} rw_bucket;

typedef struct rw_shard {
    pthread_mutex_t mutex;
    rw_bucket buckets[SETS][WAYS];
} rw_shard;

struct rw_rate_limit {
    atomic_int_fast64_t interval_ns; /* in which one request comes back; 0: off */
    atomic_int_fast64_t room_ns;     /* of the bucket without its last request */
    rw_table_key key;
    size_t shard_count; /* whose mutex is made */
    rw_shard shards[SHARDS];
};

void rw_rate_limit_set(rw_rate_limit *limit, int64_t per_second, int64_t burst)
{
    const int64_t interval_ns = per_second == 0 ? 0 : SECOND_NS / per_second;
    atomic_store(&limit->room_ns, interval_ns * ((burst > 0 ? burst : per_second) - 1));
    atomic_store(&limit->interval_ns, interval_ns);
}

rw_rate_limit *rw_rate_limit_new(void)
{
    rw_rate_limit *limit = calloc(1, sizeof *limit);
    if (limit == NULL)
        return NULL;
    atomic_init(&limit->interval_ns, 0);
    atomic_init(&limit->room_ns, 0);
    limit->key = rw_table_key_make();
    for (; limit->shard_count < SHARDS; limit->shard_count++)
        if (pthread_mutex_init(&limit->shards[limit->shard_count].mutex, NULL) != 0) {
            rw_rate_limit_free(limit);
            return NULL;
        }
    return limit;
}

void rw_rate_limit_free(rw_rate_limit *limit)
{
    if (limit == NULL)
        return;
    for (size_t i = 0; i < limit->shard_count; i++)
        pthread_mutex_destroy(&limit->shards[i].mutex);
    free(limit);
}

/* The key's own bucket, or the fullest of its set, emptied of its owner. */
static rw_bucket *find(rw_bucket set[WAYS], uint64_t key)
{
    rw_bucket *fullest = &set[0];
    for (size_t way = 0; way < WAYS; way++) {
        if (set[way].key == key)
            return &set[way];
        if (set[way].full_at_ns < fullest->full_at_ns)
            fullest = &set[way];
    }
    *fullest = (rw_bucket){.key = key, .full_at_ns = 0};
    return fullest;
}

bool rw_rate_limit_take(rw_rate_limit *limit, const void *key, size_t length, int64_t now_ns, int64_t *wait_ns)
{
    const int64_t interval_ns = atomic_load_explicit(&limit->interval_ns, memory_order_relaxed);
    if (interval_ns == 0)
        return true;
    const uint64_t hash = rw_table_hash(&limit->key, key, length);
    rw_shard *shard = &limit->shards[hash % SHARDS];
    pthread_mutex_lock(&shard->mutex);
    rw_bucket *bucket = find(shard->buckets[hash / SHARDS % SETS], hash);
    const int64_t full_at_ns = bucket->full_at_ns > now_ns ? bucket->full_at_ns : now_ns;
    const int64_t wait = full_at_ns - now_ns - atomic_load_explicit(&limit->room_ns, memory_order_relaxed);
    if (wait <= 0)
        bucket->full_at_ns = full_at_ns + interval_ns;
    pthread_mutex_unlock(&shard->mutex);
    if (wait <= 0)
        return true;
    *wait_ns = wait;
    return false;
}
