#include "codec/compiler.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codec/diagnostics.h"
#include "codec/document.h"

/* Stored documents were within the bounds when they were put; other settings may not lock them out. */
static rw_codec_limits stored_limits(void)
{
    return (rw_codec_limits){.depth = RW_CODEC_DEPTH_MAX,
                             .keys = SIZE_MAX,
                             .items = SIZE_MAX,
                             .samples = SIZE_MAX,
                             .clip_samples = RW_MAX_SAMPLES,
                             .canonical_known = true};
}

static bool report_tags(rw_catalog_tags *tags, const char *const *items, size_t count, rw_problem *problem)
{
    for (size_t i = 0; i < count; i++) {
        if (!rw_catalog_tags_add(tags, items[i])) {
            rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left for the tags of a document");
            return false;
        }
    }
    return true;
}

/* What a document's names need behind the compiled object. */
static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

/* Moves a name into the object's own memory. */
static const char *move_text(const char *text, char **at)
{
    if (text == NULL)
        return NULL;
    const size_t size = strlen(text) + 1;
    char *moved = *at;
    memcpy(moved, text, size);
    *at += size;
    return moved;
}

static size_t clip_names_size(const rw_clip_desc *desc)
{
    size_t size = 0;
    for (size_t i = 0; i < desc->window_count; i++)
        size += text_size(desc->windows[i].name);
    for (size_t i = 0; i < desc->event_count; i++)
        size += text_size(desc->events[i].name);
    return size;
}

/* The lists are the arena's, which this compilation owns. */
static void move_clip_names(const rw_clip_desc *desc, char *at)
{
    rw_window *windows = (rw_window *)desc->windows;
    for (size_t i = 0; i < desc->window_count; i++)
        windows[i].name = move_text(windows[i].name, &at);
    rw_event *events = (rw_event *)desc->events;
    for (size_t i = 0; i < desc->event_count; i++)
        events[i].name = move_text(events[i].name, &at);
}

/* Adds what the solver found, and makes sure that the problem has a code. */
static void conclude(rw_problem *problem, const rw_diagnostics *diagnostics)
{
    rw_codec_add_diagnostics(problem, "", diagnostics);
    if (!rw_problem_conclude(problem))
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "a stored document does not compile, and nothing says why");
}

static void *build_clip(rw_clip_desc *desc, rw_problem *problem)
{
    const size_t size = rw_clip_size(desc);
    const size_t names = clip_names_size(desc);
    char *memory = malloc(size + names > 0 ? size + names : 1);
    if (memory == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to compile a clip");
        return NULL;
    }
    move_clip_names(desc, memory + size);
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_clip *clip = NULL;
    if (rw_clip_compile(desc, memory, size, &clip, &diagnostics) == RW_OK && (const void *)clip == memory)
        return memory;
    conclude(problem, &diagnostics);
    free(memory);
    return NULL;
}

static void *compile_clip(void *context, const rw_catalog_document *document, rw_catalog_tags *tags,
                          rw_problem *problem)
{
    (void)context;
    const rw_codec_limits limits = stored_limits();
    rw_arena arena;
    rw_arena_init(&arena);
    rw_clip_document read;
    void *object = NULL;
    if (rw_codec_clip_decode(document->text, document->length, &limits, &arena, &read, problem) &&
        !rw_problem_conclude(problem) && report_tags(tags, read.tags, read.tag_count, problem))
        object = build_clip(&read.desc, problem);
    rw_arena_free(&arena);
    return object;
}

static size_t profile_names_size(const rw_profile_desc *desc)
{
    size_t size = text_size(desc->window);
    for (size_t i = 0; i < desc->phase_count; i++)
        size += text_size(desc->phases[i].name);
    return size;
}

static void move_profile_names(rw_profile_desc *desc, char *at)
{
    desc->window = move_text(desc->window, &at);
    rw_phase_desc *phases = (rw_phase_desc *)desc->phases;
    for (size_t i = 0; i < desc->phase_count; i++)
        phases[i].name = move_text(phases[i].name, &at);
}

static size_t aligned(size_t size)
{
    const size_t unit = _Alignof(max_align_t);
    return (size + unit - 1) / unit * unit;
}

/* A plan at the front, the solver's object behind it, then the names of the phases, and their texts at the end. */
static void *build_plan(rw_profile_document *document, const rw_clip *clip, rw_problem *problem)
{
    const size_t size = aligned(rw_profile_size(&document->desc, clip));
    const size_t names_size = document->desc.phase_count * sizeof(const char *);
    const size_t head = aligned(sizeof(rw_plan));
    char *memory = malloc(head + size + names_size + profile_names_size(&document->desc));
    if (memory == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to compile a profile");
        return NULL;
    }
    move_profile_names(&document->desc, memory + head + size + names_size);
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_profile *profile = rw_codec_profile_build(document, clip, memory + head, size, &diagnostics);
    if (profile != NULL) {
        rw_codec_plan_fill((rw_plan *)(void *)memory, document, profile,
                           (const char **)(void *)(memory + head + size));
        return memory;
    }
    conclude(problem, &diagnostics);
    free(memory);
    return NULL;
}

static void *compile_profile(void *context, const rw_catalog_document *document, const void *clip_object,
                             rw_catalog_tags *tags, rw_problem *problem)
{
    (void)context;
    const rw_codec_limits limits = stored_limits();
    rw_arena arena;
    rw_arena_init(&arena);
    rw_profile_document read;
    void *object = NULL;
    if (rw_codec_profile_decode(document->text, document->length, &limits, &arena, &read, problem) &&
        !rw_problem_conclude(problem) && report_tags(tags, read.tags, read.tag_count, problem))
        object = build_plan(&read, clip_object, problem);
    rw_arena_free(&arena);
    return object;
}

static void destroy(void *context, void *object)
{
    (void)context;
    free(object);
}

rw_catalog_compiler rw_codec_compiler(void)
{
    return (rw_catalog_compiler){.compile_clip = compile_clip,
                                 .compile_profile = compile_profile,
                                 .destroy_clip = destroy,
                                 .destroy_profile = destroy};
}
