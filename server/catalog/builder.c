#include "catalog/builder.h"

#include <stdlib.h>
#include <string.h>

/* One name, or one recorded clip revision, as the store has it now. A clip is compiled as soon as it is read, so that
 * the texts of all clips are never in memory at once; a profile waits for its clip. With neither, the name has no head
 * any more. */
typedef struct delta_item {
    char name[RW_NAME_SIZE];
    rw_clip_entry *clip;
    rw_document_entry *profile;
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
    const rw_catalog_compiler *compiler;
    const rw_catalog_snapshot *current;
} delta;

/* The next snapshot, of which all new entries are in the lists of changes until it is sound. */
typedef struct builder {
    const delta *changes;
    rw_catalog_snapshot *next;
    rw_head_changes clips, profiles;
    rw_problem *problem;
} builder;

static rw_store_status report_no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the next version of the catalogue");
    return RW_STORE_NO_MEMORY;
}

static void delta_list_free(delta_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        rw_clip_entry_release(list->items[i].clip);
        rw_document_entry_release(list->items[i].profile);
    }
    free(list->items);
}

static void delta_free(delta *changes)
{
    delta_list_free(&changes->clips);
    delta_list_free(&changes->recorded_clips);
    delta_list_free(&changes->profiles);
}

/* Takes the item's references over; false without memory. */
static bool delta_list_add(delta_list *list, const delta_item *item)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
        delta_item *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = *item;
    return true;
}

/* The clip of a revision, compiled, but for a recorded one that the current snapshot holds already. NULL without
 * memory. */
static rw_clip_entry *take_clip(const delta *changes, const rw_store_revision *revision, rw_problem *problem)
{
    rw_clip_entry *held = revision->is_head ? NULL
                                            : rw_snapshot_find_clip_revision(changes->current, revision->name,
                                                                             revision->revision);
    return held != NULL ? rw_clip_entry_retain(held) : rw_clip_entry_make(changes->compiler, revision, problem);
}

