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
    const size_t name_size = strlen(revision->name) + 1;
    const size_t clip_name_size = strlen(revision->clip_name) + 1;
    const size_t text_length = revision->kind == RW_STORE_PROFILE ? revision->document_length : 0;
    rw_document_entry *entry = malloc(sizeof *entry + name_size + clip_name_size + text_length + 1);
    if (entry == NULL)
        return NULL;
    char *name = entry->strings, *clip_name = name + name_size, *text = clip_name + clip_name_size;
    memcpy(name, revision->name, name_size);
    memcpy(clip_name, revision->clip_name, clip_name_size);
    if (text_length > 0)
        memcpy(text, revision->document, text_length);
    text[text_length] = '\0';
    atomic_init(&entry->references, 1);
    entry->view = (rw_catalog_document){
        .kind = revision->kind,
        .name = name,
        .revision = revision->revision,
        .hash = revision->hash,
        .clip_name = clip_name,
        .clip_revision = revision->clip_revision,
        .saved_at_ms = revision->saved_at_ms,
        .text = revision->kind == RW_STORE_PROFILE ? text : NULL,
        .length = revision->document_length,
    };
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

/* Keeps the fields of the compiler's problem and says in code and detail whose it is. NULL without memory. */
static rw_problem *keep_problem(rw_problem *cause, rw_problem_code code, const char *what,
                                const rw_catalog_document *document, const char *against)
{
    rw_problem *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return NULL;
    rw_problem_init(kept);
    rw_problem_conclude(cause);
    rw_problem_move(cause, kept);
    const rw_problem_code cause_code = kept->code != RW_PROBLEM_NONE ? kept->code : RW_PROBLEM_INTERNAL;
    kept->code = RW_PROBLEM_NONE;
    char reason[RW_PROBLEM_DETAIL_SIZE];
    memcpy(reason, kept->detail, sizeof reason);
    rw_problem_set(kept, code != RW_PROBLEM_NONE ? code : cause_code, "%s \"%s\" revision %" PRId64 " %s: %s", what,
                   document->name, document->revision, against, reason);
    return kept;
}

static void problem_free(rw_problem *problem)
{
    rw_problem_free(problem);
    free(problem);
}

/* Compiles the clip; false, for lack of memory, with the entry as far as it came. The text is the document's only
 * meanwhile: nobody else knows the document yet. */
static bool compile_clip(rw_clip_entry *entry, const rw_store_revision *revision)
{
    const rw_catalog_compiler *compiler = entry->compiler;
    rw_catalog_document *document = &entry->document->view;
    rw_problem reason;
    rw_problem_init(&reason);
    document->text = revision->document;
    entry->object = compiler->compile_clip(compiler->context, document, &entry->tags, &reason);
    document->text = NULL;
    bool sound = entry_is_final(entry->object, &reason, &entry->tags);
    if (sound && entry->object == NULL) {
        entry->problem = keep_problem(&reason, RW_PROBLEM_NONE, "clip", document, "cannot be used by this release");
        sound = entry->problem != NULL;
    }
    rw_problem_free(&reason);
    return sound;
}

rw_clip_entry *rw_clip_entry_make(const rw_catalog_compiler *compiler, const rw_store_revision *revision,
                                  rw_problem *problem)
{
    rw_clip_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        report_no_memory(problem);
        return NULL;
    }
    atomic_init(&entry->references, 1);
    entry->compiler = compiler;
    entry->document = rw_document_entry_make(revision);
    if (entry->document == NULL || !compile_clip(entry, revision)) {
        rw_clip_entry_release(entry);
        report_no_memory(problem);
        return NULL;
    }
    entry->view = (rw_catalog_clip){
        .document = &entry->document->view,
        .object = entry->object,
        .problem = entry->problem,
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
    problem_free(entry->problem);
    rw_document_entry_release(entry->document);
    free(entry);
}

/* As compile_clip. */
static bool compile_profile(rw_profile_entry *entry)
{
    const rw_catalog_compiler *compiler = entry->compiler;
    const rw_catalog_clip *clip = &entry->clip->view;
    rw_problem reason;
    rw_problem_init(&reason);
    if (clip->object != NULL)
        entry->object = compiler->compile_profile(compiler->context, &entry->document->view, clip->object,
                                                  &entry->tags, &reason);
    else
        rw_problem_set(&reason, clip->problem->code, "%s", clip->problem->detail);
    bool sound = entry_is_final(entry->object, &reason, &entry->tags);
    if (sound && entry->object == NULL) {
        entry->problem = keep_problem(&reason, RW_PROBLEM_PROFILE_UNUSABLE, "profile", &entry->document->view,
                                      "does not fit its clip");
        sound = entry->problem != NULL;
    }
    rw_problem_free(&reason);
    return sound;
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
    if (!compile_profile(entry)) {
        rw_profile_entry_release(entry);
        report_no_memory(problem);
        return NULL;
    }
    entry->view = (rw_catalog_profile){
        .document = &document->view,
        .clip = &clip->view,
        .object = entry->object,
        .problem = entry->problem,
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
    problem_free(entry->problem);
    rw_profile_entry_release(entry->as_saved);
    rw_clip_entry_release(entry->clip);
    rw_document_entry_release(entry->document);
    free(entry);
}
