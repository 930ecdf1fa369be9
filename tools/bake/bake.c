#include "bake.h"
#include "bake_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rw_bake_options_default(rw_bake_options *options)
{
    *options = (rw_bake_options){
        .space = *rw_space_preset("gltf"),
        .scale = 1,
        .end_frame = RW_BAKE_LAST_FRAME,
        .end_time = INFINITY,
        .facing = RW_BAKE_FACING_REST,
    };
}

void rw_baked_free(rw_baked *baked)
{
    if (!baked) return;
    free(baked->positions);
    free(baked->rotations);
    /* The names are ours, though the solver's structs only lend them. */
    for (size_t i = 0; i < baked->window_count; i++) free((void *)(uintptr_t)baked->windows[i].name);
    free(baked->windows);
    for (size_t i = 0; i < baked->event_count; i++) free((void *)(uintptr_t)baked->events[i].name);
    free(baked->events);
    free(baked->file);
    free(baked->animation);
    free(baked->root);
    free(baked->choice);
    for (size_t i = 0; i < baked->warning_count; i++) free(baked->warnings[i]);
    free(baked->warnings);
    *baked = (rw_baked){0};
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool copy_source(rw_bake_work *work)
{
    rw_baked *out = work->out;
    out->space = work->options->space;
    out->loop = work->options->loop;
    out->format = work->scene->format;
    out->animation = rw_bake_copy_text(work->animation->name, strlen(work->animation->name));
    if (work->options->file) {
        const char *name = last_part(work->options->file);
        out->file = rw_bake_copy_text(name, strlen(name));
    }
    return (out->animation && (out->file || !work->options->file)) || rw_bake_fail_memory(work->error, "");
}

static bool copy_windows(rw_bake_work *work)
{
    const rw_bake_options *options = work->options;
    if (options->window_count > RW_MAX_WINDOWS)
        return rw_bake_fail(work->error, "", "%zu windows; a clip has at most %d", options->window_count,
                            RW_MAX_WINDOWS);
    work->out->windows = rw_bake_allocate(options->window_count, sizeof *work->out->windows);
    if (!work->out->windows && options->window_count > 0) return rw_bake_fail_memory(work->error, "");
    for (size_t i = 0; i < options->window_count; i++) {
        rw_window window = options->windows[i];
        double latest = options->loop ? INFINITY : work->out->summary.duration + 1e-4;
        if (!(window.start >= 0 && window.start < window.end && window.end <= latest) || !isfinite(window.end))
            return rw_bake_fail(work->error, "",
                                "window \"%.80s\" from %.9g to %.9g s does not lie in the clip, which "
                                "runs from 0 to %.9g s",
                                window.name, window.start, window.end, work->out->summary.duration);
        window.name = rw_bake_copy_text(window.name, strlen(window.name));
        if (!window.name) return rw_bake_fail_memory(work->error, "");
        work->out->windows[work->out->window_count++] = window;
    }
    return true;
}

static bool copy_events(rw_bake_work *work)
{
    const rw_bake_options *options = work->options;
    if (options->event_count > RW_MAX_EVENTS)
        return rw_bake_fail(work->error, "", "%zu events; a clip has at most %d", options->event_count, RW_MAX_EVENTS);
    work->out->events = rw_bake_allocate(options->event_count, sizeof *work->out->events);
    if (!work->out->events && options->event_count > 0) return rw_bake_fail_memory(work->error, "");
    for (size_t i = 0; i < options->event_count; i++) {
        rw_event event = options->events[i];
        if (!(event.time >= 0 && event.time <= work->out->summary.duration))
            return rw_bake_fail(work->error, "",
                                "event \"%.80s\" at %.9g s does not lie in the clip, which runs from 0 "
                                "to %.9g s",
                                event.name, event.time, work->out->summary.duration);
        event.name = rw_bake_copy_text(event.name, strlen(event.name));
        if (!event.name) return rw_bake_fail_memory(work->error, "");
        work->out->events[work->out->event_count++] = event;
    }
    return true;
}

static void copy_warnings(rw_bake_work *work)
{
    for (size_t i = 0; i < work->scene->warning_count; i++) rw_bake_warn(work->out, "%s", work->scene->warnings[i]);
}

static bool bake(rw_bake_work *work)
{
    copy_warnings(work);
    if (!rw_bake_take_axes(work) || !rw_bake_find_animation(work)) return false;
    if (work->scene->node_count > 0 && !rw_evaluator_open(&work->evaluator, work->scene, work->animation))
        return rw_bake_fail_memory(work->error, "");
    if (!copy_source(work) || !rw_bake_find_root(work) || !rw_bake_find_range(work) || !rw_bake_take_samples(work) ||
        !copy_windows(work) || !copy_events(work))
        return false;
    rw_bake_find_faults(work);
    return true;
}

bool rw_bake(const rw_scene *scene, const rw_bake_options *options, rw_baked *out, rw_bake_error *error)
{
    rw_bake_locale locale;
    if (!rw_bake_locale_enter(&locale, error)) return false;
    rw_baked baked = {0};
    rw_bake_work work = {.scene = scene, .options = options, .out = &baked, .error = error};
    bool done = bake(&work);
    rw_evaluator_close(&work.evaluator);
    rw_key_times_free(&work.keys);
    rw_bake_locale_leave(&locale);
    if (!done) {
        rw_baked_free(&baked);
        return false;
    }
    *out = baked;
    return true;
}

bool rw_bake_axis_parse(const char *text, int *out)
{
    static const int signed_index[] = {1, -1, 2, -2, 3, -3};
    rw_axis axis;
    if (!rw_axis_parse(text, &axis)) return false;
    *out = signed_index[axis];
    return true;
}

bool rw_bake_space_parse(const char *text, rw_space *out)
{
    const rw_space *preset = rw_space_preset(text);
    if (preset) {
        *out = *preset;
        return true;
    }
    rw_axis axes[3];
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(at, ",");
        char axis[4];
        if (length == 0 || length >= sizeof axis || (i < 2 && at[length] != ',')) return false;
        memcpy(axis, at, length);
        axis[length] = '\0';
        if (!rw_axis_parse(axis, &axes[i])) return false;
        at += length + (i < 2);
    }
    rw_space space = {axes[0], axes[1], axes[2], 1};
    if (*at == ',' && !rw_bake_number(at + 1, strlen(at + 1), &space.metres_per_unit)) return false;
    if (rw_space_validate(&space, "", NULL) != RW_OK) return false;
    *out = space;
    return true;
}
