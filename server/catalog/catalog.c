#include "catalog/catalog.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/reader_gate.h"
#include "catalog/builder.h"
#include "catalog/revision_cache.h"
#include "catalog/snapshot.h"

struct rw_catalog {
    rw_reader_gate gate; /* over the current rw_catalog_snapshot */
    rw_store *store;
    rw_catalog_compiler compiler;
    rw_revision_cache *old_revisions;
    pthread_mutex_t writer; /* held by the one thread that builds and publishes */
};

rw_catalog_options rw_catalog_options_default(void)
{
    return (rw_catalog_options){.old_revisions_max = 256, .old_revisions_bytes_max = 64U << 20};
}

static rw_catalog *make(rw_store *store, const rw_catalog_compiler *compiler, const rw_catalog_options *options)
{
    rw_catalog *catalog = calloc(1, sizeof *catalog);
    if (catalog == NULL)
        return NULL;
    catalog->store = store;
    catalog->compiler = *compiler;
    catalog->old_revisions = rw_revision_cache_make(options->old_revisions_max, options->old_revisions_bytes_max);
    rw_catalog_snapshot *first = rw_snapshot_make();
    rw_reader_gate_init(&catalog->gate, first);
    if (catalog->old_revisions == NULL || first == NULL || pthread_mutex_init(&catalog->writer, NULL) != 0) {
        rw_snapshot_free(first);
        rw_revision_cache_free(catalog->old_revisions);
        free(catalog);
        return NULL;
    }
    return catalog;
}

rw_store_status rw_catalog_open(rw_store *store, const rw_catalog_compiler *compiler,
                                const rw_catalog_options *options, rw_catalog **out, rw_problem *problem)
{
    const rw_catalog_options defaults = rw_catalog_options_default();
    rw_catalog *catalog = make(store, compiler, options != NULL ? options : &defaults);
    if (catalog == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the catalogue");
        return RW_STORE_NO_MEMORY;
    }
    const rw_store_status status = rw_catalog_refresh(catalog, problem);
    if (status != RW_STORE_OK) {
        rw_catalog_close(catalog);
        return status;
    }
    *out = catalog;
    return RW_STORE_OK;
}

/* Gate values are snapshots that were ours to change before they were published, and are again after. */
static rw_catalog_snapshot *snapshot_of(const void *value)
{
    return (rw_catalog_snapshot *)value;
}

void rw_catalog_close(rw_catalog *catalog)
{
    if (catalog == NULL)
        return;
    rw_snapshot_free(snapshot_of(rw_reader_gate_current(&catalog->gate)));
    rw_revision_cache_free(catalog->old_revisions);
    pthread_mutex_destroy(&catalog->writer);
    free(catalog);
}

rw_store_status rw_catalog_refresh(rw_catalog *catalog, rw_problem *problem)
{
    pthread_mutex_lock(&catalog->writer);
    rw_catalog_snapshot *current = snapshot_of(rw_reader_gate_current(&catalog->gate));
    rw_catalog_snapshot *next = NULL;
    const rw_store_status status =
        rw_snapshot_build_next(catalog->store, &catalog->compiler, current, &next, problem);
    if (status == RW_STORE_OK && next != NULL) {
        rw_revision_cache_forget_absent(catalog->old_revisions);
        rw_snapshot_free(snapshot_of(rw_reader_gate_publish(&catalog->gate, next)));
    }
    pthread_mutex_unlock(&catalog->writer);
    return status;
}

void rw_catalog_forget_old_revisions(rw_catalog *catalog)
{
    rw_revision_cache_forget_all(catalog->old_revisions);
}

void rw_catalog_reader_begin(rw_catalog *catalog, rw_catalog_guard *guard)
{
    guard->catalog = catalog;
    guard->asks_store = NULL;
    guard->snapshot = rw_reader_gate_enter(&catalog->gate, &guard->phase);
}

void rw_catalog_reader_end(rw_catalog_guard *guard)
{
    rw_reader_gate_leave(&guard->catalog->gate, guard->phase);
    guard->snapshot = NULL;
}

int64_t rw_catalog_sequence(const rw_catalog_guard *guard)
{
    return guard->snapshot->sequence;
}

size_t rw_catalog_clip_count(const rw_catalog_guard *guard)
{
    return guard->snapshot->clips.count;
}

