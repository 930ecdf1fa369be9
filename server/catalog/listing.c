/* Lists of heads, by name, a page at a time. */
#include <string.h>

#include "catalog/snapshot.h"

static bool has_tag(const char *const *tags, size_t count, const char *tag)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(tags[i], tag) == 0)
            return true;
    }
    return false;
}

static bool begins_with(const char *name, const char *prefix)
{
    return prefix == NULL || strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Whether a name lies before everything that the filter lets through. */
static bool lies_before(const char *name, const rw_catalog_filter *filter)
{
    return (filter->after != NULL && strcmp(name, filter->after) <= 0) ||
           (filter->prefix != NULL && strcmp(name, filter->prefix) < 0);
}

static size_t first_position(const rw_heads *heads, const rw_catalog_filter *filter)
{
    size_t low = 0;
    size_t high = heads->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (lies_before(rw_head_name(heads->items[middle]), filter))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t rw_catalog_list_clips(const rw_catalog_guard *guard, const rw_catalog_filter *filter, size_t limit,
                             const rw_catalog_clip **out, bool *more)
{
    const rw_catalog_filter everything = {.prefix = NULL};
    const rw_catalog_filter *wanted = filter != NULL ? filter : &everything;
    const rw_heads *heads = &guard->snapshot->clips;
    size_t listed = 0;
    *more = false;
    for (size_t i = first_position(heads, wanted); i < heads->count; i++) {
        const rw_catalog_clip *clip = &((const rw_clip_entry *)heads->items[i])->view;
        if (!begins_with(clip->document->name, wanted->prefix))
            break;
        if (wanted->tag != NULL && !has_tag(clip->tags, clip->tag_count, wanted->tag))
            continue;
        if (listed == limit) {
            *more = true;
            break;
        }
        out[listed++] = clip;
    }
    return listed;
}

static bool profile_passes(const rw_catalog_profile *profile, const rw_catalog_filter *wanted)
{
    return (wanted->clip == NULL || strcmp(profile->document->clip_name, wanted->clip) == 0) &&
           (wanted->tag == NULL || has_tag(profile->tags, profile->tag_count, wanted->tag));
}

size_t rw_catalog_list_profiles(const rw_catalog_guard *guard, const rw_catalog_filter *filter, size_t limit,
                                const rw_catalog_profile **out, bool *more)
{
    const rw_catalog_filter everything = {.prefix = NULL};
    const rw_catalog_filter *wanted = filter != NULL ? filter : &everything;
    const rw_heads *heads = &guard->snapshot->profiles;
    size_t listed = 0;
    *more = false;
    for (size_t i = first_position(heads, wanted); i < heads->count; i++) {
        const rw_catalog_profile *profile = &((const rw_profile_entry *)heads->items[i])->view;
        if (!begins_with(profile->document->name, wanted->prefix))
            break;
        if (!profile_passes(profile, wanted))
            continue;
        if (listed == limit) {
            *more = true;
            break;
        }
        out[listed++] = profile;
    }
    return listed;
}
