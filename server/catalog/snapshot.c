#include "catalog/snapshot.h"

#include <stdlib.h>
#include <string.h>

rw_catalog_snapshot *rw_snapshot_make(void)
{
    rw_catalog_snapshot *snapshot = calloc(1, sizeof *snapshot);
    if (snapshot != NULL && rw_heads_begin(&snapshot->clips) && rw_heads_begin(&snapshot->profiles))
        return snapshot;
    rw_snapshot_free(snapshot);
    return NULL;
}

/* Profiles first: they point to clips. */
static void release_all(const rw_catalog_snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->profiles.count; i++)
        rw_profile_entry_release(snapshot->profiles.items[i]);
    for (size_t i = 0; i < snapshot->clips.count; i++)
        rw_clip_entry_release(snapshot->clips.items[i]);
}

static void release_replaced(const rw_catalog_snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->profile_changes.count; i++)
        rw_profile_entry_release(snapshot->profile_changes.items[i].old);
    for (size_t i = 0; i < snapshot->clip_changes.count; i++)
        rw_clip_entry_release(snapshot->clip_changes.items[i].old);
}

void rw_snapshot_free(rw_catalog_snapshot *snapshot)
{
    if (snapshot == NULL)
        return;
    if (snapshot->superseded)
        release_replaced(snapshot);
    else
        release_all(snapshot);
    free(snapshot->profile_changes.items);
    free(snapshot->clip_changes.items);
    rw_heads_free(&snapshot->profiles);
    rw_heads_free(&snapshot->clips);
    free(snapshot);
}

rw_clip_entry *rw_snapshot_find_clip(const rw_catalog_snapshot *snapshot, const char *name, size_t length)
{
    return rw_heads_find(&snapshot->clips, name, length);
}

rw_profile_entry *rw_snapshot_find_profile(const rw_catalog_snapshot *snapshot, const char *name, size_t length)
{
    return rw_heads_find(&snapshot->profiles, name, length);
}

rw_clip_entry *rw_snapshot_find_clip_revision(const rw_catalog_snapshot *snapshot, const char *name,
                                              int64_t revision)
{
    rw_clip_entry *head = rw_snapshot_find_clip(snapshot, name, strlen(name));
    if (head != NULL && head->document->view.revision == revision)
        return head;
    for (size_t i = 0; i < snapshot->profiles.count; i++) {
        rw_clip_entry *clip = rw_profile_entry_as_saved(snapshot->profiles.items[i])->clip;
        if (clip->document->view.revision == revision && strcmp(clip->document->view.name, name) == 0)
            return clip;
    }
    return NULL;
}
