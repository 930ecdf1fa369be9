#include "catalog/entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool rw_catalog_tags_add(rw_catalog_tags *tags, const char *text)
{
    if (tags->failed)
        return false;
    if (tags->count == tags->capacity) {
        const size_t capacity = tags->capacity == 0 ? 4 : tags->capacity * 2;
        char **items = realloc(tags->items, capacity * sizeof *items);
        if (items == NULL) {
            tags->failed = true;
            return false;
        }
        tags->items = items;
        tags->capacity = capacity;
    }
    char *copy = strdup(text);
    if (copy == NULL) {
        tags->failed = true;
        return false;
    }
    tags->items[tags->count++] = copy;
    return true;
}

static void tags_free(rw_catalog_tags *tags)
{
    for (size_t i = 0; i < tags->count; i++)
        free(tags->items[i]);
    free(tags->items);
}

static void retain(atomic_size_t *references)
{
    atomic_fetch_add_explicit(references, 1, memory_order_relaxed);
}

/* Whether that was the last reference: then everything done through the others has happened before. */
static bool release(atomic_size_t *references)
{
    return atomic_fetch_sub_explicit(references, 1, memory_order_acq_rel) == 1;
}

rw_document_entry *rw_document_entry_make(const rw_store_revision *revision)
{
    rw_document_entry *entry = malloc(sizeof *entry + revision->document_length + 1);
    if (entry == NULL)
        return NULL;
    memcpy(entry->text, revision->document, revision->document_length);
    entry->text[revision->document_length] = '\0';
    atomic_init(&entry->references, 1);
    entry->view = (rw_catalog_document){
        .kind = revision->kind,
        .revision = revision->revision,
        .hash = revision->hash,
        .clip_revision = revision->clip_revision,
        .saved_at_ms = revision->saved_at_ms,
        .text = entry->text,
        .length = revision->document_length,
    };
    memcpy(entry->view.name, revision->name, sizeof entry->view.name);
    memcpy(entry->view.clip_name, revision->clip_name, sizeof entry->view.clip_name);
    return entry;
}

rw_document_entry *rw_document_entry_retain(rw_document_entry *entry)
{
    retain(&entry->references);
    return entry;
}

void rw_document_entry_release(rw_document_entry *entry)
{
    if (entry != NULL && release(&entry->references))
        free(entry);
}

static void report_no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to compile the catalogue");
}

/* Whether an entry may be kept: it compiled, or it failed for a reason that lies in the document. */
static bool entry_is_final(const void *object, const rw_problem *reason, const rw_catalog_tags *tags)
{
    return !tags->failed && (object != NULL || reason->code != RW_PROBLEM_OUT_OF_MEMORY);
}

/* Keeps the fields of the compiler's problem and says in code and detail whose it is. */
static void keep_problem(rw_problem *kept, rw_problem_code code, const char *what, const rw_catalog_document *document,
                         const char *against)
{
    rw_problem cause;
    rw_problem_init(&cause);
    rw_problem_conclude(kept);
    rw_problem_move(kept, &cause);
    const rw_problem_code cause_code = cause.code != RW_PROBLEM_NONE ? cause.code : RW_PROBLEM_INTERNAL;
    cause.code = RW_PROBLEM_NONE;
    char reason[RW_PROBLEM_DETAIL_SIZE];
    memcpy(reason, cause.detail, sizeof reason);
    rw_problem_set(&cause, code != RW_PROBLEM_NONE ? code : cause_code, "%s \"%s\" revision %" PRId64 " %s: %s", what,
                   document->name, document->revision, against, reason);
    rw_problem_move(&cause, kept);
}

rw_clip_entry *rw_clip_entry_make(const rw_catalog_compiler *compiler, rw_document_entry *document,
                                  rw_problem *problem)
{
    rw_clip_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        report_no_memory(problem);
        return NULL;
    }
    atomic_init(&entry->references, 1);
    entry->compiler = compiler;
    entry->document = rw_document_entry_retain(document);
    rw_problem_init(&entry->problem);
    entry->object = compiler->compile_clip(compiler->context, &document->view, &entry->tags, &entry->problem);
    if (!entry_is_final(entry->object, &entry->problem, &entry->tags)) {
        rw_clip_entry_release(entry);
        report_no_memory(problem);
        return NULL;
    }
    if (entry->object == NULL)
        keep_problem(&entry->problem, RW_PROBLEM_NONE, "clip", &document->view, "cannot be used by this release");
    entry->view = (rw_catalog_clip){
        .document = &document->view,
        .object = entry->object,
        .problem = entry->object == NULL ? &entry->problem : NULL,
        .tags = (const char *const *)entry->tags.items,
        .tag_count = entry->tags.count,
    };
    return entry;
}

rw_clip_entry *rw_clip_entry_retain(rw_clip_entry *entry)
{
    retain(&entry->references);
    return entry;
}

void rw_clip_entry_release(rw_clip_entry *entry)
{
    if (entry == NULL || !release(&entry->references))
        return;
    if (entry->object != NULL)
        entry->compiler->destroy_clip(entry->compiler->context, entry->object);
    tags_free(&entry->tags);
    rw_problem_free(&entry->problem);
    rw_document_entry_release(entry->document);
    free(entry);
}

static void compile_profile(rw_profile_entry *entry)
{
    const rw_catalog_compiler *compiler = entry->compiler;
    const rw_catalog_clip *clip = &entry->clip->view;
    if (clip->object != NULL)
        entry->object = compiler->compile_profile(compiler->context, &entry->document->view, clip->object,
                                                  &entry->tags, &entry->problem);
    else
        rw_problem_set(&entry->problem, clip->problem->code, "%s", clip->problem->detail);
}

rw_profile_entry *rw_profile_entry_make(const rw_catalog_compiler *compiler, rw_document_entry *document,
                                        rw_clip_entry *clip, rw_problem *problem)
{
    rw_profile_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        report_no_memory(problem);
        return NULL;
    }
    atomic_init(&entry->references, 1);
    entry->compiler = compiler;
    entry->document = rw_document_entry_retain(document);
    entry->clip = rw_clip_entry_retain(clip);
    rw_problem_init(&entry->problem);
    compile_profile(entry);
    if (!entry_is_final(entry->object, &entry->problem, &entry->tags)) {
        rw_profile_entry_release(entry);
        report_no_memory(problem);
        return NULL;
    }
    if (entry->object == NULL)
        keep_problem(&entry->problem, RW_PROBLEM_PROFILE_UNUSABLE, "profile", &document->view,
                     "does not fit its clip");
    entry->view = (rw_catalog_profile){
        .document = &document->view,
        .clip = &clip->view,
        .object = entry->object,
        .problem = entry->object == NULL ? &entry->problem : NULL,
        .tags = (const char *const *)entry->tags.items,
        .tag_count = entry->tags.count,
    };
    return entry;
}

rw_profile_entry *rw_profile_entry_retain(rw_profile_entry *entry)
{
    retain(&entry->references);
    return entry;
}

void rw_profile_entry_release(rw_profile_entry *entry)
{
    if (entry == NULL || !release(&entry->references))
        return;
    if (entry->object != NULL)
        entry->compiler->destroy_profile(entry->compiler->context, entry->object);
    tags_free(&entry->tags);
    rw_problem_free(&entry->problem);
    rw_clip_entry_release(entry->clip);
    rw_document_entry_release(entry->document);
    free(entry);
}
