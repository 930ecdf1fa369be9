/*
 * What snapshots and caches are made of: documents, and clips and profiles compiled from them. All are immutable once
 * made and counted by reference, so that snapshots share what did not change. Retaining and releasing is safe on any
 * thread.
 */
#ifndef RW_CATALOG_ENTRY_H
#define RW_CATALOG_ENTRY_H

#include <stdatomic.h>

#include "catalog/catalog.h"

struct rw_catalog_tags {
    char **items;
    size_t count;
    size_t capacity;
    bool failed; /* a tag could not be kept for lack of memory */
};

typedef struct rw_document_entry {
    rw_catalog_document view;
    atomic_size_t references;
    char strings[]; /* what the view points to */
} rw_document_entry;

typedef struct rw_clip_entry {
    rw_catalog_clip view; /* first: a pointer to the view is one to the entry */
    atomic_size_t references;
    const rw_catalog_compiler *compiler;
    rw_document_entry *document;
    void *object;
    rw_problem *problem; /* set where the object is not; most entries have none, and one is large */
    rw_catalog_tags tags;
} rw_clip_entry;

typedef struct rw_profile_entry {
    rw_catalog_profile view; /* first, as above */
    atomic_size_t references;
    struct rw_profile_entry *as_saved; /* against the clip revision that the profile records; NULL: this one is */
    const rw_catalog_compiler *compiler;
    rw_document_entry *document;
    rw_clip_entry *clip;
    void *object;
    rw_problem *problem; /* as above */
    rw_catalog_tags tags;
} rw_profile_entry;

/* Copies a revision; of a profile with its document. NULL without memory. */
rw_document_entry *rw_document_entry_make(const rw_store_revision *revision);
rw_document_entry *rw_document_entry_retain(rw_document_entry *entry);
void rw_document_entry_release(rw_document_entry *entry); /* takes NULL, as those below */

/*
 * Compiles. A document that does not compile gives an entry that keeps the problem; NULL, with out_of_memory set,
 * only for lack of memory. The compiler is borrowed. A clip copies of the revision what it keeps, which its text is
 * not; a profile retains what it is made from.
 */
rw_clip_entry *rw_clip_entry_make(const rw_catalog_compiler *compiler, const rw_store_revision *revision,
                                  rw_problem *problem);
rw_clip_entry *rw_clip_entry_retain(rw_clip_entry *entry);
void rw_clip_entry_release(rw_clip_entry *entry);

rw_profile_entry *rw_profile_entry_make(const rw_catalog_compiler *compiler, rw_document_entry *document,
                                        rw_clip_entry *clip, rw_problem *problem);
/* Says what a new entry is as it was saved; takes the reference over, NULL for the entry itself. */
static inline void rw_profile_entry_set_as_saved(rw_profile_entry *entry, rw_profile_entry *as_saved)
{
    entry->as_saved = as_saved;
}

static inline rw_profile_entry *rw_profile_entry_as_saved(rw_profile_entry *entry)
{
    return entry->as_saved != NULL ? entry->as_saved : entry;
}

rw_profile_entry *rw_profile_entry_retain(rw_profile_entry *entry);
void rw_profile_entry_release(rw_profile_entry *entry);

#endif