static bool collect(void *context, const rw_store_revision *revision, rw_problem *problem)
{
    delta *changes = context;
    delta_list *list = &changes->profiles;
    delta_item item = {.clip = NULL};
    memcpy(item.name, revision->name, sizeof item.name);
    if (revision->kind == RW_STORE_CLIP) {
        list = revision->is_head || revision->revision == 0 ? &changes->clips : &changes->recorded_clips;
        if (revision->revision > 0)
            item.clip = take_clip(changes, revision, problem);
    } else if (revision->revision > 0) {
        item.profile = rw_document_entry_make(revision);
    }
    const bool made = revision->revision == 0 || item.clip != NULL || item.profile != NULL;
    if (made && delta_list_add(list, &item))
        return true;
    rw_clip_entry_release(item.clip);
    rw_document_entry_release(item.profile);
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

/* A list for so many changes; false without memory. */
static bool changes_begin(rw_head_changes *changes, size_t capacity)
{
    changes->items = malloc((capacity + 1) * sizeof *changes->items);
    return changes->items != NULL;
}

static bool merge_clips(builder *build)
{
    const delta_list *changed = &build->changes->clips;
    if (!changes_begin(&build->clips, changed->count))
        return false;
    for (size_t i = 0; i < changed->count; i++) {
        rw_clip_entry *clip = changed->items[i].clip;
        build->clips.items[build->clips.count++] = (rw_head_change){
            .name = changed->items[i].name, .item = clip != NULL ? rw_clip_entry_retain(clip) : NULL};
    }
    return rw_heads_merge(&build->changes->current->clips, &build->clips, &build->next->clips);
}

static rw_clip_entry *find_recorded(const builder *build, const char *name, int64_t revision)
{
    const delta_list *recorded = &build->changes->recorded_clips;
    for (size_t i = 0; i < recorded->count; i++) {
        const rw_catalog_document *document = &recorded->items[i].clip->document->view;
        if (document->revision == revision && strcmp(document->name, name) == 0)
            return recorded->items[i].clip;
    }
    return NULL;
}

static bool report_missing_clip(builder *build, const rw_catalog_document *profile)
{
    rw_problem_set(build->problem, RW_PROBLEM_STORE_CORRUPT,
                   "the database is damaged: clip \"%s\" of profile \"%s\" is not there", profile->clip_name,
                   profile->name);
    return false;
}

/* Notes what a name has now, NULL for nothing, and takes the reference over. */
static void change_profile(builder *build, const char *name, rw_profile_entry *entry)
{
    build->profiles.items[build->profiles.count++] = (rw_head_change){.name = name, .item = entry};
}

static bool add_changed_profile(builder *build, const delta_item *item)
{
    if (item->profile == NULL) {
        change_profile(build, item->name, NULL);
        return true;
    }
    const rw_catalog_compiler *compiler = build->changes->compiler;
    const rw_catalog_document *document = &item->profile->view;
    rw_clip_entry *head = rw_snapshot_find_clip(build->next, document->clip_name, strlen(document->clip_name));
    rw_clip_entry *saved = head;
    if (head != NULL && head->document->view.revision != document->clip_revision)
        saved = find_recorded(build, document->clip_name, document->clip_revision);
    if (saved == NULL)
        return report_missing_clip(build, document);
    rw_profile_entry *current = rw_profile_entry_make(compiler, item->profile, head, build->problem);
    if (current == NULL)
        return false;
    if (saved != head)
        rw_profile_entry_set_as_saved(current, rw_profile_entry_make(compiler, item->profile, saved, build->problem));
    change_profile(build, item->name, current);
    return saved == head || current->as_saved != NULL;
}

/* A profile that did not change is compiled anew only when its clip has. */
static bool recompile_profile(builder *build, rw_profile_entry *kept)
{
    const rw_catalog_document *document = &kept->document->view;
    rw_clip_entry *head = rw_snapshot_find_clip(build->next, document->clip_name, strlen(document->clip_name));
    if (head == NULL)
        return report_missing_clip(build, document);
    if (head == kept->clip)
        return true;
    rw_profile_entry *current = rw_profile_entry_make(build->changes->compiler, kept->document, head, build->problem);
    if (current == NULL)
        return false;
    rw_profile_entry_set_as_saved(current, rw_profile_entry_retain(rw_profile_entry_as_saved(kept)));
    change_profile(build, document->name, current);
    return true;
}

/* The changed profiles and, where clips have changed, those of the others that were compiled against them. */
static bool change_profiles(builder *build)
{
    const rw_heads *current = &build->changes->current->profiles;
    const delta_list *changed = &build->changes->profiles;
    size_t kept = build->changes->clips.count > 0 ? 0 : current->count;
    size_t change = 0;
    while (kept < current->count || change < changed->count) {
        int order = kept == current->count ? 1 : change == changed->count ? -1 : 0;
        if (order == 0)
            order = strcmp(rw_head_name(current->items[kept]), changed->items[change].name);
        if (order < 0 ? !recompile_profile(build, current->items[kept])
                      : !add_changed_profile(build, &changed->items[change]))
            return false;
        kept += order <= 0;
        change += order >= 0;
    }
    return true;
}

static bool merge_profiles(builder *build)
{
    const rw_catalog_snapshot *current = build->changes->current;
    const size_t kept = build->changes->clips.count > 0 ? current->profiles.count : 0;
    return changes_begin(&build->profiles, build->changes->profiles.count + kept) && change_profiles(build) &&
           rw_heads_merge(&current->profiles, &build->profiles, &build->next->profiles);
}

/* Gives up what was made; all else is still the current snapshot's. */
static void abandon(builder *build)
{
    for (size_t i = 0; i < build->profiles.count; i++)
        rw_profile_entry_release(build->profiles.items[i].item);
    for (size_t i = 0; i < build->clips.count; i++)
        rw_clip_entry_release(build->clips.items[i].item);
    free(build->profiles.items);
    free(build->clips.items);
    if (build->next != NULL)
        build->next->superseded = true; /* it owns no entry */
    rw_snapshot_free(build->next);
    build->next = NULL;
}

static bool build_from(builder *build, rw_catalog_snapshot *current)
{
    build->next = calloc(1, sizeof *build->next);
    if (build->next == NULL || !merge_clips(build) || !merge_profiles(build)) {
        abandon(build);
        return false;
    }
    current->superseded = true;
    current->clip_changes = build->clips;
    current->profile_changes = build->profiles;
    return true;
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

/* Somebody has put a backup in the place of a database that is in use: what was read of it is not its past any more. */
static rw_store_status report_going_back(int64_t sequence, int64_t seen, rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                   "the store was put back to an older state: its change log ends at %lld, and %lld was read from it before; "
                   "start the daemon again",
                   (long long)sequence, (long long)seen);
    return RW_STORE_ERROR;
}

rw_store_status rw_snapshot_build_next(rw_store *store, const rw_catalog_compiler *compiler,
                                       rw_catalog_snapshot *current, rw_catalog_snapshot **next,
                                       rw_problem *problem)
{
    delta changes = {.compiler = compiler, .current = current};
    builder build = {.changes = &changes, .problem = problem};
    int64_t sequence = current->sequence;
    rw_store_status status = rw_store_read_heads(store, current->sequence, collect, &changes, &sequence, problem);
    if (status == RW_STORE_ERROR)
        status = status_of(problem);
    if (status == RW_STORE_OK && sequence < current->sequence)
        status = report_going_back(sequence, current->sequence, problem);
    if (status == RW_STORE_OK && sequence != current->sequence) {
        delta_list_sort(&changes.clips);
        delta_list_sort(&changes.profiles);
        if (build_from(&build, current)) {
            build.next->sequence = sequence;
        } else {
            report_no_memory(problem); /* unless another reason is set */
            status = status_of(problem);
        }
    }
    delta_free(&changes);
    if (status == RW_STORE_OK)
        *next = build.next;
    return status;
}
