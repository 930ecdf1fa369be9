#include "store/import_rules.h"

#include <string.h>

#include "base/clock.h"

static int compare_names(rw_store_kind kind, const char *name, const rw_store_name *other)
{
    return kind != other->kind ? (kind < other->kind ? -1 : 1) : strcmp(name, other->name);
}

/* The names are sorted. */
const rw_store_import_name *rw_store_import_find(const rw_store_import_request *request, rw_store_kind kind,
                                                 const char *name)
{
    size_t low = 0;
    size_t high = request->name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_names(kind, name, &request->names[middle].name);
        if (order == 0)
            return &request->names[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool rw_store_import_change(const rw_store_import_name *import, const rw_store_head *before, rw_store_change *change)
{
    const rw_store_name *name = &import->name;
    *change = (rw_store_change){.kind = name->kind,
                                .action = name->head > 0 ? RW_STORE_PUT : RW_STORE_DELETE,
                                .at_ms = rw_clock_wall_ms()};
    memcpy(change->name, name->name, sizeof change->name);
    if (name->head == 0 && before->exists) {
        change->revision = before->revision;
        change->hash = before->hash;
        return true;
    }
    for (size_t i = 0; i < import->revision_count; i++) {
        if (name->head != 0 && import->revisions[i].revision != name->head)
            continue;
        change->revision = import->revisions[i].revision;
        change->hash = import->revisions[i].hash;
    }
    return change->revision > 0;
}
