#include "toy_compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_tags(const char *text, rw_catalog_tags *tags, rw_problem *problem)
{
    const char *at = strstr(text, "tags=");
    at = at != NULL ? at + 5 : "";
    while (*at != '\0') {
        char tag[32];
        const size_t length = strcspn(at, ",");
        snprintf(tag, sizeof tag, "%.*s", (int)length, at);
        if (!rw_catalog_tags_add(tags, tag)) {
            rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for tags");
            return false;
        }
        at += length + (at[length] == ',');
    }
    return true;
}

static bool check_memory(const char *text, rw_problem *problem)
{
    if (strstr(text, "oom") == NULL)
        return true;
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "the document asks for it");
    return false;
}

static void *compile_clip(void *context, const rw_catalog_document *document, rw_catalog_tags *tags,
                          rw_problem *problem)
{
    toy_counts *counts = context;
    atomic_fetch_add(&counts->clips_compiled, 1);
    long length = 0;
    if (!check_memory(document->text, problem) || !add_tags(document->text, tags, problem))
        return NULL;
    if (sscanf(document->text, "length=%ld", &length) != 1 || length == 0) {
        rw_problem_add_field(problem, "/length", RW_FIELD_NOT_POSITIVE, "a clip has a length");
        return NULL;
    }
    toy_clip *clip = malloc(sizeof *clip);
    if (clip == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the clip");
        return NULL;
    }
    *clip = (toy_clip){.magic = TOY_CLIP_MAGIC, .length = length};
    atomic_fetch_add(&counts->alive, 1);
    return clip;
}

static void *compile_profile(void *context, const rw_catalog_document *document, const void *clip_object,
                             rw_catalog_tags *tags, rw_problem *problem)
{
    toy_counts *counts = context;
    const toy_clip *clip = clip_object;
    atomic_fetch_add(&counts->profiles_compiled, 1);
    long window = 0;
    if (!check_memory(document->text, problem) || !add_tags(document->text, tags, problem))
        return NULL;
    if (sscanf(document->text, "window=%ld", &window) != 1 || window > clip->length) {
        rw_problem_add_field(problem, "/window", RW_FIELD_OUTSIDE_CLIP, "%ld is beyond %ld", window, clip->length);
        return NULL;
    }
    toy_profile *profile = malloc(sizeof *profile);
    if (profile == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the profile");
        return NULL;
    }
    *profile = (toy_profile){.magic = TOY_PROFILE_MAGIC, .window = window, .clip = clip};
    atomic_fetch_add(&counts->alive, 1);
    return profile;
}

static void destroy_clip(void *context, void *object)
{
    toy_counts *counts = context;
    ((toy_clip *)object)->magic = 0;
    free(object);
    atomic_fetch_sub(&counts->alive, 1);
}

static void destroy_profile(void *context, void *object)
{
    toy_counts *counts = context;
    toy_profile *profile = object;
    if (profile->clip->magic != TOY_CLIP_MAGIC)
        abort(); /* the clip has to outlive its profiles */
    profile->magic = 0;
    free(profile);
    atomic_fetch_sub(&counts->alive, 1);
}

rw_catalog_compiler toy_compiler(toy_counts *counts)
{
    return (rw_catalog_compiler){.context = counts,
                                 .compile_clip = compile_clip,
                                 .compile_profile = compile_profile,
                                 .destroy_clip = destroy_clip,
                                 .destroy_profile = destroy_profile};
}
