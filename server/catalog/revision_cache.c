#include "catalog/revision_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef enum slot_state { SLOT_LOADING, SLOT_PRESENT, SLOT_ABSENT } slot_state;

typedef struct cache_slot {
    rw_revision_key key;
    slot_state state;
    uint64_t last_used;
    rw_revision_entry entry; /* when present */
    size_t bytes;            /* when present */
    rw_problem absence;      /* when absent */
} cache_slot;

/*
 * Everything below is guarded by the mutex. A loading slot belongs to the thread that made it and is neither evicted
 * nor counted against count_max: a thread that loads a profile may need a second slot for its clip, and must never
 * have to wait for room.
 */
struct rw_revision_cache {
    pthread_mutex_t mutex;
    pthread_cond_t loaded;
    cache_slot *slots;
    size_t count;
    size_t capacity;
    size_t loading_count;
    size_t bytes;
    size_t count_max;
    size_t bytes_max;
    uint64_t ticks;      /* time, counted in uses */
    uint64_t generation; /* of the knowledge of what is absent */
    uint64_t forgotten;  /* how often all was forgotten */
};

void rw_revision_entry_release(rw_revision_entry *entry)
{
    rw_clip_entry_release(entry->clip);
    rw_profile_entry_release(entry->profile);
    *entry = (rw_revision_entry){.clip = NULL};
}

static rw_revision_entry entry_retain(const rw_revision_entry *entry)
{
    return (rw_revision_entry){
        .clip = entry->clip != NULL ? rw_clip_entry_retain(entry->clip) : NULL,
        .profile = entry->profile != NULL ? rw_profile_entry_retain(entry->profile) : NULL,
    };
}

static size_t entry_bytes(const rw_revision_entry *entry)
{
    return entry->clip != NULL ? entry->clip->document->view.length : entry->profile->document->view.length;
}

static cache_slot *find_slot(rw_revision_cache *cache, const rw_revision_key *key)
{
    for (size_t i = 0; i < cache->count; i++) {
        cache_slot *slot = &cache->slots[i];
        if (slot->key.revision == key->revision && slot->key.kind == key->kind &&
            strcmp(slot->key.name, key->name) == 0)
            return slot;
    }
    return NULL;
}

static void drop_slot(rw_revision_cache *cache, cache_slot *slot)
{
    if (slot->state == SLOT_PRESENT) {
        cache->bytes -= slot->bytes;
        rw_revision_entry_release(&slot->entry);
    } else if (slot->state == SLOT_ABSENT) {
        rw_problem_free(&slot->absence);
    } else {
        cache->loading_count--;
    }
    *slot = cache->slots[--cache->count];
}

static bool is_over(const rw_revision_cache *cache)
{
    return cache->count - cache->loading_count > cache->count_max || cache->bytes > cache->bytes_max;
}

static void evict(rw_revision_cache *cache)
{
    while (is_over(cache)) {
        cache_slot *oldest = NULL;
        for (size_t i = 0; i < cache->count; i++) {
            cache_slot *slot = &cache->slots[i];
            if (slot->state != SLOT_LOADING && (oldest == NULL || slot->last_used < oldest->last_used))
                oldest = slot;
        }
        drop_slot(cache, oldest);
    }
}

static bool add_loading_slot(rw_revision_cache *cache, const rw_revision_key *key)
{
    if (cache->count == cache->capacity) {
        const size_t capacity = cache->capacity == 0 ? 16 : cache->capacity * 2;
        cache_slot *slots = realloc(cache->slots, capacity * sizeof *slots);
        if (slots == NULL)
            return false;
        cache->slots = slots;
        cache->capacity = capacity;
    }
    cache->slots[cache->count++] = (cache_slot){.key = *key, .state = SLOT_LOADING};
    cache->loading_count++;
    return true;
}

/* Turns the caller's loading slot into what loading gave. The caller keeps its own reference. */
static void settle(rw_revision_cache *cache, const rw_revision_key *key, rw_store_status status,
                   const rw_revision_entry *entry, const rw_problem *problem, uint64_t generation,
                   uint64_t forgotten)
{
    cache_slot *slot = find_slot(cache, key);
    slot->last_used = ++cache->ticks;
    if (status == RW_STORE_OK && forgotten == cache->forgotten) {
        slot->entry = entry_retain(entry);
        slot->bytes = entry_bytes(entry);
        slot->state = SLOT_PRESENT;
        cache->bytes += slot->bytes;
        cache->loading_count--;
    } else if (status == RW_STORE_NOT_FOUND && generation == cache->generation) {
        rw_problem_init(&slot->absence);
        rw_problem_set(&slot->absence, problem->code, "%s", problem->detail);
        slot->state = SLOT_ABSENT;
        cache->loading_count--;
    } else {
        drop_slot(cache, slot);
    }
    evict(cache);
    pthread_cond_broadcast(&cache->loaded);
}

