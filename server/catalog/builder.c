#include "catalog/builder.h"

#include <stdlib.h>
#include <string.h>

/* One name, or one recorded clip revision, as the store has it now. */
typedef struct delta_item {
    char name[RW_NAME_SIZE];
    rw_document_entry *document; /* NULL: the name has no head any more */
} delta_item;

typedef struct delta_list {
    delta_item *items;
    size_t count;
    size_t capacity;
} delta_list;

typedef struct delta {
    delta_list clips;
    delta_list recorded_clips; /* revisions that profiles record and that are no heads */
    delta_list profiles;
} delta;

typedef struct builder {
    const rw_catalog_compiler *compiler;
    const rw_catalog_snapshot *current;
    rw_catalog_snapshot *next;
    rw_clip_entry **recorded; /* one for each of delta.recorded_clips; each a reference */
    size_t recorded_count;
    rw_problem *problem;
} builder;

static rw_store_status report_no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the next version of the catalogue");
    return RW_STORE_NO_MEMORY;
}

static void delta_list_free(delta_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        rw_document_entry_release(list->items[i].document);
    free(list->items);
}

static void delta_free(delta *changes)
{
    delta_list_free(&changes->clips);
    delta_list_free(&changes->recorded_clips);
    delta_list_free(&changes->profiles);
}

static bool delta_list_add(delta_list *list, const rw_store_revision *revision)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
        delta_item *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    delta_item item = {.document = NULL};
    memcpy(item.name, revision->name, sizeof item.name);
    if (revision->revision > 0) {
        item.document = rw_document_entry_make(revision);
        if (item.document == NULL)
            return false;
    }
    list->items[list->count++] = item;
    return true;
}

static bool collect(void *context, const rw_store_revision *revision, rw_problem *problem)
{
    delta *changes = context;
    delta_list *list = &changes->profiles;
    if (revision->kind == RW_STORE_CLIP)
        list = revision->is_head || revision->revision == 0 ? &changes->clips : &changes->recorded_clips;
    if (delta_list_add(list, revision))
        return true;
    report_no_memory(problem);
    return false;
}

static int compare_items(const void *a, const void *b)
{
    return strcmp(((const delta_item *)a)->name, ((const delta_item *)b)->name);
}

/* A database may sort names by other rules than strcmp. */
static void delta_list_sort(delta_list *list)
{
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, compare_items);
}

static bool add_changed_clip(builder *build, const delta_item *item)
{
    if (item->document == NULL)
        return true;
    rw_clip_entry *clip = rw_clip_entry_make(build->compiler, item->document, build->problem);
    if (clip == NULL)
        return false;
    build->next->clips[build->next->clip_count++] = clip;
    return true;
}

/* Merges the ordered clips of the current snapshot with the ordered changes; a change wins. */
static bool merge_clips(builder *build, const delta_list *changed)
{
    const rw_catalog_snapshot *current = build->current;
    size_t kept = 0;
    size_t change = 0;
    while (kept < current->clip_count || change < changed->count) {
        int order = kept == current->clip_count ? 1 : change == changed->count ? -1 : 0;
        if (order == 0)
            order = strcmp(current->clips[kept]->document->view.name, changed->items[change].name);
        if (order < 0) {
            build->next->clips[build->next->clip_count++] = rw_clip_entry_retain(current->clips[kept++]);
            continue;
        }
        if (!add_changed_clip(build, &changed->items[change++]))
            return false;
        if (order == 0)
            kept++;
    }
    return true;
}

/* Compiles the recorded clip revisions, except those that the current snapshot holds already. */
static bool compile_recorded(builder *build, const delta_list *recorded)
{
    build->recorded = calloc(recorded->count + 1, sizeof *build->recorded);
    if (build->recorded == NULL) {
        report_no_memory(build->problem);
        return false;
    }
    for (size_t i = 0; i < recorded->count; i++) {
        rw_document_entry *document = recorded->items[i].document;
        rw_clip_entry *clip =
            rw_snapshot_find_clip_revision(build->current, document->view.name, document->view.revision);
        clip = clip != NULL ? rw_clip_entry_retain(clip)
                            : rw_clip_entry_make(build->compiler, document, build->problem);
        if (clip == NULL)
            return false;
        build->recorded[build->recorded_count++] = clip;
    }
    return true;
}

static rw_clip_entry *find_recorded(const builder *build, const char *name, int64_t revision)
{
    for (size_t i = 0; i < build->recorded_count; i++) {
        const rw_catalog_document *document = &build->recorded[i]->document->view;
        if (document->revision == revision && strcmp(document->name, name) == 0)
            return build->recorded[i];
    }
    return NULL;
}

/* Adds a profile whose two entries the caller gives up; either may be NULL, which fails. */
static bool add_profile(builder *build, rw_profile_entry *current, rw_profile_entry *as_saved)
{
    if (current == NULL || as_saved == NULL) {
        rw_profile_entry_release(current);
        rw_profile_entry_release(as_saved);
        return false;
    }
    build->next->profiles[build->next->profile_count++] =
        (rw_head_profile){.current = current, .as_saved = as_saved};
    return true;
}