size_t rw_catalog_profile_count(const rw_catalog_guard *guard)
{
    return guard->snapshot->profiles.count;
}

const rw_catalog_clip *rw_catalog_find_clip(const rw_catalog_guard *guard, const char *name, size_t length)
{
    const rw_clip_entry *clip = rw_snapshot_find_clip(guard->snapshot, name, length);
    return clip != NULL ? &clip->view : NULL;
}

const rw_catalog_profile *rw_catalog_find_profile(const rw_catalog_guard *guard, const char *name, size_t length)
{
    const rw_profile_entry *profile = rw_snapshot_find_profile(guard->snapshot, name, length);
    return profile != NULL ? &profile->view : NULL;
}

const rw_catalog_profile *rw_catalog_find_profile_as_saved(const rw_catalog_guard *guard, const char *name,
                                                           size_t length)
{
    rw_profile_entry *profile = rw_snapshot_find_profile(guard->snapshot, name, length);
    return profile != NULL ? &rw_profile_entry_as_saved(profile)->view : NULL;
}

/* For a reader that may not wait for the store. */
static rw_store_status ask_elsewhere(const rw_catalog_guard *guard, rw_problem *problem)
{
    *guard->asks_store = true;
    rw_problem_set(problem, RW_PROBLEM_STORE_BUSY, "the store has to be asked, which nobody may wait for here");
    return RW_STORE_BUSY;
}

rw_store_status rw_catalog_read_text(const rw_catalog_guard *guard, const rw_catalog_document *document, char **text,
                                     rw_problem *problem)
{
    if (document->text != NULL) {
        char *copy = malloc(document->length + 1);
        if (copy == NULL) {
            rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the text of a document");
            return RW_STORE_NO_MEMORY;
        }
        memcpy(copy, document->text, document->length + 1);
        *text = copy;
        return RW_STORE_OK;
    }
    if (guard->asks_store != NULL)
        return ask_elsewhere(guard, problem);
    rw_store_revision revision;
    const rw_store_status status = rw_store_get_revision(guard->catalog->store, document->kind, document->name,
                                                         document->revision, &revision, problem);
    if (status != RW_STORE_OK)
        return status;
    if (!rw_hash_equal(&revision.hash, &document->hash)) {
        rw_store_revision_free(&revision);
        rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT,
                       "the database is damaged: revision %lld of \"%s\" is not what it was",
                       (long long)document->revision, document->name);
        return RW_STORE_CORRUPT;
    }
    *text = revision.document;
    return RW_STORE_OK;
}

static rw_store_status load_clip(void *context, const rw_revision_key *key, rw_revision_entry *out,
                                 rw_problem *problem)
{
    const rw_catalog_guard *guard = context;
    rw_store_revision revision;
    const rw_store_status status =
        rw_store_get_revision(guard->catalog->store, key->kind, key->name, key->revision, &revision, problem);
    if (status != RW_STORE_OK)
        return status;
    out->clip = rw_clip_entry_make(&guard->catalog->compiler, &revision, problem);
    rw_store_revision_free(&revision);
    return out->clip != NULL ? RW_STORE_OK : RW_STORE_NO_MEMORY;
}

/* A reference to a clip revision, from the snapshot or else from the cache. */
static rw_store_status find_clip_revision(const rw_catalog_guard *guard, const char *name, int64_t revision,
                                          rw_clip_entry **out, rw_problem *problem)
{
    rw_clip_entry *held = rw_snapshot_find_clip_revision(guard->snapshot, name, revision);
    if (held != NULL) {
        *out = rw_clip_entry_retain(held);
        return RW_STORE_OK;
    }
    rw_revision_key key = {.kind = RW_STORE_CLIP, .revision = revision};
    memcpy(key.name, name, strlen(name));
    rw_revision_entry entry = {.clip = NULL};
    const rw_store_status status = rw_revision_cache_get(guard->catalog->old_revisions, &key, load_clip,
                                                         (void *)guard, &entry, problem);
    if (status == RW_STORE_OK)
        *out = entry.clip;
    return status;
}

