#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

void rw_service_view_begin(rw_service *service, rw_service_view *view)
{
    rw_service_catch_up(service);
    view->service = service;
    rw_catalog_reader_begin(service->catalog, &view->guard);
}

void rw_service_view_begin_in_memory(rw_service *service, bool *asks_store, rw_service_view *view)
{
    if (asks_store == NULL) {
        rw_service_view_begin(service, view);
        return;
    }
    if (rw_service_must_catch_up(service))
        *asks_store = true;
    view->service = service;
    rw_catalog_reader_begin(service->catalog, &view->guard);
    view->guard.asks_store = asks_store;
}

void rw_service_view_end(rw_service_view *view)
{
    rw_catalog_reader_end(&view->guard);
}

int64_t rw_service_view_version(const rw_service_view *view)
{
    return rw_catalog_sequence(&view->guard);
}

size_t rw_service_view_clip_count(const rw_service_view *view)
{
    return rw_catalog_clip_count(&view->guard);
}

size_t rw_service_view_profile_count(const rw_service_view *view)
{
    return rw_catalog_profile_count(&view->guard);
}

/* Entries */

static rw_service_clip clip_entry(const rw_catalog_clip *clip)
{
    return (rw_service_clip){
        .document = clip->document,
        .object = clip->object,
        .problem = clip->problem,
        .tags = clip->tags,
        .tag_count = clip->tag_count,
    };
}

static rw_service_profile profile_entry(const rw_catalog_profile *profile)
{
    const rw_plan *plan = profile->object;
    return (rw_service_profile){
        .document = profile->document,
        .clip = clip_entry(profile->clip),
        .object = plan != NULL ? plan->profile : NULL,
        .plan = plan,
        .problem = profile->problem,
        .tags = profile->tags,
        .tag_count = profile->tag_count,
    };
}

bool rw_service_find_clip(const rw_service_view *view, const char *name, int64_t revision, rw_service_clip *out,
                          rw_problem *problem)
{
    size_t length = strlen(name);
    if (revision == 0) {
        const rw_catalog_clip *head = rw_catalog_find_clip(&view->guard, name, length);
        if (head == NULL) {
            rw_problem_set(problem, RW_PROBLEM_CLIP_NOT_FOUND, "there is no clip named \"%s\"", name);
            return false;
        }
        *out = clip_entry(head);
        return true;
    }
    rw_catalog_handle handle = {0};
    if (rw_catalog_pin_clip(&view->guard, name, length, revision, &handle, problem) != RW_STORE_OK)
        return false;
    *out = clip_entry(handle.clip);
    out->handle = handle;
    return true;
}

bool rw_service_find_profile(const rw_service_view *view, const char *name, int64_t revision,
                             rw_service_profile *out, rw_problem *problem)
{
    size_t length = strlen(name);
    if (revision == 0) {
        const rw_catalog_profile *head = rw_catalog_find_profile(&view->guard, name, length);
        if (head == NULL) {
            rw_problem_set(problem, RW_PROBLEM_PROFILE_NOT_FOUND, "there is no profile named \"%s\"", name);
            return false;
        }
        *out = profile_entry(head);
        return true;
    }
    rw_catalog_handle handle = {0};
    if (rw_catalog_pin_profile(&view->guard, name, length, revision, &handle, problem) != RW_STORE_OK)
        return false;
    *out = profile_entry(handle.profile);
    out->handle = handle;
    return true;
}

bool rw_service_read_text(const rw_service_view *view, const rw_catalog_document *document, char **text,
                          rw_problem *problem)
{
    return rw_catalog_read_text(&view->guard, document, text, problem) == RW_STORE_OK;
}

void rw_service_clip_release(rw_service_clip *clip)
{
    if (clip->document == NULL)
        return;
    rw_catalog_handle_release(&clip->handle);
    *clip = (rw_service_clip){0};
}

void rw_service_profile_release(rw_service_profile *profile)
{
    if (profile->document == NULL)
        return;
    rw_catalog_handle_release(&profile->handle);
    *profile = (rw_service_profile){0};
}

bool rw_service_profile_clip_changed(const rw_service_profile *profile)
{
    return profile->document->clip_revision != profile->clip.document->revision;
}

unsigned rw_service_profile_severities(const rw_service_profile *profile)
{
    unsigned severities = profile->plan != NULL ? profile->plan->severities : 1u << RW_SEVERITY_ERROR;
    if (rw_service_profile_clip_changed(profile))
        severities |= 1u << RW_SEVERITY_WARNING;
    return severities;
}