static bool report_missing_clip(builder *build, const rw_catalog_document *profile)
{
    rw_problem_set(build->problem, RW_PROBLEM_STORE_CORRUPT,
                   "the database is damaged: clip \"%s\" of profile \"%s\" is not there", profile->clip_name,
                   profile->name);
    return false;
}

static bool add_changed_profile(builder *build, const delta_item *item)
{
    if (item->document == NULL)
        return true;
    const rw_catalog_document *document = &item->document->view;
    rw_clip_entry *head = rw_snapshot_find_clip(build->next, document->clip_name, strlen(document->clip_name));
    rw_clip_entry *saved = head;
    if (head != NULL && head->document->view.revision != document->clip_revision)
        saved = find_recorded(build, document->clip_name, document->clip_revision);
    if (saved == NULL)
        return report_missing_clip(build, document);
    rw_profile_entry *current = rw_profile_entry_make(build->compiler, item->document, head, build->problem);
    rw_profile_entry *as_saved = NULL;
    if (current != NULL)
        as_saved = saved == head ? rw_profile_entry_retain(current)
                                 : rw_profile_entry_make(build->compiler, item->document, saved, build->problem);
    return add_profile(build, current, as_saved);
}

/* A profile that did not change is compiled anew only when its clip has. */
static bool add_kept_profile(builder *build, const rw_head_profile *kept)
{
    const rw_catalog_document *document = &kept->current->document->view;
    rw_clip_entry *head = rw_snapshot_find_clip(build->next, document->clip_name, strlen(document->clip_name));
    if (head == NULL)
        return report_missing_clip(build, document);
    rw_profile_entry *current =
        head == kept->current->clip
            ? rw_profile_entry_retain(kept->current)
            : rw_profile_entry_make(build->compiler, kept->current->document, head, build->problem);
    return add_profile(build, current, rw_profile_entry_retain(kept->as_saved));
}

static bool merge_profiles(builder *build, const delta_list *changed)
{
    const rw_catalog_snapshot *current = build->current;
    size_t kept = 0;
    size_t change = 0;
    while (kept < current->profile_count || change < changed->count) {
        int order = kept == current->profile_count ? 1 : change == changed->count ? -1 : 0;
        if (order == 0)
            order = strcmp(current->profiles[kept].current->document->view.name, changed->items[change].name);
        const bool added = order < 0 ? add_kept_profile(build, &current->profiles[kept])
                                     : add_changed_profile(build, &changed->items[change]);
        if (!added)
            return false;
        kept += order <= 0;
        change += order >= 0;
    }
    return true;
}

static bool build_from(builder *build, const delta *changes)
{
    const rw_catalog_snapshot *current = build->current;
    build->next = rw_snapshot_make(current->clip_count + changes->clips.count,
                                   current->profile_count + changes->profiles.count);
    if (build->next == NULL)
        return false;
    return merge_clips(build, &changes->clips) && rw_snapshot_index_clips(build->next) &&
           compile_recorded(build, &changes->recorded_clips) && merge_profiles(build, &changes->profiles) &&
           rw_snapshot_index_profiles(build->next);
}

static rw_store_status status_of(const rw_problem *problem)
{
    switch (problem->code) {
    case RW_PROBLEM_OUT_OF_MEMORY:
        return RW_STORE_NO_MEMORY;
    case RW_PROBLEM_STORE_CORRUPT:
        return RW_STORE_CORRUPT;
    default:
        return RW_STORE_ERROR;
    }
}

rw_store_status rw_snapshot_build_next(rw_store *store, const rw_catalog_compiler *compiler,
                                       const rw_catalog_snapshot *current, rw_catalog_snapshot **next,
                                       rw_problem *problem)
{
    delta changes = {.clips = {.items = NULL}};
    builder build = {.compiler = compiler, .current = current, .problem = problem};
    int64_t sequence = current->sequence;
    rw_store_status status = rw_store_read_heads(store, current->sequence, collect, &changes, &sequence, problem);
    if (status == RW_STORE_ERROR)
        status = status_of(problem);
    if (status == RW_STORE_OK && sequence != current->sequence) {
        delta_list_sort(&changes.clips);
        delta_list_sort(&changes.profiles);
        if (build_from(&build, &changes)) {
            build.next->sequence = sequence;
        } else {
            report_no_memory(problem); /* unless another reason is set */
            status = status_of(problem);
            rw_snapshot_free(build.next);
            build.next = NULL;
        }
    }
    for (size_t i = 0; i < build.recorded_count; i++)
        rw_clip_entry_release(build.recorded[i]);
    free(build.recorded);
    delta_free(&changes);
    if (status == RW_STORE_OK)
        *next = build.next;
    return status;
}