static rw_store_status load(rw_revision_cache *cache, const rw_revision_key *key, rw_revision_loader loader,
                            void *context, rw_revision_entry *out, rw_problem *problem)
{
    if (!add_loading_slot(cache, key)) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to load an old revision");
        return RW_STORE_NO_MEMORY;
    }
    const uint64_t generation = cache->generation;
    const uint64_t forgotten = cache->forgotten;
    rw_revision_entry entry = {.clip = NULL};
    pthread_mutex_unlock(&cache->mutex);
    const rw_store_status status = loader(context, key, &entry, problem);
    pthread_mutex_lock(&cache->mutex);
    settle(cache, key, status, &entry, problem, generation, forgotten);
    if (status == RW_STORE_OK)
        *out = entry;
    return status;
}

static rw_store_status get_locked(rw_revision_cache *cache, const rw_revision_key *key, rw_revision_loader loader,
                                  void *context, rw_revision_entry *out, rw_problem *problem)
{
    cache_slot *slot = find_slot(cache, key);
    if (loader == NULL && (slot == NULL || slot->state == SLOT_LOADING))
        return RW_STORE_BUSY;
    while (slot != NULL && slot->state == SLOT_LOADING) {
        pthread_cond_wait(&cache->loaded, &cache->mutex);
        slot = find_slot(cache, key);
    }
    if (slot == NULL)
        return load(cache, key, loader, context, out, problem);
    slot->last_used = ++cache->ticks;
    if (slot->state == SLOT_ABSENT) {
        rw_problem_set(problem, slot->absence.code, "%s", slot->absence.detail);
        return RW_STORE_NOT_FOUND;
    }
    *out = entry_retain(&slot->entry);
    return RW_STORE_OK;
}

rw_store_status rw_revision_cache_get(rw_revision_cache *cache, const rw_revision_key *key,
                                      rw_revision_loader loader, void *context, rw_revision_entry *out,
                                      rw_problem *problem)
{
    pthread_mutex_lock(&cache->mutex);
    const rw_store_status status = get_locked(cache, key, loader, context, out, problem);
    pthread_mutex_unlock(&cache->mutex);
    return status;
}

static void forget(rw_revision_cache *cache, bool present, bool absent)
{
    size_t i = 0;
    while (i < cache->count) {
        const slot_state state = cache->slots[i].state;
        if ((absent && state == SLOT_ABSENT) || (present && state == SLOT_PRESENT))
            drop_slot(cache, &cache->slots[i]);
        else
            i++;
    }
}

void rw_revision_cache_forget_absent(rw_revision_cache *cache)
{
    pthread_mutex_lock(&cache->mutex);
    cache->generation++;
    forget(cache, false, true);
    pthread_mutex_unlock(&cache->mutex);
}

void rw_revision_cache_forget_all(rw_revision_cache *cache)
{
    pthread_mutex_lock(&cache->mutex);
    cache->generation++;
    cache->forgotten++;
    forget(cache, true, true);
    pthread_mutex_unlock(&cache->mutex);
}

rw_revision_cache_size rw_revision_cache_measure(rw_revision_cache *cache)
{
    pthread_mutex_lock(&cache->mutex);
    const rw_revision_cache_size size = {.count = cache->count, .bytes = cache->bytes};
    pthread_mutex_unlock(&cache->mutex);
    return size;
}

rw_revision_cache *rw_revision_cache_make(size_t count_max, size_t bytes_max)
{
    rw_revision_cache *cache = calloc(1, sizeof *cache);
    if (cache == NULL)
        return NULL;
    cache->count_max = count_max;
    cache->bytes_max = bytes_max;
    if (pthread_mutex_init(&cache->mutex, NULL) != 0) {
        free(cache);
        return NULL;
    }
    if (pthread_cond_init(&cache->loaded, NULL) != 0) {
        pthread_mutex_destroy(&cache->mutex);
        free(cache);
        return NULL;
    }
    return cache;
}

void rw_revision_cache_free(rw_revision_cache *cache)
{
    if (cache == NULL)
        return;
    while (cache->count > 0)
        drop_slot(cache, &cache->slots[cache->count - 1]);
    free(cache->slots);
    pthread_cond_destroy(&cache->loaded);
    pthread_mutex_destroy(&cache->mutex);
    free(cache);
}