static rw_store_status load_profile(void *context, const rw_revision_key *key, rw_revision_entry *out,
                                    rw_problem *problem)
{
    const rw_catalog_guard *guard = context;
    rw_store_revision revision;
    rw_store_status status =
        rw_store_get_revision(guard->catalog->store, key->kind, key->name, key->revision, &revision, problem);
    if (status != RW_STORE_OK)
        return status;
    rw_document_entry *document = rw_document_entry_make(&revision);
    rw_store_revision_free(&revision);
    if (document == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to load an old revision");
        return RW_STORE_NO_MEMORY;
    }
    rw_clip_entry *clip = NULL;
    status = find_clip_revision(guard, document->view.clip_name, document->view.clip_revision, &clip, problem);
    if (status == RW_STORE_OK) {
        out->profile = rw_profile_entry_make(&guard->catalog->compiler, document, clip, problem);
        status = out->profile != NULL ? RW_STORE_OK : RW_STORE_NO_MEMORY;
    }
    rw_clip_entry_release(clip);
    rw_document_entry_release(document);
    return status;
}

static rw_store_status pin_old(const rw_catalog_guard *guard, const rw_revision_key *key, rw_revision_loader loader,
                               rw_catalog_handle *handle, rw_problem *problem)
{
    rw_revision_entry entry = {.clip = NULL};
    const bool asks = guard->asks_store == NULL;
    const rw_store_status status = rw_revision_cache_get(guard->catalog->old_revisions, key, asks ? loader : NULL,
                                                         (void *)guard, &entry, problem);
    if (status == RW_STORE_BUSY && !asks)
        return ask_elsewhere(guard, problem);
    if (status != RW_STORE_OK)
        return status;
    *handle = (rw_catalog_handle){
        .clip = entry.clip != NULL ? &entry.clip->view : NULL,
        .profile = entry.profile != NULL ? &entry.profile->view : NULL,
        .catalog = guard->catalog,
        .entry = entry.clip != NULL ? (void *)entry.clip : (void *)entry.profile,
    };
    return RW_STORE_OK;
}

static rw_store_status make_key(rw_store_kind kind, const char *name, size_t length, int64_t revision,
                                rw_revision_key *key, rw_problem *problem)
{
    if (!rw_name_valid(name, length)) {
        rw_problem_set(problem, RW_PROBLEM_NAME_INVALID, "a name has " RW_NAME_RULE);
        return RW_STORE_ERROR;
    }
    if (revision < 1 || revision > RW_REVISION_MAX) {
        rw_problem_set(problem, RW_PROBLEM_REVISION_INVALID, "a revision is a positive integer of at most 15 digits");
        return RW_STORE_ERROR;
    }
    *key = (rw_revision_key){.kind = kind, .revision = revision};
    memcpy(key->name, name, length);
    return RW_STORE_OK;
}

rw_store_status rw_catalog_pin_clip(const rw_catalog_guard *guard, const char *name, size_t length, int64_t revision,
                                    rw_catalog_handle *handle, rw_problem *problem)
{
    const rw_catalog_clip *head = rw_catalog_find_clip(guard, name, length);
    if (head != NULL && head->document->revision == revision) {
        *handle = (rw_catalog_handle){.clip = head};
        return RW_STORE_OK;
    }
    rw_revision_key key;
    const rw_store_status status = make_key(RW_STORE_CLIP, name, length, revision, &key, problem);
    return status == RW_STORE_OK ? pin_old(guard, &key, load_clip, handle, problem) : status;
}

rw_store_status rw_catalog_pin_profile(const rw_catalog_guard *guard, const char *name, size_t length,
                                       int64_t revision, rw_catalog_handle *handle, rw_problem *problem)
{
    const rw_catalog_profile *head = rw_catalog_find_profile_as_saved(guard, name, length);
    if (head != NULL && head->document->revision == revision) {
        *handle = (rw_catalog_handle){.profile = head};
        return RW_STORE_OK;
    }
    rw_revision_key key;
    const rw_store_status status = make_key(RW_STORE_PROFILE, name, length, revision, &key, problem);
    return status == RW_STORE_OK ? pin_old(guard, &key, load_profile, handle, problem) : status;
}

void rw_catalog_handle_release(rw_catalog_handle *handle)
{
    if (handle->entry != NULL && handle->clip != NULL)
        rw_clip_entry_release(handle->entry);
    else if (handle->entry != NULL)
        rw_profile_entry_release(handle->entry);
    *handle = (rw_catalog_handle){.clip = NULL};
}