/* The first thing that a compiler found wrong. */
static const char *reason(const rw_problem *problem)
{
    if (problem == NULL)
        return "it does not compile";
    return problem->field_count > 0 ? problem->fields[0].detail : problem->detail;
}

bool rw_service_clip_usable(const rw_service_clip *clip, rw_problem *problem)
{
    if (clip->object != NULL)
        return true;
    rw_problem_set(problem, RW_PROBLEM_INTERNAL, "this release cannot use clip \"%s\" revision %lld: %s",
                   clip->document->name, (long long)clip->document->revision, reason(clip->problem));
    return false;
}

bool rw_service_profile_usable(const rw_service_profile *profile, rw_problem *problem)
{
    if (profile->object != NULL)
        return true;
    rw_problem_set(problem, RW_PROBLEM_PROFILE_UNUSABLE,
                   "profile \"%s\" revision %lld does not fit clip \"%s\" revision %lld: %s", profile->document->name,
                   (long long)profile->document->revision, profile->clip.document->name,
                   (long long)profile->clip.document->revision,
                   reason(profile->problem != NULL ? profile->problem : profile->clip.problem));
    return false;
}

/* Lists */

static rw_catalog_filter catalog_filter(const rw_service_filter *filter)
{
    return (rw_catalog_filter){
        .prefix = filter->prefix, .tag = filter->tag, .clip = filter->clip, .after = filter->after};
}

static const void **page_of_pointers(size_t limit, rw_problem *problem)
{
    const void **page = calloc(limit, sizeof *page);
    if (page == NULL)
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for a page of %zu entries", limit);
    return page;
}

bool rw_service_list_clips(const rw_service_view *view, const rw_service_filter *filter, size_t limit,
                           rw_service_clip *out, size_t *count, bool *more, rw_problem *problem)
{
    const rw_catalog_clip **page = (const rw_catalog_clip **)page_of_pointers(limit, problem);
    if (page == NULL)
        return false;
    rw_catalog_filter conditions = catalog_filter(filter);
    conditions.clip = NULL;
    size_t found = rw_catalog_list_clips(&view->guard, &conditions, limit, page, more);
    for (size_t i = 0; i < found; i++)
        out[i] = clip_entry(page[i]);
    *count = found;
    free(page);
    return true;
}

/* Which of the page's entries the severities leave; moved to the front of `out`. */
static size_t keep(const rw_catalog_profile *const *page, size_t found, unsigned severities, rw_service_profile *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < found; i++) {
        out[kept] = profile_entry(page[i]);
        if (severities == 0 || (rw_service_profile_severities(&out[kept]) & severities) != 0)
            kept++;
    }
    return kept;
}

bool rw_service_list_profiles(const rw_service_view *view, const rw_service_filter *filter, size_t limit,
                              rw_service_profile *out, size_t *count, bool *more, rw_problem *problem)
{
    const rw_catalog_profile **page = (const rw_catalog_profile **)page_of_pointers(limit, problem);
    if (page == NULL)
        return false;
    rw_catalog_filter conditions = catalog_filter(filter);
    size_t kept = 0;
    bool cut = false;
    do {
        size_t found = rw_catalog_list_profiles(&view->guard, &conditions, limit - kept, page, &cut);
        kept += keep(page, found, filter->severities, out + kept);
        if (found > 0)
            conditions.after = page[found - 1]->document->name;
    } while (cut && kept < limit);
    *count = kept;
    *more = cut;
    free(page);
    return true;
}

/* Histories */

void rw_service_history_free(rw_service_history *history)
{
    if (history == NULL)
        return;
    free(history->items);
    *history = (rw_service_history){0};
}

bool rw_service_list_revisions(rw_service *service, rw_service_kind kind, const char *name, int64_t after,
                               size_t limit, rw_service_history *out, rw_problem *problem)
{
    rw_store_revision_list list = {0};
    if (rw_store_list_revisions(service->store, rw_service_store_kind(kind), name, after, limit, &list, problem) !=
        RW_STORE_OK)
        return false;
    rw_service_history history = {.count = list.count, .more = list.more};
    history.items = calloc(list.count == 0 ? 1 : list.count, sizeof *history.items);
    if (history.items == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for a page of %zu revisions", list.count);
        rw_store_revision_list_free(&list);
        return false;
    }
    for (size_t i = 0; i < list.count; i++) {
        const rw_store_revision *from = &list.items[i];
        history.items[i] = (rw_service_revision){
            .revision = from->revision,
            .hash = from->hash,
            .is_head = from->is_head,
            .clip_revision = from->clip_revision,
            .saved_at_ms = from->saved_at_ms,
        };
    }
    rw_store_revision_list_free(&list);
    *out = history;
    return true;
}
