#include "fbx_take.h"

#include "fbx_object.h"
#include "support.h"

#include <stdlib.h>

static bool has_curves(const rw_fbx_drive *drive)
{
    return drive->curve[0] != RW_FBX_NONE || drive->curve[1] != RW_FBX_NONE || drive->curve[2] != RW_FBX_NONE;
}

static bool layer_counts(const rw_fbx_layer *layer)
{
    return !layer->mute && layer->weight != 0.0;
}

static int compare_drives(const void *left, const void *right)
{
    const rw_fbx_drive *a = *(const rw_fbx_drive *const *)left, *b = *(const rw_fbx_drive *const *)right;
    if (a->model != b->model)
        return a->model < b->model ? -1 : 1;
    return (a->vector > b->vector) - (a->vector < b->vector);
}

/* The one layer of the stack whose curves count; RW_FBX_NONE when there is none. */
static bool choose_layer(const rw_fbx_document *d, size_t stack, size_t *out, rw_bake_error *error)
{
    const rw_fbx_stack *s = &d->stacks[stack];
    size_t chosen = RW_FBX_NONE, base = s->base_layer;
    for (size_t i = s->drive_first; i < s->drive_first + s->drive_count; i++) {
        size_t layer = d->drives[i].layer;
        if (!has_curves(&d->drives[i]) || !layer_counts(&d->layers[layer]))
            continue;
        if (chosen != RW_FBX_NONE && chosen != layer)
            return rw_bake_fail(error, NULL, "animation '%.100s' is spread over several layers, which are not blended "
                                             "here; merge or bake them to one layer before the export",
                                s->name);
        chosen = layer;
    }
    if (chosen != RW_FBX_NONE && chosen != base &&
        (d->layers[chosen].blend == 0 || d->layers[chosen].weight != 100.0))
        return rw_bake_fail(error, NULL, "animation '%.100s' lies in a layer that adds to another one, which is not "
                                         "evaluated here; merge or bake the layers to one before the export",
                            s->name);
    *out = chosen;
    return true;
}

/* Earliest key inside [start, stop]; false when there is none. */
static bool first_key_within(const rw_fbx_document *d, const rw_fbx_take *take, int64_t start, int64_t stop,
                             int64_t *out)
{
    bool found = false;
    for (size_t i = 0; i < take->drive_count; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            if (take->drives[i]->curve[axis] == RW_FBX_NONE)
                continue;
            const rw_fbx_curve *curve = &d->curves[take->drives[i]->curve[axis]];
            int64_t first = curve->keys[0].ticks, last = curve->keys[curve->count - 1].ticks;
            if (first > stop || last < start)
                continue;
            int64_t inside = first > start ? first : start;
            if (!found || inside < *out)
                *out = inside;
            found = true;
        }
    return found;
}

static bool check_drives(const rw_fbx_document *d, const rw_fbx_take *take, rw_bake_error *error)
{
    for (size_t i = 0; i < take->drive_count; i++) {
        const rw_fbx_drive *drive = take->drives[i];
        const rw_fbx_model *model = &d->models[drive->model];
        if (i > 0 && compare_drives(&take->drives[i - 1], &take->drives[i]) == 0)
            return rw_bake_fail(error, NULL, "animation '%.100s' has two sets of curves for the %s of node '%.100s'",
                                d->stacks[take->stack].name, rw_fbx_vector_name(drive->vector), model->name);
        if (drive->vector == RW_FBX_ROTATION && (model->rotation_order < 0 || model->rotation_order > 5))
            return rw_bake_fail(error, NULL, "node '%.100s' turns in the spheric rotation order, which is not "
                                             "evaluated here; bake it to Euler angles before the export", model->name);
    }
    return true;
}

bool rw_fbx_take_resolve(const rw_fbx_document *document, size_t stack, rw_fbx_take *out, rw_bake_error *error)
{
    const rw_fbx_stack *s = &document->stacks[stack];
    rw_fbx_take take = {.stack = stack, .start = -RW_FBX_LAST_TICK, .stop = RW_FBX_LAST_TICK};
    size_t layer = RW_FBX_NONE;
    if (!choose_layer(document, stack, &layer, error))
        return false;
    if (layer != RW_FBX_NONE) {
        take.drives = calloc(s->drive_count + 1, sizeof *take.drives);
        if (!take.drives)
            return rw_bake_fail_memory(error, NULL);
        for (size_t i = s->drive_first; i < s->drive_first + s->drive_count; i++)
            if (document->drives[i].layer == layer)
                take.drives[take.drive_count++] = &document->drives[i];
        qsort(take.drives, take.drive_count, sizeof *take.drives, compare_drives);
    }
    if (!check_drives(document, &take, error)) {
        rw_fbx_take_free(&take);
        return false;
    }
    if (s->has_span && first_key_within(document, &take, s->start, s->stop, &take.first_key)) {
        take.cut = true;
        take.start = s->start;
        take.stop = s->stop;
    } else {
        take.span_missed = s->has_span && layer != RW_FBX_NONE;
        first_key_within(document, &take, take.start, take.stop, &take.first_key);
    }
    *out = take;
    return true;
}

bool rw_fbx_take_mover(const rw_fbx_take *take, const rw_fbx_document *document, size_t model, rw_fbx_mover *out)
{
    rw_fbx_mover mover = {.document = document, .model = &document->models[model], .start = take->start,
                          .stop = take->stop, .cut = take->cut, .hold = take->first_key};
    size_t low = 0, high = take->drive_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (take->drives[middle]->model < model)
            low = middle + 1;
        else
            high = middle;
    }
    bool moved = false;
    for (; low < take->drive_count && take->drives[low]->model == model; low++) {
        mover.drives[take->drives[low]->vector] = take->drives[low];
        moved = true;
    }
    if (moved)
        *out = mover;
    return moved;
}

void rw_fbx_take_free(rw_fbx_take *take)
{
    if (!take)
        return;
    free(take->drives);
    *take = (rw_fbx_take){0};
}
